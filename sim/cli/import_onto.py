"""Where `bauta piece import` puts a piece down, where it is asked to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sim.cli.errors import UserError
from sim.cli.map_changes import change_map, numbers_of, own_map
from sim.words import say

__all__ = ["PieceSpot", "ground_of", "put_down"]


class PieceSpot(NamedTuple):
    """Where a piece is put down: on which map, and how."""

    map: str
    at: tuple[float, float]
    turn: float


def ground_of(files: Sequence[Path], onto: str | None, at: str | None, turn: float) -> PieceSpot | None:
    """Where the piece is put down, if anywhere; asked before the mesh is read. Raises UserError."""
    if onto is None:
        if at is not None or turn:
            raise UserError(say("--at and --turn say where on a map: give --onto MAP too"))
        return None
    if at is None or len(files) != 1:
        raise UserError(say("--onto puts down one piece: give one FILE, and --at X,Y"))
    x, y = numbers_of(at, 2, "--at")
    wide, deep = own_map(onto)[1].map.size
    if not (0.0 <= x <= wide and 0.0 <= y <= deep):
        raise UserError(
            say("{place} lies off the board, which is {size}", place=f"{x:g},{y:g}", size=f'{wide:g}" x {deep:g}"')
        )
    return PieceSpot(onto, (x, y), turn)


def put_down(piece: str, ground: PieceSpot) -> str:
    """Put a piece of the library down on a map, and say where. Raises BoardError, BuilderError."""
    from sim.board.files.mapfile import PiecePlacement
    from sim.builder.edits import PlacePieces

    path, document = own_map(ground.map)
    change_map(path, document, PlacePieces((PiecePlacement(piece, ground.at, turn=ground.turn),)))
    x, y = ground.at
    return say("{path}: {id} stands at {x:g},{y:g}", path=path, id=document.map.pieces[-1].id, x=x, y=y)
