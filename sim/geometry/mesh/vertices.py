"""Compiled kernels: which corners of triangles are one: welding, by hashing and union-find. Inches.

Whatever is told apart here gets numbers in the order of the triangles, so that the same mesh gives the same numbers on
every machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit

__all__ = [
    "find_set",
    "number_sets",
    "rounded",
    "single_sets",
    "unique_rows",
    "unite_sets",
    "welded",
    "without_doubles",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@njit(cache=True, nogil=True)
def _slot(a: int, b: int, c: int, size: int) -> np.int64:
    """Where three numbers stand in a table of so many rows, a power of two."""
    x = np.uint64(a) * np.uint64(0x9E3779B97F4A7C15)
    x += np.uint64(b) * np.uint64(0xBF58476D1CE4E5B9)
    x += np.uint64(c) * np.uint64(0x94D049BB133111EB)
    x = (x ^ (x >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return np.int64((x ^ (x >> np.uint64(32))) & np.uint64(size - 1))


@njit(cache=True, nogil=True)
def unique_rows(keys: Longs) -> tuple[Ints, Longs]:
    """Rows (n, 3) told apart: the number of each, by the order of the first of its kind; and which these first are.

    The table grows with what is told apart: corners are five or six times as many as points, and a table that fits
    the processor's cache is looked up in a third of the time.
    """
    n = keys.shape[0]
    number = np.empty(n, np.int32)
    first = np.empty(n, np.int64)
    own = np.empty((n, 3), np.int64)
    size = 4096
    table = np.full(size, -1, np.int32)
    count = 0
    for i in range(n):
        a, b, c = keys[i, 0], keys[i, 1], keys[i, 2]
        at = _slot(a, b, c, size)
        row = table[at]
        while row >= 0 and (own[row, 0] != a or own[row, 1] != b or own[row, 2] != c):
            at = (at + 1) & (size - 1)
            row = table[at]
        if row < 0:
            row = count
            table[at] = row
            own[row, 0], own[row, 1], own[row, 2] = a, b, c
            first[row] = i
            count += 1
            if 2 * count > size:
                size *= 4
                table = np.full(size, -1, np.int32)
                for old in range(count):
                    at = _slot(own[old, 0], own[old, 1], own[old, 2], size)
                    while table[at] >= 0:
                        at = (at + 1) & (size - 1)
                    table[at] = old
        number[i] = row
    return number, first[:count].copy()


@njit(cache=True, nogil=True)
def find_set(groups: Ints, i: int) -> int:
    """The lowest of the group that a thing is in."""
    while groups[i] != i:
        groups[i] = groups[groups[i]]
        i = groups[i]
    return i


@njit(cache=True, nogil=True)
def unite_sets(groups: Ints, i: int, j: int) -> None:
    """Make two groups one."""
    i = find_set(groups, i)
    j = find_set(groups, j)
    if i < j:
        groups[j] = i
    else:
        groups[i] = j


@njit(cache=True, nogil=True)
def single_sets(count: int) -> Ints:
    """So many things, each a group of its own."""
    groups = np.empty(count, np.int32)
    for i in range(count):
        groups[i] = i
    return groups


@njit(cache=True, nogil=True)
def number_sets(groups: Ints) -> int:
    """Give each group a number, by the order of their lowest, in the place of it: how many there are."""
    count = 0
    for i in range(groups.shape[0]):
        if groups[i] == i:
            groups[i] = count
            count += 1
        else:
            groups[i] = groups[groups[i]]  # what it points to is lower, and has its number
    return count


@njit(cache=True, nogil=True)
def welded(corners: Floats, within: float) -> tuple[Ints, Longs]:
    """Corners (n, 3) closer than `within` made one: the number of each, and the first corner of each number.

    Cells are four times as wide as `within`, looked at twice with a shift: corners on either side of one grid's border
    share a cell of the other. Corners that are equal to the last bit, as most are, are looked at once.
    """
    number, first = unique_rows(corners.view(np.int64))
    groups = single_sets(first.shape[0])
    keys = np.empty((first.shape[0], 3), np.int64)
    for turn in range(2):
        for i in range(first.shape[0]):
            for k in range(3):
                keys[i, k] = int(np.floor(corners[first[i], k] / (4.0 * within) + 0.5 * turn))
        cell, lowest = unique_rows(keys)
        for i in range(first.shape[0]):
            unite_sets(groups, i, lowest[cell[i]])
    count = 0
    for i in range(first.shape[0]):
        if groups[i] == i:
            first[count] = first[i]
            count += 1
    number_sets(groups)
    for i in range(number.shape[0]):
        number[i] = groups[number[i]]
    return number, first[:count].copy()


@njit(cache=True, nogil=True)
def rounded(corners: Floats, grain: float) -> tuple[Ints, Longs]:
    """As `welded`, of corners that round to the same place."""
    number, first = unique_rows(corners.view(np.int64))
    low = np.full(3, np.inf)
    for i in first:
        for k in range(3):
            low[k] = min(low[k], corners[i, k])
    keys = np.empty((first.shape[0], 3), np.int64)
    for i in range(first.shape[0]):
        for k in range(3):
            keys[i, k] = int(np.rint((corners[first[i], k] - low[k]) / grain))
    place, lowest = unique_rows(keys)
    for i in range(number.shape[0]):
        number[i] = place[number[i]]
    return number, first[lowest]


@njit(cache=True, nogil=True)
def without_doubles(triangles: Floats) -> Longs:
    """The first of each of some triangles (n, 3, 3) that have the same corners in the same sense of turning."""
    corners = triangles.reshape(-1, 3) + 0.0  # so that -0.0 is 0.0
    point, _ = unique_rows(corners.view(np.int64))
    keys = np.empty((triangles.shape[0], 3), np.int64)
    for q in range(triangles.shape[0]):
        a, b, c = point[3 * q], point[3 * q + 1], point[3 * q + 2]
        while a > b or a > c:  # the same corner first
            a, b, c = b, c, a
        keys[q, 0], keys[q, 1], keys[q, 2] = a, b, c
    return unique_rows(keys)[1]
