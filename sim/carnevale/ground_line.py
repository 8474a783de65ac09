"""A line over the ground, corner by corner: how long it is, and the first inches of it (JUMP-03)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from sim.carnevale.characters import Point
from sim.carnevale.state import rounded

__all__ = ["cut", "inches_along"]

Line = tuple[Point, ...]


def inches_along(line: Sequence[Point]) -> float:
    """How long it is."""
    return sum(_length(a, b) for a, b in pairwise(line))


def cut(line: Line, inches: float) -> tuple[Line, Line]:
    """The corners of its first inches, and the line from there on."""
    gone: list[Point] = []
    for number, (a, b) in enumerate(pairwise(line)):
        length = _length(a, b)
        if length > inches:
            share = inches / length
            there = rounded((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])))
            return (*gone, there), (there, *line[number + 1 :])
        gone, inches = [*gone, b], inches - length
    return tuple(gone), ()


def _length(a: Point, b: Point) -> float:
    """Inches from one corner to the next. Steps cost nothing."""
    flat = dist(a[:2], b[:2])
    return flat if abs(b[2] - a[2]) > flat else dist(a, b)
