"""The canals of a made board: bent lines from edge to edge and into one another, as wide as the water wanted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import msgspec
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.board.files.canals import whole_shape
from sim.board.files.mapfile import Canal
from sim.board.model.plans import common, union
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.styles import STYLES, Style

__all__ = ["Point", "water_of_canals", "waterways"]

Point = tuple[float, float]

NARROWEST, WIDEST = 4.2, 7.4  # inches
LONG = 1.6  # sides of a board that is a street


class Course(msgspec.Struct, frozen=True):
    """A canal before its width is settled, in a frame whose first axis the main canal runs along."""

    points: tuple[Point, ...]
    share: float = 1.0  # of the main canal's width


def waterways(style: Style, size: tuple[float, float], chance: SeededChance, symmetric: bool) -> tuple[Canal, ...]:
    """The canals of a board. Where it is symmetric, a half turn changes none of them, and the first divides it."""
    wide, deep = size
    along_x = chance.happens(0.5) if max(size) / min(size) < LONG else (wide > deep) == chance.happens(0.35)
    u, v = (wide, deep) if along_x else (deep, wide)
    flips = (chance.happens(0.5), chance.happens(0.5))
    courses = _symmetric(style, u, v, chance) if symmetric else _courses(style, u, v, chance)

    def placed(point: Point) -> Point:
        a = u - point[0] if flips[0] else point[0]
        b = v - point[1] if flips[1] else point[1]
        x, y = (a, b) if along_x else (b, a)
        return (round(x, 1), round(y, 1))

    lines = [tuple(placed(p) for p in course.points) for course in courses]
    if symmetric:
        lines = _exactly(lines, size)
    scale = _width(lines, [c.share for c in courses], size, STYLES[style].water)
    return tuple(
        Canal(f"canal-{n}", line=line, width=round(max(NARROWEST, scale * course.share), 1))
        for n, (line, course) in enumerate(zip(lines, courses, strict=True), 1)
    )


def water_of_canals(canals: Sequence[Canal], size: tuple[float, float]) -> BaseGeometry:
    """All water, within the board."""
    return common(union([whole_shape(c, size) for c in canals]), box(0, 0, *size)) if canals else Polygon()


def _width(
    lines: Sequence[Sequence[Point]], shares: Sequence[float], size: tuple[float, float], wanted: float
) -> float:
    """The width of the main canal that makes the wanted share of the board water."""
    low, high = NARROWEST, WIDEST
    for _ in range(9):
        middle = (low + high) / 2
        canals = [
            Canal("c", line=tuple(line), width=max(NARROWEST, middle * share))
            for line, share in zip(lines, shares, strict=True)
        ]
        if water_of_canals(canals, size).area < wanted * size[0] * size[1]:
            low = middle
        else:
            high = middle
    return low


def _course(chance: SeededChance, start: Point, end: Point, sway: float = 0.09) -> tuple[Point, ...]:
    """A bent line between two points: as canals are, straight for a while, and then a little another way."""
    length = math.dist(start, end)
    count = max(1, round(length / chance.between(8.0, 11.0)) - (1 if length < 30 else 0))
    across = (-(end[1] - start[1]) / length, (end[0] - start[0]) / length)
    points = [start]
    side = 1.0 if chance.happens(0.5) else -1.0
    for k in range(1, count + 1):
        t = (k + chance.between(-0.18, 0.18)) / (count + 1)
        off = side * chance.between(0.25, 1.0) * sway * min(length, 26.0)
        side = -side if chance.happens(0.6) else side
        x, y = (a + (b - a) * t for a, b in zip(start, end, strict=True))
        points.append((x + across[0] * off, y + across[1] * off))
    return (*points, end)


def _at(points: Sequence[Point], u: float) -> Point:
    """The place on a line that runs along the first axis."""
    for a, b in itertools.pairwise(points):
        if a[0] <= u <= b[0]:
            t = (u - a[0]) / max(b[0] - a[0], 1e-9)
            return (u, a[1] + (b[1] - a[1]) * t)
    return points[-1]


def _main(chance: SeededChance, u: float, v: float, low: float, high: float) -> tuple[Point, ...]:
    return _course(chance, (0.0, v * chance.between(low, high)), (u, v * chance.between(low, high)))


def _side(
    chance: SeededChance,
    main: Sequence[Point],
    u: float,
    v: float,
    place: tuple[float, float],
    up: bool,
    share: float = 0.86,
) -> Course:
    """A canal from the main one to the edge on one of its sides."""
    start = _at(main, u * chance.between(*place))
    end = (min(u * 0.84, max(u * 0.16, start[0] + u * chance.between(-0.14, 0.14))), v if up else 0.0)
    return Course(_course(chance, start, end), share)


def _courses(style: Style, u: float, v: float, chance: SeededChance) -> list[Course]:
    large = u * v > 1000
    if style is Style.ISLANDS:
        return _islands(u, v, chance)
    low, high = (0.24, 0.34) if style is Style.PIAZZA and v > 30 else (0.42, 0.58)
    main = _main(chance, u, v, low, high)
    made = [Course(main)]
    first = (0.22, 0.38) if chance.happens(0.5) else (0.62, 0.78)
    other = (0.62, 0.8) if first[0] < 0.5 else (0.2, 0.38)
    made.append(_side(chance, main, u, v, first, up=True))
    if style is Style.PIAZZA:
        return made
    if style is Style.CANALS or large:
        made.append(_side(chance, main, u, v, other, up=False))
    if u > LONG * v:  # lengthwise: one more on a long board
        made.append(_side(chance, main, u, v, (0.45, 0.55), up=chance.happens(0.5), share=0.8))
    if v > LONG * u:
        second = [(x, min(v * 0.86, y + v * 0.3)) for x, y in _main(chance, u, v, 0.44, 0.54)]
        made = [Course(tuple((x, y - v * 0.17) for x, y in main)), Course(tuple(second), 0.9)]
        made.append(_rung(chance, made[0].points, made[1].points, u))
    elif style is Style.CANALS and large:
        made.append(_link(chance, made[1].points, u, first[0] < 0.5))
    return made


def _rung(chance: SeededChance, low: Sequence[Point], high: Sequence[Point], u: float) -> Course:
    """A canal between two that cross the board."""
    return Course(
        _course(chance, _at(low, u * chance.between(0.3, 0.7)), _at(high, u * chance.between(0.3, 0.7))), 0.86
    )


def _link(chance: SeededChance, side: Sequence[Point], u: float, west: bool) -> Course:
    """From the middle of a side canal to the edge that is further from it."""
    a, b = side[len(side) // 2 - 1], side[len(side) // 2]
    start = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    end = (u if west else 0.0, start[1] + chance.between(-2.0, 2.5))
    return Course(_course(chance, start, end), 0.8)


def _islands(u: float, v: float, chance: SeededChance) -> list[Course]:
    main = _main(chance, u, v, 0.42, 0.58)
    made = [Course(main)]
    if u * v > 1000:
        ways = [((0.24, 0.36), True), ((0.62, 0.76), True), ((0.4, 0.6), False)]
        if u > LONG * v or u * v > 2000:
            ways = [((0.2, 0.3), True), ((0.68, 0.8), True), ((0.36, 0.44), False), ((0.58, 0.66), False)][:4]
        made += [_side(chance, main, u, v, place, up, chance.between(0.78, 1.0)) for place, up in ways]
    else:
        made.append(_side(chance, main, u, v, (0.34, 0.48), up=True))
        made.append(_side(chance, main, u, v, (0.52, 0.66), up=False, share=0.8))
    return made


def _symmetric(style: Style, u: float, v: float, chance: SeededChance) -> list[Course]:
    """The main canal and those of one side, followed by their images."""
    half = _course(chance, (0.0, v * chance.between(0.43, 0.57)), (u / 2, v / 2), 0.07)
    main = (*half[:-1], *((u - x, v - y) for x, y in reversed(half[:-1])))
    ways: list[tuple[float, float]] = [(0.2, 0.36) if chance.happens(0.5) else (0.62, 0.8)]
    if style in (Style.CANALS, Style.ISLANDS) and u * v > 1000:
        ways = [(0.18, 0.3), (0.66, 0.82)]
    if style is Style.DENSE and u * v < 1000 and chance.happens(0.3):
        ways = []
    made = [Course(main)]
    for place in ways:
        side = _side(chance, main, u, v, place, up=True)
        made += [side, Course(tuple((u - x, v - y) for x, y in side.points), side.share)]
    return made


def _exactly(lines: Sequence[tuple[Point, ...]], size: tuple[float, float]) -> list[tuple[Point, ...]]:
    """Images to the last digit, after places were rounded."""

    def image(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((round(size[0] - x, 1), round(size[1] - y, 1)) for x, y in points)

    main = lines[0]
    half = main[: len(main) // 2]
    made = [(*half, *reversed(image(half)))]
    for own in lines[1::2]:
        made += [own, image(own)]
    return made
