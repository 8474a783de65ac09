"""Where water lies: the lagoon round a board and under its canals, and each canal that has a height of its own at that.

Nothing is drawn over a street that is sunken below the lagoon. Where water of two heights meets, or water and a lower
street, it falls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple, Protocol

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.board.files.canals import flat, polygons
from sim.board.model.plans import union, union_of_triangles, without
from sim.board.model.terrain import Kind, Meaning

__all__ = ["USUAL_SHEETS", "WATER_LEVEL", "WaterSheets", "water_sheets"]

Floats = NDArray[np.float64]

WATER_LEVEL = -0.75  # of the lagoon, and of canals that tell no other
ALIKE = 1e-4  # inches: so near the lagoon's height water is the lagoon's
PROUD = 0.01  # inches over the lagoon from which a street hides its surface
MEETS = 0.002  # inches between what meets
OUTSIDE = 0.03  # inches from the board's edge to where the lagoon falls: behind the quays beyond
DEEPER = 0.1  # inches below what it falls to that a fall goes on: no gap is seen under it
BESIDE = 1.0  # inches of the lagoon that meet the board


class _Told(Protocol):
    """A part of a board or of a map's ground."""

    @property
    def name(self) -> str: ...
    @property
    def meaning(self) -> Meaning: ...
    @property
    def triangles(self) -> Floats: ...


class _Place(NamedTuple):
    """Water, or a sunken street, as seen from above, and its height."""

    shape: BaseGeometry
    z: float
    is_water: bool


class WaterSheets(msgspec.Struct, frozen=True, eq=False):
    """`without`: where the lagoon's surface is left out, seen from above. `apart`: the triangles (n, 3, 3) of water at
    other heights, and of what falls from one to the other, from both sides. `lowest`: the height of the lowest of them,
    and of sunken streets."""

    without: BaseGeometry = Polygon()
    apart: Floats = msgspec.field(default_factory=lambda: np.zeros((0, 3, 3)))
    lowest: float = WATER_LEVEL

    @property
    def is_usual(self) -> bool:
        """Is all of it the lagoon's?"""
        return self.without.is_empty and not len(self.apart)

    @property
    def key(self) -> str:
        """What differs from the usual, as a word; empty where nothing does."""
        return "" if self.is_usual else f" {self.without.wkb_hex} {np.round(self.apart * 1e4).astype(int).tolist()}"

    def lagoon(self, x0: float, y0: float, x1: float, y1: float) -> Floats:
        """The triangles of the lagoon's surface within a rectangle: two, where nothing is left out."""
        if self.without.is_empty:
            a, b, c, d = ((x, y, WATER_LEVEL) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
            return np.array([[a, b, c], [a, c, d]])
        sheets = [flat(shape, WATER_LEVEL) for shape in polygons(without(box(x0, y0, x1, y1), self.without))]
        return np.concatenate([np.zeros((0, 3, 3)), *sheets])


USUAL_SHEETS = WaterSheets()


def water_sheets(parts: Iterable[_Told], size: tuple[float, float]) -> WaterSheets:
    """Of the parts of a board of this size, or of those of a map's ground."""
    levels = list[tuple[Floats, float, bool]]()
    for part in parts:
        is_water = part.meaning.kind is Kind.WATER
        if not is_water and (part.meaning.decor or not part.name.startswith("ground/")):
            continue
        tops = _tops(part.triangles)
        heights = tops[:, :, 2].mean(axis=1)
        for z in np.unique(np.round(heights, 4)).tolist():
            if is_water or z < WATER_LEVEL + PROUD:
                levels.append((tops[np.abs(heights - z) < ALIKE], z, is_water))
    if all(is_water and abs(z - WATER_LEVEL) < ALIKE for _, z, is_water in levels):
        return USUAL_SHEETS
    places = [_Place(union_of_triangles(level[..., :2]), z, is_water) for level, z, is_water in levels]
    own = [place for place in places if not place.is_water or abs(place.z - WATER_LEVEL) > ALIKE]
    sheets = [flat(part, place.z) for place in own if place.is_water for part in polygons(place.shape)]
    apart = np.concatenate([np.zeros((0, 3, 3)), *sheets, *_falls(places, size)])
    return WaterSheets(union([place.shape for place in own]), apart, min(WATER_LEVEL, *(place.z for place in places)))


def _tops(triangles: Floats) -> Floats:
    """Those that are seen from above."""
    one, two = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    return triangles[one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] > 1e-9]


def _falls(places: Sequence[_Place], size: tuple[float, float]) -> Iterator[Floats]:
    """Upright sheets where water meets what lies lower."""
    edge = box(0, 0, *size).buffer(OUTSIDE, join_style="mitre")
    lagoon = _Place(without(edge.buffer(BESIDE, join_style="mitre"), edge), WATER_LEVEL, True)
    for high, low in permutations((lagoon, *places), 2):
        if high.is_water and high.z > low.z + ALIKE:
            near = MEETS + (OUTSIDE if lagoon in (high, low) else 0.0)
            line = shapely.line_merge(high.shape.boundary.intersection(low.shape.buffer(near)))
            for part in shapely.get_parts(line):
                if part.length > 4 * near:
                    yield _upright(shapely.get_coordinates(part), high.z, low.z - DEEPER)


def _upright(points: Floats, top: float, bottom: float) -> Floats:
    """A sheet over a line, seen from both sides; not over what turns off at its ends, along walls."""
    long = np.hypot(*(points[1:] - points[:-1]).T) > 4 * MEETS
    (a, b), (c, d) = ((_at(points[:-1][long], z), _at(points[1:][long], z)) for z in (bottom, top))
    one, two = np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)
    seen = np.concatenate([one, two])
    return np.concatenate([seen, seen[:, ::-1]])


def _at(points: Floats, z: float) -> Floats:
    return np.column_stack([points, np.full(len(points), z)])
