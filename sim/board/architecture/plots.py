"""Ground plans: what makes one sound, and the walls over it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shapely.geometry.polygon import orient

from sim.board.architecture.frame import Frame
from sim.board.architecture.plans import Towards
from sim.words import say

__all__ = ["NARROWEST", "facing", "front", "outline_fault", "plan_polygon", "walls_over"]

Floats = NDArray[np.float64]

NARROWEST = 1.6  # inches: the width that a ground plan must have somewhere
WAIST = 0.12  # inches: a plan that is narrower between two parts of it falls apart under its roof
_SHORTEST = 0.75  # inches of a wall
_ROUND = 80.0  # inches of all walls
_SHARPEST = 35.0  # degrees of a corner
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
    for a, b in itertools.pairwise(corners):
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


def outline_fault(outline: Sequence[tuple[float, float]]) -> str:
    """What keeps an outline from being built on; empty where nothing does."""
    if len(outline) < 3:
        return say("has too few corners: give three or more, or leave it out")
    shape = Polygon(outline)
    if not shape.is_valid or shape.area < 1e-6:
        return say("crosses itself: give its corners in their order round the building")
    corners = np.array(orient(shape).exterior.coords)[:-1, :2]
    along = np.roll(corners, -1, axis=0) - corners
    length = np.hypot(along[:, 0], along[:, 1])
    x, y = corners[int(length.argmin())]
    if length.min() < _SHORTEST:
        return say(
            'a wall of {inches:.2f}" begins at {x:g},{y:g}: no wall is shorter than {least:g}"',
            inches=length.min(),
            x=x,
            y=y,
            least=_SHORTEST,
        )
    if length.sum() > _ROUND:
        return say(
            'its walls are {inches:.0f}" long in all, and {most:g}" is the most: make two buildings of it',
            inches=length.sum(),
            most=_ROUND,
        )
    along /= length[:, None]
    before = np.roll(along, 1, axis=0)
    angle = 180 - np.degrees(
        np.arctan2(before[:, 0] * along[:, 1] - before[:, 1] * along[:, 0], (before * along).sum(axis=1))
    )
    sharp = np.minimum(angle, 360 - angle)
    x, y = corners[int(sharp.argmin())]
    if sharp.min() < _SHARPEST:
        return say(
            "its corner at {x:g},{y:g} has {degrees:.0f} degrees: no corner is sharper than {least:g}",
            x=x,
            y=y,
            degrees=sharp.min(),
            least=_SHARPEST,
        )
    if shape.buffer(-NARROWEST / 2).is_empty:
        return say('is nowhere {inches:g}" wide', inches=NARROWEST)
    if not isinstance(shape.buffer(-WAIST / 2, join_style="mitre"), Polygon):
        return say('is less than {inches:g}" wide between two of its parts: make two buildings of it', inches=WAIST)
    return ""
