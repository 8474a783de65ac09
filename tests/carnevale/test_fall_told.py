"""What a fall off a real table's roof costs is told with where it ends."""

from __future__ import annotations

import pytest

import sim
from sim.board.model.terrain import Landing
from sim.board.movement.pushed_off import pushed_off
from sim.carnevale.push_words import fall_cost, push_sentence

COST = "which costs {} Life Points, fewer by the Aces of a DEXTERITY roll"


@pytest.mark.rule("FALL-02", "FALL-03")
@pytest.mark.parametrize(
    ("inches", "spot", "lost"),
    [
        (1.0, Landing.SOLID, 0),  # no more than an inch harms nobody
        (1.0, Landing.DANGEROUS, 0),
        (3.7, Landing.SOLID, 3),  # whole inches
        (2.7, Landing.WATER, 0),
        (4.5, Landing.WATER, 2),
        (6.0, Landing.SOFT, 2),
        (2.0, Landing.DIFFICULT, 4),
        (2.0, Landing.DANGEROUS, 6),
    ],
)
def test_a_fall_costs_its_whole_inches_after_what_it_lands_on(inches: float, spot: Landing, lost: int) -> None:
    assert fall_cost(inches, spot) == (COST.format(lost) if lost else "")


@pytest.mark.rule("ACT-07", "FALL-02")
def test_who_is_pushed_off_a_roof_is_told_what_that_costs() -> None:
    street, house = sim.box((0, 0, -1), (12, 12, 0)), sim.box((2, 2, 0), (6, 10, 4.5))
    top = sim.from_parts({"street": street, "house": house}).with_mini("a", (5, 6, 4.5))
    pushed = pushed_off(top.board, top.tableau, "a", (9, 6, 4.5), 2.0)
    said = push_sentence("a", pushed, frozenset({"a"}))
    assert said == f'a is pushed 2.00", falls 4.50" and comes to rest at 7.00, 6.00, 0.00, {COST.format(4)}'
