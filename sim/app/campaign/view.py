"""How a campaign stands, in one value for whoever draws it: what takes long to know is made beside the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from sim.app.table.campaign_games import campaign_stands, record_played
from sim.app.table.games import picture_of
from sim.campaign.campaign import Campaign
from sim.campaign.campaign_file import DieFell, Stage
from sim.campaign.cards import member_of_game
from sim.campaign.errors import CampaignError
from sim.campaign.files import KeptCampaign, kept_campaigns
from sim.campaign.questions import AskDie, AskHire, AskTalent, AskXp, CampaignQuestion
from sim.campaign.state import CampaignState
from sim.campaign.story import CampaignStory, StoryGame, story_of
from sim.campaign.telling import entry_told
from sim.carnevale.characters import Profile
from sim.errors import BautaError
from sim.words import capital, reason

__all__ = [
    "CampaignLine",
    "CampaignView",
    "OpenedCampaign",
    "campaign_lines",
    "looked_at",
    "opened_campaign",
]


class CampaignView(msgspec.Struct, frozen=True):
    """`cards`: of all members, by id, as they are played next; `undoable`: seats of people who have decided something
    since the last game; `faces`: of the dice that fell since then, by the sentences that tell of them."""

    state: CampaignState
    story: CampaignStory
    questions: tuple[CampaignQuestion, ...]
    cards: Mapping[str, Profile]
    undoable: frozenset[str]
    faces: Mapping[str, int]

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats whose players decide now."""
        return tuple(dict.fromkeys(question.seat for question in self.questions))

    def of(self, seat: str) -> tuple[CampaignQuestion, ...]:
        """What a seat is asked."""
        return tuple(question for question in self.questions if question.seat == seat)

    def stage(self, seat: str) -> Stage | None:
        """What its player decides now; None: nothing, or a die is to be thrown."""
        match next(iter(self.of(seat)), None):
            case AskXp():
                return "experience"
            case AskTalent():
                return "talents"
            case AskHire():
                return "hiring"
        return None

    def die_of(self, seat: str) -> AskDie | None:
        """The real die that is to be thrown for a seat."""
        return next((each for each in self.of(seat) if isinstance(each, AskDie)), None)

    @property
    def last_game(self) -> StoryGame | None:
        """The last game that is over, with what came after it."""
        return next((game for game in reversed(self.story.games) if game.outcome), None)

    @property
    def played(self) -> int:
        """How many games are over."""
        return sum(bool(game.outcome) for game in self.story.games)


class CampaignLine(msgspec.Struct, frozen=True):
    """A campaign as the list shows it: how it stands, and what picture stands for it."""

    kept: KeptCampaign
    stands: str
    map: str = ""
    picture: Path | None = None


class OpenedCampaign(NamedTuple):
    """A campaign that was read. `trouble`: why its last game could not be recorded."""

    campaign: Campaign
    view: CampaignView
    trouble: str = ""


def looked_at(campaign: Campaign) -> CampaignView:
    """All of it that is drawn."""
    state = campaign.state
    members = [(gang, member) for gang in state.gangs.values() for member in gang.members]
    return CampaignView(
        state=state,
        story=story_of(campaign.file, str(campaign.path)),
        questions=campaign.questions(),
        cards={member.id: member_of_game(gang, member).profile for gang, member in members},
        undoable=frozenset(seat for seat in state.gangs if campaign.is_human(seat) and campaign.can_undo(seat)),
        faces=_faces(state),
    )


def _faces(state: CampaignState) -> dict[str, int]:
    found = {}
    for gang in state.gangs.values():
        for (purpose, who), face in gang.fallen.items():
            found[entry_told(state, DieFell(gang.seat, purpose, who, face), state)] = face
    return found


def opened_campaign(path: Path) -> OpenedCampaign:
    """A campaign from its file; a game of it that was played to its end at the table is recorded. Raises BautaError."""
    campaign, trouble = Campaign.open(path), ""
    try:
        record_played(campaign)
    except BautaError as error:
        trouble = capital(reason(error))
    return OpenedCampaign(campaign, looked_at(campaign), trouble)


def campaign_lines(*, aside: bool = False) -> Sequence[CampaignLine]:
    """All campaigns that are kept, or that are laid `aside`."""
    return [_line(kept) for kept in kept_campaigns(aside=aside)]


def _line(kept: KeptCampaign) -> CampaignLine:
    if kept.trouble:
        return CampaignLine(kept, kept.trouble)
    try:
        campaign = Campaign.open(kept.path)
    except CampaignError as error:
        return CampaignLine(kept, str(error))
    games = campaign.state.games
    last = games[-1] if games else None
    picture = None if last is None else picture_of(campaign.journal_of(last))
    return CampaignLine(kept, campaign_stands(campaign), "" if last is None else last.map, picture)
