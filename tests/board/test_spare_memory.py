"""Memory of boards that are gone."""

from __future__ import annotations

import gc
import platform
from pathlib import Path
from resource import getpagesize

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.model.queries import CoverOf, Mover, PathTo, ProspectOf, ReachOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.movement.lattice import Lattice
from sim.geometry.paths.distance_field import DistanceField
from tests.carnevale.tables import house, street

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


def test_what_was_measured_goes_with_its_board() -> None:
    """At once: Python's collector, which would find what holds itself, comes late where few things hold much."""

    def measure() -> None:
        board = street(house((4, 4), (9, 9), 4.0))
        goals, mover = (((8.0, 4.0, 0.0, 1.0),), ((4.0, 4.0, 0.0, 1.0),)), Mover("a", 6.0)
        for x in (12.0, 13.0):
            there = Tableau((Figure("a", (x, 12.0, 0.0)), Figure("b", (18.0, 16.0, 0.0))))
            for query in (ReachOf(mover), ProspectOf(mover, goals),
                          PathTo(mover, (12.0, 15.0, 0.0)), SightOf("a", "b"), CoverOf("a", "b")):  # fmt: skip
                board.answer(query, there)

    def left() -> set[int]:
        return {id(each) for each in gc.get_objects() if isinstance(each, Board | Lattice | DistanceField)}

    gc.collect()
    before = left()
    gc.disable()
    try:
        measure()
        assert left() <= before
    finally:
        gc.enable()
