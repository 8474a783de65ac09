"""Where moves of a figure end, and how far on it is from there, kept with the lattice that they were found on.

Minis are asked about again and again while only one of them has moved. Where the moves of another end is the same as
long as nobody came or went near it, and so is the way on to a goal that stayed where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np
from numpy.typing import NDArray

from sim.board.most_recent import MostRecent

__all__ = ["KeptEnds", "MoveEnds"]

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Longs = NDArray[np.int64]

_KEPT, _GOALS = 20, 12  # moves, and goals of each: some 1 MB a move


class MoveEnds:
    """The places where moves end, as `Prospect` tells them. `nodes`: of those places, and then the one of the places
    round the start that is nearest to it, if there is any; it is `begins` inches away, in units."""

    def __init__(
        self,
        at: Floats,
        cost: Floats,
        wet: Flags,
        perch: Flags,
        nodes: Longs,
        begins: int | None,
        *,
        swims: bool = False,
    ) -> None:
        """`swims`: it begins in water."""
        self.at, self.cost, self.wet, self.perch = at, cost, wet, perch
        self.nodes, self.begins, self.swims = nodes, begins, swims
        self._left = MostRecent[Hashable, tuple[Floats, float]](_GOALS)

    def left(self, goals: Hashable, make: Callable[[], tuple[Floats, float]]) -> tuple[Floats, float]:
        """How far on it is to the nearest of some goals from each place, and from where the figure is; inches."""
        return self._left.of(goals, make)


class KeptEnds:
    """The ends of the moves that were asked for last, by all that they hang on."""

    def __init__(self) -> None:
        self._kept = MostRecent[Hashable, MoveEnds](_KEPT)

    def of(self, move: Hashable, make: Callable[[], MoveEnds]) -> MoveEnds:
        """Of a move, made where they are not kept."""
        return self._kept.of(move, make)

    def clear(self) -> None:
        """Something else stands there now."""
        self._kept.clear()
