"""Who sees whom: all that is told of one mini looking at another, and of all that stand on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sim.board.board import Board
from sim.board.model.queries import DistanceOf, SightOf, SightTo
from sim.board.model.tableau import IGNORED, Point, Tableau
from sim.board.model.verdicts import Distance, Sight
from sim.board.sight.ruled_cover import RuledCover, ruled_cover

__all__ = ["SeenPair", "points_over", "seen_pair", "seen_pairs", "seen_place"]

OVER_GROUND = 0.05  # inches above the ground at which a place on it is looked for


class SeenPair(NamedTuple):
    """What one mini (`looks`) sees of another (`at`). Sight and distance are the same the other way round."""

    looks: str
    at: str
    sight: Sight
    ruled: RuledCover
    distance: Distance


def seen_pair(board: Board, tableau: Tableau, looks: str, at: str) -> SeenPair:
    """The board's sight, ruled cover and distance; all others of the tableau stand in the way."""
    sight = board.answer(SightOf(looks, at), tableau)
    distance = board.answer(DistanceOf(looks, at), tableau)
    assert isinstance(sight, Sight)
    assert isinstance(distance, Distance)
    return SeenPair(looks, at, sight, ruled_cover(board, tableau, looks, at), distance)


def seen_pairs(board: Board, tableau: Tableau, looking: Sequence[str], at: Sequence[str]) -> Iterator[SeenPair]:
    """Each of those who look with each of those looked at, in this order."""
    for one in looking:
        for other in at:
            if one != other:
                yield seen_pair(board, tableau, one, other)


def points_over(at: Point) -> tuple[Point, Point]:
    """What is looked at of a place (JUMP-01): its ground, or 1" above it: so much is ignored for sight (GEO-03), and
    who could jump up otherwise?"""
    x, y, z = at
    return (x, y, round(z + OVER_GROUND, 3)), (x, y, round(z + IGNORED, 3))


def seen_place(board: Board, tableau: Tableau, looks: str, at: Point) -> Sight:
    """Whether a mini sees a place, as whatever is aimed there asks it."""
    ground, above = points_over(at)
    sight = board.answer(SightTo(looks, ground), tableau)
    assert isinstance(sight, Sight)
    if not sight.visible:
        sight = board.answer(SightTo(looks, above), tableau)
        assert isinstance(sight, Sight)
    return sight
