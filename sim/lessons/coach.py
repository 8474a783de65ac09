"""The coach: which step of a lesson a game is at, what is said of a mistake, and how many stars it was worth.

It looks at the game's events and its state after every answer, and changes nothing of it. Where answers are taken back,
it goes back with them. No step is left where it cannot be done without a word of it: what it asks for may be impossible
for this turn, and then the turn may go by; or for good, and then it is lost and begins again.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from sim.carnevale.events.course import RoundBegan
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.engine.requests import Choice, Refusal
from sim.engine.session import Session
from sim.engine.yields import Yield
from sim.lessons.conditions import Situation, holds
from sim.lessons.lesson_dice import LessonDice
from sim.lessons.lesson_file import Lesson, LessonStep, Quiz, Star
from sim.lessons.opponent import ScriptedOpponent
from sim.lessons.still_open import BETWEEN, fits_hint, is_open, is_spent, lets_pass, needed, only_passes, stopping
from sim.lessons.walk import entry_of
from sim.words import capital, joined, say, term

__all__ = ["ANSWER_FIRST", "HELPED_AFTER", "NOTHING_OPEN", "READ_FIRST", "SPENT", "Coach"]

HELPED_AFTER = 2  # mistakes in a step, after which the answer is offered
LONG = 2  # new rounds in a step, after which the coach asks whether it can still be done
NOT_NOW = say("Not now: first do what this step asks.")
READ_FIRST = say("First read this; Enter goes on.")
ANSWER_FIRST = say("First answer what the coach asks.")
NOTHING_OPEN = say("Nothing of what this step asks can be done just now. Let the turn go by, or begin the step again.")
SPENT = say("No Action Points are left. End the turn, and go on in the next one.")
TAKES_LONG = say("This takes long. Where it cannot be done from here any more, begin the step again.")
GAME_OVER = say("The game has ended, and this step is not done. Begin it again.")
NOT_SHOWN = say("This cannot be shown from here. Begin the step before it again.")
GONE_BY = say("What this step waited for has gone by. Begin it again.")


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
        self.failed = ""  # why the puzzle is lost, or why the step cannot be done any more
        self.is_stuck = False  # can nothing of the step be done now, or does it take long?
        self.helped = False  # was an answer shown?
        self.stars = 0  # once it is over
        self._refusal: Refusal | None = None
        self._begun = [_Begun(0, session.count, len(session.state.log))]
        self._left = (-1, 0)  # the step that was left last, and how many answers there are before where it was gone to
        self._said: set[int] = set()  # hints of the step that were said
        self._heard = len(session.state.log)  # events that it has looked at
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

    @property
    def offers_beginning(self) -> bool:
        """Can the step in hand not be done now, or not any more? Then it is offered to begin it again."""
        return self.is_stuck or bool(self.failed)

    def leaves_open(self) -> bool:
        """Can anything be done now that the step in hand does not stop?"""
        return self.step is None or is_open(self.step, self._now())

    def objection(self, answer: object) -> str:
        """Why an answer that is legal is not to be given in this step; empty: it may be."""
        choice, step = self.session.request, self.step
        if step is None or not isinstance(choice, Choice) or choice.seat != self.seat or isinstance(answer, Yield):
            return ""
        entry = entry_of(choice, answer)
        if self.failed:
            return "" if "prompt" in entry else self.failed
        if step.done is None and not (step.only and only_passes(step, entry)) and "prompt" not in entry:
            self.hint = step.instead or (READ_FIRST if step.quiz is None else ANSWER_FIRST)
            return self.hint
        if "prompt" not in entry:
            self.hint = ""  # it was of what was done before
        now = self._now()
        for hint in step.hints:
            if not hint.stop and fits_hint(hint, entry, now):
                self._slip(hint.say)
        stops = stopping(step, entry, now)
        if stops is None and only_passes(step, entry):
            return ""
        if not is_open(step, now):
            if lets_pass(entry):
                return ""
            self._help(NOTHING_OPEN)
            return self.hint
        self._slip(stops.say if stops is not None else step.instead or NOT_NOW)
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
        heard, self._heard = self._heard, len(self.session.state.log)
        if self._heard < heard:
            self.failed = self.hint = ""
        while len(self._begun) > 1 and self._heard < self._begun[-1].events:
            self._begun.pop()
            self.stars = 0
            self._enter(again=True)
        while (step := self.step) is not None and step.done is not None and not self.failed:
            if not holds(step.done, self._now()):
                self.is_stuck = False
                before = self.hint
                self._look_for_mistakes(step)
                self._look_for_ways(step, self.hint if self.hint != before else "")
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

    def let_go(self) -> None:
        """A step that cannot be done from where it began is left for one before it in which something was done, and for
        one still farther back where that led to the same."""
        if not (self.failed == NOT_SHOWN or (self.failed and self.session.count == self.answers_before)):
            return
        left = self.number
        answers = self._left[1] if self._left[0] == left else self.answers_before
        while len(self._begun) > 1 and self.answers_before >= answers:
            self._begun.pop()
        self._left = (left, self.answers_before)

    def cannot_be_shown(self) -> None:
        """The answer of the step does not fit how the game stands where the step began."""
        self.failed = NOT_SHOWN

    def back_to_beginning(self, session: Session[State]) -> None:
        """The step in hand begins again, in a session that has the answers from before it."""
        self.session = session
        self.failed, self.stars, self._heard = "", 0, len(session.state.log)
        self._enter(again=True)
        self.look()

    # --- inside ----------------------------------------------------------------------------------------------

    def _now(self, since: int | None = None) -> Situation:
        session = self.session
        since = self._begun[-1].events if since is None else since
        return Situation(session.state, session.measure, since, session.request, self._refusal)

    def _slip(self, words: str) -> None:
        self.hint = words
        self.mistakes += 1
        self.slips += 1

    def _help(self, words: str) -> None:
        """It is no mistake, but the learner does not come on: the answer is offered."""
        self.hint, self.is_stuck = words, True
        self.mistakes = max(self.mistakes, HELPED_AFTER)

    def _look_for_mistakes(self, step: LessonStep) -> None:
        """Hints to what has just come about, and whether all is lost: one mistake, however much is said of it."""
        now = self._now()
        slips = False
        for number, hint in enumerate(step.hints):
            if hint.answer or hint.when is None or hint.when.refused or number in self._said:
                continue
            if holds(hint.when, now):
                self._said.add(number)
                self.hint = hint.say
                slips = slips or hint.counts
        whole = self._now(self._begun[0].events)
        lost = next((each for each in self.lesson.failed if each.when is not None and holds(each.when, whole)), None)
        self.failed = lost.say if lost is not None else self._out_of_reach(step)
        if slips or self.failed:
            self.mistakes += 1
            self.slips += 1

    def _out_of_reach(self, step: LessonStep) -> str:
        """Why a step cannot be done any more; empty as long as it may be."""
        session, state = self.session, self.session.state
        if session.request is None:
            return GAME_OVER
        for who in sorted(needed(step)):
            if who in state.characters and not state[who].on_board:
                return say("{who} is out of it, and this step needs {who}. Begin it again.", who=names_of(state)(who))
        mine = isinstance(session.request, BETWEEN) and session.request.seat == self.seat
        if step.they and mine and self.opponent is not None and self.opponent.has_done_all:
            return GONE_BY
        return ""

    def _look_for_ways(self, step: LessonStep, said: str) -> None:
        """Help where nothing of the step can be done now, or where it goes on for round after round. `said`: the hint
        to what has just come about."""
        choice = self.session.request
        if self.failed or not isinstance(choice, BETWEEN) or choice.seat != self.seat:
            return
        now = self._now()
        if not is_open(step, now):
            self._help(joined(" ", (term(said), NOTHING_OPEN)) if said else NOTHING_OPEN)
        elif sum(isinstance(event, RoundBegan) for event in now.events) >= LONG:
            self._help(said or TAKES_LONG)
        elif not (self.hint or self.lesson.kind == "puzzle" or any("end" in entry for entry in step.show)):
            self.hint = SPENT if is_spent(now) else ""  # a step whose answer ends a turn speaks of it itself

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
        self.is_stuck, self._said = False, set()
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
