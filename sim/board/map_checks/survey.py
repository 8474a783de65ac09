"""What a board has: shares of water, ground and buildings, footprints, places to stand and how they connect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board, Part
from sim.board.files.canals import street_places
from sim.board.model.plans import common, has_room, union, union_of_triangles, without
from sim.board.model.tableau import MM
from sim.board.model.terrain import Kind

__all__ = [
    "CLIMB",
    "bounds",
    "buildings",
    "clear_ground",
    "footprint",
    "levels_under",
    "meeting",
    "places",
    "plans_of_pieces",
    "reachable",
    "room",
    "seen_from_above",
    "shares",
    "streets_of",
    "take_over_footprints",
    "water_of",
]

Floats = NDArray[np.float64]

BASE = 15 * MM  # radius of a 30 mm base
TALL = 1.5  # what rises over the street by more is a building, not furniture
CLIMB = 8.0  # the most that is climbed without a landing
LEAP = 5.0  # the widest gap that a good jump crosses
RISE = 3.0  # JUMP-01


class StandingArea(msgspec.Struct, frozen=True, eq=False):
    """Somewhere that a 30 mm base can stand above the street: a roof, a balcony, a deck."""

    part: str
    low: float
    high: float
    shape: BaseGeometry  # seen from above


class Shares(msgspec.Struct, frozen=True):
    """Parts of the board's area, 0 to 1. `buildings` stand on ground and are not counted in it."""

    water: float
    ground: float
    buildings: float


def footprint(triangles: Floats) -> BaseGeometry:
    """A solid seen from above."""
    flat = triangles[..., :2]
    e1, e2 = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    seen = np.abs(e1[:, 0] * e2[:, 1] - e1[:, 1] * e2[:, 0]) > 1e-6
    return union_of_triangles(flat[seen]).buffer(0)


def seen_from_above(board: Board, part: Part) -> BaseGeometry:
    """The footprint of one of the board's fixed parts, worked out once."""
    known = _footprints(board)
    if part.name not in known:
        known[part.name] = footprint(part.triangles)
    return known[part.name]


def plans_of_pieces(board: Board) -> dict[str, BaseGeometry]:
    """Of each piece all that is built and does not float, seen from above."""
    found: dict[str, list[BaseGeometry]] = {}
    for part in board.parts:
        if part.is_built:
            found.setdefault(part.piece, []).append(seen_from_above(board, part))
    return {piece: union(own) for piece, own in found.items()}


def _footprints(board: Board) -> dict[str, BaseGeometry]:
    none: dict[str, BaseGeometry] = {}
    return board.derived("footprints", lambda: none)


def take_over_footprints(board: Board, before: Board) -> None:
    """Those of parts that stand as they did on an earlier board, where on them one can stand, and boxes round them."""
    old = {part.name: part for part in before.parts}
    same = [part.name for part in board.parts if part.name in old and _alike(part, old[part.name])]
    for known, own in ((_footprints(before), _footprints(board)), (_tops(before), _tops(board))):
        own.update((name, known[name]) for name in same if name in known)
    boxes = _boxes(before)
    _boxes(board).update((id(p.triangles), boxes[id(p.triangles)]) for p in board.parts if id(p.triangles) in boxes)


def _alike(part: Part, old: Part) -> bool:
    return part.triangles is old.triangles or np.array_equal(part.triangles, old.triangles)


def _tops(board: Board) -> dict[str, list[StandingArea]]:
    """Of parts the areas on which a base can stand, worked out once."""
    none: dict[str, list[StandingArea]] = {}
    return board.derived("tops", lambda: none)


def bounds(board: Board) -> Floats:
    """The lowest and the highest corner of each of the board's fixed parts, (n, 2, 3)."""

    def measured() -> Floats:
        known = _boxes(board)
        for part in board.parts:
            if id(part.triangles) not in known:
                corners = part.triangles.reshape(-1, 3)
                known[id(part.triangles)] = part.triangles, np.array([corners.min(axis=0), corners.max(axis=0)])
        return np.array([known[id(part.triangles)][1] for part in board.parts]).reshape(-1, 2, 3)

    return board.derived("bounds", measured)


def _boxes(board: Board) -> dict[int, tuple[Floats, Floats]]:
    """Boxes round the triangles of parts, worked out once: by their id, which they hold."""
    none: dict[int, tuple[Floats, Floats]] = {}
    return board.derived("boxes round parts", lambda: none)


def meeting(boxes: Floats, deep: tuple[float, float, float]) -> Iterator[tuple[int, int]]:
    """The pairs of boxes (n, 2, 3) that reach into one another by `deep` on each axis, the first of each first."""
    plans = shapely.box(*boxes[:, :, :2].reshape(-1, 4).T)
    tree = shapely.STRtree(plans)
    for first, (low, high) in enumerate(boxes):
        others = np.sort(tree.query(plans[first]))
        others = others[others > first]
        deeper = np.minimum(high, boxes[others, 1]) - np.maximum(low, boxes[others, 0])
        for second in others[(deeper >= deep).all(axis=1)].tolist():
            yield first, second


def levels_under(board: Board) -> Floats:
    """The level of the street at the middle of each of the board's fixed parts."""

    def measured() -> Floats:
        middles = shapely.points(bounds(board)[:, :, :2].mean(axis=1))
        found = np.zeros(len(middles))
        for street, place in street_places(board.map) if board.map is not None else ():
            found[shapely.contains(place, middles)] = street.level
        return found

    return board.derived("levels under parts", measured)


def buildings(board: Board) -> dict[str, BaseGeometry]:
    """The footprints of the fixed parts that rise over the street and are stood on, if at all, on top."""
    found = {}
    heights = bounds(board)[:, :, 2] - levels_under(board)[:, None]
    for part, (bottom, top) in zip(board.parts, heights, strict=True):
        if part.low or part.meaning.kind is not Kind.SOLID or part.is_street:
            continue
        if part.meaning.obstacle or part.meaning.barricade or part.meaning.access:
            continue
        if top > TALL and -0.2 <= bottom < 1.0:
            shape = seen_from_above(board, part)
            found[part.name] = shape.convex_hull if part.meaning.ruin else shape  # a ruin is built on within its walls
    return found


def water_of(board: Board) -> BaseGeometry:
    sheets = [seen_from_above(board, p) for p in board.parts if p.meaning.kind is Kind.WATER]
    return board.derived("water", lambda: union(sheets) if sheets else Polygon())


def shares(board: Board) -> Shares:
    """How much of the board is water, open ground, and buildings."""
    area = board.size[0] * board.size[1]
    built = union(list(buildings(board).values())) if board.parts else Polygon()
    water = water_of(board)
    wet = float(water.area) / area
    houses = float(without(built, water).area) / area
    return Shares(round(wet, 4), round(1 - wet - houses, 4), round(houses, 4))


def places(board: Board) -> list[StandingArea]:
    """Where a 30 mm base can stand above the street: each part's walkable faces, wide enough for the base."""
    found, known = list[StandingArea](), _tops(board)
    for part in board.parts:
        if part.low or part.is_street or not _walkable(part):
            continue
        if part.name not in known:
            known[part.name] = list(_stood_on(part))
        found += known[part.name]
    return found


def _stood_on(part: Part) -> Iterator[StandingArea]:
    normals = np.cross(part.triangles[:, 1] - part.triangles[:, 0], part.triangles[:, 2] - part.triangles[:, 0])
    level = normals[:, 2] >= np.cos(np.radians(45)) * np.maximum(np.linalg.norm(normals, axis=1), 1e-12)
    tops = part.triangles[level]
    for low, high, shape in _storeys(tops) if len(tops) else ():
        if high > 1.0 and has_room(shape, BASE):
            yield StandingArea(part.name, low, high, shape)


def _walkable(part: Part) -> bool:
    return part.meaning.is_floor and part.meaning.obstacle is None


def _storeys(tops: Floats) -> Iterable[tuple[float, float, BaseGeometry]]:
    """Upward faces that hang together, with their lowest and highest points.

    Faces more than a step apart in height are not one place: a roof is not its windows' sills.
    """
    tops = tops[np.argsort(tops[..., 2].min(axis=1), kind="stable")]
    ceiling = np.maximum.accumulate(tops[..., 2].max(axis=1))
    breaks = np.flatnonzero(tops[1:, :, 2].min(axis=1) > ceiling[:-1] + 0.3) + 1
    for group in np.split(tops, breaks):
        shape = union_of_triangles(group[..., :2]).buffer(0)
        centres = shapely.points(group[..., :2].mean(axis=1))
        for polygon in getattr(shape, "geoms", [shape]):
            own = group[shapely.intersects(polygon, centres)]
            if len(own):
                yield float(own[..., 2].min()), float(own[..., 2].max()), polygon


def reachable(board: Board, found: list[StandingArea]) -> tuple[set[int], dict[int, float]]:
    """Which places can be got to from the street by climbs of at most 8" and jumps, and the least climb to the rest.

    A climb starts from a place (or the street, z = 0) within an inch seen from above; ladders are climbs.
    """
    shapes = np.array([place.shape for place in found], dtype=object)
    low, high = (np.array([getattr(place, end) for place in found]) for end in ("low", "high"))
    street = streets_of(board)
    near = shapely.distance(shapes, street) <= 1.0 if street.area else np.ones(len(found), np.bool_)
    there, here = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=LEAP)
    gap, rise = shapely.distance(shapes[here], shapes[there]), np.maximum(0.0, low[here] - high[there])
    climbed = gap <= 1.0
    ways = ((gap <= LEAP) & (low[here] - high[there] <= RISE)) | (climbed & (rise <= CLIMB))
    got = near & (low <= CLIMB)
    while not (got >= (more := got | _marked(here[ways & got[there]], len(found)))).all():
        got = more
    shortfall = np.where(near, low, np.inf)
    usable = climbed & got[there]
    np.minimum.at(shortfall, here[usable], rise[usable])
    missing = {int(index): float(shortfall[index]) for index in np.flatnonzero(~got)}
    return set(np.flatnonzero(got).tolist()), missing


def _marked(indices: NDArray[np.int64], count: int) -> NDArray[np.bool_]:
    marked = np.zeros(count, np.bool_)
    marked[indices] = True
    return marked


def room(board: Board, edge: str, deep: float = 8.0) -> int:
    """How many 30 mm bases can be set up at ground level within `deep` inches of an edge (north, east, south, west).

    Rows of them are laid from each corner, along the edge and away from it, and the best is told: an edge that is the
    image of another has as much room.
    """
    w, d = board.size
    zone = {
        "north": box(0, d - deep, w, d),
        "south": box(0, 0, w, deep),
        "west": box(0, 0, deep, d),
        "east": box(w - deep, 0, w, d),
    }[edge]
    free = clear_ground(board, zone, BASE)
    shapely.prepare(free)
    (x0, y0, x1, y1), best = zone.bounds, 0
    for wide, tall, turned in ((x1 - x0, y1 - y0, False), (y1 - y0, x1 - x0, True)):
        along, away = _rows(wide, tall)
        for u, v in product((along, wide - along), (away, tall - away)):
            x, y = (v, u) if turned else (u, v)
            best = max(best, int(shapely.contains_xy(free, x0 + x, y0 + y).sum()))
    return best


def _rows(wide: float, tall: float) -> tuple[Floats, Floats]:
    """Where bases stand that lie side by side in rows from the corner of a rectangle: along, and away."""
    step = 2 * BASE + 0.06
    rows = np.arange(0.0, tall, step * 0.87)
    each = [np.arange(step / 2 if number % 2 else 0.0, wide, step) for number in range(len(rows))]
    return np.concatenate(each), np.repeat(rows, [len(row) for row in each])


def clear_ground(board: Board, zone: BaseGeometry, radius: float) -> BaseGeometry:
    """Where the middle of a base may be that stands on the street, wholly in a zone, and off all that stands there."""

    def measured() -> BaseGeometry:
        land = streets_of(board) if board.map else box(0, 0, *board.size)
        return without(common(land, zone), _taken(board)).buffer(-radius)

    return board.derived(f"clear ground {zone.wkb_hex} {radius!r}", measured)


def streets_of(board: Board) -> BaseGeometry:
    streets = [seen_from_above(board, p) for p in board.parts if p.is_street]
    return board.derived("streets", lambda: union(streets))


def _taken(board: Board) -> BaseGeometry:
    """What stands at the height of those who are set up, seen from above."""

    def measured() -> BaseGeometry:
        heights = bounds(board)[:, :, 2] - levels_under(board)[:, None]
        some = (heights[:, 0] < 1.4) & (heights[:, 1] > 0.05)
        standing = [p for p, in_the_way in zip(board.parts, some, strict=True) if in_the_way]
        standing = [p for p in standing if p.is_built]
        return union([seen_from_above(board, p) for p in standing])

    return board.derived("taken", measured)
