"""The story of a campaign: how its gangs stand, and game by game what happened; for the report, and for programs."""

from __future__ import annotations

import msgspec

from sim.campaign.campaign_file import CampaignEntry, CampaignFile, DieFell, GameBegun, GameRecorded
from sim.campaign.cards import card, worth
from sim.campaign.folding import state_of, steps_of
from sim.campaign.state import CampaignGang, CampaignMember, CampaignState
from sim.campaign.telling import deeds_told, entry_told, outcome_told

__all__ = ["CampaignStory", "GangStanding", "MemberStanding", "StoryGame", "StoryLine", "standing_of", "story_lines",
           "story_of"]  # fmt: skip


class MemberStanding(msgspec.Struct, frozen=True):
    """A member as a roster shows it; `fate` of those who are gone."""

    id: str
    name: str
    character: str
    rank: str
    cost: int
    xp: int
    earned: int
    talents: tuple[str, ...]
    injuries: tuple[str, ...]
    misses: bool
    kills: int
    games: int
    fate: str
    gifted: bool
    unique: bool


class GangStanding(msgspec.Struct, frozen=True):
    """A gang as a table of standings shows it."""

    seat: str
    player: str
    name: str
    faction: str
    ducats: int
    worth: int
    played: int
    won: int
    drawn: int
    lost: int
    vp: int
    equipment: tuple[str, ...]
    members: tuple[MemberStanding, ...]


class StoryLine(msgspec.Struct, frozen=True):
    """A sentence of the story; `seat`: whose it is, empty where it is everybody's. `die`: did a die say it?"""

    words: str
    seat: str = ""
    die: bool = False


class StoryGame(msgspec.Struct, frozen=True):
    """A game, how it ended, and what came after it. Before the first game there is one with the number 0."""

    number: int
    map: str = ""
    scenario: str = ""
    ducats: int = 0
    outcome: str = ""
    journal: str = ""
    winner: str = ""
    score: dict[str, int] = {}
    lines: tuple[StoryLine, ...] = ()


class CampaignStory(msgspec.Struct, frozen=True):
    name: str
    seed: int
    ducats: int
    over: bool
    abandoned: int
    gangs: tuple[GangStanding, ...]
    games: tuple[StoryGame, ...]


def story_of(file: CampaignFile, source: str) -> CampaignStory:
    """All of it. Raises CampaignError where the file is wrong."""
    state = state_of(file, source)
    games = [StoryGame(0)]
    for number, before, after in steps_of(file, source):
        entry = file.log[number]
        if isinstance(entry, GameBegun):
            games.append(StoryGame(len(after.games), entry.map, entry.scenario, entry.ducats, journal=entry.journal))
        if isinstance(entry, GameRecorded):
            score = {each.seat: each.vp for each in entry.outcome.seats}
            games[-1] = msgspec.structs.replace(
                games[-1], outcome=outcome_told(after), winner=entry.outcome.winner or "", score=score
            )
        lines = (*games[-1].lines, *_lines(before, entry, after))
        games[-1] = msgspec.structs.replace(games[-1], lines=lines)
    return CampaignStory(
        name=file.name,
        seed=file.seed,
        ducats=file.ducats,
        over=state.over,
        abandoned=state.abandoned,
        gangs=tuple(map(standing_of, state.gangs.values())),
        games=tuple(game for game in games if game.number or game.lines),
    )


def story_lines(file: CampaignFile, source: str, since: int) -> list[StoryLine]:
    """What happened since the log had so many entries."""
    return [
        line
        for number, before, after in steps_of(file, source)
        if number >= since
        for line in _lines(before, file.log[number], after)
    ]


def _lines(before: CampaignState, entry: CampaignEntry, after: CampaignState) -> list[StoryLine]:
    words = entry_told(before, entry, after)
    found = [StoryLine(words, getattr(entry, "seat", ""), isinstance(entry, DieFell))] if words else []
    if isinstance(entry, GameRecorded):
        found += [StoryLine(told, seat) for seat in after.games[-1].fielded for told in deeds_told(after, seat)]
    return found


def standing_of(gang: CampaignGang) -> GangStanding:
    """How a gang stands; whoever is in it first, then those who are gone."""
    members = sorted(gang.members, key=lambda member: bool(member.fate))
    return GangStanding(
        seat=gang.seat,
        player=gang.player,
        name=gang.name,
        faction=gang.faction,
        ducats=gang.ducats,
        worth=worth(gang),
        played=gang.played,
        won=gang.won,
        drawn=gang.drawn,
        lost=gang.played - gang.won - gang.drawn,
        vp=gang.vp,
        equipment=gang.equipment,
        members=tuple(_member(gang, member) for member in members),
    )


def _member(gang: CampaignGang, member: CampaignMember) -> MemberStanding:
    profile = card(gang, member)
    return MemberStanding(
        id=member.id,
        name=member.name,
        character=profile.name,
        rank=next((rank for rank in ("Leader", "Hero", "Henchman") if rank in profile.keywords), ""),
        cost=profile.cost,
        xp=member.xp,
        earned=member.earned,
        talents=(*member.chosen.talents, *member.talents),
        injuries=member.injuries,
        misses=member.misses,
        kills=member.kills,
        games=member.games,
        fate=member.fate,
        gifted=member.gifted,
        unique="Unique" in profile.keywords,
    )
