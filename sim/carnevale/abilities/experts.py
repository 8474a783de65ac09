"""Abilities that re-roll dice: the Experts, Acrobatic and Parry (DICE-06)."""

from __future__ import annotations

from sim.carnevale.characters import Character
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.state import State

__all__ = [
    "Acrobatic",
    "ExpertGrappler",
    "ExpertMarksman",
    "ExpertOffence",
    "ExpertProtection",
    "ExpertSorcerer",
    "Parry",
]


@ability
class Acrobatic(Ability):
    """Re-rolls up to X dice of its own DEXTERITY rolls in a Run/Climb or Jump, a disengage or a fall in it included."""

    name = "Acrobatic"

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        own = context.who == bearer.id and context.attacker  # what is rolled in these actions is DEXTERITY
        return x if own and context.action in ("run", "jump") else 0


@ability
class ExpertGrappler(Ability):
    """Re-rolls up to X dice of a Grapple or Drown, made or suffered."""

    name = "Expert Grappler"

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.who == bearer.id and context.purpose in ("grapple", "drown") else 0


@ability
class ExpertMarksman(Ability):
    """Re-rolls up to X dice of a Combat action out of base contact with the target."""

    name = "Expert Marksman"

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.who == bearer.id and context.purpose == "combat" and not context.contact else 0


@ability
class ExpertOffence(Ability):
    """Re-rolls up to X dice of a Combat action in base contact with the target."""

    name = "Expert Offence"

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.who == bearer.id and context.purpose == "combat" and context.contact else 0


@ability
class ExpertProtection(Ability):
    """Re-rolls up to X dice of a protection roll."""

    name = "Expert Protection"

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.who == bearer.id and context.purpose == "protection" else 0


@ability
class ExpertSorcerer(Ability):
    """Re-rolls up to X dice of a magic roll, cast or dispelled; and X more spells known (MAGIC-01)."""

    name = "Expert Sorcerer"

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.who == bearer.id and context.purpose in ("cast", "dispel") else 0


@ability
class Parry(Ability):
    """Makes an attacker in base contact re-roll up to X dice of its attack roll."""

    name = "Parry"

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.against == bearer.id and context.purpose == "combat" and context.contact else 0
