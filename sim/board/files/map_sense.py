"""What of a map only shapes tell: canals and streets that are none on the board, and pieces that are nowhere on it.

Each is told with its place in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sim.board.files.mapfile import Canal, MapFile, Street

    Bounds = tuple[NDArray[np.float64], NDArray[np.float64]]  # the lowest and the highest corner

__all__ = ["LEAST_AREA", "shapeless", "stray"]

Wrong = tuple[tuple[str | int, ...], str]  # where, and what with its mend

LEAST_AREA = 1.0  # square inches of a canal on the board


def shapeless(made: MapFile) -> Iterator[Wrong]:
    """Canals and streets whose outline is no shape on the board."""
    from shapely import box

    from sim.board.files.canals import whole_shape

    for number, thing in enumerate(made.areas):
        what = _of_line(thing) if thing.line else _of_outline(thing)
        shape = None if what else whole_shape(thing, made.size)
        if shape is not None and shape.intersection(box(0, 0, *made.size)).area < LEAST_AREA:
            what = f"lies off the board, which is {_size(made)}: move it in"
        if what:
            kind, first = ("canals", 0) if number < len(made.canals) else ("streets", len(made.canals))
            yield (kind, number - first, "line" if thing.line else "outline"), what


def _of_line(canal: Canal | Street) -> str:
    for n, point in enumerate(canal.line[1:], 1):
        if point == canal.line[n - 1]:
            return f"has point {n} where point {n - 1} is: leave one out"
    return ""


def _of_outline(canal: Canal | Street) -> str:
    from shapely import Polygon
    from shapely.validation import explain_validity

    corners = canal.outline
    for n, corner in enumerate(corners):
        if corner == corners[n - 1]:
            return f"has corner {n} where corner {(n - 1) % len(corners)} is: leave one out"
    shape = Polygon(corners)
    if shape.convex_hull.area < 1e-6:
        return "has no area: list corners that are not in a row"
    if not shape.is_valid:
        near = explain_validity(shape).partition("[")[2].rstrip("]").replace(" ", ",")
        return f"crosses itself{f' near {near}' if near else ''}: list its corners in order"
    return ""


def stray(made: MapFile, bounds: Mapping[str, Bounds]) -> Iterator[Wrong]:
    """Pieces no part of which is on the board, by the bounds of each where it stands."""
    for number, piece in enumerate(made.pieces):
        low, high = bounds[piece.id]
        if low[0] > made.size[0] or low[1] > made.size[1] or high[0] < 0 or high[1] < 0:
            yield ("pieces", number, "at"), f"puts all of it off the board, which is {_size(made)}: move it in"


def _size(made: MapFile) -> str:
    return f"{made.size[0]:g} x {made.size[1]:g}"
