"""Which shape of each thing is drawn: its finest at rest, coarser ones from afar while the view moves in software.

A cell of the board, or a body, has its shapes as children, the finest first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.app.render.camera import CameraView
from sim.app.render.passes import MIRROR, SEEN, SHADE, SHADE_FAST, SHADE_MOVING, mask, set_shown

__all__ = ["WIDE", "LodSelection", "hide_far"]

REACHES = (3.0, 60.0)  # inches, at the least and the most effort: farther away things are drawn in fewer triangles
AFAR = 15.0  # and so much farther, in fewer still
WIDE = "wide"  # the cell of what lies all over the board: always coarse


def hide_far(node: Any) -> None:
    """Coarse shapes are not seen until they are chosen."""
    node.hide(mask(SEEN, SHADE, SHADE_FAST, SHADE_MOVING, MIRROR))


class LodSelection:
    """Chooses the shapes of a board's cells, in groups, and of what moves."""

    def __init__(self, groups: list[Any], moving: Any) -> None:
        self.groups, self.moving = groups, moving

    def choose(self, view: CameraView, effort: float | None) -> None:
        """For a view with an effort from 0 to 1; None: the finest of everything."""
        eye = np.array(view.eye)
        reach = None if effort is None else REACHES[0] + (REACHES[1] - REACHES[0]) * effort**2
        for group in self.groups:
            for cell in group.get_children():
                _show(cell, 0.0 if reach is None else _gap(cell, eye) - reach)
        for thing in self.moving.get_children():
            away = float(np.linalg.norm(np.array(thing.get_pos()) - eye))
            for body in thing.get_children():
                _show(body, 0.0 if reach is None else away - reach)


def _show(thing: Any, beyond: float) -> None:
    """Show the shape that is fine enough so many inches beyond the reach, of those that there are."""
    shapes = thing.get_children()
    level = min((beyond > 0) + (beyond > AFAR), len(shapes) - 1)
    if thing.get_python_tag("level") == level or len(shapes) < 2:
        return
    thing.set_python_tag("level", level)
    for number, shape in enumerate(shapes):
        set_shown(shape, number == level, SEEN, SHADE_MOVING)


def _gap(cell: Any, eye: Any) -> float:
    """How far the eye is from the box round a cell."""
    if cell.name == WIDE:
        return REACHES[1] + AFAR / 2
    if not cell.has_python_tag("box"):
        low, high = cell.get_tight_bounds()
        cell.set_python_tag("box", (np.array(low), np.array(high)))
    low, high = cell.get_python_tag("box")
    return float(np.linalg.norm(np.maximum(np.maximum(low - eye, eye - high), 0.0)))
