"""What happened, shown event by event.

The state of a session runs ahead of what players have seen: a bot's turn is decided at once, and shown bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from sim.engine.events import GameEvent
from sim.engine.session import Session
from sim.engine.state import GameState

__all__ = ["EventSequencer", "Playback"]

S = TypeVar("S", bound=GameState[Any, Any])
E = TypeVar("E", bound=GameEvent[Any])


class Playback(Generic[S, E]):
    """A session, and `shown`: its state as it has been shown so far.

    `fresh`: all is still to be shown, from the first state on; else all counts as shown.
    """

    def __init__(self, session: Session[S], *, fresh: bool = False) -> None:
        self.session = session
        self.shown: S = self._first() if fresh else session.state.copy()

    @property
    def unseen(self) -> Sequence[E]:
        """Events that have happened and were not shown yet, oldest first."""
        unseen: list[E] = self.session.state.log[len(self.shown.log) :]
        return unseen

    @property
    def caught_up(self) -> bool:
        """Has all that happened been shown?"""
        return len(self.shown.log) >= len(self.session.state.log)

    def show_next(self) -> E:
        """Show one more event. Raises IndexError where all have been shown."""
        event: E = self.session.state.log[len(self.shown.log)]
        self.shown.apply(event)
        if self.caught_up:
            self.show_all()
        return event

    def show_all(self) -> None:
        """Show at once all that has happened; also after an undo, which takes back what was shown."""
        self.shown = self.session.state.copy()

    @property
    def latest(self) -> E | None:
        """The event that was shown last. While it is the same one, so are all before it; after an undo another answer
        may come to as many events, even to equal ones."""
        log = self.shown.log
        return log[-1] if log else None

    def before(self, number: int) -> S:
        """The state before an event, by its number in the log: the first state, and the events until then."""
        state = self._first()
        for event in self.session.state.log[len(state.log) : number]:
            state.apply(event)
        return state

    def open_to(self, seats: Iterable[str], event: E) -> bool:
        """May all of these seats see the event?"""
        return all(event.seen_by(seat) for seat in seats)

    def _first(self) -> S:
        return self.session.game.begin(self.session.state.setup)


class EventSequencer(Generic[S, E]):
    """Shows events one after the other, each for its time. Knows no clock: whoever has one says how much time goes by.

    `seconds_of` says how long an event is shown at speed 1. `show(event, seconds)` is called for each event just before
    it takes effect in `shown`, with how long it is shown at the speed of now.
    """

    def __init__(
        self, playback: Playback[S, E], seconds_of: Callable[[E], float], show: Callable[[E, float], None]
    ) -> None:
        self.playback, self._seconds_of, self._show = playback, seconds_of, show
        self.speed = 1.0
        self.waiting = 0.0  # seconds, at speed 1, before anything else is shown
        self.playing: int | None = None  # the number in the log of the event that was shown last

    def pass_time(self, seconds: float) -> None:
        """So many seconds have gone by."""
        self.waiting = max(0.0, self.waiting - seconds * self.speed)

    def show_due(self) -> None:
        """Show the events whose time has come: those without length at once, and the next one that takes time."""
        while self.waiting <= 0 and not self.playback.caught_up:
            self._next()

    def show_all(self) -> None:
        """Show every event now, one by one, and wait for nothing."""
        while not self.playback.caught_up:
            self._next()
        self.waiting = 0.0

    def _next(self) -> None:
        event, self.playing = self.playback.unseen[0], len(self.playback.shown.log)
        self.waiting = self._seconds_of(event)
        self._show(event, self.waiting / self.speed)
        self.playback.show_next()
