"""The coach: which step of a lesson a game is at, what is said of a mistake, and how many stars it was worth.

It looks at the game's events and its state after every answer, and changes nothing of it. Where answers are taken back,
it goes back with them.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from sim.carnevale.state import State
from sim.engine.requests import Choice, Refusal
from sim.engine.session import Session
from sim.engine.yields import Yield
from sim.lessons.conditions import Situation, holds
from sim.lessons.facts import Facts, fits_all
from sim.lessons.lesson_dice import LessonDice
from sim.lessons.lesson_file import Lesson, LessonStep, Quiz, Star
from sim.lessons.opponent import ScriptedOpponent
from sim.lessons.walk import entry_of
from sim.words import capital, joined

__all__ = ["HELPED_AFTER", "Coach"]

HELPED_AFTER = 2  # mistakes in a step, after which the answer is offered
NOT_NOW = "Not now: first do what this step asks."


class _Begun(msgspec.Struct, frozen=True):
    """A step, where it began: how many answers and events there were."""

    step: int
    answers: int
    events: int


class Coach:
    """Over one game of a lesson. `seat`: the player's."""

    def __init__(self, lesson: Lesson, session: Session[State], opponent: ScriptedOpponent | None = None) -> None:
        self.lesson, self.session, self.opponent = lesson, session, opponent
        self.seat = session.game.seats(session.state)[0]
        self.hint = ""  # what is said of the last mistake
        self.praise = ""  # what is said of a right answer to a quiz
        self.mistakes = 0  # in the step in hand
        self.slips = 0  # in all steps
        self.failed = ""  # why the puzzle is lost
        self.helped = False  # was an answer shown?
        self.stars = 0  # once it is over
        self._refusal: Refusal | None = None
        self._begun = [_Begun(0, session.count, len(session.state.log))]
        self._said: set[int] = set()  # hints of the step that were said
        self._tell()
        self.look()

    # --- where it is ------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """Of the step in hand, from 0; as many as there are steps: it is over."""
        return self._begun[-1].step

    @property
    def step(self) -> LessonStep | None:
        """The step in hand; None: it is over."""
        return self.lesson.steps[self.number] if self.number < len(self.lesson.steps) else None

    @property
    def over(self) -> bool:
        return self.step is None

    @property
    def reads(self) -> bool:
        """Is the step only to be read?"""
        step = self.step
        return step is not None and step.done is None and step.quiz is None

    @property
    def quiz(self) -> Quiz | None:
        return self.step.quiz if self.step is not None else None

    @property
    def answers_before(self) -> int:
        """How many answers the game had when the step in hand began."""
        return self._begun[-1].answers

    @property
    def offers_help(self) -> bool:
        """May the answer be shown by now?"""
        return self.step is not None and not self.reads and self.mistakes >= HELPED_AFTER

    def right(self) -> tuple[int, ...]:
        """The right answers of the quiz in hand, from 0: the board says."""
        quiz, now = self.quiz, self._now(0)
        return () if quiz is None else tuple(i for i, each in enumerate(quiz.options) if holds(each.when, now))

    # --- what a player does ---------------------------------------------------------------------------------

    def objection(self, answer: object) -> str:
        """Why an answer that is legal is not to be given in this step; empty: it may be."""
        choice, step = self.session.request, self.step
        if step is None or not isinstance(choice, Choice) or choice.seat != self.seat or isinstance(answer, Yield):
            return ""
        entry = entry_of(choice, answer)
        for hint in step.hints:
            if hint.answer and fits_entry(hint.answer, entry) and (hint.when is None or holds(hint.when, self._now())):
                self._slip(hint.say)
                if hint.stop:
                    return hint.say
        if not step.only or any(fits_entry(each, entry) for each in step.only) or "prompt" in entry:
            return ""
        self._slip(step.instead or NOT_NOW)
        return self.hint

    def refused(self, refusal: Refusal) -> None:
        """The rules refused an answer: the coach may have a better word for it."""
        self._refusal = refusal
        step = self.step
        now = self._now()
        words = ""
        for hint in step.hints if step is not None else ():
            if not hint.answer and hint.when is not None and hint.when.refused and holds(hint.when, now):
                words = hint.say
                break
        self._slip(words or joined("", (capital(refusal.why), ".")))
        self._refusal = None

    def look(self) -> None:
        """After an answer, and after one was taken back: go on through the steps, or back."""
        while len(self._begun) > 1 and len(self.session.state.log) < self._begun[-1].events:
            self._begun.pop()
            self.failed, self.stars = "", 0
            self._enter(again=True)
        while (step := self.step) is not None and step.done is not None and not self.failed:
            if not holds(step.done, self._now()):
                self._look_for_mistakes(step)
                return
            self._go_on()

    def go_on(self) -> None:
        """The player has read the step."""
        if self.reads:
            self._go_on()
            self.look()

    def pick(self, picked: Collection[int]) -> bool:
        """Answer the quiz in hand, by the numbers of the options from 0. False: it is not right, and `hint` says so."""
        quiz = self.quiz
        if quiz is None:
            return False
        if set(picked) == set(self.right()):
            words = quiz.right
            self._go_on()
            self.praise = words
            self.look()
            return True
        self._slip(quiz.wrong)
        return False

    def back_to_beginning(self, session: Session[State]) -> None:
        """The step in hand begins again, in a session that has the answers from before it."""
        self.session = session
        self.failed, self.hint = "", ""
        self._enter(again=True)

    # --- inside ----------------------------------------------------------------------------------------------

    def _now(self, since: int | None = None) -> Situation:
        session = self.session
        since = self._begun[-1].events if since is None else since
        return Situation(session.state, session.measure, since, session.request, self._refusal)

    def _slip(self, words: str) -> None:
        self.hint = words
        self.mistakes += 1
        self.slips += 1

    def _look_for_mistakes(self, step: LessonStep) -> None:
        now = self._now()
        for number, hint in enumerate(step.hints):
            if hint.answer or hint.when is None or hint.when.refused or number in self._said:
                continue
            if holds(hint.when, now):
                self._said.add(number)
                self._slip(hint.say)
        whole = self._now(self._begun[0].events)
        lost = next((each for each in self.lesson.failed if each.when is not None and holds(each.when, whole)), None)
        if lost is not None:
            self.failed = lost.say

    def _go_on(self) -> None:
        session = self.session
        self._begun.append(_Begun(self.number + 1, session.count, len(session.state.log)))
        self._enter()
        if self.over:
            self.stars = 1 + sum(map(self._earned, self.lesson.stars))

    def _earned(self, star: Star) -> bool:
        if star.mistakes is not None and (self.helped or self.slips > star.mistakes):
            return False
        return star.when is None or holds(star.when, self._now(self._begun[0].events))

    def _enter(self, *, again: bool = False) -> None:
        self.hint = self.praise = ""
        self._said = set()
        if not again:
            self.mistakes = 0
        self._tell()

    def _tell(self) -> None:
        """The dice and the opponent hear of the step in hand."""
        step = self.step
        if isinstance(self.session.dice, LessonDice):
            self.session.dice.throws = (*(step.dice if step is not None else ()), *self.lesson.dice)
        if self.opponent is not None and step is not None:
            self.opponent.tell(step.they)


def fits_entry(facts: Facts, entry: dict[str, object]) -> bool:
    """Is what is tried so? A run along corners goes `to` the last of them.

    What is asked in the course of an action is meant only where its question is named.
    """
    if "prompt" in entry and "prompt" not in facts:
        return False
    path = entry.get("path")
    if isinstance(path, list | tuple) and path and not entry.get("to"):
        entry = {**entry, "to": path[-1]}
    return fits_all(facts, entry)
