"""The table in play of a lesson: what the coach asks is answered here too, and an answer that is shown is given."""

from __future__ import annotations

from sim.app.table.controller import TableController
from sim.app.table.lessons import LessonModel
from sim.app.table.model import TableModel
from sim.app.table.playback import EventAnimator
from sim.app.table.tools import Tool
from sim.app.table.worker import Worker
from sim.board.model.tableau import Point
from sim.engine.requests import Refusal
from sim.engine.script import WrongScript
from sim.lessons.lesson_file import Quiz
from sim.lessons.progress import finish
from sim.lessons.walk import EndOfWalk

__all__ = ["COMMANDS", "LessonTable", "table_for"]

SHOWN_EVERY = 0.9  # seconds between two answers that are shown
COMMANDS = {"f6": "coach show", "f7": "coach step", "f8": "fold coach", "f9": "coach again"}


def table_for(model: TableModel, worker: Worker, animator: EventAnimator | None) -> TableController:
    """The table of a game, or of a lesson."""
    return (
        LessonTable(model, worker, animator)
        if isinstance(model, LessonModel)
        else TableController(model, worker, animator)
    )


class LessonTable(TableController):
    """One lesson at the table. `options`: the answers that are picked of a question of the coach's."""

    def __init__(self, model: LessonModel, worker: Worker | None = None, animator: EventAnimator | None = None) -> None:
        super().__init__(model, worker, animator)
        self.lesson_model = model
        self.coach = model.coach
        self.options: set[int] = set()
        self._step = -1
        self._until_next = 0.0
        self._finished = False

    @property
    def rests(self) -> bool:
        """Is all shown that happened, and nothing being answered?"""
        return not self.busy and self.model.caught_up and self.sequencer.waiting <= 0

    @property
    def ended(self) -> bool:
        """Is the lesson over, and its end shown?"""
        return self.coach.over and self.rests

    @property
    def quiz(self) -> Quiz | None:
        """The question of the coach's that is asked now."""
        return self.coach.quiz if self.rests and not self.coach.failed else None

    @property
    def coach_asks(self) -> bool:
        """Does the coach wait for Enter: is a step of his to be read, or a question answered?"""
        return (self.rests and self.coach.reads) or self.quiz is not None

    @property
    def asked_minis(self) -> tuple[str, ...]:
        """The minis that are answers of what the coach asks."""
        return () if self.quiz is None else tuple(option.who for option in self.quiz.options if option.who)

    @property
    def shows(self) -> bool:
        """Is an answer being shown?"""
        return self.lesson_model.walk is not None

    def tick(self, seconds: float) -> None:
        super().tick(seconds)
        if self.coach.number != self._step:
            self._step, self.options = self.coach.number, set()
        if not self.rests:
            return
        if self.shows:
            self._until_next -= seconds
            if self._until_next <= 0 and self.menu is not None:
                self._show_next()
        if self.coach.over and not self._finished:
            self._finished = True
            finish(self.lesson_model.name, self.coach.stars)

    def _show_next(self) -> None:
        self._until_next = SHOWN_EVERY
        try:
            answer = self.lesson_model.shown_answer()
        except EndOfWalk:
            return
        except WrongScript:
            self.lesson_model.walk = None
            self.coach.cannot_be_shown()
            return
        self.give(answer)

    # --- what the coach is told -----------------------------------------------------------------------

    def obey(self, command: str) -> None:
        """What a button or key of the coach's asks for."""
        match command:
            case "coach on":
                self.coach.go_on()
            case "coach pick":
                self.settle_quiz()
            case "coach show" if not self.busy and self.coach.offers_help:
                self._begin_showing()
            case "coach step" if not self.busy:
                self.go_back(self.lesson_model.take_step_back)

    def _begin_showing(self) -> None:
        """The answer: a quiz's is picked, any other is played from where the step began."""
        if self.coach.quiz is not None:
            self.options = set(self.coach.right())
            return
        self.go_back(self.lesson_model.take_step_back, self._show_from_here)

    def _show_from_here(self) -> None:
        self.lesson_model.show_from_here()
        self._until_next = SHOWN_EVERY

    def barred(self, refusal: Refusal) -> None:
        """The coach of a lesson may have a better word for it, and offers help sooner; at a puzzle one may try."""
        super().barred(refusal)
        step = self.coach.step
        if step is not None and step.done is not None and self.coach.lesson.kind == "lesson":
            self.coach.refused(refusal)

    @property
    def marked(self) -> tuple[Point, ...]:
        """The places that the coach points out."""
        step = self.coach.step if self.rests else None
        return () if step is None else tuple(mark.at for mark in step.marks if mark.at is not None)

    def choose_option(self, number: int) -> None:
        """Pick an answer of the quiz, or put it back. A tape is put away: Enter is for the answer now."""
        quiz = self.quiz
        if quiz is None or not 0 <= number < len(quiz.options):
            return
        if self.tool is Tool.TAPE:
            self.put_back()
        if number in self.options:
            self.options.discard(number)
        else:
            self.options = {*self.options, number} if quiz.several else {number}

    def settle_quiz(self) -> None:
        """The answers that are picked are given."""
        if self.quiz is not None and self.options and self.coach.pick(self.options):
            self.options = set()

    def confirm(self) -> None:
        """Enter: the coach's step is read or answered, else as at any table."""
        if self.rests and self.coach.reads:
            self.coach.go_on()
        elif self.quiz is not None:
            self.settle_quiz()
        else:
            super().confirm()

    def takes_digit(self, key: str) -> bool:
        """A digit picks an answer of the quiz."""
        if self.quiz is None or not key.isdecimal() or not 0 < int(key) <= len(self.quiz.options):
            return False
        self.choose_option(int(key) - 1)
        return True

    def click(self, figure: str | None, point: Point | None, *, corner: bool = False) -> None:
        """A click on a mini that is an answer of the quiz picks it."""
        quiz = self.quiz
        if quiz is not None and figure is not None and self.tool is not Tool.TAPE:
            for number, option in enumerate(quiz.options):
                if option.who == figure:
                    self.choose_option(number)
                    return
        super().click(figure, point, corner=corner)
