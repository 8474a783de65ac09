"""Areas of two kinds of moves as one: whoever flies may also go on foot."""

from __future__ import annotations

import msgspec
import shapely

from sim.board.model.verdicts import Level, Reach

__all__ = ["joined_reach"]

LEVEL = 0.3  # inches: areas that are no further apart in height lie on one storey
LEAST = 0.05  # square inches: what is smaller is told by neither alone


def joined_reach(first: Reach, other: Reach) -> Reach:
    """All of the first, and of the other what the first lacks."""
    more = [level for each in other.levels if (level := _without(each, first.levels)) is not None]
    return Reach(levels=(*first.levels, *more), area=first.area + sum(level.area for level in more))


def _without(level: Level, others: tuple[Level, ...]) -> Level | None:
    left = _area(level)
    for other in others:
        if other.z[0] <= level.z[1] + LEVEL and level.z[0] <= other.z[1] + LEVEL:
            left = left.difference(_area(other))
    parts = [part for part in shapely.get_parts(left) if part.geom_type == "Polygon" and part.area >= LEAST]
    if not parts:
        return None
    polygons = tuple(
        tuple(tuple((x, y) for x, y in ring.coords) for ring in (part.exterior, *part.interiors)) for part in parts
    )
    return msgspec.structs.replace(level, polygons=polygons, area=float(sum(part.area for part in parts)))


def _area(level: Level) -> shapely.Geometry:
    return shapely.make_valid(shapely.MultiPolygon([(rings[0], rings[1:]) for rings in level.polygons]))
