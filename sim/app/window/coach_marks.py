"""What a step of a lesson points out on the board, and where it has one look."""

from __future__ import annotations

from sim.app.render.overlay import Overlay
from sim.app.render.palettes import Colour
from sim.app.table.lesson_table import LessonTable
from sim.app.window.table_camera import TableCamera
from sim.board.model.tableau import MM
from sim.board.movement.nav_scene import body_height
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.lessons.lesson_file import LessonStep, Mark
from sim.words import term

__all__ = ["CoachMarks"]

LIT = (0.40, 0.95, 1.0, 0.95)
PICKED = (1.0, 0.86, 0.35, 1.0)
OVER = 0.7  # inches of a label over what it names


class CoachMarks:
    """Marks of the step in hand, over one game."""

    def __init__(self, overlay: Overlay) -> None:
        self.overlay = overlay
        self.named: set[str] = set()  # minis that have a word of the coach's over them
        self._drawn: object = None
        self._looked = self._framed = -1  # steps whose own look was taken, and whose marks were brought into view

    def sync(self, table: LessonTable, camera: TableCamera, *, moving: bool) -> None:
        """Bring the marks to what the coach says; they wait while something moves."""
        coach = table.coach
        step = coach.step
        if not table.rests or moving:
            return
        state = table.model.shown
        marks = step.marks if step is not None else ()
        if step is not None and not camera.gliding:
            self._look(step, coach.number, state, camera)
        picked = self._picked(table)
        places = tuple((c.id, c.at) for c in state.on_board())
        want = (coach.number, places, picked)
        if want == self._drawn:
            return
        self._drawn = want
        self.overlay.clear()
        self.named = {mark.who for mark in marks if mark.who and mark.say}
        for mark in marks:
            self._draw(table, mark)
        for who in self._asked(step):
            self._name(state, who, PICKED if who in picked else LIT)
        for who in picked:
            c = state[who]
            self.overlay.ring(c.here, c.profile.size * MM / 2 + 0.26, PICKED, 0.16)

    def _look(self, step: LessonStep, number: int, state: State, camera: TableCamera) -> None:
        """First from where the step has one look; then, if panels hide what it marks or asks for, from farther off."""
        if number != self._looked:
            self._looked = number
            if step.look is not None:
                camera.show_place(step.look.at, step.look.distance, step.look.heading, step.look.pitch)
                return
        asked = self._asked(step)
        if number != self._framed and (step.marks or asked):
            self._framed = number
            shown = [*asked, *(mark.who for mark in step.marks), *[state.active] * (step.look is None)]
            minis = [state[who].here for who in shown if who in state.characters and state[who].on_board]
            camera.show_all([*minis, *(mark.at for mark in step.marks if mark.at is not None)])

    def _asked(self, step: LessonStep | None) -> list[str]:
        """The minis that the step's question is about."""
        return [option.who for option in step.quiz.options if option.who] if step is not None and step.quiz else []

    def _name(self, state: State, who: str, colour: Colour) -> None:
        """The name of a mini that may be the answer, over it: the answers stand beside the board."""
        c = state.characters.get(who)
        if c is None or not c.on_board or who in self.named:
            return
        self.named.add(who)
        x, y, z = c.here
        self.overlay.label((x, y, z + body_height(c.profile.size) + OVER), names_of(state)(who), colour, 15)

    def _picked(self, table: LessonTable) -> tuple[str, ...]:
        quiz = table.quiz
        if quiz is None:
            return ()
        options = [quiz.options[number].who for number in sorted(table.options)]
        return tuple(who for who in options if who)

    def _draw(self, table: LessonTable, mark: Mark) -> None:
        if mark.who:
            c = table.model.shown.characters.get(mark.who)
            if c is None or not c.on_board:
                return
            x, y, z = c.here
            self.overlay.ring(c.here, c.profile.size * MM / 2 + 0.2, LIT, 0.1)
            top = z + body_height(c.profile.size) + OVER
        elif mark.at is not None:
            x, y, z = mark.at
            self.overlay.ring(mark.at, mark.wide, LIT, 0.1)
            top = z + OVER
        else:
            return
        if mark.say:
            self.overlay.label((x, y, top), term(mark.say), LIT, 15)
