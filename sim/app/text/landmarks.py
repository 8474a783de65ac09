"""What stands on a board, by names that one can say: houses and wells, their roofs, canals, and what one is near."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import NamedTuple

import numpy as np

from sim.app.text.wording import WINDS, bearing, inches
from sim.board.board import Board
from sim.board.files.mapfile import GROUND
from sim.board.model.part_names import CANAL, kind_of, part_called, piece_called, vessel_called
from sim.board.model.tableau import VesselAt
from sim.carnevale.characters import Point
from sim.words import say

__all__ = ["BASE", "BOATS", "LADDERS", "Landmark", "Landmarks"]

BESIDE = 2.5  # inches: so near a landmark is worth naming
TOUCHING = 0.8  # inches: so near is beside it
BASE = 0.6  # inches: about half a base
HELD = 1.1  # inches from a wall: so near is the middle of whatever base hangs on it
LADDERS = frozenset(("ladder", "quay ladder"))
BRIDGES = frozenset(("bridge", "stone bridge", "wooden bridge"))
BOATS = frozenset(("barge", "boat", "gondola", "market boat"))
MINOR = frozenset(("mooring pole", "mooring piles"))  # named only where nothing else is near


class Landmark(NamedTuple):
    """A piece, a part of one that has a name, or a canal: its name, what it is, and the box that it fills."""

    id: str
    name: str
    kind: str
    low: Point
    high: Point

    @property
    def full(self) -> str:
        """Its name and what it is, where the name does not say it."""
        if self.kind in self.name.casefold():
            return self.name
        return say("{name} ({kind})", name=self.name, kind=self.kind)

    @property
    def is_part(self) -> bool:
        return "/" in self.id

    @property
    def is_ground(self) -> bool:
        """Is it a part of the street?"""
        return self.id.partition("/")[0] == GROUND

    @property
    def middle(self) -> Point:
        return ((self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2, self.high[2])

    def gap(self, at: Point) -> float:
        """About how far a place is from it, seen from above; 0 within."""
        dx = max(self.low[0] - at[0], 0.0, at[0] - self.high[0])
        dy = max(self.low[1] - at[1], 0.0, at[1] - self.high[1])
        return hypot(dx, dy)


class Landmarks:
    """The landmarks of a board. `seat_name`: what a seat is called, whose vessel may lie there."""

    def __init__(self, board: Board, seat_name: Callable[[str], str] = str.capitalize) -> None:
        self._seat_name = seat_name
        self._moored = tuple(vessel.start for vessel in board.vessels)
        self._vessel = board.vessel
        pieces: Mapping[str, str] = {p.id: p.called for p in board.map.pieces} if board.map is not None else {}
        canals = {canal.id for canal in board.map.canals} if board.map is not None else set()
        boxes: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        for part in board.parts:
            id = part.piece
            corners = part.triangles.reshape(-1, 3)
            if id == GROUND or not len(corners):
                continue
            low, high = corners.min(0), corners.max(0)
            if id in boxes:
                low, high = np.minimum(low, boxes[id][0]), np.maximum(high, boxes[id][1])
            boxes[id] = (low, high)
        found = {}
        for id, (low, high) in boxes.items():
            kind = CANAL if id in canals else kind_of(pieces.get(id, id))
            found[id] = Landmark(id, piece_called(id, kind), kind, _point(low), _point(high))
        self.all: Mapping[str, Landmark] = found
        self._parts = tuple(self._boxed(part.name, part.triangles.reshape(-1, 3)) for part in board.parts)
        self.parts: Mapping[str, Landmark] = self._named()

    def _boxed(self, part: str, corners: np.ndarray) -> Landmark:
        low, high = (_point(corners.min(0)), _point(corners.max(0))) if len(corners) else ((0.0,) * 3, (0.0,) * 3)
        piece = part.partition("/")[0]
        kind = self.all[piece].kind if piece in self.all else ""
        return Landmark(part, self.part(part, high[2]), kind, low, high)

    def _named(self) -> dict[str, Landmark]:
        """The parts of pieces that have names of their own: balconies, floors, roofs; those of one name as one."""
        pieces, found = {mark.name for mark in self.all.values()}, dict[str, Landmark]()
        for part in self._parts:
            if part.kind == CANAL or part.is_ground or part.name in pieces:
                continue
            known = found.get(part.name, part)
            low, high = np.minimum(known.low, part.low), np.maximum(known.high, part.high)
            found[part.name] = known._replace(kind="", low=_point(low), high=_point(high))
        return found

    def bears(self, mark: Landmark, part: str | None, high: float) -> bool:
        """Does this part of the board, so high over the street, belong to a landmark?"""
        return self.part(part, high) == mark.name if mark.is_part else (part or "").startswith(f"{mark.id}/")

    def is_bridge(self, part: str | None) -> bool:
        """Is it a part of a bridge?"""
        mark = self.all.get((part or "").partition("/")[0])
        return mark is not None and mark.kind in BRIDGES

    def wall(self, at: Point) -> Landmark | None:
        """What a base hangs on there: a ladder, else the nearest face; None where nothing is near."""
        near = [p for p in self._parts if p.gap(at) <= HELD and p.low[2] - BASE <= at[2] <= p.high[2]]
        near = [p for p in near if not p.is_ground and p.kind != CANAL]
        return min(near, key=lambda part: (part.kind not in LADDERS, part.gap(at)), default=None)

    def around(self, at: Point) -> Landmark | None:
        """What a base is inside of there; None where nothing tells."""
        close = [m for m in self.all.values() if m.kind != CANAL and m.low[2] - BASE <= at[2] <= m.high[2]]
        return min((m for m in close if m.gap(at) < BASE), key=lambda mark: mark.gap(at), default=None)

    def afloat(self, moved: Sequence[VesselAt]) -> tuple[VesselAt, ...]:
        """Every vessel where it lies now: those of the board, and those that players brought. `moved`: the state's."""
        now = {vessel.piece: vessel for vessel in moved}
        return (*(now.pop(vessel.piece, vessel) for vessel in self._moored), *now.values())

    def lies(self, vessel: VesselAt) -> str:
        """How a vessel lies: `7.6 inches long, its ends point east and west (turned 0)`."""
        corners = np.concatenate([part.triangles.reshape(-1, 3) for part in self._vessel(vessel.piece).parts])
        wide, deep = np.ptp(corners[:, :2], axis=0)
        end = round((vessel.turn + (0.0 if wide > deep else 90.0)) / 45.0) % len(WINDS)
        return say(
            "{length} long, its ends point {one} and {other} (turned {turn:g})",
            length=inches(float(max(wide, deep))), one=WINDS[end], other=WINDS[end - len(WINDS) // 2], turn=vessel.turn,
        )  # fmt: skip

    def name(self, piece: str) -> str:
        """What a piece is called; vessels that players bring too."""
        if piece in self.all:
            return self.all[piece].name
        own, mark, seat = piece.partition("#")
        if mark:
            return vessel_called(own, self._seat_name(seat))
        return piece_called(piece)

    def part(self, part: str | None, high: float = 0.0) -> str:
        """A part of the board as what one stands on: `the roof of Ca Rosa`, `the street`."""
        piece = (part or GROUND).partition("/")[0]
        kind = self.all[piece].kind if piece in self.all else ""
        return part_called(part or GROUND, self.name(piece), kind, high)

    def top(self, at: Point) -> str:
        """The landmark whose top, or one between whose tops, a base stands on, or the bridge on whose end it does;
        empty where that is none."""
        close = [m for m in self.all.values() if m.gap(at) < BASE]
        tops = [m for m in close if abs(m.high[2] - at[2]) < BASE]
        spans = [m for m in close if m.kind in BRIDGES and at[2] < m.high[2]]
        return min(tops or spans, key=lambda mark: mark.gap(at)).name if tops or spans else ""

    def near(self, at: Point) -> str:
        """The landmark that a place is nearest to: `2.1 inches west of the well`; empty where none is near."""
        close = [(mark.gap(at), mark) for mark in self.all.values() if mark.kind != CANAL]
        close = [(gap, mark) for gap, mark in close if 0.0 < gap <= BESIDE and mark.low[2] - 3.0 < at[2]]
        if not close:
            return ""
        gap, mark = min(close, key=lambda each: (each[1].kind in MINOR, each[0]))
        wind = bearing(mark.middle, at)
        if gap < TOUCHING or not wind:
            return say("beside {name}", name=mark.name)
        return say("{length} {wind} of {name}", length=inches(gap), wind=wind, name=mark.name)


def _point(corner: np.ndarray) -> Point:
    return (float(corner[0]), float(corner[1]), float(corner[2]))
