"""Pieces of the player's library that a file beside the map takes the place of."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.board import Board
from sim.board.files.pieces import hidden_piece, library_dir, piece_path
from sim.words import say

__all__ = ["hidden"]


def hidden(board: Board) -> Iterator[tuple[str, str, str]]:
    """Where, what and how to mend it, once for each piece: whoever imports a mesh from the map's folder has both, and
    the mesh knows nothing of the scale and the kinds that were given to the piece."""
    if board.map is None or board.source is None:
        return
    beside = board.source.parent
    named = {placed.piece: placed.id for placed in reversed(board.map.pieces) if isinstance(placed.piece, str)}
    for name, id in named.items():
        mine = hidden_piece(name, beside)
        if mine is None or mine.parent != library_dir():
            continue
        taken = piece_path(name, beside)
        if taken.read_bytes() != mine.read_bytes():
            what = say("is made of {file} beside the map, and not of {piece}", file=taken.name, piece=mine)
            yield id, what, say("move the file away if the other is meant")
