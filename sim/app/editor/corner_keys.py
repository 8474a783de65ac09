"""Corners of what is chosen, by keys alone: one after the other, moved by arrows, and more of them."""

from __future__ import annotations

from sim.app.editor.controller import EditorController
from sim.app.editor.handles import Handle, corner_drag, cornered
from sim.app.editor.tools import CornerDrag
from sim.builder.corners import corners_of, with_corners
from sim.builder.errors import EditRefused
from sim.words import reason, say

__all__ = ["add_corner", "move_corner", "next_corner"]


def next_corner(hand: EditorController) -> None:
    """Hold the next corner of what is chosen; after the last of a thing, the first of the next."""
    each = [Handle(thing.id, index) for thing in cornered(hand.model) for index in range(len(corners_of(thing)))]
    if not each:
        hand.model.notify(say("Nothing is chosen that is shaped by corners"))
        return
    hand.corner = each[(each.index(hand.corner) + 1) % len(each)] if hand.corner in each else each[0]


def add_corner(hand: EditorController) -> None:
    """One more corner, half way from the one that is held to the next; it is held then."""
    if hand.lit is None:
        next_corner(hand)
    if hand.lit is not None and (drag := corner_drag(hand.model, Handle(hand.lit.id, hand.lit.index, True))):
        hand.corner = Handle(drag.thing.id, drag.index)
        _shape(hand, drag, (0.0, 0.0))


def move_corner(hand: EditorController, by: tuple[float, float]) -> bool:
    """Move the corner that keys hold by inches; False where they hold none."""
    held = hand.lit
    drag = corner_drag(hand.model, held) if held is not None and held == hand.corner else None
    if drag is not None:
        _shape(hand, drag, by)
    return drag is not None


def _shape(hand: EditorController, drag: CornerDrag, by: tuple[float, float]) -> None:
    corners, index = drag.corners, drag.index
    corner = (round(corners[index][0] + by[0], 3), round(corners[index][1] + by[1], 3))
    try:
        hand.model.commit(with_corners(drag.thing, (*corners[:index], corner, *corners[index + 1 :])))
    except EditRefused as error:
        hand.model.notify(reason(error), alert=True)
