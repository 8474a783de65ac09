"""Water painted with a round brush, and painted away: the outlines of canals that follow from a stroke."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely

from sim.board.files.canals import canal_shape, polygons
from sim.board.files.map_sense import LEAST_AREA
from sim.board.files.mapfile import Canal, MapFile
from sim.board.model.plans import common, union, without
from sim.builder.edits import AddFlat, Edit, Remove, SetFlat, Together
from sim.builder.errors import EditRefused
from sim.builder.flat_things import Point
from sim.words import say

__all__ = ["dried", "flooded", "outlines_of"]

GRAIN = 0.08  # inches that a bank may be off what was painted
ROUND = 6  # edges of a quarter of the brush's outline
TOUCHED = 0.01  # square inches: less of a canal is not touched
NEW = Canal("rio")


def flooded(made: MapFile, stroke: Sequence[Point], width: float) -> Edit:
    """Water along a stroke, one with the canals that it meets and that are as high and as deep as the first of them.

    Raises EditRefused where that is too little for a canal.
    """
    brush = common(_brushed(stroke, width), shapely.box(0, 0, *made.size))
    met = [canal for canal in made.canals if canal.outline and canal_shape(canal, made).intersects(brush)]
    first = met[0] if met else NEW
    joined = [canal for canal in met if (canal.surface, canal.bed) == (first.surface, first.bed)]
    rings = outlines_of(union([brush, *(canal_shape(canal, made) for canal in joined)]))
    if not rings:
        raise EditRefused(say("so little water is no canal: paint on, or widen the brush with ."))
    edits: list[Edit] = [Remove(tuple(canal.id for canal in joined[1:]))] if len(joined) > 1 else []
    if joined:
        edits.append(SetFlat(_as_ring(first, rings[0])))
    edits += [AddFlat(_as_ring(first, ring)) for ring in rings[len(joined[:1]) :]]
    return Together(tuple(edits), say("Paint water"))


def dried(made: MapFile, stroke: Sequence[Point], width: float) -> Edit:
    """Ground along a stroke; what is left of the canals that it meets has outlines. Raises EditRefused of none."""
    brush = _brushed(stroke, width)
    edits: list[Edit] = []
    for canal in made.canals:
        shape = canal_shape(canal, made)
        if common(shape, brush).area < TOUCHED:
            continue
        rings = outlines_of(without(shape, brush))
        edits.append(SetFlat(_as_ring(canal, rings[0])) if rings else Remove((canal.id,)))
        edits += [AddFlat(_as_ring(canal, ring)) for ring in rings[1:]]
    if not edits:
        raise EditRefused(say("there is no water to be painted away here"))
    return Together(tuple(edits), say("Paint water away"))


def outlines_of(shape: Any) -> list[tuple[Point, ...]]:
    """The rings round a shape, the largest first; what has islands in it is cut through them, since a ring has none.

    Parts that are too small for a canal are left out.
    """
    whole, todo = [], polygons(shapely.simplify(shape, GRAIN))
    while todo:
        each = todo.pop()
        if not each.interiors:
            whole.append(each)
            continue
        west, south, east, north = each.bounds
        island = each.interiors[0].bounds
        middle = round((island[0] + island[2]) / 2, 2)
        for half in (shapely.box(west, south, middle, north), shapely.box(middle, south, east, north)):
            todo += polygons(common(each, half))
    tidy = [part for each in whole for part in polygons(shapely.make_valid(shapely.set_precision(each, 0.01)))]
    large = sorted((part for part in tidy if part.area >= LEAST_AREA), key=lambda part: -part.area)
    return [tuple((round(x, 2), round(y, 2)) for x, y in part.exterior.coords[:-1]) for part in large]


def _brushed(stroke: Sequence[Point], width: float) -> Any:
    line = shapely.LineString(stroke) if len(set(stroke)) > 1 else shapely.Point(stroke[0])
    return line.buffer(width / 2, quad_segs=ROUND)


def _as_ring(canal: Canal, ring: tuple[Point, ...]) -> Canal:
    return Canal(canal.id, ring, surface=canal.surface, bed=canal.bed)
