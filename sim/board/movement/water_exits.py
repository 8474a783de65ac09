"""Which ways of a search leave the water by an access: steps, jetties, ladders spare what swimming costs (MOVE-09)."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from sim.board.movement.path_search import PathSearch
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.surface import bits_at, surface
from sim.geometry.ground.walls import climbable
from sim.geometry.paths.climb_faces import Top, edge_of, rise_over
from sim.geometry.paths.climb_links import RELIEF
from sim.geometry.paths.heightfield import LEVELS, SPACING
from sim.geometry.paths.search_graph import CLIMBED, SearchGraph
from sim.geometry.tolerance import HOLD, STEP, STEP_SLACK

__all__ = ["spared_ways"]

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

_UNKNOWN, _IN_WATER, _BY_ACCESS, _ELSEWHERE = range(4)  # where the way to a node has left the water, if it has


def spared_ways(by: PathSearch, found: SearchGraph, beyond: float) -> SearchGraph:
    """The search with those of its ways alone that are longer than `beyond` and leave the water first by an access."""
    far = np.isfinite(found.distance) & (found.distance > beyond)
    spared = far & (_exits(by, found, np.flatnonzero(far)) == _BY_ACCESS)
    return dataclasses.replace(found, distance=np.where(spared, found.distance, np.inf))


def _exits(by: PathSearch, found: SearchGraph, nodes: Numbers) -> NDArray[np.int8]:
    """Where the ways to some nodes leave the water, and those to the corners that they go round."""
    known = np.zeros(len(found.distance), np.int8)
    known[found.start] = _IN_WATER
    asked = np.zeros(len(known), np.bool_)
    while len(nodes):  # with all corners on the way to them
        asked[nodes] = True
        nodes = np.unique(found.parent[nodes])
        nodes = nodes[~asked[nodes] & (known[nodes] == _UNKNOWN)]
    left = np.flatnonzero(asked)
    while len(left):
        parents = found.parent[left]
        ready = known[parents] != _UNKNOWN
        now = left[ready]
        swims = known[found.parent[now]] == _IN_WATER
        known[now[~swims]] = known[found.parent[now[~swims]]]
        known[now[swims]] = _lines(by, found, now[swims])
        left = left[~ready]
    return known


def _lines(by: PathSearch, found: SearchGraph, nodes: Numbers) -> NDArray[np.int8]:
    """Where the last lines to some nodes leave the water in which they begin."""
    parents = found.parent[nodes]
    start, end = found.positions[parents], found.positions[nodes]
    out = np.full(len(nodes), _IN_WATER, np.int8)
    climbed = (found.state[nodes] & CLIMBED) != 0
    for k in np.flatnonzero(climbed):
        out[k] = _BY_ACCESS if _is_access(by, start[k], end[k]) else _ELSEWHERE
    count = int(np.ceil(np.hypot(*(end - start)[:, :2].T).max(initial=0.0) / SPACING)) + 1
    ground = start[:, 2].copy()
    for share in np.linspace(0.0, 1.0, count + 1)[1:]:
        swims = np.flatnonzero((out == _IN_WATER) & ~climbed)
        if not len(swims):
            break
        at = start[swims, :2] + share * (end - start)[swims, :2]
        kind, ground[swims] = _underfoot(by, at, ground[swims])
        dry = (kind & bits.WATER) == 0
        out[swims[dry]] = np.where(kind[dry] & bits.ACCESS, _BY_ACCESS, _ELSEWHERE)
    return out


def _underfoot(by: PathSearch, at: Floats, before: Floats) -> tuple[Numbers, Floats]:
    """What kind of ground some points have, the highest that one steps on to from the height before, and its height."""
    field = by.lattice.field
    i = np.clip(np.rint((at[:, 0] - field.x) / SPACING), 0, field.columns - 1).astype(np.int64)
    j = np.clip(np.rint((at[:, 1] - field.y) / SPACING), 0, field.rows - 1).astype(np.int64)
    column = j * field.columns + i
    here = np.arange(LEVELS) < np.maximum(field.count[column], 0)[:, None]
    near = here & (field.ground[column] <= before[:, None] + STEP + STEP_SLACK)
    level = near.argmax(axis=1)  # the highest comes first
    rows = np.arange(len(level))
    some = near[rows, level]
    kind = np.where(some, field.bits[column, level], bits.WATER).astype(np.int64)
    return kind, np.where(some, field.ground[column, level], before)


def _is_access(by: PathSearch, foot: Floats, top: Floats) -> bool:
    """Is what is climbed from a foot in the water to a top a way out of it?"""
    x, y, low = map(float, foot)
    tx, ty, rest = map(float, top)
    ground = surface(by.scene, tx, ty, rest + HOLD).height
    edge = edge_of(by.scene, Top(tx, ty, ground, rest), by.r, x, y)
    heights = rise_over(low, edge, rest).face
    for wanted in (bits.LADDER, bits.LADDER | bits.CLIMB):
        holds, which, index = climbable(by.scene, x, y, heights, by.r + RELIEF, wanted, by.buf)
        if holds:
            return bool(bits_at(by.scene, which, index) & bits.ACCESS)
    return False
