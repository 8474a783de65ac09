"""Acquisition (SCEN-07)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sim.board.model.tableau import MM
from sim.carnevale import hooks
from sim.carnevale.events import Scored
from sim.carnevale.names import names_of
from sim.carnevale.objective import RADIUS, Objective
from sim.carnevale.objectives import placing, scoring
from sim.carnevale.scenario import AgendaRule, Aim, Scenario, scenario
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.zones import Zone, corners
from sim.engine.requests import Rule
from sim.words import say

__all__ = ["Acquisition"]

REACH = 8.0  # inches of the zones from their corners
GOODS, WORTH, IN_HAND = 2, 2, 3


@scenario
class Acquisition(Scenario, frozen=True):
    """Smuggled goods, better carried than guarded."""

    id: ClassVar[str] = "acquisition"
    title: ClassVar[str] = say("Acquisition")
    text: ClassVar[str] = say(
        "Two Mobile chests of smuggled goods lie on the centre line. Each is worth two points to the gang that "
        "alone has somebody within three inches of it after five rounds, and three if one of its own carries it. "
        "Agendas stay secret until they are achieved, may be kept for double, and a new one follows each that "
        "scores. A gang needs no Leader."
    )
    zones_text: ClassVar[str] = say(
        "Zones lie within 8 inches of opposite corners; for three or four gangs, of all four."
    )
    ducats: ClassVar[int] = 75
    size: ClassVar[tuple[float, float]] = (24.0, 24.0)
    agenda_rules: ClassVar[frozenset[AgendaRule]] = frozenset({"secret", "cycle", "double"})
    needs_leader: ClassVar[bool] = False
    holders_score: ClassVar[bool] = True

    def zones(self, game: State) -> tuple[Zone, ...]:
        return corners(len(game.seats), game.size, REACH)

    def objectives(self, game: State) -> Sequence[Step]:
        goods = [Objective(f"chest-{n + 1}", WORTH, ("mobile",)) for n in range(GOODS)]
        width, depth = game.size
        return placing.in_turn(game, goods, ((0.0, depth / 2), (width, depth / 2)))  # from west to east

    def aims(self, game: State, who: str) -> Sequence[Aim]:
        if any(o.carrier == who for o in game.objectives.values()):
            return ()
        beside = (game[who].profile.size * MM / 2) + RADIUS
        return [Aim(o.at, beside, IN_HAND) for o in game.objectives.values() if o.at is not None]

    def score(self, game: State) -> Rule[None]:
        for o in list(game.objectives.values()):
            carrier = o.carrier
            if carrier is not None and not hooks.is_so(game, carrier, "scores_nothing"):
                game.emit(
                    Scored(
                        seat=game[carrier].seat,
                        vp=IN_HAND,
                        why=say("{objective} carried", objective=names_of(game)(o.id)),
                    )
                )
                continue
            yield from scoring.score_held(game, o)
