"""What of a map can be mended without asking: edits that change nothing else, each said in a line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

import msgspec
import numpy as np

from sim.board.board import Board
from sim.board.files.mapfile import PiecePlacement
from sim.board.map_checks.ashore import foot_of, overhangs, way_ashore
from sim.board.map_checks.checks import SLACK, Issue, check_board
from sim.board.map_checks.footing import hanging, twins
from sim.board.map_checks.leading import off_walls, short_steps
from sim.board.map_checks.moorings import RESTS, sunk_or_hovering
from sim.board.map_checks.survey import bounds
from sim.builder.document import MapDocument
from sim.builder.edits import Edit, PiecePose, Poses, Remove
from sim.builder.errors import EditRefused
from sim.words import say

__all__ = ["MOST_MOVED", "mend", "mendable"]

MOST_MOVED = 3.0  # inches: a piece further over the edge, or out over water, is not moved in by itself
PASSES = 3  # a mend may make way for another
Moved = Literal["ashore", "in over the edge", "to what it leads to"]


class Mend(msgspec.Struct, frozen=True):
    """An edit of a piece, and what to say of it. `moves`: it may bring a piece into another, and is left out then."""

    id: str
    edit: Edit
    words: str
    moves: bool = False


def mend(document: MapDocument, only: Collection[str] | None = None) -> list[str]:
    """Take doubles away, lower what hangs in the air, lay vessels on their water, move in what reaches over the edge,
    ashore what stands over water, and ladders and steps to what they lead to. `only`: of these pieces.

    Returns a line for each mend. Comments and order of the text stay. Raises BoardError where the map makes no board.
    """
    said: list[str] = []
    for _ in range(PASSES):
        board = Board.of_map(document.text, document.source)
        before = len(said)
        for one in _mends(board):
            if only is not None and one.id not in only:
                continue
            if one.moves and _worse(document, one.edit):
                continue
            try:
                if document.apply(one.edit):
                    said.append(one.words)
            except EditRefused:
                continue  # it stays among the findings
        if len(said) == before:
            break
    return said


def mendable(board: Board, issues: Iterable[Issue]) -> tuple[str, ...]:
    """The pieces that findings are about and that `mend` sees to, unless that would make something else worse."""
    about = {issue.where for issue in issues}
    if board.map is None or about.isdisjoint(p.id for p in board.map.pieces):
        return ()
    return tuple(sorted({one.id for one in _mends(board)} & about))


def _mends(board: Board) -> Iterator[Mend]:
    """What can be done at once: at most one edit of each piece."""
    placed = {p.id: p for p in board.map.pieces} if board.map else {}
    done: set[str] = set()
    for id, other in twins(board):
        done.add(id)
        words = say("{id}: taken away: it lay on {other}, and is the same", id=id, other=other)
        yield Mend(id, Remove((id,)), words)
    for id, level in sunk_or_hovering(board):
        if id in placed and id not in done and abs(placed[id].z - level) > RESTS:
            done.add(id)
            words = say("{id}: laid on its water: z = {z:g}", id=id, z=level)
            yield Mend(id, _pose(placed[id], z=level), words)
    for one in hanging(board):
        if one.gap is not None and one.id in placed and one.id not in done:
            done.add(one.id)
            z = round(placed[one.id].z - one.gap, 3)
            words = say('{id}: lowered by {inches:g}" onto what is under it: z = {z:g}', id=one.id, inches=one.gap, z=z)
            yield Mend(one.id, _pose(placed[one.id], z=z), words)
    in_water = {one.id: foot_of(board, one.id) for one in hanging(board) if one.over_water is not None}
    in_water |= {one.id: one.foot for one in overhangs(board)}
    for id, foot in in_water.items():
        to = way_ashore(board, foot, MOST_MOVED) if id in placed and id not in done else None
        if to is not None:
            done.add(id)
            yield _moved(placed[id], to, "ashore")
    for id, by in _over_edge(board):
        if id in placed and id not in done:
            done.add(id)
            yield _moved(placed[id], by, "in over the edge")
    for short in (*off_walls(board), *short_steps(board)):
        if short.by is not None and short.id not in done:
            yield _moved(placed[short.id], short.by, "to what it leads to", short.turn)


def _moved(where: PiecePlacement, by: tuple[float, float], how: Moved, turn: float = 0.0) -> Mend:
    x, y = at = (round(where.at[0] + by[0], 3), round(where.at[1] + by[1], 3))
    words = {
        "ashore": say("{id}: moved ashore: at = [{x:g}, {y:g}]", id=where.id, x=x, y=y),
        "in over the edge": say("{id}: moved in over the edge: at = [{x:g}, {y:g}]", id=where.id, x=x, y=y),
        "to what it leads to": say("{id}: moved to what it leads to: at = [{x:g}, {y:g}]", id=where.id, x=x, y=y),
    }
    if not turn:
        return Mend(where.id, _pose(where, at=at), words[how], True)
    turn = (where.turn + turn) % 360
    said = say(
        "{id}: turned round, and moved to what it leads to: at = [{x:g}, {y:g}], turn = {turn:g}",
        id=where.id, x=x, y=y, turn=turn,
    )  # fmt: skip
    return Mend(where.id, _pose(where, at=at, turn=turn), said, True)


def _worse(document: MapDocument, edit: Edit) -> bool:
    """Would there be more errors than before, or as many, and no fewer warnings?"""
    tried = MapDocument(document.text, document.source)
    before, changed = _findings(tried), tried.apply(edit)
    return changed and _findings(tried) >= before


def _findings(document: MapDocument) -> tuple[int, int]:
    """The errors of a map, and its warnings."""
    board = Board.of_map(document.text, document.source, drawn=False)
    issues = check_board(board)
    errors = sum(issue.severity == "error" for issue in issues)
    return errors, len(issues) - errors


def _pose(
    placed: PiecePlacement, at: tuple[float, float] | None = None, z: float | None = None, turn: float | None = None
) -> Poses:
    turn = placed.turn if turn is None else turn
    return Poses((PiecePose(placed.id, at or placed.at, placed.z if z is None else z, turn),))


def _over_edge(board: Board) -> Iterator[tuple[str, tuple[float, float]]]:
    """How far each piece must move to lie on the board, where that is not far."""
    boxes = bounds(board)
    owners = np.array([part.piece for part in board.parts])
    for id in dict.fromkeys(owners.tolist()):
        own = owners == id
        low, high = boxes[own, 0, :2].min(axis=0), boxes[own, 1, :2].max(axis=0)
        room = np.array(board.size) - (high - low)
        by = np.maximum(0.0, -low) - np.maximum(0.0, high - np.array(board.size))
        if np.abs(by).max() > SLACK and (room >= 0).all() and np.abs(by).max() <= MOST_MOVED:
            yield id, (_up(by[0]), _up(by[1]))


def _up(value: float) -> float:
    """A move, rounded away from nothing, so that nothing is left over the edge."""
    return float(np.sign(value) * np.ceil(abs(value) * 100) / 100)
