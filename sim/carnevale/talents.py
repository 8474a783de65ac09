"""What a campaign makes of a character: the talents that experience buys, and injuries (CAMP-03, CAMP-05).

A talent is an ability, and stacks as abilities do: Parry (1) beside Parry (2) is Parry (3), and of most no more than 3
count (ABIL-Stacking). The book's Free Attack is no talent any more: its errata drop that ability.

Rulings. Engage and Slippery have no number in today's rules; Brawler has one, which the list leaves out. No rule says
what the list's Powerful Blow (1) does: it is Knockback, with each weapon of the character and Unarmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from sim.carnevale.characters import Profile, Trait, Weapon
from sim.carnevale.vocabulary import lexicon
from sim.errors import meant
from sim.words import say, term

__all__ = ["INJURIES", "TALENTS", "against_talent", "with_injuries", "with_talents"]

_PRICES = {
    "Acrobatic (1)": 4, "Berserk": 8, "Brave": 6, "Brawler (1)": 8, "Concealment (1)": 4, "Engage": 4,
    "Expert Marksman (1)": 4, "Expert Offence (1)": 4, "Expert Protection (1)": 4, "Expert Sorcerer (1)": 8,
    "Fast Swimmer (1)": 6, "First Strike (1)": 8, "Hunter": 10, "Knockback": 6, "Parry (1)": 6, "Pickpocket": 8,
    "Slippery": 4, "Universal Shielding (1)": 6,
}  # fmt: skip
TALENTS: Mapping[str, int] = MappingProxyType(_PRICES)
"""The talents by name, as cards write abilities, and the XP that each costs."""

INJURIES: Mapping[str, str] = MappingProxyType({"Broken Leg": "Limited Movement", "Broken Arm": "Broken Arm"})
"""The injuries that are felt in the next game, and the ability that each is there."""


def with_talents(profile: Profile, talents: Iterable[str]) -> Profile:
    """A profile with talents, each on top of what it has. ValueError for what is no talent."""
    for talent in talents:
        if talent not in TALENTS:
            raise ValueError(say("'{talent}' is no talent; {mend}", talent=talent, mend=meant(talent, TALENTS)))
        trait = Trait.parse(talent)
        if trait.name in lexicon().weapons:
            armed = tuple(_armed(weapon, trait) for weapon in profile.armoury)
            profile = msgspec.structs.replace(profile, weapons=armed)
        else:
            profile = msgspec.structs.replace(profile, abilities=_stacked(profile.abilities, trait))
    return profile


def with_injuries(profile: Profile, injuries: Iterable[str]) -> Profile:
    """A profile as it plays with injuries. ValueError for one that is not felt in a game."""
    for injury in injuries:
        if injury not in INJURIES:
            raise ValueError(say("'{injury}' is no injury; {mend}", injury=injury, mend=meant(injury, INJURIES)))
        profile = msgspec.structs.replace(profile, abilities=_stacked(profile.abilities, Trait(INJURIES[injury])))
    return profile


def against_talent(profile: Profile, talent: str) -> str:
    """Why a talent would bring this character nothing; empty where it brings something."""
    if with_talents(profile, [talent]) != profile:
        return ""
    trait = Trait.parse(talent)
    if trait.x:
        most = lexicon().all[trait.name].most
        return say(
            "{who} has {talent} ({most}), and no more counts", who=profile.name, talent=term(trait.name), most=most
        )
    return say("{who} has {talent} already", who=profile.name, talent=term(trait.name))


def _stacked(abilities: tuple[str, ...], trait: Trait) -> tuple[str, ...]:
    """Abilities with one more, or more of it, as far as it counts."""
    stacked = []
    for text in abilities:
        old = Trait.parse(text)
        if (old.name, old.of) == (trait.name, trait.of):
            most = max(old.x, min(old.x + trait.x, lexicon().all[trait.name].most))
            trait = msgspec.structs.replace(trait, x=most)
            text = str(trait)
        stacked.append(text)
    return tuple(stacked) if str(trait) in stacked else (*stacked, str(trait))


def _armed(weapon: Weapon, trait: Trait) -> Weapon:
    """A weapon with an ability that comes of its bearer's skill."""
    return msgspec.structs.replace(weapon, abilities=_stacked(weapon.abilities, trait))
