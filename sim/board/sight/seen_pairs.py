"""Who sees whom: all that is told of one mini looking at another, and of all that stand on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sim.board.board import Board
from sim.board.model.queries import DistanceOf, SightOf
from sim.board.model.tableau import Tableau
from sim.board.model.verdicts import Distance, Sight
from sim.board.sight.ruled_cover import RuledCover, ruled_cover

__all__ = ["SeenPair", "seen_pair", "seen_pairs"]


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
