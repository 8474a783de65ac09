"""The handles by which a canal, street, zone or plotted house is shaped: its corners, and the middles of its edges."""

from __future__ import annotations

import msgspec
import numpy as np

from sim.app.editor.model import EditorModel
from sim.app.editor.tools import CornerDrag, Eyes, Floats, Pixel, snapped_corner, within
from sim.board.files.map_marks import MapZone
from sim.board.files.mapfile import PiecePlacement
from sim.board.model.tableau import Point
from sim.builder.corners import (
    Cornered,
    corners_of,
    foot_of,
    goes_round,
    least_corners,
    with_corners,
    with_one_more,
)
from sim.builder.edits import Edit
from sim.builder.errors import EditRefused
from sim.words import reason, say

__all__ = [
    "Handle",
    "corner_drag",
    "cornered",
    "handle_under",
    "handles",
    "house_corners",
    "propose_corner",
    "without_corner",
]

HANDLE = 11.0  # pixels round a handle that take hold of it


class Handle(msgspec.Struct, frozen=True):
    """A corner of a thing; `between`: the middle of the edge from it to the next."""

    id: str
    index: int
    between: bool = False


def cornered(model: EditorModel, shown: bool = False) -> list[Cornered]:
    """What is chosen and shaped by corners; of houses the one that is chosen alone: several are moved, not shaped."""
    chosen: list[Cornered] = [*model.chosen_flat(shown)]
    if len(model.selected) == 1 and (placed := model.piece(model.selected[0], shown)) is not None:
        chosen.append(placed)
    return [thing for thing in chosen if corners_of(thing)]


def handles(thing: Cornered) -> list[tuple[Handle, Point]]:
    """Each corner of a thing, and the middle of each edge."""
    corners, z = corners_of(thing), foot_of(thing)
    made = [(Handle(thing.id, i), (*corner, z)) for i, corner in enumerate(corners)]
    for i in range(len(corners) if goes_round(thing) else len(corners) - 1):
        (x0, y0), (x1, y1) = corners[i], corners[(i + 1) % len(corners)]
        made.append((Handle(thing.id, i, True), ((x0 + x1) / 2, (y0 + y1) / 2, z)))
    return made


def handle_under(model: EditorModel, eyes: Eyes, mouse: Pixel) -> Handle | None:
    """Under the mouse, of what is chosen."""
    found: list[tuple[float, Handle]] = []
    for thing in cornered(model):
        for handle, at in handles(thing):
            pixel = eyes.pixel(at)
            if pixel is not None:
                away = max(abs(a - b) for a, b in zip(pixel, mouse, strict=True))
                if away <= HANDLE:
                    found.append((away + 3 * handle.between, handle))
    return min(found, key=lambda each: each[0])[1] if found else None


def corner_drag(model: EditorModel, handle: Handle) -> CornerDrag | None:
    """A corner that is taken hold of; between two, a new one."""
    thing = next((thing for thing in cornered(model) if thing.id == handle.id), None)
    if thing is None or handle.index >= len(corners_of(thing)):
        return None
    others = house_corners(model, thing.id) if isinstance(thing, PiecePlacement) else None
    if not handle.between:
        return CornerDrag(thing, corners_of(thing), handle.index, others)
    return CornerDrag(thing, with_one_more(thing, handle.index), handle.index + 1, others)


def house_corners(model: EditorModel, without: str = "") -> Floats:
    """The corners of all pieces but one, (n, 2): those of a drawn plan, or of the hull of others."""
    others = [placed for placed in model.map.pieces if placed.id != without]
    found = [
        np.array(corners_of(placed)) if corners_of(placed) else model.shapes.edges(placed)[:, 0] for placed in others
    ]
    return np.concatenate([np.zeros((0, 2)), *found])


def propose_corner(model: EditorModel, drag: CornerDrag, at: Point, *, free: bool) -> None:
    """Show a thing with a corner where the hand holds it; where it cannot be, as it was, with a word."""
    corner = snapped_corner(model, (at[0], at[1]), free=free, others=drag.others)
    corner = within(model, corner) if isinstance(drag.thing, MapZone) else corner
    corners = (*drag.corners[: drag.index], corner, *drag.corners[drag.index + 1 :])
    try:
        model.propose(with_corners(drag.thing, corners))
    except EditRefused as error:
        model.propose(None)
        model.notify(reason(error), alert=True)


def without_corner(model: EditorModel, handle: Handle) -> Edit | None:
    """The edit that takes a corner away; None where it is not there. Raises EditRefused."""
    drag = corner_drag(model, Handle(handle.id, handle.index))
    if drag is None:
        return None
    if len(drag.corners) <= least_corners(drag.thing):
        raise EditRefused(say("{what} has no corner to spare", what=drag.thing.id))
    return with_corners(drag.thing, (*drag.corners[: drag.index], *drag.corners[drag.index + 1 :]))
