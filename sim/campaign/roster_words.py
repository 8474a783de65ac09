"""A gang of a campaign and its members, a line each, for whoever reads or hears them."""

from __future__ import annotations

from sim.campaign.report_page import fate_told, member_told
from sim.campaign.story import GangStanding, MemberStanding
from sim.campaign.telling import talents_told
from sim.words import counted, joined, say, term

__all__ = ["gang_told", "member_line"]


def gang_told(gang: GangStanding) -> str:
    """Whose gang it is."""
    player = say("a person") if gang.player == "human" else say("the {bot} bot", bot=term(gang.player))
    told = {"gang": gang.name, "seat": gang.seat, "faction": term(gang.faction), "player": player}
    return say("{gang} ({seat}, {faction}, {player})", **told)


def member_line(member: MemberStanding) -> str:
    """A member, what it has learned and suffered, and what became of it."""
    facts = [
        *([say("Unique")] if member.unique else [say("{xp} XP", xp=member.xp)]),
        *([counted("{n} kill", "{n} kills", member.kills)] if member.kills else []),
        *talents_told(member.talents),
        *(say("{injury} in the next game", injury=term(injury)) for injury in member.injuries),
        *([say("misses the next game")] if member.misses and not member.fate else []),
        *([fate_told(member)] if member.fate else []),
    ]
    return say("{name} ({what}): {facts}", name=member.name, what=member_told(member), facts=joined(", ", facts))
