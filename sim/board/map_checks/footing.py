"""Whether pieces stand on something, and only once: those that hang in the air, and those put down twice."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board
from sim.board.map_checks.survey import bounds, seen_from_above
from sim.board.model.plans import common, union
from sim.board.model.terrain import Kind, Obstacle

__all__ = ["Hanging", "hanging", "twins"]

REST = 0.06  # inches between what rests on, leans against or hangs from something and that
UNDER = 0.1  # square inches of a piece that must be over something to come to rest on it


class Hanging(msgspec.Struct, frozen=True):
    """A piece that touches nothing. `gap`: inches down to what is under it; None over no ground."""

    id: str
    gap: float | None


def twins(board: Board) -> Iterator[tuple[str, str]]:
    """Pieces of the map that lie exactly on an earlier one of the same kind, each with that one."""
    first: dict[tuple[object, ...], str] = {}
    for placed in board.map.pieces if board.map else ():
        pose = (placed.piece, placed.mirror, *(round(v, 3) for v in (*placed.at, placed.z, placed.turn % 360.0)))
        if pose in first:
            yield placed.id, first[pose]
        else:
            first[pose] = placed.id


def hanging(board: Board) -> Iterator[Hanging]:
    """Pieces over the street that touch neither it nor another piece. Vessels and debris are not among them."""
    boxes = bounds(board)
    owners = np.array([part.name.partition("/")[0] for part in board.parts])
    wet = np.array([part.meaning.kind is Kind.WATER for part in board.parts])
    floats = {p.name.partition("/")[0] for p in board.parts if p.meaning.obstacle is Obstacle.DEBRIS}
    for id in dict.fromkeys(owners.tolist()):
        own = np.flatnonzero(owners == id)
        low, high = boxes[own, 0].min(axis=0), boxes[own, 1].max(axis=0)
        if low[2] <= REST or id in floats or id == "ground":
            continue
        near = (boxes[:, 0, :2] <= high[:2] + REST).all(axis=1) & (boxes[:, 1, :2] >= low[:2] - REST).all(axis=1)
        near &= (owners != id) & ~wet
        shape = union([seen_from_above(board, board.parts[n]) for n in own])
        beside = near & (boxes[:, 1, 2] >= low[2] - REST) & (boxes[:, 0, 2] <= high[2] + REST)
        if any(seen_from_above(board, board.parts[n]).distance(shape) <= REST for n in np.flatnonzero(beside)):
            continue
        under = [float(boxes[n, 1, 2]) for n in np.flatnonzero(near) if _over(board, int(n), shape)]
        yield Hanging(id, round(float(low[2]) - max(under), 3) if under else None)


def _over(board: Board, number: int, shape: BaseGeometry) -> bool:
    return float(common(seen_from_above(board, board.parts[number]), shape).area) > UNDER
