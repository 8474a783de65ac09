"""`bauta map mirror`: one half of a board made the image of the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.files.mapfile import read_map
from sim.builder.drafts import Drafts
from sim.cli.main import run

MAP = """format = 1
name = "Own"
size = [24, 24] # two feet

[[pieces]]
piece = "pozzo"
id = "well"
at = [6, 5]

[[pieces]]
piece = "botti"
id = "barrels"
at = [6, 20]
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    path = tmp_path / "own.toml"
    path.write_text(MAP)
    return path


def test_the_map_is_changed_and_what_it_was_is_kept(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "mirror", str(own), "--keep", "south"]) == 0
    assert capsys.readouterr().out.strip() == f"{own}: kept 1, taken away 1, images made 1"
    assert [(p.id, p.at) for p in read_map(own).pieces] == [("well", (6, 5)), ("well-2", (18, 19))]
    assert "# two feet" in own.read_text()
    drafts = Drafts(own)
    assert [version.text for version in drafts.versions()] == [MAP]
    drafts.close()
    assert run(["map", "mirror", str(own), "--keep", "south"]) == 0
    assert "is its own image already" in capsys.readouterr().out


def test_another_file_leaves_the_map_as_it_is(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = own.with_name("even.toml")
    words = ["map", "mirror", str(own), "--keep", "west", "--how", "east-west", "--out", str(out)]
    assert run(words) == 0
    assert own.read_text() == MAP
    assert {p.at for p in read_map(out).pieces} == {(6, 5), (18, 5), (6, 20), (18, 20)}
    assert run(words) == 2
    assert "is there already: give another --out" in capsys.readouterr().err


def test_what_stands_across_the_middle_is_named(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(MAP.replace("at = [6, 5]", "at = [6, 11.9]"))
    assert run(["map", "mirror", str(own), "--keep", "south"]) == 0
    assert "1 piece stands across the middle and so in its own image" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--keep", "south", "--how", "east-west"), "keep west or east, of which the other half is the image"),
        ((), "Missing option '--keep'"),
    ],
)
def test_a_half_that_has_no_such_image_is_refused(
    own: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert run(["map", "mirror", str(own), *words]) == 2
    assert told in capsys.readouterr().err
    assert own.read_text() == MAP
