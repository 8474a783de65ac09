"""What is told of a way can be gone: its corners, rounded as they are told, lead the same way again."""

from __future__ import annotations

import pytest

from sim.board.board import Board
from sim.board.model.queries import Mover, PathAlong, PathTo
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Path


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(
    ("name", "base_mm", "at", "to"),
    [
        pytest.param("calle-lunga", 30.0, (13.255, 2.201, 0.72), (11.25, 1.0, 0.0), id="over the tip of an awning"),
        pytest.param("campiello-dei-remi", 30.0, (17.25, 22.375, 1.34), (17.625, 23.25, 0.0), id="off crates"),
        pytest.param("campiello-dei-remi", 40.0, (17.25, 22.375, 1.34), (17.625, 23.25, 0.0), id="off crates, wider"),
        pytest.param("campiello-dei-remi", 30.0, (12.093, 19.952, 1.69), (10.875, 20.0, 1.69), id="down a bridge"),
        pytest.param("san-canciano", 40.0, (6.454, 26.181, 0.0), (8.25, 27.5, 0.0), id="past a house"),
        pytest.param("san-canciano", 30.0, (8.672, 27.538, 0.0), (9.5, 28.25, 0.0), id="past a lamp-post"),
        pytest.param("calle-lunga", 30.0, (9.38, 41.923, 0.0), (8.75, 41.375, 0.0), id="past poles"),
        pytest.param("calle-lunga", 40.0, (14.081, 41.715, 0.842), (11.75, 42.875, 0.14), id="past a barricade"),
    ],
)
def test_a_way_can_be_gone_as_it_is_told(name: str, base_mm: float, at: Point, to: Point) -> None:
    home, mover, tableau = Board.load(name), Mover("a", 5.0), Tableau((Figure("a", at, base_mm),))
    path = home.answer(PathTo(mover, to), tableau)
    assert isinstance(path, Path)
    assert path.refusal is None
    again = home.answer(PathAlong(mover, path.points[1:]), tableau)
    assert isinstance(again, Path)
    assert again.refusal is None
    assert again.points[-1] == path.points[-1]
    assert again.ends.at == path.ends.at
