"""What joins blocks over and between their houses: covered ways, gates and garden walls, courts."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from shapely import affinity
from shapely.geometry import Point as Place
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from sim.board.architecture.plans import HousePlan, Roof, Stuff, WallPlan
from sim.board.architecture.plots import outline_fault
from sim.board.files.mapfile import PiecePlacement
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.footprints import lies
from sim.builder.generator.fronts import PlotWall, plot_walls, turn_of
from sim.builder.generator.shapes import rounded_ring
from sim.builder.generator.site import BuiltPlot, Site
from sim.builder.generator.styles import Style

__all__ = ["lay_covered_ways", "lay_garden"]

ENDS = 0.5  # inches from the end of a garden wall to the house that it ends at
CLEARANCE = 2.2  # inches under a covered way
EVERY = 260.0  # square inches of land for each
COVERED = "Sotoporteghi: houses over the alleys"


def lay_covered_ways(site: Site, chance: SeededChance) -> None:
    """Houses over alleys, from wall to wall, with a way below."""
    wanted = max(1, round(site.land.area / EVERY))
    plots = [h.plot for h in site.houses if h.block >= 0]
    walls = [
        (house, wall)
        for house in site.houses
        if house.block >= 0 and house.eaves > 5.0 and not _ruined(house)
        for wall in plot_walls(house.plot, plots, site.water, site.board)
        if wall.before == "street" and 1.3 < wall.room < 2.7 and wall.length > 2.6
    ]
    for house, wall in chance.shuffled(walls):
        if wanted == 0:
            return
        wanted -= _over(site, house, wall, chance)


def _ruined(house: BuiltPlot) -> bool:
    plan = house.placed.piece
    return not isinstance(plan, str) and bool(getattr(plan, "ruin", 0.0))


def _over(site: Site, house: BuiltPlot, wall: PlotWall, chance: SeededChance) -> bool:
    """A house over the alley before a wall. False where none fits."""
    wide = min(wall.length - 0.3, chance.between(2.4, 3.4))
    aside = (wall.length - wide) / 2
    ahead = wall.ahead(wall.room + 1.2, aside)
    opposite = [h for h in site.houses if h.block >= 0 and h.plot is not house.plot and h.plot.intersects(ahead)]
    if len(opposite) != 1 or opposite[0].eaves < 5.0 or _ruined(opposite[0]):
        return False
    span: BaseGeometry = ahead.difference(opposite[0].plot).difference(house.plot.buffer(1e-6))
    span = span.buffer(0.012, join_style="mitre")
    if not isinstance(span, Polygon) or not site.land.contains(span) or span.area < 3.4:
        return False
    if any(h.before is not None and h.before.intersects(span) for h in site.houses):
        return False
    touching = span.buffer(0.05).intersection(opposite[0].plot.boundary).length
    if touching < 0.8 * wide or not site.free(span.buffer(-0.2), -0.01):
        return False
    turn = (turn_of(wall) + 90) % 360
    x, y = round(span.centroid.x, 1), round(span.centroid.y, 1)
    ring = rounded_ring(affinity.rotate(affinity.translate(span, -x, -y), -turn, origin=(0, 0)).simplify(0.02))
    if outline_fault(ring):
        return False
    lower = min(house.eaves, opposite[0].eaves)
    plan = HousePlan(
        outline=ring,
        floors=2 if lower >= 5.5 and chance.happens(0.7) else 1,
        roof=chance.weighted(((Roof.GABLE, 0.6), (Roof.FLAT, 0.4))),
        pitch=0.35,
        chimneys=0,
        doors=(),
        blind=(),
        colour=getattr(house.placed.piece, "colour", "#dfa85a"),
        seed=chance.whole(1, 9999),
    )
    placed = PiecePlacement(
        piece=plan, at=(x, y), id=site.words.id("sotoportego", "way"), z=CLEARANCE, turn=float(turn)
    )
    site.put(COVERED, placed, span.buffer(-0.3))
    return True


def lay_garden(site: Site, plot: Polygon, plots: Sequence[BaseGeometry], heading: str, chance: SeededChance) -> None:
    """A plot left open: a court, or a garden behind a wall with a gate."""
    if site.style is not Style.RUINS and chance.happens(0.45):
        return
    for wall in plot_walls(plot, [p for p in plots if p is not plot], site.water, site.board):
        if wall.before != "street" or wall.length < 1.6 or not _closed_off(wall, plots, plot):
            continue
        (ox, oy) = wall.out
        x, y = wall.middle[0] - ox * 0.3, wall.middle[1] - oy * 0.3
        length = math.floor((wall.length - 0.25) * 2) / 2
        gate = length >= 2.5
        plan = WallPlan(
            length=max(1.0, length),
            height=2.4 if gate else 1.8,
            gate=gate,
            stuff=chance.weighted(((Stuff.BRICK, 0.8), (Stuff.STONE, 0.2))),
            ivy=round(chance.between(0.3, 1.0), 1),
            ruin=0.25 if site.style is Style.RUINS else 0.0,
            seed=chance.whole(1, 9999),
        )
        placed = PiecePlacement(piece=plan, at=(round(x, 2), round(y, 2)), turn=float(turn_of(wall)))
        shape = lies(placed)
        if site.land.contains(shape) and site.free(shape, 0.02) and not _hits(shape, plots, plot):
            way = wall.ahead(1.0, max(0.1, wall.length / 2 - 0.7))
            inner = affinity.translate(way, -ox * 1.3, -oy * 1.3)
            site.put(heading, msgspec.structs.replace(placed, id=site.words.id("muro", "way")), shape)
            if gate:
                site.take(way.union(inner))
            break  # one side stays open where there are two
    _green(site, plot, heading, chance)


def _closed_off(wall: PlotWall, plots: Sequence[BaseGeometry], own: Polygon) -> bool:
    """Does a house stand at each end of a garden wall? One that ends in the open shuts nothing off."""
    ends = (Place(wall.a).buffer(ENDS), Place(wall.b).buffer(ENDS))
    return all(any(p is not own and p.intersects(end) for p in plots) for end in ends)


def _hits(shape: BaseGeometry, plots: Sequence[BaseGeometry], own: BaseGeometry) -> bool:
    return any(p is not own and p.intersection(shape).area > 0.02 for p in plots)


def _green(site: Site, plot: Polygon, heading: str, chance: SeededChance) -> None:
    """A tree or a heap of crates in an open plot."""
    inside = plot.buffer(-0.9)
    if inside.is_empty:
        return
    x0, y0, x1, y1 = inside.bounds
    piece = chance.weighted((("cipresso", 1.0), ("casse", 0.5), ("vasi", 0.6), ("botti", 0.4)))
    for _ in range(12):
        placed = PiecePlacement(
            piece=piece,
            at=(round(chance.between(x0, x1), 1), round(chance.between(y0, y1), 1)),
            turn=float(chance.whole(0, 35) * 10),
        )
        shape = lies(placed)
        if plot.contains(shape) and site.free(shape, 0.1) and site.leaves_ways(shape):
            site.put(heading, msgspec.structs.replace(placed, id=site.words.id(piece)), shape)
            return
