"""Games of Carnevale between bots, without a screen, and the records that they leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sim.board.board import Board
from sim.bots.base import BOTS
from sim.carnevale import gangs, scenarios
from sim.carnevale.board_layout import layout_of
from sim.carnevale.options import Options
from sim.carnevale.replay import kit
from sim.carnevale.setup import Setup, WrongSetup, check_number, dealt_sides
from sim.carnevale.setup import setup_of as checked_setup
from sim.carnevale.state import State
from sim.engine import duel as duels
from sim.engine.session import Session
from sim.errors import listed, meant
from sim.whole_files import write_whole
from sim.words import counted, in_english, say

__all__ = ["FIELDED", "SEATS", "WHOLE", "Record", "fielded_in", "one_game", "setup_of"]

FIELDED = ("guild", "patricians", "vatican", "rashaar")  # where no gangs are named: one for each seat
WHOLE = 150  # ducats of the gangs that bear these plain names
SEATS = ("north", "south")
WHY = ".why.txt"  # behind the name of a journal: what bots told of it


class Record(msgspec.Struct, frozen=True):
    """How one game between bots went."""

    map: str
    scenario: str
    seed: int
    seats: dict[str, str]  # seat -> bot
    gangs: dict[str, str]
    winner: str | None  # None: a draw
    score: dict[str, int]
    rounds: int
    events: int
    answers: int
    dice: int
    seconds: float


def setup_of(
    board: Board,
    source: str,
    scenario: str,
    seats: Sequence[str],
    files: Sequence[str],
    seed: int,
    options: Options = Options(),  # noqa: B008  (frozen)
) -> Setup:
    """A scenario on a board with a gang for each seat. Raises WrongSetup or what is wrong with a gang."""
    page = scenarios.find(scenario)
    if page is None:
        mend = meant(scenario, scenarios.known())
        raise WrongSetup(say("there is no scenario '{scenario}'; {mend}", scenario=scenario, mend=mend))
    misfit = scenarios.misfit(page, board.size)
    if misfit is not None:
        fitting = scenarios.fitting(board.size)
        told = {"source": source, "misfit": misfit, "names": listed(fitting)}
        if not fitting:
            raise WrongSetup(say("{source}: {misfit}; no scenario is for boards of that size", **told))
        raise WrongSetup(say("{source}: {misfit}; boards of that size are for {names}", **told))
    check_number(page, len(seats))
    if files and len(files) != len(seats):
        found = counted("{n} gang for {seats} seats", "{n} gangs for {seats} seats", len(files), seats=len(seats))
        raise WrongSetup(say("{found}; name one for each, or none", found=found))
    named = files or fielded_in(page, len(seats))
    leader = page.needs_leader
    fielded = [gangs.fielded(file, seat, page.ducats, leader=leader) for seat, file in zip(seats, named, strict=True)]
    made = Setup(board=source, gangs=tuple(fielded), size=board.size, scenario=scenario, options=options, seed=seed)
    layout = layout_of(board.map, page, dealt_sides(made, page.sides))
    return checked_setup(msgspec.to_builtins(msgspec.structs.replace(made, layout=layout), enc_hook=in_english))


def fielded_in(page: scenarios.Scenario, seats: int) -> tuple[str, ...]:
    """The gangs that take the field where none are named: of as many ducats as the scenario allows."""
    suffix = "" if page.ducats == WHOLE else f"-{page.ducats}"
    return tuple(gang + suffix for gang in FIELDED[:seats])


def one_game(
    board: Board, setup: Setup, seats: Mapping[str, str], source: str, journal: Path | None = None
) -> tuple[Record, Session[State]]:
    """A whole game between bots; everything in it follows from the setup and its seed.

    Beside a journal is written why the bots did what they did, as far as they tell it: a line for each answer.
    """
    assert setup.seed is not None
    bots = BOTS.seated(seats, setup.seed)
    reasons: list[str] = []
    duel = duels.one_game(
        kit(board),
        msgspec.to_builtins(setup, enc_hook=in_english),
        bots,
        journal,
        told=lambda seat, reason: reasons.append(f"{seat}: {reason}\n"),
    )
    if journal is not None and reasons:
        write_whole(journal.with_suffix(WHY), "".join(reasons).encode())
    session, state = duel.session, duel.session.state
    record = Record(
        map=source,
        scenario=setup.scenario,
        seed=setup.seed,
        seats=dict(seats),
        gangs={gang.seat: gang.name for gang in setup.gangs},
        winner=state.winners[0] if len(state.winners) == 1 else None,
        score={seat.id: seat.vp for seat in state.seats.values()},
        rounds=state.round,
        events=len(state.log),
        answers=session.count,
        dice=state.thrown,
        seconds=round(duel.seconds, 3),
    )
    return record, session
