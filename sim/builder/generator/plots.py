"""Blocks cut into plots: rows of them along the streets, back to back where a block is deep enough for two rows."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from shapely.geometry import Polygon

from sim.board.architecture.plots import outline_fault
from sim.board.model.plans import common
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.shapes import Lie, lie_of, pieces_of, rounded_ring, without_short_walls

__all__ = ["plots_of", "sound"]

ONE_ROW = 6.4  # inches: a block as deep as that has one row
NARROW, BROAD = 2.9, 4.9  # inches of a front
LARGEST = 30.0  # square inches of a plot
FAR = 40.0
CLEAR = 0.82  # inches that a party wall keeps from a corner


def plots_of(block: Polygon, chance: SeededChance) -> list[Polygon]:
    """Plots that fill a block, each of which can be built on."""
    lie = lie_of(block)
    plots: list[Polygon] = []
    for row in _rows(block, lie, chance):
        plots += _joined([p for slab in _slabs(row, lie, chance) for p in pieces_of(common(row, slab))])
    return _joined(plots)


def sound(plot: Polygon) -> bool:
    """Can a house be built on it?"""
    ring = rounded_ring(plot)
    return len(ring) >= 3 and not outline_fault(ring) and plot.area > 5.5


def _rows(block: Polygon, lie: Lie, chance: SeededChance) -> list[Polygon]:
    if lie.width <= ONE_ROW:
        return [block]
    middle = lie.width * chance.between(0.44, 0.56)
    tilt = lie.length * math.tan(math.radians(chance.between(-3, 3))) / 2
    halves = [
        Polygon([lie.at(-FAR, middle), lie.at(FAR, middle), lie.at(FAR, side * FAR), lie.at(-FAR, side * FAR)])
        if abs(tilt) < 0.05
        else Polygon(
            [
                lie.at(-FAR, middle - tilt * FAR / max(lie.length, 1)),
                lie.at(FAR, middle + tilt * FAR / max(lie.length, 1)),
                lie.at(FAR, side * FAR),
                lie.at(-FAR, side * FAR),
            ]
        )
        for side in (-1, 1)
    ]
    return [p for half in halves for p in pieces_of(common(block, half))]


def _slabs(row: Polygon, lie: Lie, chance: SeededChance) -> list[Polygon]:
    """Bands across a row between its party walls."""
    own = [_along(lie, p) for p in row.exterior.coords]
    low, high = min(own), max(own)
    cuts = [low - 1.0]
    at = low
    while high - at > BROAD + NARROW * 0.8:
        at += chance.weighted(((chance.between(NARROW, 3.8), 1.0), (chance.between(3.8, BROAD), 1.0),
                               (chance.between(5.2, 6.2), 0.35)))  # fmt: skip
        if high - at < NARROW * 0.8:
            break
        at = _clear_of_corners(row, lie, at)
        cuts.append(at)
    rest = high - cuts[-1]
    if rest > BROAD + 1.4 and len(cuts) > 0:
        cuts.append(_clear_of_corners(row, lie, high - rest * chance.between(0.44, 0.56)))
    cuts.append(high + 1.0)
    leans = [math.tan(math.radians(chance.between(-3.0, 3.0))) for _ in cuts]
    middle = lie.width / 2
    lines = [
        (lie.at(u - (middle + FAR) * s, -FAR), lie.at(u + (FAR - middle) * s, FAR))
        for u, s in zip(cuts, leans, strict=True)
    ]
    return [Polygon([a[0], b[0], b[1], a[1]]) for a, b in itertools.pairwise(lines)]


def _along(lie: Lie, point: Sequence[float]) -> float:
    return (point[0] - lie.corner[0]) * lie.along[0] + (point[1] - lie.corner[1]) * lie.along[1]


def _clear_of_corners(row: Polygon, lie: Lie, at: float) -> float:
    """A place for a party wall that no corner of the row is near."""
    corners = sorted(_along(lie, p) for p in row.exterior.coords[:-1])
    for shift in (0.0, 0.4, -0.4, 0.8, -0.8, 1.2):
        if all(abs(at + shift - c) >= CLEAR for c in corners):
            return at + shift
    return at


def _joined(plots: Sequence[Polygon]) -> list[Polygon]:
    """Plots that nobody can build on are joined to the neighbour with the longest wall in common, or left open."""
    left = list(plots)
    while (bad := next((p for p in left if not sound(p)), None)) is not None:
        left = [p for p in left if p is not bad]
        mended = without_short_walls(bad, 0.8, bad.buffer(0.02), 0.02)
        if mended is not bad and bad.area > 6.5 and sound(mended):
            left.append(mended)
            continue
        near = [(p, _shared(p, bad)) for p in left]
        for other, shared in sorted(near, key=lambda pair: -pair[1]):
            whole = _merged(other, bad) if shared > 0.5 else None
            if whole is not None and whole.area <= LARGEST and sound(whole):
                left = [whole if p is other else p for p in left]
                break
    return left


def _shared(one: Polygon, other: Polygon) -> float:
    """Inches of wall in common."""
    return float(one.boundary.intersection(other.buffer(0.02)).length)


def _merged(one: Polygon, other: Polygon) -> Polygon | None:
    whole = one.buffer(0.005, join_style="mitre").union(other.buffer(0.005, join_style="mitre"))
    whole = whole.buffer(-0.005, join_style="mitre").simplify(0.03)
    return whole if isinstance(whole, Polygon) and not whole.interiors else None
