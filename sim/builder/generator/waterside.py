"""Along the water: steps, ladders and jetties on the quays, boats moored at posts, piles and wrecks further out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from shapely.geometry import LineString, Polygon

from sim.board.architecture.plans import QuayPlan, StairsPlan
from sim.board.files.mapfile import SURFACE, PiecePlacement
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.footprints import lies
from sim.builder.generator.fronts import PlotWall, plot_walls, turn_of
from sim.builder.generator.shapes import Point
from sim.builder.generator.site import Site
from sim.builder.generator.styles import Style

__all__ = ["keep_berths", "lay_boats", "lay_landings"]

BEHIND = 1.3  # inches of quay behind steps
APART = 4.5  # inches between ways out of the water
MOORED = 0.9  # inches from a quay to a boat that lies at it
UNDER_WAY = 0.3  # share of the gondolas that lie further out
BERTHS, SMALL = 4, 30.0  # one for each gang, on boards that are not small (inches)
OPEN = 2.3  # inches of water that stay open before what juts out
OUT_OF_WATER, ON_WATER = "Ways out of the water", "On the water"


def keep_berths(site: Site, chance: SeededChance) -> None:
    """Open water for gondolas that come to the game, if they fit: SCEN-05 gives each gang one; on smaller boards they
    are bought (EQUIP-08), and boats at the quays want the room."""
    runs = _runs(site)
    left = BERTHS if min(site.size) >= SMALL else 1
    for _ in range(left * 25):
        if left == 0 or not runs:
            return
        a, b, _ = chance.weighted([(run, math.dist(run[0], run[1])) for run in runs])
        along, length = _way(a, b)
        t = chance.between(0.05, 0.95)  # in the middle, so that boats find room at the quays beside it
        at = (a[0] + along[0] * length * t, a[1] + along[1] * length * t)
        turn = math.degrees(math.atan2(along[1], along[0]))
        shape = lies(PiecePlacement(piece="gondola", at=at, turn=turn)).buffer(0.25)
        if site.basin.contains(shape) and site.free(shape, 0.1):
            site.take(shape)
            left -= 1


def _runs(site: Site) -> list[tuple[Point, Point, float]]:
    """The straight parts of the canals, and how wide they are."""
    return [(a, b, c.width) for c in site.canals for a, b in zip(c.line, c.line[1:], strict=False)]


def _way(a: Point, b: Point) -> tuple[Point, float]:
    """The way from a point to another, as a unit vector, and how far it is."""
    length = math.dist(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length), length


def lay_landings(site: Site, chance: SeededChance) -> None:
    """Ways out of the water, on each quarter: where a quay has room behind it."""
    for quarter in site.quarters:
        laid: list[Point] = []
        for wall in chance.shuffled(list(_banks(site, quarter))):
            for along in _places(wall, chance):
                if all(math.dist(along, p) > APART for p in laid) and _landing(site, wall, along, chance):
                    laid.append(along)


def _banks(site: Site, quarter: Polygon) -> Iterator[PlotWall]:
    """The straight quays of a quarter."""
    for wall in plot_walls(quarter, (), site.water, site.board):
        if wall.before == "water" and wall.length > 2.0:
            yield wall


def _places(wall: PlotWall, chance: SeededChance) -> list[Point]:
    count = max(1, int(wall.length / 1.5))
    shift = chance.between(-0.3, 0.3)
    return chance.shuffled([_on(wall, (k + 0.5) / count + shift / count) for k in range(count)])


def _on(wall: PlotWall, share: float) -> Point:
    return (wall.a[0] + (wall.b[0] - wall.a[0]) * share, wall.a[1] + (wall.b[1] - wall.a[1]) * share)


def _landing(site: Site, wall: PlotWall, at: Point, chance: SeededChance) -> bool:
    """Steps, a ladder or a jetty at a place of a quay, if one fits."""
    kind = chance.weighted((("steps", 1.0), ("ladder", 0.7), ("jetty", 0.5), ("quay", 0.45)))
    piece: Any = {
        "steps": StairsPlan(water=True, width=round(chance.between(1.8, 2.6), 1)),
        "ladder": "quay-ladder",
        "jetty": "jetty",
        "quay": QuayPlan(width=chance.whole(6, 10) / 2, depth=2.0, bollards=chance.whole(1, 3),
                         steps=2.0 if chance.happens(0.4) else 0.0),
    }[kind]  # fmt: skip
    placed = PiecePlacement(piece=piece, at=(round(at[0], 2), round(at[1], 2)), turn=float(turn_of(wall)))
    shape = lies(placed)
    wide = {"steps": 1.3, "ladder": 0.5, "jetty": 2.2, "quay": 2.0}[kind]
    (ux, uy), (ox, oy) = ((wall.b[0] - wall.a[0]) / wall.length, (wall.b[1] - wall.a[1]) / wall.length), wall.out
    ends = [(at[0] + ux * s * wide, at[1] + uy * s * wide) for s in (-1, 1)]
    if not LineString([wall.a, wall.b]).buffer(0.02).contains(LineString(ends)):
        return False
    behind = Polygon([ends[0], ends[1], *((x - ox * BEHIND, y - oy * BEHIND) for x, y in reversed(ends))])
    reach = {"steps": 1.5, "ladder": 0.3, "jetty": 2.3, "quay": 3.6 if getattr(piece, "steps", 0) else 2.1}[kind]
    over = Polygon([ends[0], ends[1], *((x + ox * (reach + OPEN), y + oy * (reach + OPEN)) for x, y in reversed(ends))])
    if not site.water.buffer(0.03).contains(over) or not site.land.buffer(0.03).contains(behind):
        return False
    if not site.free(behind.buffer(-0.15), 0.0) or not site.free(shape, 0.3) or not site.board.contains(shape):
        return False
    words = {"steps": "gradini", "ladder": "scaletta", "jetty": "pontile", "quay": "riva"}[kind]
    site.put(OUT_OF_WATER, msgspec.structs.replace(placed, id=site.words.id(words, "way")), shape.buffer(0.1))
    site.take(behind)
    return True


def lay_boats(site: Site, chance: SeededChance) -> None:
    """Boats along the banks of the canals, with posts to tie them to; wrecks and piles."""
    wanted = max(2, round(site.basin.area / site.manner.boats))
    gondolas = 0
    runs = _runs(site)
    for _ in range(wanted * 24):
        if wanted == 0 or not runs:
            break
        a, b, width = chance.weighted([(run, math.dist(run[0], run[1])) for run in runs])
        along, length = _way(a, b)
        kinds: Sequence[tuple[str, float]] = (("gondola", 1.0 if gondolas < 3 else 0.35), ("sandolo", 1.2))
        if site.style is Style.RUINS:
            kinds = (("relitto", 1.4), ("sandolo", 0.8), ("gondola", 0.5))
        kind = chance.weighted(kinds)
        half = {"gondola": 1.05, "sandolo": 0.72, "relitto": 0.8}[kind]
        side = 1.0 if chance.happens(0.5) else -1.0
        off = side * max(0.0, width / 2 - half - chance.between(0.18, 0.4))
        if kind == "relitto":
            off *= chance.between(0.0, 1.0)
        t = chance.between(0.05, 0.95)
        at = (a[0] + along[0] * length * t - along[1] * off, a[1] + along[1] * length * t + along[0] * off)
        turn = math.degrees(math.atan2(along[1], along[0])) + chance.between(-3, 3)
        turn += 180.0 if chance.happens(0.5) else 0.0
        turn += chance.between(-40, 40) if kind == "relitto" else 0.0
        off_shore = math.inf if kind == "relitto" or (kind == "gondola" and chance.happens(UNDER_WAY)) else MOORED
        if _float(site, kind, at, round(turn) % 360, off_shore):
            wanted -= 1
            gondolas += kind == "gondola"
            if kind != "relitto" and chance.happens(0.7):
                _post(site, at, along, side, half, chance)
    _piles(site, chance)


def _float(site: Site, kind: str, at: Point, turn: float, off_shore: float) -> bool:
    """A boat, not further from a quay than so many inches. False where none fits."""
    placed = PiecePlacement(piece=kind, at=(round(at[0], 1), round(at[1], 1)), z=SURFACE, turn=float(turn))
    shape = lies(placed)
    if not site.basin.contains(shape.buffer(0.08)) or site.land.distance(shape) > off_shore:
        return False
    if not site.free(shape, 0.2):
        return False
    site.put(ON_WATER, msgspec.structs.replace(placed, id=site.words.id(kind)), shape)
    return True


def _post(site: Site, at: Point, along: Point, side: float, half: float, chance: SeededChance) -> None:
    """A striped post beside a boat, at its quay or at its bow."""
    for reach in (chance.between(1.4, 2.6), -chance.between(1.4, 2.6)):
        for off in (half + 0.3, -half - 0.3):
            x = at[0] + along[0] * reach - along[1] * off * side
            y = at[1] + along[1] * reach + along[0] * off * side
            placed = PiecePlacement(piece="palo", at=(round(x, 1), round(y, 1)))
            shape = lies(placed)
            if site.basin.contains(shape.buffer(0.02)) and site.free(shape, 0.06):
                site.put(ON_WATER, msgspec.structs.replace(placed, id=site.words.id("palo")), shape)
                return


def _piles(site: Site, chance: SeededChance) -> None:
    """Bound piles where the water is broad."""
    broad = site.basin.buffer(-2.4)
    if broad.is_empty:
        return
    x0, y0, x1, y1 = broad.bounds
    for _ in range(int(3 + broad.area / 8)):
        at = (round(chance.between(x0, x1), 1), round(chance.between(y0, y1), 1))
        placed = PiecePlacement(piece="bricola", at=at, turn=float(chance.whole(0, 11) * 30))
        shape = lies(placed)
        if broad.contains(shape.centroid) and site.free(shape, 1.0):
            site.put(ON_WATER, msgspec.structs.replace(placed, id=site.words.id("bricola")), shape)
