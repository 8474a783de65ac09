"""Which shape of each thing is drawn: its finest at rest, coarser ones from afar while the view moves in software.

A cell of the board, or a body, has its shapes as children, the finest first.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.camera import CameraView
from sim.app.render.passes import MIRROR, SEEN, SHADE, SHADE_FAST, SHADE_MOVING, mask, set_shown

__all__ = ["WIDE", "LodSelection", "hide_far"]

REACHES = (3.0, 60.0)  # inches, at the least and the most effort: farther away things are drawn in fewer triangles
DETAIL = "detail"  # the group of what is fine
LEFT_OUT = (30.0, 400.0)  # inches beyond the reach, at the least and the most effort: farther details are not drawn
AFAR = 15.0  # and so much farther, in fewer still
FAR_AWAY = ((0.0, 0.0, -1000.0), (0.0, 0.0, -1000.0))
WIDE = "wide"  # the cell of what lies all over the board: always coarse


def hide_far(node: Any) -> None:
    """Coarse shapes are not seen until they are chosen."""
    node.hide(mask(SEEN, SHADE, SHADE_FAST, SHADE_MOVING, MIRROR))


class LodSelection:
    """Chooses the shapes of a board's cells, in groups, and of what moves."""

    def __init__(self, groups: list[Any], moving: Any) -> None:
        self.groups, self.moving = groups, moving

    def choose(self, view: CameraView, effort: float | None) -> None:
        """For a view with an effort from 0 to 1; None: the finest of everything.

        Details that are smaller than a pixel there are left out at little effort.
        """
        eye = np.array(view.eye)
        reach = None if effort is None else REACHES[0] + (REACHES[1] - REACHES[0]) * effort**2
        cells = [cell for group in self.groups for cell in group.get_children()]
        beyond = np.zeros(len(cells)) if reach is None else _gaps(cells, eye) - reach
        left_out = math.inf if effort is None else LEFT_OUT[0] + (LEFT_OUT[1] - LEFT_OUT[0]) * effort
        for cell, far in zip(cells, beyond.tolist(), strict=True):
            _show(cell, far)
            if cell.name != WIDE and cell.get_parent().name.endswith(DETAIL):
                _leave_out(cell, far > left_out)
        for thing in self.moving.get_children():
            away = float(np.linalg.norm(np.array(thing.get_pos()) - eye))
            for body in thing.get_children():
                _show(body, 0.0 if reach is None else away - reach)


def _leave_out(cell: Any, out: bool) -> None:
    """Hide details from the eye, or show them again; they keep their shadows."""
    if (cell.get_python_tag("out") or False) != out:
        cell.set_python_tag("out", out)
        set_shown(cell, not out, SEEN)


def _show(thing: Any, beyond: float) -> None:
    """Show the shape that is fine enough so many inches beyond the reach, of those that there are."""
    wanted = (beyond > 0) + (beyond > AFAR)
    if thing.get_python_tag("level") == wanted:
        return
    thing.set_python_tag("level", wanted)
    shapes = thing.get_children()
    if len(shapes) < 2:
        return
    level = min(wanted, len(shapes) - 1)
    for number, shape in enumerate(shapes):
        set_shown(shape, number == level, SEEN, SHADE_MOVING)


def _gaps(cells: list[Any], eye: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the eye is from the box round each cell."""
    boxes = np.array([_box(cell) for cell in cells]).reshape(-1, 2, 3)
    return np.asarray(np.linalg.norm(np.maximum(np.maximum(boxes[:, 0] - eye, eye - boxes[:, 1]), 0.0), axis=1))


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
