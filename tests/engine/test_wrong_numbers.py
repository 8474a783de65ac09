"""Numbers and words that no game has are refused: in journals with the line, in calls with the documented error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.engine.dice import OutOfDice, ScriptedDice, SeededDice
from sim.engine.journal import read
from sim.engine.requests import CorruptJournal, GameError, Refused, Roll
from sim.engine.session import Session
from tests.engine.toy import Toy, measure

HEADER = '{"game":"toy","setup":{},"format":1}'
LINES = [
    ('{"n":1,"choise":1}', "there is no 'choise': is it 'choice'?"),
    ('{"n":1,"choice":1,"roll":[1]}', "expected answer 1 or an undo"),
    ('{"n":1}', "expected answer 1 or an undo"),
    ('{"n":2,"choice":1}', "its number is 2"),
    ('{"n":1.0,"choice":1}', "expected answer 1"),
    ('{"n":true,"choice":1}', "expected answer 1"),
    ('{"n":-3,"choice":1}', "its number is -3"),
    ('{"undo":true}', "expected answer 1"),
    ('{"undo":-1}', "-1 of 0 answers cannot stand"),
    ('{"undo":3}', "3 of 0 answers cannot stand"),
    ('{"n":1,"choice":{"at":[1e300,0,0]}}', "1e+300 is no number of a game"),
    ('{"n":1,"ruling":{"distance":-1e12}}', "-1e+12 is no number of a game"),
    ('{"n":1,"roll":[99999999999999]}', "1e+14 is no number of a game"),
    ('{"n":1,"choice":1e400}', "not an answer"),
    ('{"n":1,"choice":NaN}', "not an answer"),
    ('{"n":1,"choice":' + "[" * 5000 + "]" * 5000 + "}", "not an answer"),
    ("[]", "not an answer"),
]
HEADERS: list[dict[str, Any]] = [
    {"game": 3},
    {"setup": []},
    {"format": 0},
    {"format": -1},
    {"format": 1.5},
    {"program": "9" * 5000},
    {"program": "²"},
    {"hashes": {"board": 3}},
    {"files": {"": "x"}},
    {"dice": 7},
]


@pytest.mark.parametrize(("line", "says"), LINES, ids=[line[:40] for line, _ in LINES])
def test_a_line_that_no_game_has_is_named(line: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(f"{HEADER}\n{line}\n", encoding="utf-8")
    with pytest.raises(CorruptJournal) as refused:
        read(path)
    assert f"{path}, line 2: " in str(refused.value)
    assert says in str(refused.value)


@pytest.mark.parametrize("changed", HEADERS, ids=[str(changed)[:30] for changed in HEADERS])
def test_a_header_that_no_game_has_is_named(changed: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps({**json.loads(HEADER), **changed}) + "\n", encoding="utf-8")
    with pytest.raises(CorruptJournal, match=r"game\.jsonl"):
        read(path)


@pytest.mark.parametrize("seed", [-1, 1.5, float("nan"), "7", None, True])
def test_dice_have_a_seed_of_whole_numbers(seed: Any) -> None:
    with pytest.raises(GameError, match="a seed of dice is"):
        SeededDice(seed)


@pytest.mark.parametrize("face", [0, -1, 2.5, float("nan"), "7", None, True])
def test_a_script_of_dice_has_faces(face: Any) -> None:
    with pytest.raises(OutOfDice, match="die 2 of the script shows"):
        ScriptedDice([3, face])


@pytest.mark.parametrize("answer", [None, object(), float("nan"), "two", {"coins": "two"}, {"coin": 2}, [1], 10**400])
def test_an_answer_that_is_none_is_refused_and_changes_nothing(answer: Any) -> None:
    session = Session(Toy(), Toy().begin({}), ScriptedDice([3] * 9), measure)
    request, count = session.request, session.count
    with pytest.raises(Refused, match="CHOICE"):
        session.answer(answer)
    assert (session.request, session.count) == (request, count)


def test_an_unknown_key_of_an_answer_is_told_with_the_nearest() -> None:
    session = Session(Toy(), Toy().begin({}), ScriptedDice([3] * 9), measure)
    with pytest.raises(Refused, match=r"has no 'coins': give it a whole number|coin is unknown here: is it 'coins'\?"):
        session.answer({"coin": 2})


@pytest.mark.parametrize("faces", [None, 3, "7", [0], [11], [1, 2, 3], [2.5], [float("nan")], [True], object()])
def test_dice_that_cannot_fall_are_refused(faces: Any) -> None:
    class Typed:
        def throw(self, roll: Roll, thrown: int) -> None:
            return None

    session = Session(Toy(), Toy().begin({}), Typed(), measure)
    for answer in ({"coins": 1}, True, "yes"):
        session.answer(answer)
    assert isinstance(session.request, Roll)
    with pytest.raises(Refused, match=r"DICE|CHOICE"):
        session.answer(faces)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b'{"rest":{},"since":[],"before":-1}', b'{"rest":1,"since":3}'])
def test_bytes_that_are_no_session_are_refused(data: bytes) -> None:
    with pytest.raises(CorruptJournal):
        Session.load(data, Toy(), ScriptedDice([]), measure)
