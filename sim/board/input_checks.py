"""What may be asked: tableaus and queries are looked at once, before anything is measured by them.

A place that is no number would be seen by everybody; here it is an error that names the figure and the field.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite, isnan
from numbers import Real
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import astuple

from sim.board.model.errors import TableauError
from sim.board.model.ranges import FARTHEST, LARGEST_BASE, SMALLEST_BASE

if TYPE_CHECKING:
    from sim.board.model.queries import Query
    from sim.board.model.tableau import Tableau

__all__ = ["check_query", "check_tableau"]

MARKERS = (0.01, 120.0)  # inches of their radius, and at most of their height
SIGNED = ("turn",)  # the numbers of queries that may be under 0
NOTHING = 1e-3  # inches: what is left of a move may be a hair under 0


def check_tableau(tableau: Tableau) -> None:
    """Ids once each, places and sizes that can be.

    Raises:
        TableauError: the first thing that is wrong, with its id and field.
    """
    figures = tableau.figures
    for figure in figures:
        if _plainly(figure.at, figure.base_mm, figure.facing):
            continue
        _place(f"figure {figure.id!r}", figure.at)
        _size(f"figure {figure.id!r}: base_mm", figure.base_mm, SMALLEST_BASE, LARGEST_BASE)
        _number(f"figure {figure.id!r}: facing", figure.facing)
    for vessel in tableau.vessels:
        _place(f"vessel {vessel.piece!r}", vessel.at)
        _number(f"vessel {vessel.piece!r}: turn", vessel.turn)
    for marker in tableau.markers:
        _place(f"marker {marker.id!r}", marker.at)
        _size(f"marker {marker.id!r}: radius", marker.radius, *MARKERS)
        _size(f"marker {marker.id!r}: height", marker.height, 0.0, MARKERS[1])
    if len({figure.id for figure in figures}) < len(figures):
        _once("figures", (figure.id for figure in figures))
    if tableau.vessels:
        _once("vessels", (vessel.piece for vessel in tableau.vessels))


def check_query(query: Query) -> None:
    """Numbers that are numbers, and points that are tuples.

    Raises:
        TableauError: the field that is wrong.
    """
    if _sound(astuple(query)):
        return
    _fields(type(query).__name__, query)


def _plainly(at: tuple[float, ...], size: float, turn: float) -> bool:
    """Is all of this as it should be? Every figure of every tableau is asked: the reasons are looked for later."""
    try:
        x, y, z = at
        near = -FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST and -FARTHEST <= z <= FARTHEST
        return type(at) is tuple and near and SMALLEST_BASE <= size <= LARGEST_BASE and -inf < turn < inf
    except (TypeError, ValueError):
        return False


def _sound(values: tuple[object, ...]) -> bool:
    """Are the fields of a query as they should be, seen at a glance? Every query is asked: the reasons are looked for
    later."""
    for value in values:
        kind = type(value)
        if kind is str or kind is bool or kind is int or value is None:
            continue
        if kind is float:
            if not value >= 0:  # type: ignore[operator]
                return False
        elif kind is tuple:
            for each in value:  # type: ignore[attr-defined]
                if type(each) is float:
                    if not -FARTHEST <= each <= FARTHEST:
                        return False
                elif type(each) is not str and not _sound((each,)):
                    return False
        elif not (isinstance(value, msgspec.Struct) and _sound(astuple(value))):
            return False
    return True


def _fields(what: str, value: msgspec.Struct) -> None:
    for field in value.__struct_fields__:
        found = getattr(value, field)
        if isinstance(found, float) and field not in SIGNED and found < -NOTHING:
            raise TableauError(f"{what}: {field} is {found}: give 0 or more")
        _value(f"{what}: {field}", found)


def _value(what: str, value: object) -> None:
    if isinstance(value, float):
        if isnan(value):
            raise TableauError(f"{what} is {value}: give a number")
    elif isinstance(value, tuple):
        for each in value:
            if isinstance(each, float) and not -FARTHEST <= each <= FARTHEST:
                raise TableauError(f"{what} is {value}: give numbers of inches within {FARTHEST:,.0f} of the corner")
            _value(what, each)
    elif isinstance(value, msgspec.Struct):
        _fields(what, value)
    elif value is not None and not isinstance(value, (str, Real, frozenset)):
        raise TableauError(f"{what} is a {type(value).__name__}: give a tuple")


def _place(what: str, at: object) -> None:
    if not (isinstance(at, tuple) and len(at) == 3 and all(isinstance(v, Real) for v in at)):
        raise TableauError(f"{what}: at is {at!r}: give a tuple of three numbers, in inches")
    if not all(isfinite(v) and abs(v) <= FARTHEST for v in at):
        raise TableauError(f"{what}: at is {at}: give finite numbers, in inches, within {FARTHEST:,.0f} of the corner")


def _size(what: str, value: object, least: float, most: float) -> None:
    if not (isinstance(value, Real) and least <= float(value) <= most):
        raise TableauError(f"{what} is {value!r}: give a number from {least:g} to {most:g}")


def _number(what: str, value: object) -> None:
    if not (isinstance(value, Real) and isfinite(value)):
        raise TableauError(f"{what} is {value!r}: give a finite number")


def _once(what: str, ids: Iterable[str]) -> None:
    ids = tuple(ids)
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise TableauError(f"two {what} are called {id!r}: give each an id of its own")
        seen.add(id)
