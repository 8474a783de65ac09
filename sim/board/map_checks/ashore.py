"""Pieces that stand at the height of the street and reach out over water, with nothing under them there, and the least
way ashore. Bridges, jetties, quays and poles go down into the water; balconies are higher."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import affinity
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board
from sim.board.files.mapfile import GROUND
from sim.board.map_checks.survey import bounds, seen_from_above, water_of
from sim.board.model.plans import common, union, without
from sim.board.model.terrain import Kind, Obstacle

__all__ = ["Overhang", "foot_of", "overhangs", "way_ashore"]

EAVES = 0.35  # inches that a roof or a sill may reach over the water, and no more than a quarter of a piece
LEAST = 0.25  # square inches over water, further out than that, and no more than a tenth of a piece
FOOT = 0.3  # inches over its lowest point to which the foot of a piece reaches
HIGH = 1.0  # inches: what begins higher over the street is no house's foot
UNDER = 0.1  # inches between what carries a piece and that
WAYS, PACE = 24, 0.05  # directions ashore that are tried, and inches between places


class Overhang(msgspec.Struct, frozen=True, eq=False):
    """A piece with so many square inches over water; `foot`: what of it stands there, seen from above."""

    id: str
    area: float
    foot: BaseGeometry


def overhangs(board: Board) -> Iterator[Overhang]:
    """The pieces of a map that stand half on the street and half over water."""
    if board.map is None:
        return
    water, boxes = water_of(board), bounds(board)
    for id, own in _pieces(board).items():
        low = float(boxes[own, 0, 2].min())
        if low > HIGH:
            continue
        foot = _foot(board, boxes, own)
        least = min(LEAST, foot.area / 10)
        wet = common(_inner(foot), water)
        if wet.area <= least or low <= _surface(board, boxes, foot):
            continue
        held = union([seen_from_above(board, board.parts[n]) for n in _beneath(board, boxes, own, foot, low)])
        area = float(without(wet, held).area)
        if area > least:
            yield Overhang(id, round(area, 2), foot)


def way_ashore(board: Board, foot: BaseGeometry, most: float) -> tuple[float, float] | None:
    """The least move of a piece, of no more than so many inches, by which it no longer stands over water, and not over
    the edge; None where there is none."""
    water, inner, table = water_of(board), _inner(foot), box(0, 0, *board.size)
    shapely.prepare(water)
    for far in np.arange(PACE, most + 1e-9, PACE):
        for k in sorted(range(WAYS), key=lambda k: k % (WAYS // 4)):  # straight along the board, if that is as near
            x, y = round(float(far * cos(2 * pi * k / WAYS)), 2), round(float(far * sin(2 * pi * k / WAYS)), 2)
            if not water.intersects(affinity.translate(inner, x, y)) and table.covers(affinity.translate(foot, x, y)):
                return x, y
    return None


def foot_of(board: Board, id: str) -> BaseGeometry:
    """What of a piece stands lowest, seen from above."""
    return _foot(board, bounds(board), _pieces(board)[id])


def _foot(board: Board, boxes: NDArray[np.float64], own: list[int]) -> BaseGeometry:
    low = float(boxes[own, 0, 2].min())
    return union([seen_from_above(board, board.parts[n]) for n in own if boxes[n, 0, 2] <= low + FOOT])


def _inner(foot: BaseGeometry) -> BaseGeometry:
    """A foot without what of it may reach over water."""
    return foot.buffer(-min(EAVES, sqrt(foot.area) / 4))


def _pieces(board: Board) -> dict[str, list[int]]:
    """The numbers of the parts of each piece that is no debris."""
    found: dict[str, list[int]] = {}
    floats = set[str]()
    for number, part in enumerate(board.parts):
        piece = part.piece
        if part.meaning.kind is not Kind.WATER and piece != GROUND:
            found.setdefault(piece, []).append(number)
        if part.meaning.obstacle is Obstacle.DEBRIS:
            floats.add(piece)
    return {piece: own for piece, own in found.items() if piece not in floats}


def _surface(board: Board, boxes: NDArray[np.float64], foot: BaseGeometry) -> float:
    """The height of the highest water under a foot."""
    wet = (n for n, part in enumerate(board.parts) if part.meaning.kind is Kind.WATER)
    return max(
        (float(boxes[n, 1, 2]) for n in wet if seen_from_above(board, board.parts[n]).intersects(foot)),
        default=-np.inf,
    )


def _beneath(board: Board, boxes: NDArray[np.float64], own: list[int], foot: BaseGeometry, low: float) -> Iterator[int]:
    """The parts of other pieces on which a foot rests, as crates do on a jetty and balconies on a wall."""
    west, south, east, north = foot.bounds
    near = (boxes[:, 0, :2] <= (east, north)).all(axis=1) & (boxes[:, 1, :2] >= (west, south)).all(axis=1)
    near &= (boxes[:, 0, 2] <= low + UNDER) & (boxes[:, 1, 2] >= low - UNDER)
    mine = set(own)
    for number in np.flatnonzero(near).tolist():
        part = board.parts[number]
        if number not in mine and part.is_built:
            yield number
