"""The backdrop of a board in the scene: made once, and cut away where it would stand before the board."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.camera import CameraView
from sim.app.render.kept_looks import BeyondShapes
from sim.app.render.passes import SHADE, SHADE_FAST, mask
from sim.app.render.quarters_beyond import HouseBlock
from sim.app.render.surface import Floats
from sim.app.render.vertex_buffers import geom_node

__all__ = ["Beyond", "hidden_blocks"]

LOOSE = 1.5  # inches at the edge of the board that may be hidden
AWAY = 400.0


class Beyond:
    """Shows what lies round a map, in one of the renderer's groups."""

    def __init__(self, group: Any, look: BeyondShapes) -> None:
        self._blocks, self._size = look.blocks, look.size
        self._nodes: list[Any] = []
        if not look.shapes:
            return
        cell = group.attach_new_node("beyond")  # a cell of the group, with one shape
        cell.hide(mask(SHADE, SHADE_FAST))
        node = cell.attach_new_node("quarters")
        for shape in look.shapes:
            self._nodes.append(node.attach_new_node(geom_node(shape.rows, shape.index, shape.name)))

    def choose(self, view: CameraView) -> None:
        """Cut away what stands before the board as seen from here."""
        if not self._blocks:
            return
        hidden = hidden_blocks(self._blocks, view, self._size)
        for node, away in zip(self._nodes[1:], hidden.tolist(), strict=True):
            if away != node.is_hidden():
                (node.hide if away else node.show)()


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
