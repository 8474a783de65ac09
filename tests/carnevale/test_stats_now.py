"""Stats as a card shows them: with what changes them whatever they are for (DICE-01, ACT-09)."""

from __future__ import annotations

import pytest

from sim.carnevale import effects
from sim.carnevale.stats import at_present
from tests.carnevale.tables import fight, mini, plain_street


@pytest.mark.rule("DICE-01", "ACT-09")
def test_a_stunned_mini_has_its_lowered_stats_on_its_card() -> None:
    state = fight(plain_street(), mini("a", "north", (6, 6, 0), move=4, dexterity=3, attack=7, mind=1)).state
    before = [number.total for number in at_present(state, "a")]
    effects.stun(state, "a", "test")
    after = at_present(state, "a")
    assert [number.total for number in after] == [before[0] - 1, before[1] - 1, before[2] - 1, *before[3:]]
    assert [bool(number.modifiers) for number in after] == [True, True, True, False, False]
