"""`bauta los`, `bauta measure` and `bauta reach`."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from sim.cli import los
from sim.cli.main import run
from tests.shapes import Floats, box

WALL = [box((0, 0, -0.2), (20, 10, 0)), box((8, -1, -0.1), (8.2, 11, 5))]


def stl(path: Path, *parts: Floats) -> str:
    """Write triangles as an STL text file."""
    lines = ["solid board"]
    for part in parts:
        for triangle in part.tolist():
            corners = "".join(f"vertex {x} {y} {z}\n" for x, y, z in triangle)
            lines.append(f"facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet")
    path.write_text("\n".join([*lines, "endsolid board\n"]), encoding="utf-8")
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def mistake(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_los_on_a_mesh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    seen = answer(capsys, "los", board, "--from", "3,5,0", "--to", "6,5,0")
    assert seen.keys() == {"visible", "witness", "blocker", "gap_bound", "cover", "distance", "base_contact"}
    assert seen["visible"] is True
    assert len(seen["witness"]) == 2
    assert seen["cover"] == {"hidden": 0.0, "error": seen["cover"]["error"], "in_cover": False, "by": []}
    assert seen["distance"] == pytest.approx(3 - 30 / 25.4)
    hidden = answer(capsys, "los", board, "--from", "3,5,0", "--to", "12,5,0", "--to-body", "giant", "--to-base", "60")
    assert (hidden["visible"], hidden["witness"], hidden["gap_bound"]) == (False, None, 0.0)
    assert hidden["cover"]["in_cover"] is True
    assert hidden["blocker"] in [each["part"] for each in hidden["cover"]["by"]]


def test_los_for_many_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    pairs = tmp_path / "pairs.json"
    asked = [{"from": [3, 5, 0], "to": [12, 5, 0]}, {"from": [3, 5, 0], "to": [6, 5, 0], "to_body": "rat"}]
    pairs.write_text(json.dumps(asked), encoding="utf-8")
    found = answer(capsys, "los", board, "--pairs", str(pairs))
    assert [f["visible"] for f in found] == [False, True]


def test_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    found = answer(capsys, "measure", board, "--from", "3,5,0", "--to", "6,9,2", "--to-base", "50.8")
    assert found["horizontal"] == pytest.approx(5 - 15 / 25.4 - 1)
    assert found["vertical"] == 2
    assert found["distance"] == pytest.approx((found["horizontal"] ** 2 + 4) ** 0.5)
    assert found["base_contact"] is False


def test_a_sentence_without_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    assert run(["los", board, "--from", "3,5,0", "--to", "12,5,0"]) == 0
    assert capsys.readouterr().out.startswith("not visible, blocked by the wall (proven)")


def test_all_that_hides_is_named_with_its_share(capsys: pytest.CaptureFixture[str]) -> None:
    """A pole before the eye is in the way; but whoever steps aside of it stands behind the house that hides the rest"""
    assert run(["los", "san-canciano", "--from", "12.9,6.3,1.5", "--to", "13.6,30.2,1"]) == 0
    said = "not visible, blocked by mooring pole 2 (55%) and Palazzo Boldu (44%) (proven)"
    assert capsys.readouterr().out.startswith(said)


def test_nobody_in_sight_is_called_wholly_hidden() -> None:
    cover = {"hidden": 1.0, "error": 0.003, "in_cover": True, "by": ()}
    found = {
        "visible": True,
        "gap_bound": 0.0,
        "blocker": None,
        "cover": cover,
        "base_contact": False,
        "distance": 9.59,
    }
    assert los._sentence(found).startswith("visible; over 99% hidden")
    assert "; 100% hidden" in los._sentence({**found, "visible": False})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--from", "3,5,0"], "give --from X,Y,Z and --to X,Y,Z"),
        (["--from", "3,5", "--to", "6,5,0"], "has 2 of the 3 numbers"),
        (["--from", "3,5,0", "--to", "6,5,0", "--to-body", "hydra"], "no body 'hydra'"),
        (["--from", "3,5,0", "--to", "6,5,0", "--from-base", "0"], "must be at least 1"),
        (["--pairs", "nowhere.json"], "cannot read nowhere.json"),
        (["--pairs", "nowhere.json", "--to", "1,1,0"], "not both"),
    ],
)
def test_mistakes_are_told_in_one_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in mistake(capsys, "los", stl(tmp_path / "wall.stl", *WALL), *arguments)


def test_a_pair_with_a_wrong_key_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = tmp_path / "pairs.json"
    pairs.write_text('[{"from": [1, 2, 0], "towards": [3, 4, 0]}]', encoding="utf-8")
    assert "towards" in mistake(capsys, "los", stl(tmp_path / "wall.stl", *WALL), "--pairs", str(pairs))


def test_reach_on_a_mesh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    found = answer(capsys, "reach", board, "--at", "4,5,0", "--move", "2")
    (level,) = found["levels"]
    assert (level["z"], level["needs_roll"]) == ([0.0, 0.0], False)
    assert found["area"] == pytest.approx(math.pi * 2**2, rel=0.01)  # nothing is in the way


def test_reach_says_where_a_base_in_mid_air_would_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    assert run(["reach", board, "--at", "4,5,2", "--move", "2"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["0.00 square inches", "no base stands at 4,5,2: dropped there it rests at 4,5,0"]


def test_the_way_to_a_place_is_told_action_by_action(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "open.stl", box((0, 0, -0.2), (20, 10, 0)))
    asked = ["reach", board, "--at", "2,5,0", "--to", "14,5,0", "--move", "5"]
    assert run(asked) == 0
    assert capsys.readouterr().out.splitlines() == [
        '2 turns, 3 actions, 12.0"',
        "  turn 1",
        '    1. runs: 5.0" of 5", to 7,5,0',
        '    2. runs: 5.0" of 5", to 12,5,0',
        "  turn 2",
        '    1. runs: 2.0" of 5", to 14,5,0',
    ]
    found = answer(capsys, *asked, "--actions", "3")
    assert (found["arrives"], found["turns"], found["actions"], found["rolls"], found["chance"]) == (True, 1, 3, 0, 1)
    assert [stage["points"][-1] for stage in found["stages"]] == [[7, 5, 0], [12, 5, 0], [14, 5, 0]]
    assert [leg["kind"] for stage in found["stages"] for leg in stage["legs"]] == ["run"] * 3
    assert run([*asked, "--picture", str(tmp_path / "way.png")]) == 0
    assert (tmp_path / "way.png").read_bytes().startswith(b"\x89PNG")


def test_where_no_way_leads_it_is_told_how_near_and_what_bars_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = stl(tmp_path / "wall.stl", box((0, 0, -0.2), (20, 10, 0)), box((8, -1, -0.1), (12, 11, 9)))
    asked = ["reach", board, "--at", "5,5,0", "--to", "10,5,10", "--move", "4"]
    assert run(asked) == 0
    first, *stages, bar = capsys.readouterr().out.splitlines()[1:]
    assert first.startswith("no way leads there; ")
    assert len(stages) == 2
    assert 'a climb of 10.2" from wall to place to stand, and a turn has 8"' in bar
    found = answer(capsys, *asked)
    assert (found["arrives"], found["goal"]) == (False, [10, 5, 9])
    (told,) = found["bars"]
    assert (told["kind"], told["rule"]) == ("height", "MOVE-04")
    assert found["left"] == pytest.approx(math.hypot(2 + 15 / 25.4, 9), abs=0.2)


@pytest.mark.parametrize(
    "command", ["measure --from 1,1,0 --to 50,2,0", "drop --at 50,2,0", "reach --at 50,2,0 --move 1"]
)
def test_a_place_off_the_board_is_told_beside_the_answer(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a map, whose size is known; programs get the same JSON."""
    name, *options = command.split()
    answer_ = [name, "campiello-dei-remi", *options, "--json"]
    assert run(answer_) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)
    assert err == 'note: 50,2,0 lies off the board, which is 24" x 24"\n'
    assert run([each.replace("50,2,0", "5,2,0") for each in answer_]) == 0
    assert capsys.readouterr().err == ""


def test_what_bears_a_dropped_base_up_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["drop", "corte-nova", "--at", "2.5,3.6,3"]) == 0
    assert "rest at 2.5,3.6,0.708 on the north parapet of Ponte Specchieri" in capsys.readouterr().out
