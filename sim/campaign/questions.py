"""What is to be decided now, whose it is, what speaks against each option, and what would be sensible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from sim.campaign.aftermath import gains_xp
from sim.campaign.campaign_file import DieFor
from sim.campaign.dice import OwedDie, due_after_talents, injury_dice
from sim.campaign.learning import TalentOffer, can_learn, talent_offers
from sim.campaign.recruits import ItemOffer, RecruitOffer, item_offers, recruit_offers
from sim.campaign.stages import stage_of
from sim.campaign.state import CampaignGang, CampaignState
from sim.words import say

__all__ = [
    "AskDie",
    "AskHire",
    "AskTalent",
    "AskXp",
    "CampaignQuestion",
    "XpOption",
    "owed_dice",
    "questions_of",
]


class XpOption(msgspec.Struct, frozen=True):
    """Who may be given experience. `unique`: who cannot gain any."""

    who: str
    name: str
    unique: bool = False


class AskDie(msgspec.Struct, frozen=True, tag_field="asks", tag="die"):
    """A real die is thrown, and what it shows is typed in."""

    seat: str
    purpose: DieFor
    who: str
    name: str

    def asks(self) -> str:
        """For what it is thrown, in a sentence."""
        match self.purpose:
            case "injury":
                return say("Throw a D10 for the injury of {who}.", who=self.name)
            case "mortal wound":
                return say("Throw a D10 for the life of {who}.", who=self.name)
            case "income":
                return say("Throw a D10 for what {who} earns.", who=self.name)
        return say("Throw a D10 for whether {who} stays.", who=self.name)


class AskXp(msgspec.Struct, frozen=True, tag_field="asks", tag="experience"):
    """Who is given so much XP: of the primary objective, or of a deed (`title`) that is number `deed`."""

    seat: str
    xp: int
    options: tuple[XpOption, ...]
    deed: int | None = None
    title: str = ""


class AskTalent(msgspec.Struct, frozen=True, tag_field="asks", tag="talent"):
    """Which talent a member learns, if any; what it does not spend is kept."""

    seat: str
    who: str
    name: str
    xp: int
    options: tuple[TalentOffer, ...]


class AskHire(msgspec.Struct, frozen=True, tag_field="asks", tag="hire"):
    """Who joins the gang and what is bought, if anything; ducats are kept."""

    seat: str
    ducats: int
    recruits: tuple[RecruitOffer, ...]
    items: tuple[ItemOffer, ...]


CampaignQuestion: TypeAlias = AskDie | AskXp | AskTalent | AskHire


def owed_dice(state: CampaignState) -> tuple[OwedDie, ...]:
    """The dice that are to fall now, in their order; none while a game is under way."""
    if state.open_game is not None or state.over:
        return ()
    injuries = [die for gang in state.gangs.values() for die in injury_dice(gang)]
    if injuries:
        return tuple(injuries)
    earning = [gang for gang in state.gangs.values() if stage_of(gang) in ("hiring", None)]
    return tuple(die for gang in earning for die in due_after_talents(gang))


def questions_of(state: CampaignState, seat: str | None = None) -> tuple[CampaignQuestion, ...]:
    """All that is open now, gang by gang, or of one of them. A gang's stages come one after the other."""
    if state.open_game is not None or state.over:
        return ()
    dice = [AskDie(die.seat, die.purpose, die.who, state.gang(die.seat).member(die.who).name)
            for die in owed_dice(state)]  # fmt: skip
    found: list[CampaignQuestion] = [die for die in dice if seat in (None, die.seat)]
    if any(die.purpose in ("injury", "mortal wound") for die in dice):
        return tuple(found)
    for gang in state.gangs.values():
        if seat in (None, gang.seat) and not any(die.seat == gang.seat for die in dice):
            found += _of(gang)
    return tuple(found)


def _of(gang: CampaignGang) -> Iterator[CampaignQuestion]:
    stage = stage_of(gang)
    if stage == "experience":
        for number, deed in enumerate(gang.deeds):
            if deed.xp:
                yield AskXp(gang.seat, deed.xp, _xp_options(gang, deed.by), number, deed.title)
        if gang.points:
            yield AskXp(gang.seat, gang.points, _xp_options(gang, tuple(member.id for member in gang.present)))
    elif stage == "talents":
        for member in gang.present:
            if can_learn(gang, member):
                yield AskTalent(gang.seat, member.id, member.name, member.xp, talent_offers(gang, member))
    elif stage == "hiring":
        yield AskHire(gang.seat, gang.ducats, recruit_offers(gang), item_offers(gang))


def _xp_options(gang: CampaignGang, ids: tuple[str, ...]) -> tuple[XpOption, ...]:
    there = [gang.member(id) for id in ids]
    return tuple(XpOption(member.id, member.name, not gains_xp(gang, member)) for member in there if not member.fate)
