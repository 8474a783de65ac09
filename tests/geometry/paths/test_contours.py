"""Areas round places where values are positive."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry import Polygon

from sim.geometry.paths.contours import areas, storeys
from sim.geometry.paths.heightfield import LEVELS, SPACING, whole_window
from tests.geometry.ground.scenes import block
from tests.geometry.paths.lattices import Land, land_of


def drawn(values: np.ndarray) -> list[Polygon]:
    """The areas over places of a lattice, of which every square is looked at."""
    return areas(values, np.ones((values.shape[0] - 1, values.shape[1] - 1), np.uint8), 0.0, 0.0, SPACING)


def values(inside: np.ndarray) -> np.ndarray:
    return np.where(inside, 1.0, -1.0)


def test_an_area_ends_where_values_change_sign() -> None:
    x = np.arange(9) * SPACING
    ramp = np.minimum.outer(np.minimum(x - 0.2, 0.83 - x), np.minimum(x - 0.2, 0.83 - x))
    (area,) = drawn(ramp)
    assert area.bounds == pytest.approx((0.2, 0.2, 0.83, 0.83), abs=0.01)
    assert area.area == pytest.approx(0.63**2, rel=0.03)


def test_a_hole_belongs_to_the_area_round_it() -> None:
    inside = np.zeros((12, 12), np.bool_)
    inside[1:11, 1:11] = True
    inside[4:8, 4:8] = False
    (area,) = drawn(values(inside))
    assert len(area.interiors) == 1


def test_an_area_within_a_hole_is_one_of_its_own() -> None:
    inside = np.zeros((14, 14), np.bool_)
    inside[1:13, 1:13] = True
    inside[3:11, 3:11] = False
    inside[5:9, 5:9] = True
    found = drawn(values(inside))
    assert sorted(len(area.interiors) for area in found) == [0, 1]


def test_an_area_that_comes_apart_where_it_is_made_plainer_is_not_lost() -> None:
    """Necks so narrow that the straighter edges of their two sides cross."""
    for seed in (262, 423, 1356, 1472, 2819):
        own = np.full((9, 9), -1.0)
        own[1:-1, 1:-1] = np.random.default_rng(seed).choice([-1, -0.02, 0.02, 0.1, 1.0], size=(7, 7))
        every = np.ones((8, 8), np.uint8)
        fine = sum(area.area for area in areas(own, every, 0.0, 0.0, SPACING)) * (0.008 / SPACING) ** 2
        coarse = sum(area.area for area in areas(own, every, 0.0, 0.0, 0.008))
        assert coarse == pytest.approx(fine, rel=0.2)


def test_edges_run_only_in_squares_that_are_looked_at() -> None:
    inside = np.zeros((9, 9))
    inside[2:7, 2:7] = 1.0
    squares = np.zeros((2, 2), np.uint8)
    (whole,) = areas(inside - 0.5, np.ones((2, 2), np.uint8), 0.0, 0.0, SPACING)
    assert whole.area == pytest.approx((5 * SPACING) ** 2, rel=0.03)
    assert areas(inside - 0.5, squares, 0.0, 0.0, SPACING) == []


@pytest.mark.parametrize(("middle", "count"), [(2.0, 1), (0.2, 2)])
def test_at_a_saddle_two_corners_are_one_area_where_the_middle_is_inside(middle: float, count: int) -> None:
    own = np.full((6, 6), -1.0)
    own[1:3, 1:3] = own[3:5, 3:5] = middle
    assert len(drawn(own)) == count


@pytest.fixture(scope="module")
def bridge() -> Land:
    """A street with a bridge over it, 2" up."""
    return land_of(block((0.75, 0.0, 2.0), (1.25, 2.0, 2.2)))


def test_what_lies_over_each_other_are_storeys(bridge: Land) -> None:
    field = bridge.field
    there = np.arange(LEVELS)[None, :] < field.count[:, None]
    found = storeys(field, np.where(there, 1.0, -1.0), whole_window(field))
    heights = sorted(
        {float(field.ground[c, k]) for c, k in enumerate(storey) if k >= 0 and there[c, k]} == {0.0} for storey in found
    )
    assert heights == [False, True]


def test_areas_that_do_not_hang_together_are_storeys(bridge: Land) -> None:
    field = bridge.field
    own = np.full((len(field.count), LEVELS), -1.0)
    for n in range(9):
        place = bridge.place(0.25 * n, 0.25)
        own[place // LEVELS, field.count[place // LEVELS] - 1] = 1.0
    found = storeys(field, own, whole_window(field))
    assert len(found) == 9
    assert ((found >= 0).sum(axis=1) > 1).all()  # and the places round each


def test_a_place_that_nearly_belongs_to_an_area_brings_those_round_it(bridge: Land) -> None:
    field = bridge.field
    own = np.full((len(field.count), LEVELS), -1.0)
    for n, value in ((2, 1.0), (3, -0.05), (9, -0.05)):
        place = bridge.place(SPACING * n, 0.25)
        own[place // LEVELS, field.count[place // LEVELS] - 1] = value
    beside, alone = storeys(field, own, whole_window(field), -0.1)
    assert [(storey >= 0).sum() for storey in (beside, alone)] == [12, 9]
    (only,) = storeys(field, own, whole_window(field))
    assert (only >= 0).sum() == 9
