"""What places are worth by how far others are from them: by tables over the steps that a way takes. Inches.

For programs that plan: a field of distances becomes a field of values in one go. Tables hold a value for 0, 1, 2, ...
steps; so many or more are worth the last of it.
"""

from __future__ import annotations

from math import ceil, isfinite, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref

__all__ = [
    "Costs",
    "RunLengths",
    "StepTables",
    "SwimRoom",
    "Ways",
    "add_nearest",
    "add_swims",
    "as_the_crow_flies",
    "best_within",
    "compile_all",
    "raise_to",
    "spared",
    "swim_room",
    "values_of",
]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_BLOCK = 16  # stops
_FROM_X, _TO_X, _FROM_Y, _TO_Y, _LEADS = range(5)  # of a block
_HAIR = 1e-6  # inches: sums of floats may be off by less


class Ways(NamedTuple):
    """How far places are from one point. `way`: on foot, infinite where no way is known: then it is `detour` times the
    straight line and `about` inches more. `first`: the way from the first place, as it is known."""

    way: Floats
    straight: Floats
    first: float
    detour: float
    about: float


class StepTables(NamedTuple):
    """What steps of `move` inches are worth, where the last of them may be `further` short: `dry` and, where places are
    wet, `wet`; and for each of some ranges within which a straight line counts, what the steps are worth to come so
    near, `afar`."""

    move: float
    further: float
    dry: Floats
    wet: Floats
    ranges: Floats
    afar: Floats  # (ranges, steps)


class RunLengths(NamedTuple):
    """A run leads so far, and so much less where it begins in water; places that take more than the `most` runs do not
    matter. Of the places where a run may end, every `stride`-th is looked at."""

    move: float
    less: float
    most: int
    stride: int


class Costs(NamedTuple):
    """Places, (places, 3), how long the way to each is, and which are in water."""

    at: Floats
    cost: Floats
    wet: Bools


class SwimRoom(NamedTuple):
    """Room to work out swims in: as many numbers of places, twice, and blocks of them."""

    stops: Ints
    waits: Ints
    blocks: Floats


def swim_room(places: int) -> SwimRoom:
    """Room for so many places."""
    return SwimRoom(np.empty(places, np.int64), np.empty(places, np.int64), np.empty((places // _BLOCK + 1, 5)))


@njit_noref
def _way(ways: Ways, row: int) -> float:
    if row == 0:
        return ways.first
    if isfinite(ways.way[row]):
        return float(ways.way[row])
    return float(ways.about + ways.detour * ways.straight[row])


@njit_noref
def _value(ways: Ways, tables: StepTables, is_wet: bool, row: int) -> float:
    """The best that the tables say of a place."""
    last = len(tables.dry) - 1
    way = _way(ways, row)
    steps = min(last, ceil(max(way - tables.further, 0.01) / tables.move)) if way > 0.0 else 0
    found = tables.wet[steps] if is_wet else tables.dry[steps]
    for n in range(len(tables.ranges)):
        steps = min(last, ceil(max(0.0, ways.straight[row] - tables.ranges[n]) / tables.move))
        found = max(found, tables.afar[n, steps])
    return float(found)


@njit_noref
def values_of(ways: Ways, tables: StepTables, wet: Bools, other: float, scale: float, found: Floats) -> None:
    """Into `found`, for each place, the best that the tables say of it, times a scale; where there is something of
    another value to be done instead, only its share of both."""
    for row in range(len(found)):
        value = _value(ways, tables, wet[row], row)
        share = value / max(value + other, 1e-9) if other > 0.0 else 1.0
        found[row] = value * share * scale


@njit_noref
def raise_to(ways: Ways, tables: StepTables, found: Floats) -> None:
    """In `found`, the best that the tables say of each dry place, where it is more than what stands there."""
    for row in range(len(found)):
        found[row] = max(found[row], _value(ways, tables, False, row))


@njit_noref
def add_nearest(ways: Ways, found: Floats) -> None:
    """In `found`, how far each place is, where it is less than what stands there."""
    for row in range(len(found)):
        found[row] = min(found[row], _way(ways, row))


@njit_noref
def as_the_crow_flies(at: Floats, to: Floats, within: float, found: Floats) -> None:
    """Into `found`, how far each place is from being within so much of a point."""
    for row in range(len(found)):
        x, y, z = at[row, 0] - to[0], at[row, 1] - to[1], at[row, 2] - to[2]
        found[row] = max(0.0, sqrt(x * x + y * y + z * z) - within)


@njit_noref
def best_within(at: Floats, to: Floats, within: float, values: Floats) -> float:
    """The most of the values of those places that are no further from a point."""
    found = -np.inf
    for row in range(len(at)):
        x, y, z = at[row, 0] - to[0], at[row, 1] - to[1], at[row, 2] - to[2]
        if values[row] > found and sqrt(x * x + y * y + z * z) <= within:
            found = values[row]
    return float(found)


@njit_noref
def spared(dangers: Floats, shares: Floats, whole: float, most: float, found: Floats) -> None:
    """Into `found`, what share of a worth `whole` is left by dangers that come one after the other, a share of each;
    none takes more than `most` of it. `dangers`: (sources, places)."""
    found[:] = 1.0
    for n in range(len(shares)):
        for row in range(len(found)):
            found[row] *= 1.0 - min(most, dangers[n, row] * shares[n] / whole)


@njit_noref
def add_swims(there: Costs, of: RunLengths, found: Ints, room: SwimRoom) -> None:
    """To the runs in `found` that it takes to each place, those that it takes more as a run that begins in water is so
    much shorter: a place is a run from another if neither the straight line between them nor what their ways differ by
    is longer."""
    stops, waits = room.stops, room.waits
    for runs in range(2, of.most + 1):
        passed, count, far = 0, 0, 0.0
        for stop in range(len(found)):
            if found[stop] == runs - 1:
                far = max(far, there.cost[stop])
                if passed % of.stride == 0:
                    stops[count] = stop
                    count += 1
                passed += 1
        waiting = 0
        for row in range(len(found)):
            if found[row] == runs and there.cost[row] > far + of.move - of.less:
                waits[waiting] = row
                waiting += 1
        if not waiting:
            continue
        _survey(there, of, room, count)
        last = 0
        for n in range(waiting):
            stop = _stop_for(there, of, room, count, waits[n], last) if count else -1
            if stop < 0:
                found[waits[n]] = runs + 1
            else:
                last = stop


@njit_noref
def _survey(there: Costs, of: RunLengths, room: SwimRoom, count: int) -> None:
    """Of so many stops, in blocks of those that follow each other, what they lie between, and how far on they lead."""
    for block in range((count + _BLOCK - 1) // _BLOCK):
        own = room.blocks[block]
        own[:] = np.inf
        own[_TO_X] = own[_TO_Y] = own[_LEADS] = -np.inf
        for k in range(block * _BLOCK, min(count, (block + 1) * _BLOCK)):
            stop = room.stops[k]
            x, y = there.at[stop, 0], there.at[stop, 1]
            own[_FROM_X], own[_TO_X] = min(own[_FROM_X], x), max(own[_TO_X], x)
            own[_FROM_Y], own[_TO_Y] = min(own[_FROM_Y], y), max(own[_TO_Y], y)
            leads = there.cost[stop] + (of.move - of.less if there.wet[stop] else of.move)
            own[_LEADS] = max(own[_LEADS], leads)


@njit_noref
def _stop_for(there: Costs, of: RunLengths, room: SwimRoom, count: int, row: int, last: int) -> int:
    """The number of a stop that a place is a run from; -1: of none. Both lie in the order of the lattice, so that it is
    mostly the one of the `last` place."""
    if _is_a_run(there, of, room.stops[last], row):
        return last
    x, y, cost = there.at[row, 0], there.at[row, 1], there.cost[row] - _HAIR
    for block in range((count + _BLOCK - 1) // _BLOCK):
        own = room.blocks[block]
        if own[_LEADS] < cost:
            continue
        dx, dy = max(own[_FROM_X] - x, x - own[_TO_X], 0.0), max(own[_FROM_Y] - y, y - own[_TO_Y], 0.0)
        if dx * dx + dy * dy > of.move * of.move + _HAIR:
            continue
        for k in range(block * _BLOCK, min(count, (block + 1) * _BLOCK)):
            if _is_a_run(there, of, room.stops[k], row):
                return k
    return -1


@njit_noref
def _is_a_run(there: Costs, of: RunLengths, stop: int, row: int) -> bool:
    """Is a place so near to a stop?"""
    inches = of.move - of.less if there.wet[stop] else of.move
    if there.cost[row] - there.cost[stop] > inches:
        return False
    at = there.at
    x, y, z = at[row, 0] - at[stop, 0], at[row, 1] - at[stop, 1], at[row, 2] - at[stop, 2]
    return bool(x * x + y * y + z * z <= inches * inches)


def compile_all() -> None:
    """Compile what is here, for whoever would wait for it in the middle of a turn."""
    one = np.zeros(1)
    ways = Ways(one, one, 0.0, 1.0, 0.0)
    tables = StepTables(1.0, 0.0, np.zeros(2), np.zeros(2), one, np.zeros((1, 2)))
    as_the_crow_flies(np.zeros((1, 3)), np.zeros(3), 0.0, one)
    values_of(ways, tables, np.zeros(1, np.bool_), 0.0, 1.0, one)
    raise_to(ways, tables, one)
    add_nearest(ways, one)
    spared(np.zeros((1, 1)), one, 1.0, 1.0, one)
    best_within(np.zeros((1, 3)), np.zeros(3), 0.0, one)
    alone = Costs(np.zeros((1, 3)), one, np.zeros(1, np.bool_))
    add_swims(alone, RunLengths(1.0, 1.0, 3, 1), np.zeros(1, np.int64), swim_room(1))
