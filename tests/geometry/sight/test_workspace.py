"""Room for a search, as large as it was asked for."""

from __future__ import annotations

from sim.geometry.sight.workspace import SEEDS, SIDES, make_workspace


def test_there_is_room_for_bodies_and_cells() -> None:
    work = make_workspace(100, 50)
    assert len(work.cells) == len(work.spared) == 50
    for tree in (work.a, work.b):
        assert len(tree.triangles) == len(tree.boxes) >= 4 * 100
    assert work.shaft.planes.shape == work.moved.planes.shape == work.local.shape == (SIDES, 4)
    assert len(work.found) == SEEDS


def test_nothing_is_shared_between_two_of_them() -> None:
    one, other = make_workspace(10, 10), make_workspace(10, 10)
    one.witness[:] = 7
    one.shaft.a[:] = 7
    assert not other.witness.any()
    assert one.moved.a is not one.shaft.a
