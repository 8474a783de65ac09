"""The weighted straight skeleton of a ground plan, in layers: its edges move inwards, each at its own speed.

Between two events (an edge shrinks to nothing, or a corner runs into another edge) the plan keeps its corners, and the
roof over it is a frustum. Just before each event the next layer begins with what mitred offsetting leaves of the plan.
(O. Aichholzer and F. Aurenhammer, "Straight skeletons for general polygonal figures in the plane", 1996.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

__all__ = ["Frustum", "inward_layers"]

Floats = NDArray[np.float64]

_EVENT = 1e-3  # inches before an event where a layer ends, and after it where the next begins
_SMALL = 1e-3  # square inches: what is left of a plan is no plan
_MOST = 100  # layers


class Frustum(NamedTuple):
    """A frustum: corners (n, 2) anticlockwise at its foot and at its top, and how far its edges have moved there."""

    foot: Floats
    top: Floats
    low: float
    high: float


def inward_layers(plan: Polygon, speeds: Floats) -> list[Frustum]:
    """The layers of a plan whose edges move inwards; `speeds` is 1 a moving edge, 0 for one that stands (a gable).

    The edges are those of the plan turned anticlockwise, the first from its first corner.
    """
    corners = np.array(orient(plan).exterior.coords)[:-1, :2]
    waiting = [(corners, speeds, 0.0)]
    found: list[Frustum] = []
    while waiting and len(found) < _MOST:
        ring, own, low = waiting.pop()
        velocity = _velocities(ring, own)
        until = _next_event(ring, velocity, own) - _EVENT
        if until > _EVENT:
            top = ring + velocity * until
            if not Polygon(top).is_valid:
                continue
            found.append(Frustum(ring, top, low, low + until))
        else:
            top, until = ring, 0.0
        for rest in _pieces(top):
            corners = np.array(orient(rest).exterior.coords)[:-1, :2]
            waiting.append((corners, _inherited(corners, top, own), low + until + 2 * _EVENT))
    return found


def _edges(ring: Floats) -> tuple[Floats, Floats, Floats]:
    """Direction, inward normal and length of each edge."""
    along = np.roll(ring, -1, axis=0) - ring
    length = np.hypot(along[:, 0], along[:, 1])
    along = along / np.maximum(length, 1e-12)[:, None]
    return along, np.stack([-along[:, 1], along[:, 0]], axis=1), length


def _velocities(ring: Floats, speeds: Floats) -> Floats:
    """Of each corner, so that both edges at it move at their speeds."""
    _, after, _ = _edges(ring)
    before = np.roll(after, 1, axis=0)
    a, b = np.roll(speeds, 1), speeds
    cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    safe = np.where(np.abs(cross) < 1e-6, 1.0, cross)
    moved = np.stack([(a * after[:, 1] - b * before[:, 1]) / safe, (b * before[:, 0] - a * after[:, 0]) / safe], axis=1)
    return np.where((np.abs(cross) < 1e-6)[:, None], after * b[:, None], moved)


def _next_event(ring: Floats, velocity: Floats, speeds: Floats) -> float:
    """How far the edges move until one has shrunk to nothing, or a corner has run into another edge."""
    along, normal, length = _edges(ring)
    shrink = ((np.roll(velocity, -1, axis=0) - velocity) * along).sum(axis=1)
    times = [float(-size / rate) for size, rate in zip(length, shrink, strict=True) if rate < -1e-9]
    count = len(ring)
    before = np.roll(along, 1, axis=0)
    reflex = before[:, 0] * along[:, 1] - before[:, 1] * along[:, 0] < -1e-9
    for corner in np.flatnonzero(reflex):
        for edge in range(count):
            if edge in (corner, (corner - 1) % count):
                continue
            apart = float((ring[corner] - ring[edge]) @ normal[edge])
            closing = float(speeds[edge] - velocity[corner] @ normal[edge])
            if closing < 1e-9 or apart < -1e-9:
                continue
            time = apart / closing
            start = ring[edge] + velocity[edge] * time
            place = float((ring[corner] + velocity[corner] * time - start) @ along[edge])
            if -1e-6 <= place <= length[edge] + shrink[edge] * time + 1e-6:
                times.append(time)
    return min(times, default=0.0)


def _pieces(ring: Floats) -> list[Polygon]:
    """What is left of a plan when the event just before which it stands has happened."""
    rest = Polygon(ring).buffer(-2 * _EVENT, join_style="mitre", mitre_limit=20.0).simplify(1e-5)
    return [part for part in getattr(rest, "geoms", [rest]) if part.area > _SMALL]


def _inherited(ring: Floats, from_ring: Floats, speeds: Floats) -> Floats:
    """The speed of each edge: that of the edge before the event that it lies along."""
    along, _, length = _edges(ring)
    old, normal, _ = _edges(from_ring)
    middle = ring + along * length[:, None] / 2
    apart = np.abs(((middle[:, None] - from_ring[None]) * normal[None]).sum(axis=2))
    wrong = 1.0 - (along[:, None] * old[None]).sum(axis=2)
    return np.asarray(speeds[(apart + 10.0 * wrong).argmin(axis=1)])
