"""PLY files: a header that says what is in them, then points, and faces of three corners or more.

They are read here because the library that reads all other kinds refuses binary files whose faces have different
numbers of corners, as Blender writes them, and takes a text that was cut off for a whole one.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.errors import MeshError
from sim.board.model.ranges import MOST_TRIANGLES
from sim.words import reason, say

__all__ = ["PlyMesh", "read_ply"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Columns = dict[str, NDArray[Any]]

LARGEST = 500_000_000  # bytes of a file
LARGEST_TEXT = 200_000_000  # bytes of one that is written in text
_HEADER = 65_536  # bytes in which a header ends
_FIRST = re.compile(rb"ply[ \t]*(\r\n|\n|\r)")  # by which all lines of the header end
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_TYPES = {
    "char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "float": "f4",
    "double": "f8", "int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2", "int32": "i4", "uint32": "u4",
    "float32": "f4", "float64": "f8",
}  # fmt: skip
_CORNERS = ("vertex_indices", "vertex_index")  # what the list of a face's corners is called
_PAINT = (("red", "green", "blue"), ("diffuse_red", "diffuse_green", "diffuse_blue"))


class PlyMesh(msgspec.Struct, frozen=True, eq=False):
    """Points (n, 3), the triangles (m, 3) between them, and the colours of the points (n, 3), sRGB from 0 to 1."""

    points: Floats
    faces: Ints
    colours: Floats | None = None

    @property
    def triangles(self) -> Floats:
        return np.asarray(self.points[self.faces], dtype=np.float64)


class _Property(msgspec.Struct, frozen=True):
    name: str
    type: str  # of its value, or of each in its list
    count: str = ""  # the type of a list's length; empty: it is no list


class _Element(msgspec.Struct, frozen=True):
    name: str
    count: int
    properties: tuple[_Property, ...]

    @property
    def lists(self) -> bool:
        return any(each.count for each in self.properties)


def read_ply(path: Path) -> PlyMesh:
    """A PLY file, text or binary, its polygons in fans of triangles.

    Raises:
        MeshError: the file cannot be read, is cut off or too large, or holds no faces.
    """
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise MeshError(
                say("{path}: is larger than {most} MB: make it coarser", path=path, most=LARGEST // 1_000_000)
            )
        content = path.read_bytes()
    except OSError as error:
        raise MeshError(say("{path}: cannot be read: {why}", path=path, why=error.strerror or error)) from None
    try:
        order, elements, start = _header(content)
        if order == "" and size > LARGEST_TEXT:
            raise ValueError(
                say("it is larger than {most} MB: make it coarser, or binary", most=LARGEST_TEXT // 1_000_000)
            )
        if not any(each.name == "face" for each in elements) or all(e.count == 0 for e in elements if e.name == "face"):
            raise MeshError(_faceless(path, elements))
        found = _text(content[start:], elements) if order == "" else _binary(content, start, order, elements)
        return _mesh(found)
    except (ValueError, LookupError, OverflowError, MemoryError) as error:
        what = reason(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"
        raise MeshError(
            say("{path}: cannot be read as a mesh: {what}: export it again", path=path, what=what)
        ) from None


def _faceless(path: Path, elements: tuple[_Element, ...]) -> str:
    if any(each.name == "tristrips" and each.count for each in elements):
        return say("{path}: its triangles are in strips: export it with faces", path=path)
    return say(
        "{path}: is a cloud of points without faces: make a surface of it first (in MeshLab: Surface Reconstruction)",
        path=path,
    )


def _header(content: bytes) -> tuple[str, tuple[_Element, ...], int]:
    """The order of bytes ("" of a text), what is in the file, and where that begins. Raises ValueError."""
    first = _FIRST.match(content)
    if first is None:
        raise ValueError(say("it does not begin with 'ply'"))
    newline = first[1]
    end = re.compile(newline + rb"end_header[ \t]*" + newline).search(content, 0, _HEADER)
    if end is None:
        raise ValueError(say("its header does not end"))
    order: str | None = None
    elements: list[_Element] = []
    for number, line in enumerate(content[: end.start()].split(newline)[1:], 2):
        words = line.decode("ascii", "replace").split()
        match words:
            case [] | ["comment" | "obj_info", *_]:
                pass
            case ["format", kind, "1.0"] if kind in _ORDERS:
                order = _ORDERS[kind]
            case ["element", name, count] if count.isdecimal() and len(count) <= 12:
                elements.append(_Element(name, int(count), ()))
            case ["property", "list", count, kind, name] if elements and _is_whole(count) and kind in _TYPES:
                elements[-1] = _with(elements[-1], _Property(name, _TYPES[kind], _TYPES[count]))
            case ["property", kind, name] if elements and kind in _TYPES:
                elements[-1] = _with(elements[-1], _Property(name, _TYPES[kind]))
            case _:
                raise ValueError(
                    say("line {number} of its header is '{words}'", number=number, words=" ".join(words)[:60])
                )
    if order is None:
        raise ValueError(say("its header names no format"))
    return order, tuple(elements), end.end()


def _is_whole(kind: str) -> bool:
    return _TYPES.get(kind, "f")[0] in "iu"


def _with(element: _Element, more: _Property) -> _Element:
    if any(each.name == more.name for each in element.properties):
        raise ValueError(say("its header names '{name}' twice", name=more.name))
    return msgspec.structs.replace(element, properties=(*element.properties, more))


# --- bodies: each element as columns; a list NAME as NAME, all its values, and NAME#, how many each row has -----------


def _text(body: bytes, elements: tuple[_Element, ...]) -> Mapping[str, Columns]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            numbers = np.fromstring(body, dtype=np.float64, sep=" ")
        except (DeprecationWarning, ValueError):
            raise ValueError(say("there is something in it that is no number")) from None
    found: dict[str, Columns] = {}
    at = 0
    for element in elements:
        wide = len(element.properties)
        if not element.lists:
            rows = numbers[at : at + wide * element.count]
            if len(rows) < wide * element.count:
                raise ValueError(_cut(element))
            found[element.name] = {p.name: rows[n::wide] for n, p in enumerate(element.properties)}
            at += len(rows)
            continue
        found[element.name], at = _counted_text(numbers, at, element)
    return found


def _counted_text(numbers: Floats, at: int, element: _Element) -> tuple[Columns, int]:
    """Rows with lists: one after another, as the length of each says where the next one begins."""
    lengths: dict[str, list[int]] = {p.name: [] for p in element.properties}
    starts: dict[str, list[int]] = {p.name: [] for p in element.properties}
    end = len(numbers)
    for _ in range(element.count):
        for each in element.properties:
            count = 1
            if each.count:
                count = int(numbers[at]) if at < end else -1
                at += 1
            if count < 0 or at + count > end:
                raise ValueError(_cut(element))
            starts[each.name].append(at)
            lengths[each.name].append(count)
            at += count
    return _columns(numbers, element, starts, lengths), at


def _columns(
    numbers: NDArray[Any], element: _Element, starts: Mapping[str, list[int]], lengths: Mapping[str, list[int]]
) -> Columns:
    found: Columns = {}
    for each in element.properties:
        first, count = np.array(starts[each.name], np.int64), np.array(lengths[each.name], np.int64)
        found[each.name] = numbers[np.repeat(first, count) + _within(count)]
        if each.count:
            found[f"{each.name}#"] = count
    return found


def _within(lengths: Ints) -> Ints:
    """0, 1, 2 ... of each of some rows, one after another."""
    return np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def _binary(content: bytes, at: int, order: str, elements: tuple[_Element, ...]) -> Mapping[str, Columns]:
    found = {}
    for element in elements:
        if not element.properties:
            continue
        alike = _alike(content, at, order, element)
        found[element.name], at = alike if alike is not None else _counted_binary(content, at, order, element)
    return found


def _alike(content: bytes, at: int, order: str, element: _Element) -> tuple[Columns, int] | None:
    """Rows that are all as long as the first one; None where they are not."""
    fields: list[tuple[str, str] | tuple[str, str, int]] = []
    here = at
    for each in element.properties:
        if each.count:
            kind = np.dtype(order + each.count)
            if here + kind.itemsize > len(content):
                return None
            length = int(np.frombuffer(content, kind, 1, here)[0])
            if not 0 <= length <= len(content):
                return None
            fields += [(f"{each.name}#", order + each.count), (each.name, order + each.type, length)]
            here += kind.itemsize + length * np.dtype(each.type).itemsize
        else:
            fields.append((each.name, order + each.type))
            here += np.dtype(each.type).itemsize
    row = np.dtype(fields)
    if at + row.itemsize * element.count > len(content):
        if element.lists:
            return None
        raise ValueError(_cut(element))
    rows = np.frombuffer(content, row, element.count, at)
    for each in element.properties:
        if each.count and element.count and (rows[f"{each.name}#"] != rows[f"{each.name}#"][0]).any():
            return None
    columns: Columns = {}
    for each in element.properties:
        columns[each.name] = rows[each.name].reshape(-1)
        if each.count:
            columns[f"{each.name}#"] = rows[f"{each.name}#"].astype(np.int64)
    return columns, at + row.itemsize * element.count


def _counted_binary(content: bytes, at: int, order: str, element: _Element) -> tuple[Columns, int]:
    """Rows with lists of different lengths."""
    big = "big" if order == ">" else "little"
    lengths: dict[str, list[int]] = {p.name: [] for p in element.properties}
    starts: dict[str, list[int]] = {p.name: [] for p in element.properties}
    sizes = [
        (p.name, np.dtype(p.type).itemsize, np.dtype(p.count).itemsize if p.count else 0, p.count[:1] == "i")
        for p in element.properties
    ]
    end = len(content)
    for _ in range(element.count):
        for name, size, head, signed in sizes:
            count = 1
            if head:
                count = int.from_bytes(content[at : at + head], big, signed=signed)  # type: ignore[arg-type]
                at += head
            if count < 0 or at + count * size > end:
                raise ValueError(_cut(element))
            starts[name].append(at)
            lengths[name].append(count)
            at += count * size
    found: Columns = {}
    for each in element.properties:
        kind = np.dtype(order + each.type)
        first, own = np.array(starts[each.name], np.int64), np.array(lengths[each.name], np.int64)
        places = np.repeat(first, own) + _within(own) * kind.itemsize
        raw = np.frombuffer(content, np.uint8)[places[:, None] + np.arange(kind.itemsize)]
        found[each.name] = np.ascontiguousarray(raw).view(kind).reshape(-1)
        if each.count:
            found[f"{each.name}#"] = own
    return found, at


def _cut(element: _Element) -> str:
    return say("it is cut off: its header tells of {count:,} of '{name}'", count=element.count, name=element.name)


# --- the mesh ---------------------------------------------------------------------------------------------------------


def _mesh(found: Mapping[str, Columns]) -> PlyMesh:
    vertex, face = found.get("vertex", {}), found["face"]
    if not all(axis in vertex for axis in "xyz"):
        raise ValueError(say("its points have no x, y and z"))
    name = next((each for each in _CORNERS if f"{each}#" in face), None)
    if name is None:
        raise ValueError(say("its faces have no list of corners"))
    points = np.column_stack([np.asarray(vertex[axis], np.float64) for axis in "xyz"])
    corners, lengths = np.asarray(face[name]).astype(np.int64), np.asarray(face[f"{name}#"], np.int64)
    if int(np.maximum(lengths - 2, 0).sum()) > MOST_TRIANGLES:
        raise ValueError(say("it has over {most:,} triangles: make it coarser", most=MOST_TRIANGLES))
    if len(corners) and (corners.min() < 0 or corners.max() >= len(points)):
        raise ValueError(say("a face names a point that is not there"))
    return PlyMesh(points, _fans(corners, lengths), _colours(vertex))


def _fans(corners: Ints, lengths: Ints) -> Ints:
    """Polygons as triangles about the first corner of each, in order."""
    starts = np.cumsum(lengths) - lengths
    count = np.maximum(lengths - 2, 0)
    first = np.repeat(starts, count)
    step = _within(count)
    return np.column_stack([corners[first], corners[first + step + 1], corners[first + step + 2]])


def _colours(vertex: Columns) -> Floats | None:
    for names in _PAINT:
        if all(name in vertex for name in names):
            raw = [np.asarray(vertex[name], np.float64) for name in names]
            most = [_most(vertex[name]) for name in names]
            return np.clip(np.column_stack([own / top for own, top in zip(raw, most, strict=True)]), 0.0, 1.0)
    return None


def _most(column: NDArray[Any]) -> float:
    """What full colour is in a column."""
    if column.dtype.kind in "iu":
        return float(np.iinfo(column.dtype).max)
    return 255.0 if len(column) and float(np.asarray(column, np.float64).max()) > 1.0 else 1.0
