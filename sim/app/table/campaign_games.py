"""The games of campaigns at the table: which campaign one is of, how it is begun or gone on with, how one ends."""

from __future__ import annotations

from pathlib import Path

from sim.app.table.games import read_note, resume_game, start
from sim.app.table.model import TableModel
from sim.board.board import Board
from sim.campaign.campaign import Campaign
from sim.campaign.next_game import NextGame
from sim.words import counted, joined, listed, say

__all__ = ["campaign_of", "campaign_stands", "record_played", "table_of"]


def campaign_of(journal: Path | None) -> Path | None:
    """The file of the campaign whose game this is; None of other games."""
    if journal is None or not journal.name.startswith("game-"):
        return None
    file = journal.parent.with_suffix(".json")
    return file if file.is_file() else None


def table_of(campaign: Campaign, plan: NextGame | None, board: Board) -> TableModel:
    """The table of a campaign's game: of a new one, or of the one under way where it was left. Raises BautaError."""
    setup = campaign.begin(plan, board) if plan is not None else None
    game = campaign.state.open_game
    assert game is not None
    journal = campaign.journal_of(game)
    players = {seat: campaign.players[seat] for seat in game.fielded}
    if journal.is_file():
        return resume_game(journal, board, players)
    journal.parent.mkdir(parents=True, exist_ok=True)
    return start(setup or campaign.setup_of_open_game(board), board, players, journal)


def record_played(campaign: Campaign) -> bool:
    """Record the game under way where it was played to its end at the table; was it? Raises BautaError."""
    game = campaign.state.open_game
    if game is None:
        return False
    journal = campaign.journal_of(game)
    if not (journal.is_file() and read_note(journal).over):
        return False
    campaign.record()
    return True


def campaign_stands(campaign: Campaign) -> str:
    """How far a campaign is, in a line."""
    state = campaign.state
    played = sum(game.outcome is not None for game in state.games)
    games = counted("{n} game was played", "{n} games were played", played)
    if state.over:
        return say("{games}; it has ended", games=games)
    if state.open_game is not None:
        return say("{games}; game {n} is under way", games=games, n=state.open_game.number)
    asked = dict.fromkeys(question.seat for question in campaign.questions())
    if asked:
        gangs = listed(campaign.gang(seat).name for seat in asked)
        deciding = say("what follows is up to {gangs}", gangs=gangs)
        return joined("; ", (games, deciding))
    return say("{games}; ready for the next", games=games)
