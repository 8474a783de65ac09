"""Gang War (SCEN-05)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sim.carnevale.events import Scored
from sim.carnevale.scenario import AgendaRule, Scenario, scenario
from sim.carnevale.scenarios.gondolas import SetUpGondola
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.zones import Zone, edges
from sim.engine.requests import Rule
from sim.words import counted, say

__all__ = ["GangWar"]

DEEP = 8.0  # inches from the edge


@scenario
class GangWar(Scenario, frozen=True):
    """Hold the quarter: a point for everyone still standing."""

    id: ClassVar[str] = "gang-war"
    title: ClassVar[str] = say("Gang War")
    text: ClassVar[str] = say(
        "Old grudges come to the boil. Each gang scores a point for each of its own still on the board after five "
        "rounds, and for each agenda achieved; one kept for double scores two or nothing. Each player moors a "
        "gondola."
    )
    zones_text: ClassVar[str] = say("Zones are 8 inches deep, on opposite edges; for three or four gangs, on all four.")
    agenda_rules: ClassVar[frozenset[AgendaRule]] = frozenset({"double"})

    def zones(self, game: State) -> tuple[Zone, ...]:
        return edges(len(game.seats), game.size, DEEP)

    def scenery(self, game: State) -> Sequence[Step]:
        return [SetUpGondola(seat) for seat in game.seats]

    def bounty(self, game: State, seat: str, victim: str) -> float:
        return 1.0

    def score(self, game: State) -> Rule[None]:
        for seat in game.seats:
            standing = sum(c.seat == seat for c in game.on_board())
            if standing:
                game.emit(
                    Scored(
                        seat=seat,
                        vp=standing,
                        why=counted("{n} character on the board", "{n} characters on the board", standing),
                    )
                )
        return
        yield
