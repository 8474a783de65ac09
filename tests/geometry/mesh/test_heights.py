"""What is low: no point of it more than 1" above the ground straight below (GEO-03)."""

from __future__ import annotations

import pytest

from sim.geometry.mesh.beneath import DECK, HIGH, IS_LOW
from tests.geometry.mesh.things import judged
from tests.shapes import box

STREET = box((0, 0, -1), (8, 8, 0))
CANAL = box((8, 0, -3), (12, 8, -0.5))


@pytest.mark.parametrize(("height", "what"), [(0.6, IS_LOW), (1.0, IS_LOW), (1.01, HIGH), (4.0, HIGH)])
def test_a_thing_is_low_up_to_an_inch(height: float, what: int) -> None:
    assert judged(STREET, box((2, 2, 0), (3, 3, height))) == [HIGH, what]


def test_the_street_is_never_low() -> None:
    assert judged(box((0, 0, -0.5), (8, 8, 0)), never=(0,))[0] == HIGH


def test_a_thing_is_measured_from_what_is_below_it() -> None:
    house = box((2, 2, 0), (6, 6, 3))
    parapet = box((2, 2, 3), (6, 2.2, 3.5))
    assert judged(STREET, house, parapet) == [HIGH, HIGH, IS_LOW]


def test_what_is_low_is_no_ground_for_what_stands_on_it() -> None:
    assert judged(STREET, box((2, 2, 0), (4, 4, 0.8)), box((2, 2, 0.8), (4, 4, 1.6))) == [HIGH, IS_LOW, HIGH]
    assert judged(STREET, box((2, 2, 0), (4, 4, 0.4)), box((2, 2, 0.4), (4, 4, 0.9))) == [HIGH, IS_LOW, IS_LOW]


def test_a_deck_is_ground_for_what_stands_on_it() -> None:
    platform, crate = box((2, 2, 0), (6, 6, 0.8)), box((3, 3, 0.8), (4, 4, 1.6))
    assert judged(STREET, platform, crate, wide=(1,)) == [HIGH, DECK, IS_LOW]


def test_a_deck_on_a_deck_is_none() -> None:
    lower, upper = box((2, 2, 0), (6, 6, 0.5)), box((2, 2, 0.5), (6, 6, 1.0))
    assert judged(STREET, lower, upper, wide=(1, 2)) == [HIGH, DECK, IS_LOW]


def test_what_is_low_over_water_is_a_deck() -> None:
    jetty = box((9, 2, -0.4), (11, 6, 0.2))
    assert judged(STREET, CANAL, jetty, never=(0, 1), water=(1,)) == [HIGH, HIGH, DECK]


def test_what_reaches_down_through_water_stands_on_the_bed() -> None:
    sheet = CANAL[2:4]
    pole = box((10, 4, -3), (10.2, 4.2, 0))
    assert judged(STREET, sheet, pole, never=(0, 1), water=(1,), open_ones=(1,)) == [HIGH, HIGH, HIGH]


def test_a_long_thing_is_looked_at_all_along() -> None:
    hole = [box((0, 0, -4), (3, 8, 0)), box((5, 0, -4), (8, 8, 0)), box((3, 0, -4), (5, 8, -3))]
    plank = box((1, 3, 0), (7, 3.5, 0.3))
    assert judged(*hole, plank, never=(0, 1, 2)) == [HIGH, HIGH, HIGH, HIGH]
    assert judged(STREET, plank) == [HIGH, IS_LOW]


def test_what_hangs_a_little_over_an_edge_is_measured_from_the_deck() -> None:
    balcony = box((2, 2, 2.8), (6, 6, 3))
    rail = box((2, 1.9, 3), (6, 2.1, 3.8))
    assert judged(STREET, balcony, rail) == [HIGH, HIGH, IS_LOW]
    far_out = box((2, 1.0, 3), (6, 2.1, 3.8))
    assert judged(STREET, balcony, far_out) == [HIGH, HIGH, HIGH]


def test_what_is_over_nothing_cannot_be_measured() -> None:
    assert judged(STREET, box((20, 20, 0), (21, 21, 0.5))) == [HIGH, HIGH]


def test_what_is_buried_counts_nothing() -> None:
    assert judged(STREET, box((2, 2, -0.9), (3, 3, 0.5))) == [HIGH, IS_LOW]


def test_of_a_mesh_without_parts_a_thing_must_stand_on_something() -> None:
    street, crate = STREET, box((2, 2, 0), (3, 3, 0.6))
    lamp = box((5, 5, 0.5), (5.5, 5.5, 0.9))
    assert judged(street, crate, lamp, never=(), wide=(0,), bare=True) == [HIGH, IS_LOW, HIGH]


def test_of_a_mesh_without_parts_a_thing_must_have_a_top() -> None:
    sides = box((2, 2, 0), (3, 3, 0.6))[4:]
    assert judged(STREET, sides, never=(), wide=(0,), bare=True) == [HIGH, HIGH]


def test_of_a_mesh_without_parts_only_what_is_wide_is_ground() -> None:
    bricks = [box((2, 2, 0.5 * k), (3, 2.4, 0.5 * (k + 1))) for k in range(5)]
    assert judged(STREET, *bricks, never=(), wide=(0,), bare=True) == [HIGH] * 6


def test_what_something_high_rests_on_is_its_foot() -> None:
    plinth, statue = box((2, 2, 0), (4, 4, 0.5)), box((2.2, 2.2, 0.5), (3.8, 3.8, 4))
    assert judged(STREET, plinth, statue, never=(), wide=(0,), bare=True) == [HIGH, HIGH, HIGH]
    cane = box((2.2, 2.2, 0.5), (2.3, 2.3, 4))
    assert judged(STREET, plinth, cane, never=(), wide=(0,), bare=True) == [HIGH, IS_LOW, HIGH]


def test_a_post_within_what_was_found_low_later_stands_on_the_street() -> None:
    crate, post = box((2, 2, 0), (3, 3, 0.9)), box((2.4, 2.4, -0.05), (2.6, 2.6, 1.5))
    assert judged(STREET, crate, post) == [HIGH, IS_LOW, HIGH]
