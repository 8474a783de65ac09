"""Reading dice: Aces, outcomes and the outcome tables (DICE-01 to 04)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from sim.words import say, term

__all__ = [
    "AGAIN",
    "COMPARED",
    "DESTINY",
    "DIVE",
    "DROWN",
    "FALL_SAVED",
    "GRAPPLE",
    "JUMP",
    "MOST_DICE",
    "PROTECTION",
    "ROW",
    "SIDES",
    "Modifier",
    "Outcome",
    "Result",
    "Table",
    "destiny_among",
    "has_destiny",
    "is_ace",
    "read",
]

MOST_DICE = 10
SIDES = 10  # of every die that the rulebook has thrown
COMPARED = frozenset(("deployment", "initiative"))
"""Rolls that come to something beside those of others alone (TURN-02, SCEN-02)."""
PLAIN = COMPARED | {"agenda", "leather doublet", "poison"}  # throws without a Destiny Die
DESTINY = 0  # the place of the Destiny Die in a roll
AGAIN = " re-roll"  # ends what dice are asked for that are thrown again


class Outcome(StrEnum):
    FAIL = "fail"
    FUMBLE = "fumble"
    SUCCESS = "success"
    CRITICAL = "critical"

    @property
    def succeeded(self) -> bool:
        return self in (Outcome.SUCCESS, Outcome.CRITICAL)


class Modifier(msgspec.Struct, frozen=True):
    """A change of a number, with its source: a number on screen can always be explained."""

    change: int
    source: str

    def __str__(self) -> str:
        source = term(self.source)  # alone where it changes no number: it settled the roll
        return say("{change:+d} {source}", change=self.change, source=source) if self.change else source


class Result(msgspec.Struct, frozen=True):
    """A roll, read."""

    outcome: Outcome
    aces: int
    faces: tuple[int, ...] = ()


def is_ace(face: int, needed: int) -> bool:
    """A 10 always is, a 1 never (DICE-02)."""
    return face == 10 or (face != 1 and face >= needed)


def destiny_among(dice: Sequence[int]) -> int | None:
    """Which of the dice of a roll that are thrown again is the Destiny Die (DICE-06), by their places in that roll."""
    return dice.index(DESTINY) if DESTINY in dice else None


def has_destiny(purpose: str) -> bool:
    """Is the first of these dice the Destiny Die (DICE-03)? Dice that are thrown again have none (DICE-06)."""
    return purpose not in PLAIN and not purpose.endswith(AGAIN)


def read(faces: Sequence[int], needed: int) -> Result:
    """Read a roll; its first face is the Destiny Die's (DICE-03, 04). No dice at all is a Fail."""
    faces = tuple(faces)
    aces = sum(is_ace(face, needed) for face in faces)
    if not aces:
        outcome = Outcome.FUMBLE if faces and faces[0] == 1 else Outcome.FAIL
    else:
        outcome = Outcome.CRITICAL if faces[0] == 10 and aces > 1 else Outcome.SUCCESS
    return Result(outcome, aces, faces)


class Line(msgspec.Struct, frozen=True):
    """One line of an outcome table: so many, and so many more an Ace."""

    base: int
    an_ace: int = 0

    def of(self, result: Result) -> int:
        return self.base + self.an_ace * result.aces


class Table(msgspec.Struct, frozen=True):
    """An outcome table of the rulebook, for a number that depends on the roll."""

    success: Line
    fail: Line
    critical: Line
    fumble: Line

    def read(self, result: Result) -> int:
        line: Line = getattr(self, result.outcome.value)
        return line.of(result)


JUMP = Table(success=Line(2, 1), fail=Line(2), critical=Line(4, 1), fumble=Line(1))  # inches (JUMP-01)
FALL_SAVED = Table(success=Line(0, 1), fail=Line(0), critical=Line(2, 1), fumble=Line(0))  # LP (FALL-02)
PROTECTION = Table(success=Line(0, 1), fail=Line(0), critical=Line(1, 1), fumble=Line(-1))  # Damage off (DICE-11)
GRAPPLE = Table(success=Line(2, 1), fail=Line(0), critical=Line(2, 1), fumble=Line(0))  # inches (ACT-06)
DROWN = Table(success=Line(2, 1), fail=Line(0), critical=Line(4, 1), fumble=Line(0))  # LP (WATER-05)
DIVE = Table(success=Line(1), fail=Line(0), critical=Line(2), fumble=Line(0))  # underwater counters (WATER-01)
ROW = Table(success=Line(2, 1), fail=Line(2), critical=Line(4, 1), fumble=Line(0))  # inches (TERR-13)
