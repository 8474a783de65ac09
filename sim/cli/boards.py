"""The board that a measuring command names, and what is to be said of its size, of bodies and of where these stand."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from sim.cli.errors import UserError
from sim.cli.options import tell, typed
from sim.words import say

if TYPE_CHECKING:
    from sim.board.board import Board
    from sim.board.model.tableau import Figure

__all__ = ["load_board", "note_bodies", "note_places", "note_standing"]

Point = tuple[float, float, float]
NEAR = 0.05  # inches: nobody types where a mini stands more exactly
TABLE = 100.0  # inches: longer tables are rare
TOWER = 30.0  # inches: so are terrain that is higher, and a house of 80 mm read as 80"


def load_board(board: str, scale: float = 1.0, up: str | None = None) -> Board:
    """The board that a command names: a map of `maps/`, a map file, or a mesh file.

    What was wrong with a mesh is said on stderr, and whether it is larger than tables are. Raises UserError where it is
    of no size that a table can have.
    """
    from sim.board.board import Board
    from sim.board.files.table_file import is_table

    if is_table(Path(board)):
        raise UserError(
            say("{file} is a table with minis: ask it by bauta table show {file}, or give its board", file=board)
        )
    loaded = Board.load(board, scale=scale, up=up)
    for repair in loaded.mended:
        click.echo(f"{board}: {repair}", err=True)
    if loaded.map is None:
        _look_at_size(loaded, board, scale)
    return loaded


def _look_at_size(board: Board, path: str, scale: float) -> None:
    from sim.builder.importing.scale_guess import LARGEST, LEAST

    low, high = _extent(board)
    longest = max(b - a for a, b in zip(low, high, strict=True))
    sizes = {"path": path, "longest": longest, "inches": scale}
    if not LEAST <= longest <= LARGEST:
        raise UserError(
            say(
                '{path}: its longest side would be {longest:.3g}", at {inches:.3g}" to a unit: '
                "give --scale mm, or another unit, or inches in one",
                **sizes,
            )
        )
    if longest > TABLE:
        tell(
            say(
                'note: the longest side of {path} is {longest:.0f}", at {inches:.3g}" to a unit: is that its --scale?',
                **sizes,
            ),
            err=True,
        )
    elif high[2] - low[2] > TOWER:
        sizes["height"] = high[2] - low[2]
        told = say('note: {path} is {height:.0f}" high, at {inches:.3g}" to a unit: is that its --scale?', **sizes)
        tell(told, err=True)


def _extent(board: Board) -> tuple[Point, Point]:
    """The lowest and the highest x, y and z of anything on a board."""
    parts = [p.triangles for p in board.parts if len(p.triangles)]
    parts += [p.triangles for vessel in board.vessels for p in vessel.parts if len(p.triangles)]
    if not parts:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    low = np.min([part.min((0, 1)) for part in parts], axis=0)
    high = np.max([part.max((0, 1)) for part in parts], axis=0)
    return tuple(low.tolist()), tuple(high.tolist())


def note_bodies(bodies: Iterable[tuple[str, float]]) -> None:
    """Say on stderr of bodies on bases (name, mm) what may make their sight another one than is meant.

    Raises:
        MeshError: there is no such body.
    """
    from sim.board.files.bodies import load_body

    for name, base in bodies:
        body = load_body(name)
        if not body.parted:
            all_torso = say(
                "note: '{body}' has no part named head or torso: all of it sees and is seen, and it looks from its "
                "highest point",
                body=name,
            )
            tell(all_torso, err=True)
        over = body.beyond(base)
        if over > 0.005:
            reaches = say(
                "head or torso of '{body}' reach {inches:.2f}\" over the edge of a base of {mm:g} mm",
                body=name, inches=over, mm=base,
            )  # fmt: skip
            tell(say("note: {what}: it may see through a thin wall", what=reaches), err=True)


def note_places(board: Board, *places: Point) -> None:
    """Say on stderr which of these lie off the board: what was typed there is hardly what was meant."""
    if board.map is not None:
        west = south = 0.0
        east, north = board.size
    else:
        (west, south, _), (east, north, _) = _extent(board)
    size = f'{east - west:g}" x {north - south:g}"'
    for at in dict.fromkeys(places):
        if west <= at[0] <= east and south <= at[1] <= north:
            continue
        off = {"place": typed(at), "size": size}
        if west == south == 0.0:
            tell(say("note: {place} lies off the board, which is {size}", **off), err=True)
        else:
            off["corner"] = f"{west:g},{south:g}"
            tell(say("note: {place} lies off the board, which is {size} from {corner}", **off), err=True)


def note_standing(board: Board, *figures: Figure) -> None:
    """Say on stderr which minis do not stand where they were put: in the air, in a wall, over nothing."""
    from sim.board.model.queries import DropOf
    from sim.board.model.tableau import Tableau
    from sim.board.model.verdicts import Drop

    for figure in {(figure.at, figure.base_mm): figure for figure in figures}.values():
        below = board.answer(DropOf(figure.id, figure.at), Tableau((figure,)))
        assert isinstance(below, Drop)
        there = {"place": typed(figure.at)}
        if below.rest is None:
            tell(say("note: no base stands at {place}: nothing below carries it", **there), err=True)
        elif math.dist(below.rest, figure.at) > NEAR:
            there["rest"] = typed(below.rest)
            tell(say("note: no base stands at {place}: dropped there it rests at {rest}", **there), err=True)
