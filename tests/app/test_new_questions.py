"""A question that the table has never heard of is shown, answered and played by bots, by its gesture alone."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from sim.app.table.controller import TableController
from sim.app.table.model import TableModel
from sim.app.table.tools import Tool
from sim.bots.base import make
from sim.carnevale.actions import Run
from sim.carnevale.characters import Point
from sim.carnevale.questions import MustPick, Question
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.requests import Gesture, Label, Measure, Option, Refusal, Rule
from tests.carnevale.stages import board_for, played, staged


class Near(msgspec.Struct, frozen=True):
    """Any place on the street within so many inches of somebody."""

    answers: ClassVar[Any] = Point

    who: str
    inches: float

    def refusal(self, state: State, measure: Measure, answer: Point) -> Refusal | None:
        x, y, _ = state[self.who].here
        near = (answer[0] - x) ** 2 + (answer[1] - y) ** 2 <= self.inches**2
        return None if near else Refusal("BELL", "too far away")


class Some(msgspec.Struct, frozen=True):
    """Up to two of some characters."""

    answers: ClassVar[Any] = tuple[str, ...]

    among: tuple[str, ...]
    most: int = 2

    def refusal(self, state: State, measure: Measure, answer: tuple[str, ...]) -> Refusal | None:
        fits = len(answer) <= self.most and set(answer) <= set(self.among)
        return None if fits else Refusal("BELL", "not those")


class Short(msgspec.Struct, frozen=True):
    """A run to any place."""

    answers: ClassVar[Any] = Run

    who: str

    def refusal(self, state: State, measure: Measure, answer: Run) -> Refusal | None:
        return None


class WhereBellHangs(Question, frozen=True, kw_only=True):
    gesture = Gesture.POINT
    declines = "Nowhere"

    who: str
    inches: float = 5.0

    @property
    def options(self) -> tuple[Option, ...]:
        return (None,)

    @property
    def region(self) -> Near:
        return Near(self.who, self.inches)

    def asks(self, state: State) -> str:
        return "Where does the bell hang?"


class WhoHearsBell(Question, frozen=True, kw_only=True):
    gesture = Gesture.SEVERAL

    among: tuple[str, ...]

    @property
    def region(self) -> Some:
        return Some(self.among)

    @property
    def default(self) -> tuple[str, ...]:
        return ()

    def asks(self, state: State) -> str:
        return "Who hears the bell?"

    def by_default(self, state: State) -> str:
        return "Nobody"


class WhereBellRinger(Question, frozen=True, kw_only=True):
    gesture = Gesture.PATH
    declines = "He stays"

    who: str

    @property
    def options(self) -> tuple[Option, ...]:
        return (None,)

    @property
    def region(self) -> Short:
        return Short(self.who)

    def asks(self, state: State) -> str:
        return "Where does the ringer run?"


class HowOften(Question, frozen=True, kw_only=True):
    gesture = Gesture.NUMBER

    @property
    def options(self) -> tuple[Option, ...]:
        return (1, 2, 3)

    @property
    def default(self) -> int:
        return 2

    def asks(self, state: State) -> str:
        return "How often does it ring?"

    def label(self, state: State, answer: object) -> Label:
        return Label(f"{answer} times")


class WhoRings(MustPick, frozen=True, kw_only=True):
    def asks(self, state: State) -> str:
        return "Who rings the bell?"


class Ring(Step, frozen=True):
    """Asks it, and keeps nothing but the answer, of each copy of the game apart."""

    question: Question
    answers: dict[int, list[object]]

    def run(self, game: State) -> Rule[None]:
        answer: object = yield self.question
        self.answers.setdefault(id(game), []).append(answer)


NEW: list[tuple[Question, Tool]] = [
    (WhereBellHangs(seat="north", who="a"), Tool.POINT),
    (WhoHearsBell(seat="north", among=("a", "b", "c")), Tool.MANY),
    (WhereBellRinger(seat="north", who="a"), Tool.RUN),
    (HowOften(seat="north"), Tool.LOOK),
    (WhoRings(seat="north", able=("a", "c")), Tool.PICK),
]


def asked(question: Question) -> tuple[TableController, list[object]]:
    """A table at which this is asked, and where its answer goes."""
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("c", "north", (9.0, 3.0, 0.0)), ("b", "south", (6.0, 30.0, 0.0))]
    game, answers = staged("gang-war", *minis), dict[int, list[object]]()
    game.then(Ring(question, answers))
    table = TableController(TableModel(board_for("gang-war"), played(game), {}))
    until_asked(table)
    return table, answers.setdefault(id(table.model.session.state), [])


def until_asked(table: TableController) -> None:
    for _ in range(200):
        table.tick(0.1)
        if table.menu is not None:
            return
    raise AssertionError(table.failure)


@pytest.mark.parametrize(("question", "tool"), NEW, ids=lambda each: type(each).__name__)
def test_the_table_shows_it_in_its_own_words_with_a_tool(question: Question, tool: Tool) -> None:
    table, _ = asked(question)
    assert table.menu is not None
    assert (table.menu.question, table.tool) == (question.asks(table.model.shown), tool)
    labels = [button.label for button in table.menu.buttons]
    assert question.by_default(table.model.shown) in labels
    assert len(labels) == max(1, len(question.options))


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("question", [question for question, _ in NEW], ids=lambda each: type(each).__name__)
def test_a_bot_answers_it(question: Question, bot: str) -> None:
    table, answers = asked(question)
    session = table.model.session
    session.answer(make(bot, 3).choose(session.state, question, session.measure))
    assert len(answers) == 1


def test_a_point_is_clicked() -> None:
    table, answers = asked(WhereBellHangs(seat="north", who="a"))
    click(table, (6.0, 5.0, 0.0))
    assert answers == [(6.0, 5.0, 0.0)]


def test_several_minis_are_clicked_and_confirmed() -> None:
    table, answers = asked(WhoHearsBell(seat="north", among=("a", "b", "c")))
    for who in ("b", "c", "b"):
        table.click(who, None)
    table.click("a", None)
    table.confirm()
    table.tick(0.1)
    assert answers == [("c", "a")]


def test_a_mini_is_clicked() -> None:
    table, answers = asked(WhoRings(seat="north", able=("a", "c")))
    table.click("c", (9.0, 3.0, 0.0))
    table.tick(0.1)
    assert answers == ["c"]


def test_a_path_is_clicked() -> None:
    table, answers = asked(WhereBellRinger(seat="north", who="a"))
    click(table, (6.0, 5.0, 0.0))
    assert answers == [Run(to=(6.0, 5.0, 0.0))]


def click(table: TableController, at: Point) -> None:
    table.click(None, at)
    for _ in range(20):
        table.tick(0.1)
