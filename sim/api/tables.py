"""What a table's file says, set up: its board with its minis where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from sim.api.tabletop import Tabletop
from sim.board.board import Board
from sim.board.files.table_file import TableFile, beside, read_table
from sim.board.model.errors import TableauError
from sim.board.model.part_names import part_called
from sim.board.model.queries import MoorAt
from sim.board.model.tableau import Point
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import VesselMove
from sim.errors import BautaError
from sim.words import Message, reason, say

__all__ = ["board_of_table", "boat_called", "load_table", "set_up", "told_of_boat", "told_of_stray"]

NEAR = 0.05  # inches: nobody types more exactly where water stands


def load_table(path: Path) -> Tabletop:
    """The table of a file. Raises BautaError: what is wrong in it, or in its board or bodies."""
    file = read_table(path)
    with board_of_table(path):
        board = Board.load(beside(file.board, path), scale=file.scale, up=file.up)
    return set_up(board, file, path)


@contextmanager
def board_of_table(path: Path) -> Iterator[None]:
    """While the board of a table's file is loaded: what is wrong with it names the table, which is all that was asked
    for. Raises TableauError."""
    try:
        yield
    except BautaError as wrong:
        raise TableauError(say("{file}: its board: {wrong}", file=path, wrong=reason(wrong))) from wrong


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


def boat_called(piece: str) -> str:
    """What the file calls a boat: by its id on the map, or by the name that players gave it."""
    return piece.partition("#")[2] or piece


def told_of_boat(top: Tabletop, piece: str) -> str:
    """What is told of a boat that lies where none could float, or not on its water; nothing where it floats, nor on a
    mesh without meaning, which has no water. Whoever stands on it is not in its way."""
    board, tableau = top.board, top.tableau
    if all(part.meaning.kind is not Kind.WATER for part in board.parts):
        return ""
    boat = next(each for each in board.vessels_at(tableau) if each.piece == piece)
    others = tuple(figure for figure in tableau.figures if top.ground(figure.id).vessel != piece)
    among = msgspec.structs.replace(tableau, figures=others)
    found = board.answer(MoorAt(piece, boat.at[:2], boat.turn), among)
    assert isinstance(found, VesselMove)
    name, over = boat_called(piece), boat.at[2] - found.at[2]
    if found.refusal is not None:
        why = _in_words(found.refusal[1], {figure.id for figure in tableau.figures})
        return say("{boat} lies there, but could not: {why}", boat=name, why=why)
    if abs(over) > NEAR:
        return say('{boat} lies {inches:+.2f}" from the height of its water', boat=name, inches=over)
    return ""


def _in_words(why: str, minis: Collection[str]) -> str:
    """What the board says, with the name of a part or a boat in place of its id."""
    what = why.fields.get("what") if isinstance(why, Message) else None
    if not (isinstance(why, Message) and isinstance(what, str)) or what in minis:
        return why
    return say(why.sentence, what=boat_called(what.partition("/")[0]) if "#" in what else part_called(what))
