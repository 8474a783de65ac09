"""What stands about: wells and stalls on squares, lamps and crates along streets, scaffolds at walls, barricades."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import msgspec
from shapely import affinity
from shapely.geometry import Point as Place
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from sim.board.architecture.plans import Roof, ScaffoldingPlan
from sim.board.files.mapfile import PiecePlacement
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.footprints import lies
from sim.builder.generator.fronts import PlotWall, plot_walls, turn_of
from sim.builder.generator.levels import raise_wells
from sim.builder.generator.shapes import Point, pieces_of
from sim.builder.generator.site import BuiltPlot, Site
from sim.builder.generator.styles import Style

__all__ = ["furnish", "lay_scaffolds", "scatter"]

SCATTERED = "In the streets"
UP = "Ways up"
LADDERS = (("ladder-4", 4.0), ("ladder-6", 6.0))
OVER_TOP = 0.2  # inches that an edge may be higher than its ladder: less than a hand reaches over
PARAPET, ARCADE = 0.45, 0.3  # inches by which a flat roof's edge, and a house over an arched walk, are higher
FOOT = 1.3  # inches before a ladder, for who steps on to it
WELLS_APART = 10.0  # inches from the middle of a square to the well of another, where that serves both
SMALL = (
    ("cassa", 1.2), ("botte", 1.0), ("vasi", 0.8), ("casse", 1.0), ("botti", 1.0), ("carretto", 0.7),
    ("barricata-leggera", 0.8), ("barricata-pesante", 0.5), ("lampione", 0.5),
)  # fmt: skip


def furnish(site: Site, campo: Polygon, heading: str, great: bool, chance: SeededChance) -> None:
    """A well in the middle of a square, a statue on a great one, stalls in rows where there is a market."""
    middle = campo.centroid
    first = "statua" if great and chance.happens(0.5) else "pozzo"
    watered = any(middle.distance(well) < WELLS_APART for well in _wells(site))
    if first == "statua" or not watered:
        _near(site, first, (middle.x, middle.y), 2.6, heading, chance, inside=campo)
    if first == "statua" and not watered:
        _near(site, "pozzo", (middle.x, middle.y), 5.0, heading, chance, inside=campo)
    raise_wells(site, heading, chance)
    stalls = chance.whole(3, 5) if site.manner.market and great else chance.whole(0, 2)
    along = _way_of(campo)
    for k in range(stalls):
        row = (k - (stalls - 1) / 2) * 3.3
        side = chance.between(1.6, 2.4)
        at = (middle.x + along[0] * row - along[1] * side, middle.y + along[1] * row + along[0] * side)
        turn = math.degrees(math.atan2(along[1], along[0])) + (180 if chance.happens(0.5) else 0)
        _near(site, "stall", at, 1.6, heading, chance, inside=campo, turn=turn)
    for _ in range(max(1, round(campo.area / 24))):
        ring = campo.exterior.interpolate(chance.between(0, 1), normalized=True)
        _near(site, "lampione", (ring.x, ring.y), 1.5, heading, chance)
    for _ in range(max(1, round(campo.area / 20))):
        x0, y0, x1, y1 = campo.bounds
        at = (chance.between(x0, x1), chance.between(y0, y1))
        piece = chance.weighted((("casse", 1.0), ("botti", 1.0), ("barricata-leggera", 1.0), ("carretto", 0.6),
                                 ("barricata-pesante", 0.4), ("cassa", 0.6)))  # fmt: skip
        _near(site, piece, at, 1.6, heading, chance, inside=campo)


def _wells(site: Site) -> list[Place]:
    return [Place(p.at) for pieces in site.headings.values() for p in pieces if p.piece == "pozzo"]


def _way_of(shape: Polygon) -> Point:
    ring = list(shape.exterior.coords)
    a, b = max(itertools.pairwise(ring), key=lambda pair: round(math.dist(*pair), 3))
    length = math.dist(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def scatter(site: Site, full: Sequence[BaseGeometry], chance: SeededChance) -> None:
    """Small things all over the open ground; each leaves a way by, and none is where gangs need the room (`full`)."""
    ground = site.open_ground()
    wanted = round(ground.area / site.manner.clutter)
    parts = [p for p in pieces_of(ground.buffer(-0.5)) if p.area > 0.2]
    if not parts:
        return
    weights = [(p, p.area) for p in parts]
    for _ in range(wanted * 8):
        if wanted <= 0:
            return
        part = chance.weighted(weights)
        x0, y0, x1, y1 = part.bounds
        at = (chance.between(x0, x1), chance.between(y0, y1))
        if chance.happens(0.6):  # rather along the walls
            on = part.exterior.interpolate(chance.between(0, 1), normalized=True)
            at = (on.x, on.y)
        if any(zone.distance(Place(at)) < 0.8 for zone in full):
            continue
        wanted -= _near(site, chance.weighted(SMALL), at, 0.4, SCATTERED, chance, tries=2)


def lay_scaffolds(site: Site, full: Sequence[BaseGeometry], chance: SeededChance) -> None:
    """Scaffolds and ladders against walls, as ways up; more of them in ruins."""
    wanted = max(1, round(site.land.area / (260.0 if site.style is not Style.RUINS else 170.0)))
    ladders = wanted + 1
    plots = [h.plot for h in site.houses]
    for house in chance.shuffled(site.houses):
        if house.block < 0 or (wanted == 0 and ladders == 0):
            continue
        for wall in plot_walls(house.plot, plots, site.water, site.board):
            if any(zone.distance(Place(wall.middle)) < 1.5 for zone in full):
                continue
            if wall.before != "street" or house.before is not None or wall.length < 2.0:
                continue
            if wanted and wall.room > 3.6 and wall.length >= 4.2:
                stands = _against(site, wall, ScaffoldingPlan(decks=2 if house.eaves < 6 else 3), 1.08, chance)
                wanted -= stands
            elif ladders and wall.room > 1.9 and (ladder := _ladder_for(house)):
                stands = _against(site, wall, ladder, 0.07, chance, FOOT)
                ladders -= stands
            else:
                continue
            if stands:  # one way up is enough for a house
                break


def _ladder_for(house: BuiltPlot) -> str | None:
    """The ladder that reaches the edge of a roof, parapet and all; none where it is too high for all of them, and up a
    ruin, whose roof may be gone just behind the wall."""
    plan = house.placed.piece
    if getattr(plan, "ruin", 0.0) > 0.0:
        return None
    high = house.eaves + (PARAPET if getattr(plan, "roof", "") is Roof.FLAT else 0.0)
    high += ARCADE if getattr(plan, "arcade", False) else 0.0
    fit = [name for name, long in LADDERS if long - 1.0 < high <= long + OVER_TOP]
    return fit[0] if fit else None


def _against(
    site: Site,
    wall: PlotWall,
    piece: str | ScaffoldingPlan,
    off: float,
    chance: SeededChance,
    foot: float = 0.0,
) -> bool:
    """Put a piece against a wall, with so many inches before it that stay free; False where there is no room."""
    (ox, oy), (mx, my) = wall.out, wall.middle
    shift = chance.between(-0.2, 0.2) * max(0.0, wall.length - 4.4)
    x = mx + ox * off + (wall.b[0] - wall.a[0]) / wall.length * shift
    y = my + oy * off + (wall.b[1] - wall.a[1]) / wall.length * shift
    turn = turn_of(wall)
    placed = PiecePlacement(piece=piece, at=(round(x, 2), round(y, 2)), turn=float(turn))
    shape = lies(placed)
    before = affinity.translate(shape, ox * foot, oy * foot).union(shape).convex_hull
    if not site.land.contains(before) or not site.free(before, 0.0) or not site.leaves_ways(shape):
        return False
    name = "ponteggio" if isinstance(piece, ScaffoldingPlan) else "scala"
    site.put(UP, msgspec.structs.replace(placed, id=site.words.id(name, "way")), before.buffer(0.15))
    return True


def _near(
    site: Site,
    piece: str,
    at: Point,
    away: float,
    heading: str,
    chance: SeededChance,
    inside: BaseGeometry | None = None,
    turn: float | None = None,
    tries: int = 10,
) -> bool:
    """A piece near a place, where it stands free and leaves the ways open. False where there is no room."""
    for k in range(tries):
        reach = away * k / tries
        angle = chance.between(0, 2 * math.pi)
        x, y = at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)
        own = round(turn if turn is not None else chance.whole(0, 35) * 10) % 360
        placed = PiecePlacement(piece=piece, at=(round(x, 1), round(y, 1)), turn=float(own))
        shape = lies(placed)
        if inside is not None and not inside.buffer(0.3).contains(shape):
            continue
        if site.land.contains(shape) and site.free(shape, 0.12) and site.leaves_ways(shape.buffer(0.02)):
            site.put(heading, msgspec.structs.replace(placed, id=site.words.id(piece)), shape)
            return True
    return False
