"""What lies under a base, by brute force: an independent reading of whether it stands whole (FALL-01, TERR-01, 09).

Only the parts of a board are read, face by face. The ground is followed from under the centre of the base to a grid
of places all over its disc, from place to place by steps of at most 1"; small obstacles and debris are no ground but
under the centre.
"""

from __future__ import annotations

import math
from collections import deque

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.tableau import MM, Point
from sim.board.model.terrain import Kind, Obstacle

Floats = NDArray[np.float64]

SPACING = 0.05  # inches between the places of the grid
INSIDE = 0.03  # inches that they stay within the rim
STEP = 1.005 + SPACING * 1.5  # from one place to the next: a step, or a slope of 45 degrees
LEVEL = math.sqrt(0.5) - 1e-4  # the upward part of the normal of what is walked on (TERR-01)
LOW_LEVEL = 0.02  # the same for low scenery
FEW = 0.015  # of the places: cracks, and corners of the grid
_CELL = 0.5  # inches: the squares that faces are sorted into


class Under:
    """The ground of a board without its vessels."""

    def __init__(self, board: Board) -> None:
        kept, wet, perch = [], [], []
        for part in board.parts:
            if part.meaning.kind not in (Kind.SOLID, Kind.DIFFICULT, Kind.WATER):
                continue
            faces = np.asarray(part.triangles, dtype=np.float64)
            normal = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
            up = normal[:, 2] / np.maximum(np.linalg.norm(normal, axis=1), 1e-12)
            walked = faces[up >= (LOW_LEVEL if part.low else LEVEL)]
            kept.append(walked)
            wet += [part.meaning.kind is Kind.WATER] * len(walked)
            perch += [part.meaning.obstacle in (Obstacle.SMALL, Obstacle.DEBRIS)] * len(walked)
        self.faces = np.concatenate(kept)
        self.wet, self.perch = np.array(wet), np.array(perch)
        self._squares: dict[tuple[int, int], list[int]] = {}
        low = np.floor(self.faces[..., :2].min(axis=1) / _CELL).astype(int)
        high = np.floor(self.faces[..., :2].max(axis=1) / _CELL).astype(int)
        for t in range(len(self.faces)):
            for i in range(low[t, 0], high[t, 0] + 1):
                for j in range(low[t, 1], high[t, 1] + 1):
                    self._squares.setdefault((i, j), []).append(t)

    def at(self, x: float, y: float) -> list[tuple[float, bool, bool]]:
        """The ground over and under a point, highest first: height, whether water, whether a small obstacle."""
        own = np.array(self._squares.get((math.floor(x / _CELL), math.floor(y / _CELL)), []), dtype=int)
        if not len(own):
            return []
        a, b, c = self.faces[own, 0], self.faces[own, 1], self.faces[own, 2]
        area = _cross(b - a, c - a)
        p = np.array([x, y, 0.0])
        with np.errstate(divide="ignore", invalid="ignore"):
            u, v, w = _cross(b - p, c - p) / area, _cross(c - p, a - p) / area, _cross(a - p, b - p) / area
        held = (area != 0) & (np.minimum(np.minimum(u, v), w) >= -1e-6)
        z = (u * a[:, 2] + v * b[:, 2] + w * c[:, 2])[held]
        found = zip(z.tolist(), self.wet[own[held]].tolist(), self.perch[own[held]].tolist(), strict=True)
        return sorted(found, reverse=True)

    def on_perch(self, at: Point) -> bool:
        """Is the highest ground under the centre of a base that rests here that of a small obstacle or debris?"""
        found = [g for g in self.at(*at[:2]) if g[0] <= at[2] + 0.05]
        return bool(found) and found[0][2]

    def hangs(self, at: Point, base_mm: float) -> float:
        """The share of a base that rests here which has no ground under it, or the other of land and water; 0 where it
        stands on a small obstacle by its centre."""
        x, y, z = at
        below = [g for g in self.at(x, y) if g[0] <= z + 0.05]
        if not below:
            return 1.0
        if below[0][2]:
            return 0.0
        r = base_mm * MM / 2 - INSIDE
        n = int(r / SPACING)
        grid = [(i, j) for i in range(-n, n + 1) for j in range(-n, n + 1) if math.hypot(i, j) * SPACING <= r]
        ground = {
            (i, j): [g for g in self.at(x + i * SPACING, y + j * SPACING) if not g[2] and g[0] > z - 8] for i, j in grid
        }
        reached: dict[tuple[int, int], set[int]] = {own: set() for own in grid}
        first = next(k for k, g in enumerate(ground[0, 0]) if g[0] == below[0][0])
        reached[0, 0].add(first)
        waiting = deque([(0, 0, first)])
        while waiting:
            i, j, k = waiting.popleft()
            for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
                own = (i + di, j + dj)
                for m, g in enumerate(ground.get(own, ())):
                    if m not in reached[own] and abs(g[0] - ground[i, j][k][0]) <= STEP:
                        reached[own].add(m)
                        waiting.append((*own, m))
        wrong = sum(not found or ground[own][min(found)][1] != below[0][1] for own, found in reached.items())
        return wrong / len(grid)


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
