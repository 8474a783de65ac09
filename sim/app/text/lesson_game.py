"""A lesson at the terminal: the coach's words before each question, its own questions, and an answer that is shown."""

from __future__ import annotations

from pathlib import Path

from sim.app.table.glossary import explained
from sim.app.table.lessons import LessonModel, begin_lesson
from sim.app.text.commands import Leave, obey
from sim.app.text.game import TextGame
from sim.app.text.matching import numbers_in, plain, typed
from sim.app.text.terminal import EndOfWords, Terminal
from sim.board.board import Board
from sim.carnevale.questions import Question
from sim.engine.script import WrongScript
from sim.lessons.catalogue import board_source
from sim.lessons.coach import Coach
from sim.lessons.lesson_file import Lesson, Quiz, in_words, read_lesson
from sim.lessons.progress import finish
from sim.lessons.walk import EndOfWalk
from sim.words import counted, joined, say, sense, term

__all__ = ["LessonGame", "learn_text"]

BEGIN_AGAIN = say("'step again' begins the step again.")
AGAIN_OR_SHOWN = say("'step again' begins the step again, 'show' plays its answer.")
WORDS = say("'show' plays the answer after two mistakes in a step, 'step again' begins the step again, 'quit' leaves.")
ENDS = ("?", "!", ".")  # of a title that is a sentence
AGAIN = sense("words to type", "again, repeat")
SHOW = sense("words to type", "show")
STEP_AGAIN = sense("words to type", "step again")


def learn_text(path: Path, terminal: Terminal | None = None) -> bool:
    """Play a lesson in the terminal; False where it was left. Raises BautaError."""
    lesson = read_lesson(path)
    board = Board.load(board_source(path, lesson))
    game = LessonGame(begin_lesson(path, lesson, board), terminal or Terminal())
    try:
        return game.play()
    except EndOfWords:
        game.terminal.tell("", say("There are no more words."))
        return False
    finally:
        game.close()


class LessonGame(TextGame):
    """One lesson at a terminal."""

    def __init__(self, model: LessonModel, terminal: Terminal) -> None:
        super().__init__(model, terminal)
        model.coach.lesson = in_words(model.coach.lesson)
        self.lesson_model = model
        self.more_help = (WORDS,)
        self._told = -1  # the step that was told last

    @property
    def coach(self) -> Coach:
        return self.lesson_model.coach

    def play(self) -> bool:
        """Until the lesson is over (True), or the player leaves it. Raises EndOfWords."""
        lesson = self.coach.lesson
        self.terminal.tell(say("{title}: {words}", title=term(lesson.title), words=term(lesson.about)), WORDS)
        try:
            while not self.coach.over:
                self.tell_events()
                self._tell_step()
                if self.coach.reads:
                    self._read()
                elif (quiz := self.coach.quiz) is not None:
                    self._ask(quiz)
                else:
                    self._step()
        except Leave:
            return False
        self.tell_events()
        self._tell_end(lesson)
        return True

    def _tell_step(self) -> None:
        """The words of a step, once; what it points out by where it is."""
        coach, step = self.coach, self.coach.step
        if step is None or coach.number == self._told:
            return
        self._told = coach.number
        if coach.praise:
            self.terminal.tell("", term(coach.praise))
        title = term(step.title)
        if not step.title.endswith(ENDS):
            title = say("{title}.", title=title)
        number, steps = coach.number + 1, len(coach.lesson.steps)
        self.terminal.tell(
            "",
            say("{n} of {all}. {title} {words}", n=number, all=steps, title=title, words=term(step.say)),
        )
        for mark in step.marks:
            if mark.at is not None and mark.say:
                x, y, z = mark.at
                self.terminal.tell(
                    say("  At {x:g}, {y:g}, {z:g} up: {mark}", mark=term(mark.say), x=x, y=y, z=z)
                    if z >= 1
                    else say("  At {x:g}, {y:g}: {mark}", mark=term(mark.say), x=x, y=y)
                )

    def _read(self) -> None:
        choice = self.model.choice
        asking = self.asking(choice) if choice is not None else None  # what would be asked can be tried
        while self.coach.reads:
            line = self.terminal.ask(say("Enter goes on"))
            if not line:
                self.coach.go_on()
            elif plain(line) in typed(AGAIN):
                self._told = -1
                self._tell_step()
            elif not obey(self, asking, line):
                self.terminal.tell(say("Enter goes on."))

    def _ask(self, quiz: Quiz) -> None:
        """A question of the coach's own, until it is answered rightly."""
        number = self.coach.number
        self.terminal.list(term(option.say) for option in quiz.options)
        while self.coach.number == number:
            line = self.terminal.ask(say("Numbers") if quiz.several else say("Number"))
            if plain(line) in typed(SHOW):
                if self._may_show():
                    self.terminal.tell(joined(", ", (term(quiz.options[i].say) for i in self.coach.right())))
                continue
            if plain(line) in typed(AGAIN):
                self._told = -1
                self._tell_step()
                self.terminal.list(term(option.say) for option in quiz.options)
                continue
            picked = [int(each) - 1 for each in numbers_in(line)]
            if picked and all(0 <= each < len(quiz.options) for each in picked):
                if not self.coach.pick(picked):
                    self.terminal.tell(term(self.coach.hint))
            elif not obey(self, None, line):
                most = len(quiz.options)
                self.terminal.tell(
                    say("Say numbers from 1 to {most}.", most=most)
                    if quiz.several
                    else say("Say a number from 1 to {most}.", most=most)
                )

    # --- questions of the game --------------------------------------------------------------------------

    def put(self, choice: Question) -> None:
        """Ask the player, until it is answered, taken back or shown."""
        self.taken_back = False
        asking = self.asking(choice)
        asking.tell()
        if self.coach.failed:
            self.terminal.tell(term(self.coach.failed))
        if self.coach.offers_beginning:
            self.terminal.tell(AGAIN_OR_SHOWN if self.coach.offers_help else BEGIN_AGAIN)
        while self.model.session.request is choice and not self.taken_back:
            line = self.terminal.ask()
            said = plain(line)
            if said in typed(STEP_AGAIN):
                self.lesson_model.begin_step_again()
                self._told = -1
            elif said in typed(SHOW):
                if self._may_show():
                    self._show()
            elif asking.is_meant(line) or not obey(self, asking, line):
                asking.take(line)
        if self.coach.hint:
            self.terminal.tell(term(self.coach.hint))

    def give(self, value: object) -> bool:
        """Answer what is asked; what the coach says of it is told too."""
        given = super().give(value)
        if not given and self.coach.hint and self.coach.hint not in self.model.notice:
            self.terminal.tell(term(self.coach.hint))
        return given

    def _may_show(self) -> bool:
        """May the answer be shown by now? It is told if not."""
        if self.coach.offers_help:
            return True
        self.terminal.tell(
            counted(
                "The answer is shown after two mistakes; so far there was {n}. What is not understood is none.",
                "The answer is shown after two mistakes; so far there were {n}. What is not understood is none.",
                self.coach.mistakes,
            )
        )
        return False

    def _show(self) -> None:
        """Play the answer of the step."""
        model, number = self.lesson_model, self.coach.number
        model.show()
        while self.coach.number == number:
            self.tell_events()
            if model.bot_turn:
                model.think()
                continue
            try:
                if model.answer(model.shown_answer()):
                    continue
                self.terminal.tell(model.notice)
            except (EndOfWalk, WrongScript):
                model.walk = None
            if self.coach.number == number:
                self.coach.cannot_be_shown()
            return
        model.walk = None

    def _tell_end(self, lesson: Lesson) -> None:
        stars = self.coach.stars
        finish(self.lesson_model.name, stars)
        done = say("{lesson} is done.", lesson=term(lesson.title))
        won = say("{stars} of {all} stars.", stars=stars, all=1 + len(lesson.stars)) if lesson.kind == "puzzle" else ""
        self.terminal.tell("", joined(" ", (term(self.coach.praise), done, won)))
        for star in lesson.stars:
            self.terminal.tell(say("  A star more: {what}.", what=term(star.say)))
        for each in lesson.learnt:
            learnt = say("  {rule}: {words}.", rule=each.rule, words=term(each.say))
            self.terminal.tell(joined(" ", (learnt, explained(each.rule))))
