"""`bauta script`: fights from files, and what is wrong in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.cli.main import run

PAVING = """solid paving
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 36 0 0
vertex 36 36 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 36 36 0
vertex 0 36 0
endloop
endfacet
endsolid paving
"""


def fight(folder: Path, **changes: Any) -> Path:
    """A duel on bare paving: a and b stand in base contact, a begins."""
    (folder / "paving.stl").write_text(PAVING, encoding="utf-8")
    script: dict[str, Any] = {
        "board": "paving.stl",
        "seats": ["north", "south"],
        "characters": [
            {"id": "a", "seat": "north", "at": [6, 6, 0], "weapons": [{"name": "Sword", "damage": 1}]},
            {"id": "b", "seat": "south", "at": [7.1, 6, 0], "protection": 2},
        ],
        "dice": [10, 7, 3, 2, 1, 3, 2],
        "first": "north",
        "do": [{"turn": "a"}, {"act": "combat", "target": "b", "weapon": "Sword"}, {"end": "turn"}],
    }
    path = folder / "fight.json"
    path.write_text(json.dumps({**script, **changes}), encoding="utf-8")
    return path


def played(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(["script", str(path)]) == 0, capsys.readouterr().err
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def mistake(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["script", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


@pytest.mark.rule("ACT-03")
def test_a_fight_plays_with_its_dice_and_tells_its_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = played(fight(tmp_path), capsys)
    attack, armour = (event for event in told["events"] if event["event"] == "rolled")
    assert (attack["who"], attack["faces"], attack["outcome"], attack["aces"]) == ("a", [10, 7, 3, 2, 1], "critical", 2)
    assert (armour["who"], armour["purpose"], armour["faces"]) == ("b", "protection", [3, 2])
    assert told["characters"]["b"]["lp"] == 12 - 1 - 3
    assert told["over"] is False
    assert (told["pending"]["seat"], told["pending"]["prompt"]) == ("south", "turn")


def test_answers_are_given_by_prompt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    act = {"act": "combat", "target": "b", "weapon": "Sword", "answers": [{"prompt": "will", "value": 2}]}
    path = fight(tmp_path, do=[{"turn": "a"}, act], dice=[9, 9, 9, 2, 2, 2, 2, 3, 2])
    assert played(path, capsys)["characters"]["a"]["wp"] == 1


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"dice": [10, 7, 3]}, r"$.do[1]: the script has 3 dice, but a's combat roll needs dice 1 to 5"),
        ({"dice": [10, 7, 3, 2, 1, 3, 2, 5]}, "$.dice: 1 of 8 dice are left over"),
        ({"do": [{"turn": "b"}]}, "$.do[0]: refused by CHOICE: 'b' is not one of ['a']"),
        ({"do": [{"turn": "a"}, {"act": "combat", "target": "b", "weapon": "Spoon"}]}, "$.do[1]: refused by ACT-03"),
        ({"do": [{"act": "hide"}]}, "$.do[0]: the game does not wait for"),
        ({"do": [{"turn": "a"}, {"act": "waltz"}]}, "$.do[1]: refused by CHOICE"),
        ({"do": [{"dance": 1}]}, "$.do[0]: an entry is"),
        ({"characters": [{"id": "a", "seat": "west", "at": [1, 1, 0]}]}, "$.characters[0].seat: 'west'"),
        ({"characters": [{"id": "a", "at": [1, 1, 0]}]}, "missing required field `seat`"),
        ({"first": "east"}, "$.first: 'east'"),
        ({"wind": 3}, "unknown field `wind`"),
        ({"board": "nowhere.stl"}, "nowhere.stl"),
    ],
)
def test_a_wrong_script_is_one_line_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], error: str
) -> None:
    assert error in mistake(fight(tmp_path, **changes), capsys)


def test_an_answer_that_nobody_asked_for_is_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    act = {"act": "combat", "target": "b", "weapon": "Sword", "answers": [{"prompt": "waltz", "value": 2}]}
    assert "did not ask for" in mistake(fight(tmp_path, do=[{"turn": "a"}, act]), capsys)


def test_a_file_that_is_no_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fight.json"
    path.write_text("{", encoding="utf-8")
    assert "fight.json" in mistake(path, capsys)
    assert "nothing.json" in mistake(tmp_path / "nothing.json", capsys)
