"""What may be asked, and of what: tableaus, queries and parts made by programs are looked at once, before anything is
measured by them.

A place that is no number would be seen by everybody; here it is an error that names the figure and the field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.pieces import beyond
from sim.board.model.errors import BoardError, MeshError, TableauError
from sim.board.model.given import number, point, ranged
from sim.board.model.queries import Query
from sim.board.model.ranges import FARTHEST, LARGEST_BASE, SMALLEST_BASE
from sim.board.model.tableau import Barred, Figure, Marker, Tableau, VesselAt
from sim.board.model.terrain import Meaning
from sim.schemas import fitting

__all__ = ["check_named", "check_part", "check_query", "check_size", "check_tableau"]

Floats = NDArray[np.float64]

NEAREST = -FARTHEST
MARKERS = (0.01, 120.0)  # inches of their radius, and at most of their height
TUPLES = (tuple,) * len(Tableau.__struct_fields__)  # what a tableau holds
SIGNED = ("turn", "facing")  # numbers that may be under 0
_fields_of = msgspec.structs.astuple
NAMING = ("enemies", "ignore")  # fields that name figures
PLAIN = (float, int)
NOTHING = 1e-3  # inches: what is left of a move may be a hair under 0


def check_tableau(tableau: Tableau) -> None:
    """Ids once each, places and sizes that can be.

    Raises:
        TableauError: the first thing that is wrong, with its id and field.
    """
    if not isinstance(tableau, Tableau):
        raise TableauError(f"{tableau!r} is no tableau: give a Tableau of figures")
    if _is_plain(tableau):
        return
    if tuple(map(type, msgspec.structs.astuple(tableau))) != TUPLES:
        raise TableauError("a tableau holds tuples: of figures, vessels, markers and barred pieces")
    figures = tableau.figures
    if not all(map(_plainly, figures)):
        for figure in figures:
            _is_a(figure, Figure, "figure")
            point(f"figure {figure.id!r}: at", figure.at)
            ranged(f"figure {figure.id!r}: base_mm", figure.base_mm, SMALLEST_BASE, LARGEST_BASE)
            ranged(f"figure {figure.id!r}: facing", figure.facing)
            _typed(figure, Figure, "figure")
    for vessel in tableau.vessels:
        if not _sound_as(VesselAt, vessel):
            _typed(vessel, VesselAt, "vessel")
            point(f"vessel {vessel.piece!r}: at", vessel.at)
            ranged(f"vessel {vessel.piece!r}: turn", vessel.turn)
    for marker in tableau.markers:
        if not _sound_as(Marker, marker):
            _typed(marker, Marker, "marker")
            point(f"marker {marker.id!r}: at", marker.at)
        ranged(f"marker {marker.id!r}: radius", marker.radius, *MARKERS)
        ranged(f"marker {marker.id!r}: height", marker.height, 0.0, MARKERS[1])
    for barred in tableau.barred:
        if not _sound_as(Barred, barred):
            _typed(barred, Barred, "barred piece")
    if len({figure.id for figure in figures}) < len(figures):
        _once("figures", (figure.id for figure in figures))
    if len(tableau.vessels) > 1:
        _once("vessels", (vessel.piece for vessel in tableau.vessels))


def check_query(query: Query) -> None:
    """Values of the kinds that its fields have, lengths that are not under 0, and points near the board.

    Raises:
        TableauError: the field that is wrong.
    """
    if not isinstance(query, Query):
        raise TableauError(f"{query!r} is no question to a board: give one of sim.board.model.queries")
    if not _sound(query):  # the reasons are looked for where there are some: every query is asked
        _typed(query, type(query), "")
        _fields(type(query).__name__, query)


def check_named(query: Query, tableau: Tableau) -> None:
    """Enemies and whom a move leaves out of account are there: of others it would know nothing, without a word.

    Raises:
        MissingError: one is not.
    """
    mover = getattr(query, "mover", query)
    for field in _naming(type(mover)):  # type: ignore[arg-type]
        for id in getattr(mover, field):
            tableau.figure(id)


@cache
def _naming(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a struct that name figures."""
    return tuple(field for field in NAMING if field in kind.__struct_fields__)


def check_part(name: object, meaning: object, triangles: Any) -> Floats:
    """The triangles (n, 3, 3) of a part of a board that a program made.

    Raises:
        MeshError: it is no mesh, has no name or no meaning, or a corner is no finite number or beyond any table.
    """
    if not (isinstance(name, str) and name):
        raise MeshError(f"a part's name is {name!r}: give a word")
    if not isinstance(meaning, Meaning):
        raise MeshError(f"part '{name}': its meaning is {meaning!r}: give a sim.Meaning")
    fitting(msgspec.to_builtins(meaning, enc_hook=_item), Meaning, f"part '{name}': its meaning", MeshError)
    try:
        given = np.asarray(triangles)
        if given.dtype.kind not in "fiu":
            raise ValueError(f"of {given.dtype}")
        found = given.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise MeshError(f"part '{name}' is no mesh ({error}): give triangles (n, 3, 3)") from None
    if found.ndim != 3 or found.shape[1:] != (3, 3):
        raise MeshError(f"part '{name}' is an array {found.shape}: give triangles (n, 3, 3)")
    if meaning.vessel is not None and not len(found):
        raise MeshError(f"part '{name}' of a vessel has no triangles: give some, or leave it out")
    if len(found) and not np.abs(found).max() <= FARTHEST:  # nor where a corner is no number
        wrong = np.flatnonzero(~np.isfinite(found).all(axis=(1, 2)))
        if not len(wrong):
            raise MeshError(beyond(f"part '{name}'", found))
        raise MeshError(f"part '{name}': a corner of triangle {wrong[0]} is not a finite number: leave it out")
    return found


def check_size(size: object) -> tuple[float, float]:
    """How far a board reaches east and north, in inches. Raises BoardError for what is none."""
    if isinstance(size, tuple | list) and len(size) == 2:
        east, north = map(number, size)
        if east is not None and north is not None and min(east, north) >= 0:
            return east, north
    raise BoardError(f"the size of the board is {size!r}: give two numbers of inches, (east, north)")


# --- at a glance --------------------------------------------------------------------------------------------------


def _is_plain(tableau: Tableau) -> bool:
    """Does it hold figures and vessels as they should be, and nothing else, as most do?"""
    alone = tableau.vessels == () and tableau.markers == () and tableau.barred == ()
    if not (alone or _is_afloat(tableau)) or type(tableau.figures) is not tuple:
        return False
    ids: set[str] = set()
    for figure in tableau.figures:
        if not _plainly(figure):
            return False
        ids.add(figure.id)
    return len(ids) == len(tableau.figures)


def _is_afloat(tableau: Tableau) -> bool:
    """Is there nothing but vessels as they should be, beside figures?"""
    vessels = tableau.vessels
    plain = tableau.markers == () and tableau.barred == () and type(vessels) is tuple
    if not plain or not all(map(_plainly_afloat, vessels)):
        return False
    return len(vessels) == 1 or len({vessel.piece for vessel in vessels}) == len(vessels)


def _plainly_afloat(vessel: VesselAt) -> bool:
    """The same of a vessel."""
    named = type(vessel) is VesselAt and type(vessel.piece) is str and type(vessel.turn) is float
    return named and abs(vessel.turn) <= FARTHEST and _is_point(vessel.at)


def _plainly(figure: Figure) -> bool:
    """Is all of this as it should be? Every figure of every tableau is asked: the reasons are looked for later."""
    try:
        at, size = figure.at, figure.base_mm
        x, y, z = at
        near = NEAREST <= x <= FARTHEST and NEAREST <= y <= FARTHEST and NEAREST <= z <= FARTHEST
        named = type(figure.id) is str and type(figure.body) is str and type(figure.facing) in PLAIN
        stands = type(size) in PLAIN and SMALLEST_BASE <= size <= LARGEST_BASE and abs(figure.facing) <= FARTHEST
        return type(at) is tuple and near and named and stands
    except (AttributeError, TypeError, ValueError):
        return False


def _sound(value: msgspec.Struct) -> bool:
    """Are the fields of a struct of the types that they are written with, and numbers within bounds?"""
    usual, within, tests = _tests(type(value))
    values = _fields_of(value)
    for field in within if tuple(map(type, values)) == usual else range(len(tests)):
        if not tests[field](values[field]):
            return False
    return True


def _sound_as(kind: type[msgspec.Struct], value: Any) -> bool:
    """Is it such a struct, and sound?"""
    return type(value) is kind and _sound(value)


class _Tests(NamedTuple):
    """How a struct is tested."""

    usual: tuple[Any, ...]  # the types that its fields mostly have
    within: tuple[int, ...]  # the fields that are tested of those: for others it is enough to have such a type
    tests: tuple[Callable[[Any], bool], ...]  # of each field


@cache
def _tests(kind: type[msgspec.Struct]) -> _Tests:
    types = get_type_hints(kind)
    hints = [types[field] for field in kind.__struct_fields__]
    usual = tuple(map(_usual, hints))
    within = (n for n, hint in enumerate(hints) if hint not in (str, bool, int) and usual[n] is not NoneType)
    tests = (_test(types[field], field in SIGNED) for field in kind.__struct_fields__)
    return _Tests(usual, tuple(within), tuple(tests))


def _usual(hint: Any) -> Any:
    """The type that a value of this kind mostly has: None, where it may be none."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return type(inner[0])
    if origin in (Union, UnionType):
        return NoneType if NoneType in inner else origin
    return origin or hint


def _test(hint: Any, signed: bool = True) -> Callable[[Any], bool]:
    """Does a value fit a type? Numbers by themselves are lengths, those in tuples coordinates."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is float:
        least = NEAREST if signed else 0.0
        return lambda value: type(value) in (float, int) and least <= value <= FARTHEST
    if origin in (Union, UnionType):
        some = [_test(each, signed) for each in inner]
        return lambda value: any(fits(value) for fits in some)
    if origin is Literal:
        return lambda value: value in inner
    if origin is tuple and inner[-1] is ...:
        fits_each = _test(inner[0])
        return lambda value: type(value) is tuple and (not value or all(map(fits_each, value)))
    if inner == (float, float, float):
        return _is_point
    if origin is tuple:
        own = [_test(each) for each in inner]
        return lambda value: (
            type(value) is tuple and len(value) == len(own) and all(f(v) for f, v in zip(own, value, strict=True))
        )
    if hint is NoneType:
        return lambda value: value is None
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return lambda value: isinstance(value, hint) and _sound(value)
    return lambda value: type(value) is (origin or hint)


def _is_point(value: Any) -> bool:
    """The same of a point: a path has many, and each is asked."""
    if type(value) is not tuple or len(value) != 3:
        return False
    x, y, z = value
    if not (type(x) is type(y) is type(z) is float or all(type(each) in (float, int) for each in value)):
        return False
    return bool(NEAREST <= x <= FARTHEST and NEAREST <= y <= FARTHEST and NEAREST <= z <= FARTHEST)


# --- looked for ---------------------------------------------------------------------------------------------------


def _typed(value: Any, kind: type[msgspec.Struct], what: str) -> None:
    """Raises TableauError where a field holds what is not of its type."""
    _is_a(value, kind, what)
    named = f"{what} {getattr(value, value.__struct_fields__[0])!r}" if what else kind.__name__
    try:
        plain = msgspec.to_builtins(value, enc_hook=_item)
    except (TypeError, ValueError, RecursionError) as error:
        raise TableauError(f"{named}: {error}: give what its fields say") from None
    fitting(plain, kind, named, TableauError)


def _is_a(value: Any, kind: type[msgspec.Struct], what: str) -> None:
    if not isinstance(value, kind):
        raise TableauError(f"{what} {value!r} is a {type(value).__name__}: give a {kind.__name__}")


def _item(value: Any) -> Any:
    """A number of numpy as one of Python."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"it holds a {type(value).__name__}")


def _fields(what: str, value: msgspec.Struct) -> None:
    for field in value.__struct_fields__:
        found = getattr(value, field)
        if _is_number(found) and not found <= FARTHEST:
            raise TableauError(f"{what}: {field} is {found}: give a number up to {FARTHEST:,.0f}")
        if _is_number(found) and field not in SIGNED and found < -NOTHING:
            raise TableauError(f"{what}: {field} is {found}: give 0 or more")
        _value(f"{what}: {field}", found)


def _value(what: str, value: object) -> None:
    if isinstance(value, tuple):
        for each in value:
            if _is_number(each) and not -FARTHEST <= each <= FARTHEST:
                raise TableauError(f"{what} is {value}: give numbers of inches within {FARTHEST:,.0f} of the corner")
            _value(what, each)
    elif isinstance(value, msgspec.Struct):
        _fields(what, value)
    elif isinstance(value, list):
        raise TableauError(f"{what} is a list: give a tuple")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def _once(what: str, ids: Iterable[str]) -> None:
    ids = tuple(ids)
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise TableauError(f"two {what} are called {id!r}: give each an id of its own")
        seen.add(id)
