"""A file is first looked for where the program was started, if what can be opened lies there."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.hud.file_list import first_folder
from sim.board.files.pieces import MESHES


def test_files_are_looked_for_where_the_program_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    both = (*MESHES, ".toml")
    (tmp_path / "settings.toml").write_text("size = 3\n")
    assert first_folder(both) == Path.home()
    (tmp_path / "evening.toml").write_text('format = 1\nboard = "san-canciano"\n')
    assert first_folder(both) == tmp_path
    assert first_folder(MESHES) == Path.home()
    (tmp_path / "Tower.STL").write_text("solid tower\n")
    assert first_folder(MESHES) == tmp_path
