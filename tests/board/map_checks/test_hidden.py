"""A file beside the map that takes the place of a piece of the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.files.pieces import library_dir, piece_path
from sim.board.map_checks.checks import Issue, check_map

MAP = 'format = 1\nname = "Campo"\nsize = [24, 24]\n[[pieces]]\npiece = "kiosk"\nat = [12, 12]\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A map with a crate that is called a kiosk, and the same in the library."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    library_dir().mkdir(parents=True)
    for place in (tmp_path, library_dir()):
        (place / "kiosk.glb").write_bytes(piece_path("cassa").read_bytes())
    (tmp_path / "campo.toml").write_text(MAP)
    return tmp_path


def told(folder: Path) -> list[Issue]:
    return [issue for issue in check_map(folder / "campo.toml") if issue.where == "kiosk"]


def test_a_file_beside_the_map_that_is_another_than_the_piece_of_the_library_is_told(folder: Path) -> None:
    """It was taken without a word, at its own scale and without the kinds that it was given when it was imported."""
    mine = library_dir() / "kiosk.glb"
    mine.write_bytes(piece_path("pozzo").read_bytes())
    (issue,) = told(folder)
    assert issue.severity == "warning"
    assert issue.what == f"is made of kiosk.glb beside the map, and not of {mine}"
    assert issue.mend == "move the file away if the other is meant"


def test_the_same_file_in_both_places_hides_nothing(folder: Path) -> None:
    assert told(folder) == []


def test_a_file_beside_the_map_alone_hides_nothing(folder: Path) -> None:
    (library_dir() / "kiosk.glb").unlink()
    assert told(folder) == []
