"""What is in the way of a base that falls, by brute force: every face of a board's solids, cut between two heights."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiPoint
from shapely.geometry import Point as Dot

from sim.board.board import Board
from sim.board.model.tableau import Point, VesselAt
from sim.board.model.terrain import Kind

Floats = NDArray[np.float64]


class Solids:
    """The solids of a board, its vessels where the map has them."""

    def __init__(self, board: Board) -> None:
        through = (Kind.WATER, Kind.LADDER)
        fixed = [p.triangles for p in board.parts if p.meaning.kind not in through]
        afloat = [_put(p.triangles, v.start) for v in board.vessels for p in v.parts if p.meaning.kind not in through]
        self.faces = np.concatenate([np.asarray(part, dtype=np.float64) for part in (*fixed, *afloat)])
        self.low, self.high = self.faces.min(axis=1), self.faces.max(axis=1)

    def room(self, a: Point, b: Point, low: float, high: float, most: float) -> float:
        """How near, up to `most` inches, what lies between two heights comes to the line from a to b, from above."""
        if high <= low:
            return most
        ends = np.array([a[:2], b[:2]])
        west, east = ends.min(axis=0) - most, ends.max(axis=0) + most
        near = (self.low[:, :2] < east).all(axis=1) & (self.high[:, :2] > west).all(axis=1)
        near &= (self.low[:, 2] < high) & (self.high[:, 2] > low)
        line = LineString(ends) if math.dist(*ends) > 1e-9 else Dot(ends[0])
        cut = (_between(face, low, high) for face in self.faces[near])
        return min((float(line.distance(MultiPoint(part).convex_hull)) for part in cut if part), default=most)

    def holds(self, at: Point) -> bool:
        """Is a point inside: are there more faces over it that look up than such as look down?"""
        a, b, c = (self.faces[:, k] for k in range(3))
        sides = [
            (q - p)[:, 0] * (at[1] - p[:, 1]) - (q - p)[:, 1] * (at[0] - p[:, 0]) for p, q in ((a, b), (b, c), (c, a))
        ]
        up = np.all([side > 0 for side in sides], axis=0).astype(int) - np.all([side < 0 for side in sides], axis=0)
        return int(up[(up != 0) & (self._over(at) > at[2])].sum()) > 0

    def _over(self, at: Point) -> Floats:
        """The heights of the planes of all faces over or under a point."""
        a, b, c = (self.faces[:, k] for k in range(3))
        normal = np.cross(b - a, c - a)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(a[:, 2] - ((np.array(at[:2]) - a[:, :2]) * normal[:, :2]).sum(axis=1) / normal[:, 2])


def _put(faces: Floats, at: VesselAt) -> Floats:
    turn = math.radians(at.turn)
    turned = np.array([[math.cos(turn), math.sin(turn), 0], [-math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    return np.asarray(np.asarray(faces, dtype=np.float64) @ turned + np.array(at.at))


def _between(face: Floats, low: float, high: float) -> list[tuple[float, float]]:
    """The corners, seen from above, of what is left of a face between two heights."""
    corners = list(face)
    for up, limit in ((1.0, low), (-1.0, -high)):
        left = []
        for a, b in zip(corners, [*corners[1:], *corners[:1]], strict=True):
            over, next_over = up * a[2] - limit, up * b[2] - limit
            if over >= 0:
                left.append(a)
            if over * next_over < 0:
                left.append(a + (b - a) * over / (over - next_over))
        corners = left
    return [(float(c[0]), float(c[1])) for c in corners]
