"""Abilities of the mind."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale import effects, sighting
from sim.carnevale.characters import Character, Trait
from sim.carnevale.events import PointsGained
from sim.carnevale.hook_values import Lent
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State
from sim.carnevale.stats import stat
from sim.engine.requests import Refusal, Rule

__all__ = ["is_called"]


@ability
class Companion(Ability):
    """With an X (a name or keyword) in sight: 1 WP back at the start of its turn, and that one's MIND, though it be
    lower, for its own; of several the highest."""

    name = "Companion"
    of_somebody = True

    def turn_begins(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        seen = (yield from self._in_sight(game, bearer, trait)) if bearer.wp < bearer.profile.wp else []
        if seen:
            game.emit(PointsGained(who=bearer.id, what="wp", points=1, why=str(trait), sight=seen[0].sight))

    def borrows(self, game: State, context: RollContext, bearer: Character, trait: Trait) -> Rule[Lent | None]:
        if context.stat != "mind":
            return None
        minds = yield from self._in_sight(game, bearer, trait)
        return max(minds, default=None, key=lambda lent: lent.value)

    def _in_sight(self, game: State, bearer: Character, trait: Trait) -> Rule[list[Lent]]:
        """The MIND of each X in sight."""
        seen: list[Lent] = []
        for c in game.friends(bearer.id):
            if is_called(c, trait.of):
                sight = yield from sighting.look(game, bearer.id, c.id)
                mind = stat(game, RollContext(purpose="lent", who=c.id, stat="mind")).total
                seen += [] if isinstance(sight, Refusal) else [Lent(mind, sight)]
        return seen


@ability
class Frenzied(Ability):
    """Spends LP as if they were WP, but never its last one."""

    name = "Frenzied"

    def life_as_will(self, bearer: Character) -> int:
        return max(0, bearer.lp - 1)


@ability
class Mage(Ability):
    """Knows X spells of one discipline, and its cantrip; Mage (0) the cantrip alone (MAGIC-01)."""

    name = "Mage"


@ability
class Mindless(Ability):
    """Handles objectives as others do, but is not counted for them when they score at the end of the game."""

    name = "Mindless"
    scores_nothing: ClassVar[bool] = True


@ability
class Primitive(Ability):
    """Rolls MIND on 7+ at the start of its turn; without an Ace it is Stunned."""

    name = "Primitive"

    def turn_begins(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        context = RollContext(purpose="primitive", who=bearer.id, stat="mind")
        result = yield from basic_roll(game, context)
        if not result.aces:
            effects.stun(game, bearer.id, self.name)


@ability
class Steadfast(Ability):
    """Cannot be Stunned (Renewed Vigour)."""

    name = "Steadfast"
    printed: ClassVar[bool] = False
    steadfast: ClassVar[bool] = True


def is_called(c: Character, name: str) -> bool:
    """Is this the character's name, or one of its keywords?"""
    return c.name.casefold() == name.casefold() or c.has_keyword(name)
