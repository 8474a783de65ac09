"""Campaigns among the questions before a game in words: the next game of one, or the one under way."""

from __future__ import annotations

from typing import NamedTuple

from sim.app.table.campaign_games import campaign_stands, record_played, table_of
from sim.app.table.games import NewGame
from sim.app.table.model import TableModel
from sim.app.table.new_game_form import NewGameForm
from sim.app.text.menus import Menus, titled
from sim.app.text.terminal import Terminal
from sim.board.board import Board
from sim.campaign.campaign import Campaign
from sim.campaign.files import kept_campaigns
from sim.campaign.next_game import NextGame
from sim.campaign.story import story_lines
from sim.carnevale import scenarios
from sim.errors import BautaError
from sim.words import joined, reason, say, term

__all__ = [
    "CampaignDecisionsAsked",
    "CampaignGameAsked",
    "asked_of_campaign",
    "campaigns_to_play",
    "opened_table",
    "tell_what_follows",
]


class CampaignGameAsked(NamedTuple):
    """A game of a campaign. `map`: empty for the one under way; `accepts`: first all is decided as bots would."""

    campaign: Campaign
    map: str = ""
    scenario: str = ""
    accepts: bool = False


class CampaignDecisionsAsked(NamedTuple):
    """What follows the last game of a campaign is to be decided."""

    campaign: Campaign


def campaigns_to_play(terminal: Terminal) -> list[tuple[Campaign, str]]:
    """Those that have not ended, each with how it stands; what cannot be read is told."""
    found = []
    for kept in kept_campaigns():
        try:
            campaign = Campaign.open(kept.path)
            record_played(campaign)
        except BautaError as error:
            terminal.tell(say("Left out: {why}", why=reason(error)))
            continue
        if not campaign.state.over:
            found.append((campaign, campaign_stands(campaign)))
    return found


def asked_of_campaign(menus: Menus, campaign: Campaign) -> CampaignGameAsked | CampaignDecisionsAsked:
    """What is decided or played next in it: asked, where no game is under way. Raises Nothing, Back or EndOfWords."""
    if campaign.state.open_game is not None:
        return CampaignGameAsked(campaign)
    accepts = False
    if campaign.questions():
        ways = [
            say("Decide what follows the last game, one thing after the other"),
            say("Decide it all as a bot would, and play"),
            say("Play all the same: experience that is not given is lost"),
        ]
        way = menus.one(say("How does it go on?"), ways)
        if way == 0:
            return CampaignDecisionsAsked(campaign)
        accepts = way == 1
    form = NewGameForm(NewGame())
    pages = [page for name in form.scenarios if (page := scenarios.find(name)) is not None]
    pages = [page for page in pages if page.players[0] <= len(campaign.state.gangs) <= page.players[1]]
    scenes = [titled(term(page.title), page.words()) for page in pages]
    page = pages[menus.one(say("Which scenario?"), scenes)]
    form.choose_scenario(page.id)
    boards = [name for name in form.maps if not form.misfit(name)]
    words = [titled(laid.name, term(laid.about)) if (laid := form.map_of(name)) else name for name in boards]
    return CampaignGameAsked(campaign, boards[menus.one(say("Which board?"), words)], page.id, accepts)


def opened_table(asked: CampaignGameAsked) -> TableModel:
    """The table of the game that was asked for. Raises BautaError."""
    campaign, game, plan = asked.campaign, asked.campaign.state.open_game, None
    if game is None:
        if asked.accepts:
            for seat in dict.fromkeys(question.seat for question in campaign.questions()):
                campaign.accept(seat)
        plan = campaign.plan(asked.map, asked.scenario)
    return table_of(campaign, plan, Board.load(_map(plan, campaign)))


def _map(plan: NextGame | None, campaign: Campaign) -> str:
    if plan is not None:
        return plan.map
    game = campaign.state.open_game
    assert game is not None
    return game.map


def tell_what_follows(terminal: Terminal, campaign: Campaign) -> None:
    """Once its game is over: record it, and tell what came of it. Raises BautaError."""
    since = len(campaign.file.log)
    if not record_played(campaign):
        return
    names = {seat: gang.name for seat, gang in campaign.state.gangs.items()}
    for line in story_lines(campaign.file, str(campaign.path), since):
        terminal.tell(joined(": ", (names[line.seat], line.words)) if line.seat else line.words)
    terminal.tell(say("{name}: {stands}.", name=campaign.file.name, stands=campaign_stands(campaign)))
