"""Where ground ends, and how near that is."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.ledge_distance import is_beyond, ledge_distance, segment_of
from sim.geometry.ground.ledges import BOTTOMLESS, UNCOVERED, free_edges, looking
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_mesh import (
    LEDGE_COVER,
    LEDGE_DROP,
    LEDGE_TO_X,
    LEDGE_TO_Y,
    LEDGE_X,
    LEDGE_Y,
    LEDGE_Z,
    PERCH,
    WATER,
    Floats,
    Scene,
)
from sim.geometry.mesh.shells import shells
from tests.geometry.ground.scenes import block, ramp, scene_of, street

QUAY = street()
CANAL = block((8.0, 0.0, -3.0), (12.0, 8.0, -0.5), WATER)
HOUSE = block((2.0, 2.0, 0.0), (4.0, 4.0, 3.0))


def ledges_of(scene: Scene) -> Floats:
    return scene.terrains[0].ledges


def length(ledges: Floats) -> float:
    return float(np.hypot(ledges[:, LEDGE_TO_X] - ledges[:, LEDGE_X], ledges[:, LEDGE_TO_Y] - ledges[:, LEDGE_Y]).sum())


def edge(scene: Scene, x: float, y: float, ground: float = 0.0, limit: float = 1.0, shores: bool = False) -> float:
    return float(ledge_distance(scene, Segment(x, y, x, y), ground, limit, shores))


def test_the_street_ends_in_bottomless_ledges_round_about() -> None:
    ledges = ledges_of(scene_of(QUAY))
    assert length(ledges) == pytest.approx(32.0)
    assert (ledges[:, LEDGE_DROP] == BOTTOMLESS).all()
    assert (ledges[:, LEDGE_COVER] == UNCOVERED).all()


def test_a_roof_drops_to_the_street_and_the_drop_lies_to_the_right() -> None:
    ledges = ledges_of(scene_of(QUAY, HOUSE))
    roof = ledges[ledges[:, LEDGE_Z] == 3.0]
    assert length(roof) == pytest.approx(8.0)
    assert roof[:, LEDGE_DROP] == pytest.approx(3.0)
    south = roof[(roof[:, LEDGE_Y] == 2.0) & (roof[:, LEDGE_TO_Y] == 2.0)]
    assert (south[:, LEDGE_TO_X] > south[:, LEDGE_X]).all()


@pytest.mark.parametrize(("height", "ledge"), [(0.9, False), (1.1, True)])
def test_a_step_is_no_ledge_and_a_higher_one_is(height: float, ledge: bool) -> None:
    found = ledges_of(scene_of(QUAY, block((2.0, 2.0, 0.0), (4.0, 4.0, height))))
    assert (found[:, LEDGE_Z] == height).any() == ledge


def test_where_water_begins_is_a_shore() -> None:
    found = ledges_of(scene_of(QUAY, CANAL))
    shores = found[found[:, LEDGE_DROP] == 0.0]
    assert (shores[:, LEDGE_X] == 8.0).all()
    assert length(shores) == pytest.approx(16.0, abs=0.1)  # as the street has it, and as the water has it


def test_a_gap_narrower_than_a_crack_ends_no_ground() -> None:
    halves = street((0.0, 0.0, -1.0), (4.0, 8.0, 0.0)), street((4.01, 0.0, -1.0), (8.0, 8.0, 0.0))
    found = ledges_of(scene_of(*halves))
    across = (abs(found[:, LEDGE_X] - 4.0) < 0.1) & (abs(found[:, LEDGE_TO_X] - 4.0) < 0.1)
    assert not across.any()


def test_a_ledge_knows_the_ground_that_covers_it() -> None:
    found = ledges_of(scene_of(QUAY, block((7.0, -1.0, 2.0), (9.0, 9.0, 2.5))))
    covered = found[(found[:, LEDGE_Z] == 0.0) & (found[:, LEDGE_X] == 8.0) & (found[:, LEDGE_TO_X] == 8.0)]
    assert covered[:, LEDGE_COVER] == pytest.approx(2.5)


def test_a_deck_over_the_water_covers_its_edge() -> None:
    found = ledges_of(scene_of(QUAY, CANAL, block((7.0, 2.0, 0.0), (10.0, 4.0, 0.2))))
    water = found[(found[:, LEDGE_Z] == -0.5) & (found[:, LEDGE_X] == 8.0) & (found[:, LEDGE_TO_X] == 8.0)]
    assert (water[:, LEDGE_COVER] < 1.0).any()
    assert (water[:, LEDGE_COVER] > 1.0).any()


def test_relief_steeper_than_ground_and_lower_than_a_step_ends_no_ground() -> None:
    kerb = ramp(8.0, 8.3, 0.0, 8.0, 0.6)
    beyond = block((8.3, 0.0, -1.0), (12.0, 8.0, 0.6))
    found = ledges_of(scene_of(QUAY, kerb, beyond))
    assert not ((found[:, LEDGE_X] == 8.0) & (found[:, LEDGE_TO_X] == 8.0) & (found[:, LEDGE_Z] == 0.0)).any()


def test_free_edges_are_those_of_ground_with_no_ground_beside_it() -> None:
    scene = scene_of(QUAY)
    found = shells(QUAY.triangles, np.zeros(12, np.int32))
    edges, water, _ = free_edges(scene.terrains[0].flag, found)
    assert len(edges) == 4
    assert not water.any()
    assert np.einsum("ij,ij->i", edges[:, 6:8], edges[:, :2] - 4.0) == pytest.approx(4.0)  # outwards
    total, _ = looking(scene.terrains[0], edges)
    assert total > 4 * 8 / 0.15 * 16


def test_a_ledge_is_as_near_as_its_line() -> None:
    scene = scene_of(QUAY, HOUSE)
    assert edge(scene, 7.4, 4.0) == pytest.approx(0.6)
    assert edge(scene, 3.0, 3.0, ground=3.0) == pytest.approx(1.0)
    assert edge(scene, 4.0, 6.0) == 1.0
    across = ledge_distance(scene, Segment(5.0, 4.0, 7.7, 4.0), 0.0, 1.0, False)
    assert across == pytest.approx(0.3)


def test_the_ledge_of_a_roof_is_none_of_the_street() -> None:
    assert edge(scene_of(QUAY, HOUSE), 1.8, 3.0) == 1.0


def test_shores_are_asked_for_by_themselves() -> None:
    scene = scene_of(QUAY, CANAL)
    assert edge(scene, 7.5, 4.0) == 1.0
    assert edge(scene, 7.5, 4.0, shores=True) == pytest.approx(0.5)


def test_a_ledge_covered_by_the_ground_that_one_is_on_is_none() -> None:
    scene = scene_of(QUAY, block((7.0, 2.0, 0.0), (9.0, 6.0, 0.5)))
    assert edge(scene, 7.9, 4.0, ground=0.5) > 0.9


def test_who_stands_on_a_perch_has_no_ledges_below_its_top() -> None:
    post = block((7.5, 3.9, 0.0), (7.7, 4.1, 0.3), PERCH)
    scene = scene_of(QUAY, post)
    assert edge(scene, 7.6, 4.0, ground=0.0) == pytest.approx(0.4)
    assert edge(scene, 7.6, 4.0, ground=0.3) == 1.0


def test_ledges_beyond_a_span_of_heights_are_told() -> None:
    row = np.array([0.0, 0, 2, 4, 0, 3, 1e9, 5])
    assert segment_of(row) == Segment(0.0, 0.0, 4.0, 0.0)
    assert not is_beyond(row, 0.0, 1.5, 0.5)
    assert is_beyond(row, 0.0, 1.4, 0.5)
    assert is_beyond(row, 3.6, 9.0, 0.5)
