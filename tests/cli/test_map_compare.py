"""`bauta map compare`: of files, versions that the editor kept, and packages; in words, as JSON, and as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sim.board.board import Board
from sim.builder.drafts import Drafts
from sim.builder.export.prints import stl_bytes
from sim.builder.packages.packing import packed
from sim.cli import map_compare
from sim.cli.main import run
from tests.shapes import box

TEXT = 'format = 1\nname = "Small"\nsize = [16, 16]\n'
CRATE = '[[pieces]]\npiece = "cassa"\nid = "crate"\nat = [{}, 4]\n'
RIO = '[[canals]]\nid = "rio"\nline = [[0, 8], [16, 8]]\nwidth = {}\n'


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(TEXT + CRATE.format(4) + RIO.format(3), encoding="utf-8")
    new.write_text(TEXT + CRATE.format(6.5) + RIO.format(4), encoding="utf-8")
    return str(old), str(new)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["map", "compare", *words]) == 0
    return capsys.readouterr().out


def test_what_changed_is_told_in_lines(maps: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, *maps).splitlines()
    assert told[:2] == [
        'moved: crate (cassa), moved 2.50", from 4,4,0 to 6.5,4,0',
        "changed: canal rio, width 3, now 4",
    ]
    assert "water: 19%, now 25%" in told
    assert printed(capsys, maps[0], maps[0]) == "the two are alike\n"


def test_what_changed_comes_as_json(maps: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, *maps, "--json"))
    assert told.keys() == {"old", "new", "alike", "changes", "facts"}
    assert told["alike"] is False
    (piece,) = told["changes"]["pieces"]
    assert (piece["how"], piece["id"], piece["moved"], piece["end"]) == ("moved", "crate", 2.5, [6.5, 4, 0])
    (canal,) = told["changes"]["things"]
    assert canal == {"how": "changed", "kind": "canal", "id": "rio", "keys": {"width": [3, 4]}}
    assert told["facts"]["water"] == pytest.approx([3 / 16, 4 / 16], abs=0.001)


def test_a_version_that_the_editor_kept_and_a_package_are_compared(
    maps: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(maps[1])
    drafts = Drafts(path)
    drafts.keep_version(Path(maps[0]).read_text(encoding="utf-8"))
    drafts.keep_version(path.read_text(encoding="utf-8").replace("6.5", "5"))
    assert 'moved 1.50", from 5,4,0 to 6.5,4,0' in printed(capsys, f"{path}~1", str(path)), "while it is being edited"
    drafts.close()
    assert 'moved 2.50", from 4,4,0 to 6.5,4,0' in printed(capsys, f"{path}~2", str(path))
    assert run(["map", "compare", f"{path}~3", str(path)]) == 2
    assert f"the editor has kept 2 earlier versions of it: give {path}~1 to {path}~2" in capsys.readouterr().err
    bundle = tmp_path / "quay.bauta"
    bundle.write_bytes(packed(Path(maps[0]), b"\x89PNG\r\n\x1a\n", []))
    assert "moved 2.50" in printed(capsys, str(bundle), str(path))


def test_zones_are_measured_on_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wall of water across the corner of a gang: its way to the middle is longer, and the other's is as it was.

    Words and JSON are told of the same measurements, which take seconds."""
    measured: dict[str, Any] = {}
    real = map_compare.measured_zones

    def once(board: Board, scenario: str) -> Any:
        if board.name not in measured:
            measured[board.name] = real(board, scenario)
        return measured[board.name]

    monkeypatch.setattr(map_compare, "measured_zones", once)
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(TEXT + CRATE.format(4), encoding="utf-8")
    rio = '[[canals]]\nid = "rio"\nline = [[-2, 9], [9, -2]]\nwidth = 2\nsurface = -1.5\n'
    new.write_text(TEXT.replace("Small", "Wet") + CRATE.format(4) + rio, encoding="utf-8")
    how = ("--zones", "--scenario", "acquisition")
    told = printed(capsys, str(old), str(new), *how)
    assert "way to the middle of the board: " in told
    found = json.loads(printed(capsys, str(old), str(new), *how, "--json"))["zones"]
    zones = {each["zone"]: each for each in found}
    south, north = zones["south-west corner"], zones["north-east corner"]
    assert south["new"]["places"] < south["old"]["places"]
    assert north["new"]["to_middle"] == north["old"]["to_middle"]
    assert measured.keys() == {"Small", "Wet"}


def test_a_picture_shows_both_with_what_is_different_marked(
    maps: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, *maps, "--picture", str(tmp_path / "both.png"))
    printed(capsys, maps[0], maps[0], "--picture", str(tmp_path / "same.png"))
    both, same = (
        np.asarray(Image.open(tmp_path / name).convert("RGB")).astype(int)[40:1000] for name in ("both.png", "same.png")
    )
    assert both.shape == same.shape
    assert both.shape[1] > 2 * both.shape[0]

    def marked(picture: np.ndarray, tone: tuple[int, int, int], side: int) -> int:
        half = picture.shape[1] // 2
        part = picture[:, half:] if side else picture[:, :half]
        return int((np.abs(part - np.array(tone)).sum(axis=2) < 12).sum())

    moved, changed = (28, 84, 176), (206, 124, 10)
    for side in (0, 1):
        assert marked(both, moved, side) > 200
        assert marked(both, changed, side) > 200
        assert marked(same, moved, side) == marked(same, changed, side) == 0


def test_a_mesh_is_no_map(maps: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mesh = tmp_path / "house.stl"
    mesh.write_bytes(stl_bytes(box((0, 0, 0), (9, 9, 9)).astype("f4")))
    assert run(["map", "compare", str(mesh), maps[0]]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "is a mesh, and no map" in err
