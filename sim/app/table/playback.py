"""At which speeds events are shown, and what the dice tray holds meanwhile; how long each takes, its film says."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from random import Random
from typing import Protocol

import msgspec

from sim.carnevale import events
from sim.carnevale.dice import has_destiny, is_ace
from sim.carnevale.events import Event
from sim.carnevale.film import FilmMoment, FilmPose
from sim.carnevale.film_making import READ, TUMBLE, duration_of, is_redundant
from sim.carnevale.state import State

__all__ = [
    "LINGER",
    "READ",
    "SPEEDS",
    "DiceTray",
    "EventAnimator",
    "duration_of",
    "is_redundant",
    "seconds_of",
    "tray_after",
    "tray_of",
]

SPEEDS = (0.5, 1.0, 2.0, 4.0)
LINGER = 0.8  # seconds: what a bot's mini did is looked at for so long before the view goes to whoever is next


class EventAnimator(Protocol):
    """Who shows moments in motion, and plays what is heard of events. `before`, `poses`: the board just before."""

    def hear(self, event: Event, before: State) -> None: ...

    def play(self, moment: FilmMoment, poses: Mapping[str, FilmPose], seconds: float) -> None: ...


class DiceTray(msgspec.Struct):
    """The dice on the table: the last roll, as far as it is known."""

    who: str
    purpose: str
    faces: list[int]
    needed: int = 0
    outcome: str = ""
    aces: int = 0
    modifiers: tuple[str, ...] = ()
    rerolled: tuple[int, ...] = ()
    tumbling: float = 0.0  # seconds left
    loose: tuple[int, ...] = ()  # the dice that tumble

    @property
    def destiny(self) -> int | None:
        """Which of them is the Destiny Die (DICE-03)."""
        return 0 if has_destiny(self.purpose) else None

    def tumble(self, seconds: float) -> None:
        self.tumbling = max(0.0, self.tumbling - seconds)

    def seen(self, die: int) -> int:
        """The face that a die shows now: any at all while it tumbles."""
        if self.tumbling > 0 and die in self.loose:
            return Random(f"{die} {int(self.tumbling * 14)}").randint(1, 10)
        return self.faces[die]

    def ace(self, die: int) -> bool:
        return bool(self.needed) and is_ace(self.faces[die], self.needed)


def seconds_of(event: Event, state: State, bots: Container[str]) -> float:
    """How long an event is shown at speed 1 to people who play against these seats."""
    if isinstance(event, events.TurnEnded) and state[event.who].seat in bots:
        return LINGER
    return duration_of(event)


def tray_of(log: Sequence[Event]) -> DiceTray | None:
    """The tray of a roll that is not read yet, its dice at rest; None where no such roll lies there."""
    last = next((at for at in reversed(range(len(log))) if isinstance(log[at], events.Rolled)), -1)
    tray: DiceTray | None = None
    for event in log[last + 1 :]:
        tray = tray_after(tray, event)
    if tray is None or tray.destiny is None:
        return None
    tray.tumbling = 0.0
    return tray


def tray_after(tray: DiceTray | None, event: Event) -> DiceTray | None:
    """The tray after an event."""
    match event:
        case events.DiceThrown():
            if tray is not None and not tray.outcome and (tray.who, tray.purpose) == (event.who, event.purpose):
                return tray  # a re-roll: `rerolled` says which
            every = tuple(range(len(event.faces)))
            return DiceTray(event.who, event.purpose, list(event.faces), tumbling=TUMBLE, loose=every)
        case events.Rerolled() if tray is not None:
            for die, face in zip(event.dice, event.faces, strict=True):
                if die < len(tray.faces):
                    tray.faces[die] = face
            tray.rerolled += event.dice
            tray.tumbling, tray.loose = TUMBLE, event.dice
            return tray
        case events.Rolled():
            before = tray.rerolled if tray is not None and tray.who == event.who and not tray.outcome else ()
            words = tuple(str(modifier) for modifier in event.modifiers)
            return DiceTray(
                event.who, event.purpose, list(event.faces), event.needed, event.outcome, event.aces, words, before
            )
        case _:
            return tray
