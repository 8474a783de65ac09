"""Dice of lessons: what they show is said for a purpose, or follows from a seed."""

from __future__ import annotations

from sim.engine.dice import SeededDice
from sim.engine.requests import Roll
from sim.lessons.lesson_file import LessonThrow

__all__ = ["LessonDice"]


class LessonDice:
    """The first throw of `throws` that fits a roll says its faces; none: the seed does.

    `throws` is set anew as the lesson goes on. No undo goes back over dice, so a roll that stands has what was said.
    """

    def __init__(self, seed: int) -> None:
        self.throws: tuple[LessonThrow, ...] = ()
        self._seeded = SeededDice(seed)

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """The faces of a roll."""
        for each in self.throws:
            if each.purpose in ("", roll.purpose) and each.who in ("", roll.who):
                return tuple(each.faces[i % len(each.faces)] for i in range(roll.dice))
        return self._seeded.throw(roll, thrown)
