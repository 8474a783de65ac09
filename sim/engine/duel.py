"""Games between bots, without a screen."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, Generic, TypeVar

from sim.engine.bots import BadBot, Bot, let_answer, reason_of
from sim.engine.dice import Dice
from sim.engine.kit import GameKit
from sim.engine.requests import Choice
from sim.engine.session import Session

__all__ = ["IDLE", "Duel", "one_game", "play"]

S = TypeVar("S")

IDLE = 10_000  # answers in a row by which nothing comes about: such a game has no end
LONGEST, AGAIN = 600.0, 1.0  # seconds of processor that a bot may think of an answer; until it is told once more
PATIENCE = 12  # times as many seconds may pass: the processor may be busy with others, or the program be stopped


@dataclass(frozen=True)
class Duel(Generic[S]):
    """A game that bots have played."""

    session: Session[S]
    seconds: float

    @property
    def dice(self) -> int:
        """How many were thrown."""
        return self.session.game.dice_thrown(self.session.state)


def play(
    session: Session[S],
    bots: Mapping[str, Bot[Any]],
    until: Callable[[], bool] = lambda: False,
    told: Callable[[str, str], None] | None = None,
    longest: float = LONGEST,
) -> None:
    """Let bots answer until the game is over, or `until` says stop, or a seat without a bot must choose.

    `told` hears the seat and the whole reason of each answer for which a bot gives one. Raises BadBot, also where
    nothing comes of any answer any more or one takes more than `longest` seconds of processor, or `PATIENCE` times as
    many of waiting, and whatever a bot raises.
    """
    idle = 0
    while isinstance(session.request, Choice) and session.request.seat in bots and not until():
        seat, prompt, before = session.request.seat, session.request.prompt, len(session.events)
        bot = bots[seat]
        name = type(bot).__name__
        with _within(longest, f"{name} ({seat}) has thought about '{prompt}' for more than"):
            let_answer(session, bot, name)
        idle = idle + 1 if len(session.events) == before else 0
        if idle >= IDLE:
            raise BadBot(f"nothing came of the last {IDLE:,} answers, of {name} ({seat}) to '{prompt}'")
        if told is not None and (why := reason_of(bot).words(whole=True)):
            told(seat, why)


@contextmanager
def _within(longest: float, told: str) -> Iterator[None]:
    """Whatever takes longer is given up: raises BadBot. Only where alarms can be set: not on Windows, not in another
    thread than the first, and not where one is set already."""
    if sys.platform == "win32" or current_thread() is not main_thread() or _is_alarmed():
        yield
        return
    alarms = (
        (signal.SIGPROF, signal.ITIMER_PROF, longest, f"{told} {longest:.0f} seconds"),
        (signal.SIGALRM, signal.ITIMER_REAL, longest * PATIENCE, f"{told} {longest * PATIENCE:.0f} seconds"),
    )
    before = [signal.signal(sign, partial(_ring, words)) for sign, _, _, words in alarms]
    for _, timer, seconds, _ in alarms:
        signal.setitimer(timer, seconds, AGAIN)  # again, as a bot may catch whatever is raised
    try:
        yield
    finally:
        for (sign, timer, _, _), handler in zip(alarms, before, strict=True):
            signal.setitimer(timer, 0.0)
            signal.signal(sign, handler)


def _is_alarmed() -> bool:
    return any(signal.getitimer(timer)[0] for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL))


def _ring(told: str, *_: object) -> None:
    raise BadBot(told)


def one_game(
    kit: GameKit[S],
    setup: dict[str, Any],
    bots: Mapping[str, Bot[Any]],
    journal: Path | None = None,
    dice: Dice | None = None,
    told: Callable[[str, str], None] | None = None,
) -> Duel[S]:
    """A whole game between bots; everything in it follows from the setup, the dice and the bots' seeds."""
    began = time.perf_counter()
    session = kit.start(setup, journal, dice=dice)
    try:
        play(session, bots, told=told)
    finally:
        if session.journal is not None:
            session.journal.close()
    return Duel(session, time.perf_counter() - began)
