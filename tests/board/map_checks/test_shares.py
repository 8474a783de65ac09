"""The told share of cover is good to two hundredths, whatever the verdict (GEO-08), and its parts add up to it."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from sim.board.board import Board, Part
from sim.board.model.queries import CoverOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Meaning
from sim.board.model.verdicts import Cover
from tests.shapes import box

STREET = Part("street", Meaning(climbable=False), box((0, 0, -4), (24, 24, 0)))


def cover(board: Board, **at: tuple[float, float, float]) -> Cover:
    figures = tuple(Figure(name, place) for name, place in at.items())
    return cast(Cover, board.answer(CoverOf("a", "b"), Tableau(figures)))


@pytest.mark.rule("GEO-08")
@pytest.mark.parametrize("top", [1.02, 1.1, 1.2, 1.3, 1.4])
@pytest.mark.parametrize("edge", [11.7, 12.0, 12.2, 20.0])
def test_the_share_is_known_to_two_hundredths(top: float, edge: float) -> None:
    wall = Part("wall", Meaning(), box((14, 0, 0), (14.2, edge, top)))
    found = cover(Board("b", (24.0, 24.0), (STREET, wall)), a=(10.0, 12.0, 0.0), b=(16.0, 12.0, 0.0))
    assert found.error <= 0.02
    assert sum(part.hidden for part in found.by) == pytest.approx(found.hidden, abs=1e-4)


@pytest.mark.rule("GEO-08")
def test_the_share_is_known_to_two_hundredths_on_a_board() -> None:
    board, r = Board.load("san-canciano"), np.random.default_rng(4)
    for _ in range(12):
        one, two = (tuple(float(v) for v in (*r.uniform(2, 34, 2), r.choice([0.0, 3.0]))) for _ in range(2))
        found = cover(board, a=one, b=two)
        assert found.error <= 0.02
        assert sum(part.hidden for part in found.by) == pytest.approx(found.hidden, abs=1e-4)
