"""Climbs askew over a wall, from where a mover stands."""

from __future__ import annotations

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.model.queries import Mover
from sim.board.model.tableau import Figure, Tableau
from sim.board.movement import askew_climbs
from sim.board.movement.askew_climbs import FollowedClimbs
from sim.board.movement.path_search import PathSearch


def test_a_climb_from_one_start_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.load("san-canciano")
    tableau = Tableau((Figure("a", (15.55, 8.35, 0.97)),))
    followed: list[object] = []
    usual = askew_climbs._followed
    monkeypatch.setattr(askew_climbs, "_followed", lambda *given: followed.append(given[-1]) or usual(*given))

    def asked() -> np.ndarray:
        search = PathSearch(board, Mover("a", 6.0), tableau)
        (start,) = search.starts()
        return search.askew_from(start)

    first = asked()
    count = len(followed)
    assert len(first) > 0
    assert count == len(set(followed))
    assert np.array_equal(asked(), first)
    assert len(followed) == count


def test_the_last_starts_are_remembered() -> None:
    known = FollowedClimbs()
    starts = [np.array([float(n), 0.0, 0.0, 0.0]) for n in range(65)]
    known.of(starts[0])[(1.0, 2.0, 3.0)] = None
    for start in starts[:64]:
        known.of(start)[(0.0, 0.0, 0.0)] = None
    assert len(known.of(starts[0])) == 2
    known.of(starts[64])
    assert known.of(starts[1]) == {}
    assert len(known.of(starts[0])) == 2
