"""Where a mini that flies could go (ABIL-Flight), and how long the way through the air is: straight, or up and over
what stands between.

The board measures flights exactly, which takes long for many places. What stands between is told here by where bases
could stand, on roofs as well as below; the board is asked about the one flight that is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import Mover, PathTo
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.carnevale.characters import Point
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["MANY", "SPARE", "Goals", "Sky", "flight", "flights_of", "hop", "lands", "thinned"]

Floats = NDArray[np.float64]
Goals = tuple[tuple[float, float, float, float], ...]  # x, y, z, radius

CELL = 0.25  # inches of the map of what stands how high
CLOSE = 0.1  # inches that a base comes nearer to a wall on that map than it may
NO_HIGHER, RISE = 1.0, 0.5  # inches: what is no higher over a flight is no hindrance; steps in which flights go higher
FINE, COARSE = 0.5, 1.0  # inches: of places that are so near to each other one is looked at, in one flight and further
SMALL = 2.0  # inches: of what is wider, places are found anyway
A_LOOK, LOOKS = 0.75, 24  # inches between looks at what stands on the way, and the most of them
MANY = 1 << 10  # more cells than lie side by side on any board
SPARE = 0.3  # inches of a MOVE that are not counted on
NEAR = 0.25  # inches: a flight that ends no further from where it was to lead has led there


class Sky(NamedTuple):
    """Places where a flight may end, (n, 3), with inches of the way there, and which are in water or on small
    obstacles; and over a square of cells how high what stands there reaches."""

    at: Floats
    cost: Floats
    wet: NDArray[np.bool_]
    perch: NDArray[np.bool_]
    corner: Floats
    tops: Floats

    def inches(self, starts: Floats, ends: Floats) -> Floats:
        """The way through the air between places, (n, 3) each: straight, else up and over."""
        along = ends - starts
        flat, straight = np.hypot(along[:, 0], along[:, 1]), np.linalg.norm(along, axis=1)
        looks = int(np.clip(np.ceil(flat.max(initial=0.0) / A_LOOK), 4, LOOKS))
        share = ((np.arange(looks) + 0.5) / looks)[None, :]
        bars = self._tops(starts[:, None, :2] + share[:, :, None] * along[:, None, :2]) - NO_HIGHER
        low, end = starts[:, 2:], ends[:, 2:]
        free = (low + share * (end - low) >= bars).all(axis=1)
        base = np.maximum(low, end)
        high = base + RISE * np.maximum(1.0, np.ceil((bars.max(axis=1, keepdims=True) - base) / RISE))
        up, down = (high - low)[:, 0], (high - end)[:, 0]
        found = up + flat + down
        rises = (low + share * (high - low) >= bars).all(axis=1)
        found = np.where(rises, np.minimum(found, np.hypot(flat, up) + down), found)
        sinks = (high + share * (end - high) >= bars).all(axis=1)
        found = np.where(sinks, np.minimum(found, up + np.hypot(flat, down)), found)
        return np.asarray(np.where(free, straight, found))

    def left(self, at: Floats, goals: Goals) -> Floats:
        """The same from every place to the nearest of some goals."""
        found = np.full(len(at), np.inf)
        for x, y, z, radius in goals:
            goal = np.broadcast_to(np.array([x, y, z]), at.shape)
            way = np.where(np.linalg.norm(at - goal, axis=1) <= radius, 0.0, self.inches(at, goal) - radius)
            found = np.minimum(found, np.maximum(0.0, way))
        return found

    def _tops(self, points: Floats) -> Floats:
        cells = np.floor((points - self.corner) / CELL).astype(np.int64)
        x, y = cells[..., 0], cells[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < self.tops.shape[0]) & (y < self.tops.shape[1])
        return np.where(inside, self.tops[np.where(inside, x, 0), np.where(inside, y, 0)], -np.inf)


def flight(mover: Mover) -> Mover:
    """How one flies that runs so."""
    return msgspec.structs.replace(mover, fly=True)


def flights_of(view: State, who: str, measure: Measure, mover: Mover, far: float, goals: Sequence[Goals] = ()) -> Sky:
    """Where flights of a mini lead in so many inches in all; `goals`: beside these, places are looked at closely."""
    here = np.array(view[who].here)
    wide = msgspec.structs.replace(mover, fly=False, ethereal=True, move=max(far, mover.move))
    found = candidate_places.prospect(view, wide, measure)
    close = np.linalg.norm(found.at - here, axis=1) <= mover.move
    for x, y, z, radius in (goal for each in goals for goal in each):
        if radius <= SMALL:
            close |= np.linalg.norm(found.at - np.array([x, y, z]), axis=1) <= radius
    rows = thinned(found.at, close)
    at = found.at[rows]
    corner, tops = _map_of(found.at, here, view[who].profile.size * MM - CLOSE)
    sky = Sky(at, found.cost[rows], found.wet[rows], found.perch[rows], corner, tops)
    if view[who].on_wall:  # in the air, all that may perhaps be reached is worth a question to the board
        return sky
    return sky._replace(cost=sky.inches(np.broadcast_to(here, at.shape), at))


def lands(view: State, measure: Measure, mover: Mover, to: Point, beside: str | None = None) -> bool:
    """Does a move lead there without a roll and end on firm ground, or in water; `beside`: in contact with an enemy?"""
    path: Path = measure(view, PathTo(mover, to))
    if path.refusal is not None or path.rolls or not path.ends.whole:
        return False
    if beside is not None:
        return any(c.id == beside for c in path.contacts)
    return dist(path.ends.at, to) <= NEAR


def hop(
    view: State, measure: Measure, mover: Mover, to: Point, further: float, beside: str | None = None
) -> tuple[Point, ...] | None:
    """The corners of a flight that ends in mid-air, from where another leads on to a place in so many inches; None:
    there is none."""
    path: Path = measure(view, PathTo(msgspec.structs.replace(mover, move=mover.move + further), to))
    left, corners = mover.move - SPARE, list[Point]()
    if path.refusal is not None or path.cost <= left:
        return None
    for leg in path.legs:
        a, b = leg.points[0], leg.points[-1]
        if leg.cost > left:
            share = left / leg.cost
            x, y, z = (round(p + share * (q - p), 3) for p, q in zip(a, b, strict=True))
            trial = view.copy()
            trial.set(mover.figure, at=(x, y, z), on_wall=True)
            on = msgspec.structs.replace(mover, move=further)
            return (*corners, (x, y, z)) if lands(trial, measure, on, to, beside) else None
        corners.append(b)
        left -= leg.cost
    return None


def thinned(at: Floats, near: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Of places that are close to each other the first; more of them where they are `near`."""
    cell = np.where(near, FINE, COARSE)
    x, y, z = (np.round(at / cell[:, None]).astype(np.int64) + MANY // 2).T
    keys = ((x * MANY + y) * MANY + z) * 2 + near
    return np.sort(np.unique(keys, return_index=True)[1])


def _map_of(at: Floats, here: Floats, wide: float) -> tuple[Floats, Floats]:
    """How high what stands around places reaches for the middle of a base, as `corner` and heights over cells; nothing
    is known to stand where there is no height."""
    reach = int(np.ceil(wide / CELL))
    ends = np.concatenate([at[:, :2], here[None, :2]])
    corner = np.floor(ends.min(axis=0) / CELL) * CELL - (reach + 1) * CELL
    cells = np.floor((ends - corner) / CELL).astype(np.int64)
    wide_x, wide_y = cells.max(axis=0) + reach + 2
    plain = np.full((wide_x, wide_y), -np.inf)
    np.maximum.at(plain, (cells[:-1, 0], cells[:-1, 1]), at[:, 2])
    tops = plain.copy()
    for i in range(-reach, reach + 1):
        for j in range(-reach, reach + 1):
            if np.hypot(i, j) * CELL <= wide and (i or j):
                to = tops[max(0, i) : wide_x + min(0, i), max(0, j) : wide_y + min(0, j)]
                np.maximum(to, plain[max(0, -i) : wide_x - max(0, i), max(0, -j) : wide_y - max(0, j)], out=to)
    return corner, tops
