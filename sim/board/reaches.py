"""Shortest paths and reaches (MOVE): `PathTo` and `ReachOf`.

Both search a lattice of places, then measure: a path that was found is checked by `PathAlong` and is only given with
the cost and legs that it says.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.charges import by_way, contact_places, is_aimed
from sim.board.lattice import lattice_of
from sim.board.paths import trace
from sim.board.queries import Mover, PathTo, ReachOf
from sim.board.standing import WOBBLE, ground_at, point
from sim.board.tableau import Figure, Point, Tableau
from sim.board.terrains import body_height, discs_of, land_of
from sim.board.verdicts import Level, Path, Reach
from sim.geometry import terrain as bits
from sim.geometry.contours import areas, storeys
from sim.geometry.field import LEVELS, SPACING, Field
from sim.geometry.ground import clearance, footing, scratch
from sim.geometry.portals import FOOT_X, FOOT_Y, OVER, ROLL, TOP_REST, TOP_X, TOP_Y
from sim.geometry.room import ABSENT, has_any, room_at, straight_to
from sim.geometry.search import BERTH, NONE_BEFORE, Found, search
from sim.geometry.spots import ANY, crowd, nearest_spot
from sim.geometry.straight import Rules
from sim.geometry.sweep import RISE, flown

if TYPE_CHECKING:
    from shapely.geometry import Polygon

Floats = NDArray[np.float64]

BEYOND = 3.0  # how much further than its MOVE a path is looked for, to say what it would take
_SAFE = 0.002  # an area is drawn this much short of what the move costs
_HARDLY = 0.05  # inches: paths that are longer by no more are as short
_WALKED = ("run", "swim", "barricade", "enter_water", "leave_water")
_TRIES = 5
_STRAIGHT = 4  # places round an enemy to which a straight way is tried
_SIDES = 6  # places round an enemy that are searched for, the nearest by way first
_SPOT = 0.06  # how far a way keeps from a place where it was refused
_TOPS = 8  # places on top of a wall that are tried for one who hangs on it
_LEAST = 0.01  # square inches: smaller areas are no levels


class Start(NamedTuple):
    """Where a search begins (x, y, ground, rest), and what leads there: the corner, the inches, whether by a roll."""

    corners: tuple[Point, ...]
    at: Floats
    cost: float
    rolls: bool


class Seeker:
    """Searches for one mover."""

    def __init__(self, board: Board, mover: Mover, tableau: Tableau) -> None:
        self.board, self.mover, self.tableau = board, mover, tableau
        self.figure: Figure = tableau.figure(mover.figure)
        self.land = land_of(board, tableau, mover.figure)
        self.scene = self.land.scene
        self.r, self.tall, self.buf = self.figure.radius, body_height(self.figure.base_mm), scratch()
        self.discs, self.others = discs_of(tableau, (mover.figure, *mover.ignore))
        self.barred: list[Point] = []  # places that ways must keep from
        self.lattice = lattice_of(board, self.land, self.figure.base_mm)

    def window(self, reach: float, goal: Floats | None = None) -> NDArray[np.int64]:
        """The part of the field within so many inches, measured; of ways to a goal, all that are no longer."""
        field = self.lattice.field
        x, y, _ = self.figure.at
        if goal is not None and len(goal):  # an ellipse, and the circle round it
            x, y, reach = (x + goal[0]) / 2, (y + goal[1]) / 2, reach / 2
        i0 = max(0, math.floor((x - reach - field.x) / SPACING) - 2)
        j0 = max(0, math.floor((y - reach - field.y) / SPACING) - 2)
        i1 = min(field.columns - 1, math.ceil((x + reach - field.x) / SPACING) + 2)
        j1 = min(field.rows - 1, math.ceil((y + reach - field.y) / SPACING) + 2)
        i1, j1 = max(i0, i1), max(j0, j1)
        self.lattice.measure(i0, i1, j0, j1)
        return np.array([i0, j0, i1 - i0 + 1, j1 - j0 + 1], dtype=np.int64)

    def portals(self, reach: float) -> Floats:
        """The climbs within so many inches."""
        x, y, _ = self.figure.at
        return self.lattice.portals(x, y, reach)

    def start(self) -> Floats | None:
        """Where the search begins: x, y, ground and rest; None in mid-air."""
        x, y, z = map(float, self.figure.at)
        ground, rest, which, _, _ = footing(self.scene, x, y, z + 0.05, self.r, self.tall, self.buf)
        if which < 0 or min(abs(rest - z), abs(ground - z)) > 0.1:
            return None
        return np.array([x, y, ground, rest])

    def starts(self) -> list[Start]:
        """Where ways along the ground begin: where it stands, or, on a wall, at the foot of it and on top."""
        begun = self.start()
        if begun is not None:
            return [Start((), begun, 0.0, rolls=False)]
        x, y, z = map(float, self.figure.at)
        if self.mover.fly or self.mover.ethereal or not self.mover.climb:
            return []
        climbs = self.lattice.portals(x, y, 2 * self.r + OVER)
        near = climbs[np.argsort(np.hypot(climbs[:, FOOT_X] - x, climbs[:, FOOT_Y] - y), kind="stable")]
        tops = [point(*row[[TOP_X, TOP_Y, TOP_REST]]) for row in near if row[TOP_REST] > z]
        _, foot, which, _, _ = footing(self.scene, x, y, z, self.r, self.tall, self.buf)
        feet = [point(x, y, foot)] if which >= 0 else []
        return [*self._reached(feet), *self._reached(tops[:_TOPS])]

    def _reached(self, places: list[Point]) -> list[Start]:
        """The first of these places that it can climb to from the wall that it hangs on."""
        for place in places:
            path = trace(self.board, self.mover, (place,), self.tableau)
            end = path.points[-1]
            if path.refusal is None and path.ends.whole:
                ground = footing(self.scene, *end[:2], end[2] + 0.05, self.r, self.tall, self.buf)[0]
                return [Start((end,), np.array([end[0], end[1], ground, end[2]]), path.cost, rolls=path.rolls > 0)]
        return []

    def bases(self, met: tuple[str, ...] = ()) -> Floats:
        """Other bases as a way keeps clear of them: enemies a little further, so that it does not charge them."""
        rows = self.discs.copy()
        for k, other in enumerate(self.others):
            if other.id in self.mover.enemies and self.mover.charge and other.id not in met:
                rows[k, 3] += BERTH + 2 * bits.SLACK
        if self.barred:
            spots = [(x, y, z - 1.0, _SPOT - self.r, 2.0) for x, y, z in self.barred]
            rows = np.concatenate([rows, np.array(spots)])
        return rows

    def has(self, window: NDArray[np.int64], bit: int) -> bool:
        """Is there such ground in the window?"""
        return bool(has_any(self.lattice.field, window, bit))

    def width(self, start: Floats) -> float:
        """The radius that has room where the mover is: a base that a wall overlaps may still walk away from it."""
        x, y, ground, _ = map(float, start)
        return min(self.r, float(clearance(self.scene, x, y, ground, self.tall, self.r, self.buf)) + 1e-4)

    def find(
        self,
        start: Start,
        goal: Floats,
        budget: float,
        rolls: bool,
        met: tuple[str, ...] = (),
        before: Found | None = None,
    ) -> Found:
        """Search for ways that are no longer than `budget`, with what leads to the start; with rolls, all over the
        place, it goes on from a search without (`before`)."""
        climb = self.mover.climb
        window = self.window(budget, goal)
        return search(
            self.scene,
            self.lattice.field,
            self.bases(met),
            start.at,
            goal,
            self.portals(budget) if climb else np.zeros((0, 11)),
            self.r,
            self.tall,
            float(budget - start.cost),
            window,
            Rules(climb, rolls, self.mover.water_only),
            self.width(start.at),
            NONE_BEFORE if before is None else before.left,
            self.buf,
        )


# --- paths ----------------------------------------------------------------------------------------------


def answer_path_to(board: Board, query: PathTo, tableau: Tableau) -> Path:
    """The shortest legal path to a place; where `shun_rolls`, one without rolls if there is any within the move.

    A place on which the base just cannot stand is moved by up to 1/2" (MOVE-05); a place in an enemy is one beside
    it. Where no path is found the verdict is refused, and stays where the mover is.
    """
    mover = query.mover
    if mover.fly:
        return _fly(board, mover, query.to, tableau)
    if mover.ethereal:
        return trace(board, mover, (query.to,), tableau)
    seeker = Seeker(board, mover, tableau)
    starts = seeker.starts()
    if not starts or starts[0].corners:
        further = trace(board, mover, (query.to,), tableau)  # from a wall: on along it, or to its foot or top
        if further.refusal is None or not starts:
            return further
    pointed = _enemy_at(seeker, query.to)
    if pointed is not None and not is_aimed(query.to, pointed):
        charge = _charge(seeker, pointed, query.to)
        if charge is not None:
            return charge
    place = _goal(seeker, query.to)
    if place is None:
        return _refused(seeker, ("TERR-01", "the base cannot stand there"))
    goal, met = place
    straight = trace(board, mover, ((float(goal[0]), float(goal[1]), float(goal[3])),), tableau)
    if _is_shortest(straight, seeker, goal, met):
        return straight
    best: Path | None = None
    for rolls in (False, True):
        if best is not None and (query.shun_rolls or best.refusal is None) and not _worth(best, query, seeker, goal):
            break
        for start in starts:
            best = _found(seeker, start, goal, met, rolls, best)
    if best is not None:
        return best
    return _refused(seeker, ("MOVE-01", f'there is no path within {mover.move + BEYOND:g}" to that place'))


def _found(
    seeker: Seeker, start: Start, goal: Floats, met: tuple[str, ...], rolls: bool, best: Path | None
) -> Path | None:
    """The shortest path from a start that the search finds and the check allows, if it is better than the best."""
    seeker.barred.clear()
    for _ in range(_TRIES):
        budget = seeker.mover.move + (BEYOND if rolls else 0.0)
        if best is not None and best.refusal is None:
            budget = min(budget, best.cost)
        corners = _corners(seeker, seeker.find(start, goal, budget, rolls, met))
        if corners is None:
            break
        path = trace(
            seeker.board, seeker.mover, (*start.corners, *(point(*corner) for corner in corners)), seeker.tableau
        )
        if path.refusal is not None and path.refusal[0] != "MOVE-01":  # rounding took it a hair too near to something
            path = trace(seeker.board, seeker.mover, (*start.corners, *corners), seeker.tableau)
        if best is None or _better(path, best):
            best = path
        if path.refusal is None or path.refusal[0] == "MOVE-01":
            break
        seeker.barred.append(path.points[-1])  # the lattice saw a way where there is none: round it
    return best


def _worth(best: Path, query: PathTo, seeker: Seeker, goal: Floats) -> bool:
    """May rolls make the path shorter?"""
    if query.shun_rolls and best.refusal is None:
        return False
    straight = math.hypot(goal[0] - seeker.figure.at[0], goal[1] - seeker.figure.at[1])
    return best.refusal is not None or best.cost > straight + _HARDLY


def _is_shortest(path: Path, seeker: Seeker, goal: Floats, met: tuple[str, ...]) -> bool:
    """Is this straight way to a place a walk without a roll or an enemy on it, so that none is shorter?"""
    flat = math.hypot(goal[0] - seeker.figure.at[0], goal[1] - seeker.figure.at[1])
    walked = all(leg.kind in _WALKED and not leg.defenders for leg in path.legs)
    alone = all(contact.id in met for contact in path.contacts)
    arrived = path.cost >= flat - _HARDLY  # not stopped by whoever stands in the way
    return path.refusal is None and walked and alone and arrived and path.cost <= flat + _HARDLY


def _better(path: Path, than: Path) -> bool:
    if (path.refusal is None) != (than.refusal is None):
        return path.refusal is None
    return path.cost < than.cost - 1e-6


def _goal(seeker: Seeker, to: Point) -> tuple[Floats, tuple[str, ...]] | None:
    """The place that is meant, as the search takes it, and the enemies that the base touches there."""
    x, y, z = map(float, to)
    r, tall, scene, buf = seeker.r, seeker.tall, seeker.scene, seeker.buf
    spot: tuple[float, float, float] | None = None
    top = z + bits.STEP
    for _ in range(4):
        ground, rest, which, _, code = footing(scene, x, y, top, r, tall, buf)
        if which < 0 or rest < z - bits.STEP:
            break
        if code == 0 and crowd(seeker.discs, x, y, rest, r, tall) < 0:
            spot = (x, y, rest)
            break
        top = ground - 1e-4
    if spot is None:
        shun = np.zeros(len(seeker.land.names), dtype=np.bool_)
        home = np.array([x, y, z])
        other = _enemy_at(seeker, (x, y, z))
        if other is not None:
            places = contact_places(seeker, other, to)
            beside = min(places, key=lambda place: math.dist(place, to), default=None)
            px, py, pz, far = (*beside, 0.0) if beside is not None else (x, y, z, np.inf)
        else:
            px, py, pz, far = nearest_spot(scene, seeker.discs, shun, home, r, tall, WOBBLE, False, ANY, buf)
        if not np.isfinite(far):
            return None
        spot = (float(px), float(py), float(pz))
    return _as_goal(seeker, spot)


def _as_goal(seeker: Seeker, spot: Point) -> tuple[Floats, tuple[str, ...]]:
    """A place as the search takes it, and the enemies that the base touches there."""
    r = seeker.r
    ground = footing(seeker.scene, spot[0], spot[1], spot[2] + 0.01, r, seeker.tall, seeker.buf)[0]
    met = tuple(o.id for o in seeker.others if math.hypot(o.at[0] - spot[0], o.at[1] - spot[1]) < r + o.radius + BERTH)
    return np.array([spot[0], spot[1], ground, spot[2]]), met


def _enemy_at(seeker: Seeker, to: Point) -> Figure | None:
    """The enemy in whose base a mover would be that stood there, and whom it may charge; None where there is none."""
    x, y, z = to
    for other in seeker.others if seeker.mover.charge else ():
        near = math.hypot(other.at[0] - x, other.at[1] - y) < seeker.r + other.radius
        if near and other.id in seeker.mover.enemies and abs(other.at[2] - z) < 2.0:
            return other
    return None


def _charge(seeker: Seeker, other: Figure, to: Point) -> Path | None:
    """The shortest path to a place in contact with an enemy who is pointed at; None where there is no such place.

    A place that a straight walk leads to has none nearer before it; where no such walk is, ways are searched for.
    """
    places = contact_places(seeker, other, to)
    places.sort(key=lambda place: math.dist(place, seeker.figure.at))
    for place in places[:_STRAIGHT]:
        path = trace(seeker.board, seeker.mover, (place,), seeker.tableau)
        if path.refusal is None and path.rolls == 0 and any(contact.id == other.id for contact in path.contacts):
            return path
    best: Path | None = None
    for rolls in (False, True):
        for start in seeker.starts():
            found = seeker.find(start, np.zeros(0), seeker.mover.move + BEYOND, rolls)
            for _, place in by_way(seeker, found, places)[:_SIDES]:
                best = _found(seeker, start, *_as_goal(seeker, place), rolls, best)
        if best is not None and best.refusal is None and best.contacts:
            break
    return best


def _corners(seeker: Seeker, found: Found) -> tuple[Point, ...] | None:
    """The corners of the way to the goal of a search, or None where it found none."""
    places = found.columns * found.rows * LEVELS
    node = 2 * places + 1
    if not np.isfinite(found.distance[node]):
        return None
    out: list[Point] = []
    while node != 2 * places:
        out.append(_place(seeker.lattice.field, found, int(node)))
        node = found.parent[node]
    return tuple(reversed(out))


def _place(field: Field, found: Found, node: int) -> Point:
    places = found.columns * found.rows * LEVELS
    if node >= 2 * places:
        x, y, _, z = found.nodes[node - 2 * places]
        return (float(x), float(y), float(z))
    own = node % places
    w, k = divmod(own, LEVELS)
    i, j = found.i + w % found.columns, found.j + w // found.columns
    c = j * field.columns + i
    ground = float(field.ground[c, k])
    if node < places:
        return (field.x + i * SPACING, field.y + j * SPACING, ground)
    return (float(field.rim[c, k, 0]), float(field.rim[c, k, 1]), ground)


def _refused(seeker: Seeker, refusal: tuple[str, str]) -> Path:
    at = point(*seeker.figure.at)
    ends = ground_at(seeker.land, seeker.figure, at, seeker.discs)
    return Path((at,), (), 0.0, ends, (), (), refusal)


def _fly(board: Board, mover: Mover, to: Point, tableau: Tableau) -> Path:
    """Straight; where something is in the way, up, over and down."""
    straight = trace(board, mover, (to,), tableau)
    if straight.refusal is None:
        return straight
    x, y, z = tableau.figure(mover.figure).at
    best = straight
    for rise in np.arange(RISE, max(mover.move, 1.0), RISE):
        high = max(z, to[2]) + float(rise)
        for corners in (((to[0], to[1], high), to), ((x, y, high), to), ((x, y, high), (to[0], to[1], high), to)):
            path = trace(board, mover, corners, tableau)
            if _better(path, best):
                best = path
        if best.refusal is None:
            break
    return best


# --- reach ----------------------------------------------------------------------------------------------


def answer_reach_of(board: Board, query: ReachOf, tableau: Tableau) -> Reach:
    """Everywhere that a move can end with the whole base on solid ground, or wholly in water.

    One level for each area that hangs together; areas that take a roll come apart from those that do not.
    """
    seeker = Seeker(board, query.mover, tableau)
    budget = float(query.mover.move)
    window = seeker.window(budget)
    free = room_in(seeker, window)
    if query.mover.fly or query.mover.ethereal:
        levels = _levels(seeker, window, _within(free, straight_in(seeker, window, budget), budget), False)
        return Reach(tuple(levels), round(math.fsum(lev.area for lev in levels), 6))
    nowhere = np.zeros(0)
    climbing = seeker.mover.climb and (seeker.has(window, bits.RUIN) or bool(seeker.portals(budget)[:, ROLL].any()))
    may_roll = climbing or seeker.has(window, bits.DIFFICULT)
    plain, full = np.full(free.shape, np.inf), np.full(free.shape, np.inf)
    for start in seeker.starts():
        found = seeker.find(start, nowhere, budget, False)
        far = distances_of(found) + start.cost
        if not start.rolls:
            plain = np.minimum(plain, far)
        if may_roll or start.rolls:
            found = seeker.find(start, nowhere, budget, True, before=found)
            full = np.minimum(full, distances_of(found) + start.cost)
    levels = _levels(seeker, window, _within(free, plain, budget), False)
    if np.isfinite(full).any():
        only = np.minimum(_within(free, full, budget), np.minimum(plain - budget + _SAFE, 1.0))
        levels += _levels(seeker, window, only, True)
    return Reach(tuple(levels), round(math.fsum(lev.area for lev in levels), 6))


def distances_of(found: Found) -> Floats:
    places = found.columns * found.rows * LEVELS
    return np.asarray(found.distance[:places].reshape(-1, LEVELS))


def _within(free: Floats, far: Floats, budget: float) -> Floats:
    """Positive where the base has room and the move lasts; where it has no room, how much it lacks."""
    lasts = np.where(np.isfinite(far), budget - _SAFE - far, np.where(free < 0.0, 1.0, ABSENT))
    return np.asarray(np.minimum(free, lasts))


def columns_of(field: Field, window: NDArray[np.int64]) -> NDArray[np.int64]:
    i = window[0] + np.arange(window[2])
    j = window[1] + np.arange(window[3])
    return np.asarray((j[:, None] * field.columns + i[None, :]).ravel())


def places_at(field: Field, window: NDArray[np.int64], row: NDArray[np.int64], level: NDArray[np.int64]) -> Floats:
    """Where the given levels of the given columns of a window are: x, y, rest."""
    column = columns_of(field, window)[row]
    x = field.x + (column % field.columns) * SPACING
    y = field.y + (column // field.columns) * SPACING
    return np.column_stack([x, y, field.rest[column, level]])


def room_in(seeker: Seeker, window: NDArray[np.int64]) -> Floats:
    """How much room the base has at each place of the window; negative where it cannot end."""
    field, mover = seeker.lattice.field, seeker.mover
    return np.asarray(room_at(field, window, seeker.discs, seeker.r, seeker.tall, mover.water_only))


def _levels(seeker: Seeker, window: NDArray[np.int64], values: Floats, needs_roll: bool) -> list[Level]:
    field = seeker.lattice.field
    values = np.ascontiguousarray(values)
    own = columns_of(field, window)
    x, y = field.x + float(window[0]) * SPACING, field.y + float(window[1]) * SPACING
    levels = []
    for storey in storeys(field, values, window):
        there = storey >= 0
        flat = np.full(len(storey), ABSENT)
        flat[there] = values[there, storey[there]]
        inside = flat > 0.0
        if not inside.any():
            continue
        heights = field.rest[own[inside], storey[inside]]
        polygons = areas(flat, int(window[2]), int(window[3]), x, y)
        area = math.fsum(p.area for p in polygons)
        if area < _LEAST:
            continue
        z = (round(float(heights.min()), 3), round(float(heights.max()), 3))
        levels.append(Level(z, tuple(_rings(p) for p in polygons), needs_roll, round(area, 6)))
    return levels


def _rings(polygon: Polygon) -> tuple[tuple[tuple[float, float], ...], ...]:
    import shapely

    rings = (polygon.exterior, *polygon.interiors)
    return tuple(tuple((x, y) for x, y in np.round(shapely.get_coordinates(ring), 4).tolist()) for ring in rings)


def straight_in(seeker: Seeker, window: NDArray[np.int64], budget: float) -> Floats:
    """How far each place is for one that flies or is ethereal; infinite where that is barred."""
    field = seeker.lattice.field
    at = np.array(seeker.figure.at, dtype=np.float64)
    far = np.asarray(straight_to(field, window, at))
    if seeker.mover.ethereal:
        return far
    row, level = np.nonzero(far <= budget + SPACING)
    places = places_at(field, window, row, level)
    far[row, level] = flown(seeker.scene, seeker.discs, at, places, budget + SPACING, seeker.r, seeker.buf)
    return far
