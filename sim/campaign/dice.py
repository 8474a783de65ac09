"""The dice after a game: a D10 for each casualty, each Leader and Hero, and each hired Gifted (CAMP-05 to 07).

A die is known by the game, the member and what it is for. It falls once, whatever is decided before or after it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sim.campaign.campaign_file import DieFell, DieFor
from sim.campaign.cards import leads
from sim.campaign.state import CampaignGang, CampaignMember, CampaignState
from sim.engine.dice import SeededDice

__all__ = ["FATAL", "MORTAL_WOUND", "PURPOSES", "SIDES", "OwedDie", "due_after_talents", "injury_dice", "thrown"]

SIDES = 10
MORTAL_WOUND = 1  # of the first die for a casualty
FATAL = 6  # up to here the second die kills
PURPOSES: tuple[DieFor, ...] = ("injury", "mortal wound", "income", "gifted")
MEMBERS = 10_000  # of a gang in a whole campaign, at most


class OwedDie(msgspec.Struct, frozen=True):
    """A die that is to fall."""

    seat: str
    purpose: DieFor
    who: str


def injury_dice(gang: CampaignGang) -> Iterator[OwedDie]:
    """Those for casualties that have not fallen yet, the second of a mortal wound behind the first."""
    for who in gang.hurt:
        if ("injury", who) not in gang.fallen:
            yield OwedDie(gang.seat, "injury", who)
        elif gang.fallen["injury", who] == MORTAL_WOUND and ("mortal wound", who) not in gang.fallen:
            yield OwedDie(gang.seat, "mortal wound", who)


def due_after_talents(gang: CampaignGang) -> Iterator[OwedDie]:
    """Those for income and for the Gifted that have not fallen yet."""
    for purpose in PURPOSES[2:]:
        for member in gang.present:
            if (purpose, member.id) not in gang.fallen and _has(gang, member, purpose):
                yield OwedDie(gang.seat, purpose, member.id)


def _has(gang: CampaignGang, member: CampaignMember, purpose: DieFor) -> bool:
    """Whoever died has no such die; whoever was hired since is no part of that game either."""
    if member.joined >= gang.last:
        return False
    return leads(gang, member) if purpose == "income" else member.gifted


def thrown(seed: int, state: CampaignState, die: OwedDie) -> DieFell:
    """The die as the campaign's seed has it, whenever it is thrown."""
    gang = state.gang(die.seat)
    seat = list(state.gangs).index(die.seat)
    member = [each.id for each in gang.members].index(die.who)
    number = ((len(state.games) * len(state.gangs) + seat) * len(PURPOSES) + PURPOSES.index(die.purpose)) * MEMBERS
    return DieFell(die.seat, die.purpose, die.who, SeededDice(seed).face(number + member, SIDES))
