"""What is low, beside the truth of scenes that can be told without looking at points (GEO-03)."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from sim.geometry.mesh.beneath import HIGH, IS_LOW
from tests.geometry.mesh.things import judged
from tests.shapes import Floats, box, cylinder

STREET = box((-4, -4, -1), (28, 28, 0))


class Block(NamedTuple):
    """An upright box: from `x` to `to_x`, from `y` to `to_y`, from `foot` up to `top`."""

    x: float
    y: float
    foot: float
    to_x: float
    to_y: float
    top: float

    @property
    def corners(self) -> list[tuple[float, float]]:
        return [(x, y) for x in (self.x, self.to_x) for y in (self.y, self.to_y)]

    def over(self, x: float, y: float) -> bool:
        return self.x < x < self.to_x and self.y < y < self.to_y

    def shape(self) -> Floats:
        return box((self.x, self.y, self.foot), (self.to_x, self.to_y, self.top))


def states(blocks: list[Block]) -> list[int]:
    """What blocks on a street are, whose sides lie on different lines of a grid of an inch: all over a square of it
    nothing changes, so that one look at each of them tells all. What is low is no floor here, and no ground."""
    found = [HIGH] * len(blocks)
    order = sorted(range(len(blocks)), key=lambda i: blocks[i].foot)
    for i in order:
        found[i] = state(blocks, found, i)
    for at, i in enumerate(order):  # once more over what stood on something that was found low later
        later = [blocks[j] for j in order[at + 1 :] if found[j] == IS_LOW]
        if found[i] != HIGH and any(other.over(*corner) for other in later for corner in blocks[i].corners):
            found[i] = state(blocks, found, i)
    return found


def state(blocks: list[Block], found: list[int], own: int) -> int:
    """What one is, as the others were found to be."""
    it = blocks[own]
    measured = False
    for x in np.arange(it.x, it.to_x) + 0.5:
        for y in np.arange(it.y, it.to_y) + 0.5:
            others = [(other, what) for other, what in zip(blocks, found, strict=True) if other.over(x, y)]
            others = [(other, what) for other, what in others if other is not it]
            edge = x - it.x < 1 or it.to_x - x < 1 or y - it.y < 1 or it.to_y - y < 1
            for z in seen(it, [other for other, _ in others], edge):
                grounds = [0.0, *(other.top for other, what in others if what != IS_LOW)]
                if z - max(top for top in grounds if top <= z) > 1:
                    return HIGH
                measured = True
    return IS_LOW if measured else HIGH


def seen(it: Block, others: list[Block], edge: bool) -> list[float]:
    """The heights at which a block shows over a square: its ends, and at its edge what is highest of each stretch."""
    places = [it.foot, it.top] + [other.foot - 1e-6 for other in others if edge and it.foot < other.foot <= it.top]
    return [z for z in places if not any(other.foot <= z < other.top for other in others)]


def spans(rng: np.random.Generator, count: int) -> list[tuple[float, float]]:
    """From where to where blocks reach: no line twice."""
    free = list(range(20))
    made = []
    while len(made) < count:
        start = int(rng.choice(free[:-1][:10]))
        end = int(rng.choice([each for each in free if each > start][:4]))
        free = [each for each in free if each not in (start, end)]
        made.append((float(start), float(end)))
    return made


def blocks_at_random(seed: int) -> list[Block]:
    """Boxes on the street and on each other, through each other, and floors of 0.2" and more in the air."""
    rng = np.random.default_rng(seed)
    step = round(rng.uniform(0.31, 0.6), 3)
    count = int(rng.integers(3, 9))
    along, across = (spans(rng, count) for _ in range(2))
    made: list[Block] = []
    for (x, to_x), (y, to_y) in zip(along, across, strict=True):
        foot = 0.0 if rng.random() < 0.6 else step * rng.integers(1, 4)
        high = 0.2 if foot and rng.random() < 0.5 else step * rng.integers(1, 6)
        made.append(Block(x, y, round(foot, 3), to_x, to_y, round(foot + high, 3)))
    return made


@pytest.mark.scenes
@pytest.mark.parametrize("first", range(0, 400, 100))
def test_blocks_at_random_are_what_they_are(first: int) -> None:
    lows = 0
    for seed in range(first, first + 100):
        blocks = blocks_at_random(seed)
        found = judged(STREET, *(each.shape() for each in blocks))[1:]
        assert found == states(blocks), (seed, blocks)
        lows += len(blocks) - found.count(HIGH)
    assert lows > 50


@pytest.mark.scenes
@pytest.mark.parametrize("sides", [4, 8, 64])
@pytest.mark.parametrize("gap", [0.35, 0.41, 0.42, 0.44, 0.46, 0.5, 0.6, 0.7])
def test_a_row_of_equal_posts_is_as_high_as_one_of_them(gap: float, sides: int) -> None:
    for count in (1, 2, 3, 6):
        for foot, plinth in ((0.0, []), (1.5, [box((3, 3, 0), (5, 9, 1.5))])):
            for height in (0.9, 1.05, 1.2, 1.3, 2.0):
                row = [cylinder(0.21, height, sides, (4, 4 + gap * i, foot)) for i in range(count)]
                found = judged(STREET, *plinth, *row)
                assert found[-count:] == [HIGH if height > 1 else IS_LOW] * count, (count, foot, height)


def test_thin_canes_side_by_side_do_not_stand_on_each_other() -> None:
    canes = [cylinder(0.03, 1.5, 12, (4, 4 + 0.07 * i, 0)) for i in range(12)]
    assert judged(STREET, *canes) == [HIGH] * 13


@pytest.mark.scenes
@pytest.mark.parametrize("under", [0.6, 0.95, 1.05, 1.1, 1.15, 1.2, 1.3, 1.5, 2.0, 2.5])
@pytest.mark.parametrize("thick", [0.05, 0.1, 0.2, 0.5])
def test_what_shows_under_a_slab_is_measured_from_the_street(under: float, thick: float) -> None:
    slab = box((4.6, 10.8, under), (7.6, 13.8, under + thick))
    for over in (-thick / 2, 0.0, 0.05, 0.31, 0.44, 0.63, 0.87, 0.99, 1.01, 1.3):
        what = HIGH if under > 1 or over > 1 else IS_LOW
        through = box((4.7, 11.6, 0), (6.4, 13.2, under + thick + over))
        assert judged(STREET, slab, through, wide=(1,))[2] == what, over
        post = cylinder(0.15, under + thick + over, 24, (6, 12, 0))
        assert judged(STREET, slab, post, wide=(1,))[2] == what, over


def test_a_post_cut_finely_shows_as_much_under_a_slab() -> None:
    slab = box((3, 3, 1.15), (5, 5, 1.35))
    rings = (0.0, 0.16, 0.33, 0.5, 0.66, 0.83, 0.99, 1.2, 1.37, 1.53, 1.7)
    sides = [cylinder(0.05, b - a, 12, (4, 4, a))[12:-12] for a, b in pairwise(rings)]
    assert judged(STREET, slab, np.concatenate(sides))[2] == HIGH


@pytest.mark.parametrize("under", [0.95, 1.05, 1.2, 1.4, 2.0])
@pytest.mark.parametrize("thick", [0.05, 0.2, 0.3, 0.39, 0.5])
def test_what_hangs_from_a_slab_is_as_high_as_the_slab_above_the_street(under: float, thick: float) -> None:
    # It floats over the street, and shows from 0.4" under the slab up to that: no foot is sunk so deep.
    slab = box((4.6, 10.8, under), (7.6, 13.8, under + thick))
    for over in (-thick / 2, 0.1, 0.4, 0.9):
        hung = box((4.7, 11.6, under - 0.4), (6.4, 13.2, under + thick + over))
        assert judged(STREET, slab, hung, wide=(1,))[2] == (HIGH if under > 1 else IS_LOW), over


def test_a_foot_that_sticks_out_below_its_floor_is_measured_from_the_floor() -> None:
    floor = box((2, 2, 2.9), (6, 6, 3))
    assert judged(STREET, floor, box((2.1, 2.1, 2.8), (2.3, 5.9, 3.8)))[2] == IS_LOW
    assert judged(STREET, floor, box((2.1, 2.1, 2.8), (2.3, 5.9, 2.95)))[2] == HIGH  # a beam that hangs under it


@pytest.mark.parametrize("aside", [-0.1, 0.0, 0.03])
def test_a_rail_along_stairs_is_measured_from_each_step(aside: float) -> None:
    stairs = [box((2 + 0.6 * k, 2, 0), (2.6 + 0.6 * k, 5, 1.1 + 0.4 * k)) for k in range(6)]
    for height, what in ((0.9, IS_LOW), (1.4, HIGH)):
        rail = [
            box((2 + 0.6 * k, 1.9 - aside, 1.1 + 0.4 * k), (2.6 + 0.6 * k, 2.05, 1.1 + 0.4 * k + height))
            for k in range(6)
        ]
        assert judged(STREET, *stairs, *rail)[7:] == [what] * 6
        assert judged(STREET, *stairs, np.concatenate(rail))[7] == what


@pytest.mark.parametrize("wide", [0.1, 0.3, 0.8])
def test_a_fence_on_a_wall_is_measured_from_the_wall(wide: float) -> None:
    wall = box((2, 4, 0), (10, 4 + wide, 2))
    for height, what in ((0.5, IS_LOW), (1.0, IS_LOW), (1.1, HIGH)):
        fence = [cylinder(0.04, height, 8, (2.2 + 0.3 * i, 4 + wide / 2, 2)) for i in range(20)]
        assert judged(STREET, wall, *fence)[2:] == [what] * 20


def test_what_stands_on_a_bridge_is_measured_from_the_bridge() -> None:
    banks = [box((0, 0, -3), (4, 8, 0)), box((12, 0, -3), (16, 8, 0)), box((4, 0, -3), (12, 8, -2))]
    bridge = box((3, 2, 0.2), (13, 5, 0.4))
    for foot, top, what in ((0.4, 1.3, IS_LOW), (0.4, 1.5, HIGH), (-2.0, 1.3, HIGH)):
        found = judged(*banks, bridge, *(cylinder(0.2, top - foot, 24, (5 + i, 3, foot)) for i in range(5)))
        assert found[4:] == [what] * 5


def test_a_thing_whose_corners_are_all_in_others_is_looked_at_between_them() -> None:
    ends = [box((4, 2, 0), (8, 6, 1.3)), box((9, 1, 0.6), (16, 11, 1.6))]
    assert judged(STREET, *ends, box((5, 4, 0.6), (12, 5, 0.8)))[3] == IS_LOW
