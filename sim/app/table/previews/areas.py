"""Areas of two kinds of moves as one: whoever flies may also go on foot."""

from __future__ import annotations

import msgspec
import shapely

from sim.board.model.verdicts import Level, Reach

__all__ = ["area_level", "joined_reach"]

STOREY = 0.3  # inches: areas that are no further apart in height lie on one storey
LEAST = 0.05  # square inches: what is smaller is left out


def joined_reach(first: Reach, other: Reach) -> Reach:
    """All of the first, and of the other what the first lacks: in one area where either takes a roll or neither."""
    levels = list(first.levels)
    for level in other.levels:
        near = [n for n, each in enumerate(levels) if _on_one_storey(each, level)]
        alike = next((n for n in near if levels[n].needs_roll == level.needs_roll), None)
        if alike is not None:
            low, high = zip(levels[alike].z, level.z, strict=True)
            levels[alike] = _made(levels[alike], _area(levels[alike]).union(_area(level)), (min(low), max(high)))
            continue
        left = _area(level)
        for n in near:
            left = left.difference(_area(levels[n]))
        levels.append(_made(level, left, level.z))
    levels = [level for level in levels if level.polygons]
    return Reach(tuple(levels), float(sum(level.area for level in levels)))


def area_level(area: shapely.Geometry, z: tuple[float, float], needs_roll: bool) -> Level:
    """An area as a storey of a reach."""
    return _made(Level(z, (), needs_roll, 0.0), area, z)


def _on_one_storey(a: Level, b: Level) -> bool:
    return a.z[0] <= b.z[1] + STOREY and b.z[0] <= a.z[1] + STOREY


def _made(level: Level, area: shapely.Geometry, z: tuple[float, float]) -> Level:
    parts = [part for part in shapely.get_parts(area) if part.geom_type == "Polygon" and part.area >= LEAST]
    polygons = tuple(
        tuple(tuple((x, y) for x, y in ring.coords) for ring in (part.exterior, *part.interiors)) for part in parts
    )
    return msgspec.structs.replace(level, z=z, polygons=polygons, area=float(sum(part.area for part in parts)))


def _area(level: Level) -> shapely.Geometry:
    return shapely.make_valid(shapely.MultiPolygon([(rings[0], rings[1:]) for rings in level.polygons]))
