"""What lies straight below and above a point."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.mesh.beneath import DECK, IS_LOW, WATER, beneath, bins_of, lies_over
from tests.geometry.mesh.things import all_high, binned, faces_of
from tests.shapes import Floats, box, cylinder

STREET = box((0, 0, -1), (8, 8, 0))
CRATE = box((2, 2, 0), (4, 4, 0.8))
CANAL = box((8, 0, -3), (12, 8, -0.5))
SOLIDS = [STREET, CRATE, CANAL]
POINT = 3  # of a thing of its own


def look(
    x: float, y: float, z: float, own: int = POINT, states: dict[int, int] | None = None, solids: list[Floats] = SOLIDS
) -> tuple[float, int, float, int]:
    faces = faces_of(solids, water=(2,))
    state = all_high(faces)
    for thing, what in (states or {}).items():
        state[thing] = what
    found = beneath(binned(faces), faces, state, x, y, z, own)
    assert found.faces > 0
    assert found.sure <= found.ground
    return float(found.ground), int(found.over), float(found.top), int(found.hidden)


def test_the_ground_is_the_highest_below_a_point() -> None:
    assert look(1.0, 1.0, 0.5) == (0.0, 0, 0.0, 0)
    assert look(3.0, 3.0, 1.0) == (0.8, 0, 0.8, 0)


def test_what_is_low_is_no_ground_but_has_a_top() -> None:
    assert look(3.0, 3.0, 1.0, states={1: IS_LOW}) == (0.0, 0, 0.8, 0)
    assert look(3.0, 3.0, 1.0, states={1: DECK}) == (0.8, DECK, 0.8, 0)


def test_a_thing_is_no_ground_for_itself() -> None:
    assert look(3.0, 3.0, 1.0, own=1) == (0.0, 0, 0.0, 0)


def test_water_is_told_from_ground() -> None:
    assert look(10.0, 4.0, 0.0)[:2] == (-0.5, WATER)


def test_a_point_under_the_face_of_a_solid_is_buried() -> None:
    assert look(1.0, 1.0, -0.6)[3] == 1
    assert look(3.0, 3.0, 0.4)[3] == 1


def test_a_point_under_water_alone_is_under_water() -> None:
    sheet = box((8, 0, -3), (12, 8, -0.5))[2:4]
    faces = faces_of([STREET, CRATE, sheet], water=(2,), open_ones=(2,))
    assert beneath(binned(faces), faces, all_high(faces), 10.0, 4.0, -2.0, POINT)[3] == 2


def test_beyond_all_bins_there_is_nothing() -> None:
    faces = faces_of(SOLIDS)
    found = beneath(binned(faces), faces, all_high(faces), -5.0, 4.0, 0.0, POINT)
    assert found == (-np.inf, 0, -np.inf, 0, -np.inf, -np.inf, 1)


def test_between_things_there_is_no_ground() -> None:
    assert look(5.0, 1.0, 0.5, solids=[box((0, 0, -1), (4, 4, 0)), CRATE, box((8, 6, -1), (9, 9, 0))])[0] == -np.inf


@pytest.mark.parametrize(
    ("x", "y", "slack", "over"),
    [(1.0, 1.0, 0.0, True), (3.0, 3.0, 0.0, False), (1.0, -0.04, 0.05, True), (1.0, -0.08, 0.05, False)],
)
def test_a_face_lies_over_what_is_within_its_edges_and_a_little_more(
    x: float, y: float, slack: float, over: bool
) -> None:
    on, height = lies_over(np.array([0.0, 0, 0, 4, 0, 2, 0, 4, 0]), x, y, slack)
    assert on == over
    assert height == pytest.approx(0.5 * x)


@pytest.mark.parametrize("sides", [8, 64, 400])
def test_long_and_thin_faces_reach_no_farther_than_others(sides: int) -> None:
    top = cylinder(0.21, 1.2, sides, (4, 4, 0)).reshape(-1, 9)
    flat = [t for t in top if np.ptp(t[2::3]) == 0]
    for away, over in ((0.0, True), (0.2, True), (0.25, True), (0.27, False), (0.5, False)):
        assert any(lies_over(t, 4, 4 - away, 0.05)[0] for t in flat) == over, away


def test_what_is_a_little_beside_or_above_a_point_is_not_surely_below_it() -> None:
    faces = faces_of(SOLIDS, water=(2,))
    for x, z, ground, sure in (
        (3.0, 0.9, 0.8, 0.8),
        (1.97, 0.9, 0.8, 0.0),
        (1.9, 0.9, 0.0, 0.0),
        (1.97, 0.6, 0.8, 0.0),
    ):
        found = beneath(binned(faces), faces, all_high(faces), x, 3.0, z, POINT)
        assert (found.ground, found.sure, found.bed) == (ground, sure, sure)


def test_bins_hold_all_faces_that_are_not_upright() -> None:
    faces = faces_of(SOLIDS)
    bins = binned(faces)
    assert set(bins.item.tolist()) == set(np.flatnonzero(faces.up).tolist())
    assert (bins.thing == faces.thing[bins.item]).all()
    assert len(bins.start) == bins.columns * bins.rows + 1


@pytest.mark.parametrize("side", [0.0165, 0.1, 0.33, 1.0])
def test_bins_reach_as_far_as_what_lies_a_little_beside_faces(side: float) -> None:
    blocks = [box((i * side, k * side, 0), ((i + 1) * side, (k + 1) * side, 1)) for i in range(9) for k in range(9)]
    bins = binned(faces_of(blocks))
    assert len(bins.start) == bins.columns * bins.rows + 1
    assert min(bins.columns, bins.rows) * bins.cell > 9 * side + 0.06


def test_bins_widen_where_large_faces_lie_in_heaps() -> None:
    heap = np.tile(box((0, 0, 0), (30, 30, 0.1))[:2].reshape(-1, 9), (400, 1))
    up = np.ones(len(heap), np.int8)
    assert bins_of(heap, up, np.zeros(len(heap), np.int32)).cell > 0.5
