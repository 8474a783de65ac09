"""A wave is sent over those whom it serves to throw."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from sim.bots import make
from sim.bots.danger import Outlook
from sim.bots.planned_spells import spell_worth
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.characters import Point
from sim.carnevale.disciplines.runes import WhereWaveEnds
from sim.carnevale.magic.casting import Cast
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.engine.requests import Measure
from tests.carnevale.stages import board_for, staged

MAGE = {"abilities": ("Mage (1)",), "spells": ("Waves of Force",), "wp": 5, "mind": 9, "attack": 1}
BY_THE_POOL = (7.0, 12.3, 0.0), (7.0, 17.7, 0.0)
INLAND = (20.0, 20.0, 0.0), (21.5, 20.0, 0.0)


@dataclass
class Scene:
    """The north's mage looks over a pool at two of the south."""

    state: State
    measure: Measure

    @property
    def outlook(self) -> Outlook:
        return Outlook(self.state, self.measure, weights_of("seasoned"))

    def worth(self) -> tuple[float, Cast]:
        return spell_worth(TurnPlans(self.outlook, "n1"), Cast("Waves of Force"), 0)


def scene(foes: tuple[Point, Point], *agendas: str) -> Scene:
    minis = ("n1", "north", (12.5, 15.0, 0.0)), *((f"s{n + 1}", "south", at) for n, at in enumerate(foes))
    state = staged("gang-war", *minis, agendas={"north": agendas}, profiles={"n1": MAGE})
    return Scene(state, Referee(board_for("gang-war")))


@pytest.mark.rule("SPELL-Waves-of-Force", "AGENDA-C3")
def test_a_wave_is_worth_two_enemies_in_the_canal() -> None:
    """Where an agenda asks for that; a swim by itself is not worth the Will."""
    wanted = scene(BY_THE_POOL, "C3")
    worth, cast = wanted.worth()
    assert worth > 0.2
    assert cast.to is not None
    ask = WhereWaveEnds(seat="north", who="n1", spell="Waves of Force", start=cast.to)
    assert make("seasoned", 1).choose(wanted.state, ask, wanted.measure) in BY_THE_POOL
    assert scene(BY_THE_POOL).worth()[0] <= 0.0


@pytest.mark.rule("SPELL-Waves-of-Force")
def test_no_wave_reaches_who_stands_inland() -> None:
    assert scene(INLAND, "C3").worth()[0] == 0.0
