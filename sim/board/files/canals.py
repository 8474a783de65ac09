"""The ground that a map's canals are cut into: streets with slick quay walls, water, and the bed below it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray
from shapely import constrained_delaunay_triangles
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from sim.board.files.mapfile import Canal, MapFile
from sim.board.model.plans import common, union, without
from sim.board.model.terrain import Kind, Meaning

__all__ = ["canal_shape", "flat", "ground_parts", "land_and_water", "polygons", "slab", "whole_shape"]

Floats = NDArray[np.float64]

ON_EDGE = 0.01  # inches from the edge of the board that count as on it
THICK = 2.0  # of a board without canals
KEPT = 8  # grounds that were made last


class GroundPart(msgspec.Struct, frozen=True, eq=False):
    """A part that the map itself makes."""

    name: str
    meaning: Meaning
    triangles: Floats


def polygons(shape: object) -> list[Polygon]:
    """The polygons of a shapely shape, outer rings counter-clockwise."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [orient(shape)]
    if isinstance(shape, MultiPolygon):
        return [orient(p) for p in shape.geoms]
    return [orient(p) for p in getattr(shape, "geoms", ()) if isinstance(p, Polygon)]


def canal_shape(canal: Canal, made: MapFile) -> BaseGeometry:
    """The water of one canal, within the board."""
    return common(whole_shape(canal, made.size), box(0, 0, *made.size))


def whole_shape(canal: Canal, size: tuple[float, float]) -> BaseGeometry:
    """The water of one canal, also beyond the board: where its line ends at the edge, it goes on over that."""
    if canal.outline:
        return Polygon(canal.outline)
    points = np.array(canal.line, dtype=np.float64)
    for end, before in ((0, 1), (-1, -2)):
        x, y = points[end]
        away = points[end] - points[before]
        if min(x, y, size[0] - x, size[1] - y) < ON_EDGE and np.any(away):
            points[end] += away / np.hypot(*away) * canal.width
    return LineString(points).buffer(canal.width / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)


def land_and_water(made: MapFile) -> tuple[list[Polygon], list[Polygon]]:
    """The streets and the water, seen from above."""
    water = union([canal_shape(c, made) for c in made.canals]) if made.canals else Polygon()
    land = without(box(0, 0, *made.size), water)
    return polygons(land), polygons(water)


def flat(shape: Polygon, z: float) -> Floats:
    """A polygon as upward triangles at height z."""
    pieces = constrained_delaunay_triangles(shape).geoms
    corners = np.array([orient(t).exterior.coords[:3] for t in pieces], dtype=np.float64)
    return np.concatenate([corners[..., :2], np.full((*corners.shape[:2], 1), z)], axis=-1)


def slab(shape: Polygon, low: float, high: float) -> Floats:
    """A closed prism over a polygon; its top comes first."""
    top = flat(shape, high)
    under = flat(shape, low)[:, ::-1]
    return np.concatenate([top, under, *(_walls(ring, low, high) for ring in _rings(shape))])


def _rings(shape: Polygon) -> Iterator[Floats]:
    turned = orient(shape)
    for ring in (turned.exterior, *turned.interiors):
        yield np.array(ring.coords, dtype=np.float64)[:, :2]


def _walls(ring: Floats, low: float, high: float) -> Floats:
    """The outer faces along a ring that has the solid to its left."""
    a, b = ring[:-1], ring[1:]
    first = np.stack([_at(a, low), _at(b, low), _at(b, high)], axis=1)
    second = np.stack([_at(a, low), _at(b, high), _at(a, high)], axis=1)
    return np.concatenate([first, second])


def _at(points: Floats, z: float) -> Floats:
    return np.column_stack([points, np.full(len(points), z)])


def ground_parts(made: MapFile) -> tuple[GroundPart, ...]:
    """The map's own parts: `ground/street-N` (slick walls), `canal-id/water`, and the bed as decor."""
    return _ground_parts(made.size, made.canals)


@lru_cache(KEPT)
def _ground_parts(size: tuple[float, float], canals: tuple[Canal, ...]) -> tuple[GroundPart, ...]:
    made = MapFile(1, "ground", size, canals)
    land, water = land_and_water(made)
    bed = min((c.bed for c in made.canals), default=-THICK)
    street = Meaning(climbable=False, material="paving")
    parts = [GroundPart(f"ground/street-{n}", street, slab(p, bed, 0.0)) for n, p in enumerate(land, 1)]
    taken: BaseGeometry = Polygon()
    for canal in made.canals:  # where two canals meet the water belongs to the first
        own = without(canal_shape(canal, made), taken)
        sheets = [flat(p, canal.surface) for p in polygons(own) if p.area > 1e-6]
        if sheets:
            meaning = Meaning(kind=Kind.WATER, climbable=False, material="water")
            parts.append(GroundPart(f"{canal.id}/water", meaning, np.concatenate(sheets)))
        taken = union([taken, canal_shape(canal, made)])
    beds = [flat(p, bed) for p in water]
    if beds:
        parts.append(GroundPart("ground/bed", Meaning(decor=True, material="bed"), np.concatenate(beds)))
    return tuple(parts)
