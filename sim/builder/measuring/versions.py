"""The boards of a map's versions, one after another: what stands as it did is taken over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.plans import PiecePlan
from sim.board.board import Board
from sim.board.files.low_things import Judged, KnownThings
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.files.pieces import PiecePart, piece_path, read_piece
from sim.board.model.errors import BoardError
from sim.board.model.part_names import piece_of
from sim.board.model.ranges import MOST_TRIANGLES
from sim.board.model.terrain import Kind
from sim.board.movement.relaid_lattice import Box
from sim.board.parts import Part, build_parts, judged, placed
from sim.builder.measuring.boxes import box_of, touches, wider

__all__ = ["Boards", "standing_otherwise"]

Floats = NDArray[np.float64]

KEPT_PIECES = 256  # pieces whose meshes are held
KEPT_BOXES = 5000  # boxes round pieces where they stand
KEPT_PARTS = 5000  # parts that were looked at by themselves
BESIDE = 0.3  # inches: so near what stands beside a part tells on what of it is low


class Boards:
    """Builds the boards of one map's versions, one after another: each piece is read once."""

    def __init__(self, source: Path) -> None:
        """`source`: where the map lies."""
        self.source = source
        self._read = lru_cache(KEPT_PIECES)(_read)
        self._boxes: dict[object, Box] = {}
        self._known: KnownThings = {}
        self._judged: dict[int, tuple[Part, Judged]] = {}  # how parts were judged, by their id
        self._round: dict[int, tuple[Floats, Box]] = {}  # boxes round parts, by the id of their triangles

    def board(self, made: MapFile, text: str = "", before: Board | None = None) -> Board:
        """The board of a map. What stands as it did on the board of a version `before` is taken from there.

        Raises BoardError, which names the line of the map's `text`.
        """
        parts = None if before is None or before.map is None else self._parts_after(made, before)
        if parts is None:
            parts = build_parts(self.source, made, text or None, self._shapes, self._with_low)
        return Board.of_parts_of_map(made, self.source, parts, passing=True)

    def board_near(self, made: MapFile, within: Box, before: Board, changed: Sequence[Box]) -> Board:
        """The board of a map, with all its ground and those pieces that reach into a box.

        What stands as it did on the board `before` is taken from there; what is low is looked for near what was
        `changed` since. Raises BoardError.
        """
        near = tuple(p for p in made.pieces if touches(self._box(p), within))
        fixed, afloat = self._standing(made, near, before)
        parts = self._low_near(fixed, before.parts, changed) + afloat
        return Board.of_parts_of_map(msgspec.structs.replace(made, pieces=near), self.source, parts, passing=True)

    def _parts_after(self, made: MapFile, before: Board) -> list[Part] | None:
        """The parts of a map, those of an earlier version taken over; None where they must all be built anew: the
        ground is another, or something is wrong with the map."""
        assert before.map is not None
        try:
            boxes = self.changed(before.map, made)
            if boxes is None:
                return None
            fixed, afloat = self._standing(made, made.pieces, before)
        except BoardError:
            return None
        if sum(len(part.triangles) for part in (*fixed, *afloat)) > MOST_TRIANGLES:
            return None
        return self._low_near(fixed, before.parts, boxes) + afloat

    def _standing(
        self, made: MapFile, pieces: Sequence[PiecePlacement], before: Board
    ) -> tuple[list[Part], list[Part]]:
        """The parts of some pieces of a map and of its ground, those that stand fast and those of vessels: what stands
        as it did on an earlier board is taken from there, and what of the others is low is not known yet."""
        assert before.map is not None
        old, other = {p.id for p in before.map.pieces}, standing_otherwise(before.map, made)
        moved = tuple(p for p in pieces if p.id in other)
        alone = msgspec.structs.replace(made, pieces=moved, canals=(), streets=())
        own: dict[str, list[Part]] = {}
        for part in build_parts(self.source, alone, None, self._shapes, list):
            own.setdefault(piece_of(part.name), []).append(part)
        for vessel in before.vessels:
            own.setdefault(vessel.id, list(vessel.parts))
        held: dict[str, list[Part]] = {}
        for part in before.parts:
            held.setdefault(piece_of(part.name), []).append(part)
        fresh = {p.id for p in moved}
        own |= {id: parts for id, parts in held.items() if id not in fresh}
        afloat = {p.id for p in pieces if any(part.meaning.vessel for part in own[p.id])}
        fixed = [part for part in before.parts if piece_of(part.name) not in old]  # streets, and the water of canals
        fixed += [part for p in pieces if p.id not in afloat for part in own[p.id]]
        return fixed, [part for p in pieces if p.id in afloat for part in own[p.id]]

    def _with_low(self, parts: Iterable[Part]) -> list[Part]:
        """Parts that know what of them is low, all judged."""
        made, how = self._judge(list(parts), ())
        for part, own in zip(made, how, strict=True):
            self._judged[id(part)] = part, own
        return made

    def _judge(self, parts: Sequence[Part], told: Sequence[Judged | None]) -> tuple[list[Part], list[Judged]]:
        for held in (self._known, self._judged):
            if len(held) > KEPT_PARTS:
                held.clear()
        return judged(parts, known=self._known, told=told)

    def _how(self, part: Part | None) -> Judged | None:
        """How a part was judged, if that is known."""
        known = self._judged.get(id(part))
        return None if known is None or known[0] is not part else known[1]

    def _low_near(self, parts: Sequence[Part], before: Sequence[Part], changed: Sequence[Box]) -> list[Part]:
        """Parts that know what of them is low: those that are new or reach to within `BESIDE` of boxes are judged, by
        what lies over and under them, the others are as they were."""
        old = {part.name: part for part in before}
        boxes = self._bounds(parts)
        anew = np.array([(was := old.get(p.name)) is None or was.triangles is not p.triangles for p in parts])
        for box in changed:
            anew |= _meets(boxes, wider(box, BESIDE))
        beside = anew.copy()
        for box in {tuple(box) for box in boxes[anew & ~_ground(parts)].tolist()}:
            beside |= _meets(boxes, box)
        some = np.flatnonzero(beside).tolist()
        told = [None if anew[number] else self._how(parts[number]) for number in some]
        made = list(parts)
        for number, part, how in zip(some, *self._judge([parts[n] for n in some], told), strict=True):
            if anew[number]:
                made[number] = self._as_it_was(part, how, old.get(part.name))
        return made

    def _as_it_was(self, part: Part, how: Judged, was: Part | None) -> Part:
        """The part itself of an earlier board, where nothing of it has changed."""
        if was is not None and was.triangles is part.triangles and was.meaning == part.meaning and _low_as(was, part):
            known = self._how(was)
            if known is None or np.array_equal(known, how):
                return was
        self._judged[id(part)] = part, how
        return part

    def _bounds(self, parts: Sequence[Part]) -> Floats:
        """A box round each part, (n, 4)."""
        if len(self._round) > KEPT_PARTS:
            self._round.clear()
        for part in parts:
            known = self._round.get(id(part.triangles))
            if known is None or known[0] is not part.triangles:
                self._round[id(part.triangles)] = part.triangles, box_of(part.triangles)
        return np.array([self._round[id(part.triangles)][1] for part in parts]).reshape(-1, 4)

    def changed(self, before: MapFile, after: MapFile) -> tuple[Box, ...] | None:
        """Boxes round the pieces that stand otherwise in two versions; None where the ground is another."""
        if before.ground != after.ground:
            return None
        old, new = ({p.id: p for p in made.pieces} for made in (before, after))
        ids = sorted(standing_otherwise(before, after))
        return tuple(self._box(p) for id in ids for p in (old.get(id), new.get(id)) if p is not None)

    def _shapes(self, piece: str | PiecePlan, beside: Path) -> tuple[PiecePart, ...]:
        return self._parts(piece_path(piece, beside))

    def _parts(self, path: Path) -> tuple[PiecePart, ...]:
        return self._read(path, path.stat().st_mtime_ns)

    def _box(self, where: PiecePlacement) -> Box:
        key = (where.piece, where.at, where.turn, where.mirror)
        if key not in self._boxes:
            if len(self._boxes) > KEPT_BOXES:
                self._boxes.clear()
            parts = self._parts(piece_path(where.piece, self.source.parent))
            corners = np.concatenate([placed(p.triangles, (*where.at, 0.0), where.turn, where.mirror) for p in parts])
            (west, south, _), (east, north, _) = corners.min((0, 1)), corners.max((0, 1))
            self._boxes[key] = (float(west), float(south), float(east), float(north))
        return self._boxes[key]


def _meets(boxes: Floats, box: Box) -> NDArray[np.bool_]:
    """Which of some boxes have a point in common with one."""
    west, south, east, north = box
    inside = (boxes[:, 0] <= east) & (boxes[:, 2] >= west) & (boxes[:, 1] <= north) & (boxes[:, 3] >= south)
    return np.asarray(inside)


def _ground(parts: Sequence[Part]) -> NDArray[np.bool_]:
    return np.array([part.is_street or part.meaning.kind is Kind.WATER for part in parts], np.bool_)


def _low_as(one: Part, two: Part) -> bool:
    """Is the same low of two parts?"""
    if one.things is None or two.things is None:
        return one.things is two.things and one.low == two.low
    return bool(np.array_equal(one.things, two.things))


def _read(path: Path, _written: int) -> tuple[PiecePart, ...]:
    return read_piece(path)


def standing_otherwise(before: MapFile, after: MapFile) -> set[str]:
    """The pieces of two versions that only one has, or that stand otherwise."""
    old, new = ({p.id: p for p in made.pieces} for made in (before, after))
    both = (id for id in old.keys() & new.keys() if old[id] != new[id] and _bare(old[id]) != _bare(new[id]))
    return {*(old.keys() ^ new.keys()), *both}


def _bare(placed: PiecePlacement) -> PiecePlacement:
    """What of a piece tells on rulings."""
    return msgspec.structs.replace(placed, colour=None)
