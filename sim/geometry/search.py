"""Shortest ways of a base over the ground, at any angle, and how far everything is. Inches, z up.

Lazy Theta* (Nash, Koenig and Tovey 2010) over a `Field`: a place is reached in a straight line from the last corner
of its way, and that line is measured when the place is settled. Beside the lattice, places that touch what is in the
way (rims) let ways go tight round corners, and portals climb.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sim.geometry.field import LEVELS, SPACING, Field, level_near
from sim.geometry.ground import bits_at, ledge_distance, wall_distance
from sim.geometry.portals import (
    COST,
    FOOT_GROUND,
    FOOT_REST,
    FOOT_X,
    FOOT_Y,
    ROLL,
    SLICK,
    TOP_GROUND,
    TOP_REST,
    TOP_X,
    TOP_Y,
)
from sim.geometry.terrain import DIFFICULT, RUIN, SLACK, WATER, Floats, Scene
from sim.geometry.walk import ARRIVED, walk

Longs = NDArray[np.int64]

STRIDE = 0.25  # no two looks at the lattice along a line are further apart
BERTH = 0.008  # how far a way keeps from an enemy that it does not charge
_NEAR = 0.03
_CAPSULE = 0.15


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
    tall: float,
    rules: Rules,
    buf: Floats,
) -> float:
    """What the straight way between two places costs; infinite where it is not free."""
    dx = bx - ax
    dy = by - ay
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1e-9:
        return 0.0 if abs(ag - bg) < 0.01 else np.inf
    flat = abs(ag - bg) < 1e-6
    if flat:
        dx /= length
        dy /= length
        if _discs_hold(discs, ax, ay, bx, by, ag, r, tall):
            return np.inf
        stride = 0.5 * SPACING if rules.rough or rules.swim else STRIDE
        s = 0.0
        while s < length:
            x = ax + s * dx
            y = ay + s * dy
            i = int(np.floor((x - field.x) / SPACING + 0.5))
            j = int(np.floor((y - field.y) / SPACING + 0.5))
            room = -1.0
            if 0 <= i < field.columns and 0 <= j < field.rows:
                c = j * field.columns + i
                for k in range(field.count[c]):
                    if abs(field.ground[c, k] - ag) < 1e-6:
                        off = ((field.x + i * SPACING - x) ** 2 + (field.y + j * SPACING - y) ** 2) ** 0.5
                        room = field.room[c, k] - off
                        if rules.swim and not field.bits[c, k] & WATER:
                            return np.inf
                        if not rules.rolls and field.bits[c, k] & DIFFICULT:
                            return np.inf
                        break
                    if field.ground[c, k] < ag:
                        break
                if room == -1.0:
                    # no place of this height here: stepped ground, or one without room
                    k = level_near(field, c, ag, 0.0)
                    if k >= 0:
                        flat = False
                        break
            if room > _NEAR:
                s += min(room, stride)
                continue
            ahead = min(length, s + _CAPSULE)
            ex = ax + ahead * dx
            ey = ay + ahead * dy
            if wall_distance(scene, x, y, ex, ey, ag, ag + tall, r - SLACK, buf)[1] >= 0:
                return np.inf
            if ledge_distance(scene, x, y, ex, ey, ag, r, False) < r - SLACK:
                return np.inf
            s = ahead
        if flat:
            return length
    cost = np.inf
    _, cost, why, marks, begun = walk(scene, discs, ax, ay, ag, bx, by, r, tall, rules.swim, buf)
    if why != ARRIVED or not begun or abs(marks[-1, 3] - bg) > 0.02:
        return np.inf
    if not rules.rolls:
        for row in marks:
            if bits_at(scene, int(row[5]), int(row[6])) & DIFFICULT:
                return np.inf
    return cost


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
    buf: Floats,
) -> Found:
    """How far all places are from `start` (x, y, ground, rest), up to `budget`; stops at `goal` if that is given.

    `window`: the columns i, j, columns, rows of the field that are looked at, which must have been measured.
    """
    wi = window[0]
    wj = window[1]
    wn = window[2]
    wm = window[3]
    places = wn * wm * LEVELS
    first = 2 * places
    extra = 2 + 2 * len(portals)
    total = first + extra
    distance = np.full(total, np.inf)
    parent = np.full(total, -1, np.int64)
    state = np.zeros(total, np.uint8)  # 1 sure, 2 settled, 4 barred, 8 not barred, 16 reached by a climb
    nodes = np.empty((extra, 4))
    nodes[0] = start
    targeted = len(goal) > 0
    if targeted:
        nodes[1] = goal
    else:
        nodes[1] = np.nan
    for p in range(len(portals)):
        nodes[2 + 2 * p, 0] = portals[p, FOOT_X]
        nodes[2 + 2 * p, 1] = portals[p, FOOT_Y]
        nodes[2 + 2 * p, 2] = portals[p, FOOT_GROUND]
        nodes[2 + 2 * p, 3] = portals[p, FOOT_REST]
        nodes[3 + 2 * p, 0] = portals[p, TOP_X]
        nodes[3 + 2 * p, 1] = portals[p, TOP_Y]
        nodes[3 + 2 * p, 2] = portals[p, TOP_GROUND]
        nodes[3 + 2 * p, 3] = portals[p, TOP_REST]
    # which extra nodes lie by which column
    head = np.full(wn * wm, -1, np.int64)
    following = np.full(extra, -1, np.int64)
    for e in range(1, extra):
        if np.isnan(nodes[e, 0]):
            continue
        i = int(np.floor((nodes[e, 0] - field.x) / SPACING + 0.5)) - wi
        j = int(np.floor((nodes[e, 1] - field.y) / SPACING + 0.5)) - wj
        if 0 <= i < wn and 0 <= j < wm:
            following[e] = head[j * wn + i]
            head[j * wn + i] = e
    keys = np.empty(4096)
    heap = np.empty(4096, np.int64)
    distance[first] = 0.0
    parent[first] = first
    state[first] = 1 | 8
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
        if state[node] & 2:
            continue
        _locate(field, nodes, wi, wj, wn, places, node, at)
        ahead = 0.0
        if targeted:
            ahead = ((at[0] - goal[0]) ** 2 + (at[1] - goal[1]) ** 2) ** 0.5
        if key > distance[node] + ahead + 1e-9:
            continue
        if not state[node] & 1:
            back = parent[node]
            _locate(field, nodes, wi, wj, wn, places, back, other)
            cost = line_cost(
                scene, field, discs, other[0], other[1], other[2], at[0], at[1], at[2], r, tall, rules, buf
            )
            best = distance[back] + cost
            if cost == np.inf:
                # from whichever settled place beside it serves best
                ci = int(np.floor((at[0] - field.x) / SPACING + 0.5)) - wi
                cj = int(np.floor((at[1] - field.y) / SPACING + 0.5)) - wj
                reach = 2 if node >= first else 1
                for j in range(max(0, cj - reach), min(wm, cj + reach + 1)):
                    for i in range(max(0, ci - reach), min(wn, ci + reach + 1)):
                        c = (wj + j) * field.columns + wi + i
                        w = j * wn + i
                        e = head[w]
                        while e >= 0:
                            best = _through(
                                scene,
                                field,
                                discs,
                                nodes,
                                wi,
                                wj,
                                wn,
                                places,
                                first + e,
                                node,
                                at,
                                other,
                                distance,
                                parent,
                                state,
                                best,
                                r,
                                tall,
                                rules,
                                buf,
                            )
                            e = following[e]
                        for k in range(field.count[c]):
                            for rim in range(2):
                                m = w * LEVELS + k + rim * places
                                best = _through(
                                    scene,
                                    field,
                                    discs,
                                    nodes,
                                    wi,
                                    wj,
                                    wn,
                                    places,
                                    m,
                                    node,
                                    at,
                                    other,
                                    distance,
                                    parent,
                                    state,
                                    best,
                                    r,
                                    tall,
                                    rules,
                                    buf,
                                )
                best = _through(
                    scene,
                    field,
                    discs,
                    nodes,
                    wi,
                    wj,
                    wn,
                    places,
                    first,
                    node,
                    at,
                    other,
                    distance,
                    parent,
                    state,
                    best,
                    r,
                    tall,
                    rules,
                    buf,
                )
            if best == np.inf:
                distance[node] = np.inf
                parent[node] = -1
                continue
            state[node] |= 1
            later = best > distance[node] + 1e-9
            distance[node] = best
            if later:
                keys, heap = _push(keys, heap, size, best + ahead, node)
                size += 1
                continue
        state[node] |= 2
        if targeted and node == first + 1:
            break
        if distance[node] > budget:
            continue
        root = node if state[node] & 16 or node == first else parent[node]
        _locate(field, nodes, wi, wj, wn, places, root, other)
        rx = other[0]
        ry = other[1]
        ci = int(np.floor((at[0] - field.x) / SPACING + 0.5)) - wi
        cj = int(np.floor((at[1] - field.y) / SPACING + 0.5)) - wj
        reach = 2 if node >= first else 1
        for j in range(max(0, cj - reach), min(wm, cj + reach + 1)):
            for i in range(max(0, ci - reach), min(wn, ci + reach + 1)):
                w = j * wn + i
                c = (wj + j) * field.columns + wi + i
                k = level_near(field, c, at[2], SPACING * 1.5 * reach)
                if k >= 0:
                    for rim in range(2):
                        m = w * LEVELS + k + rim * places
                        if state[m] & 6 or m == node:
                            continue
                        if rim == 1 and np.isnan(field.rim[c, k, 0]):
                            continue
                        _locate(field, nodes, wi, wj, wn, places, m, other)
                        if not state[m] & 8:
                            if _barred(field, discs, c, k, rim, other, r, tall, rules):
                                state[m] |= 4
                                continue
                            state[m] |= 8
                        away = ((other[0] - rx) ** 2 + (other[1] - ry) ** 2) ** 0.5
                        new = distance[root] + away
                        if new < distance[m] - 1e-9 and new <= budget + 2 * SPACING:
                            distance[m] = new
                            parent[m] = root
                            state[m] &= 0b11101110
                            h = 0.0
                            if targeted:
                                h = ((other[0] - goal[0]) ** 2 + (other[1] - goal[1]) ** 2) ** 0.5
                            keys, heap = _push(keys, heap, size, new + h, m)
                            size += 1
                e = head[w]
                while e >= 0:
                    m = first + e
                    if not state[m] & 2 and m != node and abs(nodes[e, 2] - at[2]) < 1.3:
                        away = ((nodes[e, 0] - rx) ** 2 + (nodes[e, 1] - ry) ** 2) ** 0.5
                        new = distance[root] + away
                        if new < distance[m] - 1e-9 and new <= budget + 2 * SPACING:
                            distance[m] = new
                            parent[m] = root
                            state[m] &= 0b11101110
                            h = 0.0
                            if targeted:
                                h = ((nodes[e, 0] - goal[0]) ** 2 + (nodes[e, 1] - goal[1]) ** 2) ** 0.5
                            keys, heap = _push(keys, heap, size, new + h, m)
                            size += 1
                    e = following[e]
        if not rules.climb:
            continue
        # climbs, and the floors of ruins
        if node >= first + 2:
            e = node - first - 2
            p = e // 2
            up = e % 2 == 0
            free = rules.rolls or portals[p, ROLL] == 0.0
            if free and not (up and portals[p, SLICK] > 0.0):
                m = first + 2 + (e ^ 1)
                new = distance[node] + portals[p, COST]
                if not state[m] & 2 and new < distance[m] - 1e-9 and new <= budget:
                    mx = nodes[m - first, 0]
                    my = nodes[m - first, 1]
                    if not _crowded(discs, mx, my, nodes[m - first, 3], r, tall):
                        distance[m] = new
                        parent[m] = node
                        state[m] |= 1 | 16
                        h = 0.0
                        if targeted:
                            h = ((mx - goal[0]) ** 2 + (my - goal[1]) ** 2) ** 0.5
                        keys, heap = _push(keys, heap, size, new + h, m)
                        size += 1
        if rules.rolls and node < places:
            w = node // LEVELS
            k = node % LEVELS
            c = (wj + w // wn) * field.columns + wi + w % wn
            if field.bits[c, k] & RUIN:
                for q in range(field.count[c]):
                    m = w * LEVELS + q
                    if q == k or state[m] & 2 or not field.bits[c, q] & RUIN or field.room[c, q] < 0.0:
                        continue
                    if _crowded(discs, at[0], at[1], field.rest[c, q], r, tall):
                        continue
                    new = distance[node] + abs(field.rest[c, q] - field.rest[c, k])
                    if abs(field.rest[c, q] - field.rest[c, k]) > 1.0 and new < distance[m] - 1e-9 and new <= budget:
                        distance[m] = new
                        parent[m] = node
                        state[m] |= 1 | 8 | 16
                        h = 0.0
                        if targeted:
                            h = ahead
                        keys, heap = _push(keys, heap, size, new + h, m)
                        size += 1
    return Found(wi, wj, wn, wm, distance, parent, nodes)


@njit(cache=True, nogil=True)
def _locate(field: Field, nodes: Floats, wi: int, wj: int, wn: int, places: int, node: int, at: Floats) -> None:
    """x, y and ground of a node."""
    if node >= 2 * places:
        e = node - 2 * places
        at[0] = nodes[e, 0]
        at[1] = nodes[e, 1]
        at[2] = nodes[e, 2]
        return
    own = node if node < places else node - places
    w = own // LEVELS
    k = own % LEVELS
    i = wi + w % wn
    j = wj + w // wn
    c = j * field.columns + i
    at[2] = field.ground[c, k]
    if node < places:
        at[0] = field.x + i * SPACING
        at[1] = field.y + j * SPACING
    else:
        at[0] = field.rim[c, k, 0]
        at[1] = field.rim[c, k, 1]


@njit(cache=True, nogil=True)
def _barred(
    field: Field, discs: Floats, c: int, k: int, rim: int, at: Floats, r: float, tall: float, rules: Rules
) -> bool:
    """May a way not go over this place?"""
    if rim == 0 and field.room[c, k] < -SLACK:
        return True
    if rules.swim and not field.bits[c, k] & WATER:
        return True
    if not rules.rolls and field.bits[c, k] & DIFFICULT:
        return True
    held: bool = _discs_hold(discs, at[0], at[1], at[0], at[1], at[2], r, tall)
    return held


@njit(cache=True, nogil=True)
def _crowded(discs: Floats, x: float, y: float, z: float, r: float, tall: float) -> bool:
    held: bool = _discs_hold(discs, x, y, x, y, z, r, tall)
    return held


@njit(cache=True, nogil=True)
def _through(
    scene: Scene,
    field: Field,
    discs: Floats,
    nodes: Floats,
    wi: int,
    wj: int,
    wn: int,
    places: int,
    m: int,
    node: int,
    at: Floats,
    other: Floats,
    distance: Floats,
    parent: Longs,
    state: NDArray[np.uint8],
    best: float,
    r: float,
    tall: float,
    rules: Rules,
    buf: Floats,
) -> float:
    """Is the way to a node shorter through a settled node beside it? Sets its parent; returns the best distance."""
    if m == node or not state[m] & 2 or distance[m] >= best:
        return best
    _locate(field, nodes, wi, wj, wn, places, m, other)
    if distance[m] + ((other[0] - at[0]) ** 2 + (other[1] - at[1]) ** 2) ** 0.5 >= best:
        return best
    cost: float = line_cost(scene, field, discs, other[0], other[1], other[2], at[0], at[1], at[2], r, tall, rules, buf)
    if distance[m] + cost < best:
        parent[node] = m
        return distance[m] + cost
    return best
