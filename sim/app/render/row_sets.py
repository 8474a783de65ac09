"""Rows of an array that are equal, found by numbering columns: several times as fast as `numpy.unique(axis=0)`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["RowSets", "row_sets"]

FULL = 1 << 62  # as many different keys fit a whole number


class RowSets(NamedTuple):
    """The different rows of an array, in lexicographic order."""

    first: NDArray[np.int64]  # of each, the first row that is so
    which: NDArray[np.int64]  # of each row, which of them it is


def row_sets(rows: NDArray[Any]) -> RowSets:
    """The different rows of `rows`, (n, k) whole numbers or floats, none of them NaN."""
    key, span = np.zeros(len(rows), np.int64), 1
    for column in rows.T:
        rank, size = _numbered(column)
        if span * size >= FULL:
            key, span = _numbered(key)
        key, span = key * size + rank, span * size
    _, first, which = np.unique(key, return_index=True, return_inverse=True)
    return RowSets(first, which.ravel())


def _numbered(column: NDArray[Any]) -> tuple[NDArray[np.int64], int]:
    """Numbers from 0 that are ordered as the values are, and how many they may be."""
    if column.dtype.kind == "i" and len(column):
        least, most = int(column.min()), int(column.max())
        if most - least < 1 << 31:
            return column.astype(np.int64) - least, most - least + 1
    values, rank = np.unique(column, return_inverse=True)
    return rank.ravel(), max(len(values), 1)
