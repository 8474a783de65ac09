"""The board that a measuring command names, and what is to be said of its size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec
import numpy as np

from sim.cli.errors import UserError
from sim.cli.options import tell, typed
from sim.errors import meant
from sim.words import in_english, say

if TYPE_CHECKING:
    from sim.api.tabletop import Tabletop
    from sim.board.board import Board
    from sim.board.files.table_file import TableFile
    from sim.board.model.tableau import Figure, Tableau

__all__ = ["AskedBoard", "Spot", "extent", "load_board", "load_table", "mini_of", "thinned_document"]

Point = tuple[float, float, float]
Spot = Point | tuple[float, float] | str  # a place, with its height or without, or a mini of a table
TABLE = 100.0  # inches: longer tables are rare
LEAST_TABLE = 12.0  # inches: what is shorter is a house or a tower of its own
TOWER = 30.0  # inches: so are terrain that is higher, and a house of 80 mm read as 80"


def load_board(board: str, scale: float = 1.0, up: str | None = None) -> Board:
    """The board that a command names: a map of `maps/`, a map file, or a mesh file.

    What was wrong with a mesh is said on stderr, what is measured on a simpler one than it was made of, and whether it
    is larger than tables are, or lies on its side. Raises UserError where it is of no size that a table can have.
    """
    from sim.board.board import Board

    loaded = Board.load(board, scale=scale, up=up)
    for repair in loaded.mended:
        click.echo(f"{board}: {repair}", err=True)
    for thinned in loaded.thinned:
        tell(thinned.words, err=True)
    if loaded.map is None:
        _look_at_size(loaded, board, scale)
        if up is None:
            _look_at_height(loaded, board)
    return loaded


def thinned_document(board: Board) -> dict[str, Any]:
    """What of a board is measured on a simpler mesh than it was made of, as a key of a JSON document; none where
    nothing is."""
    found = [msgspec.to_builtins(each, enc_hook=in_english) for each in board.thinned]
    return {"thinned": found} if found else {}


class AskedBoard(NamedTuple):
    """What is measured on: a board, and the minis that stand on it where it is a table's."""

    name: str
    board: Board
    top: Tabletop | None = None

    @classmethod
    def opened(cls, board: str, scale: float, up: str | None, *spots: Spot | None) -> AskedBoard:
        """A map, a mesh, or a table's file with its minis. Raises UserError: a spot names a mini that is not there."""
        from sim.board.files.finding import find_map
        from sim.board.files.table_file import is_table

        if not is_table(Path(board)):
            named = next((spot for spot in spots if isinstance(spot, str)), None)
            if named is not None:
                if not Path(board).exists():
                    find_map(Path(board))  # a table whose name was mistyped is no map either
                raise UserError(
                    say("'{value}' is no point: write X,Y,Z; minis have names on a table alone", value=named)
                )
            return cls(board, load_board(board, scale, up))
        if scale != 1.0 or up is not None:
            raise UserError(
                say("{file}: a table says the scale of its board itself: leave --scale and --up", file=board)
            )
        top = load_table(Path(board))[1]
        for spot in spots:
            if isinstance(spot, str):
                mini_of(top, spot)
        return cls(board, top.board, top)

    def figure(self, id: str, spot: Spot, base: float, body: str = "human", facing: float = 0.0) -> Figure:
        """A mini of the table as it stands there, or one that is put at a point; without a height it is let down there
        from above. Raises BautaError: there is no ground."""
        from sim.board.model.tableau import Figure

        if isinstance(spot, str):
            assert self.top is not None
            return mini_of(self.top, spot)
        taken = {figure.id for figure in self.top.tableau.figures} if self.top is not None else set()
        while id in taken:
            id += "'"
        if len(spot) == 2:
            from sim.api.tabletop import Tabletop

            return Tabletop(self.board, self.with_figures()).with_mini(id, spot, base, body, facing).tableau.figures[-1]
        return Figure(id, spot, base, body, facing)

    def pair(self, one: Figure, other: Figure) -> tuple[Figure, Figure]:
        """Two of them. Raises UserError: they are one mini, or in one place."""
        if one.id == other.id:
            raise UserError(say("{mini}: give two minis", mini=one.id))
        if one.at == other.at:
            raise UserError(say("{place}: give two places", place=typed(one.at)))
        return one, other

    def abilities(self, spot: Spot, given: Sequence[str]) -> tuple[str, ...]:
        """Of whoever is at a spot: a mini of the table has its own. Raises UserError: what is given is none, or is
        given of such a mini."""
        from sim.carnevale.plain_minis import known_abilities

        if isinstance(spot, str) and self.top is not None:
            if given:
                raise UserError(
                    say("--ability is of a base at a point: bauta table put gives '{mini}' its own", mini=spot)
                )
            return self.top.abilities.get(spot, ())
        return known_abilities(given, "--ability")

    def with_figures(self, *figures: Figure) -> Tableau:
        """These, and all others of the table with its markers."""
        from sim.board.model.tableau import Tableau

        if self.top is None:
            return Tableau(figures)
        ids = {figure.id for figure in figures}
        there = self.top.tableau
        others = tuple(figure for figure in there.figures if figure.id not in ids)
        return msgspec.structs.replace(there, figures=(*figures, *others))


def load_table(path: Path, text: str | None = None) -> tuple[TableFile, Tabletop]:
    """A table's file, as it is or with this text, and its board with its minis. Raises UserError and BautaError."""
    from sim.api.tables import board_of_table, set_up
    from sim.board.files.table_file import TableFile, beside, read_table
    from sim.board.model.errors import TableauError
    from sim.schemas import read_toml

    file = read_table(path) if text is None else read_toml(text, TableFile, str(path), TableauError)
    with board_of_table(path):
        board = load_board(beside(file.board, path), file.scale, file.up)
    return file, set_up(board, file, path)


def mini_of(top: Tabletop, id: str) -> Figure:
    """A mini of a table. Raises UserError where there is none of this name."""
    ids = [figure.id for figure in top.tableau.figures]
    if id in ids:
        return top.tableau.figures[ids.index(id)]
    if not ids:
        raise UserError(say("nobody stands on this table yet: put them there, as in bauta table put"))
    raise UserError(say("there is no mini '{id}' on this table; {mend}", id=id, mend=meant(id, ids)))


def _look_at_size(board: Board, path: str, scale: float) -> None:
    from sim.builder.importing.scale_guess import LARGEST, LEAST

    low, high = extent(board)
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


def _look_at_height(board: Board, path: str) -> None:
    """Say on stderr that a whole table seems to lie on its side: no taller than wide, and hardly deep."""
    from sim.board.files.pieces import GLTF

    low, high = extent(board)
    east, north, height = (b - a for a, b in zip(low, high, strict=True))
    if height < LEAST_TABLE or height < 2 * min(east, north) or height < 0.9 * max(east, north):
        return
    sizes = {
        "path": path,
        "height": height,
        "deep": min(east, north),
        "other": "z" if Path(path).suffix.lower() in GLTF else "y",
    }
    told = say(
        'note: {path} is {height:.0f}" high and {deep:.0f}" deep: if it lies on its side, give --up {other}', **sizes
    )
    tell(told, err=True)


def extent(board: Board) -> tuple[Point, Point]:
    """The lowest and the highest x, y and z of anything on a board."""
    parts = [p.triangles for p in board.parts if len(p.triangles)]
    parts += [p.triangles for vessel in board.vessels for p in vessel.parts if len(p.triangles)]
    if not parts:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    low = np.min([part.min((0, 1)) for part in parts], axis=0)
    high = np.max([part.max((0, 1)) for part in parts], axis=0)
    return tuple(low.tolist()), tuple(high.tolist())
