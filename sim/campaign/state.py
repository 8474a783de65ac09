"""A campaign as it stands: its gangs and their members, and the games so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from sim.campaign.campaign_file import STAGES, DieFor, Fielded, Stage
from sim.campaign.errors import CampaignError
from sim.carnevale.aftermath import GameOutcome
from sim.carnevale.gangs import Chosen
from sim.carnevale.rosters import Roster
from sim.errors import meant
from sim.words import say

__all__ = ["CampaignGame", "CampaignGang", "CampaignMember", "CampaignState", "SharedDeed"]

Fate = Literal["", "dead", "left", "dismissed"]


class CampaignMember(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a gang, also one that is no longer in it (`fate`).

    `injuries` hold in the gang's next game, which whoever `misses` it does not play. `xp` is what is not spent.
    """

    id: str
    name: str
    chosen: Chosen
    gifted: bool = False  # of the Gifted, in a gang of another faction
    joined: int = 0  # how many games were played before
    xp: int = 0
    earned: int = 0  # XP in all
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()  # that came with a talent
    injuries: tuple[str, ...] = ()
    misses: bool = False
    kills: int = 0
    games: int = 0
    fate: Fate = ""


class SharedDeed(msgspec.Struct, frozen=True):
    """An agenda that several achieved: XP that is still to be divided among them."""

    title: str
    xp: int
    by: tuple[str, ...]


class CampaignGang(msgspec.Struct, frozen=True, kw_only=True):
    """A gang. `points`: of the primary objective, still to be given; `fallen`: dice after the last game, by what for
    and for whom; `hurt`: who was a casualty in it; `done`: stages that the player has closed since."""

    seat: str
    player: str
    name: str
    faction: str
    roster: Roster
    gifted: Roster
    ducats: int
    members: tuple[CampaignMember, ...]
    equipment: tuple[str, ...] = ()
    points: int = 0
    deeds: tuple[SharedDeed, ...] = ()
    learned: tuple[str, ...] = ()  # who has learned a talent since the last game
    hurt: tuple[str, ...] = ()
    experienced: bool = True  # is what kills and deeds bring counted?
    fallen: Mapping[tuple[DieFor, str], int] = {}
    done: tuple[Stage, ...] = STAGES
    last: int = 0  # the number of the last game that it played
    played: int = 0
    won: int = 0
    drawn: int = 0
    vp: int = 0

    @property
    def present(self) -> tuple[CampaignMember, ...]:
        """Those who are in the gang."""
        return tuple(member for member in self.members if not member.fate)

    def member(self, id: str) -> CampaignMember:
        """Raises CampaignError where the gang has and had nobody of this id."""
        for member in self.members:
            if member.id == id:
                return member
        raise CampaignError(say("nobody of {gang} has the id '{id}'", gang=self.name, id=id))

    def called(self, word: str) -> CampaignMember:
        """Who is in the gang and has this id or name. Raises CampaignError."""
        folded = word.casefold()
        for member in self.present:
            if folded in (member.id.casefold(), member.name.casefold()):
                return member
        mend = meant(word, [member.name for member in self.present])
        raise CampaignError(say("nobody of {gang} is called '{who}'; {mend}", gang=self.name, who=word, mend=mend))

    def with_member(self, member: CampaignMember) -> CampaignGang:
        """With this member in the place of the one of its id."""
        members = tuple(member if each.id == member.id else each for each in self.members)
        return msgspec.structs.replace(self, members=members)


class CampaignGame(msgspec.Struct, frozen=True):
    """A game. `outcome`: None while it is under way; `content`: the hash of its journal, none of one told by hand."""

    number: int
    map: str
    scenario: str
    ducats: int
    seed: int
    fielded: Mapping[str, Fielded]
    setup: str
    journal: str
    outcome: GameOutcome | None = None
    content: str = ""


class CampaignState(msgspec.Struct, frozen=True):
    """Where a campaign stands. `games`: all that were not abandoned; `abandoned` counts those that were."""

    name: str
    gangs: Mapping[str, CampaignGang]
    games: tuple[CampaignGame, ...] = ()
    abandoned: int = 0
    over: bool = False

    @property
    def open_game(self) -> CampaignGame | None:
        """The game that was begun and is not recorded."""
        last = self.games[-1] if self.games else None
        return last if last is not None and last.outcome is None else None

    def gang(self, seat: str) -> CampaignGang:
        """Raises CampaignError where there is no such seat."""
        if seat not in self.gangs:
            raise CampaignError(say("there is no seat '{seat}'; {mend}", seat=seat, mend=meant(seat, self.gangs)))
        return self.gangs[seat]

    def with_gang(self, gang: CampaignGang) -> CampaignState:
        """With this gang in its seat."""
        return msgspec.structs.replace(self, gangs={**self.gangs, gang.seat: gang})
