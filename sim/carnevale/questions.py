"""What the questions of this game have in common: they are about characters, and call them by name.

Each question stands beside its rule (`SpendWill` in `will`, `WhereThrown` in `actions/grapple`). A new one is a frozen
type there, with its fields, its `gesture`, what it `asks`, and `options` or a `region`; the rule yields it. The table
and the bots answer it by its gesture; only where they are to know more of it, they have a case for its type or its
region (`OWN` in the table's `tools`, `_place_job` in its `preview_requests`, `proposed` in the bots' `proposals`).

Where the default declines, costs nothing and picks nobody, the type says what it is a `window` for: then it is asked
beside its mini, and can be yielded (`yielding`). `matter` says which of them are the same.
"""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from sim.carnevale.characters import Character
from sim.carnevale.names import Names, names_of
from sim.carnevale.state import State
from sim.engine.requests import Choice, Gesture, Label, Option, Region
from sim.words import say

__all__ = ["Declinable", "MustPick", "OfOne", "Question", "YesOrNo"]


@runtime_checkable
class Labelled(Protocol):
    """An answer that names itself: an action, a pair for a counter."""

    def label(self, name: Names) -> str: ...


@runtime_checkable
class OfOne(Region, Protocol):
    """A region about one character: where it may go, what it may do."""

    @property
    def who(self) -> str: ...


class Question(Choice, frozen=True):
    """Base of the questions of Carnevale."""

    declines: ClassVar[str] = say("No")  # what the option None does

    def hint(self, state: State, c: Character) -> str:
        """What one should know of a character that may be picked."""
        return ""

    def label(self, state: State, answer: object) -> Label:
        """Characters by their names, actions by their own labels; None, the way out, by `declines`."""
        if answer is None:
            return Label(self.declines)
        if isinstance(answer, Labelled):
            return Label(answer.label(names_of(state)))
        if isinstance(answer, str) and answer in state.characters:
            return Label(names_of(state)(answer), self.hint(state, state[answer]))
        return super().label(state, answer)


class YesOrNo(Question, frozen=True):
    """A question that is answered by True or False; without a word of its own, by False."""

    gesture = Gesture.YES_NO

    @property
    def options(self) -> tuple[Option, ...]:
        return (True, False)

    @property
    def default(self) -> bool:
        return False


class MustPick(Question, frozen=True):
    """A question for one of some minis, `able` to be it; the first, unless another is named."""

    gesture = Gesture.MINI

    able: tuple[str, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        return self.able

    @property
    def default(self) -> str:
        return self.able[0]


class Declinable(Question, frozen=True):
    """A question for a place, a way, an action ... of its region, which None declines."""

    @property
    def options(self) -> tuple[Option, ...]:
        return (None,)
