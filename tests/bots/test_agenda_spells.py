"""The master casts three spells in a turn, where an agenda asks for that."""

from __future__ import annotations

import pytest

from sim.bots.agenda_choices import prospect
from sim.bots.agenda_spells import three_spells
from sim.carnevale.events import SpellCast
from tests.bots.rounds import FAR, SPREAD, a_round, came_about
from tests.carnevale.stages import staged

MAGE = {
    "ap": 3,
    "wp": 4,
    "mind": 7,
    "abilities": ("Mage (2)",),
    "spells": ("Blessing of the Sky", "Otherworldly Oddity"),
    "keywords": ("Discipline (Fateweaving)",),
}


@pytest.mark.rule("AGENDA-C4", "MAGIC-02")
def test_a_mage_casts_three_spells_in_one_turn() -> None:
    reasons: list[str] = []
    state = a_round(SPREAD[:1], "C4", told=lambda _, why: reasons.append(why), **MAGE)
    assert came_about(state, "C4")
    assert len({event.spell for event in state.log if isinstance(event, SpellCast)}) == 3
    assert any("for an agenda" in reason for reason in reasons)


@pytest.mark.rule("AGENDA-C4", "MAGIC-02")
@pytest.mark.parametrize(("change", "able"), [({}, True), ({"ap": 2}, False), ({"wp": 1}, False), ({"mind": 0}, False)])
def test_three_spells_take_three_action_points_and_will(change: dict[str, int], able: bool) -> None:
    state = staged("gang-war", *SPREAD, *FAR, profiles={"n1": MAGE | change})
    assert (three_spells(state, "n1") > 0.5) == able
    assert three_spells(state, "n2") == 0.0  # no mage
    assert (prospect(state, "north", "C4") > 0.4) == able
