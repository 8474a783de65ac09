"""The round bases that minis stand on: a rim in the seat's colour, stones on top, and a mark that shows the facing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from sim.app.render.materials import Colour
from sim.app.render.surface import Floats, Patch
from sim.board.model.tableau import BASE_HEIGHT

__all__ = ["base_patches", "lathe", "top_patch"]

BLACK, IVORY, STONES = (0.055, 0.055, 0.06), (0.96, 0.94, 0.86), (0.86, 0.85, 0.84)
SEGMENTS = 36


def lathe(profile: list[tuple[float, float]], segments: int = SEGMENTS) -> Floats:
    """A profile of (radius, z), from below to above, turned about the z axis: triangles (n, 3, 3)."""
    angle = (np.arange(segments + 1) - 0.5) * (2 * np.pi / segments)  # one of its sides looks east
    circle = np.stack([np.cos(angle), np.sin(angle)], 1)
    rings = [np.column_stack([circle * radius, np.full(segments + 1, z)]) for radius, z in profile]
    made = []
    for low, high in pairwise(rings):
        made.append(np.stack([low[:-1], low[1:], high[1:]], 1))
        made.append(np.stack([low[:-1], high[1:], high[:-1]], 1))
    triangles = np.concatenate(made)
    area = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    return np.asarray(triangles[area > 1e-9])


def top_patch(radius: float) -> Patch:
    """The stones on top."""
    return Patch(lathe([(radius * 0.93, BASE_HEIGHT), (0.0, BASE_HEIGHT)]), "paving", STONES)


def base_patches(radius: float, rim: Colour) -> list[Patch]:
    """All but the top: a black foot, a bevelled rim in the seat's colour, and ivory where it looks to the front, with a
    point on top."""
    made = [Patch(lathe([(radius, 0.0), (radius, 0.03)]), "plain", BLACK)]
    for profile in (
        [(radius, 0.03), (radius * 0.985, 0.085)],
        [(radius * 0.985, 0.085), (radius * 0.93, BASE_HEIGHT)],
    ):
        band = lathe(profile)
        middle = band.mean(1)
        ahead = np.abs(np.arctan2(middle[:, 1], middle[:, 0])) < np.pi / SEGMENTS
        made += [Patch(band[~ahead], "plain", rim), Patch(band[ahead], "plain", IVORY)]
    for lift, wide, tip, colour in ((0.005, 0.078, 0.755, IVORY), (0.003, 0.105, 0.72, BLACK)):  # from afar the first
        point = [[[radius * 0.93, -wide, 0.0], [radius * 0.93, wide, 0.0], [radius * tip, 0.0, 0.0]]]
        made.append(Patch(np.array(point) + np.array([0.0, 0.0, BASE_HEIGHT + lift]), "plain", colour))
    return made
