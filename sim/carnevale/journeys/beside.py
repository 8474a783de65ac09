"""To a mini: where the way to its side ends, and what is told where no base comes to stand there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, dist, inf, pi, sin

import msgspec

from sim.board.board import Board
from sim.board.model.journeys import Bar, Journey
from sim.board.model.tableau import IGNORED, Figure, Point
from sim.carnevale.journeys.traveller import FAR, WHO, Stance, Traveller, Wayfarer
from sim.carnevale.state import rounded
from sim.words import say

__all__ = ["place_beside", "without_contact"]

AROUND = 24  # places round a base at which contact is looked for
NEAREST = 3  # of these, to which the way is measured exactly


def place_beside(
    board: Board, traveller: Traveller, start: Point, whom: Figure, others: Sequence[Figure]
) -> Point | None:
    """The place in base contact with a mini (GEO-04) to which the way is shortest, as a charge goes (MOVE-10): on foot
    where one leads there, else the nearest; None where no base finds room beside it. `others`: all who stand on the
    board, `whom` among them."""
    walker = Wayfarer(board, traveller, others)
    here = walker.let_down(start)
    if here is None:
        return None
    if Figure(WHO, here, traveller.base_mm).touches(whom):
        return here
    places = list(dict.fromkeys(_places(walker, whom, _directions(here, whom.at))))
    if not places:
        return None
    far = walker.prospect(Stance(here), FAR, places).now
    ranked = sorted(range(len(places)), key=lambda n: (float(far[n]), dist(here, places[n])))
    best, least, before = places[ranked[0]], inf, here
    for place in (places[n] for n in ranked[:NEAREST]):
        path = walker.way(Stance(here), place)
        if path is not None and path.cost < least:
            best, least, before = place, path.cost, path.points[-2] if len(path.points) > 1 else here
    for place in _places(walker, whom, [_towards(whom.at, before)]):  # where its last leg leads straight to it
        path = walker.way(Stance(here), place)
        if path is not None and path.cost < least:
            best, least = place, path.cost
    return best


def without_contact(found: Journey, traveller: Traveller, whom: Figure) -> Journey:
    """The way to the nearest place where there is none in base contact: so it does not arrive."""
    ends = found.stages[-1].points[-1] if found.stages else found.start
    words = say("no base of {mm:g} mm finds room in base contact with {mini}", mm=traveller.base_mm, mini=whom.id)
    bar = Bar("room", words, whom.at, "GEO-04")
    left = max(round(dist(ends, whom.at), 3), 0.001)
    return msgspec.structs.replace(found, arrives=False, left=left, bars=(bar, *found.bars))


def _directions(here: Point, at: Point) -> list[float]:
    """From a mini, in radians: straight to who comes, and all round from there."""
    first = _towards(at, here)
    return [first + 2 * pi * n / AROUND for n in range(AROUND)]


def _towards(at: Point, to: Point) -> float:
    return atan2(to[1] - at[1], to[0] - at[0])


def _places(walker: Wayfarer, whom: Figure, directions: Sequence[float]) -> Iterator[Point]:
    """Where a base comes to stand in contact with a mini that is let down beside it, in each direction that has such
    a place."""
    mine = Figure(WHO, whom.at, walker.traveller.base_mm)
    apart = mine.radius + whom.radius
    x, y, z = whom.at
    for angle in directions:
        rest = walker.let_down(rounded((x + cos(angle) * apart, y + sin(angle) * apart, z + IGNORED)))
        if rest is not None and msgspec.structs.replace(mine, at=rest).touches(whom):
            yield rest
