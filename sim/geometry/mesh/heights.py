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
from sim.geometry.tolerance import LOW

__all__ = ["FLOOR", "NO_ROOM", "ROOM", "UNTOLD", "Things", "low_things"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]

NO_ROOM, ROOM, FLOOR = 0, 1, 2
UNTOLD = -1  # of a thing that is judged
HANGS = 0.25  # how far a thing may hang over the edge of what it stands on
SPACING = 0.2  # between the places where a large face is looked at
CARRIED = 0.05  # what is so near to the top of a thing rests on it
_FINEST = 128  # parts of an edge
_PATIENCE = 400_000_000  # faces looked at: two seconds
_ODD = -7046029254386353131  # 2^64 over the golden ratio: spreads the bits of a number (Knuth, Sorting and Searching)


@njit_noref
def _cuts(t: Floats) -> tuple[int, int, int, int]:
    """Into how many stretches the edges of a triangle are cut to be looked at, and its inside along two of them."""
    first = np.sqrt((t[3] - t[0]) ** 2 + (t[4] - t[1]) ** 2 + (t[5] - t[2]) ** 2)
    second = np.sqrt((t[6] - t[3]) ** 2 + (t[7] - t[4]) ** 2 + (t[8] - t[5]) ** 2)
    third = np.sqrt((t[0] - t[6]) ** 2 + (t[1] - t[7]) ** 2 + (t[2] - t[8]) ** 2)
    area = abs((t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0]))
    longest = max(first, second, third)
    inner = 0
    if area > SPACING * longest:  # seen from above, wider than a stretch
        inner = min(_FINEST, int(np.ceil(longest / SPACING)))
    a = max(1, min(_FINEST, int(np.ceil(first / SPACING))))
    b = max(1, min(_FINEST, int(np.ceil(second / SPACING))))
    c = max(1, min(_FINEST, int(np.ceil(third / SPACING))))
    return a, b, c, inner


@njit(cache=True, nogil=True)
def _points(faces: Faces, own: Ints, fine: bool) -> Floats:
    """Where a thing is looked at: its corners, the highest first, and if `fine` points along its edges and all over its
    large faces."""
    count = 0
    for q in own:
        count += 4
        if fine:
            a, b, c, inner = _cuts(faces.corners[q])
            count += a + b + c - 3 + inner * (inner + 1) // 2
    out = np.empty((count, 3))
    count = 0
    for q in own:
        t = faces.corners[q]
        for k in range(3):
            out[count + k] = t[3 * k : 3 * k + 3]
            out[count + 3, k] = (t[k] + t[3 + k] + t[6 + k]) / 3.0
        count += 4
        if not fine:
            continue
        a, b, c, inner = _cuts(t)
        for e in range(3):
            f = (e + 1) % 3
            cuts = a if e == 0 else b if e == 1 else c
            for i in range(1, cuts):
                for k in range(3):
                    out[count, k] = t[3 * e + k] + i / cuts * (t[3 * f + k] - t[3 * e + k])
                count += 1
        for i in range(inner):
            for j in range(inner - i):
                u, v = (i + 1 / 3) / inner, (j + 1 / 3) / inner
                for k in range(3):
                    out[count, k] = t[k] + u * (t[3 + k] - t[k]) + v * (t[6 + k] - t[k])
                count += 1
    highest = np.argmax(out[:, 2])
    for k in range(3):
        out[0, k], out[highest, k] = out[highest, k], out[0, k]
    return out


@njit_noref
def _is_coarse(faces: Faces, own: Ints) -> bool:
    """Has a thing an edge that is cut to be looked at?"""
    for q in own:
        a, b, c, inner = _cuts(faces.corners[q])
        if a + b + c + inner > 3:
            return True
    return False


@njit_noref
def _hangs(at: Floats, ground: Floats, s: int) -> bool:
    """Does a thing hang over an edge at a point, no more than 1" above the deck that it stands on beside it?"""
    nearest = HANGS
    deck = -np.inf
    for p in range(at.shape[0]):
        away = np.hypot(at[p, 0] - at[s, 0], at[p, 1] - at[s, 1])
        if away <= 0.15 and at[p, 2] < ground[s] + SUNK:
            return False  # it reaches down to the ground here
        stands = ground[p] > -np.inf and at[p, 2] <= ground[p] + SUNK
        if away < nearest and stands and ground[p] > ground[s] + away + 0.05:
            nearest, deck = away, ground[p]
    return bool(at[s, 2] - deck <= LOW + SLACK)


@njit(cache=True, nogil=True)
def _twins(at: Floats) -> Longs:
    """Of each point the first that is the same: triangles share their corners."""
    n = at.shape[0]
    bits = at.view(np.int64)
    size = 16
    while size < 2 * n:
        size *= 2
    table = np.full(size, -1, np.int64)  # open addressing
    first = np.empty(n, np.int64)
    for s in range(n):
        mixed = ((bits[s, 0] * _ODD ^ bits[s, 1]) * _ODD ^ bits[s, 2]) * _ODD
        slot = (mixed >> 32 ^ mixed >> 48) & (size - 1)
        while True:
            other = table[slot]
            if other < 0:
                table[slot] = s
                first[s] = s
                break
            if bits[other, 0] == bits[s, 0] and bits[other, 1] == bits[s, 1] and bits[other, 2] == bits[s, 2]:
                first[s] = other
                break
            slot = (slot + 1) & (size - 1)
    return first


class Looks(NamedTuple):
    """What was found below the points `at` of a thing; `faces` looked at to find it are counted in its one row."""

    at: Floats
    twin: Longs  # the first point that is the same: it is looked at for both
    known: Bools  # was this point looked at?
    ground: Floats  # straight below (-inf: none)
    over: NDArray[np.int8]  # whether that is water or a low deck
    top: Floats  # the highest top of anything
    hidden: NDArray[np.int8]  # 1: buried; 2: under water
    faces: Longs


@njit_noref
def _look(bins: Bins, faces: Faces, state: NDArray[np.int8], found: Looks, s: int, thing: int) -> None:
    """Find what is below a point, if that is not known."""
    if found.known[s]:
        return
    at = found.at
    twin = found.twin[s]
    if not found.known[twin]:
        ground, over, top, hidden, looked = beneath(bins, faces, state, at[s, 0], at[s, 1], at[s, 2], thing)
        found.known[twin] = True
        found.ground[twin], found.over[twin], found.top[twin], found.hidden[twin] = ground, over, top, hidden
        found.faces[0] += looked
    found.known[s] = True
    found.ground[s], found.over[s] = found.ground[twin], found.over[twin]
    found.top[s], found.hidden[s] = found.top[twin], found.hidden[twin]


@njit(cache=True, nogil=True)
def _judged(
    bins: Bins, faces: Faces, state: NDArray[np.int8], own: Ints, thing: int, fine: bool, wide: bool
) -> tuple[int, bool, int]:
    """What a thing is by its points; whether it stands on something anywhere, if it is low; and faces looked at.

    One point that is high, and hangs over no edge, decides it: the rest is not looked at.
    """
    at = _points(faces, own, fine)
    n = at.shape[0]
    found = Looks(
        at,
        _twins(at),
        np.zeros(n, np.bool_),
        np.full(n, -np.inf),
        np.zeros(n, np.int8),
        np.full(n, -np.inf),
        np.zeros(n, np.int8),
        np.zeros(1, np.int64),
    )
    what, stands = _weighed(bins, faces, state, found, thing, wide)
    return what, stands, found.faces[0]


@njit_noref
def _weighed(
    bins: Bins, faces: Faces, state: NDArray[np.int8], found: Looks, thing: int, wide: bool
) -> tuple[int, bool]:
    """What a thing is by its points, and whether it stands on something; no more of them are looked at than decide."""
    at = found.at
    n = at.shape[0]
    highs = measured = void = afloat = aloft = 0
    stands = False
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
        if at[s, 2] - found.ground[s] > LOW + SLACK:
            highs += 1
            for p in range(n):
                if np.hypot(at[p, 0] - at[s, 0], at[p, 1] - at[s, 1]) < HANGS:
                    _look(bins, faces, state, found, p, thing)
            if not _hangs(at, found.ground, s):
                return HIGH, stands
    if not measured or void > measured or 4 * highs > 3 * measured:
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
        m = max(2, _cuts(t)[3])
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
                if looks < _PATIENCE and (fine == 0 or (what != HIGH and _is_coarse(faces, own))):
                    what, stands, looked = _judged(bins, faces, state, own, thing, fine == 1, room[thing] == FLOOR)
                    looks += looked
                    if things.bare[thing] and not stands:
                        what = HIGH
            state[thing] = high[thing] if what == HIGH else what
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
