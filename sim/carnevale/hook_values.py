"""What hooks are told and what they answer: what a roll is for, a hit, a number lent, what a turn begins with."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from sim.board.model.verdicts import Sight
from sim.carnevale.characters import Effect, Weapon

__all__ = ["Flag", "Hit", "Lent", "Purpose", "TurnBoost"]

Purpose = Literal[  # of a number or a roll
    "cast", "climb", "combat", "difficult ground", "disengage", "dispel", "dive", "drown", "evasion", "fall", "fear",
    "grapple", "jump", "morale", "primitive", "protection", "row", "run", "unstable ground",
    "lent",  # a number that stands in for another's
    "",  # for anything: a number as it is
]  # fmt: skip
Flag = Literal[  # what the bearer of a trait, or a weapon, is
    "always_cover", "carries_nothing", "harmless", "no_cover", "rerolls_destiny", "sails", "scores_nothing",
    "steadfast", "works_in_water",
]  # fmt: skip


class Lent(NamedTuple):
    """A number that stands in for a character's own, and the beam to whoever lends it."""

    value: int
    sight: Sight | None = None


class TurnBoost(NamedTuple):
    """What the next turn of a character begins with, as far as that is known beforehand: AP more, and effects."""

    ap: int = 0
    effects: tuple[Effect, ...] = ()


class Hit(msgspec.Struct, frozen=True):
    """What a Combat action did to one character. `aimed_at`: whom it was made against, of all under its marker."""

    aimed_at: str | None
    target: str
    weapon: Weapon
    contact: bool
    outcome: str
    struck: int  # Damage that came to the protection roll (EQUIP-11); none of a Harmless weapon
    lost: int  # Life Points lost, a Critical's included
    harmless: bool

    def follows(self, ability: str, *, lost: bool = False) -> bool:
        """Does an ability that needs Damage (`lost`: Life Points lost to the weapon) come of this hit?

        None does of a Harmless weapon, unless its data say so (WEAP-Harmless).
        """
        return ability in self.weapon.without_damage or ((self.lost if lost else self.struck) > 0 and not self.harmless)
