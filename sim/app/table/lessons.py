"""Lessons at the table: an ordinary game, with a coach who hears of every answer first."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from sim.app.table.model import HUMAN, TableModel
from sim.board.board import Board
from sim.board.files.folders import data_dir
from sim.bots.base import BOTS
from sim.carnevale.game import Carnevale  # noqa: F401  (the rules register themselves)
from sim.carnevale.replay import kit, resume
from sim.carnevale.setup import GangSetup, Setup
from sim.carnevale.state import State
from sim.engine.bots import Bots
from sim.engine.line_file import Unwritten
from sim.engine.session import Session
from sim.lessons.catalogue import name_of
from sim.lessons.coach import Coach
from sim.lessons.lesson_dice import LessonDice
from sim.lessons.lesson_file import SCRIPTED, Lesson
from sim.lessons.opponent import ScriptedOpponent
from sim.lessons.walk import EndOfWalk, Walk
from sim.words import in_english, term

__all__ = ["LessonModel", "begin_lesson"]

FOLDER = "lessons"  # in the data folder: a journal each, of the last time


def begin_lesson(path: Path, lesson: Lesson, board: Board, journal: Path | None = None) -> LessonModel:
    """A lesson from its beginning. Its journal takes the place of that of the last time."""
    setup = Setup(
        board=str(board.source or board.name),
        gangs=tuple(
            GangSetup(seat, tuple(c.member() for c in lesson.characters if c.seat == seat), name)
            for seat, name in (("north", lesson.you or "You"), ("south", lesson.they or "The others"))
        ),
        size=board.size,
        options=lesson.options,
        seed=lesson.seed,
        first=lesson.first,
    )
    plain: dict[str, Any] = msgspec.to_builtins(setup, enc_hook=in_english)
    kept = journal or _journal_of(name_of(path))
    session = kit(board).start(plain, kept, dice=LessonDice(lesson.seed))
    return LessonModel(path, lesson, board, session)


def _journal_of(name: str) -> Path:
    folder = data_dir() / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{Path(name).stem}.jsonl"
    with suppress(FileNotFoundError):
        path.unlink()
    return path


class LessonModel(TableModel):
    """One lesson being played. The person is north, the opponent south."""

    def __init__(self, path: Path, lesson: Lesson, board: Board, session: Session[State]) -> None:
        self.path, self.lesson = path, lesson
        self.scripted = ScriptedOpponent()
        super().__init__(board, session, {"north": HUMAN, "south": lesson.opponent}, fresh=True, bots=self._bots())
        self.coach = Coach(lesson, session, self.scripted)
        self.walk: Walk | None = None  # an answer that is being shown
        self._shown = 0  # the step whose answer it is

    def _bots(self) -> Bots[State]:
        """The bots that there are, and the one that does what its lesson says."""
        bots: Bots[State] = Bots()
        for name in BOTS.names():
            bots.register(name)(BOTS.maker(name))
        bots.register(SCRIPTED)(lambda _seed: self.scripted)
        return bots

    @property
    def name(self) -> str:
        """By which its progress is kept."""
        return name_of(self.path)

    def round_told(self, number: int) -> str:
        """Nothing: what a round came to is no part of a lesson, and would lie over what it points out."""
        return ""

    def answer(self, value: Any) -> bool:
        """Answer what is asked; what the coach or the rules object to has not happened. What is being shown the coach
        has nothing against."""
        self.notice = "" if self.walk is not None else term(self.coach.objection(value))
        if self.notice:
            return False
        refusal = self.refusal(value)
        if not super().answer(value):
            if refusal is not None:
                self.coach.refused(refusal)
                self.walk = None
            return False
        self.coach.look()
        return True

    def think(self) -> bool:
        thought = super().think()
        self.coach.look()
        return thought

    def take_back(self) -> bool:
        undone = super().take_back()
        self.coach.look()
        return undone

    # --- an answer that is shown ------------------------------------------------------------------------

    def show(self) -> None:
        """The step in hand begins again, and its answer is shown."""
        self.begin_step_again()
        self.show_from_here()

    def show_from_here(self) -> None:
        """As `show`, where the step has begun again."""
        step = self.coach.step
        if step is not None and self.session.count == self.coach.answers_before:
            self.coach.helped = True
            self.walk, self._shown = Walk(step.show), self.coach.number

    def shown_answer(self) -> Any:
        """The next answer of what is shown to the question that is asked. Raises EndOfWalk where all is shown."""
        choice = self.choice
        if self.walk is None or choice is None or self.coach.number != self._shown:
            self.walk = None
            raise EndOfWalk
        try:
            return self.walk.next(choice, self.session.state)
        except EndOfWalk:
            self.walk = None
            raise

    def begin_step_again(self) -> None:
        """Back to where the step in hand began. Where nothing was done in it yet and it cannot be done, the one before
        it begins again."""
        if self.take_step_back():
            self.show_all()

    def take_step_back(self) -> bool:
        """As `begin_step_again`, but what was taken back is still shown, until `show_all`: for another thread than that
        which draws. The journal says all up to there. False: nothing has happened since, or it could not be written."""
        self.coach.let_go()
        self.notice, self.walk = "", None
        journal = self.session.journal
        if journal is None or self.session.count == self.coach.answers_before:
            self.coach.back_to_beginning(self.session)
            return False
        try:
            journal.undo(self.coach.answers_before)
        except Unwritten as error:
            self._wait(error)
            return False
        journal.close()
        session = resume(journal.path, self.board)
        session.dice = self.session.dice
        self.session = session
        self.coach.back_to_beginning(session)
        return True
