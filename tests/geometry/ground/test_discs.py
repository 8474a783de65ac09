"""Other bases in the way."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.discs import first_overlap, is_level_with, runs_into
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.tolerance import SLACK

DISCS = np.array([[3.0, 0.0, 1.0, 0.5, 2.0]])


@pytest.mark.parametrize(
    ("low", "high", "level"), [(0.0, 1.0, False), (0.0, 1.1, True), (2.9, 4.0, True), (3.0, 4.0, False)]
)
def test_bodies_that_only_touch_above_each_other_are_not_level(low: float, high: float, level: bool) -> None:
    assert is_level_with(DISCS, 0, low, high) == level


@pytest.mark.parametrize(
    ("line", "met"),
    [
        (Segment(0.0, 0.0, 6.0, 0.0), True),  # right through
        (Segment(0.0, 0.0, 1.9, 0.0), False),  # ends before it
        (Segment(0.0, 0.0, 2.1, 0.0), True),
        (Segment(0.0, 1.1, 6.0, 1.1), False),  # passes by
        (Segment(2.5, 0.0, 0.0, 0.0), False),  # goes away from one that it overlaps
        (Segment(2.5, 0.0, 2.6, 0.0), True),
    ],
)
def test_a_base_runs_into_those_before_it(line: Segment, met: bool) -> None:
    assert runs_into(DISCS, 0, line, 0.5) == met


def test_bases_may_overlap_by_what_places_are_rounded_by() -> None:
    assert first_overlap(DISCS, 2.0 + SLACK, 0.0, 1.0, 0.5, 1.0) == -1
    assert first_overlap(DISCS, 2.0 + 3 * SLACK, 0.0, 1.0, 0.5, 1.0) == 0


def test_the_first_of_several_bases_is_told() -> None:
    both = np.vstack([DISCS + 100.0, DISCS, DISCS])
    assert first_overlap(both, 3.0, 0.0, 1.0, 0.5, 1.0) == 1
    assert first_overlap(both, 3.0, 0.0, 5.0, 0.5, 1.0) == -1
