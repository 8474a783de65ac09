"""Ground plans: what makes one sound, and the walls over it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shapely.geometry.polygon import orient

from sim.board.architecture.frame import Frame
from sim.board.architecture.plans import Towards

__all__ = ["NARROWEST", "facing", "front", "plan_polygon", "walls_over"]

Floats = NDArray[np.float64]

NARROWEST = 1.6  # inches: the width that a ground plan must have somewhere
_WAYS = {Towards.SOUTH: (0.0, -1.0), Towards.EAST: (1.0, 0.0), Towards.NORTH: (0.0, 1.0), Towards.WEST: (-1.0, 0.0)}


def plan_polygon(width: float, depth: float, outline: Sequence[tuple[float, float]]) -> Polygon:
    """The ground plan, anticlockwise: the drawn one, or a rectangle about the origin."""
    if not outline:
        return orient(box(-width / 2, -depth / 2, width / 2, depth / 2))
    return orient(Polygon(outline))


def walls_over(plan: Polygon) -> list[Frame]:
    """The walls on the edges of a plan, each from its left end as seen from outside."""
    corners = np.array(orient(plan).exterior.coords)[:, :2]
    found = []
    for a, b in zip(corners[:-1], corners[1:], strict=True):
        x, y = (b - a) / np.hypot(*(b - a))
        found.append(Frame((a[0], a[1], 0.0), (x, y, 0.0), (y, -x, 0.0), float(np.hypot(*(b - a)))))
    return found


def facing(wall: Frame) -> Towards:
    """The side of the building that a wall is of."""
    return max(_WAYS, key=lambda way: float(np.dot(_WAYS[way], wall.out[:2])))


def front(walls: Sequence[Frame], side: Towards = Towards.SOUTH) -> int | None:
    """The longest wall on a side, by its number; of equals the furthest out."""
    own = [k for k, wall in enumerate(walls) if facing(wall) is side]
    way = _WAYS[side]
    return max(
        own,
        key=lambda k: (
            round(walls[k].width * float(np.dot(way, walls[k].out[:2])), 3),
            np.dot(way, walls[k].origin[:2]),
        ),
        default=None,
    )
