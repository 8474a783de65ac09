"""The boards that come with the program are shipped laid out and lit, as they would be made now."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.app.render.board_surfaces import BoardSurfaces
from sim.board.board import Board
from sim.board.files import array_cache

ROOT = Path(__file__).parents[2]
SMALLEST = "campiello-dei-remi"


def test_all_that_they_ask_for_is_shipped_and_nothing_else() -> None:
    done = subprocess.run(
        [sys.executable, "tools/build_prepared.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), f"{done.stdout}{done.stderr}: tools/build_prepared.py"


def test_a_board_is_shipped_as_it_is_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path))
    assert Board.is_laid_out(SMALLEST)
    shipped = Board.load(SMALLEST)
    monkeypatch.setattr(array_cache, "shipped_dir", lambda: tmp_path / "none")
    assert not Board.is_laid_out(SMALLEST)
    made = Board.load(SMALLEST)
    assert [part.name for part in made.parts] == [part.name for part in shipped.parts]
    for one, other in zip(made.parts, shipped.parts, strict=True):
        assert np.array_equal(one.triangles, other.triangles)
        assert np.array_equal(one.low_faces, other.low_faces)
    assert Board.is_laid_out(SMALLEST)


def test_light_is_shipped_as_it_is_baked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path))
    surfaces = BoardSurfaces(Board.load(SMALLEST))
    shipped = surfaces.kept_light()
    assert shipped is not None
    monkeypatch.setattr(array_cache, "shipped_dir", lambda: tmp_path / "none")
    assert surfaces.kept_light() is None
    made = surfaces.baked()
    assert np.abs(made.gi - shipped.gi).mean() < 0.01
    assert np.abs(made.open - shipped.open).mean() < 0.01
    assert (made.sun != shipped.sun).mean() < 0.01
