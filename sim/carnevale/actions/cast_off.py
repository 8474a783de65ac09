"""Cast Off (TERR-14): the command ability that moves a boat."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale import hooks, rulings
from sim.carnevale.action import Action
from sim.carnevale.actions.ability import USED
from sim.carnevale.actions.row import VesselPose, barred, stroke
from sim.carnevale.characters import Point
from sim.carnevale.events import CommandUsed, PointsSpent, Used
from sim.carnevale.fields import Bends, Turn
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["CastOff", "reach"]

NAME = "Cast Off"
COST, FAR = 2, 12.0  # CP, inches
CREWED_COST, CREWED_FAR = 1, 18.0  # with boatmen aboard


class CastOff(Action, frozen=True, tag="cast_off"):
    """Move the boat that the character is aboard: 2 CP and 12", with Boat Crew aboard 1 CP and 18" (TERR-14).

    `to` a place, with a `turn` in degrees (None: as it lies): straight, or by the poses that are given, or else round
    bends that are looked for.
    """

    ap: ClassVar[int] = 0
    command: ClassVar[bool] = True

    to: Point
    turn: Turn | None = None
    by: Bends = ()

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        stays = yield from self.barred_anywhere(game, who)
        if stays is not None:
            return stays
        place = yield from rulings.ground(who)
        assert place.vessel is not None
        _, far = reach(game, (yield from rulings.standing_on(game, place.vessel)), game[who].seat)
        return (yield from barred(game, place.vessel, VesselPose(self.to, self.turn, self.by), far))

    @staticmethod
    def barred_anywhere(game: State, who: str) -> Rule[Refusal | None]:
        """Why the character can cast off to no place at all, or None."""
        c = game[who]
        place = yield from rulings.ground(who)
        if place.vessel is None or place.gondola:
            return Refusal("TERR-14", say("{who} is aboard no boat", who=names_of(game)(c.id)))
        riders = yield from rulings.standing_on(game, place.vessel)
        cost, _ = reach(game, riders, c.seat)
        if c.cp < cost:
            return Refusal(
                "TURN-05",
                say(
                    "{command} costs {cost} CP and {who} has {cp}",
                    command=NAME,
                    cost=cost,
                    who=names_of(game)(c.id),
                    cp=c.cp,
                ),
            )
        if USED in c.used:
            return Refusal("TURN-10", say("{who} has used a command ability this round", who=names_of(game)(c.id)))
        enemies = [rider for rider in riders if game[rider].seat != c.seat]
        if enemies:
            return Refusal("TERR-14", say("{enemies} is aboard, and is an enemy", enemies=names_of(game)(enemies[0])))
        return None

    def perform(self, game: State, who: str) -> Rule[None]:
        place = yield from rulings.ground(who)
        assert place.vessel is not None
        cost, far = reach(game, (yield from rulings.standing_on(game, place.vessel)), game[who].seat)
        game.emit(PointsSpent(who=who, what="cp", points=cost, on=NAME))
        game.emit(Used(who=who, what=USED, each="round"))
        game.emit(CommandUsed(who=who, command=NAME, cost=cost))
        yield from stroke(game, who, place.vessel, VesselPose(self.to, self.turn, self.by), far, far, whole=True)


def reach(game: State, riders: list[str], seat: str) -> tuple[int, float]:
    """What it costs, and how far the boat goes, with a friend among the riders who is a boatman or without."""
    crewed = any(hooks.is_so(game, rider, "sails") for rider in riders if game[rider].seat == seat)
    return (CREWED_COST, CREWED_FAR) if crewed else (COST, FAR)
