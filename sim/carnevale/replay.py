"""Games from their journals: replayed from the answers alone, resumed, verified."""

from __future__ import annotations

from math import isclose
from pathlib import Path
from typing import Any

import msgspec

from sim.board.board import Board
from sim.carnevale.game import Carnevale
from sim.carnevale.rulings import Referee
from sim.carnevale.setup import Setup
from sim.carnevale.state import State
from sim.engine.dice import Dice, SeededDice, TypedDice
from sim.engine.journal import Journal, read
from sim.engine.requests import CorruptJournal, Measure, Ruling
from sim.engine.session import Session

GAME = Carnevale()
ROUNDING = 1e-6  # inches: what does not differ by more is the same ruling


class Difference(msgspec.Struct, frozen=True):
    """A ruling that comes out otherwise, by more than rounding, when it is measured again."""

    answer: int
    query: Any
    recorded: Any
    measured: Any

    def __str__(self) -> str:
        return f"answer {self.answer}: {self.query} was ruled {self.recorded}, but is measured {self.measured}"


class Replayed(msgspec.Struct):
    """A game from its journal, and what a verification found."""

    session: Session[State]
    differences: list[Difference]
    rulings: int


def replay(
    path: Path, *, to: int | None = None, verify: bool = False, complete: bool = False, board: Board | None = None
) -> Replayed:
    """Play a journal's answers again, the first `to` of them. No board is needed unless `verify` or `complete`.

    `verify`: every ruling is measured again; `complete`: evidence that an older journal lacks is measured now.

    Raises CorruptJournal where the journal does not fit the rules.
    """
    header, answers = read(path)
    if header.game != GAME.name:
        raise CorruptJournal(f"{path}: a game of '{header.game}', not of '{GAME.name}'")
    setup = msgspec.convert(header.setup, Setup)
    measured = verify or complete
    measure: Measure = Referee(board or Board.load(setup.board)) if measured else _nobody
    session: Session[State] = Session(GAME, GAME.begin(header.setup), dice_of(setup), measure, step=True)
    found: list[Difference] = []
    rulings = 0
    raw: Any = None  # the answer in hand, as the journal has it

    def check(ruling: Ruling, recorded: Any) -> None:
        nonlocal rulings
        rulings += 1
        now = measure(session.state, ruling.query)
        if not alike(msgspec.to_builtins(now), raw):
            found.append(Difference(session.count + 1, ruling.query, recorded, now))

    for answer in answers if to is None else answers[:to]:
        raw = answer.value
        session.replay([answer], check if verify else None, complete=measured)
    return Replayed(session, found, rulings)


def alike(one: Any, other: Any) -> bool:
    """Are two rulings the same, given as plain values, but for how this or that processor rounds?

    `other` may be of a journal of before something was measured that `one` has.
    """
    match one, other:
        case (dict(), dict()):
            return one.keys() >= other.keys() and all(alike(one[key], value) for key, value in other.items())
        case (list() | tuple(), list() | tuple()):
            return len(one) == len(other) and all(map(alike, one, other))
        case (float(), float()):
            return isclose(one, other, rel_tol=0.0, abs_tol=ROUNDING)
        case _:
            return bool(one == other)


def resume(path: Path, board: Board | None = None) -> Session[State]:
    """Go on with an interrupted game, at the request that it was at; answers are added to the same journal."""
    journal = Journal.open(path)
    setup = msgspec.convert(journal.header.setup, Setup)
    referee = Referee(board or Board.load(setup.board))
    session: Session[State] = Session(GAME, GAME.begin(journal.header.setup), dice_of(setup), referee, step=True)
    session.replay(tuple(journal.answers), complete=True)
    session.journal, session.step = journal, False
    session.settle()
    return session


def dice_of(setup: Setup) -> Dice:
    """The dice of a game: its seed's, or the players' own."""
    if setup.options.typed_dice or setup.seed is None:
        return TypedDice()
    return SeededDice(setup.seed)


def _nobody(state: State, query: Any) -> Any:
    raise CorruptJournal(f"the journal lacks the answer to {query}")
