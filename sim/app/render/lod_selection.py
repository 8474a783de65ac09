"""Which shape of each thing is drawn: its finest at rest, coarser ones from afar while the view moves in software.

A cell of the board, or a body, has its shapes as children, the finest first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.camera import CameraView
from sim.app.render.passes import MIRROR, SEEN, SHADE, SHADE_FAST, SHADE_MOVING, mask, set_shown
from sim.board.model.tableau import Point

__all__ = ["WIDE", "LodSelection", "hide_far", "tell_box"]

REACHES = (3.0, 60.0)  # inches, at the least and the most effort: farther away things are drawn in fewer triangles
DETAIL = "detail"  # the group of what is fine
LEFT_OUT = (30.0, 400.0)  # inches beyond the reach, at the least and the most effort: farther details are not drawn
AFAR, FARTHEST = 15.0, 35.0  # and so much farther, in fewer still
FAR_AWAY = ((0.0, 0.0, -1000.0), (0.0, 0.0, -1000.0))
WIDE = "wide"  # the cell of what lies all over the board: always coarse


def hide_far(node: Any) -> None:
    """Coarse shapes are not seen until they are chosen."""
    node.hide(mask(SEEN, SHADE, SHADE_FAST, SHADE_MOVING, MIRROR))


def tell_box(cell: Any, points: Sequence[NDArray[np.float32]]) -> None:
    """What a cell draws lies at these points, (n, 3) each: to ask what draws it takes ten times as long."""
    if points:
        rows = [np.ascontiguousarray(each.T) for each in points]
        low, high = np.min([row.min(1) for row in rows], 0), np.max([row.max(1) for row in rows], 0)
        cell.set_python_tag("box", (tuple(low.tolist()), tuple(high.tolist())))


class LodSelection:
    """Chooses the shapes of a board's cells, in groups, and of what moves."""

    def __init__(self, groups: list[Any], moving: Any) -> None:
        self.groups, self.moving = groups, moving
        self._cells = _Cells([])
        self._stale = True

    def touch(self, changed: bool = True) -> None:
        """Cells were made, taken away, or moved by others than `moved`."""
        self._stale |= changed

    def moved(self, cell: Any, before: Point | None, after: Point) -> None:
        """A cell was moved: the box round it goes with it, and is made anew where it was turned (`before`: None)."""
        box = cell.get_python_tag("box")
        if box is not None and before is not None:
            way = tuple(b - a for a, b in zip(before, after, strict=True))
            cell.set_python_tag("box", tuple(tuple(p + w for p, w in zip(end, way, strict=True)) for end in box))
        else:
            cell.clear_python_tag("box")
        self._cells.lay_anew(cell)

    def choose(self, view: CameraView, effort: float | None) -> None:
        """For a view with an effort from 0 to 1; None: the finest of everything.

        Details that are smaller than a pixel there are left out at little effort.
        """
        eye = np.array(view.eye)
        reach = None if effort is None else _between(REACHES, effort**2)
        if self._stale or sum(group.get_num_children() for group in self.groups) != len(self._cells.nodes):
            self._cells, self._stale = _Cells([cell for group in self.groups for cell in group.get_children()]), False
        self._cells.choose(eye, reach, math.inf if effort is None else _between(LEFT_OUT, effort))
        for thing in self.moving.get_children():
            away = float(np.linalg.norm(np.array(thing.get_pos()) - eye))
            for body in thing.get_children():
                _show(body, _level(0.0 if reach is None else away - reach))


class _Cells:
    """The cells of a board as they stand: a moving view asks about all of them for every frame."""

    def __init__(self, nodes: list[Any]) -> None:
        self.nodes = nodes
        self._index = {cell.get_key(): number for number, cell in enumerate(nodes)}
        boxes = np.array([_box(cell) for cell in nodes]).reshape(-1, 2, 3)
        self._low, self._high = boxes[:, 0], boxes[:, 1]
        shown = [cell.get_python_tag("level") for cell in nodes]
        self._levels = np.array([-1 if level is None else level for level in shown], np.int64)
        self._fine = np.array([c.name != WIDE and c.get_parent().name.endswith(DETAIL) for c in nodes], np.bool_)
        self._out = np.array([bool(cell.get_python_tag("out")) for cell in nodes], np.bool_)

    def lay_anew(self, cell: Any) -> None:
        """Take over the box of one of them, if it is."""
        if (number := self._index.get(cell.get_key())) is not None:
            self._low[number], self._high[number] = _box(cell)

    def choose(self, eye: NDArray[np.float64], reach: float | None, left_out: float) -> None:
        """`reach`: None: the finest. Details farther beyond it than `left_out` are not drawn."""
        beyond = np.zeros(len(self.nodes))
        if reach is not None:
            gaps = np.maximum(np.maximum(self._low - eye, eye - self._high), 0.0)
            beyond = np.linalg.norm(gaps, axis=1) - reach
        levels, out = _level(beyond), self._fine & (beyond > left_out)
        for index in np.flatnonzero(levels != self._levels).tolist():
            _show(self.nodes[index], int(levels[index]))
        for index in np.flatnonzero(self._fine & (out != self._out)).tolist():
            _leave_out(self.nodes[index], bool(out[index]))
        self._levels, self._out = levels, out


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def _level(beyond: Any) -> Any:
    """The shape that is fine enough so many inches beyond the reach."""
    return np.greater(beyond, 0.0).astype(np.int64) + np.greater(beyond, AFAR) + np.greater(beyond, FARTHEST)


def _leave_out(cell: Any, out: bool) -> None:
    """Hide details from the eye, or show them again; they keep their shadows."""
    cell.set_python_tag("out", out)
    set_shown(cell, not out, SEEN)


def _show(thing: Any, wanted: int) -> None:
    """Show the shape of this level, of those that there are."""
    if thing.get_python_tag("level") == wanted:
        return
    thing.set_python_tag("level", wanted)
    shapes = thing.get_children()
    if len(shapes) < 2:
        return
    level = min(wanted, len(shapes) - 1)
    for number, shape in enumerate(shapes):
        set_shown(shape, number == level, SEEN, SHADE_MOVING)


def _box(cell: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The lowest and highest corner of a cell; what lies all over the board is held to be far away."""
    if cell.name == WIDE:
        return FAR_AWAY
    box: tuple[tuple[float, ...], tuple[float, ...]] | None = cell.get_python_tag("box")
    if box is None:
        low, high = cell.get_tight_bounds()
        box = (tuple(low), tuple(high))
        cell.set_python_tag("box", box)
    return box
