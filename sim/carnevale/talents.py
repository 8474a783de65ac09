"""Talents that a campaign lets characters learn, and the injuries that it leaves them (CAMP-03, 05)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sim.carnevale.characters import Profile, Trait
from sim.words import say

__all__ = ["TALENTS", "against_talent", "with_injuries", "with_talents"]

TALENTS = {
    "Acrobatic (1)": 4, "Berserk": 8, "Brave": 6, "Brawler": 8, "Expert Marksman (1)": 4, "Expert Offence (1)": 4,
    "Expert Protection (1)": 4, "Expert Sorcerer (1)": 8, "Fast Swimmer (1)": 6, "Hunter": 10, "Parry (1)": 6,
    "Pickpocket": 8,
}  # fmt: skip


def with_talents(profile: Profile, talents: Iterable[str]) -> Profile:
    return msgspec.structs.replace(profile, abilities=(*profile.abilities, *talents))


def with_injuries(profile: Profile, injuries: Iterable[str]) -> Profile:
    return profile


def against_talent(profile: Profile, talent: str) -> str:
    has = not Trait.parse(talent).x and talent in profile.abilities
    return say("{who} has {talent} already", who=profile.name, talent=talent) if has else ""
