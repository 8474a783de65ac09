"""Falls (FALL)."""

from __future__ import annotations

import pytest
from tables import do, fight, mini, of, only, roof_street

from sim.carnevale.events import Fell, LostLife
from sim.carnevale.falling import harm


@pytest.mark.rule("FALL-02")
@pytest.mark.parametrize(("inches", "lost"), [(0.4, 0), (1.0, 0), (1.5, 1), (2.0, 2), (7.99, 7), (7.998, 8), (8.0, 8)])
def test_a_fall_costs_its_whole_inches(inches: float, lost: int) -> None:
    assert harm(inches) == lost


@pytest.mark.rule("FALL-01", "FALL-02", "JUMP-05")
def test_a_fumbled_jump_off_a_roof_falls_eight_inches_and_five_aces_save_five() -> None:
    """The worked example of the rulebook: 8" down, 5 Aces, 3 LP lost."""
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8)), dice=[1, 2, 3, 4, 5, 7, 8, 9, 7, 7])
    told = do(table, "a", {"act": "jump", "to": (15, 12, 8)})
    fell = only(told, Fell)
    assert (fell.fallen, fell.height, fell.landing) == (8.0, 8.0, "solid")
    assert [event.lost for event in of(told, LostLife)] == [3]
    assert table.state["a"].here[2] == 0.0
