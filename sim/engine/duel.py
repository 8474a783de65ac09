"""Games between bots, without a screen."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    with _watch(longest) as watch:
        while isinstance(session.request, Choice) and session.request.seat in bots and not until():
            seat, prompt, before = session.request.seat, session.request.prompt, len(session.events)
            bot = bots[seat]
            name = type(bot).__name__
            watch.begin(f"{name} ({seat}) has thought about '{prompt}'")
            let_answer(session, bot, name)
            idle = idle + 1 if len(session.events) == before else 0
            if idle >= IDLE:
                raise BadBot(f"nothing came of the last {IDLE:,} answers, of {name} ({seat}) to '{prompt}'")
            watch.rest()
            if told is not None and (why := reason_of(bot).words(whole=True)):
                told(seat, why)


class _Watch:
    """Raises BadBot where an answer takes longer than it may."""

    def __init__(self, limits: Sequence[tuple[int, float]]) -> None:
        """`limits`: timers of `signal`, and the seconds of each."""
        self._limits = limits
        self._doing = ""

    def begin(self, doing: str) -> None:
        self._doing = doing
        for timer, seconds in self._limits:
            signal.setitimer(timer, seconds, AGAIN)  # again, as a bot may catch whatever is raised

    def rest(self) -> None:
        for timer, _ in self._limits:
            signal.setitimer(timer, 0.0)

    def ring(self, seconds: float, *_: object) -> None:
        raise BadBot(f"{self._doing} for more than {seconds:.0f} seconds")


@contextmanager
def _watch(longest: float) -> Iterator[_Watch]:
    """Over the answers of a game. It raises nothing where no alarm can be set: on Windows, in another thread than the
    first, and where one is set already."""
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield _Watch(())
        return
    alarms = (
        (signal.SIGPROF, signal.ITIMER_PROF, longest),
        (signal.SIGALRM, signal.ITIMER_REAL, longest * PATIENCE),
    )
    if any(signal.getitimer(timer)[0] for _, timer, _ in alarms):
        yield _Watch(())
        return
    watch = _Watch([(timer, seconds) for _, timer, seconds in alarms])
    before = [signal.signal(sign, partial(watch.ring, seconds)) for sign, _, seconds in alarms]
    try:
        yield watch
    finally:
        watch.rest()
        for (sign, _, _), handler in zip(alarms, before, strict=True):
            signal.signal(sign, handler)


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
