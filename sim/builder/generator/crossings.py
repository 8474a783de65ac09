"""Where bridges go: so that every quarter can be walked to, and no canal runs far without one."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from shapely.geometry import LineString, Polygon, box
from shapely.geometry import Point as Place
from shapely.geometry.base import BaseGeometry

from sim.board.files.mapfile import Canal
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.shapes import Point

__all__ = ["ABUTMENT", "Crossing", "crossings"]

ABUTMENT = 1.35  # inches of a bridge on either bank
LANDING = 1.9  # inches kept free beyond its ends
APART = 7.0  # inches between bridges
SHORTEST, LONGEST = 3.7, 9.4  # inches of water under one
EVERY = 12.0  # inches of a canal for each bridge


class Crossing(msgspec.Struct, frozen=True):
    """A place for a bridge: its middle, the way over, and the two quarters it joins."""

    canal: str
    at: Point
    way: Point  # unit vector
    span: float  # inches of water
    joins: tuple[int, int]
    width: float = 2.6
    is_image: bool = False  # the half turn of the one before it

    @property
    def length(self) -> float:
        return round(self.span + 2 * ABUTMENT, 1)

    def foot(self, end: int) -> Point:
        """Where its end (0 or 1) meets the street."""
        s = (self.length / 2) * (1 if end else -1)
        return (self.at[0] + self.way[0] * s, self.at[1] + self.way[1] * s)

    def inland(self, end: int) -> Point:
        """The way on from an end."""
        return self.way if end else (-self.way[0], -self.way[1])

    @property
    def clear(self) -> BaseGeometry:
        """What nothing else may stand on: the bridge, and the ground before its ends."""
        a, b = ((self.at[0] + self.way[0] * s, self.at[1] + self.way[1] * s) for s in (-self._reach, self._reach))
        return LineString([a, b]).buffer(self.width / 2 + 0.25, cap_style="flat")

    @property
    def _reach(self) -> float:
        return self.length / 2 + LANDING


def crossings(
    canals: Sequence[Canal],
    water: BaseGeometry,
    land: Sequence[Polygon],
    size: tuple[float, float],
    symmetric: bool,
    chance: SeededChance,
) -> list[Crossing]:
    """Bridges: first as many as join all quarters, then more along each canal, with their images where the board is
    symmetric. Empty where quarters stay apart."""
    found = chance.shuffled([c for canal in canals for c in _candidates(canal, water, land, size)])
    found.sort(key=lambda c: 0 if _central(c.at, size) else 1)
    made: list[Crossing] = []
    group = list(range(len(land)))

    def take(one: Crossing, apart: float) -> bool:
        both = [one, *_images(one, land, canals, size)] if symmetric else [one]
        if not all(_fits(c, made, apart) for c in both) or (len(both) > 1 and not _fits(one, both[1:], apart)):
            return False
        made.extend(both)
        for c in both:
            old, new = (group[j] for j in c.joins)
            group[:] = [new if g == old else g for g in group]
        return True

    for one in found:
        if group[one.joins[0]] != group[one.joins[1]]:
            take(one, 4.0)
    if len(set(group)) > 1:
        return []
    for canal in canals:
        wanted = max(1, round(LineString(canal.line).length / EVERY))
        for one in found:
            if one.canal == canal.id and sum(c.canal == canal.id for c in made) < wanted:
                take(one, APART)
    return made


def _images(
    one: Crossing, land: Sequence[Polygon], canals: Sequence[Canal], size: tuple[float, float]
) -> list[Crossing]:
    """The bridge after a half turn of the board; none where that is itself."""
    there = (round(size[0] - one.at[0], 2), round(size[1] - one.at[1], 2))
    if math.dist(there, one.at) < 0.05:
        return []
    image = msgspec.structs.replace(one, at=there)
    ends = [_land_at(land, image, end) for end in (0, 1)]
    canal = min(canals, key=lambda c: LineString(c.line).distance(Place(there)))
    return [msgspec.structs.replace(image, canal=canal.id, joins=(ends[0] or 0, ends[1] or 0), is_image=True)]


def _central(at: Point, size: tuple[float, float]) -> bool:
    """Not near an edge, where gangs come on."""
    return all(0.18 * s < p < 0.82 * s for p, s in zip(at, size, strict=True))


def _fits(one: Crossing, others: Sequence[Crossing], apart: float) -> bool:
    return all(math.dist(one.at, o.at) > apart and not one.clear.intersects(o.clear) for o in others)


def _candidates(
    canal: Canal, water: BaseGeometry, land: Sequence[Polygon], size: tuple[float, float]
) -> list[Crossing]:
    """Every inch along a canal: where it is straight, and there is ground on both banks."""
    made = []
    board = box(0, 0, *size).buffer(-0.9)
    wet = water.buffer(0.02)
    for a, b in zip(canal.line, canal.line[1:], strict=False):
        length = math.dist(a, b)
        along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        way = (-along[1], along[0])
        if way[0] < -1e-9 or (abs(way[0]) < 1e-9 and way[1] < 0):
            way = (-way[0], -way[1])
        for k in range(2, int(length) - 1):
            middle = (a[0] + along[0] * k, a[1] + along[1] * k)
            one = _crossing(canal, middle, way, water)
            if one is None:
                continue
            ends = [_land_at(land, one, end) for end in (0, 1)]
            if ends[0] is None or ends[1] is None or not board.contains(one.clear):
                continue
            s = one.span / 2 - 0.05
            over = LineString([(one.at[0] - way[0] * s, one.at[1] - way[1] * s),
                               (one.at[0] + way[0] * s, one.at[1] + way[1] * s)])  # fmt: skip
            if wet.contains(over.buffer(1.5, cap_style="flat")):
                made.append(msgspec.structs.replace(one, joins=(ends[0], ends[1])))
    return made


def _crossing(canal: Canal, middle: Point, way: Point, water: BaseGeometry) -> Crossing | None:
    ray = LineString([(middle[0] + way[0] * s, middle[1] + way[1] * s) for s in (-LONGEST, LONGEST)])
    over = [p for p in getattr(ray.intersection(water), "geoms", [ray.intersection(water)]) if p.length > 0]
    mine = next((p for p in over if p.distance(Place(middle)) < 1e-6), None)
    if mine is None or not SHORTEST <= mine.length <= LONGEST:
        return None
    (x0, y0), (x1, y1) = mine.coords[0], mine.coords[-1]
    at = (round((x0 + x1) / 2, 2), round((y0 + y1) / 2, 2))
    return Crossing(canal.id, at, way, mine.length, (0, 0))


def _land_at(land: Sequence[Polygon], one: Crossing, end: int) -> int | None:
    """The quarter that an end stands on with room before it."""
    x, y = one.foot(end)
    dx, dy = one.inland(end)
    front = LineString([(x - dx * (ABUTMENT - 0.1), y - dy * (ABUTMENT - 0.1)), (x + dx * LANDING, y + dy * LANDING)])
    ground = front.buffer(one.width / 2, cap_style="flat")
    return next((n for n, shape in enumerate(land) if shape.contains(ground)), None)
