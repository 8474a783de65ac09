"""Files that are written whole."""

from __future__ import annotations

import os
from pathlib import Path

from sim.whole_files import ABANDONED, write_whole


def test_what_a_killed_program_left_half_written_goes_with_the_next_writing(tmp_path: Path) -> None:
    path = tmp_path / "game[1].players.json"
    left, fresh, other = (tmp_path / f".{name}.part" for name in (f"{path.name}.7", f"{path.name}.8", "game.json.7"))
    for each in (left, fresh, other):
        each.write_bytes(b"{")
    for each in (left, other):
        before = each.stat().st_mtime - ABANDONED - 60
        os.utime(each, (before, before))
    write_whole(path, b"{}")
    assert path.read_bytes() == b"{}"
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(each.name for each in (path, fresh, other))
