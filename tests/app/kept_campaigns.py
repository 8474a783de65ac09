"""Campaigns in a folder of a test: begun, played by what their players tell, and brought to what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from sim.board.board import Board
from sim.campaign.campaign import Campaign
from sim.campaign.questions import AskXp
from sim.campaign.recording import told_outcome

__all__ = ["BOARD", "begun", "given", "told_game"]

GANGS = ("guild", "rashaar", "patricians", "strigoi")
BOARD = "campiello-dei-remi"


def begun(
    players: Sequence[str] = ("human", "seasoned"),
    *,
    ducats: int = 150,
    gangs: Sequence[str] = GANGS,
    typed_dice: bool = False,
) -> Campaign:
    """A campaign whose gangs these play."""
    return Campaign.new("Lent", list(zip(gangs, players, strict=False)), ducats, seed=7, typed_dice=typed_dice)


def told_game(campaign: Campaign, scenario: str = "acquisition", *, points: int = 9, lost: int = 1) -> None:
    """A game that north won by so many points of the primary objective, while each gang lost some."""
    board = Board.load(BOARD)
    campaign.begin(campaign.plan(BOARD, scenario, between=("north", "south")), board)
    game = campaign.state.open_game
    assert game is not None
    who = {seat: fielded.members for seat, fielded in game.fielded.items()}
    fallen = [id for members in who.values() for id in members[1 : 1 + lost]]
    deeds = [("Ambitious", 2, who["north"][:2])]
    kills = {who["north"][0]: 2}
    campaign.record_told(told_outcome(campaign.state, "north", fallen, (), {"north": points, "south": 2}, kills, deeds))


def given(campaign: Campaign, seat: str = "north") -> None:
    """All experience of a seat to the first who can learn."""
    while pools := [each for each in campaign.questions(seat) if isinstance(each, AskXp)]:
        who = next(option.who for option in pools[0].options if not option.unique)
        campaign.give(seat, who, pools[0].xp, pools[0].deed)
