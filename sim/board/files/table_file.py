"""Tables: a board and the minis that stand on it, in one text file, so that a game on a real table can be measured,
put away and measured again."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sim.board.files.pieces import MESHES
from sim.board.model.errors import TableauError
from sim.board.model.ranges import FARTHEST, BaseSize, Coordinate, Place, Turn
from sim.schemas import read_bytes, read_toml
from sim.words import say

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

__all__ = [
    "TableBoat", "TableFile", "TableMarker", "TableMini", "begun_table", "beside", "is_table", "kept_as", "read_table",
    "with_boat_moved", "with_boat_put", "with_marker_put", "with_mini_put", "without", "without_mini",
]  # fmt: skip

Id = Annotated[str, Meta(min_length=1, max_length=100)]
AbilityName = Annotated[str, Meta(min_length=1, max_length=100, examples=["Ethereal"])]


class TableMini(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mini of a table."""

    id: Id
    at: Annotated[tuple[Coordinate, ...], Meta(min_length=2, max_length=3, examples=[[8.5, 12], [8.5, 12, 3]])]
    base: BaseSize = 30.0
    body: Annotated[str, Meta(min_length=1, max_length=1000)] = "human"
    facing: Turn = 0.0
    side: Annotated[str, Meta(max_length=100)] = ""
    abilities: Annotated[tuple[AbilityName, ...], Meta(max_length=60)] = ()  # by which its moves are measured


class TableMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round marker of a table that changes what is measured."""

    id: Id
    kind: Literal["smoke", "ice", "chasm"]
    at: Place
    radius: Annotated[float, Meta(ge=0.01, le=120)] = 1.5
    height: Annotated[float, Meta(ge=0, le=120)] = 3.0


class TableBoat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A boat of a table: one of the map by its id there, or another that is made of a piece."""

    id: Id
    at: Place
    piece: Annotated[str, Meta(min_length=1, max_length=1000)] = "gondola"
    turn: Turn = 0.0


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table's file says."""

    format: Literal[1]
    board: Annotated[str, Meta(min_length=1, max_length=1000)]
    scale: Annotated[float, Meta(gt=0, le=FARTHEST)] = 1.0
    up: Literal["y", "z"] | None = None
    minis: Annotated[tuple[TableMini, ...], Meta(max_length=200)] = ()
    markers: Annotated[tuple[TableMarker, ...], Meta(max_length=200)] = ()
    boats: Annotated[tuple[TableBoat, ...], Meta(max_length=50)] = ()


def read_table(path: Path) -> TableFile:
    """A table's file. Raises TableauError where there is none, or what is wrong in it."""
    return _parsed(_text(path), path)


def is_table(path: Path) -> bool:
    """Is this the file of a table, and not of a map?"""
    if path.suffix.lower() != ".toml" or not isfile(path):
        return False
    try:
        return "board" in tomllib.loads(_text(path))
    except (TableauError, ValueError, RecursionError):
        return False


def beside(name: str, path: Path) -> str:
    """A board or body of a table's file: a path is looked up beside it first."""
    there = path.parent / name
    return str(there) if isfile(there) else name


def kept_as(name: str, path: Path) -> str:
    """What a table's file calls a board or a body that is named now: a file beside it by its name, others by their
    whole paths, so that the table opens from wherever it is asked for."""
    if not isfile(name):
        return name
    there = Path(name).resolve()
    return there.name if there.parent == path.resolve().parent else str(there)


def begun_table(board: str, scale: float, up: str | None) -> str:
    """The text of a table with nobody on it yet."""
    import tomlkit

    made = tomlkit.document()
    made["format"], made["board"] = 1, board
    if Path(board).suffix.lower() in MESHES:
        made["scale"] = scale
        if up is not None:
            made["up"] = up
    return tomlkit.dumps(made)


def with_mini_put(path: Path, id: str, at: Sequence[float], given: dict[str, Any]) -> str:
    """The text of a table's file with a mini put down, or moved if it is there already: what is not given stays.

    Comments and order stay. Raises TableauError: the file is wrong, or would be.
    """

    return _with_put(path, "minis", id, at, given)


def with_marker_put(path: Path, id: str, at: Sequence[float], given: dict[str, Any]) -> str:
    """The same with a marker, of smoke unless a `kind` is given."""
    return _with_put(path, "markers", id, at, given)


def with_boat_put(path: Path, id: str, at: Sequence[float], given: dict[str, Any]) -> str:
    """The same with a boat, a gondola unless a `piece` is given."""
    return _with_put(path, "boats", id, at, given)


def with_boat_moved(
    path: Path, id: str, at: Sequence[float], turn: float, riders: Mapping[str, tuple[Sequence[float], float | None]]
) -> str:
    """The same with a boat somewhere else, and its riders where they stand on it then, and face if they turned."""
    text = _with_put(path, "boats", id, at, {"turn": turn})
    for rider, (place, facing) in riders.items():
        text = _with_put(path, "minis", rider, place, {} if facing is None else {"facing": facing}, text)
    return text


def _with_put(
    path: Path, row: str, id: str, at: Sequence[float], given: dict[str, Any], text: str | None = None
) -> str:
    """`text`: of the file as it would be; none: as it is."""
    import tomlkit

    held, number = _opened(path, row, id, text)
    if number is None:
        rows: Any = held.setdefault(row, tomlkit.aot())
        one: Any = tomlkit.table()
        one["id"] = id
        if row == "markers":
            one["kind"] = "smoke"
    else:
        one = held[row][number]
    place = tomlkit.array()
    place.extend(int(each) if each == int(each) else each for each in at)
    one["at"] = place
    for key, value in given.items():
        one[key] = int(value) if isinstance(value, float) and value == int(value) else value
    if number is None:
        rows.append(one)
    text = re.sub(r"(?m)^([^#\n].*\n)(?=\[\[)", r"\1\n", tomlkit.dumps(held))  # a line free before each
    _parsed(text, path)
    return text


def without_mini(path: Path, id: str) -> str:
    """The text of a table's file without a mini. Raises TableauError: it has none of this id, or is wrong."""
    text = _without(path, "minis", id)
    if text is None:
        there = ", ".join(f"'{mini.id}'" for mini in read_table(path).minis) or "-"
        raise TableauError(say("{file}: there is no mini '{id}'; there are: {there}", file=path, id=id, there=there))
    return text


def without(path: Path, id: str) -> str:
    """The same without a mini, a marker or a boat."""
    for row in ("markers", "boats"):
        if (text := _without(path, row, id)) is not None:
            return text
    return without_mini(path, id)


def _without(path: Path, row: str, id: str) -> str | None:
    import tomlkit

    held, number = _opened(path, row, id)
    if number is None:
        return None
    del held[row][number]
    if not held[row]:
        del held[row]
    return tomlkit.dumps(held)


def _opened(path: Path, row: str, id: str, text: str | None = None) -> tuple[TOMLDocument, int | None]:
    """A file to be changed, and which of a `row` of it, its minis, markers or boats, has this id."""
    import tomlkit

    text = _text(path) if text is None else text
    there: Sequence[TableMini | TableMarker | TableBoat] = getattr(_parsed(text, path), row)
    return tomlkit.parse(text), next((number for number, each in enumerate(there) if each.id == id), None)


def _text(path: Path) -> str:
    try:
        return read_bytes(path, TableauError).decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise TableauError(say("{file}: is not a text file in UTF-8: is it the right file?", file=path)) from None


def _parsed(text: str, path: Path) -> TableFile:
    found = read_toml(text, TableFile, str(path), TableauError)
    things: tuple[TableMini | TableMarker | TableBoat, ...] = (*found.minis, *found.markers, *found.boats)
    ids = [each.id for each in things]
    for id in ids:
        if ids.count(id) > 1:
            raise TableauError(say("{file}: two are called '{id}': give each an id of its own", file=path, id=id))
    return found
