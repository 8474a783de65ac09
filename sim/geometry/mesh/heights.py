"""Compiled kernels: how high things stand above the ground below them, place by place (GEO-03). Inches.

A thing is some triangles that are judged together. It is low if no point of it is more than 1" above the ground or
deck straight below that point. What is buried in the ground or in a solid counts nothing; where it hangs over an edge
(a rail a little outside its balcony) it is measured from the deck that the place beside it stands on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.mesh.beneath import (
    DECK,
    HIGH,
    IS_LOW,
    NARROW,
    SLACK,
    SUNK,
    WATER,
    Bins,
    Faces,
    beneath,
    bins_of,
    lies_over,
)
from sim.geometry.mesh.looked_at import cuts, is_coarse, points, twins, undersides
from sim.geometry.tolerance import LOW

__all__ = ["FLOOR", "NO_ROOM", "ROOM", "UNTOLD", "Things", "low_things"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]

NO_ROOM, ROOM, FLOOR = 0, 1, 2
UNTOLD = -1  # of a thing that is judged
HANGS = 0.25  # how far a thing may hang over the edge of what it stands on
BESIDE = 0.15  # a foot so near to a point of a thing is below it
CARRIED = 0.05  # what is so near to the top of a thing rests on it
_PATIENCE = 400_000_000  # faces looked at: two seconds


@njit_noref
def _hangs(at: Floats, ground: Floats, s: int) -> bool:
    """Does a thing hang over an edge at a point, no more than 1" above the deck that it stands on beside it?"""
    nearest = HANGS
    deck = -np.inf
    for p in range(at.shape[0]):
        away = np.hypot(at[p, 0] - at[s, 0], at[p, 1] - at[s, 1])
        if away <= BESIDE and at[p, 2] < ground[s] + SUNK:
            return False  # it reaches down to the ground here
        stands = ground[p] > -np.inf and at[p, 2] <= ground[p] + SUNK
        if away < nearest and stands and ground[p] > ground[s] + away + 0.05:
            nearest, deck = away, ground[p]
    return bool(at[s, 2] - deck <= LOW + SLACK)


class Looks(NamedTuple):
    """What was found below the points `at` of a thing; `faces` looked at to find it are counted in its one row."""

    at: Floats
    twin: Longs  # the first point that is the same: it is looked at for both
    known: Bools  # was this point looked at?
    ground: Floats  # these as in `Below`
    over: NDArray[np.int8]
    top: Floats
    hidden: NDArray[np.int8]
    sure: Floats
    bed: Floats
    faces: Longs


@njit_noref
def _look(bins: Bins, faces: Faces, state: NDArray[np.int8], found: Looks, s: int, thing: int) -> None:
    """Find what is below a point, if that is not known."""
    if found.known[s]:
        return
    at = found.at
    twin = found.twin[s]
    if not found.known[twin]:
        below = beneath(bins, faces, state, at[s, 0], at[s, 1], at[s, 2], thing)
        found.known[twin] = True
        found.ground[twin], found.over[twin], found.top[twin] = below.ground, below.over, below.top
        found.hidden[twin], found.sure[twin], found.bed[twin] = below.hidden, below.sure, below.bed
        found.faces[0] += below.faces
    found.known[s] = True
    found.ground[s], found.over[s] = found.ground[twin], found.over[twin]
    found.top[s], found.hidden[s] = found.top[twin], found.hidden[twin]
    found.sure[s], found.bed[s] = found.sure[twin], found.bed[twin]


@njit(cache=True, nogil=True)
def _judged(
    bins: Bins, faces: Faces, state: NDArray[np.int8], at: Floats, unders: int, thing: int, wide: bool
) -> tuple[int, bool, int]:
    """What a thing is by points `at` of it, the last `unders` of which lie just below what it passes up through;
    whether it stands on something anywhere, if it is low; and faces looked at.

    One point that is high, and hangs over no edge, decides it: the rest is not looked at.
    """
    n = at.shape[0]
    found = Looks(
        at,
        twins(at),
        np.zeros(n, np.bool_),
        np.full(n, -np.inf),
        np.zeros(n, np.int8),
        np.full(n, -np.inf),
        np.zeros(n, np.int8),
        np.full(n, -np.inf),
        np.full(n, -np.inf),
        np.zeros(1, np.int64),
    )
    what, stands = _weighed(bins, faces, state, found, unders, thing, wide)
    return what, stands, found.faces[0]


@njit_noref
def _passes(at: Floats, found: Looks, lowest: float, s: int) -> bool:
    """Does a thing go on down past the ground that a point of it might stand on, to what lies straight below it, or
    hang under that ground?"""
    if found.sure[s] > -np.inf and at[0, 2] < found.ground[s]:  # its highest point
        return True
    foot = min(found.ground[s] - SUNK, found.bed[s] + SUNK)
    if lowest >= foot:
        return False
    for p in range(at.shape[0]):
        if at[p, 2] < foot and np.hypot(at[p, 0] - at[s, 0], at[p, 1] - at[s, 1]) <= BESIDE:
            return True
    return False


@njit_noref
def _hangs_through(bins: Bins, faces: Faces, state: NDArray[np.int8], at: Floats, s: int, thing: int) -> bool:
    """Does a thing hang down from a floor that holds it, deeper than a foot is sunk? `s`: a point just under that."""
    for p in range(at.shape[0]):
        if at[p, 2] < at[s, 2] - SUNK and np.hypot(at[p, 0] - at[s, 0], at[p, 1] - at[s, 1]) <= BESIDE:
            over = beneath(bins, faces, state, at[s, 0], at[s, 1], at[0, 2] + SUNK, thing)  # from its highest point
            return bool(over.sure > at[s, 2])
    return False


@njit_noref
def _weighed(
    bins: Bins, faces: Faces, state: NDArray[np.int8], found: Looks, unders: int, thing: int, wide: bool
) -> tuple[int, bool]:
    """What a thing is by its points, UNTOLD where all of them are hidden, and whether it stands on something; no more
    of them are looked at than decide."""
    at = found.at
    n = at.shape[0]
    highs = measured = void = afloat = aloft = 0
    stands = False
    lowest = np.inf
    for s in range(n):
        lowest = min(lowest, at[s, 2])
    for s in range(n):
        _look(bins, faces, state, found, s, thing)
        stands = stands or at[s, 2] <= found.top[s] + SUNK
        if found.hidden[s] == 2:
            return HIGH, stands  # its foot is in the water: it stands on the bed
        if found.hidden[s] == 1:
            continue
        if found.ground[s] == -np.inf:
            void += 1
            if 2 * void > n:  # more than can be measured
                return HIGH, stands
            continue
        measured += 1
        afloat += found.over[s] == WATER
        aloft += found.over[s] == DECK
        far = at[s, 2] - found.sure[s] > LOW + SLACK
        if far and s >= n - unders and _hangs_through(bins, faces, state, at, s, thing):
            return HIGH, stands
        if at[s, 2] - found.ground[s] > LOW + SLACK:
            highs += 1
            for p in range(n):
                if np.hypot(at[p, 0] - at[s, 0], at[p, 1] - at[s, 1]) < HANGS:
                    _look(bins, faces, state, found, p, thing)
            if not _hangs(at, found.ground, s):
                return HIGH, stands
        elif far and _passes(at, found, lowest, s):
            return HIGH, stands
    if not measured:
        return UNTOLD, stands
    if void > measured or 4 * highs > 3 * measured:
        return HIGH, stands
    deck = 2 * afloat > measured or (wide and not aloft)
    return DECK if deck else IS_LOW, stands


@njit_noref
def _carries(bins: Bins, faces: Faces, state: NDArray[np.int8], own: Ints, thing: int) -> tuple[bool, int]:
    """Does something high rest on a third of a thing's top or more, as on a row of bricks?"""
    tops = carried = looks = 0
    for q in own:
        t = faces.corners[q]
        if faces.up[q] != 1:
            continue
        m = max(2, cuts(t)[3])
        for i in range(m):
            for j in range(m - i):  # well within: the edge of a brick lies under its neighbour's
                u, v = (i + 1 / 3) / m, (j + 1 / 3) / m
                x = t[0] + u * (t[3] - t[0]) + v * (t[6] - t[0])
                y = t[1] + u * (t[4] - t[1]) + v * (t[7] - t[1])
                z = t[2] + u * (t[5] - t[2]) + v * (t[8] - t[2])
                tops += 1
                c, r = int((x - bins.x) / bins.cell), int((y - bins.y) / bins.cell)
                for k in range(bins.start[r * bins.columns + c], bins.start[r * bins.columns + c + 1]):
                    looks += 1
                    other = bins.thing[k]
                    if other == thing or state[other] == IS_LOW or state[other] == DECK:
                        continue
                    on, height = lies_over(faces.corners[bins.item[k]], x, y, 1e-4)
                    if on and abs(height - z) <= CARRIED:
                        carried += 1
                        break
    return 3 * carried >= tops, looks


@njit_noref
def _over_later(bins: Bins, faces: Faces, state: NDArray[np.int8], place: Longs, own: Ints, thing: int) -> bool:
    """Has a thing something low beside it that was judged after it, and was ground for it until then?"""
    for q in own:
        t = faces.corners[q]
        for k in range(3):
            c, r = int((t[3 * k] - bins.x) / bins.cell), int((t[3 * k + 1] - bins.y) / bins.cell)
            for i in range(bins.start[r * bins.columns + c], bins.start[r * bins.columns + c + 1]):
                other = bins.thing[i]
                if other != thing and state[other] == IS_LOW and place[other] > place[thing]:
                    return True
    return False


class Things(NamedTuple):
    """What is judged: the triangles of thing i are item[start[i] : start[i + 1]].

    order: the things, the lowest first: those that are found low are no ground for the rest.
    never: the street and the water, which are never low.
    room: whether minis find room on a thing: `NO_ROOM`, `ROOM`, or `FLOOR`, which is a deck where it is low, unless it
        lies on another; what is low over water is a deck too. What has no room is no ground for other things of its
        part, where it is high: the slats of a shutter, or bricks.
    told: what was found of each before, see `low_things`; `UNTOLD` where it shall be judged.
    bare: of a mesh that says nothing about its parts: low only if it has a top and stands on something, and if nothing
        high rests on it.
    """

    start: Longs
    item: Ints
    order: Longs
    never: Bools
    room: NDArray[np.int8]
    told: NDArray[np.int8]
    bare: Bools


@njit(cache=True, nogil=True)
def low_things(faces: Faces, things: Things) -> NDArray[np.int8]:
    """What each thing is after one look at all of them, and after the second: HIGH, IS_LOW, DECK or NARROW, (n, 2)."""
    start, item, order, room, told = things.start, things.item, things.order, things.room, things.told
    count = room.shape[0]
    found = np.empty((count, 2), np.int8)
    bins = bins_of(faces.corners, faces.up, faces.thing)
    looks = 0
    place = np.empty(count, np.int64)  # in the order
    place[order] = np.arange(count)
    high = np.where(room != NO_ROOM, HIGH, NARROW)
    state = high.astype(np.int8)
    for turn in range(2):  # once more over what is low: a post in a crate stands on the street
        for thing in order:
            if told[thing, turn] != UNTOLD:
                state[thing] = told[thing, turn]
                continue
            own = item[start[thing] : start[thing + 1]]
            if things.never[thing] or (things.bare[thing] and not (faces.up[own] == 1).any()):
                continue
            if turn == 1 and (state[thing] == high[thing] or not _over_later(bins, faces, state, place, own, thing)):
                continue
            what = HIGH
            for fine in range(2):
                if looks >= _PATIENCE or (fine == 1 and what == HIGH):
                    continue
                at = points(faces, own, fine == 1)
                unders = 0
                if fine == 1:
                    below, looked = undersides(bins, faces, own, thing)
                    looks += looked
                    if not len(below) and not is_coarse(faces, own):
                        continue
                    unders = len(below)
                    at = np.concatenate((at, below))
                what, stands, looked = _judged(bins, faces, state, at, unders, thing, room[thing] == FLOOR)
                looks += looked
                if things.bare[thing] and not stands:
                    what = HIGH
            state[thing] = high[thing] if what in (HIGH, UNTOLD) else what
        found[:, turn] = state
    for i in range(count - 1, -1, -1):
        thing = order[i]
        if things.bare[thing] and state[thing] != high[thing] and told[thing, 1] == UNTOLD:
            carries, looked = _carries(bins, faces, state, item[start[thing] : start[thing + 1]], thing)
            looks += looked
            if carries or looks > 2 * _PATIENCE:
                state[thing] = high[thing]
    found[:, 1] = state
    return found
