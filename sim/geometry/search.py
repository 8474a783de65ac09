"""Shortest ways of a base over the ground, at any angle, and how far everything is. Inches, z up.

Lazy Theta* (Nash, Koenig and Tovey 2010) over a `Field`: a place is reached in a straight line from the last corner
of its way, and that line is measured when the place is settled. Beside the lattice, places that touch what is in the
way (rims) let ways go tight round corners, and portals climb.

A line is free where `walk` says so, who checks paths: over even ground, room is read off the lattice, which tells the
same to a hair; everywhere else `walk` itself is asked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compiled import lean, njit
from sim.geometry.even import EVEN, PLANE, SHORE, UNEVEN
from sim.geometry.field import CLOSE, LEVELS, SPACING, Field, level_at
from sim.geometry.ground import bits_at, ledge_distance, surface, wall_distance
from sim.geometry.portals import COST, FOOT_X, ROLL, SLICK, TOP_X
from sim.geometry.terrain import DIFFICULT, RUIN, SLACK, STEP, STEP_SLACK, WATER, Floats, Scene
from sim.geometry.tolerance import TOUCH
from sim.geometry.walk import ARRIVED, walked

Longs = NDArray[np.int64]

BERTH = TOUCH + 0.001  # how far a way keeps from an enemy that it does not charge
_SURE = 0.002  # where the lattice says that there is this much room over level ground, no more than `SLACK` is lacking
_CLEAR = 0.05  # over ground that slopes, walls change with its height; and more than this is not looked at closely
_OPEN = 0.14  # inches: with so much room at the places round it, there is room between them
_WIDE = 9  # squares, and one: no wider open ground is looked for
_FAULT = 0.07  # where it says that so much is lacking, some is
_LEAST = 0.03
_JUMP = 0.003  # room changes by no more than this on top of the way that is gone
_AHEAD = 1.0  # inches: along level ground so much of a line is measured at once
_LEVEL = 0.02  # inches: a line ends on the level of the place that it was meant for


class Rules(NamedTuple):
    """What a mover may do: climb, make rolls; and whether it may not leave the water."""

    climb: bool
    rolls: bool
    swim: bool


class Found(NamedTuple):
    """What a search found. Nodes: `columns * rows * LEVELS` places, as many rims, then start, goal, feet and tops."""

    i: int
    j: int
    columns: int
    rows: int
    distance: Floats
    parent: Longs
    nodes: Floats  # of the last: x, y, ground, rest


class Graph(NamedTuple):
    """A search at work.

    `spots`: x, y and ground of each node. `calm`: where a base goes freely. `head` and `following`: the extra nodes by
    each column of the window.
    """

    field: Field
    calm: NDArray[np.uint8]
    discs: Floats
    spots: Floats
    window: Longs
    places: int
    distance: Floats
    parent: Longs
    state: NDArray[np.uint8]
    head: Longs
    following: Longs
    r: float
    tall: float
    rules: Rules
    width: float
    scene: Scene
    marks: Floats  # scratch space, as the others
    line: Floats
    near: Longs
    bound: Floats
    buf: Floats


# what is known of a node: its distance is measured; settled; not to be entered; looked at; reached by a climb
SURE, SETTLED, BARRED, CLEAR, CLIMBED = 1, 2, 4, 8, 16
UNSURE = 255 - SURE - CLIMBED


@lean
def _discs_hold(
    discs: Floats, ax: float, ay: float, bx: float, by: float, ground: float, r: float, tall: float
) -> bool:
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
def _calm(field: Field, window: Longs) -> NDArray[np.uint8]:
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
                same = field.even[c, k] == EVEN
                d = 0
                while same and d < 9:
                    di = d % 3 - 1
                    dj = d // 3 - 1
                    ahead = di > 0 or dj > 0
                    least = field.room[c, k] - SPACING * (di * di + dj * dj) ** 0.5 - _JUMP
                    q = _on(field, c, k, di, dj)
                    if q < 0:
                        same = ahead and least < -CLOSE
                    else:
                        n = c + dj * field.columns + di
                        same = field.room[n, q] > least and (ahead or field.even[n, q] == EVEN)
                    d += 1
                if same:
                    out[w, k] = 2 if field.room[c, k] >= _OPEN else 1
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


@lean
def _on(field: Field, c: int, k: int, di: int, dj: int) -> int:
    """The level of a neighbouring column that lies on the plane of a level, or -1."""
    n = c + dj * field.columns + di
    h = field.ground[c, k] + SPACING * (di * field.slope[c, k, 0] + dj * field.slope[c, k, 1])
    for q in range(field.count[n]):
        if abs(field.ground[n, q] - h) < PLANE:
            return q
    return -1


@lean
def _measured(graph: Graph, ax: float, ay: float, bx: float, by: float, ground: float, width: float) -> bool:
    """Is a short way over level ground free of walls and ledges?"""
    limit = width - SLACK
    scene = graph.scene
    if wall_distance(scene, ax, ay, bx, by, ground, ground + graph.tall, limit, graph.buf)[1] >= 0:
        return False
    held: bool = ledge_distance(scene, ax, ay, bx, by, ground, width, False) < limit
    return not held


@lean
def _steep(scene: Scene, x: float, y: float, top: float, dx: float, dy: float) -> tuple[float, float]:
    """The ground at a point, and what an inch in a direction costs on it."""
    height, which, index = surface(scene, x, y, top)
    if which < 0:
        return height, 1.0
    rise = scene[which].slope[index, 0] * dx + scene[which].slope[index, 1] * dy
    return height, (1.0 + rise * rise) ** 0.5


@lean
def _line(graph: Graph, ax: float, ay: float, ag: float, bx: float, by: float, bg: float, width: float) -> float:
    """What the straight way between two places costs; infinite where it is not free, or leads to another level.

    Over even ground it is read off the lattice: room changes by no more than the way that is gone, so it is looked at
    in steps of the room there is. Between four places it is bilinear, off by less than 0.004" beside a corner; where
    that might matter it is measured. Over uneven ground `walk` is asked. `width`: the radius that has to get through.
    """
    field = graph.field
    window = graph.window
    rules = graph.rules
    r = graph.r
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
        # the nearest place, and how far the ground round it is even
        i = min(max(int(u + 0.5), window[0]), window[0] + window[2] - 1)
        j = min(max(int(v + 0.5), window[1]), window[1] + window[3] - 1)
        c = j * field.columns + i
        step = 0.0
        rise = 0.0
        for k in range(field.count[c]):
            around = graph.calm[(j - window[1]) * window[2] + i - window[0], k]
            if around == 0:
                continue
            h = field.ground[c, k] + SPACING * ((u - i) * field.slope[c, k, 0] + (v - j) * field.slope[c, k, 1])
            if abs(h - ground) > 5 * PLANE:
                continue
            room = np.inf
            if around > 1:
                around -= 1
            else:
                room = field.room[c, k] - SPACING * ((u - i) ** 2 + (v - j) ** 2) ** 0.5
                if room < _CLEAR:
                    break
            bits = field.bits[c, k]
            if (rules.swim and not bits & WATER) or (not rules.rolls and bits & DIFFICULT):
                return np.inf
            step = min(room, length - s)
            if abs(dx) > 1e-9:
                step = min(step, (around + (i - u if dx > 0.0 else u - i)) * SPACING / abs(dx))
            if abs(dy) > 1e-9:
                step = min(step, (around + (j - v if dy > 0.0 else v - j)) * SPACING / abs(dy))
            rise = field.slope[c, k, 0] * dx + field.slope[c, k, 1] * dy
            ground = h
            break
        if step > 0.0:
            if crowded and _discs_hold(discs, x, y, x + step * dx, y + step * dy, ground, r, graph.tall):
                return np.inf
            ground += step * rise
            cost += step * (1.0 + rise * rise) ** 0.5
            s += step
            continue
        # the square that it is in: on a border of two, the one ahead
        i = min(max(int(u), window[0]), window[0] + window[2] - 2)
        j = min(max(int(v), window[1]), window[1] + window[3] - 2)
        if dx < 0.0 and u - i < 1e-7 and i > window[0]:
            i -= 1
        if dy < 0.0 and v - j < 1e-7 and j > window[1]:
            j -= 1
        u -= i
        v -= j
        c = j * field.columns + i
        step = length - s
        if abs(dx) > 1e-9:
            step = min(step, ((1.0 - u if dx > 0.0 else u) * SPACING + 1e-8) / abs(dx))
        if abs(dy) > 1e-9:
            step = min(step, ((1.0 - v if dy > 0.0 else v) * SPACING + 1e-8) / abs(dy))
        level = -1
        sort = UNEVEN
        for k in range(field.count[c]):
            h = field.ground[c, k]
            if field.even[c, k] == EVEN:
                h += SPACING * (u * field.slope[c, k, 0] + v * field.slope[c, k, 1])
                if abs(h - ground) > 5 * PLANE:
                    continue
                ground = h
            elif abs(h - ground) > STEP:
                continue
            level = k
            sort = field.even[c, k]
            break
        if sort == UNEVEN or (sort != EVEN and (crowded or width < r)) or (sort == SHORE and rules.swim):
            marks = graph.marks
            _, spent, why, used, _ = walked(
                graph.scene,
                discs,
                x,
                y,
                ground,
                x + step * dx,
                y + step * dy,
                width,
                graph.tall,
                rules.swim,
                marks,
                graph.line,
                graph.buf,
            )
            if why != ARRIVED or used > len(marks):
                return np.inf
            if not rules.rolls:
                for k in range(used):
                    if bits_at(graph.scene, int(marks[k, 5]), int(marks[k, 6])) & DIFFICULT:
                        return np.inf
            ground = marks[used - 1, 3]
            cost += spent
            s += step
            continue
        bits = field.bits[c, level]
        if (rules.swim and not bits & WATER) or (not rules.rolls and bits & DIFFICULT):
            return np.inf
        if sort != EVEN:
            cost += 0.5 * step * _steep(graph.scene, x, y, ground + PLANE, dx, dy)[1]
            ground, spent = _steep(graph.scene, x + step * dx, y + step * dy, ground + STEP + STEP_SLACK, dx, dy)
            cost += 0.5 * step * spent
            s += step
            continue
        room = 0.0  # here, half way to the border, and there: bilinear between four places
        half = 0.0
        last = 0.0
        least = np.inf
        most = -np.inf
        bound = np.inf
        for q in range(4):
            k = _on(field, c, level, q % 2, q // 2)
            own = field.room[c + q % 2 + (q // 2) * field.columns, k] if k >= 0 else -CLOSE
            fu = u if q % 2 else 1.0 - u
            fv = v if q // 2 else 1.0 - v
            du = (dx if q % 2 else -dx) * step / SPACING
            dv = (dy if q // 2 else -dy) * step / SPACING
            room += fu * fv * own
            half += (fu + 0.5 * du) * (fv + 0.5 * dv) * own
            last += (fu + du) * (fv + dv) * own
            bound = min(bound, own + SPACING * ((1.0 - fu) ** 2 + (1.0 - fv) ** 2) ** 0.5)
            least = min(least, own)
            most = max(most, own)
        rise = field.slope[c, level, 0] * dx + field.slope[c, level, 1] * dy
        level_ground = abs(field.slope[c, level, 0]) + abs(field.slope[c, level, 1]) < 1e-6
        sure = _SURE if level_ground else _CLEAR
        odd = most - least > 1.4143 * SPACING + _JUMP  # a wall counts here and does not count there
        if room < width - r - _FAULT or (level_ground and not odd and bound < width - r - SLACK - _JUMP):
            return np.inf
        bend = 2.0 * (room + last - 2.0 * half)
        lowest = min(room, last)
        if bend > 0.0:
            slant = last - room - bend
            if -2.0 * bend < slant < 0.0:
                lowest = min(lowest, room - slant * slant / (4.0 * bend))
        if odd or room < sure:
            # the lattice cannot tell
            step = min(step, 0.5 * SPACING)
            high = ground + max(0.0, step * rise)
            if s + step > clear + 1e-12 or abs(high - height) > 1e-9:
                ahead = min(_AHEAD, length - s)
                far = level_ground and room > width - r - SLACK
                if far and _measured(graph, x, y, x + ahead * dx, y + ahead * dy, high, width):
                    clear = s + ahead
                    height = high
                elif not _measured(graph, x, y, x + step * dx, y + step * dy, high, width):
                    return np.inf
        elif lowest < sure:
            step = min(step, max(room, _LEAST))
        if crowded and _discs_hold(discs, x, y, x + step * dx, y + step * dy, ground, r, graph.tall):
            return np.inf
        ground += step * rise
        cost += step * (1.0 + rise * rise) ** 0.5
        s += step
    return cost if abs(ground - bg) < _LEVEL else np.inf


@njit(cache=True, nogil=True)
def _push(keys: Floats, heap: Longs, size: int, key: float, node: int) -> tuple[Floats, Longs]:
    if size == len(keys):
        more = np.empty(2 * size)
        more[:size] = keys
        keys = more
        longer = np.empty(2 * size, np.int64)
        longer[:size] = heap
        heap = longer
    p = size
    while p > 0 and keys[(p - 1) // 2] > key:
        keys[p] = keys[(p - 1) // 2]
        heap[p] = heap[(p - 1) // 2]
        p = (p - 1) // 2
    keys[p] = key
    heap[p] = node
    return keys, heap


@lean
def _pop(keys: Floats, heap: Longs, size: int) -> None:
    """Takes the first out; `size` is what is left."""
    key = keys[size]
    node = heap[size]
    p = 0
    while True:
        c = 2 * p + 1
        if c >= size:
            break
        if c + 1 < size and keys[c + 1] < keys[c]:
            c += 1
        if keys[c] >= key:
            break
        keys[p] = keys[c]
        heap[p] = heap[c]
        p = c
    keys[p] = key
    heap[p] = node


@njit(cache=True, nogil=True)
def search(
    scene: Scene,
    field: Field,
    discs: Floats,
    start: Floats,
    goal: Floats,
    portals: Floats,
    r: float,
    tall: float,
    budget: float,
    window: Longs,
    rules: Rules,
    width: float,
    buf: Floats,
) -> Found:
    """How far all places are from `start` (x, y, ground, rest), up to `budget`; stops at `goal` if that is given.

    `window`: the columns i, j, columns, rows of the field that are looked at, which must have been measured.
    `width`: the radius that has room where it begins: a base that a wall overlaps may still walk away from it.
    """
    wn = window[2]
    wm = window[3]
    places = wn * wm * LEVELS
    first = 2 * places
    extra = 2 + 2 * len(portals)
    total = first + extra
    nodes = np.full((extra, 4), np.nan)
    nodes[0] = start
    targeted = len(goal) > 0
    if targeted:
        nodes[1] = goal
    for p in range(len(portals)):
        for k in range(4):
            nodes[2 + 2 * p, k] = portals[p, FOOT_X + k]
            nodes[3 + 2 * p, k] = portals[p, TOP_X + k]
    head, following = _beside(field, nodes, window)
    spots = _spots(field, nodes, window)
    graph = Graph(
        field,
        _calm(field, window),
        discs,
        spots,
        window,
        places,
        np.full(total, np.inf),
        np.full(total, -1, np.int64),
        np.zeros(total, np.uint8),
        head,
        following,
        r,
        tall,
        rules,
        width,
        scene,
        np.empty((64, 7)),
        np.empty(4),
        np.empty(256, np.int64),
        np.empty(256),
        buf,
    )
    distance = graph.distance
    parent = graph.parent
    state = graph.state
    keys = np.empty(4096)
    heap = np.empty(4096, np.int64)
    distance[first] = 0.0
    parent[first] = first
    state[first] = SURE | CLEAR
    keys, heap = _push(keys, heap, 0, 0.0, first)
    size = 1
    bits = field.bits
    room = field.room
    while size > 0:
        key = keys[0]
        node = heap[0]
        size -= 1
        if size > 0:
            _pop(keys, heap, size)
        if state[node] & SETTLED:
            continue
        x = spots[node, 0]
        y = spots[node, 1]
        ground = spots[node, 2]
        ahead = _ahead(goal, x, y)
        if key > distance[node] + ahead + 1e-9:
            continue
        if not state[node] & SURE:
            best = distance[parent[node]] + _way(graph, parent[node], node)
            if best == np.inf:
                best = _from_beside(graph, node)
            if best == np.inf:
                distance[node] = np.inf
                parent[node] = -1
                continue
            state[node] |= SURE
            later = best > distance[node] + 1e-9
            distance[node] = best
            if later:
                keys, heap = _push(keys, heap, size, best + ahead, node)
                size += 1
                continue
        state[node] |= SETTLED
        if targeted and node == first + 1:
            break
        if distance[node] > budget:
            continue
        root = node if state[node] & CLIMBED or node == first else parent[node]
        ci = int(np.floor((x - field.x) / SPACING + 0.5)) - window[0]
        cj = int(np.floor((y - field.y) / SPACING + 0.5)) - window[1]
        reach = 2 if node >= first else 1
        for j in range(max(0, cj - reach), min(wm, cj + reach + 1)):
            for i in range(max(0, ci - reach), min(wn, ci + reach + 1)):
                w = j * wn + i
                c = (window[1] + j) * field.columns + window[0] + i
                px = field.x + (window[0] + i) * SPACING
                py = field.y + (window[1] + j) * SPACING
                k = level_at(field, window[0] + i, window[1] + j, px, py, ground, SPACING * 1.5 * reach)[0]
                e = head[w]
                turn = 0 if k >= 0 else 2
                while turn < 2 or e >= 0:
                    if turn < 2:
                        m = w * LEVELS + k + turn * places
                        turn += 1
                        if state[m] & (SETTLED | BARRED):
                            continue
                        if not state[m] & CLEAR:
                            px = spots[m, 0]
                            py = spots[m, 1]
                            barred = np.isnan(px) or (m < places and room[c, k] < -SLACK)
                            barred = barred or (rules.swim and not bits[c, k] & WATER)
                            barred = barred or (not rules.rolls and bits[c, k] & DIFFICULT)
                            barred = barred or _discs_hold(discs, px, py, px, py, spots[m, 2], r, tall)
                            state[m] |= BARRED if barred else CLEAR
                            if barred:
                                continue
                    else:
                        m = first + e
                        e = following[e]
                        if state[m] & SETTLED or abs(spots[m, 2] - ground) > STEP + 0.3:
                            continue
                    far = ((spots[m, 0] - spots[root, 0]) ** 2 + (spots[m, 1] - spots[root, 1]) ** 2) ** 0.5
                    new = distance[root] + far
                    if new < distance[m] - 1e-9:
                        whole = new + _ahead(goal, spots[m, 0], spots[m, 1])
                        if whole > budget + 2 * SPACING:
                            continue
                        distance[m] = new
                        parent[m] = root
                        state[m] &= UNSURE
                        keys, heap = _push(keys, heap, size, whole, m)
                        size += 1
        if not rules.climb:
            continue
        if node >= first + 2:
            p = (node - first - 2) // 2
            up = (node - first) % 2 == 0
            if (rules.rolls or portals[p, ROLL] == 0.0) and not (up and portals[p, SLICK] > 0.0):
                m = node + 1 if up else node - 1
                size, keys, heap = _climb(graph, keys, heap, size, node, m, portals[p, COST], budget, goal)
        elif rules.rolls and node < places:
            w = node // LEVELS
            c = (window[1] + w // wn) * field.columns + window[0] + w % wn
            k = node % LEVELS
            if bits[c, k] & RUIN:
                for q in range(field.count[c]):
                    rise = abs(field.rest[c, q] - field.rest[c, k])
                    if bits[c, q] & RUIN and field.stand[c, q] >= 0.0 and rise > STEP:
                        m = w * LEVELS + q
                        size, keys, heap = _climb(graph, keys, heap, size, node, m, rise, budget, goal)
    return Found(window[0], window[1], wn, wm, distance, parent, nodes)


@lean
def _ahead(goal: Floats, x: float, y: float) -> float:
    """No way to the goal is shorter than this."""
    if len(goal) == 0:
        return 0.0
    far: float = ((x - goal[0]) ** 2 + (y - goal[1]) ** 2) ** 0.5
    return far


@njit(cache=True, nogil=True)
def _beside(field: Field, nodes: Floats, window: Longs) -> tuple[Longs, Longs]:
    """Which extra nodes lie by which column: the first of each, and the next of each."""
    head = np.full(window[2] * window[3], -1, np.int64)
    following = np.full(len(nodes), -1, np.int64)
    for e in range(1, len(nodes)):
        if np.isnan(nodes[e, 0]):
            continue
        i = int(np.floor((nodes[e, 0] - field.x) / SPACING + 0.5)) - window[0]
        j = int(np.floor((nodes[e, 1] - field.y) / SPACING + 0.5)) - window[1]
        if 0 <= i < window[2] and 0 <= j < window[3]:
            following[e] = head[j * window[2] + i]
            head[j * window[2] + i] = e
    return head, following


@njit(cache=True, nogil=True)
def _climb(
    graph: Graph,
    keys: Floats,
    heap: Longs,
    size: int,
    node: int,
    m: int,
    cost: float,
    budget: float,
    goal: Floats,
) -> tuple[int, Floats, Longs]:
    """On to another level."""
    new = graph.distance[node] + cost
    if graph.state[m] & SETTLED or new >= graph.distance[m] - 1e-9 or new > budget:
        return size, keys, heap
    x = graph.spots[m, 0]
    y = graph.spots[m, 1]
    if _discs_hold(graph.discs, x, y, x, y, graph.spots[m, 2], graph.r, graph.tall):
        return size, keys, heap
    graph.distance[m] = new
    graph.parent[m] = node
    graph.state[m] |= SURE | CLEAR | CLIMBED
    keys, heap = _push(keys, heap, size, new + _ahead(goal, x, y), m)
    return size + 1, keys, heap


@njit(cache=True, nogil=True)
def _spots(field: Field, nodes: Floats, window: Longs) -> Floats:
    """x, y and ground of every node; NaN where there is none."""
    wn = window[2]
    places = wn * window[3] * LEVELS
    out = np.full((2 * places + len(nodes), 3), np.nan)
    for w in range(wn * window[3]):
        i = window[0] + w % wn
        j = window[1] + w // wn
        c = j * field.columns + i
        for k in range(field.count[c]):
            m = w * LEVELS + k
            out[m, 0] = field.x + i * SPACING
            out[m, 1] = field.y + j * SPACING
            out[m, 2] = field.ground[c, k]
            out[places + m, 0] = field.rim[c, k, 0]
            out[places + m, 1] = field.rim[c, k, 1]
            out[places + m, 2] = field.ground[c, k]
    out[2 * places :] = nodes[:, :3]
    return out


@lean
def _way(graph: Graph, node: int, to: int) -> float:
    """What the straight way from one node to another costs."""
    a = graph.spots[node]
    b = graph.spots[to]
    width = graph.width if node == 2 * graph.places else graph.r
    cost: float = _line(graph, a[0], a[1], a[2], b[0], b[1], b[2], width)
    return cost


@lean
def _from_beside(graph: Graph, node: int) -> float:
    """The shortest way to a node through a settled node beside it, which becomes its parent."""
    field = graph.field
    spots = graph.spots
    near = graph.near
    bound = graph.bound
    x = spots[node, 0]
    y = spots[node, 1]
    wn = graph.window[2]
    first = 2 * graph.places
    ci = int(np.floor((x - field.x) / SPACING + 0.5)) - graph.window[0]
    cj = int(np.floor((y - field.y) / SPACING + 0.5)) - graph.window[1]
    reach = 2 if node >= first else 1
    count = 0
    for j in range(max(0, cj - reach), min(graph.window[3], cj + reach + 1)):
        for i in range(max(0, ci - reach), min(wn, ci + reach + 1)):
            c = (graph.window[1] + j) * field.columns + graph.window[0] + i
            w = j * wn + i
            e = graph.head[w]
            k = 0
            while k < 2 * field.count[c] or e >= 0:
                if k < 2 * field.count[c]:
                    m = w * LEVELS + k // 2 + (k % 2) * graph.places
                    k += 1
                else:
                    m = first + e
                    e = graph.following[e]
                if m != node and graph.state[m] & SETTLED and count < len(near) - 1:
                    near[count] = m
                    bound[count] = graph.distance[m] + ((spots[m, 0] - x) ** 2 + (spots[m, 1] - y) ** 2) ** 0.5
                    count += 1
    near[count] = first
    bound[count] = ((spots[first, 0] - x) ** 2 + (spots[first, 1] - y) ** 2) ** 0.5
    count += 1
    best = np.inf
    while True:
        k = -1
        for q in range(count):
            if bound[q] < best and (k < 0 or bound[q] < bound[k]):
                k = q
        if k < 0:
            return best
        found = graph.distance[near[k]] + _way(graph, near[k], node)
        bound[k] = np.inf
        if found < best:
            best = found
            graph.parent[node] = near[k]
