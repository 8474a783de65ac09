"""The backdrop of a board in the scene: made once, and cut away where it would stand before the board."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked, LightScene, plain_light
from sim.app.render.board_cells import surface_node
from sim.app.render.camera import CameraView
from sim.app.render.hours import Hour
from sim.app.render.passes import SHADE, SHADE_FAST, mask
from sim.app.render.quarters_beyond import HouseBlock, Quarters, quarters_beyond
from sim.app.render.surface import Floats, Patch, Surface, join, surface
from sim.board.files.mapfile import MapFile

__all__ = ["Beyond", "hidden_blocks"]

GRAIN = 3.6  # inches between the corners of the streets, which carry the shadows of houses
SHADED = 0.52  # of its colour, where the sun does not come
LOW, TALL = 0.62, 4.0  # light at the foot of a wall, and the inches to where it is whole
MUTED, DUSTY = 0.3, (0.78, 0.75, 0.71)  # colours are drawn together, so that the board stands out
LOOSE = 1.5  # inches at the edge of the board that may be hidden
AWAY = 400.0


class Beyond:
    """Shows what lies round a map, in one of the renderer's groups; of a board without a map nothing is known."""

    def __init__(self, group: Any, made: MapFile | None, mean: NDArray[np.float64], hour: Hour, shaders: bool) -> None:
        """`mean`: linear mean colours of the textures."""
        self._blocks: tuple[HouseBlock, ...] = ()
        self._nodes: list[Any] = []
        if made is None:
            return
        self._size = made.size
        cell = group.attach_new_node("beyond")  # a cell of the group, with one shape
        cell.hide(mask(SHADE, SHADE_FAST))
        node = cell.attach_new_node("quarters")
        quarters = quarters_beyond(made)
        self._blocks = quarters.blocks
        surfaces = _surfaces(quarters)
        lit = self._lit(join(surfaces), mean, hour)
        ends = np.cumsum([0, *(len(each.points) for each in surfaces)])
        plain = None if shaders else mean
        for number, (low, high) in enumerate(itertools.pairwise(ends)):
            rows = np.arange(low, high)
            whole, light = lit
            own = Surface(whole.points[rows], whole.normals[rows], whole.uv[rows], whole.tint[rows])
            self._nodes.append(node.attach_new_node(surface_node(own, light.at(rows), f"beyond {number}", plain, hour)))

    def _lit(self, whole: Surface, mean: NDArray[np.float64], hour: Hour) -> tuple[Surface, Baked]:
        """The surfaces with the shadows of the houses in their colours, and an even light."""
        light = plain_light(whole, LightScene(whole, mean, hour=hour))
        sunny = whole.normals @ np.array(hour.sun) > 0.05
        shade = np.where(sunny & (light.sun < 0.5), SHADED, 1.0)
        foot = LOW + (1.0 - LOW) * np.clip(whole.points[:, 2] / TALL, 0.0, 1.0)
        foot = np.where(np.abs(whole.normals[:, 2]) > 0.7, 1.0, foot)
        tint = whole.tint.copy()
        tint[:, :3] = (tint[:, :3] * (1.0 - MUTED) + MUTED * np.array(DUSTY)) * shade[:, None]
        return msgspec.structs.replace(whole, tint=tint), msgspec.structs.replace(light, gi=light.gi * foot[:, None])

    def choose(self, view: CameraView) -> None:
        """Cut away what stands before the board as seen from here."""
        if not self._blocks:
            return
        hidden = hidden_blocks(self._blocks, view, self._size)
        for node, away in zip(self._nodes[1:], hidden.tolist(), strict=True):
            if away != node.is_hidden():
                (node.hide if away else node.show)()


def _surfaces(quarters: Quarters) -> list[Surface]:
    """That of the ground and the islands, then one for each block."""
    made = [join([*(surface(patch, grain=GRAIN) for patch in quarters.ground), *_coarse(quarters.islands)])]
    return made + [join(_coarse(block.patches)) for block in quarters.blocks]


def _coarse(patches: tuple[Patch, ...]) -> list[Surface]:
    return [surface(patch, fine=False) for patch in patches]


def hidden_blocks(blocks: tuple[HouseBlock, ...], view: CameraView, size: tuple[float, float]) -> NDArray[np.bool_]:
    """Which blocks stand between the eye and the board."""
    eye = np.array(view.eye)
    inside = -LOOSE < eye[0] < size[0] + LOOSE and -LOOSE < eye[1] < size[1] + LOOSE
    if inside or view.height is not None:
        return np.zeros(len(blocks), np.bool_)
    return np.array([bool(_before(block.corners, eye, size).any()) for block in blocks], np.bool_)


def _before(tops: Floats, eye: Floats, size: tuple[float, float]) -> NDArray[np.bool_]:
    """Does the line from the eye over each of these points go on to the ground of the board?"""
    way = tops - eye
    down = np.where(way[:, 2] < -1e-6, eye[2] / np.maximum(-way[:, 2], 1e-6), AWAY)
    ends = eye + way * np.maximum(down, 1.0)[:, None]
    first, last = np.zeros(len(tops)), np.ones(len(tops))
    for axis in (0, 1):
        low, high = LOOSE, size[axis] - LOOSE
        run = ends[:, axis] - tops[:, axis]
        run = np.where(np.abs(run) < 1e-9, 1e-9, run)
        one, other = (low - tops[:, axis]) / run, (high - tops[:, axis]) / run
        first, last = np.maximum(first, np.minimum(one, other)), np.minimum(last, np.maximum(one, other))
    return np.asarray(first <= last)
