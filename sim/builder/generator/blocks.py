"""The land between canals, cut into blocks by quays, alleys from the bridges, and alleys where a block is too large."""

from __future__ import annotations

import math
from collections.abc import Sequence

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Place
from shapely.geometry.base import BaseGeometry

from sim.board.model.plans import union, without
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.crossings import Crossing
from sim.builder.generator.shapes import Lie, Point, cut, lie_of, opened, pieces_of, without_short_walls
from sim.builder.generator.styles import Manner

__all__ = ["blocks_of"]

NARROWEST = 2.6  # inches of a block
LEAST = 0.4  # share of a quarter that is built on, if it can be
DEEPEST = 10.2  # inches: two rows of houses, back to back
FAR = 80.0


def blocks_of(
    quarter: Polygon, banks: Sequence[BaseGeometry], feet: Sequence[Crossing], manner: Manner, chance: SeededChance
) -> list[Polygon]:
    """The blocks of one quarter. `banks`: the water of each canal; `feet`: the bridges."""
    blocks: list[Polygon] = []
    for quays in (manner.quay, manner.quay / 2, 0.0):
        kept = _with_quays(quarter, banks, quays, chance)
        kept = without(kept, union([c.clear for c in feet])) if feet else kept
        blocks = [p for p in pieces_of(opened(kept, NARROWEST)) if p.area > 6.0]
        if sum(b.area for b in blocks) > LEAST * quarter.area:
            break
    for crossing in feet:
        for end in (0, 1):
            if quarter.contains(Place(crossing.foot(end))):
                blocks = _with_way_from(blocks, crossing, end, manner, chance)
    made: list[Polygon] = []
    for block in blocks:
        made += _divided(block, manner, chance)
    return [without_short_walls(b, 1.7, quarter) for b in made if b.area > 6.0]


def _with_quays(quarter: Polygon, banks: Sequence[BaseGeometry], share: float, chance: SeededChance) -> BaseGeometry:
    """Less a walk along some of its banks; houses rise from the water along the others."""
    kept: BaseGeometry = quarter
    for water in banks:
        if water.distance(quarter) < 0.01 and chance.happens(share):
            kept = without(kept, water.buffer(chance.between(1.8, 2.4), join_style="mitre"))
    return kept


def _with_way_from(
    blocks: list[Polygon], crossing: Crossing, end: int, manner: Manner, chance: SeededChance
) -> list[Polygon]:
    """With an alley that goes on where a bridge ends, until it comes out somewhere."""
    x, y = crossing.foot(end)
    dx, dy = crossing.inland(end)
    front = LineString([(x, y), (x + dx * 3.2, y + dy * 3.2)])
    hit = next((b for b in blocks if b.intersects(front.buffer(0.4, cap_style="flat"))), None)
    if hit is None:
        return blocks
    bend = math.radians(chance.between(-14, 14))
    turned = (dx * math.cos(bend) - dy * math.sin(bend), dx * math.sin(bend) + dy * math.cos(bend))
    first = (x + dx * chance.between(3.0, 5.0), y + dy * chance.between(3.0, 5.0))
    line = [(x - dx, y - dy), first, (first[0] + turned[0] * FAR, first[1] + turned[1] * FAR)]
    parts = _sound(cut(hit, line, chance.between(*manner.calle)))
    return [b for b in blocks if b is not hit] + parts


def _sound(parts: Sequence[Polygon]) -> list[Polygon]:
    """Blocks without corners that no house fits in."""
    return [p for part in parts for p in pieces_of(opened(part, 2.2)) if p.area > 5.0]


def _divided(block: Polygon, manner: Manner, chance: SeededChance, depth: int = 0) -> list[Polygon]:
    """A block, cut by alleys until it can be built on."""
    lie = lie_of(block)
    full = block.area / (lie.length * lie.width)
    small = block.area <= manner.block and lie.width <= DEEPEST and full > 0.62
    if depth > 7 or small or block.area < 16.0 or lie.length < 6.0:
        return [block]
    best: tuple[float, list[Polygon]] | None = None
    for _ in range(10):
        parts = _sound(cut(block, _alley(lie, chance, lie.width > DEEPEST), chance.between(*manner.calle)))
        if len(parts) < 2:
            continue
        worth = min(p.area for p in parts) / block.area + 0.6 * min(_fullness(p) for p in parts)
        if best is None or worth > best[0]:
            best = (worth, parts)
    if best is None or min(p.area for p in best[1]) < 9.0:
        return [block]
    return [made for part in best[1] for made in _divided(part, manner, chance, depth + 1)]


def _fullness(block: Polygon) -> float:
    lie = lie_of(block)
    return float(block.area / (lie.length * lie.width))


def _alley(lie: Lie, chance: SeededChance, deep: bool) -> list[Point]:
    """A line across a block, bent a little in its middle; sometimes along one that is too deep."""
    if deep and lie.width > 0.72 * lie.length and chance.happens(0.5):
        lie = Lie(lie.at(lie.length, 0.0), lie.across, lie.width, lie.length)
    u = lie.length * chance.between(0.36, 0.64)
    lean = lie.width * math.tan(math.radians(chance.between(-9, 9)))
    bend = chance.between(-0.9, 0.9)
    v = lie.width * chance.between(0.4, 0.6)
    return [lie.at(u - lean, -6.0), lie.at(u + bend, v), lie.at(u + lean, lie.width + 6.0)]
