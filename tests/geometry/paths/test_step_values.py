"""Values of places by tables over steps, against the same in arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.paths.step_values import (
    Costs,
    RunLengths,
    StepTables,
    Ways,
    add_nearest,
    add_swims,
    as_the_crow_flies,
    best_within,
    raise_to,
    spared,
    swim_room,
    values_of,
)

Floats = NDArray[np.float64]

PLACES = 400
TABLES = StepTables(
    4.0,
    0.3,
    np.array([5.0, 3.0, 2.0, 0.5, 0.0]),
    np.array([9.0, 8.0, 0.0, 0.0, 0.0]),
    np.array([12.0, 6.0]),
    np.array([[2.0, 1.0, 0.25, 0.0, 0.0], [4.0, 2.5, 0.0, 0.0, 0.0]]),
)


def _ways(rng: np.random.Generator) -> Ways:
    """Some of them on foot, some unknown, some of no length."""
    way = rng.uniform(0.0, 30.0, PLACES)
    way[rng.random(PLACES) < 0.2] = np.inf
    way[rng.random(PLACES) < 0.1] = 0.0
    return Ways(way, rng.uniform(0.0, 30.0, PLACES), 2.5, 1.5, 6.0)


def _known(ways: Ways) -> Floats:
    way = np.where(np.isfinite(ways.way), ways.way, ways.about + ways.detour * ways.straight)
    way[0] = ways.first
    return np.asarray(way)


def _best(ways: Ways, wet: NDArray[np.bool_]) -> Floats:
    """The tables' own words, array by array."""
    way, last = _known(ways), len(TABLES.dry) - 1
    steps = np.where(way > 0.0, np.ceil(np.maximum(way - TABLES.further, 0.01) / TABLES.move), 0.0)
    steps = np.minimum(steps, last).astype(np.int64)
    found = np.where(wet, TABLES.wet[steps], TABLES.dry[steps])
    for reach, worth in zip(TABLES.ranges, TABLES.afar, strict=True):
        runs = np.ceil(np.maximum(0.0, ways.straight - reach) / TABLES.move)
        found = np.maximum(found, worth[np.minimum(runs, last).astype(np.int64)])
    return np.asarray(found)


def test_values_are_those_of_the_tables() -> None:
    rng = np.random.default_rng(1)
    ways, wet, found = _ways(rng), rng.random(PLACES) < 0.3, np.empty(PLACES)
    best = _best(ways, wet)
    values_of(ways, TABLES, wet, 0.0, 0.5, found)
    assert (found == best * 0.5).all()
    values_of(ways, TABLES, wet, 3.0, 0.5, found)
    assert (found == best * (best / np.maximum(best + 3.0, 1e-9)) * 0.5).all()


def test_the_best_of_several_is_kept() -> None:
    rng = np.random.default_rng(2)
    one, other, dry = _ways(rng), _ways(rng), np.zeros(PLACES, np.bool_)
    found = np.zeros(PLACES)
    raise_to(one, TABLES, found)
    raise_to(other, TABLES, found)
    assert (found == np.maximum(_best(one, dry), _best(other, dry))).all()
    nearest = np.full(PLACES, np.inf)
    add_nearest(one, nearest)
    add_nearest(other, nearest)
    assert (nearest == np.minimum(_known(one), _known(other))).all()


def test_straight_lines_end_where_they_are_near_enough() -> None:
    at = np.array([[0.0, 0.0, 0.0], [3.0, 4.0, 0.0], [3.0, 4.0, 12.0]])
    found = np.empty(3)
    as_the_crow_flies(at, np.zeros(3), 1.0, found)
    assert found.tolist() == [0.0, 4.0, 12.0]


def test_dangers_come_one_after_the_other() -> None:
    dangers, found = np.array([[1.0, 0.0], [2.0, 8.0]]), np.empty(2)
    spared(dangers, np.array([1.0, 0.5]), 4.0, 0.9, found)
    assert np.allclose(found, [0.75 * 0.75, 1.0 * 0.1])


def test_the_best_is_looked_for_as_far_as_a_distance() -> None:
    rng = np.random.default_rng(3)
    at, values = rng.uniform(0.0, 9.0, (PLACES, 3)), rng.uniform(-2.0, 1.0, PLACES)
    for within in (0.0, 2.0, 20.0):
        near = np.linalg.norm(at - at[7], axis=1) <= within
        assert best_within(at, at[7], within, values) == values[near].max()


def test_swims_make_ways_longer_where_no_run_leads_on() -> None:
    rng = np.random.default_rng(4)
    at = np.column_stack([rng.uniform(0.0, 14.0, (PLACES, 2)), np.zeros(PLACES)])
    cost = np.linalg.norm(at - at[0], axis=1) * rng.uniform(1.0, 1.2, PLACES)
    wet, of = rng.random(PLACES) < 0.5, RunLengths(4.0, 2.0, 4, 2)
    found = np.ceil(cost / 4.0).astype(np.int64)
    slowly = found.copy()
    for runs in range(2, of.most + 1):
        earlier = np.flatnonzero(slowly == runs - 1)
        far, stops = cost[earlier].max(initial=0.0), earlier[:: of.stride]
        inches = np.where(wet[stops], of.move - of.less, of.move)
        for row in np.flatnonzero((slowly == runs) & (cost > far + of.move - of.less)):
            straight = np.linalg.norm(at[stops] - at[row], axis=1)
            slowly[row] += not ((cost[row] - cost[stops] <= inches) & (straight <= inches)).any()
    before = found.copy()
    add_swims(Costs(at, cost, wet), of, found, swim_room(PLACES))
    assert (found == slowly).all()
    assert (found > before).any()
    assert (found == before).any()
    none_before = np.full(PLACES, 3)
    add_swims(Costs(at, cost + 4.0, wet), of, none_before, swim_room(PLACES))
    assert (none_before == 5).all()  # there is nothing to set out from
