"""A landmark described: what it is, where it lies, how high one stands on it, and where a ladder leads."""

from __future__ import annotations

from collections.abc import Iterator

from sim.app.text.landmarks import BOATS, LADDERS, Landmark
from sim.app.text.seat_view import SeatView
from sim.app.text.wording import inches, level, way_of
from sim.board.model.part_names import CANAL
from sim.board.model.verdicts import PointInfo
from sim.words import capital, listed, say

__all__ = ["described", "seen_from"]

ASIDE = (0.8, 1.5)  # inches from a ladder, where its foot and its head are
OVER = 1.5  # inches over the head of a ladder, what it leads to may be
SOUNDED = 7  # places along each side of a bridge, under which is looked
NARROW = 0.8  # inches: nobody stands on a rail
LEAST = 1.0  # inches over the foot of a ladder, what it leads to is


def described(view: SeatView, mark: Landmark) -> Iterator[str]:
    """A landmark in a line or two."""
    if mark.kind in LADDERS:
        yield _ladder(view, mark)
        return
    (west, south, _), (east, north, high) = (
        tuple(round(each, 1) + 0.0 for each in corner)
        for corner in (mark.low, mark.high)  # never -0.0
    )
    told = {"name": capital(mark.full), "west": west, "east": east, "south": south, "north": north}
    if mark.kind == CANAL:
        yield say("{name}: from {west:.1f}, {south:.1f} to {east:.1f}, {north:.1f}.", **told)
        return
    tall = high if high > 0.0 else high - mark.low[2]  # a boat may lie all under the street
    yield say(
        "{name}: from {west:.1f}, {south:.1f} to {east:.1f}, {north:.1f}, {high} high.", high=inches(tall), **told
    )
    stood_on = [say("{part}, {level}", part=part, level=level(high)) for part, high in _parts(view, mark)]
    top = seen_from(view, mark)
    if stood_on and view.land.part(top.part, top.at[2]) == mark.name:  # the deck of a bridge, beside its parapets
        stood_on.insert(0, say("{part}, {level}", part=mark.name, level=level(top.at[2])))
    if stood_on:
        yield say("  One stands on: {parts}.", parts=listed(stood_on))
    if under := _under(view, mark):
        yield say("  Under it: {grounds}.", grounds=listed(under))
    if mark.kind in BOATS:
        yield say("  It lies fast: nobody rows it.")


def seen_from(view: SeatView, mark: Landmark) -> PointInfo:
    """The ground that one looks about from at a landmark: its top, in the middle."""
    x, y, high = mark.middle
    return view.under(x, y, high + OVER)


def _under(view: SeatView, mark: Landmark) -> list[str]:
    """What lies under a bridge, all along it."""
    if not view.land.is_bridge(mark.id):
        return []
    (west, south, _), (east, north, _) = mark.low, mark.high
    spots = [
        view.under(west + (east - west) * (i + 0.5) / SOUNDED, south + (north - south) * (j + 0.5) / SOUNDED)
        for i in range(SOUNDED)
        for j in range(SOUNDED)
    ]
    return list(
        dict.fromkeys(
            filter(None, (view.beneath(each) for each in spots if view.land.bears(mark, each.part, each.at[2])))
        )
    )


def _parts(view: SeatView, mark: Landmark) -> Iterator[tuple[str, float]]:
    """The parts of it that have names of their own, with their height, where their middle is open above."""
    for part in view.land.parts.values():
        (west, south, _), (east, north, _) = part.low, part.high
        if part.id.partition("/")[0] == mark.id and min(east - west, north - south) >= NARROW:
            x, y, high = part.middle
            found = view.under(x, y, high + 0.1)
            if view.land.bears(part, found.part, found.at[2]):
                yield part.name, found.at[2]


def _ladder(view: SeatView, mark: Landmark) -> str:
    """How high it goes, and from where to where."""
    x, y, high = mark.middle
    ends = [
        view.under(x + far * dx, y + far * dy, high + OVER) for far in ASIDE for dx, dy in map(way_of, (0, 2, 4, 6))
    ]
    foot, head = min(ends, key=lambda end: end.at[2]), max(ends, key=lambda end: end.at[2])
    told = {"name": capital(mark.full), "x": x, "y": y, "foot": view.land.part(foot.part, foot.at[2])}
    if head.at[2] < foot.at[2] + LEAST:
        return say("{name}: at {x:.1f}, {y:.1f}, {high} high, from {foot}.", high=inches(high - mark.low[2]), **told)
    return say(
        "{name}: at {x:.1f}, {y:.1f}, from {foot} up {high} to {head}.",
        high=inches(head.at[2] - foot.at[2]), head=view.land.part(head.part, head.at[2]), **told,
    )  # fmt: skip
