"""`bauta script`: fights from files, and what is wrong in them."""

from __future__ import annotations

import json
import re
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
    report = played(fight(tmp_path), capsys)
    attack, armour = (event for event in report["events"] if event["event"] == "rolled")
    assert (attack["who"], attack["faces"], attack["outcome"], attack["aces"]) == ("a", [10, 7, 3, 2, 1], "critical", 2)
    assert (armour["who"], armour["purpose"], armour["faces"]) == ("b", "protection", [3, 2])
    assert report["characters"]["b"]["lp"] == 12 - 1 - 3
    assert report["over"] is False
    assert (report["pending"]["seat"], report["pending"]["prompt"]) == ("south", "turn")


@pytest.mark.rule("MOVE-01", "TURN-12")
@pytest.mark.parametrize("aside", [0, -18, -40])
def test_a_fight_may_be_on_a_mesh_that_lies_anywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], aside: int
) -> None:
    """The paving is 36" by 36", its south-west corner at (aside, aside)."""
    west = aside + 6
    put = {"override": {"b": {"at": [aside + 30, aside + 30, 0]}}, "why": "it stood too near"}
    path = fight(
        tmp_path,
        characters=[
            {"id": "a", "seat": "north", "at": [west, west, 0]},
            {"id": "b", "seat": "south", "at": [west + 4, west + 4, 0]},
        ],
        do=[{"turn": "a"}, {"act": "run", "to": [west - 4, west, 0]}, put],
        dice=[],
    )
    moved = {"0": str(aside), "36": str(aside + 36)}
    paving = re.sub(r"vertex (\d+) (\d+)", lambda at: f"vertex {moved[at[1]]} {moved[at[2]]}", PAVING)
    (tmp_path / "paving.stl").write_text(paving, encoding="utf-8")
    minis = played(path, capsys)["characters"]
    assert minis["a"]["at"] == [west - 4, west, 0]
    assert minis["b"]["at"] == [aside + 30, aside + 30, 0]


def test_answers_are_given_by_prompt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    act = {"act": "combat", "target": "b", "weapon": "Sword", "answers": [{"prompt": "will", "value": 2}]}
    path = fight(tmp_path, do=[{"turn": "a"}, act], dice=[9, 9, 9, 2, 2, 2, 2, 3, 2])
    assert played(path, capsys)["characters"]["a"]["wp"] == 1


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"dice": [10, 7, 3]}, r"do[1]: the script has 3 dice, but a's combat roll needs dice 1 to 5"),
        ({"dice": [10, 7, 3, 2, 1, 3, 2, 5]}, "dice: 1 of 8 dice are left over"),
        ({"do": [{"turn": "b"}]}, "do[0]: refused by CHOICE: 'b' is not one of ['a']"),
        ({"do": [{"turn": "a"}, {"act": "combat", "target": "b", "weapon": "Spoon"}]}, "do[1]: refused by ACT-03"),
        ({"do": [{"act": "hide"}]}, "do[0]: the game does not wait for"),
        ({"do": [{"turn": "a"}, {"act": "waltz"}]}, "do[1]: refused by CHOICE"),
        ({"do": [{"dance": 1}]}, "do[0]: an entry is"),
        (
            {"characters": [{"id": "a", "seat": "west", "at": [1, 1, 0]}]},
            "characters[0] \"a\": seat is 'west': there are: north, south",
        ),
        ({"characters": [{"id": "a", "at": [1, 1, 0]}]}, "has no 'seat': give it text"),
        ({"first": "east"}, "first is 'east': there are: north, south"),
        ({"wind": 3}, "wind is unknown here"),
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


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        (5, "do[1]: answers: it is 5: give a list"),
        (["will"], "do[1]: answers[0] is 'will': give a table"),
        ([{"prompt": "will", "valeu": 1}], "do[1]: answers[0].valeu is unknown here: is it 'value'?"),
        ([{"prompt": "will"}], "do[1]: answers[0] has no 'value'"),
        ([{"prompt": "wil", "value": 1}], "do[1]: the game did not ask for 'wil' in its course: is it 'will'?"),
        ([{"prompt": "will", "value": 1e300}], "do[1]: refused by CHOICE"),
    ],
)
def test_answers_that_are_none_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answers: Any, error: str
) -> None:
    act = {"act": "combat", "target": "b", "weapon": "Sword", "answers": answers}
    assert error in mistake(fight(tmp_path, do=[{"turn": "a"}, act]), capsys)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        ({"act": "rnu", "to": [1, 2, 0]}, "act is 'rnu': is it 'run'?"),
        ({"act": "run", "too": [1, 2, 0]}, "too is unknown here: is it 'to'?"),
        ({"act": "run", "to": [1e300, 2, 0]}, "to[0] is 1e+300: give a number from -100000 to 100000"),
        ({"act": "run", "to": [1, 2]}, "to is [1, 2]: give a list of 3"),
        ({"act": "run", "path": 5}, "path is 5: give a list"),
        ({"act": "combat", "target": "b"}, "has no 'weapon': give it text"),
    ],
)
def test_actions_that_are_none_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], act: dict[str, Any], error: str
) -> None:
    assert error in mistake(fight(tmp_path, do=[{"turn": "a"}, act]), capsys)


def test_a_file_that_is_no_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fight.json"
    path.write_text("{", encoding="utf-8")
    assert "fight.json" in mistake(path, capsys)
    assert "nothing.json" in mistake(tmp_path / "nothing.json", capsys)


# --- the Golden Rule in scripts ---------------------------------------------------------------------------------

WALL = """facet normal 0 1 0
outer loop
vertex 8 0 0
vertex 8 36 0
vertex 8 36 5
endloop
endfacet
facet normal 0 1 0
outer loop
vertex 8 0 0
vertex 8 36 5
vertex 8 0 5
endloop
endfacet
endsolid paving"""

SHOT = {"act": "combat", "target": "b", "weapon": "Bow"}


def overruled(changes: dict[str, Any], why: str = "agreed", **more: Any) -> dict[str, Any]:
    return {"override": changes, "why": why, **more}


@pytest.mark.rule("TURN-12")
def test_a_script_moves_a_mini_and_sets_points_by_the_golden_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_so = {"b": {"at": [20, 20, 0], "lp": 4, "stunned": True}, "a": {"wp": 0, "ap": 2}}
    report = played(fight(tmp_path, do=[{"turn": "a"}, overruled(set_so), {"end": "turn"}], dice=[]), capsys)
    b = report["characters"]["b"]
    assert (b["at"], b["lp"], b["counters"]["stunned"]) == ([20, 20, 0], 4, True)
    assert report["characters"]["a"]["wp"] == 0
    logged = [event for event in report["events"] if event["event"] == "overruled"]
    assert [(event["who"], event["why"]) for event in logged] == [("b", "agreed"), ("a", "agreed")]
    assert report["pending"]["seat"] == "south"  # the turn went on, and ended when it was told to


@pytest.mark.rule("TURN-12")
def test_a_script_overrules_between_turns_and_one_player_may_refuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    no = {"answers": [{"prompt": "agree", "value": False}]}
    entries = [overruled({"b": {"lp": 4}}), overruled({"b": {"lp": 3}}, **no), {"turn": "a"}]
    report = played(fight(tmp_path, do=entries, dice=[]), capsys)
    assert report["characters"]["b"]["lp"] == 4


@pytest.mark.rule("TURN-12", "GEO-06", "GEO-10")
def test_a_script_turns_verdicts_of_sight_and_cover(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bow = [{"name": "Bow", "range": 12}]
    ids = ({"id": "a", "seat": "north", "at": [6, 6, 0]}, {"id": "b", "seat": "south", "at": [11, 6, 0]})
    minis = [{**each, "weapons": bow} for each in ids]
    path = fight(tmp_path, characters=minis, do=[{"turn": "a"}, SHOT], dice=[])
    (tmp_path / "paving.stl").write_text(PAVING.replace("endsolid paving", WALL), encoding="utf-8")
    assert "refused by GEO-06" in mistake(path, capsys)
    turned = overruled({"a": {"sees": {"b": True}}, "b": {"in_cover": {"a": True}}})
    script = json.loads(path.read_text(encoding="utf-8"))
    entries = [{"turn": "a"}, turned, SHOT, {"end": "turn"}]
    path.write_text(json.dumps({**script, "do": entries, "dice": [5, 2, 2, 2, 2, 2, 2, 2, 2]}), encoding="utf-8")
    report = played(path, capsys)
    attack = next(event for event in report["events"] if event["event"] == "attacked")
    armour = [event for event in report["events"] if event["event"] == "rolled"][-1]
    assert attack["in_cover"] is True
    assert [each["source"] for each in armour["modifiers"]] == ["cover: by agreement"]
    entries = [{"turn": "a"}, turned, {"end": "turn"}, {"turn": "b"}, {**SHOT, "target": "a"}]
    path.write_text(json.dumps({**script, "do": entries}), encoding="utf-8")
    assert "do[4]: refused by GEO-06" in mistake(path, capsys)  # that of the turn before


@pytest.mark.rule("TURN-12")
@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ({"override": {"b": {"lp": 4}}}, 'do[1]: an override is {"override"'),
        ({"override": {"b": {"lp": 4}}, "why": "x", "how": 1}, "nothing called 'how'"),
        ({"override": "b", "why": "x"}, "do[1]: override: it is 'b': give a table"),
        ({"override": {"b": {"hat": 1}}, "why": "x"}, "what can be set of a character is at, lp, wp"),
        ({"override": {"b": {"lp": 4}}, "why": ""}, "do[1]: refused by TURN-12: say why"),
        ({"override": {"c": {"lp": 4}}, "why": "x"}, "refused by TURN-12: 'c' is no character"),
        ({"override": {"b": {"lp": 40}}, "why": "x"}, "refused by TURN-05"),
        (
            {"override": {"b": {"at": [99, 0, 0]}}, "why": "x"},
            "refused by TURN-12: b cannot be put at (99.0, 0.0, 0.0)",
        ),
        ({"override": {"b": {"sees": {"z": True}}}, "why": "x"}, "refused by TURN-12: no verdict is turned"),
    ],
)
def test_a_wrong_override_is_one_line_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], entry: dict[str, Any], error: str
) -> None:
    assert error in mistake(fight(tmp_path, do=[{"turn": "a"}, entry], dice=[]), capsys)


def test_the_help_names_every_key_of_an_override(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["script", "--help"]) == 0
    shown = capsys.readouterr().out
    keys = ("at", "lp", "wp", "ap", "cp", "stunned", "hidden", "guarding", "underwater", "sees", "in_cover")
    assert [key for key in keys if f'"{key}"' not in shown] == []


def test_a_script_yields_will_points_and_takes_it_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    attack: dict[str, Any] = {"act": "combat", "target": "b", "weapon": "Sword"}
    yields = {"answers": [{"prompt": "will", "seat": "north", "yield": {"until": "turn"}}]}
    back = {"yield": {"seat": "north", "topic": "will/a/combat", "until": "now"}}
    do = [{"turn": "a"}, {**attack, **yields}, attack, back, {**attack, "answers": [{"prompt": "will", "value": 1}]}]
    found = played(fight(tmp_path, do=do, dice=[2] * 5 + [2] * 5 + [2] * 6), capsys)
    assert [len(e["faces"]) for e in found["events"] if e["event"] == "rolled"] == [5, 5, 6]


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ({"yield": {"seat": "north", "topic": "act"}}, "YIELD: 'act' is always asked"),
        ({"yield": {"topic": "will"}}, "YIELD: there is no seat ''"),
        ({"yield": {"seat": "north", "topic": "will", "utnil": "turn"}}, "utnil is unknown here: is it 'until'?"),
        ({"yield": {"seat": "north", "topic": "will", "unless": {"kill": -1}}}, "kill"),
    ],
)
def test_a_yield_that_is_none_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], entry: dict[str, Any], error: str
) -> None:
    assert error in mistake(fight(tmp_path, do=[{"turn": "a"}, entry]), capsys)


def test_a_script_takes_the_flag_of_all_that_print_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = fight(tmp_path, do=[], dice=[])
    plain = played(path, capsys)
    assert run(["script", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == plain
