"""Every question has its words, its default, its gesture, a tool at the table and an answer of bots.

What is tested is found by walking the rules' modules; a new question is tested as soon as it is defined, and needs an
example: a golden game that asks it, or a scene in `tests/carnevale/questions.py`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from itertools import chain
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

import sim
from sim.app.table.tools import Tool, tool_for
from sim.bots.proposals import proposed
from sim.carnevale.acting import Attacks
from sim.carnevale.actions.favour import AwardFavour
from sim.carnevale.questions import Question
from sim.carnevale.report import request_report
from sim.carnevale.state import State
from sim.carnevale.will import SpendWill
from sim.engine.requests import Choice, Gesture, Selection
from sim.words import Message
from tests.carnevale.questions import Asked, examples, in_golden_games, in_scenes, kinds
from tests.carnevale.tables import GAME

KINDS = kinds()
TO_BE_TOLD = ("inches", "left", "level", "most", "needed", "points", "reach")  # numbers that the words must tell
NOW_AND_THEN = 11  # of the golden games' questions, how many come between two that are looked at
CLIENTS = ("app", "bots", "cli")


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def kind(request: pytest.FixtureRequest) -> type[Question]:
    found: type[Question] = request.param
    return found


def words(asked: Asked) -> str:
    """All that a player reads of a question."""
    question, state = asked.question, asked.state
    labels = [" ".join(question.label(state, option)) for option in question.options]
    return " ".join((question.asks(state), question.detail(state), question.by_default(state), *labels))


# --- of every type --------------------------------------------------------------------------------------------


def test_every_question_has_been_asked_somewhere() -> None:
    missing = [kind.__name__ for kind in KINDS if kind not in examples()]
    assert not missing, f"no golden game asks these, and no scene of tests/carnevale/questions.py: {missing}"


def test_a_question_has_a_name_of_its_own_for_scripts_and_journals() -> None:
    names: dict[str, type[Question]] = {}
    for kind in KINDS:
        name = str(kind.__struct_config__.tag)
        assert re.fullmatch("[a-z]+([_-][a-z]+)*", name)
        other = names.setdefault(name, kind)
        related = issubclass(kind, other) or issubclass(other, kind)  # a counter's action is an action
        assert related, f"{kind.__name__} and {other.__name__} are both called {name}"


def test_a_question_says_what_it_is_and_how_it_is_answered(kind: type[Question]) -> None:
    assert kind.__doc__
    assert not kind.__doc__.startswith(f"{kind.__name__}(")
    assert isinstance(kind.gesture, Gesture)
    assert kind.asks is not Choice.asks


def test_the_fields_of_a_question_are_typed(kind: type[Question]) -> None:
    assert not [name for name, hint in get_type_hints(kind).items() if "Any" in str(hint) and name != "gesture"]


def test_the_table_has_a_tool_for_a_question(kind: type[Question]) -> None:
    assert isinstance(tool_for(kind), Tool)


def test_a_bot_has_an_answer_to_a_question(kind: type[Question]) -> None:
    """There are options to choose from, or its gesture says what to try, or bots know its region."""
    question = examples()[kind].question
    by_gesture = kind.gesture not in (Gesture.PLACEMENT, Gesture.ACTION)
    known = question.region is not None and proposed.dispatch(type(question.region)) is not proposed.dispatch(object)
    assert question.options or by_gesture or known


def test_a_question_can_be_answered_by_its_gesture(kind: type[Question]) -> None:
    question, state = examples()[kind].question, examples()[kind].state
    plain = [option for option in question.options if option is not None]
    match kind.gesture:
        case Gesture.YES_NO:
            assert question.options == (True, False)
        case Gesture.NUMBER:
            assert plain
            assert all(type(option) is int for option in plain)
        case Gesture.AREA:
            assert plain
        case Gesture.MINI:
            assert question.region is not None or set(plain) <= set(state.characters)
        case Gesture.LIST:
            assert question.options
        case Gesture.SEVERAL | Gesture.DICE:
            assert isinstance(question.region, Selection)
        case Gesture.POINT | Gesture.PATH | Gesture.PLACEMENT | Gesture.ACTION:
            assert question.region is not None


def test_what_happens_by_default_may_be_answered(kind: type[Question]) -> None:
    question = examples()[kind].question
    if question.default is None or question.default in question.options:
        return
    assert question.region is not None
    assert msgspec.convert(msgspec.to_builtins(question.default), question.region.answers) == question.default


def test_a_question_is_told_to_programs_in_plain_data(kind: type[Question]) -> None:
    asked = examples()[kind]
    described: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(request_report(asked.state, asked.question)))
    assert (described["type"], described["prompt"], described["seat"]) == (
        "choice",
        asked.question.prompt,
        asked.question.seat,
    )
    assert len(described["labels"]) == len(described["options"])
    assert described["asks"]
    assert described["by_default"]


# --- of every question that comes up --------------------------------------------------------------------------


def told_by_players(question: Question) -> list[str]:
    return [question.story] if isinstance(question, AwardFavour) else []


def english(text: str, names: Collection[str]) -> list[str]:
    """What of a text, or of what it is made of, is no message, and so English in every language: names apart, which
    begin with capital letters but for words as short as "dei"."""
    if isinstance(text, Message):
        return [left for field in text.fields.values() if isinstance(field, str) for left in english(field, names)]
    return [text] if re.search(r"\b[a-z]{4}", text) and text not in names else []


@pytest.mark.rule("SCEN-10")
def test_the_words_of_a_question_name_whom_and_how_much_it_is_about() -> None:
    """Every question of the golden games and the scenes, from what the seat may see that is asked."""
    for source in (in_golden_games, in_scenes):
        for asked in source():
            check_words(asked)


def check_words(asked: Asked) -> None:
    question, state, described = asked.question, asked.state, words(asked)
    where = f"{asked.game}: {question.prompt}: {described}"
    assert question.asks(state).strip(), where
    assert question.by_default(state).strip(), where
    labels = [question.label(state, option).text for option in question.options]
    assert all(label.strip() for label in labels), where
    if isinstance(question.region, Attacks):
        labels += [question.label(state, attack).text for attack in question.region.offers]
    names = {c.name for c in state.characters.values()} | {seat.gang for seat in state.seats.values()}
    for text in (question.asks(state), question.detail(state), question.by_default(state), *labels):
        assert not english(text, {*names, *told_by_players(question)}), f"{where}: English in every language"
    assert "_" not in described, where
    for field in question.__struct_fields__:
        value = getattr(question, field)
        if isinstance(value, str) and value in state.characters:
            assert state[value].name in described, f"{where}: not {field}"
        if field == "spell":
            assert value in described, where
        if field in TO_BE_TOLD and value is not None:
            assert f"{round(value, 1):g}" in described, f"{where}: not {field}"  # inches to a tenth


@pytest.mark.rule("SCEN-10")
def test_a_question_is_put_in_words_from_what_its_seat_may_see() -> None:
    golden = (asked for number, asked in enumerate(in_golden_games()) if number % NOW_AND_THEN == 0)
    for asked in chain(golden, examples().values()):
        view: State = GAME.view(asked.state, asked.question.seat)
        assert words(asked) == words(msgspec.structs.replace(asked, state=view)), asked.question


def test_one_die_is_no_dice() -> None:
    asked = examples()[SpendWill]
    alone = msgspec.structs.replace(asked.question, dice=0)
    assert [alone.label(asked.state, points).text for points in (1, 2)] == ["1 WP: 1 die", "2 WP: 2 dice"]


def test_nobody_goes_by_the_name_of_a_question() -> None:
    """Whoever shows or answers questions dispatches on their types: a name is for people and files."""
    package = Path(sim.__file__).parent
    for path in [path for client in CLIENTS for path in (package / client).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare | ast.Match | ast.Subscript):
                looked_at = [node.subject] if isinstance(node, ast.Match) else [*ast.iter_child_nodes(node)]
                names = [each.attr for part in looked_at for each in ast.walk(part) if isinstance(each, ast.Attribute)]
                assert "prompt" not in names, f"{path.name}:{node.lineno}"
