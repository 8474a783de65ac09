"""Talents: what a member may learn now, and what speaks against the others (CAMP-03)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sim.campaign.cards import card
from sim.campaign.state import CampaignGang, CampaignMember
from sim.carnevale.magic import spells
from sim.carnevale.talents import TALENTS, against_talent, with_talents
from sim.words import say

__all__ = ["TalentOffer", "against_learning", "can_learn", "spells_to_learn", "talent_offers"]

SORCERER = "Expert Sorcerer (1)"  # which comes with a spell


class TalentOffer(msgspec.Struct, frozen=True):
    """A talent and its price in XP. `spells`: one of these comes with it, to be chosen."""

    talent: str
    price: int
    spells: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


def talent_offers(gang: CampaignGang, member: CampaignMember) -> tuple[TalentOffer, ...]:
    """All talents, the cheapest first, with what speaks against each."""
    return tuple(
        TalentOffer(talent, price, spells_to_learn(gang, member, talent), tuple(against_learning(gang, member, talent)))
        for talent, price in sorted(TALENTS.items(), key=lambda each: (each[1], each[0]))
    )


def can_learn(gang: CampaignGang, member: CampaignMember) -> bool:
    """Is there a talent that it may learn now?"""
    return any(not list(against_learning(gang, member, talent)) for talent in TALENTS)


def against_learning(
    gang: CampaignGang, member: CampaignMember, talent: str, spell: str | None = None
) -> Iterator[str]:
    """Every reason why a member may not learn a talent now; `spell`: with this one, where one comes with it."""
    if member.id in gang.learned:
        yield say("{who} has learned a talent after this game", who=member.name)
    if member.xp < TALENTS[talent]:
        yield say("{talent} costs {price} XP; {who} has {xp}", talent=talent, price=TALENTS[talent], who=member.name,
                  xp=member.xp)  # fmt: skip
    profile = with_talents(card(gang, member), member.talents)
    if words := against_talent(profile, talent):
        yield words
    choice = spells_to_learn(gang, member, talent)
    if talent == SORCERER and not choice:
        yield say("{who} is no mage who could know another spell", who=member.name)
    if spell is not None and spell not in choice and (spell or choice):
        known = ", ".join(choice) or say("none")
        yield say("{talent} comes with a spell: one of {names}", talent=talent, names=known)


def spells_to_learn(gang: CampaignGang, member: CampaignMember, talent: str) -> tuple[str, ...]:
    """The spells of which one comes with a talent: of the discipline of those that are known."""
    if talent != SORCERER:
        return ()
    profile = card(gang, member)
    _, disciplines = spells.allowance(profile)
    known = (*profile.spells, *member.spells)
    own = {found.discipline for name in known if (found := spells.named(name)) is not None} or set(disciplines)
    all_spells = (found for name in spells.names() if (found := spells.named(name)) is not None)
    return tuple(
        each.name
        for each in all_spells
        if each.discipline in own and each.discipline in disciplines and not each.cantrip and each.name not in known
    )
