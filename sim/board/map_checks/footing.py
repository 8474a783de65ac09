"""Whether pieces stand on something, and only once: those that hang in the air, and those put down twice."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board
from sim.board.files.mapfile import GROUND
from sim.board.map_checks.survey import bounds, seen_from_above
from sim.board.model.plans import common, union
from sim.board.model.terrain import Kind, Obstacle

__all__ = ["Hanging", "hanging", "twins"]

REST = 0.06  # inches between what rests on, leans against or hangs from something and that
UNDER = 0.1  # square inches of a piece that must be over something to come to rest on it
OUT = 1.0  # inches that the middle of a piece may be away from what holds it: a balcony's, a lantern's

Numbers = NDArray[np.int64]


class Hanging(msgspec.Struct, frozen=True):
    """A piece that nothing holds. `gap`: inches down to what is under it; None over no ground. `over_water`: inches
    down to the water under it. `out`: inches from its middle to what it touches; 0 where it touches nothing."""

    id: str
    gap: float | None = None
    over_water: float | None = None
    out: float = 0.0


def twins(board: Board) -> Iterator[tuple[str, str]]:
    """Pieces of the map that lie exactly on an earlier one of the same kind, each with that one."""
    first: dict[tuple[object, ...], str] = {}
    for placed in board.map.pieces if board.map else ():
        pose = (placed.piece, placed.mirror, *(round(v, 3) for v in (*placed.at, placed.z, placed.turn % 360.0)))
        if pose in first:
            yield placed.id, first[pose]
        else:
            first[pose] = placed.id


class _Parts:
    """The parts of a board, by the piece that they are of."""

    def __init__(self, board: Board) -> None:
        self.board, self.boxes = board, bounds(board)
        self.owners = np.array([part.piece for part in board.parts])
        self.wet = np.array([part.meaning.kind is Kind.WATER for part in board.parts])
        self.has_ground = bool((self.owners == GROUND).any())

    def pieces(self) -> Iterator[tuple[str, Numbers]]:
        """All but the ground, the water and debris, with the numbers of their parts."""
        floats = {p.piece for p in self.board.parts if p.meaning.obstacle is Obstacle.DEBRIS}
        dry = dict.fromkeys(self.owners[~self.wet].tolist())
        yield from ((id, np.flatnonzero(self.owners == id)) for id in dry if id not in floats and id != GROUND)

    def plan(self, number: int) -> BaseGeometry:
        return seen_from_above(self.board, self.board.parts[number])

    def beside(self, number: int, others: NDArray[np.bool_]) -> Numbers:
        """Those of the others that a part may touch, as boxes round them have it."""
        low, high = self.boxes[number]
        close = (self.boxes[:, 0] <= high + REST).all(axis=1) & (self.boxes[:, 1] >= low - REST).all(axis=1)
        return np.flatnonzero(others & close)


def hanging(board: Board) -> Iterator[Hanging]:
    """Pieces that stand neither on the street nor on another piece nor in the water, and are held by nothing at a side:
    their middle is no further than OUT from between the places where they touch something. Vessels and debris are not
    among them."""
    parts = _Parts(board)
    for id, own in parts.pieces():
        low = float(parts.boxes[own, 0, 2].min())
        if low <= REST and not parts.has_ground:
            continue
        shape = union([parts.plan(n) for n in own])
        here = _at(parts, shape)
        surface = max((float(parts.boxes[n, 1, 2]) for n in here if parts.wet[n]), default=None)
        if surface is not None and low <= surface + REST:
            continue
        others = (parts.owners != id) & ~parts.wet
        touched = _touched(parts, own, others, shape)
        out = 0.0 if touched is None else float(touched.convex_hull.distance(shape.centroid))
        if touched is not None and out <= OUT:
            continue
        under = [float(parts.boxes[n, 1, 2]) for n in here if others[n] and _over(parts, n, shape)]
        gap = round(low - max(under), 3) if under else 0.0
        over_water = None if under or surface is None else round(low - surface, 3)
        yield Hanging(id, gap if gap > REST else None, over_water, round(out, 3))


def _at(parts: _Parts, shape: BaseGeometry) -> list[int]:
    """The parts that a piece is over, under or in."""
    x0, y0, x1, y1 = shape.bounds
    near = (parts.boxes[:, 0, :2] <= (x1, y1)).all(axis=1) & (parts.boxes[:, 1, :2] >= (x0, y0)).all(axis=1)
    return [n for n in np.flatnonzero(near).tolist() if parts.plan(n).intersects(shape)]


def _over(parts: _Parts, number: int, shape: BaseGeometry) -> bool:
    return float(common(parts.plan(number), shape).area) > UNDER


def _touched(parts: _Parts, own: Numbers, others: NDArray[np.bool_], shape: BaseGeometry) -> BaseGeometry | None:
    """Where a piece touches others, seen from above; its middle alone, where the street holds that."""
    places = list[BaseGeometry]()
    for number in own.tolist():
        for other in parts.beside(number, others).tolist():
            if parts.owners[other] == GROUND and parts.plan(other).contains(shape.centroid):
                return shape.centroid
            place = common(parts.plan(number), parts.plan(other).buffer(REST))
            if not place.is_empty:
                places.append(place)
    return union(places) if places else None
