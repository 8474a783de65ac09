"""Charges and ways over what is narrower than the lattice: steep stairs, short arcs beside an enemy."""

from __future__ import annotations

import pytest

from sim.board.board import Board
from sim.board.model.queries import Mover, PathTo
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Path
from tests.board.movement.scenes import HOUSE, Scene, block, board, street


def stair(tread: float) -> Board:
    """Six steps of half an inch up to the east, from x = 8 on."""
    steps = [block(8 + k * tread, 4, 0, 16, 12, (k + 1) * 0.5) for k in range(6)]
    return board(street(), *((f"stair/step-{k}", HOUSE, step) for k, step in enumerate(steps)))


def charge(home: Board, at: Point, base: float, enemy: Figure) -> Path:
    tableau = Tableau((Figure("a", at, base), enemy))
    found = home.answer(PathTo(Mover("a", 6.0, charge=True, enemies=(enemy.id,)), enemy.at), tableau)
    assert isinstance(found, Path)
    return found


@pytest.mark.rule("MOVE-01", "MOVE-10")
@pytest.mark.parametrize(
    ("tread", "at", "base", "to", "other"),
    [
        (0.25, (9.886, 9.335, 3.0), 40.0, (7.255, 6.693, 0.0), 25.0),
        (0.12, (6.904, 8.446, 0.0), 25.0, (9.73, 6.368, 3.0), 30.0),
        (0.12, (7.748, 8.748, 1.0), 25.0, (10.326, 8.851, 3.0), 25.0),
    ],
)
def test_a_charge_up_or_down_narrow_steps_is_found(
    tread: float, at: Point, base: float, to: Point, other: float
) -> None:
    found = charge(stair(tread), at, base, Figure("b", to, other))
    assert found.refusal is None
    assert [contact.id for contact in found.contacts] == ["b"]


@pytest.mark.rule("MOVE-01", "MOVE-03")
def test_a_straight_way_up_narrow_steps_that_is_legal_is_not_refused() -> None:
    scene = Scene(stair(0.12), (6.904, 8.446, 0.0), base_mm=25.0)
    to = (8.829, 6.97, 3.0)
    assert scene.along(to, move=6.0).refusal is None
    assert scene.path(to, 6.0).refusal is None


@pytest.mark.rule("MOVE-10")
def test_an_enemy_is_charged_where_it_is_free_on_a_short_arc_only() -> None:
    # Out of the water over the cheek of some steps, to the one side of an enemy that a stall leaves free.
    home = Board.load("campiello-dei-remi")
    found = charge(home, (14.118, 18.531, -0.75), 30.0, Figure("b", (15.784, 14.321, 0.0), 40.0))
    assert found.refusal is None
    assert [contact.id for contact in found.contacts] == ["b"]
    assert found.cost < 3.3
