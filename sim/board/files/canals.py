"""The ground of a map: streets at their levels, cut by canals with slick walls; steps, water, and the bed below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray
from shapely import constrained_delaunay_triangles
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from sim.board.files.flights import Flights, at_places, flights
from sim.board.files.mapfile import Canal, MapFile, Street
from sim.board.model.plans import common, union, without
from sim.board.model.terrain import Kind, Meaning

__all__ = [
    "canal_shape",
    "flat",
    "ground_parts",
    "land_and_water",
    "polygons",
    "slab",
    "street_places",
    "tops",
    "whole_shape",
]

Floats = NDArray[np.float64]

ON_EDGE = 0.01  # inches from the edge of the board that count as on it
THICK = 2.0  # of a board without canals
UNDER = 0.5  # inches at least of ground below a sunken street
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


def canal_shape(canal: Canal | Street, made: MapFile) -> BaseGeometry:
    """Where a canal or street is, within the board; what steps take of it belongs to it."""
    return common(whole_shape(canal, made.size), box(0, 0, *made.size))


def whole_shape(canal: Canal | Street, size: tuple[float, float]) -> BaseGeometry:
    """The same, also beyond the board: where its line ends at the edge, it goes on over that."""
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
    """The streets and the canals, seen from above."""
    water = union([canal_shape(c, made) for c in made.canals]) if made.canals else Polygon()
    land = without(box(0, 0, *made.size), water)
    return polygons(land), polygons(water)


def street_places(made: MapFile) -> tuple[tuple[Street, BaseGeometry], ...]:
    """Where each street with a level of its own is: what no canal and no later one takes of it."""
    return _street_places(made.size, made.canals, made.streets) if made.streets else ()


@lru_cache(KEPT)
def _street_places(
    size: tuple[float, float], canals: tuple[Canal, ...], streets: tuple[Street, ...]
) -> tuple[tuple[Street, BaseGeometry], ...]:
    made = MapFile(1, "ground", size, canals, streets=streets)
    taken = union([canal_shape(c, made) for c in made.canals]) if made.canals else Polygon()
    found = []
    for street in reversed(made.streets):
        found.append((street, without(canal_shape(street, made), taken)))
        taken = union([taken, canal_shape(street, made)])
    return tuple(found[::-1])


class Terrace(msgspec.Struct, frozen=True):
    """A street with a level of its own: its steps, and the rest of it."""

    street: Street
    flights: Flights


def terraces(made: MapFile) -> list[Terrace]:
    """The streets with levels of their own. Raised ones have steps along what is lower, sunken ones along what is
    higher; each up from the common level, or down from it."""
    places = street_places(made)
    plain = _plain(made, places)
    found = []
    for street, place in places:
        rest = [(other, one.level) for one, other in places if one is not street]
        if street.level > 0:
            beside = [(plain, 0.0)] + [(other, max(z, 0.0)) for other, z in rest if z < street.level]
        else:
            beside = [(plain, 0.0)] + [(other, min(z, 0.0)) for other, z in rest if z > street.level]
        found.append(Terrace(street, flights(place, street.level, beside, street.steps)))
    return found


def _plain(made: MapFile, places: Sequence[tuple[Street, BaseGeometry]]) -> BaseGeometry:
    """The ground at the common level, which raised streets do not stand on."""
    return without(union(land_and_water(made)[0]), union([Polygon(), *(place for _, place in places)]))


def tops(made: MapFile) -> list[tuple[Polygon, float]]:
    """What is walked on of the streets but for their steps, and how high it is."""
    own = terraces(made)
    return [(p, 0.0) for p in _land(made)] + [(p, one.street.level) for one in own for p in polygons(one.flights.rest)]


def _land(made: MapFile) -> list[Polygon]:
    """The ground that no canal and no sunken street is cut into."""
    land = land_and_water(made)[0]
    sunken = [place for street, place in street_places(made) if street.level < 0]
    return polygons(without(union(land), union(sunken))) if sunken else land


def canal_steps(made: MapFile) -> list[tuple[Canal, Flights]]:
    """The water of each canal and its steps; where two canals meet it belongs to the first."""
    taken: BaseGeometry = Polygon()
    found = []
    if any(canal.steps for canal in made.canals):
        places = street_places(made)
        high = without(union(land_and_water(made)[0]), union([Polygon(), *(p for s, p in places if s.level < 0)]))
        beside = [(high, 0.0)] + [(place, street.level) for street, place in places if street.level < 0]
    else:
        beside = []
    for canal in made.canals:
        whole = canal_shape(canal, made)
        own = without(whole, taken)
        banks = [b for b in beside if b[1] > canal.surface]
        if canal.steps and canal.steps_at:
            banks = at_places(banks, own, canal.steps_at, canal.steps_wide)
        found.append((canal, flights(own, canal.surface, banks, canal.steps)))
        taken = union([taken, whole])
    return found


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
    """The map's own parts: `ground/street-N` (slick walls), `ground/level-ID` of a street with a level, `ID/water` of a
    canal, `ground/steps-ID` of both, and the bed as decor."""
    return _ground_parts(made.size, made.canals, made.streets)


@lru_cache(KEPT)
def _ground_parts(
    size: tuple[float, float], canals: tuple[Canal, ...], streets: tuple[Street, ...]
) -> tuple[GroundPart, ...]:
    made = MapFile(1, "ground", size, canals, streets=streets)
    land, water, own = _land(made), land_and_water(made)[1], terraces(made)
    bed = min([c.bed for c in made.canals] or [-THICK])
    bed = min([bed, *(terrace.street.level - UNDER for terrace in own)])
    paved = Meaning(climbable=False, material="paving")
    parts = [GroundPart(f"ground/street-{n}", paved, slab(p, bed, 0.0)) for n, p in enumerate(land, 1)]
    for terrace in own:
        parts += _terrace_parts(terrace, bed)
    for canal, its in canal_steps(made):
        sheets = [flat(p, canal.surface) for p in polygons(its.rest) if p.area > 1e-6]
        if sheets:
            meaning = Meaning(kind=Kind.WATER, climbable=False, material="water")
            parts.append(GroundPart(f"{canal.id}/water", meaning, np.concatenate(sheets)))
        parts += _step_parts(canal.id, its, bed, Meaning(climbable=False, access=True))
    beds = [flat(p, bed) for p in water]
    if beds:
        parts.append(GroundPart("ground/bed", Meaning(decor=True, material="bed"), np.concatenate(beds)))
    return tuple(parts)


def _terrace_parts(terrace: Terrace, bed: float) -> list[GroundPart]:
    """A raised street stands on the common ground, and its walls are climbed; a sunken one is cut into it."""
    street, low = terrace.street, 0.0 if terrace.street.level > 0 else bed
    meaning = Meaning(climbable=street.level > 0, material="paving")
    slabs = [slab(p, low, street.level) for p in polygons(terrace.flights.rest) if p.area > 1e-6]
    parts = [GroundPart(f"ground/level-{street.id}", meaning, np.concatenate(slabs))] if slabs and street.level else []
    return parts + _step_parts(street.id, terrace.flights, low, meaning)


def _step_parts(id: str, its: Flights, low: float, meaning: Meaning) -> list[GroundPart]:
    meaning = msgspec.structs.replace(meaning, material="stone")
    slabs = [slab(p, low, z) for shape, z in its.steps for p in polygons(shape) if p.area > 1e-6 and z > low]
    return [GroundPart(f"ground/steps-{id}", meaning, np.concatenate(slabs))] if slabs else []
