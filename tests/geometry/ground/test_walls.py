"""What stands in a body's way, and what it can climb."""

from __future__ import annotations

import pytest

from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import part_at
from sim.geometry.ground.terrain_mesh import CLIMB, IMPASSABLE, LADDER, WALK, WATER, Scene
from sim.geometry.ground.walls import FaceBits, Heights, climbable, solid_near, wall_distance
from tests.geometry.ground.scenes import BUF, block, ramp, scene_of, street

HOUSE = block((4.0, 2.0, 0.0), (6.0, 6.0, 3.0))
SCENE = scene_of(street(), HOUSE, block((1.0, 6.5, 0.0), (2.0, 7.5, 0.9)))


def at(x: float, y: float) -> Segment:
    return Segment(x, y, x, y)


def far(scene: Scene, line: Segment, limit: float = 2.0, ground: float = 0.0, head: float = 1.3) -> float:
    return float(wall_distance(scene, line, ground, head, limit, BUF).distance)


def test_a_wall_is_as_far_as_its_face() -> None:
    found = wall_distance(SCENE, at(3.0, 4.0), 0.0, 1.3, 2.0, BUF)
    assert found.distance == pytest.approx(1.0)
    assert part_at(SCENE, found.terrain, found.triangle) == 1


def test_nothing_is_nearer_than_the_limit_where_nothing_is_found() -> None:
    found = wall_distance(SCENE, at(1.0, 1.0), 0.0, 1.3, 0.7, BUF)
    assert (found.distance, found.terrain, found.triangle) == (pytest.approx(0.7), -1, -1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (Segment(3.0, 0.0, 3.0, 8.0), 1.0),  # along the wall
        (Segment(1.0, 1.0, 3.5, 3.0), 0.5),  # towards it
        (Segment(3.0, 3.0, 7.0, 3.0), 0.0),  # right through
        (Segment(3.0, -2.0, 3.0, 1.0), 2**0.5),  # to its corner
    ],
)
def test_a_line_is_as_far_from_a_wall_as_its_nearest_point(line: Segment, expected: float) -> None:
    assert far(SCENE, line) == pytest.approx(expected)


def test_what_is_stepped_over_is_no_wall() -> None:
    assert far(SCENE, at(0.8, 7.0), 0.5) == 0.5


def test_what_hangs_over_the_head_is_no_wall() -> None:
    awning = scene_of(street(), block((3.0, 3.0, 2.0), (5.0, 5.0, 2.2)))
    assert far(awning, at(4.0, 4.0), 0.5) == 0.5
    assert far(awning, at(4.0, 4.0), 0.5, head=2.1) == 0.0


def test_a_ladder_and_water_stand_in_nobodys_way() -> None:
    scene = scene_of(
        street(), block((4.0, 2.0, 0.0), (6.0, 6.0, 3.0), LADDER), block((1.0, 1.0, 0.0), (2.0, 2.0, 2.0), WATER)
    )
    assert far(scene, at(3.9, 4.0), 0.5) == 0.5
    assert far(scene, at(0.9, 1.5), 0.5) == 0.5


KERB = block((0.0, 4.9, 0.0), (4.0, 8.0, 0.5))
BESIDE = scene_of(street(), KERB, block((3.0, 5.0, 0.0), (5.0, 5.2, 1.3)))  # a wall that stands half on a kerb


@pytest.mark.rule("GEO-03", "TERR-06")
def test_a_wall_that_stands_half_on_a_step_is_in_the_way_of_a_line_that_is_nearest_to_its_low_half() -> None:
    past = Segment(6.0, 4.5, 1.0, 4.7)
    assert far(BESIDE, at(3.0, 4.62), 0.5) == 0.5  # 0.8" over the kerb
    assert far(BESIDE, at(4.2, 4.572), 0.5) == pytest.approx(0.428)  # 1.3" over the street
    corner = (5.0 - 4.58) * 25 / 626**0.5  # from the line to where the wall leaves the kerb
    assert far(BESIDE, past, 0.5) == pytest.approx(corner, abs=0.003)


@pytest.mark.rule("GEO-03")
@pytest.mark.parametrize("y", [3.6, 3.9, 4.0, 4.1, 4.4])
@pytest.mark.parametrize("back", [0.006, 0.01, 0.02])
def test_a_post_that_stands_back_from_the_rim_of_a_deck_is_as_high_as_over_the_deck(back: float, y: float) -> None:
    x, deck = 4.0 + back, block((4.0, 0.0, -1.0), (8.0, 8.0, 0.5))
    low = scene_of(street(), deck, block((x, 3.9, -1.0), (x + 0.2, 4.1, 1.1)))
    high = scene_of(street(), deck, block((x, 3.9, -1.0), (x + 0.2, 4.1, 1.6)))
    before = scene_of(street(), deck, block((3.9, 3.9, -1.0), (4.2, 4.1, 1.1)))
    assert far(low, at(3.4, y), 0.9) == 0.9
    aside = max(0.0, abs(y - 4.0) - 0.1)
    assert far(high, at(3.4, y), 0.9, head=1.8) == pytest.approx((aside**2 + (x - 3.4) ** 2) ** 0.5)
    assert far(before, at(3.4, y), 0.9) == pytest.approx((aside**2 + 0.25) ** 0.5)  # it stands in the street


def test_no_base_is_over_what_is_impassable_however_low() -> None:
    scene = scene_of(street(), block((4.0, 2.0, 0.0), (6.0, 6.0, 0.2), IMPASSABLE))
    assert far(scene, at(3.7, 4.0), 0.5) == pytest.approx(0.3)


def test_ground_that_rises_towards_a_wall_is_no_part_of_its_height() -> None:
    kerb = block((5.0, 3.0, 0.0), (5.2, 5.0, 1.5))
    assert far(scene_of(street(), kerb), at(4.7, 4.0), 0.5) == pytest.approx(0.3)
    slope = ramp(3.0, 5.0, 3.0, 5.0, 1.0)
    assert far(scene_of(street(), slope, kerb), at(4.7, 4.0), 0.5, ground=0.85) == 0.5


def test_solids_count_between_the_heights_that_are_asked_for() -> None:
    def near(low: float, high: float, want: int = 0, excluded: int = 0) -> float:
        faces = FaceBits(want, excluded)
        return float(solid_near(SCENE, at(3.5, 4.0), Heights(low, high), faces, 2.0, 0.0, BUF).distance)

    assert near(0.5, 2.0) == pytest.approx(0.5)
    assert near(3.1, 5.0) == 2.0
    assert near(-0.5, 5.0, WALK) == 0.0  # the street below
    assert near(0.5, 5.0, WALK) == pytest.approx(0.5)  # the roof
    assert near(0.5, 5.0, 0, WALK | CLIMB) == 2.0


def test_whoever_asks_whether_there_is_a_solid_is_told_of_the_first_that_is_found() -> None:
    towers = [block((x, 3.0, 0.0), (x + 0.2, 5.0, 3.0)) for x in (4.0, 4.5, 5.0)]
    scene, heights, faces = scene_of(street(), *towers), Heights(0.5, 2.0), FaceBits(0, 0)
    nearest = solid_near(scene, at(6.0, 4.0), heights, faces, 2.0, 0.0, BUF)
    first = solid_near(scene, at(6.0, 4.0), heights, faces, 2.0, 2.0, BUF)
    assert nearest.distance == pytest.approx(0.8)
    assert nearest.distance < first.distance < 2.0
    assert solid_near(scene, at(6.0, 4.0), heights, faces, 0.7, 0.7, BUF).terrain < 0


def test_a_wall_is_climbable_if_it_has_a_face_in_reach_all_the_way() -> None:
    assert climbable(SCENE, 3.5, 4.0, Heights(0.0, 3.0), 0.6, CLIMB | LADDER, BUF)[0]
    assert not climbable(SCENE, 3.5, 4.0, Heights(0.0, 3.0), 0.4, CLIMB | LADDER, BUF)[0]
    assert not climbable(SCENE, 3.5, 4.0, Heights(0.0, 3.6), 0.6, CLIMB | LADDER, BUF)[0]
    assert not climbable(SCENE, 3.5, 4.0, Heights(0.0, 3.0), 0.6, LADDER, BUF)[0]


def test_a_climb_tells_its_lowest_face() -> None:
    tower = scene_of(street(), block((4.0, 2.0, 0.0), (6.0, 6.0, 1.0)), block((4.0, 2.0, 1.1), (6.0, 6.0, 2.0)))
    held, terrain, triangle = climbable(tower, 3.5, 4.0, Heights(0.0, 2.0), 0.6, CLIMB, BUF)
    assert held
    assert part_at(tower, terrain, triangle) == 1
