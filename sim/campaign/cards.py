"""The cards of a gang's members: as the roster prints them, and as they are played with what happened to them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sim.campaign.state import CampaignGang, CampaignMember
from sim.carnevale import equipment
from sim.carnevale.characters import Profile
from sim.carnevale.fields import MOST_DUCATS
from sim.carnevale.gangs import Chosen, Gang, GangCheck, GangFault, checked, faults
from sim.carnevale.rosters import Roster
from sim.carnevale.setup import Member
from sim.carnevale.talents import with_injuries, with_talents

__all__ = ["GIFTED", "card", "cost", "gang_faults", "is_leader", "leads", "member_of_game", "new_card", "worth"]

GIFTED = "Gifted"  # the faction whom any gang may hire (CAMP-07)
LEADING = ("Leader", "Hero")


def card(gang: CampaignGang, member: CampaignMember) -> Profile:
    """As the roster prints it, with the weapons and spells that were chosen."""
    profile = new_card(gang.gifted if member.gifted else gang.roster, member.chosen).profiles[0]
    assert profile is not None  # whoever joined was looked at
    return profile


def new_card(roster: Roster, chosen: Chosen) -> GangCheck:
    """The card of one who would join, and what is wrong with the choice of weapons and spells."""
    alone = Gang(1, roster.faction, roster.faction, (msgspec.structs.replace(chosen, name=""),))
    check = checked(alone, roster, MOST_DUCATS, leader=False)
    own = tuple(fault for fault in check.faults if fault.about in ("character", "weapons", "spells", "talents"))
    return msgspec.structs.replace(check, faults=own)


def cost(gang: CampaignGang, member: CampaignMember) -> int:
    """Ducats; what was learned in a campaign costs nothing before it is over (CAMP-08)."""
    return card(gang, member).cost


def worth(gang: CampaignGang) -> int:
    """Ducats of all who are in the gang, and of its equipment."""
    return sum(cost(gang, member) for member in gang.present) + equipment.price(gang.equipment)


def is_leader(gang: CampaignGang, member: CampaignMember) -> bool:
    return "Leader" in card(gang, member).keywords


def leads(gang: CampaignGang, member: CampaignMember) -> bool:
    """Is it a Leader or a Hero?"""
    return any(rank in card(gang, member).keywords for rank in LEADING)


def gang_faults(gang: CampaignGang, profiles: Iterable[Profile], *, leader: bool) -> list[GangFault]:
    """Every reason why these cards are no gang (GANG-01), however much they cost; the Gifted fight for anybody."""
    cards = list(profiles)
    factions = {word for each in cards for word in each.keywords if word.startswith("Faction")}
    mixed = factions <= {f"Faction ({gang.faction})", f"Faction ({GIFTED})"}
    found = faults(cards, sum(each.cost for each in cards), leader=leader)
    return [fault for fault in found if not (fault.about == "faction" and mixed)]


def member_of_game(gang: CampaignGang, member: CampaignMember) -> Member:
    """As it takes the field: by the name that it has in the campaign, whoever of its kind stays at home, with its
    talents and the injuries of the last game (CAMP-03, 05)."""
    profile = with_injuries(with_talents(card(gang, member), member.talents), member.injuries)
    known = msgspec.structs.replace(profile, spells=(*profile.spells, *member.spells))
    return Member(member.id, known.called(member.name))
