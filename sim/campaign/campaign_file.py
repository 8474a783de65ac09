"""What a campaign's file holds: how it began, and everything that happened since, in order.

Nothing is ever taken out of the log: what was taken back is struck out by a later entry.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from sim.carnevale.aftermath import GameOutcome
from sim.carnevale.fields import MOST_MEMBERS, Ducats, Face, Name, Names, OwnName, Seed, Source
from sim.carnevale.gangs import Chosen, Gang
from sim.carnevale.rosters import Roster

__all__ = [
    "MOST_PLAYERS",
    "STAGES",
    "CampaignEnded",
    "CampaignEntry",
    "CampaignFile",
    "CampaignPlayer",
    "DecisionUndone",
    "DieFell",
    "DieFor",
    "Fielded",
    "GameAbandoned",
    "GameBegun",
    "GameRecorded",
    "ItemBought",
    "MemberDismissed",
    "MemberHired",
    "Stage",
    "StageDone",
    "TalentLearned",
    "XpGiven",
]

MOST_PLAYERS = 4
Stage = Literal["experience", "talents", "hiring"]
STAGES: tuple[Stage, ...] = ("experience", "talents", "hiring")  # of what players decide after a game, in this order
DieFor = Literal["injury", "mortal wound", "income", "gifted"]
Xp = Annotated[int, Meta(ge=1, le=1000)]
Hash = Annotated[str, Meta(max_length=100)]
Ids = Annotated[tuple[Name, ...], Meta(max_length=MOST_MEMBERS)]


class CampaignPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gang as it was at the beginning, its roster with it, and who plays it: "human", or a bot by its name."""

    seat: Name
    player: Source
    gang: Gang
    roster: Roster


class Fielded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who of a gang takes part in a game, by id, and with what equipment (CAMP-01)."""

    members: Ids
    equipment: Names = ()


class GameBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="game_begun"):
    """`setup`: what the game's journal must have been begun with; `journal`: its file, beside the campaign's."""

    map: Source
    scenario: Name
    ducats: Ducats
    seed: Seed
    fielded: Annotated[dict[Name, Fielded], Meta(min_length=2, max_length=MOST_PLAYERS)]
    setup: Hash
    journal: Source


class GameAbandoned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="game_abandoned"):
    """The game that was begun is given up: all is as it was before it."""


class GameRecorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="game_recorded"):
    """`content`: the hash of its journal; empty where it was told by hand."""

    outcome: GameOutcome
    content: Hash = ""


class DieFell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="die_fell"):
    """A D10 for a member after a game."""

    seat: Name
    purpose: DieFor
    who: Name
    face: Face


class XpGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="xp_given"):
    """Of the primary objective's points, or of a deed's that several share, by its place in the list."""

    seat: Name
    who: Name
    xp: Xp
    deed: Annotated[int, Meta(ge=0, le=100)] | None = None


class TalentLearned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="talent_learned"):
    """`spell`: what a mage learns with it (Expert Sorcerer)."""

    seat: Name
    who: Name
    talent: Name
    spell: OwnName = ""


class MemberHired(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="member_hired"):
    """`again`: who left is hired once more, with all that was learned (CAMP-07)."""

    seat: Name
    chosen: Chosen
    gifted: bool = False
    again: OwnName = ""


class ItemBought(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="item_bought"):
    seat: Name
    item: Name


class MemberDismissed(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="member_dismissed"
):
    seat: Name
    who: Name


class StageDone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="stage_done"):
    """The player has decided all that there was to decide of a stage."""

    seat: Name
    stage: Stage


class DecisionUndone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="decision_undone"):
    """The last decision of a gang that stands is struck out; dice stay as they fell."""

    seat: Name


class CampaignEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="campaign_ended"):
    """No game follows."""


CampaignEntry: TypeAlias = (
    GameBegun
    | GameAbandoned
    | GameRecorded
    | DieFell
    | XpGiven
    | TalentLearned
    | MemberHired
    | ItemBought
    | MemberDismissed
    | StageDone
    | DecisionUndone
    | CampaignEnded
)


class CampaignFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign from its first day on. `gifted`: the roster of those whom any gang may hire (CAMP-07)."""

    format: Literal[1]
    name: Name
    seed: Seed
    ducats: Ducats
    players: Annotated[tuple[CampaignPlayer, ...], Meta(min_length=2, max_length=MOST_PLAYERS)]
    gifted: Roster
    typed_dice: bool = False
    log: tuple[CampaignEntry, ...] = ()
