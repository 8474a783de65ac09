"""The check as it is told: the board, its ways, its scenarios; and the picture of it."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sim.board.board import Board
from sim.board.map_checks.checks import Issue, check_board
from sim.board.model.terrain import Meaning
from sim.builder.finding_pictures import finding_picture
from sim.builder.measuring.whole import cut_off, together, whole_check
from sim.cli.main import run
from tests.shapes import box

ISLE = """format = 1
name = "Isle"
size = [24, 24]
[[canals]]
id = "south"
line = [[0, 9], [24, 9]]
width = 7
[[canals]]
id = "north"
line = [[0, 19], [24, 19]]
width = 7
"""


def test_an_island_without_a_bridge_is_told_with_its_place() -> None:
    (isle, north) = sorted(cut_off(Board.of_map(ISLE, Path("isle.toml"))), key=lambda issue: issue.at or (0, 0, 0))
    for issue in (isle, north):
        assert issue.what == "only swimmers and those who fall come here"
        assert issue.severity == "warning"
    bridged = ISLE + '[[pieces]]\npiece = { kind = "bridge", length = 9 }\nat = [12, 9]\nturn = 90\n'
    assert len(cut_off(Board.of_map(bridged, Path("isle.toml")))) == 1


@pytest.mark.parametrize("roofed", [True, False])
def test_the_street_inside_a_hollow_house_is_no_place_but_a_court_is(roofed: bool) -> None:
    """As a scan has its houses, and many a mesh: walls and a roof, and no floor."""
    sheer = Meaning(climbable=False)
    shell = box((8, 8, 0), (14, 14, 9))
    open_below = shell[~(shell[:, :, 2] < 0.1).all(axis=1)]
    walls = open_below[~(open_below[:, :, 2] > 8.9).all(axis=1)]
    parts = [
        ("ground/street", sheer, box((0, 0, -3), (24, 24, 0))),
        ("house/scan", sheer, open_below if roofed else np.concatenate([walls, walls[:, ::-1]])),
    ]
    told = [issue for issue in cut_off(Board.from_parts(parts, (24.0, 24.0))) if issue.where == "ground/street"]
    assert [issue.what for issue in told] == ([] if roofed else ["no way leads here: no walk, climb or jump"])


def test_a_place_is_told_of_once() -> None:
    one, same, other = (Issue(s, where, "w", "m") for s, where in (("warning", "a"), ("error", "a"), ("error", "b")))
    assert together([one], [same, other]) == [other, one]


def test_what_scenarios_lack_is_among_the_findings() -> None:
    board = Board.of_map(ISLE, Path("isle.toml"))
    lack = Issue("error", "north-east corner", "Acquisition: holds 0", "clear")
    found = whole_check(board, lambda _: [lack])
    assert next(issue for issue in found if issue.what == lack.what).at == (24, 24, 0)
    assert len(found) == len(check_board(board)) + 3


def test_the_numbers_of_findings_stand_at_their_places() -> None:
    board = Board.of_map(ISLE, Path("isle.toml"))
    issues = [Issue("error", "here", "w", "m", (6, 3, 0)), Issue("warning", "nowhere", "w", "m")]
    bare, marked = (np.asarray(Image.open(BytesIO(finding_picture(board, some)))).astype(int) for some in ([], issues))
    changed = np.argwhere((bare != marked).any(axis=2))
    per_inch = bare.shape[0] / 25.8
    middle = (changed.max(axis=0) + changed.min(axis=0)) / 2 / per_inch
    assert middle == pytest.approx((0.9 + 21, 0.9 + 6), abs=0.1)
    assert (np.ptp(changed, axis=0) / per_inch < 1.3).all()


def test_the_command_tells_places_and_draws_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, picture = tmp_path / "isle.toml", tmp_path / "isle.png"
    path.write_text(ISLE, encoding="utf-8")
    run(["map", "check", str(path), "--picture", str(picture), "--json"])
    issues = json.loads(capsys.readouterr().out)["issues"]
    assert any("only swimmers" in issue["what"] and issue["at"] for issue in issues)
    assert picture.read_bytes().startswith(b"\x89PNG")
    run(["map", "check", str(path), "--picture", str(picture)])
    assert "1. error: north edge" in capsys.readouterr().err
