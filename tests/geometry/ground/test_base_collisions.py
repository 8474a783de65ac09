"""Other bases in the way of one that walks, by the height at which it rests."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.ground.base_collisions import discs_hold, is_taken, may_hold, steps_into
from sim.geometry.ground.discs import Base, first_overlap, is_level_with
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import rest_height, surface
from tests.geometry.ground.scenes import block, disc, ramp, scene_of, street

BASE = Base(0.25, 2.0)
WIDE = Base(0.9, 2.3)
STREET = scene_of(street())
STAIR = scene_of(street(), block((3.0, 0.0, 0.0), (8.0, 8.0, 0.6)), block((4.0, 0.0, 0.0), (8.0, 5.0, 1.2)))
RAMP = scene_of(street(), ramp(2.0, 6.0, 0.0, 8.0, 2.0))


@pytest.mark.parametrize(
    ("way", "held"),
    [
        (Segment(2.0, 4.0, 4.0, 4.0), True),  # through it
        (Segment(2.0, 4.76, 4.0, 4.76), False),  # past it: 1/4" and 1/2" apart
        (Segment(2.0, 4.74, 4.0, 4.74), True),
        (Segment(2.0, 4.0, 2.2, 4.0), False),  # not so far
        (Segment(2.5, 4.0, 2.0, 4.0), False),  # away from it
        (Segment(2.5, 4.0, 2.6, 4.0), True),  # further into it
        (Segment(3.0, 4.0, 3.0, 4.0), False),  # nowhere
    ],
)
def test_a_base_on_the_way_holds(way: Segment, held: bool) -> None:
    assert discs_hold(STREET, disc(3.0, 4.0), way, 0.0, 0.0, BASE) is held


@pytest.mark.parametrize(("low", "held"), [(0.0, True), (-1.19, True), (-1.2, False), (1.9, True), (2.0, False)])
def test_a_base_above_or_below_holds_nobody(low: float, held: bool) -> None:
    way = Segment(2.0, 4.0, 4.0, 4.0)
    assert discs_hold(STREET, disc(3.0, 4.0, low), way, 0.0, 0.0, BASE) is held
    assert is_taken(STREET, disc(3.0, 4.0, low), 3.1, 4.0, 0.0, BASE) is held


@pytest.mark.parametrize(("head", "held"), [(1.15, False), (1.25, True)])
def test_who_rests_on_a_rim_goes_over_a_head_that_is_lower(head: float, held: bool) -> None:
    """The ground under its centre is 0.6" high all along, and the step under its rim 1.2"."""
    other = disc(2.4, 3.0, 0.0, 0.5, head)
    way = Segment(3.2, 1.0, 3.2, 4.0)
    assert discs_hold(STAIR, other, way, 0.6, 0.0, WIDE) is held
    assert is_taken(STAIR, other, 3.2, 3.0, 0.6, WIDE) is held
    assert may_hold(other, way, 0.6, 0.6, WIDE)


def test_who_comes_off_a_rim_beside_a_head_is_held_though_it_moves_away_from_it() -> None:
    other = disc(2.4, 4.9, 0.0, 0.5, 1.15)
    assert not discs_hold(STAIR, other, Segment(3.3, 4.95, 3.3, 5.5), 0.6, 0.0, WIDE)
    assert discs_hold(STAIR, other, Segment(3.3, 4.95, 3.3, 6.0), 0.6, 0.0, WIDE)
    assert not discs_hold(STAIR, other, Segment(3.3, 5.7, 3.3, 7.0), 0.6, 0.0, WIDE)  # once it is in it, it may leave


def test_a_step_leads_into_a_base_if_the_rim_was_not_as_high_before() -> None:
    post = scene_of(street(), block((3.0, 0.0, 0.0), (8.0, 8.0, 0.9)))
    above = disc(3.0, 4.0, 3.0, 0.5, 1.0)  # its feet are higher than a head on the street, lower than one on the step
    assert not steps_into(post, above, 3.0, 4.0, WIDE, 0.0, 0.9)  # its rim was on the step before its centre
    assert not steps_into(post, above, 3.0, 7.0, WIDE, 0.0, 0.9)
    assert steps_into(post, disc(3.0, 4.0, 4.0, 0.5, 1.0), 3.0, 4.0, WIDE, 0.9, 1.9)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([STREET, STAIR, RAMP]),
    st.tuples(st.floats(1.2, 6.8), st.floats(1.2, 6.8)),
    st.tuples(st.floats(-3.14, 3.14), st.floats(0.1, 2.0)),
    st.tuples(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5), st.floats(-1.5, 3.0), st.floats(0.5, 1.5)),
    st.sampled_from([BASE, Base(0.5, 1.2), WIDE]),
)
def test_what_holds_is_what_many_places_of_the_line_say(
    scene: object, at: tuple[float, float], way: tuple[float, float], other: tuple[float, ...], base: Base
) -> None:
    """By brute force: of 400 places of a line over one face, is any in the other base? It is where it begins, or is
    not, by more than a hair."""
    (x, y), (turn, far) = at, way
    under = surface(scene, x, y, 9.0)
    bx, by = x + far * math.cos(turn), y + far * math.sin(turn)
    ends = surface(scene, bx, by, 9.0)
    if (under.terrain, under.triangle) != (ends.terrain, ends.triangle):
        return
    row = disc(x + other[0], y + other[1], under.height + other[2], 0.5, other[3])
    clear, taken = True, False
    for n in range(401):
        s = n / 400
        px, py, ground = x + s * (bx - x), y + s * (by - y), under.height + s * (ends.height - under.height)
        rest = rest_height(scene, px, py, ground, base.radius)
        level = is_level_with(row, 0, rest, rest + base.height)
        apart = math.hypot(row[0, 0] - px, row[0, 1] - py) - base.radius - 0.5
        if n == 0 and apart < 0.0:
            return
        taken = taken or (level and apart < -0.03)
        near = [rest_height(scene, px, py, ground, base.radius + d) for d in (-0.05, 0.05)]
        clear = clear and (apart > 0.0 or not any(is_level_with(row, 0, z, z + base.height) for z in near))
        assert is_taken(scene, row, px, py, ground, base) == (first_overlap(row, px, py, rest, *base) >= 0)
    held = discs_hold(scene, row, Segment(x, y, bx, by), under.height, ends.height - under.height, base)
    assert held or not taken
    assert not (held and clear)
