"""Branches: a new game that shares its first answers with another one, and goes on from there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from sim.engine.dice import SealedDice
from sim.engine.header import Agreed
from sim.engine.journal import Journal, changed_error, read_all
from sim.engine.kit import GameKit
from sim.engine.replay import no_referee
from sim.engine.requests import Choice, CorruptJournal
from sim.engine.session import Session

__all__ = ["BranchPoint", "branch", "branch_point", "branch_points"]

S = TypeVar("S")


class BranchPoint(msgspec.Struct, frozen=True):
    """A moment of a game at which somebody must choose: after so many events, and so many answers."""

    events: int
    answers: int
    seat: str


def branch_points(kit: GameKit[S], path: Path) -> list[BranchPoint]:
    """All moments of a journal's game from which another can go on, in their order. Raises CorruptJournal."""
    contents = read_all(path, kit.program)
    if contents.changed:
        raise changed_error(contents, contents.changed[0])
    header = contents.header
    session: Session[S] = Session(kit.game, kit.game.begin(header.setup), kit.dice(header.setup), no_referee, step=True)
    found = []
    for answer in (None, *contents.answers):
        if answer is not None:
            session.replay([answer])
        if isinstance(session.request, Choice):
            found.append(BranchPoint(len(session.events), session.count, session.request.seat))
    return found


def branch_point(points: Sequence[BranchPoint], events: int) -> BranchPoint | None:
    """The last moment of choice at which no more than so many events have happened; None before the first."""
    number = bisect_right(points, events, key=lambda point: point.events)
    return points[number - 1] if number else None


def branch(path: Path, answers: int, to: Path, program: str = "") -> None:
    """Write a new journal with the first so many answers of another: the same setup, files and dice.

    Dice that are thrown in the same order fall as they did there: they follow from the same seed.

    Raises CorruptJournal, FileTaken rather than write over a file, and Unwritten.
    """
    contents = read_all(path, program)
    if contents.changed and contents.changed[0].answer <= answers:
        raise changed_error(contents, contents.changed[0])
    if not 0 <= answers <= len(contents.answers):
        raise CorruptJournal(f"{path}: has {len(contents.answers)} answers, so none can go on after {answers}")
    header = contents.header
    dice = None
    if header.dice:
        dice = SealedDice(contents.secret) if contents.secret else SealedDice.kept(path, header.dice)
    agreed = Agreed(header.program, dict(header.hashes), contents.files(), header.dice)
    journal = Journal.create(to, header.game, header.setup, agreed)
    try:
        if dice is not None:
            dice.keep(to)
        for answer in contents.answers[:answers]:
            journal.write(answer)
    finally:
        journal.close()
