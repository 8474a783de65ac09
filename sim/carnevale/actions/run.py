"""Run/Climb (MOVE-01 to 12)."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale import hooks, moving, ways
from sim.carnevale.action import Action
from sim.carnevale.characters import Point
from sim.carnevale.fields import Corners
from sim.carnevale.names import names_of, refusal_of
from sim.carnevale.state import State
from sim.carnevale.ways import Way
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["Run", "run_along"]


class Run(Action, frozen=True, tag="run"):
    """Move up to MOVE inches, for 1 AP: over the ground, through water, up and down walls (MOVE-01).

    Along `path`, or `to` a place by the shortest way. `fly`: through the air.
    """

    watched: ClassVar[bool] = True
    laden: ClassVar[bool] = True

    path: Corners = ()
    to: Point | None = None
    fly: bool = False

    @property
    def way(self) -> Way:
        return Way(self.path, self.to)

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        wrong = ways.way_refusal(self.way)
        if wrong is not None:
            return wrong
        if self.fly and not hooks.flies(game, who):
            return Refusal("MOVE-01", say("{who} cannot fly", who=names_of(game)(who)))
        path, _ = yield from ways.path_of_run(game, who, self.way, fly=self.fly)
        path = yield from ways.foreseen(game, who, path)
        return refusal_of(game, path) or ways.barred(game, who, path)

    def perform(self, game: State, who: str) -> Rule[None]:
        move = yield from moving.begin(game, who, self.name())
        path, move.inches = yield from ways.path_of_run(game, who, self.way, fly=self.fly)
        if self.fly:
            move.mover = ways.mover(game, who, move.inches, in_water=move.in_water, fly=True)
        yield from moving.go(game, move, path)


def run_along(game: State, who: str, way: Way) -> Rule[Run]:
    """The Run of a way: a flight, which takes no roll, for whoever flies (ABIL-Flight), unless only its feet lead
    there."""
    on_foot = Run(way.path, way.to)
    if not hooks.flies(game, who):
        return on_foot
    flown = Run(way.path, way.to, fly=True)
    if (yield from flown.refusal(game, who)) is None or (yield from on_foot.refusal(game, who)) is not None:
        return flown
    return on_foot
