"""Shortest ways of a base over the ground, at any angle, and how far everything is. Inches, z up.

Lazy Theta* (Nash, Koenig and Tovey 2010; Theta*: Nash et al. 2007) over a `Heightfield`: a place is reached in a
straight line from the last corner of its way, and that line is measured when the place is settled. Beside the lattice,
rims let ways go tight round corners, and climb links climb (see `search_graph`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.base_collisions import is_taken
from sim.geometry.ground.terrain_mesh import DIFFICULT, RUIN, WATER
from sim.geometry.paths.climb_links import ROLL
from sim.geometry.paths.heightfield import (
    GROUND,
    LEVELS,
    SPACING,
    Heightfield,
    Window,
    X,
    Y,
    column_at,
    level_at,
    level_below,
    nearest_column,
)
from sim.geometry.paths.line_cost import line_cost
from sim.geometry.paths.open_list import longer_list, pop, push
from sim.geometry.paths.search_graph import (
    BARRED,
    BEFORE,
    CLEAR,
    CLIMBED,
    SETTLED,
    SURE,
    SearchGraph,
    ahead_of,
    climb_from,
    flat_distance,
    nothing_tried,
    rise,
    storeys_of,
)
from sim.geometry.tolerance import SLACK, STEP, TOUCH

__all__ = ["ENEMY_MARGIN", "search", "search_on_with_rolls"]

ENEMY_MARGIN = TOUCH + 0.001  # how far a way keeps from an enemy that it does not charge

_UNSURE = 255 - SURE - CLIMBED - BEFORE
_HAIR = 1e-9
_AROUND = 2  # columns: so far from an extra node others are its neighbours; from one of the lattice, half as far


def search(graph: SearchGraph) -> SearchGraph:
    """Search, from the start to the goal or to everywhere within the budget; the graph with what was found."""
    start = graph.start
    graph.distance[start] = 0.0
    graph.parent[start] = start
    graph.state[start] = SURE | CLEAR
    push(graph.waiting, 0.0, start)
    return _run(graph)


def search_on_with_rolls(before: SearchGraph) -> SearchGraph:
    """The search of a mover that rolls, after one to everywhere of the same mover without: it goes on from where that
    one found something to roll for, in the same memory: what that one found has to be looked at before."""
    land = before.land.but(rules=before.land.rules._replace(rolls=True))
    graph = before.but(land=land, state=np.zeros_like(before.state), tried=nothing_tried(len(before.state)))
    graph.waiting.size[0] = 0
    _wait_beside_rough(graph, before.state, np.zeros(land.window.columns * land.window.rows, np.bool_))
    return _run(graph)


def _run(graph: SearchGraph) -> SearchGraph:
    """Until nothing waits. No node pushes more others than there are round it, so there is always room for one more."""
    room = 4 * (2 * _AROUND + 1) ** 2 + len(graph.next_beside) + LEVELS
    while not _expand_all(graph, room):
        graph = graph.but(waiting=longer_list(graph.waiting))
    return graph


@njit_noref
def _expand_all(graph: SearchGraph, room: int) -> bool:
    """Settle and expand what waits, the nearest first; False where the open list has no `room` left to go on."""
    waiting = graph.waiting
    start = 2 * graph.places
    while waiting.size[0] > 0:
        if waiting.size[0] + room > len(waiting.keys):
            return False
        key, node = pop(waiting)
        if graph.state[node] & SETTLED:
            continue
        if key > graph.distance[node] + ahead_of(graph, node) + _HAIR or graph.parent[node] < 0:
            continue  # better ways, or none, were found since
        if not _settle(graph, node):
            continue
        if len(graph.goal) > 0 and node == start + 1:
            return True
        if graph.distance[node] > graph.budget:
            continue
        _expand(graph, node)
        if graph.land.rules.climb:
            _climb(graph, node)
    return True


@njit_noref
def _settle(graph: SearchGraph, node: int) -> bool:
    """Measure the line to a node, `SetVertex` of Lazy Theta*; False where it has to wait again or is not reached."""
    tried = graph.tried
    if not graph.state[node] & SURE:
        parent = graph.parent[node]
        best = np.inf
        if tried.failed[node] != parent + 1:
            best = graph.distance[parent] + _line(graph, parent, node)
        if best == np.inf:
            tried.failed[node] = parent + 1
            best = _from_beside(graph, node)
        later = best > graph.distance[node] + _HAIR
        if later:
            best = _by_climb(graph, node, best)
        if best == np.inf:
            graph.distance[node] = np.inf
            graph.parent[node] = -1
            return False
        graph.state[node] |= SURE
        graph.distance[node] = best
        if later:
            push(graph.waiting, best + ahead_of(graph, node), node)
            return False
    graph.state[node] |= SETTLED
    tried.settled[0] += 1
    tried.order[node] = tried.settled[0]
    return True


@njit_noref
def _expand(graph: SearchGraph, node: int) -> None:
    """Offer a way by a settled node, or by the last corner before it, to all nodes round it."""
    field, window = graph.land.field, graph.land.window
    start = 2 * graph.places
    ground = graph.positions[node, GROUND]
    root = node if graph.state[node] & CLIMBED or node == start else graph.parent[node]
    known = graph.state[node] & BEFORE  # then only rolls lead on to anything new
    reach = _AROUND if node >= start else _AROUND // 2
    more = SPACING * 1.5 * reach
    ci, cj = nearest_column(field, graph.positions[node, X], graph.positions[node, Y])
    for j in range(max(window.j, cj - reach), min(window.j + window.rows, cj + reach + 1)):
        for i in range(max(window.i, ci - reach), min(window.i + window.columns, ci + reach + 1)):
            w = (j - window.j) * window.columns + i - window.i
            if _is_open(graph, w):
                c = j * field.columns + i
                k = level_at(field, i, j, field.x + i * SPACING, field.y + j * SPACING, ground, more)[0]
                while k >= 0:
                    fresh = not known or field.bits[c, k] & DIFFICULT
                    for m in (graph.first_place[w] + k, graph.first_place[w] + k + graph.places):
                        if fresh and not graph.state[m] & (SETTLED | BARRED) and _may_be_at(graph, m, c, k):
                            _relax(graph, root, m)
                    k = level_below(field, c, k, ground, more)
            e = graph.first_beside[w]
            while e >= 0:
                m = start + e
                level = abs(graph.positions[m, GROUND] - ground) <= STEP + 0.3
                if level and not known and not graph.state[m] & SETTLED:
                    _relax(graph, root, m)
                e = graph.next_beside[e]


@njit_noref
def _is_open(graph: SearchGraph, w: int) -> bool:
    """May a way still be found to a place of a column, or to the rim beside one?"""
    for place in range(graph.first_place[w], graph.first_place[w + 1]):
        if not (graph.state[place] & (SETTLED | BARRED) and graph.state[place + graph.places] & (SETTLED | BARRED)):
            return True
    return False


@njit_noref
def _may_be_at(graph: SearchGraph, m: int, c: int, k: int) -> bool:
    """May the mover be at a place of the lattice, or at the rim beside one? Looked at once."""
    if graph.state[m] & CLEAR:
        return True
    land = graph.land
    bits = land.field.bits[c, k]
    barred = np.isnan(graph.positions[m, X]) or (m < graph.places and land.field.clearance[c, k] < -SLACK)
    barred = barred or (land.rules.swim and not bits & WATER) or (not land.rules.rolls and bits & DIFFICULT)
    barred = barred or _is_taken(graph, m)
    graph.state[m] |= BARRED if barred else CLEAR
    return not barred


@njit_noref
def _is_taken(graph: SearchGraph, m: int) -> bool:
    """Does another base stand where the mover would be at a node?"""
    land = graph.land
    x, y, ground = graph.positions[m, X], graph.positions[m, Y], graph.positions[m, GROUND]
    taken: bool = is_taken(land.scene, land.discs, x, y, ground, land.base)
    return taken


@njit_noref
def _relax(graph: SearchGraph, root: int, m: int) -> None:
    """A straight way from a corner to a node, if it makes the node nearer; whether it is free is seen later."""
    new = graph.distance[root] + flat_distance(graph, root, m)
    if not new < graph.distance[m] - _HAIR:
        return
    whole = new + ahead_of(graph, m)
    if whole > graph.budget + 2 * SPACING:
        return
    graph.distance[m] = new
    graph.parent[m] = root
    graph.state[m] &= _UNSURE
    push(graph.waiting, whole, m)


@njit_noref
def _climb(graph: SearchGraph, node: int) -> None:
    """On to other levels: by the climb that a node is an end of, or straight up or down in a ruin (TERR-08)."""
    if node >= 2 * graph.places + 2:
        m, cost = climb_from(graph, node)
        _relax_climb(graph, node, m, cost)
    elif graph.land.rules.rolls and node < graph.places:
        first, count = storeys_of(graph, node)
        for m in range(first, first + count):
            _relax_climb(graph, node, m, rise(graph, node, m))


@njit_noref
def _by_climb(graph: SearchGraph, node: int, best: float) -> float:
    """The shortest way to a node by a climb, whose foot or top becomes its parent, if it is shorter than `best`: one
    that was found before, and forgotten for a straight way that seemed shorter."""
    by = -1
    if not graph.land.rules.climb or _is_taken(graph, node):
        return best
    if node >= 2 * graph.places + 2:
        other = climb_from(graph, node)[0]
        if graph.state[other] & (SETTLED | BEFORE):
            found = graph.distance[other] + climb_from(graph, other)[1]
            if found < best:
                best = found
                by = other
    elif graph.land.rules.rolls and node < graph.places:
        first, count = storeys_of(graph, node)
        for m in range(first, first + count):
            if graph.state[m] & (SETTLED | BEFORE):
                found = graph.distance[m] + rise(graph, m, node)
                if found < best:
                    best = found
                    by = m
    if by >= 0:
        graph.parent[node] = by
        graph.state[node] |= CLIMBED
    return best


@njit_noref
def _relax_climb(graph: SearchGraph, node: int, m: int, cost: float) -> None:
    """A climb from a node to another, if it makes that one nearer."""
    new = graph.distance[node] + cost
    if graph.state[m] & SETTLED or new >= graph.distance[m] - _HAIR or new > graph.budget:
        return
    if _is_taken(graph, m):
        return
    graph.distance[m] = new
    graph.parent[m] = node
    graph.state[m] = SURE | CLEAR | CLIMBED
    push(graph.waiting, new + ahead_of(graph, m), m)


@njit_noref
def _line(graph: SearchGraph, node: int, to: int) -> float:
    """What the straight way from one node to another costs."""
    width = graph.start_width if node == 2 * graph.places else graph.land.base.radius
    cost: float = line_cost(graph.land, graph.positions[node], graph.positions[to], width)
    return cost


@njit_noref
def _from_beside(graph: SearchGraph, node: int) -> float:
    """The shortest way to a node through a settled node beside it, or from the start, which becomes its parent.

    From the parent that it has there is none. The nodes are tried in the order of what a way by them costs at least;
    of those that were tried before, the best is known.
    """
    tried = graph.tried
    near = graph.land.scratch.near
    bound = graph.land.scratch.bound
    count = _settled_beside(graph, node)
    best = np.inf
    by = -1
    if tried.since[node] > 0:
        best = tried.by_best[node]
        by = tried.best[node]
    while True:
        k = -1
        for q in range(count):
            if bound[q] < best and (k < 0 or bound[q] < bound[k]):
                k = q
        if k < 0:
            break
        found = graph.distance[near[k]] + _line(graph, near[k], node)
        bound[k] = np.inf
        if found < best:
            best = found
            by = near[k]
    tried.since[node] = tried.settled[0] + 1
    tried.by_best[node] = best
    tried.best[node] = by
    if by >= 0:
        graph.parent[node] = by
    return best


@njit_noref
def _settled_beside(graph: SearchGraph, node: int) -> int:
    """List the settled nodes beside one, and the start, but for its parent and those that were tried before; how many
    there are."""
    field = graph.land.field
    window = graph.land.window
    scratch = graph.land.scratch
    start = 2 * graph.places
    reach = _AROUND if node >= start else _AROUND // 2
    count = 0
    ci, cj = nearest_column(field, graph.positions[node, X], graph.positions[node, Y])
    for j in range(max(window.j, cj - reach), min(window.j + window.rows, cj + reach + 1)):
        for i in range(max(window.i, ci - reach), min(window.i + window.columns, ci + reach + 1)):
            w = (j - window.j) * window.columns + i - window.i
            for place in range(graph.first_place[w], graph.first_place[w + 1]):
                count = _list_settled(graph, node, place, count)
                count = _list_settled(graph, node, place + graph.places, count)
            e = graph.first_beside[w]
            while e >= 0:
                count = _list_settled(graph, node, start + e, count)
                e = graph.next_beside[e]
    if start != graph.parent[node] and graph.tried.since[node] == 0:
        scratch.near[count] = start
        scratch.bound[count] = flat_distance(graph, node, start)
        count += 1
    return count


@njit_noref
def _list_settled(graph: SearchGraph, node: int, m: int, count: int) -> int:
    """List a node as one that a way to another may lead through, if it is settled and there is room."""
    scratch = graph.land.scratch
    if m == node or m == graph.parent[node] or count >= len(scratch.near) - 1:
        return count
    if not graph.state[m] & (SETTLED | BEFORE) or graph.tried.order[m] < graph.tried.since[node]:
        return count
    scratch.near[count] = m
    scratch.bound[count] = graph.distance[m] + flat_distance(graph, node, m)
    return count + 1


@njit_noref
def _wait_beside_rough(graph: SearchGraph, state: NDArray[np.uint8], rough: NDArray[np.bool_]) -> None:
    """What a search without rolls reached is known; of that, whatever a roll may lead on from waits.

    `state`: of that search. `rough`: to be filled in, where difficult ground or a ruin is near.
    """
    land = graph.land
    field = land.field
    window = land.window
    start = 2 * graph.places
    some = _find_rough(field, window, rough)
    for m in range(len(state)):
        if graph.distance[m] == np.inf:
            continue
        graph.state[m] = BEFORE | SURE | CLEAR | (state[m] & CLIMBED)
        waits = m >= start + 2 and graph.climb_links[(m - start - 2) // 2, ROLL] != 0.0
        if some and not waits:
            ci, cj = nearest_column(field, graph.positions[m, X], graph.positions[m, Y])
            i = min(max(ci - window.i, 0), window.columns - 1)
            j = min(max(cj - window.j, 0), window.rows - 1)
            waits = rough[j * window.columns + i]
        if waits:
            push(graph.waiting, graph.distance[m], m)


@njit_noref
def _find_rough(field: Heightfield, window: Window, rough: NDArray[np.bool_]) -> bool:
    """Mark the columns of a window that have difficult ground or a ruin no more than `_AROUND` columns away, and tell
    whether there are any."""
    some = False
    for w in range(len(rough)):
        c = column_at(field, window, w)
        for k in range(field.count[c]):
            if field.bits[c, k] & (DIFFICULT | RUIN):
                some = True
                i = w % window.columns
                j = w // window.columns
                for v in range(max(0, j - _AROUND), min(window.rows, j + _AROUND + 1)):
                    for u in range(max(0, i - _AROUND), min(window.columns, i + _AROUND + 1)):
                        rough[v * window.columns + u] = True
                break
    return some
