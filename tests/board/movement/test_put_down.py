"""A mini that a hand puts down comes to rest where it can stand."""

from __future__ import annotations

import pytest

from sim.board.model.tableau import Figure, Tableau
from sim.board.movement.put_down import put_down
from tests.carnevale.tables import house, street

BOARD = street(house((4, 4), (9, 9), 4.0))


@pytest.mark.parametrize(
    ("at", "rest"), [((6, 6, 4.0), (6, 6, 4.0)), ((12, 12, 0.0), (12, 12, 0.0)), ((12, 12, 2.0), (12, 12, 0.0))]
)
def test_it_rests_on_what_is_under_it(at: tuple[float, float, float], rest: tuple[float, float, float]) -> None:
    figure = put_down(BOARD, Figure("a", at))
    assert figure is not None
    assert figure.at == pytest.approx(rest, abs=0.01)


def test_it_stands_clear_of_walls_and_others_and_nowhere_far_from_any_ground() -> None:
    beside = put_down(BOARD, Figure("a", (9.2, 6, 0.0)))
    assert beside is not None
    assert beside.at[0] >= 9 + beside.radius - 0.01
    other = Figure("b", (12, 12, 0.0), 40.0)
    clear = put_down(BOARD, Figure("a", (12.2, 12, 0.0)), Tableau((other,)))
    assert clear is not None
    assert ((clear.at[0] - 12) ** 2 + (clear.at[1] - 12) ** 2) ** 0.5 >= clear.radius + other.radius - 0.01
    assert put_down(BOARD, Figure("a", (60, 60, 0.0))) is None
