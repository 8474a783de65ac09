"""What a straight way of a base over the ground costs: the line test of Theta*. Inches, z up.

A line is free where `walk` says so, who checks paths: over even ground, clearance is read off the lattice, which tells
the same to a hair; everywhere else `walk` itself is asked. The line is followed stretch by stretch, as rays are marched
through distance fields (Hart, "Sphere tracing", 1996): each as long as the clearance where it begins allows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.base_collisions import discs_hold, may_hold
from sim.geometry.ground.discs import Base
from sim.geometry.ground.flatness import FLAT, PLANE, SLOPED, STEPPED_ROUGH, STEPPED_SHORE, UNCLASSIFIED
from sim.geometry.ground.ledge_distance import ledge_distance
from sim.geometry.ground.plan_distances import Segment, longer
from sim.geometry.ground.surface import bits_at, surface
from sim.geometry.ground.terrain_mesh import DIFFICULT, Floats, Scene
from sim.geometry.ground.walk import ARRIVED, Walker, walked
from sim.geometry.ground.walk_marks import MARK_GROUND, MARK_TERRAIN, MARK_TRIANGLE
from sim.geometry.ground.walls import wall_distance
from sim.geometry.paths.heightfield import GROUND, SPACING, Heightfield, X, Y
from sim.geometry.paths.measuring import CLOSE
from sim.geometry.paths.open_ground import CLEAR, JUMP, Direction, crossing, level_on_plane, open_ahead
from sim.geometry.paths.surroundings import Surroundings, may_enter
from sim.geometry.tolerance import SLACK, STEP, STEP_SLACK

__all__ = ["line_cost"]

_SURE = 0.0025  # where the lattice says that there is this much room over level ground, no more than `SLACK` is lacking
_FAULT = 0.07  # where it says that so much is lacking, some is
_LEAST = 0.03
_AHEAD = 1.0  # inches: along level ground so much of a line is measured at once
_PARTS = 4  # a square with several slopes is cut into so many: it costs 0.01" too much or too little at worst
_AT_ONCE = 0.25  # inches: so much of a line is walked in one go, or a square more
_FAR_OFF = 1.5  # inches: no walk over so little ground comes to a level so far above or below
_LEVEL = 0.02  # inches: a line ends on the level of the place that it was meant for
_LAST = 0.02  # inches: so much of a line is walked again that may end on the edge of a step
_STEEPEST_CLEARANCE = 1.4143 * SPACING + JUMP  # the most that it changes by across a square


class _Line(NamedTuple):
    """A line from x, y. `width`: the radius that has to get through. `crowded`: other bases stand near it."""

    x: float
    y: float
    heading: Direction
    length: float
    width: float
    crowded: bool


class _Stretch(NamedTuple):
    """What the lattice tells of the line from `start` on: how far, on which level of which column, over what sort of
    ground (see `flatness_of`), and how high it is where the stretch begins.

    `free`: nothing is in the way. `square`: of the window, where it is looked at square by square, and u, v: where in
    it the stretch begins, in parts of it.
    """

    start: float
    length: float
    column: int
    level: int
    sort: int
    ground: float
    free: bool
    square: int
    u: float
    v: float


class _Measured(NamedTuple):
    """How far of the line is known to be free, over ground of this height, because it was measured."""

    upto: float
    ground: float


@njit_noref
def line_cost(land: Surroundings, a: Floats, b: Floats, width: float) -> float:
    """What the straight way between two places (x, y, ground) costs; infinite where it is not free, or leads to another
    level. `width`: the radius that has to get through."""
    dx = b[X] - a[X]
    dy = b[Y] - a[Y]
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1e-9:
        return 0.0 if abs(a[GROUND] - b[GROUND]) < 0.01 else np.inf
    heading = Direction(dx / length, dy / length)
    crowded = may_hold(land.discs, Segment(a[X], a[Y], b[X], b[Y]), -np.inf, np.inf, land.base)
    line = _Line(a[X], a[Y], heading, length, width, crowded)
    cost = 0.0
    ground = a[GROUND]
    factor = np.nan  # what an inch costs where the last stretch ended, if that is known
    measured = _Measured(0.0, ground)
    s = 0.0
    while s < length:
        stretch = _stretch_at(land, line, s, ground)
        if stretch.length <= 0.0:
            return np.inf  # it leaves the window
        if stretch.sort == FLAT:
            east, north = land.field.slope[stretch.column, stretch.level]
            rise = east * heading.x + north * heading.y
            step, measured = _free_step(land, line, stretch, rise, measured)
            if step < 0.0:
                return np.inf
            ground = stretch.ground + step * rise
            factor = longer(east, north, heading.x, heading.y)
            cost += step * factor
        else:
            step = stretch.length
            if stretch.sort == UNCLASSIFIED:
                step = _walked_on(land, line, stretch)
            spent, ground, factor = _over_uneven(land, line, stretch, step, factor)
            cost += spent
            if cost == np.inf:
                return np.inf
        s += step
    return cost if abs(ground - b[GROUND]) < _LEVEL or _steps_up_to(land, line, ground, b[GROUND]) else np.inf


@njit_noref
def _steps_up_to(land: Surroundings, line: _Line, ground: float, end: float) -> bool:
    """Does a line that came over ground of this height step up where it ends: on to a place on the edge of a crate?"""
    if not 0.0 < end - ground <= STEP + STEP_SLACK:
        return False
    far = min(_LAST, line.length)
    after = _walk_cost(land, line, _part(line, line.length - far, far), ground)[1]
    return abs(after - end) < _LEVEL


@njit_noref
def _stretch_at(land: Surroundings, line: _Line, s: float, ground: float) -> _Stretch:
    """What the lattice tells of a line from so many inches on, over ground of this height."""
    field = land.field
    window = land.window
    u = (line.x + s * line.heading.x - field.x) / SPACING
    v = (line.y + s * line.heading.y - field.y) / SPACING
    far, c, level, h = open_ahead(field, window, land.open_radius, u, v, ground, line.heading)
    if far > 0.0:
        return _Stretch(s, min(far, line.length - s), c, level, FLAT, h, True, 0, u, v)
    i, j, far = _square_at(land, u, v, line.heading)
    c = j * field.columns + i
    square = (j - window.j) * window.columns + i - window.i
    level, sort, h = _level_in(field, c, u - i, v - j, ground)
    free = level >= 0 and land.free[square, level] > 0
    return _Stretch(s, min(far, line.length - s), c, level, sort, h, free, square, u - i, v - j)


@njit_noref
def _square_at(land: Surroundings, u: float, v: float, heading: Direction) -> tuple[int, int, float]:
    """The square that a point (in squares of the lattice) is in, on a border of two the one ahead; and how far it goes
    on."""
    window = land.window
    i = min(max(int(u), window.i), window.i + window.columns - 2)
    j = min(max(int(v), window.j), window.j + window.rows - 2)
    if heading.x < 0.0 and u - i < 1e-7 and i > window.i:
        i -= 1
    if heading.y < 0.0 and v - j < 1e-7 and j > window.j:
        j -= 1
    east = (i + 1.0 - u if heading.x > 0.0 else u - i) * SPACING + 1e-8
    north = (j + 1.0 - v if heading.y > 0.0 else v - j) * SPACING + 1e-8
    return i, j, crossing(heading, east, north)


@njit_noref
def _walked_on(land: Surroundings, line: _Line, stretch: _Stretch) -> float:
    """How far a line goes on from the start of a stretch over squares where it has to be walked, in one go."""
    field = land.field
    left = line.length - stretch.start
    step = stretch.length
    while step < min(_AT_ONCE, left):
        u = (line.x + (stretch.start + step) * line.heading.x - field.x) / SPACING
        v = (line.y + (stretch.start + step) * line.heading.y - field.y) / SPACING
        i, j, far = _square_at(land, u, v, line.heading)
        c = j * field.columns + i
        walked_there = False
        for k in range(field.count[c]):
            if abs(field.ground[c, k] - stretch.ground) < _FAR_OFF:
                walked_there = True
                if field.flatness[c, k] & ~SLOPED != UNCLASSIFIED:
                    return step
        if not walked_there or far <= 0.0:
            break
        step = min(step + far, left)
    return step


@njit_noref
def _level_in(field: Heightfield, c: int, u: float, v: float, ground: float) -> tuple[int, int, float]:
    """The level of a square that a base on ground of this height is on, what sort it is, and its height there."""
    for k in range(field.count[c]):
        h = field.ground[c, k]
        if field.flatness[c, k] != FLAT:
            if abs(h - ground) <= STEP:
                return k, int(field.flatness[c, k]), ground
            continue
        h += SPACING * (u * field.slope[c, k, 0] + v * field.slope[c, k, 1])
        if abs(h - ground) <= 5 * PLANE:
            return k, FLAT, h
    return -1, UNCLASSIFIED, ground


@njit_noref
def _free_step(
    land: Surroundings, line: _Line, stretch: _Stretch, rise: float, measured: _Measured
) -> tuple[float, _Measured]:
    """How much of a stretch over even ground, which gains `rise` inches an inch, is free, -1 where something is in the
    way, and what is known now of the line ahead."""
    field = land.field
    c = stretch.column
    level = stretch.level
    step = stretch.length
    if not may_enter(land.rules, field.bits[c, level]):
        return -1.0, measured
    if not stretch.free:
        step, measured = _clear_step(land, line, stretch, measured)
        if step < 0.0:
            return -1.0, measured
    if line.crowded:
        way = _part(line, stretch.start, step)
        if discs_hold(land.scene, land.discs, way, stretch.ground, step * rise, land.base):
            return -1.0, measured
    return step, measured


@njit_noref
def _clear_step(land: Surroundings, line: _Line, stretch: _Stretch, measured: _Measured) -> tuple[float, _Measured]:
    """How much of a stretch within a square is free of walls and ledges, -1 where one is in the way.

    Between four places clearance is bilinear, off by less than 0.0045" beside a corner; where that might matter it is
    measured.
    """
    c = stretch.column
    level = stretch.level
    step = stretch.length
    lacking = line.width - land.base.radius  # clearance that suffices: none, but for a start in the way of a wall
    east = land.field.slope[c, level, 0]
    north = land.field.slope[c, level, 1]
    level_ground = abs(east) + abs(north) < 1e-6
    sure = _SURE if level_ground else CLEAR
    clearance, lowest, least, most, bound = _clearance_along(land.field, line, stretch)
    odd = most - least > _STEEPEST_CLEARANCE  # a wall counts here and does not count there
    if not odd and least >= sure:
        land.free[stretch.square, level] = 1
    if clearance < lacking - _FAULT or (level_ground and not odd and bound < lacking - SLACK - JUMP):
        return -1.0, measured
    if odd or clearance < sure:
        # the lattice cannot tell
        step = min(step, 0.5 * SPACING)
        high = stretch.ground + max(0.0, step * (east * line.heading.x + north * line.heading.y))
        upto = stretch.start + step
        if upto > measured.upto + 1e-12 or abs(high - measured.ground) > 1e-9:
            ahead = min(_AHEAD, line.length - stretch.start)
            hopeful = level_ground and clearance > lacking - SLACK
            if hopeful and _is_free(land, line, stretch.start, ahead, high):
                return step, _Measured(stretch.start + ahead, high)
            if not _is_free(land, line, stretch.start, step, high):
                return -1.0, measured
    elif lowest < sure:
        step = min(step, max(clearance, _LEAST))
    return step, measured


@njit_noref
def _clearance_along(field: Heightfield, line: _Line, stretch: _Stretch) -> tuple[float, float, float, float, float]:
    """The clearance on a stretch within a square, bilinear between its four places.

    Where it begins, and the least on the way; the least and the most at the four places, and the most that there can be
    where it begins by any one of them.
    """
    du = line.heading.x * stretch.length / SPACING
    dv = line.heading.y * stretch.length / SPACING
    clearance = 0.0
    half = 0.0
    last = 0.0
    least = np.inf
    most = -np.inf
    bound = np.inf
    for q in range(4):
        k = level_on_plane(field, stretch.column, stretch.level, q % 2, q // 2)
        own = field.clearance[stretch.column + q % 2 + (q // 2) * field.columns, k] if k >= 0 else -CLOSE
        fu = stretch.u if q % 2 else 1.0 - stretch.u
        fv = stretch.v if q // 2 else 1.0 - stretch.v
        eu = du if q % 2 else -du
        ev = dv if q // 2 else -dv
        clearance += fu * fv * own
        half += (fu + 0.5 * eu) * (fv + 0.5 * ev) * own
        last += (fu + eu) * (fv + ev) * own
        bound = min(bound, own + SPACING * ((1.0 - fu) ** 2 + (1.0 - fv) ** 2) ** 0.5)
        least = min(least, own)
        most = max(most, own)
    lowest = min(clearance, last)
    bend = 2.0 * (clearance + last - 2.0 * half)  # along the line it is a parabola
    if bend > 0.0:
        slant = last - clearance - bend
        if -2.0 * bend < slant < 0.0:
            lowest = min(lowest, clearance - slant * slant / (4.0 * bend))
    return clearance, lowest, least, most, bound


@njit_noref
def _is_free(land: Surroundings, line: _Line, s: float, far: float, ground: float) -> bool:
    """Is a line free of walls and ledges from so many inches on, so far, over level ground? Measured on the mesh."""
    way = _part(line, s, far)
    limit = line.width - SLACK
    if wall_distance(land.scene, way, ground, ground + land.base.height, limit, land.scratch.buf).terrain >= 0:
        return False
    held: bool = ledge_distance(land.scene, way, ground, line.width, False) < limit
    return not held


@njit_noref
def _part(line: _Line, s: float, far: float) -> Segment:
    """The part of a line from so many inches on, so long."""
    x = line.x + s * line.heading.x
    y = line.y + s * line.heading.y
    return Segment(x, y, x + far * line.heading.x, y + far * line.heading.y)


@njit_noref
def _over_uneven(
    land: Surroundings, line: _Line, stretch: _Stretch, step: float, first: float
) -> tuple[float, float, float]:
    """What so much of a line over uneven ground costs from where a stretch begins, infinite where it is not free; the
    ground where it ends, and what an inch costs there. `first`: what an inch costs where it begins. NaN: unknown."""
    way = _part(line, stretch.start, step)
    rules = land.rules
    sort = stretch.sort & ~SLOPED
    on_foot = (
        sort == UNCLASSIFIED or (sort == STEPPED_SHORE and rules.swim) or (sort == STEPPED_ROUGH and not rules.rolls)
    )
    if not on_foot and line.crowded:  # whatever height it is at
        on_foot = may_hold(land.discs, way, stretch.ground - STEP, stretch.ground + STEP, land.base)
    if on_foot:
        cost, ground = _walk_cost(land, line, way, stretch.ground)
        return cost, ground, np.nan
    if not may_enter(rules, land.field.bits[stretch.column, stretch.level]):
        return np.inf, stretch.ground, np.nan
    if not stretch.sort & SLOPED:
        return stretch.length, surface(land.scene, way.bx, way.by, stretch.ground + STEP + STEP_SLACK).height, np.nan
    return _over_slopes(land.scene, way, stretch.ground, line.heading, stretch.length, first)


@njit_noref
def _walk_cost(land: Surroundings, line: _Line, way: Segment, ground: float) -> tuple[float, float]:
    """What a short way costs by `walk`, infinite where it is not free, and the ground where it ends."""
    marks = land.scratch.marks
    discs = land.discs if line.crowded else land.discs[:0]
    walker = Walker(land.scene, discs, Base(line.width, land.base.height), land.rules.swim != 0, land.scratch.buf)
    went = walked(walker, way, ground, marks, True)
    if went.why != ARRIVED or went.marks > len(marks):
        return np.inf, ground
    if not land.rules.rolls:
        for k in range(went.marks):
            if bits_at(land.scene, int(marks[k, MARK_TERRAIN]), int(marks[k, MARK_TRIANGLE])) & DIFFICULT:
                return np.inf, ground
    return went.cost, marks[went.marks - 1, MARK_GROUND]


@njit_noref
def _over_slopes(
    scene: Scene, way: Segment, ground: float, heading: Direction, step: float, first: float
) -> tuple[float, float, float]:
    """What the slopes under a short way cost that nothing holds up; the ground where it ends, and what an inch costs
    there. `first`: what an inch costs where it begins, NaN where that is unknown."""
    if np.isnan(first):
        first = _steep(scene, way.ax, way.ay, ground + PLANE, heading)[1]
    after, last = _steep(scene, way.bx, way.by, ground + STEP + STEP_SLACK, heading)
    if abs(first - last) < 1e-6:
        return step * first, after, last
    part = step / _PARTS
    cost = 0.0
    for k in range(_PARTS):
        at = (k + 0.5) * part
        top = ground + STEP + STEP_SLACK
        ground, factor = _steep(scene, way.ax + at * heading.x, way.ay + at * heading.y, top, heading)
        cost += factor * part
    return cost, after, last


@njit_noref
def _steep(scene: Scene, x: float, y: float, top: float, heading: Direction) -> tuple[float, float]:
    """The ground at a point, and what an inch in a direction costs on it."""
    under = surface(scene, x, y, top)
    if under.terrain < 0:
        return under.height, 1.0
    slope = scene.terrains[under.terrain].slope[under.triangle]
    return under.height, longer(slope[0], slope[1], heading.x, heading.y)
