"""What kernels measure side by side is what one of them measures alone."""

from __future__ import annotations

import os
from dataclasses import fields

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.model.tableau import Tableau
from sim.board.model.terrain import Meaning
from sim.board.movement.lattice import Lattice, fixed_lattice
from sim.board.movement.nav_scene import nav_scene_of
from tests.shapes import box


def measured(monkeypatch: pytest.MonkeyPatch, processors: int) -> Lattice:
    """All of a street with crates, a step and narrow gaps, measured on so many processors."""
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    crates = [
        (f"crate-{i}-{j}/wood", Meaning(), box((x, y, 0), (x + 1.5 + 0.1 * i, y + 1.6 + 0.2 * j, 0.4 + 0.5 * i)))
        for i, x in enumerate((1.03, 3.87, 6.71, 9.9))
        for j, y in enumerate((0.9, 3.83, 6.6, 10.2))
    ]
    street = ("ground/street", Meaning(climbable=False), box((0, 0, -2), (13, 14, 0)))
    board = Board.from_parts([street, *crates], (13.0, 14.0))
    made = fixed_lattice(board, nav_scene_of(board, Tableau()), 30.0)
    made.complete()
    return made


@pytest.mark.parametrize("processors", [2, 3, 8])
def test_threads_find_what_one_finds(monkeypatch: pytest.MonkeyPatch, processors: int) -> None:
    one, more = measured(monkeypatch, 1), measured(monkeypatch, processors)
    there = np.arange(6)[None, :] < one.field.count[:, None]
    for each in fields(one.field):
        alone, together = (getattr(lattice.field, each.name) for lattice in (one, more))
        if np.ndim(alone) > 1:
            alone, together = alone[there], together[there]
        assert np.array_equal(alone, together, equal_nan=each.name in ("rim", "slope")), each.name
    assert np.array_equal(one.steps, more.steps)
    for own, other in zip(one.climbs, more.climbs, strict=True):
        assert len(own.all()) > 10
        assert np.array_equal(own.all(), other.all())
