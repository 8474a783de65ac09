"""What a table's file says, set up: its board with its minis where they stand."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sim.api.tabletop import Tabletop
from sim.board.board import Board
from sim.board.files.table_file import TableFile, beside, read_table
from sim.board.model.errors import TableauError
from sim.board.model.tableau import Point
from sim.errors import BautaError
from sim.words import reason, say

__all__ = ["load_table", "set_up", "told_of_stray"]


def load_table(path: Path) -> Tabletop:
    """The table of a file. Raises BautaError: what is wrong in it, or in its board or bodies."""
    file = read_table(path)
    return set_up(Board.load(beside(file.board, path), scale=file.scale, up=file.up), file, path)


def set_up(board: Board, file: TableFile, path: Path) -> Tabletop:
    """A board with the minis, markers and boats of a table's file. Minis with a height stand where they are said to,
    whatever is there; those without are let down from above, one after the other, those with a height first.

    Raises:
        TableauError: there is no such body, or no ground at a place.
    """
    top = Tabletop(board)
    try:
        for marker in file.markers:
            top = top.with_marker(marker.id, marker.kind, marker.at, marker.radius, marker.height)
        for boat in file.boats:
            own = any(vessel.id == boat.id for vessel in board.vessels)
            top = top.with_vessel(boat.id if own else f"{boat.piece}#{boat.id}", boat.at, boat.turn)
        for mini in sorted(file.minis, key=lambda mini: -len(mini.at)):
            body = beside(mini.body, path)
            top = top.with_mini(mini.id, mini.at, mini.base, body, mini.facing, mini.abilities)
    except BautaError as wrong:
        raise TableauError(say("{file}: {wrong}", file=path, wrong=reason(wrong))) from wrong
    order = {mini.id: number for number, mini in enumerate(file.minis)}
    figures = tuple(sorted(top.tableau.figures, key=lambda figure: order[figure.id]))
    return msgspec.structs.replace(top, tableau=msgspec.structs.replace(top.tableau, figures=figures))


def told_of_stray(board: Board, at: Point) -> str:
    """What is told of a mini that was put at a place where no base comes to stand. A mesh has no edge to be off."""
    wide, deep = board.size
    if board.map is not None and not (0.0 <= at[0] <= wide and 0.0 <= at[1] <= deep):
        return say('That lies off the board, which is {wide:g}" x {deep:g}"', wide=wide, deep=deep)
    return say("No base stands just there: let down, it would come to rest elsewhere")
