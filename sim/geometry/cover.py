"""Cover: the share of a body's silhouette that an eye does not see (GEO-08, GEO-09).

The silhouette is the body's outline on a plane square to the sight, perspective included. Rays go through a
window round it in the order of a low-discrepancy sequence, which beats a grid and random rays; of those that meet
the body, the share that meets something before it is hidden. The body does not hide itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sim.geometry.blockers import Placed
from sim.geometry.rays import Bools, Floats, bounds, sides
from sim.geometry.sequence import spread_points

THRESHOLD = 0.25  # of the silhouette hidden is cover
RAYS = 4096  # through the window at first
FINER = 4  # times as many, while the threshold lies within the error
MOST = 1 << 16
EXPLAINED = 2048  # hidden rays whose blocker is looked up


class Hidden(NamedTuple):
    """`share` of the silhouette is hidden, good to `error`; `by` says how much of it each part hides, most first."""

    share: float
    error: float
    by: tuple[tuple[str, float], ...]
    rays: int


def hidden_share(eye: Floats, body: Placed, obstacles: Sequence[Placed], threshold: float = THRESHOLD) -> Hidden:
    """How much of a body is hidden from a point by `obstacles`.

    Args:
        eye: (3,) inches.
        body: all parts of the target; it may not stand among the obstacles.
        threshold: where the answer matters; it is refined until it is clearly above or below, or `MOST` rays.
    """
    corners = body.pose.out(body.solid.corners)
    low, high = bounds(corners)
    low, high = np.minimum(eye, low), np.maximum(eye, high)
    things = [o for o in obstacles if o.meets(low, high)]
    window = _Window(eye, corners)
    rays, count, hidden = RAYS, 0, 0
    ends = np.empty((0, 3))
    blocked = np.empty(0, np.bool_)
    done = 0
    while True:
        more, blocked_more = _look(window, body, things, done, rays)
        ends, blocked = np.concatenate([ends, more]), np.concatenate([blocked, blocked_more])
        done = rays
        count, hidden = len(blocked), int(blocked.sum())
        if count == 0 and rays < MOST:
            rays *= FINER
            continue
        share = hidden / max(count, 1)
        error = _error(hidden, count) if things else 0.0
        if rays >= MOST or abs(share - threshold) > error:
            return Hidden(share, error, _explained(eye, ends[blocked], things, share), done)
        rays *= FINER


class _Window:
    """The smallest upright rectangle round a body on a plane at distance 1 from the eye."""

    def __init__(self, eye: Floats, corners: Floats) -> None:
        self.eye = eye
        low, high = bounds(corners)
        way = (low + high) / 2 - eye
        length = float(np.sqrt(way @ way))
        forward = way / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
        self.frame: Floats = np.array([forward, *sides(forward)])
        seen = np.einsum("ij,kj->ik", corners - eye, self.frame)
        # An eye beside or inside the body's bounds has parts of it behind the plane: then directions are spread
        # over the whole ball instead, by equal areas.
        self.near = bool((seen[:, 0] <= 0.05 * length).any())
        if self.near:
            self.low, self.high = np.array([0.0, -1.0]), np.array([2 * np.pi, 1.0])
        else:
            on_plane = seen[:, 1:] / seen[:, :1]
            self.low, self.high = bounds(on_plane)

    def ways(self, spread: Floats) -> Floats:
        """Directions through points of the unit square, spread over the window."""
        at = self.low + (self.high - self.low) * spread
        if self.near:
            ring = np.sqrt(np.maximum(0.0, 1 - at[:, 1] ** 2))
            return np.column_stack([ring * np.cos(at[:, 0]), ring * np.sin(at[:, 0]), at[:, 1]])
        return np.asarray(self.frame[0] + at[:, :1] * self.frame[1] + at[:, 1:] * self.frame[2])


@lru_cache(maxsize=16)
def _spread(count: int) -> Floats:
    return spread_points(count, 2)


def _look(window: _Window, body: Placed, things: list[Placed], first: int, last: int) -> tuple[Floats, Bools]:
    """Where rays number first..last meet the body, and which of them are blocked before it."""
    ways = window.ways(_spread(last)[first:])
    starts = np.broadcast_to(window.eye, ways.shape)
    which, along = body.first_hits(starts, ways)
    on = which >= 0
    ends = starts[on] + ways[on] * along[on, None]
    starts = starts[on]
    blocked = np.zeros(len(ends), np.bool_)
    for thing in things:
        open_ = np.flatnonzero(~blocked)
        blocked[open_] = thing.occluded(starts[open_], ends[open_])
    return ends, blocked


def _error(hidden: int, count: int) -> float:
    """The deviation of as many random rays: a safe bound, the sequence is 5 to 10 times better."""
    if count == 0:
        return 1.0
    share = min(max(hidden, 0.5), count - 0.5) / count
    return float(np.sqrt(share * (1 - share) / count))


def _explained(eye: Floats, ends: Floats, things: list[Placed], share: float) -> tuple[tuple[str, float], ...]:
    """The share split by what each hidden ray meets first."""
    if not len(ends):
        return ()
    ends = ends[:: max(1, len(ends) // EXPLAINED)]
    starts = np.broadcast_to(eye, ends.shape)
    nearest = np.full(len(ends), np.inf)
    owner = np.full(len(ends), -1)
    triangle = np.full(len(ends), -1, np.int32)
    for number, thing in enumerate(things):
        which, along = thing.first_hits(starts, ends - starts, np.ones(len(ends)))
        nearer = (which >= 0) & (along < nearest)
        nearest[nearer], owner[nearer], triangle[nearer] = along[nearer], number, which[nearer]
    counts: dict[str, int] = {}
    for number in np.unique(owner[owner >= 0]):
        for name, count in things[number].shares(triangle[owner == number]).items():
            counts[name] = counts.get(name, 0) + count
    known = sum(counts.values())
    told = {name: count * share / known for name, count in counts.items()}
    return tuple(sorted(told.items(), key=lambda item: (-item[1], item[0])))
