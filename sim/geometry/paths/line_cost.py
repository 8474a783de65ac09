"""What a straight way of a base over the ground costs: the line test of Theta*. Inches, z up.

A line is free where `walk` says so, who checks paths: over even ground, room is read off the lattice, which tells the
same to a hair; everywhere else `walk` itself is asked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import Base
from sim.geometry.ground.flatness import FLAT, PLANE, STEPPED_ROUGH, STEPPED_SHORE, UNCLASSIFIED
from sim.geometry.ground.ledge_distance import ledge_distance
from sim.geometry.ground.plan_distances import Segment, longer
from sim.geometry.ground.surface import bits_at, surface
from sim.geometry.ground.terrain_mesh import DIFFICULT, WATER, Floats, Scene
from sim.geometry.ground.walk import ARRIVED, Walker, walked
from sim.geometry.ground.walls import wall_distance
from sim.geometry.paths.heightfield import CLOSE, LEVELS, SPACING, Heightfield
from sim.geometry.tolerance import SLACK, STEP, STEP_SLACK

Longs = NDArray[np.int64]

_SURE = 0.002  # where the lattice says that there is this much room over level ground, no more than `SLACK` is lacking
_CLEAR = 0.05  # over ground that slopes, walls change with its height; and more than this is not looked at closely
_OPEN = 0.14  # inches: with so much room at the places round it, there is room between them
_WIDE = 9  # squares, and one: no wider open ground is looked for
_FAULT = 0.07  # where it says that so much is lacking, some is
_LEAST = 0.03
_JUMP = 0.003  # room changes by no more than this on top of the way that is gone
_AHEAD = 1.0  # inches: along level ground so much of a line is measured at once
_PARTS = 4  # a square with several slopes is cut into so many: it costs 0.01" too much or too little at worst
_LEVEL = 0.02  # inches: a line ends on the level of the place that it was meant for


class MoverRules(NamedTuple):
    """What a mover may do: climb, make rolls; and whether it may not leave the water."""

    climb: bool
    rolls: bool
    swim: bool


class SearchGraph(NamedTuple):
    """A search at work.

    `positions`: x, y and ground of each node. `open_radius`: how far round each place a base goes freely; `free`: where
    it is known to go freely over the square to the north-east. `head` and `following`: the extra nodes by each column
    of the window.
    """

    field: Heightfield
    open_radius: NDArray[np.uint8]
    free: NDArray[np.uint8]
    discs: Floats
    positions: Floats
    window: Longs
    places: int
    distance: Floats
    parent: Longs
    state: NDArray[np.uint8]
    head: Longs
    following: Longs
    r: float
    tall: float
    rules: MoverRules
    width: float
    scene: Scene
    marks: Floats  # scratch space, as the others
    line: Floats
    near: Longs
    bound: Floats
    buf: Floats


@njit_noref
def discs_hold(discs: Floats, ax: float, ay: float, bx: float, by: float, ground: float, r: float, tall: float) -> bool:
    for k in range(len(discs)):
        if ground >= discs[k, 2] + discs[k, 4] or discs[k, 2] >= ground + tall:
            continue
        apart = r + discs[k, 3] - 2 * SLACK
        dx = bx - ax
        dy = by - ay
        cx = discs[k, 0] - ax
        cy = discs[k, 1] - ay
        along = cx * dx + cy * dy
        length = dx * dx + dy * dy
        if along <= 0.0:
            if length > 0.0:
                continue
            t = 0.0
        else:
            t = min(1.0, along / length)
        if (cx - t * dx) ** 2 + (cy - t * dy) ** 2 < apart * apart:
            return True
    return False


@njit(cache=True, nogil=True)
def open_radii(field: Heightfield, window: Longs) -> NDArray[np.uint8]:
    """Where a base goes freely round each place of a window.

    0: it is to be looked at. 1: the ground of the four squares round it is one plane, and room changes with the way
    that is gone. 1 + n: so it is, and there is room, everywhere within n squares of it. Where room changes by more,
    walls come and go with what they stand on.
    """
    wn = window[2]
    wm = window[3]
    out = np.zeros((wn * wm, LEVELS), np.uint8)
    for j in range(1, wm - 1):
        for i in range(1, wn - 1):
            w = j * wn + i
            c = (window[1] + j) * field.columns + window[0] + i
            for k in range(field.count[c]):
                same = field.flatness[c, k] == FLAT
                d = 0
                while same and d < 9:
                    di = d % 3 - 1
                    dj = d // 3 - 1
                    ahead = di > 0 or dj > 0
                    least = field.clearance[c, k] - SPACING * (di * di + dj * dj) ** 0.5 - _JUMP
                    q = _on(field, c, k, di, dj)
                    if q < 0:
                        same = ahead and least < -CLOSE
                    else:
                        n = c + dj * field.columns + di
                        same = field.clearance[n, q] > least and (ahead or field.flatness[n, q] == FLAT)
                    d += 1
                if same:
                    out[w, k] = 2 if field.clearance[c, k] >= _OPEN else 1
    for turn in range(2):  # forth and back, each place by those before it
        for at in range(wn * wm):
            w = at if turn == 0 else wn * wm - 1 - at
            i = w % wn
            j = w // wn
            c = (window[1] + j) * field.columns + window[0] + i
            for k in range(field.count[c]):
                if out[w, k] < 2:
                    continue
                most = _WIDE if turn == 0 else int(out[w, k])
                for d in range(4):
                    di = d - 1 if d < 3 else -1
                    dj = -1 if d < 3 else 0
                    if turn == 1:
                        di = -di
                        dj = -dj
                    q = _on(field, c, k, di, dj)
                    beside = int(out[w + dj * wn + di, q]) if q >= 0 else 1
                    most = min(most, max(beside, 1) + 1)
                out[w, k] = most
    return out


@njit_noref
def _on(field: Heightfield, c: int, k: int, di: int, dj: int) -> int:
    """The level of a neighbouring column that lies on the plane of a level, or -1."""
    n = c + dj * field.columns + di
    h = field.ground[c, k] + SPACING * (di * field.slope[c, k, 0] + dj * field.slope[c, k, 1])
    for q in range(field.count[n]):
        if abs(field.ground[n, q] - h) < PLANE:
            return q
    return -1


@njit_noref
def _measured(graph: SearchGraph, ax: float, ay: float, bx: float, by: float, ground: float, width: float) -> bool:
    """Is a short way over level ground free of walls and ledges?"""
    limit = width - SLACK
    scene = graph.scene
    if wall_distance(scene, Segment(ax, ay, bx, by), ground, ground + graph.tall, limit, graph.buf)[1] >= 0:
        return False
    held: bool = ledge_distance(scene, Segment(ax, ay, bx, by), ground, width, False) < limit
    return not held


@njit_noref
def _steep(scene: Scene, x: float, y: float, top: float, dx: float, dy: float) -> tuple[float, float]:
    """The ground at a point, and what an inch in a direction costs on it."""
    height, which, index = surface(scene, x, y, top)
    if which < 0:
        return height, 1.0
    return height, longer(scene.terrains[which].slope[index, 0], scene.terrains[which].slope[index, 1], dx, dy)


@njit_noref
def _over_slopes(
    scene: Scene, x: float, y: float, ground: float, dx: float, dy: float, step: float
) -> tuple[float, float]:
    """The ground where a short way ends that nothing holds up, and what the slopes under it cost."""
    first = _steep(scene, x, y, ground + PLANE, dx, dy)[1]
    after, last = _steep(scene, x + step * dx, y + step * dy, ground + STEP + STEP_SLACK, dx, dy)
    if abs(first - last) < 1e-6:
        return after, step * first
    part = step / _PARTS
    cost = 0.0
    for k in range(_PARTS):
        at = (k + 0.5) * part
        ground, factor = _steep(scene, x + at * dx, y + at * dy, ground + STEP + STEP_SLACK, dx, dy)
        cost += factor * part
    return after, cost


@njit_noref
def _may_enter(rules: MoverRules, bits: int) -> bool:
    """May the mover be on such ground?"""
    return not (rules.swim and not bits & WATER) and not (not rules.rolls and bits & DIFFICULT)


@njit_noref
def _crossing(dx: float, dy: float, east: float, north: float) -> float:
    """How far in a direction it is to the border of a square, so many inches ahead in x and in y."""
    far = np.inf
    if abs(dx) > 1e-9:
        far = east / abs(dx)
    if abs(dy) > 1e-9:
        far = min(far, north / abs(dy))
    return far


@njit_noref
def _open_radius_at(
    graph: SearchGraph, u: float, v: float, ground: float, dx: float, dy: float
) -> tuple[float, int, int, float]:
    """How far a base goes freely from a point (in lattice units) by the nearest place, 0.0 if that cannot tell.

    Also the column and level of that place, and the height of its plane at the point.
    """
    field = graph.field
    window = graph.window
    i = min(max(int(u + 0.5), window[0]), window[0] + window[2] - 1)
    j = min(max(int(v + 0.5), window[1]), window[1] + window[3] - 1)
    c = j * field.columns + i
    for k in range(field.count[c]):
        around = graph.open_radius[(j - window[1]) * window[2] + i - window[0], k]
        if around == 0:
            continue
        h = field.ground[c, k] + SPACING * ((u - i) * field.slope[c, k, 0] + (v - j) * field.slope[c, k, 1])
        if abs(h - ground) > 5 * PLANE:
            continue
        clearance = np.inf
        if around > 1:
            around -= 1
        else:
            clearance = field.clearance[c, k] - SPACING * ((u - i) ** 2 + (v - j) ** 2) ** 0.5
            if clearance < _CLEAR:
                break
        east = (around + (i - u if dx > 0.0 else u - i)) * SPACING
        north = (around + (j - v if dy > 0.0 else v - j)) * SPACING
        return min(clearance, _crossing(dx, dy, east, north)), c, k, h
    return 0.0, c, -1, ground


@njit_noref
def _square_at(graph: SearchGraph, u: float, v: float, dx: float, dy: float) -> tuple[int, int, float]:
    """The square that a point (in lattice units) is in, on a border of two the one ahead; and how far it goes on."""
    window = graph.window
    i = min(max(int(u), window[0]), window[0] + window[2] - 2)
    j = min(max(int(v), window[1]), window[1] + window[3] - 2)
    if dx < 0.0 and u - i < 1e-7 and i > window[0]:
        i -= 1
    if dy < 0.0 and v - j < 1e-7 and j > window[1]:
        j -= 1
    east = (i + 1.0 - u if dx > 0.0 else u - i) * SPACING + 1e-8
    north = (j + 1.0 - v if dy > 0.0 else v - j) * SPACING + 1e-8
    return i, j, _crossing(dx, dy, east, north)


@njit_noref
def _level_in(field: Heightfield, c: int, u: float, v: float, ground: float) -> tuple[int, int, float]:
    """The level of a square that a base on ground of this height is on, what sort it is, and its height there."""
    for k in range(field.count[c]):
        h = field.ground[c, k]
        if field.flatness[c, k] != FLAT:
            if abs(h - ground) <= STEP:
                return k, field.flatness[c, k], ground
            continue
        h += SPACING * (u * field.slope[c, k, 0] + v * field.slope[c, k, 1])
        if abs(h - ground) <= 5 * PLANE:
            return k, FLAT, h
    return -1, UNCLASSIFIED, ground


@njit_noref
def _walks(
    graph: SearchGraph, discs: Floats, x: float, y: float, ground: float, to_x: float, to_y: float, width: float
) -> tuple[float, float]:
    """What a short way costs by `walk`, infinite where it is not free, and the ground where it ends."""
    marks = graph.marks
    walker = Walker(graph.scene, discs, Base(width, graph.tall), graph.rules.swim, graph.buf)
    _, spent, why, used, _ = walked(walker, Segment(x, y, to_x, to_y), ground, marks, True)
    if why != ARRIVED or used > len(marks):
        return np.inf, ground
    if not graph.rules.rolls:
        for k in range(used):
            if bits_at(graph.scene, int(marks[k, 5]), int(marks[k, 6])) & DIFFICULT:
                return np.inf, ground
    return spent, marks[used - 1, 3]


@njit_noref
def _clearance_along(
    field: Heightfield, c: int, level: int, u: float, v: float, du: float, dv: float
) -> tuple[float, float, float, float, float]:
    """The room on a way within a square, from u, v, bilinear between its four places.

    Where it begins, and the least on the way; the least and the most at the four places, and the most that there can be
    where it begins by any one of them.
    """
    clearance = 0.0
    half = 0.0
    last = 0.0
    least = np.inf
    most = -np.inf
    bound = np.inf
    for q in range(4):
        k = _on(field, c, level, q % 2, q // 2)
        own = field.clearance[c + q % 2 + (q // 2) * field.columns, k] if k >= 0 else -CLOSE
        fu = u if q % 2 else 1.0 - u
        fv = v if q // 2 else 1.0 - v
        eu = du if q % 2 else -du
        ev = dv if q // 2 else -dv
        clearance += fu * fv * own
        half += (fu + 0.5 * eu) * (fv + 0.5 * ev) * own
        last += (fu + eu) * (fv + ev) * own
        bound = min(bound, own + SPACING * ((1.0 - fu) ** 2 + (1.0 - fv) ** 2) ** 0.5)
        least = min(least, own)
        most = max(most, own)
    lowest = min(clearance, last)
    bend = 2.0 * (clearance + last - 2.0 * half)
    if bend > 0.0:
        slant = last - clearance - bend
        if -2.0 * bend < slant < 0.0:
            lowest = min(lowest, clearance - slant * slant / (4.0 * bend))
    return clearance, lowest, least, most, bound


@njit_noref
def line_cost(
    graph: SearchGraph, ax: float, ay: float, ag: float, bx: float, by: float, bg: float, width: float
) -> float:
    """What the straight way between two places costs; infinite where it is not free, or leads to another level.

    Over even ground it is read off the lattice: room changes by no more than the way that is gone, so it is looked at
    in steps of the room there is. Between four places it is bilinear, off by less than 0.004" beside a corner; where
    that might matter it is measured. Over uneven ground `walk` is asked. `width`: the radius that has to get through.
    """
    field = graph.field
    window = graph.window
    rules = graph.rules
    r = graph.r
    tall = graph.tall
    dx = bx - ax
    dy = by - ay
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1e-9:
        return 0.0 if abs(ag - bg) < 0.01 else np.inf
    dx /= length
    dy /= length
    discs = graph.discs
    crowded = False
    for k in range(len(discs)):
        along = min(max((discs[k, 0] - ax) * dx + (discs[k, 1] - ay) * dy, 0.0), length)
        apart = (discs[k, 0] - ax - along * dx) ** 2 + (discs[k, 1] - ay - along * dy) ** 2
        crowded = crowded or apart < (r + discs[k, 3]) ** 2
    if not crowded:
        discs = discs[:0]
    cost = 0.0
    ground = ag
    clear = 0.0  # how far it has been measured, over ground of this height
    height = ag
    s = 0.0
    while s < length:
        x = ax + s * dx
        y = ay + s * dy
        u = (x - field.x) / SPACING
        v = (y - field.y) / SPACING
        far, c, level, h = _open_radius_at(graph, u, v, ground, dx, dy)
        step = min(far, length - s)
        free = far > 0.0
        sort = FLAT
        square = 0
        if free:
            ground = h
        else:
            i, j, far = _square_at(graph, u, v, dx, dy)
            u -= i
            v -= j
            c = j * field.columns + i
            square = (j - window[1]) * window[2] + i - window[0]
            step = min(far, length - s)
            level, sort, ground = _level_in(field, c, u, v, ground)
            free = level >= 0 and graph.free[square, level] > 0
        to_x = x + step * dx
        to_y = y + step * dy
        if sort != FLAT:
            by_foot = (
                sort == UNCLASSIFIED
                or (sort == STEPPED_SHORE and rules.swim)
                or (sort == STEPPED_ROUGH and not rules.rolls)
            )
            # in company: whatever height it is at
            if by_foot or (crowded and discs_hold(discs, x, y, to_x, to_y, ground - STEP, r, tall + 2 * STEP)):
                spent, ground = _walks(graph, discs, x, y, ground, to_x, to_y, width)
            elif _may_enter(rules, field.bits[c, level]):
                ground, spent = _over_slopes(graph.scene, x, y, ground, dx, dy, step)
            else:
                return np.inf
            cost += spent
            if cost == np.inf:
                return np.inf
            s += step
            continue
        if not _may_enter(rules, field.bits[c, level]):
            return np.inf
        east = field.slope[c, level, 0]
        north = field.slope[c, level, 1]
        rise = east * dx + north * dy
        if not free:
            du = dx * step / SPACING
            dv = dy * step / SPACING
            clearance, lowest, least, most, bound = _clearance_along(field, c, level, u, v, du, dv)
            level_ground = abs(east) + abs(north) < 1e-6
            sure = _SURE if level_ground else _CLEAR
            odd = most - least > 1.4143 * SPACING + _JUMP  # a wall counts here and does not count there
            if not odd and least >= sure:
                graph.free[square, level] = 1
            if clearance < width - r - _FAULT or (level_ground and not odd and bound < width - r - SLACK - _JUMP):
                return np.inf
            if odd or clearance < sure:
                # the lattice cannot tell
                step = min(step, 0.5 * SPACING)
                high = ground + max(0.0, step * rise)
                if s + step > clear + 1e-12 or abs(high - height) > 1e-9:
                    ahead = min(_AHEAD, length - s)
                    hopeful = level_ground and clearance > width - r - SLACK
                    if hopeful and _measured(graph, x, y, x + ahead * dx, y + ahead * dy, high, width):
                        clear = s + ahead
                        height = high
                    elif not _measured(graph, x, y, x + step * dx, y + step * dy, high, width):
                        return np.inf
            elif lowest < sure:
                step = min(step, max(clearance, _LEAST))
        if crowded and discs_hold(discs, x, y, x + step * dx, y + step * dy, ground, r, tall):
            return np.inf
        ground += step * rise
        cost += step * longer(east, north, dx, dy)
        s += step
    return cost if abs(ground - bg) < _LEVEL else np.inf
