"""Games from their journals: replayed from the answers alone, resumed, verified."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from sim.engine.game import Game
from sim.engine.journal import Header, Journal, read
from sim.engine.kit import GameKit
from sim.engine.requests import CorruptJournal, Measure, Ruling
from sim.engine.session import Session

__all__ = ["ROUNDING", "Difference", "Replayed", "alike", "no_referee", "replay", "resume"]

S = TypeVar("S")
ROUNDING = 1e-6  # what does not differ by more is the same ruling


class Difference(msgspec.Struct, frozen=True):
    """A ruling that comes out otherwise, by more than rounding, when it is measured again."""

    answer: int
    query: Any
    recorded: Any
    measured: Any

    def __str__(self) -> str:
        return f"answer {self.answer}: {self.query} was ruled {self.recorded}, but is measured {self.measured}"


@dataclass
class Replayed(Generic[S]):
    """A game from its journal, and what a verification found."""

    session: Session[S]
    differences: list[Difference]
    rulings: int  # that were measured again
    notice: str = ""  # what else should be known of the journal


def replay(
    kit: GameKit[S], path: Path, *, to: int | None = None, verify: bool = False, complete: bool = False
) -> Replayed[S]:
    """Play a journal's answers again, the first `to` of them. No board is needed unless `verify` or `complete`.

    `verify`: every ruling is measured again; `complete`: evidence that an older journal lacks is measured now.

    Raises CorruptJournal where the journal is of another game or does not fit the rules, GameError where its setup
    is wrong.
    """
    header, answers = read(path)
    _belongs(kit.game, header, path)
    state = kit.game.begin(header.setup)
    measured = verify or complete
    measure: Measure = kit.measure(header.setup) if measured else no_referee
    session: Session[S] = Session(kit.game, state, kit.dice(header.setup), measure, step=True)
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


def resume(kit: GameKit[S], path: Path) -> Session[S]:
    """Go on with an interrupted game, at the request that it was at; answers are added to the same journal.

    Raises what `replay` raises, InUse where another program has the journal, and Unwritten.
    """
    journal = Journal.open(path, kit.program)
    try:
        _belongs(kit.game, journal.header, path)
        session = kit.start(journal.header.setup, step=True)
        session.replay(tuple(journal.answers), complete=True)
        session.journal, session.step = journal, False
        session.settle()
    except BaseException:
        journal.close()
        raise
    return session


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


def no_referee(state: Any, query: Any) -> Any:
    """The referee of a replay, which needs none: all rulings stand in the journal. Raises CorruptJournal."""
    raise CorruptJournal(f"the journal lacks the answer to {query}")


def _belongs(game: Game[S], header: Header, path: Path) -> None:
    if header.game != game.name:
        raise CorruptJournal(f"{path}: a game of '{header.game}', not of '{game.name}'")
