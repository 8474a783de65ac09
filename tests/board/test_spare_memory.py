"""Memory of boards that are gone."""

from __future__ import annotations

import platform
from pathlib import Path
from resource import getpagesize

import numpy as np
import pytest

from sim.board.board import Board

MEGABYTE = 1 << 20
SQUARE = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3\nf 1 3 4\n"


def held() -> int:
    """Bytes of memory that the process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library keeps memory in its own way")
def test_what_a_board_has_left_is_given_back_before_the_next(tmp_path: Path) -> None:
    (tmp_path / "square.obj").write_text(SQUARE)
    arrays = [np.ones(64 * 1024, np.uint8) for _ in range(3000)]
    between = arrays[::100]  # the C library keeps what lies before them
    del arrays
    before = held()
    Board.load(tmp_path / "square.obj")
    assert before - held() > 100 * MEGABYTE
    assert all(map(np.all, between))
