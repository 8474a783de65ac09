"""Lanterns and lit windows as lights of their own: there are few, and each is small, so that rays drawn at random would
find them too seldom.
"""

from __future__ import annotations

import msgspec
import numpy as np

from sim.app.render.surface import Floats, Surface, clusters
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["NO_LAMPS", "Lamps", "lamplight", "lamps_of"]

GLOWING = 0.3  # what glows more is a lamp
TOGETHER = 0.45  # inches: panes nearer than this to each other are one lamp
REACH = 11.0  # inches: further off a lamp gives nothing
FLAT = 0.5  # panes that face one way as much as this are a window, that shines to its front
SOFT = 0.35  # square inches: added to the square of the distance, for no lamp is a point
BEFORE = 0.12  # inches that light starts before a window
ROUND = 0.05  # inches round a lantern's panes from where its light starts


class Lamps(msgspec.Struct, frozen=True, eq=False):
    """A row a lamp: where (n, 3), what it gives (n, 3), the way that it faces (n, 3; none for one that shines all
    round), and how far from there its own panes lie (n,)."""

    at: Floats
    power: Floats
    facing: Floats
    size: Floats


NO_LAMPS = Lamps(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))


def lamps_of(surface: Surface) -> Lamps:
    """What glows on a surface, pane by pane and put together."""
    some = surface.tint[::3, 3] > GLOWING
    panes = surface.points.reshape(-1, 3, 3)[some]
    if not len(panes):
        return NO_LAMPS
    tint = surface.tint[::3][some]
    across = np.cross(panes[:, 1] - panes[:, 0], panes[:, 2] - panes[:, 0]) / 2
    area = np.linalg.norm(across, axis=1)
    middle = panes.mean(axis=1)
    group = clusters(middle, TOGETHER)
    count = int(group.max()) + 1

    def summed(values: Floats) -> Floats:
        return np.stack([np.bincount(group, column, count) for column in values.T], axis=1)

    whole = np.bincount(group, area, count)
    weight = np.maximum(whole, 1e-9)[:, None]
    at = summed(middle * area[:, None]) / weight
    facing = summed(across) / weight
    is_window = np.linalg.norm(facing, axis=1) >= FLAT
    facing = np.where(is_window[:, None], facing / np.maximum(np.linalg.norm(facing, axis=1), 1e-9)[:, None], 0.0)
    colour = tint[:, :3] * (0.35 + 0.65 * tint[:, :3]) * tint[:, 3:]
    power = summed(colour * area[:, None]) * np.where(is_window, 1.0, 0.5)[:, None]
    size = np.zeros(count)
    np.maximum.at(size, group, np.linalg.norm(panes - at[group][:, None], axis=2).max(axis=1))
    return Lamps(at + facing * BEFORE, power, facing, np.where(is_window, 0.0, size + ROUND))


def lamplight(lamps: Lamps, scene: RayScene, points: Floats, normals: Floats) -> Floats:
    """What lamps give at points (n, 3) that face along unit normals (n, 3), where nothing stands between: (n, 3)."""
    light = np.zeros((len(points), 3))
    eastward = np.argsort(points[:, 0])
    east = points[eastward, 0]
    for at, power, facing, size in zip(lamps.at, lamps.power, lamps.facing, lamps.size, strict=True):
        strip = eastward[slice(*np.searchsorted(east, (at[0] - REACH, at[0] + REACH)))]
        near = strip[np.abs(points[strip] - at).max(axis=1) < REACH]
        if not len(near):  # most lamps are far from where a mini stands: its light is worked out within a frame
            continue
        way = at - points[near]
        far = np.maximum(np.linalg.norm(way, axis=1), 1e-6)
        way /= far[:, None]
        falls = np.einsum("ij,ij->i", normals[near], way)
        shone = np.clip(-way @ facing, 0.0, 1.0) if facing.any() else np.ones(len(near))
        fade = np.clip(1.0 - (far / REACH) ** 2, 0.0, 1.0) ** 2
        given = np.clip(falls, 0.0, 1.0) * shone * fade / (np.pi * (far**2 + SOFT))
        some = (given > 0.0) & (far > size)
        if not some.any():
            continue
        near, way, far, given = near[some], way[some], far[some], given[some]
        start = points[near] + normals[near] * 0.02
        free = ~scene.occluded(start, start + way * (far - size - 0.02)[:, None])
        light[near] += (given * free)[:, None] * power
    return light
