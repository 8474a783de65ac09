"""What is wrong with how vessels and debris lie on a map: none can be rowed that does not rest on its water (TERR-12 to
14), and debris that hovers over its water is not in it (TERR-10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from shapely.geometry import Point as Place
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board, Vessel, placed
from sim.board.map_checks.survey import footprint, seen_from_above, water_of
from sim.board.model.terrain import Kind, Obstacle

__all__ = ["debris", "moorings"]

Wrong = tuple[str, str, str]  # where, what, and what would mend it

RESTS = 0.02  # inches that a vessel may lie over or under its water
AGROUND = 0.05  # square inches
DEEP = 0.05  # inches that two things may reach into one another
TOUCHES = 0.005  # square inches that two things may share, seen from above


def moorings(board: Board) -> Iterator[Wrong]:
    """Vessels off the board, over no water, aground, above or under their water, and in something else."""
    water = water_of(board)
    hulls = {v.id: _hull(v) for v in board.vessels}
    for vessel in board.vessels:
        hull, low, high = hulls[vessel.id]
        over = hull.difference(box(0, 0, *board.size)).area
        if over > AGROUND:
            yield vessel.id, "reaches over the edge of the board", "move it in"
            continue
        x, y, z = vessel.start.at
        level = _level(board, (x, y))
        if level is None:
            yield vessel.id, "lies over no water", "move it onto a canal"
            continue
        aground = float(hull.difference(water.buffer(1e-6)).area)
        if aground > AGROUND:
            yield vessel.id, f"lies aground with {aground:.1f} square inches of its hull", "move or turn it"
        if abs(z - level) > RESTS:
            what = f'hovers {z - level:.2f}" above its water' if z > level else f'lies {level - z:.2f}" under its water'
            yield vessel.id, what, f"set z = {level:g}"
        for part in board.parts:
            if part.meaning.kind is Kind.WATER or part.name.startswith("ground/"):
                continue
            bottom, top = float(part.triangles[..., 2].min()), float(part.triangles[..., 2].max())
            if min(top, high) - max(bottom, low) > DEEP and _meet(hull, seen_from_above(board, part)):
                yield f"{vessel.id} and {part.name}", "stand in one another", "move one of them"
    for a, b in combinations(board.vessels, 2):
        (one, low, high), (two, bottom, top) = hulls[a.id], hulls[b.id]
        if min(top, high) - max(bottom, low) > DEEP and _meet(one, two):
            yield f"{a.id} and {b.id}", "lie in one another", "move one of them"


def debris(board: Board) -> Iterator[Wrong]:
    """Debris over no water, and above it."""
    bottoms: dict[str, float] = {}
    where: dict[str, tuple[float, float]] = {}
    for part in board.parts:
        if part.meaning.obstacle is Obstacle.DEBRIS:
            piece, low = part.name.partition("/")[0], float(part.triangles[..., 2].min())
            if low < bottoms.get(piece, np.inf):
                bottoms[piece] = low
                x, y = (part.triangles[..., :2].min((0, 1)) + part.triangles[..., :2].max((0, 1))) / 2
                where[piece] = (float(x), float(y))
    for piece, bottom in bottoms.items():
        level = _level(board, where[piece])
        if level is None:
            yield piece, "is debris and lies over no water", "move it onto a canal"
        elif bottom > level + RESTS:
            yield (
                piece,
                f'hovers {bottom - level:.2f}" above its water',
                f"lower it: z = {level:g}, if z = 0 is its water line",
            )


def _meet(a: BaseGeometry, b: BaseGeometry) -> bool:
    return float(a.intersection(b).area) > TOUCHES


def _hull(vessel: Vessel) -> tuple[BaseGeometry, float, float]:
    """The hull seen from above where it lies, its lowest point and its highest."""
    every = np.concatenate([p.triangles for p in vessel.parts])
    own = every[every[..., 2].min(axis=1) <= 1.0]  # prow irons and lanterns overhang and pass
    lies = placed(own, vessel.start.at, vessel.start.turn)
    return footprint(lies), float(lies[..., 2].min()), float(lies[..., 2].max())


def _level(board: Board, at: tuple[float, float]) -> float | None:
    """The height of the highest water over a place."""
    levels = []
    for part in board.parts:
        if part.meaning.kind is Kind.WATER and seen_from_above(board, part).buffer(1e-6).contains(Place(at)):
            flat = [t for t in part.triangles if Polygon(t[:, :2]).buffer(1e-6).contains(Place(at))]
            levels += [float(t[:, 2].max()) for t in flat]
    return max(levels, default=None)
