"""Whether bridges join what they are to join: each end meets a bank, and no wall stands before it."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians

import numpy as np
from shapely import affinity
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from sim.board.architecture.plans import BridgePlan
from sim.board.board import Board
from sim.board.files.mapfile import PiecePlacement
from sim.board.map_checks.survey import bounds, clear_ground, seen_from_above, streets_of
from sim.board.model.plans import union
from sim.board.model.terrain import Kind
from sim.words import say

__all__ = ["bridges", "spans"]

Wrong = tuple[str, str, str]  # where, what, and what would mend it

BRIDGES = ("ponte-di-legno", "ponte-di-pietra")  # pieces, beside those that are made by a plan
END = 0.2  # inches of a bridge that are its end
MEETS = 0.06  # inches between an end and what it meets
STEP = 0.5  # inches that this may lie higher or lower
BEFORE = 0.4  # inches of street before an end
OPEN = 0.1  # of that: less, and nobody steps off


def spans(board: Board) -> Iterator[tuple[PiecePlacement, BaseGeometry]]:
    """The bridges of a map, each as it is seen from above."""
    for placed in board.map.pieces if board.map is not None else ():
        if isinstance(placed.piece, BridgePlan) or placed.piece in BRIDGES:
            own = [part for part in board.parts if part.name.startswith(f"{placed.id}/")]
            yield placed, union([seen_from_above(board, part) for part in own])


def bridges(board: Board) -> Iterator[Wrong]:
    """Bridges with an end over water, and with one that is walled up."""
    for placed, plan in spans(board):
        short = max(_short(board, placed, end) for end, _ in _ends(placed, plan))
        if short > MEETS:
            what = say('ends {inches:.1f}" short of the bank', inches=short)
            yield placed.id, what, say("make it longer, or move it")
        elif any(_blocked(board, end, before) for end, before in _ends(placed, plan)):
            yield placed.id, say("an end of it is walled up"), say("clear the street before it")


def _ends(placed: PiecePlacement, plan: BaseGeometry) -> Iterator[tuple[BaseGeometry, BaseGeometry]]:
    """Each end of a bridge, which runs along its own x, and the ground that one steps onto from there."""
    own = affinity.rotate(plan, -radians(placed.turn), origin=placed.at, use_radians=True)
    x0, y0, x1, y1 = own.bounds
    for end, before in (((x0, x0 + END), (x0 - BEFORE, x0)), ((x1 - END, x1), (x1, x1 + BEFORE))):
        shapes = box(end[0], y0, end[1], y1), box(before[0], y0, before[1], y1)
        one, other = (affinity.rotate(s, radians(placed.turn), origin=placed.at, use_radians=True) for s in shapes)
        yield one, other


def _short(board: Board, placed: PiecePlacement, end: BaseGeometry) -> float:
    """Inches from an end to the street, or to another piece that is walked on at its height."""
    level = bounds(board)[:, 1, 2] - placed.z
    met = [
        seen_from_above(board, part).distance(end)
        for part, top in zip(board.parts, level.tolist(), strict=True)
        if abs(top) <= STEP and part.meaning.kind is not Kind.WATER and part.piece != placed.id
    ]
    return float(min(met, default=np.inf))


def _blocked(board: Board, end: BaseGeometry, before: BaseGeometry) -> bool:
    """Is there street at an end, and hardly any of it open?"""
    if streets_of(board).distance(end) > MEETS:
        return False
    return bool(clear_ground(board, before, 0.0).area < OPEN * before.area)
