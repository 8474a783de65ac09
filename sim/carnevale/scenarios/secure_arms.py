"""Secure Arms (SCEN-06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sim.carnevale.characters import Trait
from sim.carnevale.objective import Objective
from sim.carnevale.objectives import placing, scoring
from sim.carnevale.scenario import AgendaRule, Aim, Gift, Scenario, scenario
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.zones import Zone, edges
from sim.engine.requests import Rule
from sim.words import say

__all__ = ["SecureArms"]

DEEP, ASIDE = 8.0, 12.0  # inches from the edge, and from the side edges
CACHES, WORTH = 6, 2
REACH = 3.0  # inches from a cache in which its weapons are at hand
ARMED = (Trait("Expert Offence", 2), Trait("Expert Marksman", 2))


@scenario
class SecureArms(Scenario, frozen=True):
    """Six caches of weapons, good to hold and good to fight beside."""

    id: ClassVar[str] = "secure-arms"
    title: ClassVar[str] = say("Secure Arms")
    text: ClassVar[str] = say(
        "Six caches of forbidden weapons: each is worth two points to the gang that alone has somebody within three "
        "inches of it after five rounds, and whoever is that near has Expert Offence (2) and Expert Marksman (2). "
        "Without an agenda achieved, nothing counts."
    )
    zones_text: ClassVar[str] = say(
        "Zones are 8 inches deep, on opposite edges (for three or four gangs, on all four), 12 inches in from the "
        "sides."
    )
    ducats: ClassVar[int] = 100
    agendas: ClassVar[int] = 5
    agenda_rules: ClassVar[frozenset[AgendaRule]] = frozenset({"secondary"})
    holders_score: ClassVar[bool] = True

    def zones(self, game: State) -> tuple[Zone, ...]:
        return edges(len(game.seats), game.size, DEEP, ASIDE)

    def objectives(self, game: State) -> Sequence[Step]:
        return placing.in_turn(game, [Objective(f"cache-{n + 1}", WORTH) for n in range(CACHES)])

    def gifts(self, game: State) -> Rule[Mapping[str, Gift]]:
        found = {}
        for c in game.on_board():
            for o in list(game.objectives.values()):
                held = yield from scoring.held(game, c.id, o, REACH)
                if held is not None:
                    found[c.id] = Gift(ARMED, near=held.near)
                    break
        return found

    def aims(self, game: State, who: str) -> Sequence[Aim]:
        return [Aim(o.at, REACH, o.vp) for o in game.objectives.values() if o.at is not None]

    def score(self, game: State) -> Rule[None]:
        for o in list(game.objectives.values()):
            yield from scoring.score_held(game, o)
