"""Where moves of a figure end, and how far on it is from there, kept with the lattice that they were found on.

Minis are asked about again and again while only one of them has moved. Where the moves of another end is the same as
long as nobody came or went where it could go, and so is the way on to a goal that stayed where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.most_recent import MostRecent
from sim.geometry.paths.trodden_columns import Columns

__all__ = ["InTheWay", "KeptEnds", "MoveEnds"]

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Longs = NDArray[np.int64]

_KEPT, _GOALS = 32, 12  # moves, and goals of each: some 1 MB a move


class InTheWay(NamedTuple):
    """The other bases that may matter to a move, a row of the kernels each: on the way, and where it ends."""

    on_the_way: frozenset[bytes]
    at_its_end: frozenset[bytes]

    @classmethod
    def of(cls, on_the_way: Floats, at_its_end: Floats) -> InTheWay:
        """Of two arrays of bases."""
        return cls(_rows(on_the_way), _rows(at_its_end))

    def changed(self, other: InTheWay) -> Floats:
        """Those bases that are in the way of but one of two moves."""
        rows = (self.on_the_way ^ other.on_the_way) | (self.at_its_end ^ other.at_its_end)
        return np.frombuffer(b"".join(rows)).reshape(-1, 5).copy()


def _rows(bases: Floats) -> frozenset[bytes]:
    return frozenset(row.tobytes() for row in bases)


class MoveEnds:
    """The places where moves end, as `Prospect` tells them. `nodes`: of those places, and then the one of the places
    round the start that is nearest to it, if there is any; it is `begins` inches away, in units. `trodden`: the columns
    that moves lead over."""

    def __init__(
        self,
        at: Floats,
        cost: Floats,
        wet: Flags,
        perch: Flags,
        nodes: Longs,
        begins: int | None,
        trodden: Columns,
        *,
        swims: bool = False,
    ) -> None:
        """`swims`: it begins in water."""
        self.at, self.cost, self.wet, self.perch = at, cost, wet, perch
        self.nodes, self.begins, self.trodden, self.swims = nodes, begins, trodden, swims
        self._left = MostRecent[Hashable, tuple[Floats, float]](_GOALS)

    def left(self, goals: Hashable, make: Callable[[], tuple[Floats, float]]) -> tuple[Floats, float]:
        """How far on it is to the nearest of some goals from each place, and from where the figure is; inches."""
        return self._left.of(goals, make)


class KeptEnds:
    """The ends of the moves that were asked for last, by all that they hang on."""

    def __init__(self) -> None:
        self._kept: list[tuple[Hashable, InTheWay, MoveEnds]] = []  # the last that was asked for stands last

    def of(
        self,
        move: Hashable,
        in_the_way: InTheWay,
        make: Callable[[], MoveEnds],
        matter: Callable[[Floats, MoveEnds], bool],
    ) -> MoveEnds:
        """Of a move, made where they are not kept. Who is in the way may be others than when they were made, if these
        do not `matter`: they stand where it does not lead."""
        for n in reversed(range(len(self._kept))):
            own, met, ends = self._kept[n]
            if own == move and (met == in_the_way or not matter(met.changed(in_the_way), ends)):
                self._kept.append(self._kept.pop(n))
                return ends
        ends = make()
        self._kept.append((move, in_the_way, ends))
        del self._kept[:-_KEPT]
        return ends

    def clear(self) -> None:
        """Something else stands there now."""
        self._kept.clear()
