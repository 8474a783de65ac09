"""Where moves end is kept as long as those who come and go make no difference."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.board.movement.move_ends import InTheWay, KeptEnds, MoveEnds

HERE, THERE = np.array([[1.0, 1.0, 0.0, 0.5, 1.3]]), np.array([[9.0, 9.0, 0.0, 0.5, 1.3]])
NOBODY = np.zeros((0, 5))


def ends() -> MoveEnds:
    none = np.zeros(0)
    return MoveEnds(np.zeros((0, 3)), none, none > 0, none > 0, np.zeros(0, np.int64), None, np.zeros(1, np.uint8))


def met(bases: NDArray[np.float64]) -> InTheWay:
    return InTheWay.of(bases, NOBODY)


def is_here(others: NDArray[np.float64], _: MoveEnds) -> bool:
    return bool((others[:, 0] < 5.0).any())


def test_others_than_before_make_them_anew_only_where_they_matter() -> None:
    kept = KeptEnds()
    first = kept.of("a", met(NOBODY), ends, is_here)
    assert kept.of("a", met(THERE), ends, is_here) is first
    assert kept.of("b", met(THERE), ends, is_here) is not first
    beside = kept.of("a", met(HERE), ends, is_here)
    assert beside is not first
    assert kept.of("a", met(np.concatenate([HERE, THERE])), ends, is_here) is beside
    assert kept.of("a", met(NOBODY), ends, is_here) is first


def test_who_only_stands_where_it_ends_is_told_from_who_is_in_the_way() -> None:
    both, at_its_end = InTheWay.of(HERE, HERE), InTheWay.of(NOBODY, HERE)
    assert (both.changed(at_its_end) == HERE).all()
    assert len(both.changed(both)) == 0
