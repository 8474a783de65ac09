"""`bauta los`, `bauta measure` and `bauta reach`."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from sim.board.model.verdicts import Cover, Distance, Share, Sight
from sim.board.sight.ruled_cover import RuledCover
from sim.board.sight.seen_pairs import SeenPair
from sim.carnevale.pair_words import pair_sentence
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
    said = "not visible, blocked by mooring pole 2 (50%), Palazzo Boldu (40%) and the balcony of Palazzo Boldu (10%) "
    assert capsys.readouterr().out.startswith(f"{said}(proven)")


def test_it_is_told_behind_what_a_seen_one_is_hidden() -> None:
    by = (Share("fence/barricade", 0.4), Share("chest", 0.3), Share("post", 0.01))
    ruled = RuledCover(Cover(0.71, 0.01, True, (0.0, 0.0, 1.0), by=by), "")
    apart = Distance(9.59, 9.59, 0.0, False, ((0.0, 0.0, 0.0), (9.59, 0.0, 0.0)))
    seen = Sight(True, None, None, 0.0, 0)
    said = 'visible; 71% hidden (±1.0%) behind the barricade of Fence (40%) and Chest (30%), in cover; 9.59" apart'
    assert pair_sentence(SeenPair("a", "b", seen, ruled, apart)) == said


def test_a_base_in_a_wall_is_told_of_where_it_is_measured_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    for place in ("7.5,5,0", "3,5,2"):  # in the wall, and in the air
        found = answer(capsys, "measure", board, "--from", place, "--to", "3,2,0")
        assert [note["kind"] for note in found["notes"]] == ["rests_elsewhere"]
    assert run(["measure", board, "--from", "7.5,5,0", "--to", "3,2,0"]) == 0
    assert "no base stands at 7.5,5,0: dropped there it rests at" in capsys.readouterr().out
    assert "notes" not in answer(capsys, "measure", board, "--from", "3,5,0", "--to", "3,2,0")


def test_nobody_in_sight_is_called_wholly_hidden() -> None:
    ruled = RuledCover(Cover(1.0, 0.003, True, (0.0, 0.0, 1.0)), "")
    apart = Distance(9.59, 9.59, 0.0, False, ((0.0, 0.0, 0.0), (9.59, 0.0, 0.0)))
    seen, unseen = (Sight(visible, None, None, 0.0, 0) for visible in (True, False))
    assert pair_sentence(SeenPair("a", "b", seen, ruled, apart)).startswith("visible; over 99% hidden")
    assert "; 100% hidden" in pair_sentence(SeenPair("a", "b", unseen, ruled, apart))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--from", "3,5,0"], "give --from X,Y,Z and --to X,Y,Z"),
        (["--from", "3,", "--to", "6,5,0"], "is no point"),
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
    ("command", "more"),
    [
        ("los --from 50,2,0 --to 17.5,14,0", ["nothing_below"]),
        ("measure --from 17.9,14,0 --to 50,2,0", ["nothing_below"]),
        ("drop --at 50,2,0", []),
        ("jump --from 16,14,0 --to 50,2,0 --distance 3", []),
        ("reach --at 50,2,0 --move 1", ["nothing_below"]),
    ],
)
def test_a_place_off_the_board_is_told_with_the_answer(
    command: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a map, whose size is known: in the document that programs read, and in the words."""
    name, *options = command.split()
    off = '50,2,0 lies off the board, which is 24" x 24"'
    asked = [name, "campiello-dei-remi", *options]
    found = answer(capsys, *asked)
    assert found["notes"][0] == {"kind": "off_board", "words": off, "at": [50, 2, 0]}
    assert [each["kind"] for each in found["notes"][1:]] == more
    assert run([*asked, "--json"]) == 0
    assert capsys.readouterr().err.splitlines()[0] == f"note: {off}"
    assert run(asked) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1:].count(off) == 1  # under the answer, where whoever keeps or sends that has it
    assert err == ""
    on = [each.replace("50,2,0", "16,14,0") for each in asked]
    assert "notes" not in answer(capsys, *on)
    assert run(on) == 0
    assert off not in capsys.readouterr().out


def test_of_many_pairs_each_has_its_own_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = tmp_path / "pairs.json"
    pairs.write_text('[{"from": [3, 5, 0], "to": [6, 5, 0]}, {"from": [3, 5, 0], "to": [6, 5, 2]}]', encoding="utf-8")
    on, above = answer(capsys, "los", stl(tmp_path / "wall.stl", *WALL), "--pairs", str(pairs))
    assert "notes" not in on
    assert [(each["kind"], each["at"], each["rest"]) for each in above["notes"]] == [
        ("rests_elsewhere", [6, 5, 2], [6, 5, 0])
    ]


def test_two_bases_in_one_place_are_no_pair_and_two_in_one_another_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mini saw itself, openly and in base contact."""
    board = stl(tmp_path / "wall.stl", *WALL)
    for name in ("los", "measure"):
        said = mistake(capsys, name, board, "--from", "3,5,0", "--to", "3,5,0")
        assert said.endswith("3,5,0: give two places\n")
        found = answer(capsys, name, board, "--from", "3,5,0", "--to", "3.5,5,0")
        assert [(note["kind"], note["words"]) for note in found["notes"]] == [
            ("bases_overlap", 'bases at 3,5,0 and 3.5,5,0 overlap by 0.68"')
        ]
        assert "notes" not in answer(capsys, name, board, "--from", "3,5,0", "--to", "4.18,5,0")


def test_what_bears_a_dropped_base_up_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["drop", "corte-nova", "--at", "2.5,3.6,3"]) == 0
    assert "rest at 2.5,3.6,0.708 on the north parapet of Ponte Specchieri" in capsys.readouterr().out


def test_a_unit_is_given_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    large = stl(tmp_path / "wall-in-mm.stl", *(part * 25.4 for part in WALL))
    asked = ["--from", "3,5,0", "--to", "6,5,0"]
    seen = answer(capsys, "los", large, "--scale", "mm", *asked)
    assert seen["distance"] == answer(capsys, "los", stl(tmp_path / "wall.stl", *WALL), *asked)["distance"]
    assert run(["measure", large, "--scale", "0.3", *asked]) == 0
    assert "note: the longest side of" in capsys.readouterr().err
    said = mistake(
        capsys, "los", stl(tmp_path / "huge.stl", *(part * 1000 for part in WALL)), *asked, "--picture", "p.png"
    )
    assert "give --scale mm" in said


@pytest.mark.rule("GEO-11")
def test_cover_is_told_as_a_game_rules_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swims = ["los", "san-canciano", "--from", "10,10,-0.75", "--to", "10,12,-0.75"]
    assert run(swims) == 0
    assert "0% hidden" in (out := capsys.readouterr().out)
    assert "in cover (in water)" in out
    assert answer(capsys, *swims)["cover"]["in_cover"] is True
    low_wall = stl(tmp_path / "low.stl", *WALL[:1], box((4.99, 2, 0), (5.01, 8, 1.2)))
    across = ["los", low_wall, "--from", "4.41,5,0", "--to", "5.59,5,0"]
    found = answer(capsys, *across)
    assert found["base_contact"]
    assert found["cover"]["hidden"] > 0.25
    assert found["cover"]["in_cover"] is False
    assert run(across) == 0
    assert "no cover; base contact" in capsys.readouterr().out


def test_cover_turns_with_the_way_that_a_mini_faces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    post = stl(tmp_path / "post.stl", *WALL[:1], box((4.9, 4.2, 0), (5.1, 4.92, 3)))
    asked = [post, "--from", "2,5,0", "--to", "8,5,0"]
    shares = [
        answer(capsys, "los", *asked, "--to-facing", str(facing))["cover"]["hidden"] for facing in (0, 90, 180, 270)
    ]
    assert len(set(shares)) == 4
    pairs = tmp_path / "pairs.json"
    pairs.write_text('[{"from": [2, 5, 0], "to": [8, 5, 0], "to_facing": 90}]', encoding="utf-8")
    (one,) = answer(capsys, "los", post, "--pairs", str(pairs))
    assert one["cover"]["hidden"] == shares[1]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("40,5,0", "lies off the board"),
        ("40,5,0", "nothing below carries it"),
        ("4,5,2", "dropped there it rests at 4,5,0"),
    ],
)
def test_who_does_not_stand_where_it_was_put_is_told_of(
    at: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    for command in (
        ["los", board, "--from", at, "--to", "6,5,0"],
        ["jump", board, "--from", at, "--to", "6,5,0", "--distance", "1"],
    ):
        assert run(command) == 0
        assert said in capsys.readouterr().out
        assert run([*command, "--json"]) == 0
        out, err = capsys.readouterr()
        assert said in str(json.loads(out)["notes"])
        assert said in err
    assert run(["los", board, "--from", "3,5,0", "--to", "6,5,0"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_reach_says_where_nothing_carries_a_base(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reach", stl(tmp_path / "wall.stl", *WALL), "--at", "60,5,2", "--move", "2"]) == 0
    assert "no base stands at 60,5,2: nothing below carries it" in capsys.readouterr().out


def test_a_base_that_is_put_aside_at_an_edge_meets_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "street.stl", box((0, 0, -1), (24, 24, 0)))
    assert run(["drop", board, "--at", "23.8,9.1,9"]) == 0
    assert 'put 0.391" aside: the base does not find room straight below' in capsys.readouterr().out


@pytest.mark.rule("JUMP-01")
@pytest.mark.parametrize(
    ("start", "to", "why"),
    [
        ("3,5,0", "6,5,0", ""),
        ("3,5,0", "6,5,3", ""),
        ("3,5,0", "6,5,3.2", 'the point is 3.2" above the base; 3" is the most'),
        ("3,5,0", "12,5,0", "this base does not see that point"),
    ],
)
def test_a_jump_that_no_game_takes_is_told_with_where_it_would_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], start: str, to: str, why: str
) -> None:
    asked = ["jump", stl(tmp_path / "wall.stl", *WALL), "--from", start, "--to", to, "--distance", "4"]
    found = answer(capsys, *asked)
    told = [(note["kind"], note["words"]) for note in found.get("notes", ())]
    assert told == ([("refused", f"a game does not take this jump: {why} (JUMP-01)")] if why else [])
    assert found["end"]


def test_a_jump_that_ends_no_lower_falls_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jambs = box((8, 8, 0), (8.2, 9.5, 5)), box((8, 10.5, 0), (8.2, 12, 5))
    window = box((8, 9.5, 0), (8.2, 10.5, 1)), box((8, 9.5, 2.2), (8.2, 10.5, 5))
    house = stl(tmp_path / "house.stl", box((0, 0, -1), (24, 24, 0)), *jambs, *window)
    assert run(["jump", house, "--from", "4,10,0", "--to", "12,10,0", "--distance", "10"]) == 0
    assert capsys.readouterr().out.endswith("comes down to 7.409,10,0, on the house, no lower than it stood\n")


def test_a_body_that_names_no_head_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = stl(tmp_path / "wall.stl", *WALL)
    pawn = stl(tmp_path / "pawn.stl", box((-0.2, -0.2, 0), (0.2, 0.2, 1.2)))
    assert run(["los", board, "--from", "3,5,0", "--to", "6,5,0", "--to-body", pawn]) == 0
    assert f"\n'{pawn}' has no part named head or torso" in capsys.readouterr().out


def test_a_house_in_millimetres_is_too_high_for_one_in_inches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = stl(tmp_path / "house.stl", box((0, 0, 0), (70, 50, 84)))
    assert run(["measure", house, "--from", "3,5,84", "--to", "6,5,84"]) == 0
    assert 'is 84" high, at 1" to a unit: is that its --scale?' in capsys.readouterr().err
    assert run(["measure", house, "--from", "0.5,0.5,3.3", "--to", "2,1,3.3", "--scale", "mm"]) == 0
    assert capsys.readouterr().err == ""


def test_a_base_without_a_height_is_let_down_from_above(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roof = box((10, 2, 3.8), (16, 8, 4))
    board = stl(tmp_path / "roof.stl", *WALL, roof)
    found = answer(capsys, "measure", board, "--from", "3,5", "--to", "13,5")
    assert [(note["kind"], note["rest"]) for note in found["notes"]] == [
        ("let_down", [3.0, 5.0, 0.0]),
        ("let_down", [13.0, 5.0, 4.0]),
    ]
    known = answer(capsys, "measure", board, "--from", "3,5,0", "--to", "13,5,4")
    assert {key: found[key] for key in known} == known
    for asked in (["los", board, "--from", "3,5", "--to", "6,5,0"], ["reach", board, "--at", "3,5", "--move", "4"]):
        assert [note["rest"] for note in answer(capsys, *asked)["notes"]] == [[3.0, 5.0, 0.0]]
    way = answer(capsys, "reach", board, "--at", "3,5", "--to", "6,5", "--move", "4")
    assert (way["start"], way["goal"]) == ([3.0, 5.0, 0.0], [6.0, 5.0, 0.0])
    jumped = answer(capsys, "jump", board, "--from", "3,5", "--to", "5,5", "--distance", "2")
    assert [note["rest"] for note in jumped["notes"]] == [[3.0, 5.0, 0.0], [5.0, 5.0, 0.0]]
    assert run(["measure", board, "--from", "3,5", "--to", "13,5"]) == 0
    assert "let down at 13,5 from above, it stands at 13,5,4" in capsys.readouterr().out
