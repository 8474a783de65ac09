"""What callers give: numbers, points, lengths, words and names of files, each looked at by one function.

The library names what is wrong by the argument of its call, the board by the figure or question and its field.
"""

from __future__ import annotations

from math import isfinite
from numbers import Real
from pathlib import Path

from sim.board.model.errors import TableauError
from sim.board.model.ranges import FARTHEST

__all__ = ["in_a_row", "inches", "number", "point", "ranged", "source", "spot", "whole", "word"]

Point = tuple[float, float, float]


def number(value: object) -> float | None:
    """A finite number that a table can have; None for anything else."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return None  # numpy's numbers are Real, too
    try:
        plain = float(value)
    except OverflowError:
        return None
    return plain if isfinite(plain) and abs(plain) <= FARTHEST else None


def point(what: str, at: object) -> Point:
    """Three numbers as a point. Raises TableauError for anything else."""
    if not (isinstance(at, tuple) and len(at) == 3 and all(isinstance(each, Real) for each in at)):
        raise TableauError(f"{what} is {at!r}: give a tuple of three numbers, (x, y, z) in inches")
    x, y, z = map(number, at)
    if x is None or y is None or z is None:
        raise TableauError(f"{what} is {at}: give finite numbers, in inches, within {FARTHEST:,.0f} of the corner")
    return (x, y, z)


def spot(what: str, at: object) -> Point:
    """As `point`, of three numbers in a row of any kind: a list, or an array. Raises TableauError for anything else."""
    row = in_a_row(at)
    if not (isinstance(row, tuple) and len(row) == 3 and all(isinstance(each, Real) for each in row)):
        raise TableauError(f"{what} is {at!r}: give three numbers, (x, y, z) in inches")
    return point(what, row)


def in_a_row(values: object) -> object:
    """A list or an array as a tuple; anything else as it is."""
    plain = values.tolist() if hasattr(values, "tolist") else values
    return tuple(plain) if isinstance(plain, list) else plain


def inches(what: str, value: object, least: float = 0.0) -> float:
    """Inches. Raises TableauError for anything else."""
    plain = number(value)
    if plain is None or plain < least:
        raise TableauError(f"{what} is {value!r}: give a number of inches, {least:g} or more")
    return plain


def ranged(what: str, value: object, least: float = -FARTHEST, most: float = FARTHEST) -> float:
    """A number of a range. Raises TableauError for anything else."""
    plain = number(value)
    if plain is None or not least <= plain <= most:
        raise TableauError(f"{what} is {value!r}: give a number from {least:g} to {most:g}")
    return plain


def whole(what: str, value: object, least: int, most: int, of: str = "as a whole number") -> int:
    """A whole number of a range. Raises TableauError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise TableauError(f"{what} {value!r}: give {least} to {most} {of}")
    return value


def word(what: str, value: object) -> str:
    """A text that is not empty. Raises TableauError for anything else."""
    if not (isinstance(value, str) and value):
        raise TableauError(f"{what} is {value!r}: give a word")
    return value


def source(what: str, value: object) -> str | Path:
    """A name or a path. Raises TableauError for anything else."""
    if not (isinstance(value, (str, Path)) and str(value)):
        raise TableauError(f"{what} is {value!r}: give a name or a path")
    return value
