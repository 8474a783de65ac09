"""Shortest ways of a base over the ground, at any angle, and how far everything is. Inches, z up.

Lazy Theta* (Nash, Koenig and Tovey 2010; Theta*: Nash et al. 2007) over a `Heightfield`: a place is reached in a
straight line from the last corner of its way, and that line is measured when the place is settled. Beside the lattice,
places that touch what is in the way (rims) let ways go tight round corners, and climb links climb.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.terrain_mesh import DIFFICULT, RUIN, WATER, Floats, Scene
from sim.geometry.paths.climb_links import COST, FOOT_X, ROLL, SLICK, TOP_X
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, level_at
from sim.geometry.paths.line_cost import MoverRules, SearchGraph, discs_hold, line_cost, open_radii
from sim.geometry.tolerance import SLACK, STEP, TOUCH

Longs = NDArray[np.int64]

ENEMY_MARGIN = TOUCH + 0.001  # how far a way keeps from an enemy that it does not charge


class SearchState(NamedTuple):
    """What a search leaves to one that goes on from it: see `SearchResult` and `SearchGraph`. Empty where there is
    none."""

    distance: Floats
    parent: Longs
    state: NDArray[np.uint8]
    positions: Floats
    open_radius: NDArray[np.uint8]
    free: NDArray[np.uint8]


NO_SEARCH_STATE = SearchState(
    np.zeros(0),
    np.zeros(0, np.int64),
    np.zeros(0, np.uint8),
    np.zeros((0, 3)),
    np.zeros((0, 0), np.uint8),
    np.zeros((0, 0), np.uint8),
)


class SearchResult(NamedTuple):
    """What a search found. Nodes: `columns * rows * LEVELS` places, as many rims, then start, goal, feet and tops."""

    i: int
    j: int
    columns: int
    rows: int
    distance: Floats
    parent: Longs
    state: NDArray[np.uint8]
    nodes: Floats  # of the last: x, y, ground, rest
    positions: Floats  # for one that goes on from it, as the others
    open_radius: NDArray[np.uint8]
    free: NDArray[np.uint8]

    @property
    def resume_state(self) -> SearchState:
        return SearchState(self.distance, self.parent, self.state, self.positions, self.open_radius, self.free)


# what is known of a node: its distance is measured; settled; not to be entered; looked at; reached by a climb; reached
# by an earlier search without rolls
SURE, SETTLED, BARRED, CLEAR, CLIMBED, BEFORE = 1, 2, 4, 8, 16, 32
UNSURE = 255 - SURE - CLIMBED - BEFORE


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


@njit_noref
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
    field: Heightfield,
    discs: Floats,
    start: Floats,
    goal: Floats,
    climb_links: Floats,
    r: float,
    tall: float,
    budget: float,
    window: Longs,
    rules: MoverRules,
    width: float,
    resume: SearchState,
    buf: Floats,
) -> SearchResult:
    """How far all places are from `start` (x, y, ground, rest), up to `budget`; stops at `goal` if that is given.

    `window`: the columns i, j, columns, rows of the field that are looked at, which must have been measured.
    `width`: the radius that has room where it begins: a base that a wall overlaps may still walk away from it.
    `resume`: what a search from there without rolls left, or nothing: with rolls it goes on from where that one found
    something to roll for.
    """
    wn = window[2]
    wm = window[3]
    places = wn * wm * LEVELS
    first = 2 * places
    extra = 2 + 2 * len(climb_links)
    total = first + extra
    nodes = np.full((extra, 4), np.nan)
    nodes[0] = start
    targeted = len(goal) > 0
    if targeted:
        nodes[1] = goal
    for p in range(len(climb_links)):
        for k in range(4):
            nodes[2 + 2 * p, k] = climb_links[p, FOOT_X + k]
            nodes[3 + 2 * p, k] = climb_links[p, TOP_X + k]
    head, following = _beside(field, nodes, window)
    resumes = len(resume.distance) > 0
    positions = resume.positions if resumes else _positions(field, nodes, window)
    open_radius = resume.open_radius if resumes else open_radii(field, window)
    free = resume.free if resumes else np.zeros((wn * wm, LEVELS), np.uint8)
    graph = SearchGraph(
        field,
        open_radius,
        free,
        discs,
        positions,
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
    if resumes:
        distance[:] = resume.distance
        parent[:] = resume.parent
        size, keys, heap = _resume(graph, keys, heap, climb_links, resume.state)
    else:
        keys, heap = _push(keys, heap, 0, 0.0, first)
        size = 1
    bits = field.bits
    clearance = field.clearance
    while size > 0:
        key = keys[0]
        node = heap[0]
        size -= 1
        if size > 0:
            _pop(keys, heap, size)
        if state[node] & SETTLED:
            continue
        x = positions[node, 0]
        y = positions[node, 1]
        ground = positions[node, 2]
        ahead = _ahead(goal, x, y)
        if key > distance[node] + ahead + 1e-9 or parent[node] < 0:
            continue  # better ways, or none, were found since
        if not state[node] & SURE:
            best = distance[parent[node]] + _line_cost(graph, parent[node], node)
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
        known = state[node] & BEFORE  # then only rolls lead on to anything new
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
                        if state[m] & (SETTLED | BARRED) or (known and not bits[c, k] & DIFFICULT):
                            continue
                        if not state[m] & CLEAR:
                            px = positions[m, 0]
                            py = positions[m, 1]
                            barred = np.isnan(px) or (m < places and clearance[c, k] < -SLACK)
                            barred = barred or (rules.swim and not bits[c, k] & WATER)
                            barred = barred or (not rules.rolls and bits[c, k] & DIFFICULT)
                            barred = barred or discs_hold(discs, px, py, px, py, positions[m, 2], r, tall)
                            state[m] |= BARRED if barred else CLEAR
                            if barred:
                                continue
                    else:
                        m = first + e
                        e = following[e]
                        if known or state[m] & SETTLED or abs(positions[m, 2] - ground) > STEP + 0.3:
                            continue
                    far = (
                        (positions[m, 0] - positions[root, 0]) ** 2 + (positions[m, 1] - positions[root, 1]) ** 2
                    ) ** 0.5
                    new = distance[root] + far
                    if new < distance[m] - 1e-9:
                        whole = new + _ahead(goal, positions[m, 0], positions[m, 1])
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
            if (rules.rolls or climb_links[p, ROLL] == 0.0) and not (up and climb_links[p, SLICK] > 0.0):
                m = node + 1 if up else node - 1
                size, keys, heap = _climb(graph, keys, heap, size, node, m, climb_links[p, COST], budget, goal)
        elif rules.rolls and node < places:
            w = node // LEVELS
            c = (window[1] + w // wn) * field.columns + window[0] + w % wn
            k = node % LEVELS
            if bits[c, k] & RUIN:
                for q in range(field.count[c]):
                    rise = abs(field.rest_z[c, q] - field.rest_z[c, k])
                    if bits[c, q] & RUIN and field.stay_clearance[c, q] >= 0.0 and rise > STEP:
                        m = w * LEVELS + q
                        size, keys, heap = _climb(graph, keys, heap, size, node, m, rise, budget, goal)
    return SearchResult(window[0], window[1], wn, wm, distance, parent, state, nodes, positions, open_radius, free)


@njit(cache=True, nogil=True)
def _resume(
    graph: SearchGraph, keys: Floats, heap: Longs, climb_links: Floats, state: NDArray[np.uint8]
) -> tuple[int, Floats, Longs]:
    """What a search without rolls reached, and of that, waiting, whatever a roll may lead on from."""
    field = graph.field
    window = graph.window
    wn = window[2]
    first = 2 * graph.places
    rough = np.zeros(wn * window[3], np.bool_)
    for w in range(len(rough)):
        c = (window[1] + w // wn) * field.columns + window[0] + w % wn
        for k in range(field.count[c]):
            rough[w] |= field.bits[c, k] & (DIFFICULT | RUIN) != 0
    size = 0
    for m in range(len(state)):
        if graph.distance[m] == np.inf:
            continue
        graph.state[m] = BEFORE | SURE | CLEAR | (state[m] & CLIMBED)
        waits = m >= first + 2 and climb_links[(m - first - 2) // 2, ROLL] != 0.0
        i = int(np.floor((graph.positions[m, 0] - field.x) / SPACING + 0.5)) - window[0]
        j = int(np.floor((graph.positions[m, 1] - field.y) / SPACING + 0.5)) - window[1]
        for v in range(max(0, j - 2), min(window[3], j + 3)):
            for u in range(max(0, i - 2), min(wn, i + 3)):
                waits = waits or rough[v * wn + u]
        if waits:
            keys, heap = _push(keys, heap, size, graph.distance[m], m)
            size += 1
    return size, keys, heap


@njit_noref
def _ahead(goal: Floats, x: float, y: float) -> float:
    """No way to the goal is shorter than this."""
    if len(goal) == 0:
        return 0.0
    far: float = ((x - goal[0]) ** 2 + (y - goal[1]) ** 2) ** 0.5
    return far


@njit(cache=True, nogil=True)
def _beside(field: Heightfield, nodes: Floats, window: Longs) -> tuple[Longs, Longs]:
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
    graph: SearchGraph,
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
    x = graph.positions[m, 0]
    y = graph.positions[m, 1]
    if discs_hold(graph.discs, x, y, x, y, graph.positions[m, 2], graph.r, graph.tall):
        return size, keys, heap
    graph.distance[m] = new
    graph.parent[m] = node
    graph.state[m] = SURE | CLEAR | CLIMBED
    keys, heap = _push(keys, heap, size, new + _ahead(goal, x, y), m)
    return size + 1, keys, heap


@njit(cache=True, nogil=True)
def _positions(field: Heightfield, nodes: Floats, window: Longs) -> Floats:
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


@njit_noref
def _line_cost(graph: SearchGraph, node: int, to: int) -> float:
    """What the straight way from one node to another costs."""
    a = graph.positions[node]
    b = graph.positions[to]
    width = graph.width if node == 2 * graph.places else graph.r
    cost: float = line_cost(graph, a[0], a[1], a[2], b[0], b[1], b[2], width)
    return cost


@njit_noref
def _from_beside(graph: SearchGraph, node: int) -> float:
    """The shortest way to a node through a settled node beside it, or from the start, which becomes its parent.

    From the parent that it has there is none.
    """
    barred = graph.parent[node]
    field = graph.field
    positions = graph.positions
    near = graph.near
    bound = graph.bound
    x = positions[node, 0]
    y = positions[node, 1]
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
                if m != node and m != barred and graph.state[m] & (SETTLED | BEFORE) and count < len(near) - 1:
                    near[count] = m
                    bound[count] = graph.distance[m] + ((positions[m, 0] - x) ** 2 + (positions[m, 1] - y) ** 2) ** 0.5
                    count += 1
    if first != barred:
        near[count] = first
        bound[count] = ((positions[first, 0] - x) ** 2 + (positions[first, 1] - y) ** 2) ** 0.5
        count += 1
    best = np.inf
    while True:
        k = -1
        for q in range(count):
            if bound[q] < best and (k < 0 or bound[q] < bound[k]):
                k = q
        if k < 0:
            return best
        found = graph.distance[near[k]] + _line_cost(graph, near[k], node)
        bound[k] = np.inf
        if found < best:
            best = found
            graph.parent[node] = near[k]
