"""Shortest ways of a base over the ground, at any angle, and how far everything is. Inches, z up.

Lazy Theta* (Nash, Koenig and Tovey 2010) over a `Field`: a place is reached in a straight line from the last corner
of its way, and that line is measured when the place is settled. Beside the lattice, places that touch what is in the
way (rims) let ways go tight round corners, and portals climb.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compiled import njit
from sim.geometry.field import CLOSE, LEVELS, SPACING, Field, level_at
from sim.geometry.ground import ledge_distance, wall_distance
from sim.geometry.portals import COST, FOOT_X, ROLL, SLICK, TOP_X
from sim.geometry.terrain import DIFFICULT, RUIN, SLACK, STEP, WATER, Floats, Scene

Longs = NDArray[np.int64]

STRIDE = 0.25  # no two looks at the lattice along a line are further apart
BERTH = 0.008  # how far a way keeps from an enemy that it does not charge
_SURE = 0.0035  # where the lattice says that there is this much room, there is some
_FAULT = 0.07  # where it says that so much is lacking, some is
_LEAST = 0.03
_AHEAD = 1.0  # inches: along level ground so much of a line is measured at once


class Rules(NamedTuple):
    """What a mover may do: climb, make rolls, leave the water; and whether there is difficult ground to look for."""

    climb: bool
    rolls: bool
    swim: bool
    rough: bool


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
    """A search at work. `head` and `following`: the extra nodes by each column of the window."""

    field: Field
    discs: Floats
    nodes: Floats
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
    buf: Floats


# what is known of a node: its distance is measured; settled; not to be entered; looked at; reached by a climb
SURE, SETTLED, BARRED, CLEAR, CLIMBED = 1, 2, 4, 8, 16
UNSURE = 255 - SURE - CLIMBED


@njit(cache=True, nogil=True)
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
def _is_clear(
    scene: Scene,
    x: float,
    y: float,
    length: float,
    dx: float,
    dy: float,
    ground: float,
    tall: float,
    width: float,
    buf: Floats,
) -> bool:
    """Is there room for a radius all along a piece of a line, over ground of one height?"""
    ex = x + length * dx
    ey = y + length * dy
    if wall_distance(scene, x, y, ex, ey, ground, ground + tall, width - SLACK, buf)[1] >= 0:
        return False
    edge: float = ledge_distance(scene, x, y, ex, ey, ground, width, False)
    return edge >= width - SLACK


@njit(cache=True, nogil=True)
def line_cost(
    scene: Scene,
    field: Field,
    discs: Floats,
    ax: float,
    ay: float,
    ag: float,
    bx: float,
    by: float,
    bg: float,
    r: float,
    width: float,
    tall: float,
    rules: Rules,
    buf: Floats,
) -> float:
    """What the straight way between two places costs; infinite where it is not free.

    It is read off the lattice: room changes by no more than the way that is gone, so it is looked at in steps of the
    room there is. Between four places it is bilinear, off by less than 0.003" beside a corner; where that might
    matter it is measured. `width` is the radius that has to get through.
    """
    dx = bx - ax
    dy = by - ay
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1e-9:
        return 0.0 if abs(ag - bg) < 0.01 else np.inf
    dx /= length
    dy /= length
    if len(discs) and _discs_hold(discs, ax, ay, bx, by, (ag + bg) / 2, r, tall):
        return np.inf
    stride = 0.5 * SPACING if rules.rough or rules.swim else STRIDE
    cost = 0.0
    ground = ag
    clear = 0.0  # how far it has been measured, over ground of this height
    level = ag
    s = 0.0
    while True:
        x = ax + s * dx
        y = ay + s * dy
        i = min(max(int((x - field.x) / SPACING), 0), field.columns - 2)
        j = min(max(int((y - field.y) / SPACING), 0), field.rows - 2)
        u = (x - field.x) / SPACING - i
        v = (y - field.y) / SPACING - j
        room = 0.0
        factor = 1.0
        best = 0.0
        height = ground
        for q in range(4):
            weight = (u if q % 2 else 1.0 - u) * (v if q // 2 else 1.0 - v)
            k, h = level_at(field, i + q % 2, j + q // 2, x, y, ground, 0.0)
            if k < 0:
                room -= weight * CLOSE
                continue
            c = (j + q // 2) * field.columns + i + q % 2
            room += weight * field.room[c, k]
            if weight > best:
                best = weight
                height = h
                if rules.swim and not field.bits[c, k] & WATER:
                    return np.inf
                if not rules.rolls and field.bits[c, k] & DIFFICULT:
                    return np.inf
                rise = field.slope[c, k, 0] * dx + field.slope[c, k, 1] * dy
                factor = (1.0 + rise * rise) ** 0.5
        if room < width - r - _FAULT or best == 0.0:
            return np.inf
        ground = height
        step = min(room, stride)
        if room < _SURE:
            # the lattice cannot tell: measure
            step = min(0.5 * SPACING, length - s)
            if s + step > clear + 1e-12 or abs(ground - level) > 1e-9:
                if factor == 1.0 and _is_clear(scene, x, y, min(_AHEAD, length - s), dx, dy, ground, tall, width, buf):
                    clear = s + min(_AHEAD, length - s)
                    level = ground
                elif not _is_clear(scene, x, y, step, dx, dy, ground, tall, width, buf):
                    return np.inf
        if s >= length:
            break
        step = min(max(step, _LEAST), length - s)
        if factor > 1.0 + 1e-9:
            step = min(step, SPACING)
        cost += step * factor
        s += step
    return cost if abs(ground - bg) < 0.3 else np.inf


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


@njit(cache=True, nogil=True)
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
    graph = Graph(
        field,
        discs,
        nodes,
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
    at = np.empty(3)
    other = np.empty(3)
    while size > 0:
        key = keys[0]
        node = heap[0]
        size -= 1
        if size > 0:
            _pop(keys, heap, size)
        if state[node] & SETTLED:
            continue
        _locate(graph, node, at)
        ahead = _ahead(goal, at[0], at[1])
        if key > distance[node] + ahead + 1e-9:
            continue
        if not state[node] & SURE:
            best = distance[parent[node]] + _line(graph, parent[node], at)
            if best == np.inf:
                best = _from_beside(graph, node, at)
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
        _locate(graph, root, other)
        rx = other[0]
        ry = other[1]
        ci = int(np.floor((at[0] - field.x) / SPACING + 0.5)) - window[0]
        cj = int(np.floor((at[1] - field.y) / SPACING + 0.5)) - window[1]
        reach = 2 if node >= first else 1
        for j in range(max(0, cj - reach), min(wm, cj + reach + 1)):
            for i in range(max(0, ci - reach), min(wn, ci + reach + 1)):
                w = j * wn + i
                c = (window[1] + j) * field.columns + window[0] + i
                x = field.x + (window[0] + i) * SPACING
                y = field.y + (window[1] + j) * SPACING
                k = level_at(field, window[0] + i, window[1] + j, x, y, at[2], SPACING * 1.5 * reach)[0]
                e = head[w]
                turn = 0 if k >= 0 else 2
                while turn < 2 or e >= 0:
                    if turn < 2:
                        m = w * LEVELS + k + turn * places
                        turn += 1
                        if state[m] & (SETTLED | BARRED):
                            continue
                        if not state[m] & CLEAR:
                            state[m] |= BARRED if _barred(graph, c, k, m) else CLEAR
                            if state[m] & BARRED:
                                continue
                    else:
                        m = first + e
                        e = following[e]
                        if state[m] & SETTLED or abs(nodes[m - first, 2] - at[2]) > STEP + 0.3:
                            continue
                    _locate(graph, m, other)
                    new = distance[root] + ((other[0] - rx) ** 2 + (other[1] - ry) ** 2) ** 0.5
                    if new < distance[m] - 1e-9 and new <= budget + 2 * SPACING:
                        distance[m] = new
                        parent[m] = root
                        state[m] &= UNSURE
                        keys, heap = _push(keys, heap, size, new + _ahead(goal, other[0], other[1]), m)
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
            if field.bits[c, k] & RUIN:
                for q in range(field.count[c]):
                    rise = abs(field.rest[c, q] - field.rest[c, k])
                    if field.bits[c, q] & RUIN and field.room[c, q] >= 0.0 and rise > STEP:
                        m = w * LEVELS + q
                        size, keys, heap = _climb(graph, keys, heap, size, node, m, rise, budget, goal)
    return Found(window[0], window[1], wn, wm, distance, parent, nodes)


@njit(cache=True, nogil=True)
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
    at = np.empty(3)
    _locate(graph, m, at)
    if _discs_hold(graph.discs, at[0], at[1], at[0], at[1], at[2], graph.r, graph.tall):
        return size, keys, heap
    graph.distance[m] = new
    graph.parent[m] = node
    graph.state[m] |= SURE | CLEAR | CLIMBED
    keys, heap = _push(keys, heap, size, new + _ahead(goal, at[0], at[1]), m)
    return size + 1, keys, heap


@njit(cache=True, nogil=True)
def _locate(graph: Graph, node: int, at: Floats) -> None:
    """x, y and ground of a node."""
    places = graph.places
    if node >= 2 * places:
        e = node - 2 * places
        at[0] = graph.nodes[e, 0]
        at[1] = graph.nodes[e, 1]
        at[2] = graph.nodes[e, 2]
        return
    own = node if node < places else node - places
    w = own // LEVELS
    k = own % LEVELS
    i = graph.window[0] + w % graph.window[2]
    j = graph.window[1] + w // graph.window[2]
    c = j * graph.field.columns + i
    at[2] = graph.field.ground[c, k]
    if node < places:
        at[0] = graph.field.x + i * SPACING
        at[1] = graph.field.y + j * SPACING
    else:
        at[0] = graph.field.rim[c, k, 0]
        at[1] = graph.field.rim[c, k, 1]


@njit(cache=True, nogil=True)
def _barred(graph: Graph, c: int, k: int, node: int) -> bool:
    """May a way not go over this place?"""
    field = graph.field
    if node < graph.places:
        if field.room[c, k] < -SLACK:
            return True
    elif np.isnan(field.rim[c, k, 0]):
        return True
    if graph.rules.swim and not field.bits[c, k] & WATER:
        return True
    if not graph.rules.rolls and field.bits[c, k] & DIFFICULT:
        return True
    at = np.empty(3)
    _locate(graph, node, at)
    held: bool = _discs_hold(graph.discs, at[0], at[1], at[0], at[1], at[2], graph.r, graph.tall)
    return held


@njit(cache=True, nogil=True)
def _line(graph: Graph, node: int, to: Floats) -> float:
    """What the straight way from a node to a place costs."""
    at = np.empty(3)
    _locate(graph, node, at)
    width = graph.width if node == 2 * graph.places else graph.r
    cost: float = line_cost(
        graph.scene,
        graph.field,
        graph.discs,
        at[0],
        at[1],
        at[2],
        to[0],
        to[1],
        to[2],
        graph.r,
        width,
        graph.tall,
        graph.rules,
        graph.buf,
    )
    return cost


@njit(cache=True, nogil=True)
def _from_beside(graph: Graph, node: int, at: Floats) -> float:
    """The shortest way to a node through a settled node beside it, which becomes its parent."""
    field = graph.field
    wn = graph.window[2]
    first = 2 * graph.places
    ci = int(np.floor((at[0] - field.x) / SPACING + 0.5)) - graph.window[0]
    cj = int(np.floor((at[1] - field.y) / SPACING + 0.5)) - graph.window[1]
    reach = 2 if node >= first else 1
    near = np.empty(256, np.int64)
    bound = np.empty(256)
    count = 0
    other = np.empty(3)
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
                if m != node and graph.state[m] & SETTLED and count < 255:
                    _locate(graph, m, other)
                    near[count] = m
                    bound[count] = graph.distance[m] + ((other[0] - at[0]) ** 2 + (other[1] - at[1]) ** 2) ** 0.5
                    count += 1
    near[count] = first
    bound[count] = ((graph.nodes[0, 0] - at[0]) ** 2 + (graph.nodes[0, 1] - at[1]) ** 2) ** 0.5
    count += 1
    best = np.inf
    while True:
        k = -1
        for q in range(count):
            if bound[q] < best and (k < 0 or bound[q] < bound[k]):
                k = q
        if k < 0:
            return best
        found = graph.distance[near[k]] + _line(graph, near[k], at)
        bound[k] = np.inf
        if found < best:
            best = found
            graph.parent[node] = near[k]
