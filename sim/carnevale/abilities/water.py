"""Abilities of swimmers and boatmen."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale import rulings
from sim.carnevale.characters import Character, Trait
from sim.carnevale.events import PointsGained
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.state import State
from sim.engine.requests import Rule

__all__ = ["BoatCrew", "FastSwimmer", "WaterCreature"]


@ability
class BoatCrew(Ability):
    """May be set up on a boat, and regains 1 WP at the start of a turn on one. With one aboard, Cast Off costs 1 CP
    and goes up to 18"."""

    name = "Boat Crew"
    deploys: ClassVar[frozenset[str]] = frozenset({"boat"})
    sails: ClassVar[bool] = True

    def turn_begins(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        if bearer.wp < bearer.profile.wp:
            place = yield from rulings.ground(bearer.id)
            if place.vessel is not None and not place.gondola:
                game.emit(PointsGained(who=bearer.id, what="wp", points=1, why=self.name, ground=place))


@ability
class FastSwimmer(Ability):
    """MOVE +X in a Run/Climb that starts in water."""

    name = "Fast Swimmer"

    def modifier(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.stat == "move" and context.in_water else 0


@ability
class WaterCreature(Ability):
    """Full MOVE in water, 8" for each Underwater counter, casts and dispels in water, never drowned; may be set up
    in water."""

    name = "Water Creature"
    deploys: ClassVar[frozenset[str]] = frozenset({"water"})

    def at_home_in_water(self, game: State, bearer: Character) -> bool:
        return True
