"""The next game of a campaign: where, what, for how many ducats, who takes part, and its setup (CAMP-01, 04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

import msgspec

from sim.board.board import Board
from sim.campaign.campaign_file import MOST_PLAYERS, CampaignFile, Fielded
from sim.campaign.cards import member_of_game
from sim.campaign.errors import CampaignError
from sim.campaign.fielding import fielding_faults, usual_fielding
from sim.campaign.state import CampaignState
from sim.carnevale import scenarios
from sim.carnevale.board_layout import layout_of
from sim.carnevale.options import Options
from sim.carnevale.setup import GangSetup, Setup, check_number, dealt_sides, setup_of
from sim.engine.dice import SeededDice
from sim.engine.header import content_hash
from sim.errors import meant
from sim.words import in_english, joined, say

__all__ = ["NextGame", "plan_game", "setup_for", "setup_hash"]

GAMES = 1 << 62  # where the numbers of the dice that seed games begin
SEEDS = 1 << 31


class NextGame(msgspec.Struct, frozen=True):
    """A game as it is planned: `fielded` says for each seat that plays who takes part."""

    map: str
    scenario: str
    ducats: int
    fielded: dict[str, Fielded]


def plan_game(
    state: CampaignState,
    map_: str,
    scenario: str,
    ducats: int | None = None,
    between: Sequence[str] = (),
    chosen: Mapping[str, Fielded] | None = None,
) -> NextGame:
    """A legal game. `ducats`: the limit, else the scenario's; `between`: the seats that play, else all; `chosen`: who
    takes part, else as many as the ducats pay. Raises CampaignError with every reason against it."""
    page = scenarios.find(scenario)
    if page is None:
        mend = meant(scenario, scenarios.known())
        raise CampaignError(say("there is no scenario '{scenario}'; {mend}", scenario=scenario, mend=mend))
    limit = ducats or page.ducats
    seats = [seat for seat in state.gangs if not between or seat in between]
    for seat in between:
        state.gang(seat)
    if not 2 <= len(seats) <= MOST_PLAYERS:
        raise CampaignError(say("a game is between two gangs at least: name two seats"))
    check_number(page, len(seats))
    fielded: dict[str, Fielded] = {}
    for seat in seats:
        gang = state.gang(seat)
        fielded[seat] = (chosen or {}).get(seat) or usual_fielding(gang, limit, leader=page.needs_leader)
        if wrong := fielding_faults(gang, fielded[seat], limit, leader=page.needs_leader):
            raise CampaignError(say("{gang}: {why}", gang=gang.name, why=joined("; ", wrong)))
    return NextGame(map_, scenario, limit, fielded)


def setup_for(file: CampaignFile, state: CampaignState, plan: NextGame, board: Board) -> Setup:
    """What an ordinary game is begun with. Raises CampaignError where the board does not fit, and WrongSetup."""
    page = scenarios.find(plan.scenario)
    assert page is not None
    misfit = scenarios.misfit(page, board.size)
    if misfit is not None:
        raise CampaignError(say("{source}: {misfit}", source=plan.map, misfit=misfit))
    gangs = []
    for seat, fielded in plan.fielded.items():
        gang = state.gang(seat)
        members = tuple(member_of_game(gang, gang.member(who)) for who in fielded.members)
        gangs.append(GangSetup(seat, members, gang.name, gang.faction, fielded.equipment))
    played = sum(game.outcome is not None for game in state.games)
    made = Setup(
        board=plan.map,
        gangs=tuple(gangs),
        size=board.size,
        scenario=plan.scenario,
        options=Options(typed_dice=file.typed_dice, morale=True),
        seed=SeededDice(file.seed).face(GAMES + played, SEEDS),
    )
    layout = layout_of(board.map, page, dealt_sides(made, page.sides))
    return setup_of(msgspec.to_builtins(msgspec.structs.replace(made, layout=layout), enc_hook=in_english))


def setup_hash(setup: Setup) -> str:
    """What tells a setup from others, wherever its board lies."""
    known = msgspec.structs.replace(setup, board=PurePath(setup.board.replace("\\", "/")).stem)
    return content_hash(msgspec.json.encode(known, enc_hook=in_english))
