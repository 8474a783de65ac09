"""Scenes whose line of sight can be worked out on paper.

Two cylinders of radius 0.4 and height 1.3 stand at x = 0 and x = 8, their feet at z = 0.003, unless a scene says
otherwise. A sight is a beam of half-width 0.004 (a ray and four parallels), so what is open by less is not seen.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.sight.sight import Seen, Standing, Target, sight
from tests.shapes import Floats, box, cylinder, frame

GROUND = box((-20, -30, -0.2), (40, 30, 0))
FEET = 0.003


def body(x: float, y: float = 0, z: float = FEET, radius: float = 0.4, height: float = 1.3) -> Standing:
    return Standing(Target.of(cylinder(radius, height)), Pose((x, y, z)))


def seen(*walls: Floats, a: Standing | None = None, b: Standing | None = None) -> Seen:
    blockers = Blockers(Solid(np.concatenate([GROUND, *walls])))
    return sight(blockers, a or body(0), b or body(8))


def expect(found: Seen, visible: bool) -> None:
    assert found.visible == visible
    if not visible:
        assert found.proven
        assert found.gap_bound == 0


@pytest.mark.parametrize(
    ("gap", "visible"), [(0.1, True), (0.02, True), (0.01, True), (0.001, False), (-0.001, False), (-0.01, False)]
)
def test_a_wall_lower_than_both_by_a_gap(gap: float, visible: bool) -> None:
    # The highest line between them is level, along their tops at 1.303.
    expect(seen(box((4, -20, -0.1), (4.05, 20, 1.303 - gap))), visible)


@pytest.mark.parametrize(("above", "visible"), [(-0.02, True), (-0.01, True), (0.001, False), (0.01, False)])
def test_a_wall_between_a_tall_and_a_short_one(above: float, visible: bool) -> None:
    # Tops at 2.003 and 1.003. A line from (-0.4, 2.003) to (x, 1.003) is highest over the wall, x = 4.00 to 4.05,
    # for x = 8.4: at 4.05 it is 2.003 - 4.45 / 8.8 = 1.497; from (0.4, 2.003) to (8.4, 1.003) it is
    # 2.003 - 3.65 / 8 = 1.54675, which is the highest of all.
    walls = box((4, -20, -0.1), (4.05, 20, 1.54675 + above))
    expect(seen(walls, a=body(0, height=2.0), b=body(8, height=1.0)), visible)


@pytest.mark.parametrize(("height", "visible"), [(0.2, True), (0.05, True), (0.02, True), (0.012, True)])
def test_a_slit_right_across(height: float, visible: bool) -> None:
    # Level lines pass at any height of the slit, and a beam is 0.008 high.
    assert seen(frame(4, 0.05, (-5, 5, 0.7, 0.7 + height))).visible == visible


@pytest.mark.parametrize("height", [0.0001, 0.004, 0.007])
def test_a_slit_thinner_than_the_beam_is_not_seen_through(height: float) -> None:
    # The wall is 0.05 thick, and a ray and its parallels above and below, 0.008 from each other, do not pass together
    # however they are tilted.
    found = seen(frame(4, 0.05, (-5, 5, 0.7, 0.7 + height)))
    assert not found.visible
    assert found.proven


@pytest.mark.parametrize(("size", "visible"), [(0.05, True), (0.015, True), (0.007, False), (0.002, False)])
def test_a_hole_as_wide_as_the_beam(size: float, visible: bool) -> None:
    # Lines along the wall's normal pass anywhere in the hole; the beam's parallels are 0.008 from each other.
    found = seen(frame(4, 0.05, (0.1, 0.1 + size, 0.7, 0.7 + size)))
    assert (found.visible, found.proven) == (visible, True)


@pytest.mark.parametrize("gap", [0.0, 1e-7, 1e-5, 0.001])
def test_two_houses_wall_to_wall_let_nothing_through(gap: float) -> None:
    # Their roofs are far above, and the joint runs straight at the viewer.
    south, north = box((3, -20, -0.1), (5, 0.05, 8)), box((3, 0.05 + gap, -0.1), (5, 20, 8))
    expect(seen(south, north), False)


@pytest.mark.parametrize("sunk", [0.0, 0.2])
def test_a_parapet_on_a_slab_is_one_wall(sunk: float) -> None:
    slab, parapet = box((3, -20, 0.4), (5, 20, 0.8)), box((3, -20, 0.8 - sunk), (3.2, 20, 3))
    expect(seen(slab, parapet, box((3.05, -20, -0.1), (4.9, 20, 0.4))), False)


def room(hole: float) -> list[Floats]:
    """Four walls and a roof that overlap, round the first cylinder; the east wall has a hole unless it is 0."""
    east = frame(1.4, 0.1, (0, hole, 0.8, 0.8 + hole), 1.5, 3) if hole else box((1.4, -1.5, -0.1), (1.5, 1.5, 3))
    west = box((-1.5, -1.5, -0.1), (-1.4, 1.5, 3))
    south, north = box((-1.45, -1.5, -0.1), (1.45, -1.4, 3)), box((-1.45, 1.4, -0.1), (1.45, 1.5, 3))
    return [east, west, south, north, box((-1.5, -1.5, 2.9), (1.5, 1.5, 3.1))]


@pytest.mark.parametrize(("hole", "visible"), [(0.0, False), (0.05, True)])
def test_a_closed_room_and_one_with_a_hole(hole: float, visible: bool) -> None:
    expect(seen(*room(hole)), visible)


@pytest.mark.parametrize(("offset", "visible"), [(0.2, True), (0.5, True), (0.56, True), (0.6, False), (0.7, False)])
def test_two_slits_one_higher_than_the_other(offset: float, visible: bool) -> None:
    # Slits 0.05 high in walls 0.01 thick, at x = 2, z = 0.5 and x = 6, z = 0.5 + d. The flattest line through both
    # goes from (2.01, 0.55) to (6, 0.5 + d): slope (d - 0.05) / 3.99. It meets the second body at x = 7.6, at
    # 0.55 + 5.59 * slope, which is its top, 1.303, for d = 0.5875.
    first = frame(2, 0.01, (-10, 10, 0.5, 0.55))
    assert seen(first, frame(6, 0.01, (-10, 10, 0.5 + offset, 0.55 + offset))).visible == visible


@pytest.mark.parametrize(("edge", "visible"), [(0.38, True), (0.39, True), (0.401, False), (0.42, False)])
def test_past_the_corner_of_a_house(edge: float, visible: bool) -> None:
    # The outermost line is the tangent y = 0.4; the house reaches from the south up to y = edge.
    expect(seen(box((3, -20, -0.1), (5, edge, 8))), visible)


@pytest.mark.parametrize(("edge", "visible"), [(0.37, True), (0.39, True), (0.401, False)])
@pytest.mark.parametrize("depths", [(0.5, 1.0), (0.5, 0.5), (1.0, 0.002)])
def test_past_the_corner_of_houses_whose_fronts_lie_on_each_other(
    depths: tuple[float, float], edge: float, visible: bool
) -> None:
    # As above; between two fronts in one plane there is nothing to count from.
    houses = [box((4, -20, -0.1), (4 + depth, edge, 8)) for depth in depths]
    expect(seen(*houses), visible)


@pytest.mark.parametrize(("width", "visible"), [(0.78, True), (0.802, False)])
def test_a_pillar_as_wide_as_the_bodies_hides_all(width: float, visible: bool) -> None:
    # Equal bodies have parallel tangents, 0.8 apart.
    expect(seen(box((4, -width / 2, -0.1), (4.1, width / 2, 8))), visible)


@pytest.mark.parametrize(("width", "visible"), [(0.575, True), (0.603, False)])
def test_a_pillar_between_a_slim_and_a_stout_one(width: float, visible: bool) -> None:
    # The outer tangents of circles 0.2 and 0.4 at distance 8 cross x = 4 at 0.3 / cos(asin(0.2 / 8)) = 0.30009
    # (the bodies are polygons with their corners on the circles, at most 0.0005 smaller).
    thin = box((4, -width / 2, -0.1), (4.001, width / 2, 8))
    expect(seen(thin, a=body(0, radius=0.2)), visible)


@pytest.mark.parametrize(("deck", "visible"), [(1.99, True), (1.965, True), (1.95, False), (1.9, False)])
def test_under_a_bridge_from_a_roof(deck: float, visible: bool) -> None:
    # From the lowest of A, (-0.4, 6.003), to the lowest of B, (7.6, 0.003): at the near edge of the deck, x = 5,
    # the line is at 6.003 - 6 * 5.4 / 8 = 1.953. The deck reaches beyond B on all sides.
    expect(seen(box((5, -20, deck), (40, 20, deck + 0.2)), a=body(0, z=6.003)), visible)


@pytest.mark.parametrize(("east", "visible"), [(0.985, True), (1.01, False)])
def test_over_the_edge_of_a_roof(east: float, visible: bool) -> None:
    # A stands on a roof 4.0 high that ends at x = e; B below at x = 8. The steepest line that clears the edge starts
    # as high and as near it as A goes, at (0.4, 5.303), and has to come down to B's top, 1.303, at x = 8.4 at
    # the furthest: half an inch a inch. It is at the roof's height after 2.606: the roof hides B from e = 3.006 on.
    roof = box((-5, -20, -0.1), (2.0 + east, 20, 4.0))
    expect(seen(roof, a=body(0, z=4.003)), visible)


@pytest.mark.parametrize(("feet", "visible"), [(1.1, True), (1.2, True), (1.25, False), (1.5, False)])
def test_up_through_a_slit_in_a_thick_wall(feet: float, visible: bool) -> None:
    # A level slit, z = 0.7 to 0.9, through a wall from x = 3 to 5: the steepest line rises by 0.2 in 2, from (3, 0.7)
    # over (5, 0.9) to 0.9 + 0.1 * 3.4 = 1.24 at x = 8.4, the far rim of the upper body's foot. Backwards it is at 0.44
    # at x = 0.4, on the lower body.
    expect(seen(frame(3, 2, (-10, 10, 0.7, 0.9)), b=body(8, z=feet)), visible)


@pytest.mark.parametrize(("aside", "visible"), [(0.7, True), (0.77, True), (0.81, False), (1.0, False)])
def test_askew_through_a_tunnel(aside: float, visible: bool) -> None:
    # A square hole, y = -0.1 to 0.1, through a wall from x = 3 to 5: the line y = 0.1 x - 0.4 is the furthest north
    # that it lets through, and 0.4 / sqrt(1.01) = 0.398 from the axis of the first body: it touches it. It is at
    # y = 0.4 at x = 8, so a body there is met while its axis is no further than 0.4 + 0.4 * sqrt(1.01) = 0.802 north.
    expect(seen(frame(3, 2, (-0.1, 0.1, 0.5, 0.7)), b=body(8, aside)), visible)


@pytest.mark.parametrize(("radius", "visible"), [(0.37, True), (0.385, True), (0.41, False)])
def test_a_third_body_between_two(radius: float, visible: bool) -> None:
    # Equal bodies have parallel tangents, 0.4 to each side of the line of their axes, and equal tops: one between
    # them hides them from each other if it is as stout and as tall. It is placed there, as minis are.
    third = PlacedSolid(Solid(cylinder(radius, 1.31)), Pose((3.5, 0, 0)), "third")
    expect(sight(Blockers(Solid(GROUND)), body(0), body(8), [third]), visible)


@pytest.mark.parametrize(("apart", "visible"), [(0.05, True), (0.02, True)])
def test_two_crossed_slits_make_a_pinhole(apart: float, visible: bool) -> None:
    # An upright slit at x = 3 and a level one at x = 5: any point of the one can be joined to any of the other,
    # and the line goes on into both bodies.
    upright, level = frame(3, 0.05, (0.1, 0.1 + apart, 0.05, 5)), frame(5, 0.05, (-5, 5, 0.6, 0.6 + apart))
    assert seen(upright, level).visible == visible


@pytest.mark.parametrize("seed", range(4))
def test_a_thicket_seen_through_only_where_a_ray_was_left_free(seed: int) -> None:
    # Forty posts stand anywhere, but none within 0.03 of one line between the bodies: along it they see each other.
    rng = np.random.default_rng(seed)
    start, end = np.array([0.2, *rng.uniform(-0.2, 0.2, 1)]), np.array([7.8, *rng.uniform(-0.2, 0.2, 1)])
    across = np.array([start[1] - end[1], end[0] - start[0]]) / math.dist(start, end)
    posts = []
    while len(posts) < 40:
        place, radius = rng.uniform([1, -1.2], [7, 1.2]), rng.uniform(0.05, 0.3)
        if abs((place - start) @ across) > radius + 0.03:
            posts.append(cylinder(radius, 6, 16, (place[0], place[1], -0.1)))
    assert seen(*posts).visible
