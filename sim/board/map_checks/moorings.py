"""What is wrong with how vessels and debris lie on a map: none can be rowed that does not rest on its water (TERR-12 to
14), and debris that hovers over its water is not in it (TERR-10)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import affinity
from shapely.geometry import Point as Place
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board, Vessel, placed
from sim.board.map_checks.survey import bounds, footprint, meeting, seen_from_above, water_of
from sim.board.model.plans import common, without
from sim.board.model.terrain import Kind, Obstacle
from sim.words import say

__all__ = ["RESTS", "debris", "moorings", "sunk_or_hovering"]

Hull = tuple[BaseGeometry, NDArray[np.float64], NDArray[np.float64]]  # seen from above, and the corners of its box
Wrong = tuple[str, str, str]  # where, what, and what would mend it

RESTS = 0.02  # inches that a vessel may lie over or under its water
AGROUND = 0.05  # square inches
DEEP = 0.05  # inches that two things may reach into one another
TOUCHES = 0.005  # square inches that two things may share, seen from above


def moorings(board: Board) -> Iterator[Wrong]:
    """Vessels off the board, over no water, aground, above or under their water, and in something else."""
    water = water_of(board).buffer(1e-6)
    plans: dict[bytes, BaseGeometry] = {}
    hulls = {v.id: _hull(v, plans) for v in board.vessels}
    solid = np.array([p.is_built for p in board.parts])
    for vessel in board.vessels:
        hull, lowest, highest = hulls[vessel.id]
        over = without(hull, box(0, 0, *board.size)).area
        if over > AGROUND:
            yield vessel.id, say("reaches over the edge of the board"), say("move it in")
            continue
        x, y, z = vessel.start.at
        level = _level(board, (x, y))
        if level is None:
            yield vessel.id, say("lies over no water"), say("move it onto a canal")
            continue
        aground = float(without(hull, water).area)
        if aground > AGROUND:
            yield (
                vessel.id,
                say("lies aground with {area:.1f} square inches of its hull", area=aground),
                say("move or turn it"),
            )
        if abs(z - level) > RESTS:
            what = (
                say('hovers {inches:.2f}" above its water', inches=z - level)
                if z > level
                else say('lies {inches:.2f}" under its water', inches=level - z)
            )
            yield vessel.id, what, say("set z = {z:g}", z=level)
        deep = np.minimum(bounds(board)[:, 1], highest) - np.maximum(bounds(board)[:, 0], lowest)
        for index in np.flatnonzero(solid & (deep[:, :2] >= 0).all(axis=1) & (deep[:, 2] > DEEP)):
            part = board.parts[index]
            if _meet(hull, seen_from_above(board, part)):
                yield (
                    say("{one} and {two}", one=vessel.id, two=part.name),
                    say("stand in one another"),
                    say("move one of them"),
                )
    boxes = np.array([hulls[v.id][1:] for v in board.vessels]).reshape(-1, 2, 3)
    for a, b in meeting(boxes, (0.0, 0.0, DEEP)):
        one, two = board.vessels[a].id, board.vessels[b].id
        if _meet(hulls[one][0], hulls[two][0]):
            yield say("{one} and {two}", one=one, two=two), say("lie in one another"), say("move one of them")


def sunk_or_hovering(board: Board) -> Iterator[tuple[str, float]]:
    """Vessels and debris over water at another height than it, and the height that it has."""
    for vessel in board.vessels:
        x, y, z = vessel.start.at
        level = _level(board, (x, y))
        if level is not None and abs(z - level) > RESTS:
            yield vessel.id, level
    for piece, where, bottom in _debris(board):
        level = _level(board, where)
        if level is not None and bottom > level + RESTS:
            yield piece, level


def _debris(board: Board) -> Iterator[tuple[str, tuple[float, float], float]]:
    """Each piece of debris, its middle and its lowest point."""
    bottoms: dict[str, float] = {}
    where: dict[str, tuple[float, float]] = {}
    for part in board.parts:
        if part.meaning.obstacle is Obstacle.DEBRIS:
            piece, low = part.piece, float(part.triangles[..., 2].min())
            if low < bottoms.get(piece, np.inf):
                bottoms[piece] = low
                x, y = (part.triangles[..., :2].min((0, 1)) + part.triangles[..., :2].max((0, 1))) / 2
                where[piece] = (float(x), float(y))
    for piece, bottom in bottoms.items():
        yield piece, where[piece], bottom


def debris(board: Board) -> Iterator[Wrong]:
    """Debris over no water, and above it."""
    for piece, where, bottom in _debris(board):
        level = _level(board, where)
        if level is None:
            yield piece, say("is debris and lies over no water"), say("move it onto a canal")
        elif bottom > level + RESTS:
            yield (
                piece,
                say('hovers {inches:.2f}" above its water', inches=bottom - level),
                say("lower it: z = {z:g}, if z = 0 is its water line", z=level),
            )


def _meet(a: BaseGeometry, b: BaseGeometry) -> bool:
    return float(common(a, b).area) > TOUCHES


def _hull(vessel: Vessel, plans: dict[bytes, BaseGeometry]) -> Hull:
    """The hull where it lies. `plans`: of hulls about their own origin, of which a map may have many alike."""
    every = np.concatenate([p.triangles for p in vessel.parts])
    own = every[every[..., 2].min(axis=1) <= 1.0]  # prow irons and lanterns overhang and pass
    shape = own.tobytes()
    if shape not in plans:
        plans[shape] = footprint(own)
    lies = placed(own, vessel.start.at, vessel.start.turn)
    there = affinity.translate(affinity.rotate(plans[shape], vessel.start.turn, origin=(0, 0)), *vessel.start.at[:2])
    return there, lies.min((0, 1)), lies.max((0, 1))


def _level(board: Board, at: tuple[float, float]) -> float | None:
    """The height of the highest water over a place."""

    def measured() -> list[tuple[BaseGeometry, NDArray[np.object_], NDArray[np.float64]]]:
        sheets = [p for p in board.parts if p.meaning.kind is Kind.WATER]
        return [
            (
                seen_from_above(board, sheet).buffer(1e-6),
                shapely.buffer(shapely.polygons(sheet.triangles[..., :2]), 1e-6),
                sheet.triangles[..., 2].max(axis=1),
            )
            for sheet in sheets
        ]

    levels: list[float] = []
    for sheet, triangles, heights in board.derived("water levels", measured):
        if sheet.contains(Place(at)):
            levels += heights[shapely.contains(triangles, Place(at))].tolist()
    return max(levels, default=None)
