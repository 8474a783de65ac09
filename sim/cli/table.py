"""`bauta table`: a real table kept as a file, its board and its minis; who sees whom, and whom a template hits."""

from __future__ import annotations

import math
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.boards import load_board, load_table, mini_of, note_bodies, note_places, note_standing
from sim.cli.errors import UserError
from sim.cli.map_sharing import check_writable, written
from sim.cli.options import (
    BASE,
    DEGREES,
    FILE,
    LENGTH,
    PICTURE,
    PLACE,
    WORDS,
    board_argument,
    example,
    json_option,
    print_json,
    tell,
    typed,
)
from sim.cli.spoken_help import CommandGroup
from sim.words import listed, say

if TYPE_CHECKING:
    from sim.api.tabletop import Tabletop
    from sim.board.files.table_file import TableFile
    from sim.board.model.verdicts import Under

__all__ = ["command", "new", "put", "remove", "show", "template"]

APART = 0.05  # inches: bases of a real table that overlap by less were set down a little inexactly
MARGIN = 4.0  # inches of the board round all minis in a picture
TABLE = click.argument("table", type=FILE, metavar="TABLE")


@click.group(cls=CommandGroup, name="table")
def command() -> None:
    """A real table kept as a file: its board, and the minis that stand on it.

    Begin one, put down who stands where, and ask who sees whom; all others stand in the way. Put the file away, and go
    on with it another evening. bauta open TABLE shows it in a window, where minis are moved by hand.
    """


@command.command(epilog=example("bauta table new evening.toml houses.stl --scale mm"))
@TABLE
@board_argument
def new(table: Path, board: str, scale: float, up: str | None) -> None:
    """Begin TABLE, a file, on BOARD: a map or a mesh. Nobody stands on it yet."""
    from sim.board.files.table_file import begun_table, is_table, kept_as

    if table.suffix.lower() != ".toml":
        raise UserError(say("'{file}': let the name of a table's file end in .toml", file=table))
    check_writable("TABLE", table)
    if exists(table):
        raise UserError(say("{file}: is there already: give another name", file=table))
    if is_table(Path(board)):
        raise UserError(say("{file}: is a table already: give its board, a map or a mesh", file=board))
    loaded = load_board(board, scale, up)
    written(table, begun_table(kept_as(board, table), scale, up).encode())
    tell(say("{file}: a table on {board}, with nobody on it yet", file=table, board=loaded.name))


@command.command(
    epilog=example(
        "bauta table put evening.toml capo --at 8.5,12 --side guild", "bauta table put evening.toml capo --at 8.5,12,3"
    )
)
@TABLE
@click.argument("mini")
@click.option("--at", type=PLACE, required=True, help="Its base's centre; without Z, let down there from above.")
@click.option("--base", type=BASE, metavar="MM", help="Diameter of its base in mm.  [default: 30]")
@click.option("--body", type=WORDS, help="A body's name, or a mesh file.  [default: human]")
@click.option("--facing", type=DEGREES, help="Which way it faces, counter-clockwise from east.  [default: 0]")
@click.option("--side", type=WORDS, help="Whose it is.")
def put(table: Path, mini: str, **given: Any) -> None:
    """Put MINI, by a name of your own, down on TABLE, or move it.

    What is not given of one that is there already stays as it was.
    """
    from sim.board.files.table_file import kept_as, with_mini_put

    at = given.pop("at")
    if given["body"] is not None:
        given["body"] = kept_as(given["body"], table)
    given = {key: value for key, value in given.items() if value is not None}
    file, top = load_table(table, with_mini_put(table, mini, at, given))
    figure = mini_of(top, mini)
    _note(file, top, [mini])
    text = with_mini_put(table, mini, figure.at, given)  # so that it stays there, whoever comes to stand beside it
    written(table, text.encode())
    tell(say("{mini} stands at {place}", mini=mini, place=typed(figure.at)))


@command.command(epilog=example("bauta table remove evening.toml capo"))
@TABLE
@click.argument("mini")
def remove(table: Path, mini: str) -> None:
    """Take MINI off TABLE."""
    from sim.board.files.table_file import without_mini

    written(table, without_mini(table, mini).encode())
    tell(say("{mini} is off the table", mini=mini))


@command.command(
    epilog=example(
        "bauta table show evening.toml",
        "bauta table show evening.toml --from capo --page evening.html",
        "bauta table show evening.toml --from capo --to guard --picture sight.png",
    )
)
@TABLE
@click.option("--from", "from_", metavar="MINI", multiple=True, help="Only this one looks.  [repeatable]")
@click.option("--to", metavar="MINI", multiple=True, help="Only this one is looked at.  [repeatable]")
@click.option("--picture", type=PICTURE, help="Draw the table from above, with a beam for each sight, to this picture.")
@click.option("--page", type=FILE, help="Write all of it to this .html file, to be read on a phone.")
@json_option
def show(
    table: Path, from_: tuple[str, ...], to: tuple[str, ...], picture: Path | None, page: Path | None, as_json: bool
) -> None:
    """Who sees whom on TABLE, how much is hidden, whether that is cover, and how far apart they are.

    A row for each mini that looks, a column for each that is looked at. All others stand in the way (GEO-07).
    """
    from sim.board.sight.seen_pairs import seen_pairs
    from sim.carnevale.pair_words import pair_document, pair_sentence
    from sim.cli.table_words import matrix_lines

    if page is not None:
        if page.suffix.lower() != ".html":
            raise UserError(say("--page {file}: let its name end in .html", file=page))
        check_writable("--page", page)
    file, top = load_table(table)
    looking, at = ([mini_of(top, id).id for id in ids] or [f.id for f in top.tableau.figures] for ids in (from_, to))
    _note(file, top, [f.id for f in top.tableau.figures])
    pairs = list(seen_pairs(top.board, top.tableau, looking, at))
    drawn = [pair.sight for pair in pairs if pair.sight.visible]
    if len(pairs) == 1:
        drawn = [pairs[0].sight, pairs[0].ruled.cover, pairs[0].distance]  # type: ignore[list-item]
    if picture is not None:
        top.plot(*drawn, to=picture, around=_round_all(top))
    if page is not None:
        from sim.cli.table_page import page_of

        written(page, page_of(table, file, top, pairs, top.plot(*drawn, around=_round_all(top))).encode())
    if as_json:
        sides = {mini.id: mini.side for mini in file.minis}
        minis = [
            {"id": f.id, "side": sides[f.id], "at": f.at, "base": f.base_mm, "body": f.body, "facing": f.facing}
            for f in top.tableau.figures
        ]
        seen = [{"from": pair.looks, "to": pair.at, **pair_document(pair)} for pair in pairs]
        print_json({"board": file.board, "minis": minis, "pairs": seen})
    elif len(pairs) == 1:
        tell(pair_sentence(pairs[0]))
    else:
        for line in matrix_lines(file, top, looking, at, pairs):
            tell(line)


@command.command(
    epilog=example(
        "bauta table template evening.toml guard",
        "bauta table template evening.toml 8,12,0 --across 5",
        "bauta table template evening.toml guard --from capo --start 2 --picture fire.png",
    )
)
@TABLE
@click.argument("target", metavar="MINI|X,Y,Z")
@click.option("--across", type=LENGTH, help="Of a round marker: inches across.  [default: 3]")
@click.option("--from", "from_", metavar="MINI", help="A teardrop in its place, from this mini to the other.")
@click.option("--start", type=LENGTH, help="Of a teardrop: inches from the attacker's base to its small end.")
@click.option("--picture", type=PICTURE, help="Draw it to this picture.")
@json_option
def template(
    table: Path,
    target: str,
    across: float | None,
    from_: str | None,
    start: float | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Whom a round marker hits (GEO-13), laid over a mini or at a point; with --from, a teardrop (GEO-14)."""
    if from_ is None and start is not None:
        raise UserError(say("--start is of a teardrop: give --from too"))
    if from_ is not None and from_ == target:
        raise UserError(say("--from {mini}: a teardrop is laid from one mini to another", mini=from_))
    if from_ is not None and across is not None:
        raise UserError(say("--across is of a round marker: leave --from away"))
    file, top = load_table(table)
    _note(file, top, [f.id for f in top.tableau.figures])
    if from_ is not None:
        under = top.teardrop(mini_of(top, from_).id, mini_of(top, target).id, start or 0.0)
    else:
        where: Any = target
        if target not in {f.id for f in top.tableau.figures}:
            if "," not in target:
                mini_of(top, target)
            where = PLACE.convert(target, None, None)
            if len(where) < 3:
                raise UserError(say("'{value}' has no height: write X,Y,Z, as in 6,10.5,4", value=target))
        under = top.blast(where, 3.0 if across is None else across)
    if picture is not None:
        top.plot(under, to=picture, around=_round_all(top))
    _tell_under(under, as_json)


def _tell_under(under: Under, as_json: bool) -> None:
    from sim.board.model.part_names import part_called

    if as_json:
        cut_off = [{"mini": id, "part": part} for id, part in under.shielded]
        print_json({"hit": under.hit, "shielded": cut_off, "outline": under.outline})
        return
    tell(say("hit: {minis}", minis=listed(under.hit)) if under.hit else say("nobody is hit"))
    for id, part in under.shielded:
        tell(say("{mini} is touched, but {part} stands between", mini=id, part=part_called(part)))


def _round_all(top: Tabletop) -> tuple[float, float, float, float] | None:
    """West, south, east and north of the minis, with some of the board round them; the whole board without any."""
    at = [figure.at for figure in top.tableau.figures]
    if not at:
        return None
    (west, south, _), (east, north, _) = (tuple(map(edge, zip(*at, strict=True))) for edge in (min, max))
    return west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN


def _note(file: TableFile, top: Tabletop, ids: list[str]) -> None:
    """Say on stderr what of these minis is hardly what was meant: off the board, in the air, in one another."""
    figures = [figure for figure in top.tableau.figures if figure.id in ids]
    note_bodies(sorted({(figure.body, figure.base_mm) for figure in figures}))
    note_places(top.board, *(figure.at for figure in figures))
    asked = {mini.id: mini.at for mini in file.minis}
    note_standing(top.board, *(figure for figure in figures if len(asked[figure.id]) == 3))
    for figure in figures:
        if len(asked[figure.id]) == 2 and math.dist(asked[figure.id], figure.at[:2]) > APART:
            told = {"mini": figure.id, "rest": typed(figure.at)}
            tell(say("note: {mini} finds no room where it is let down, and rests at {rest}", **told), err=True)
    for one in figures:
        for other in top.tableau.figures:
            if other.id == one.id or (other in figures and other.id < one.id):
                continue
            into = one.radius + other.radius - math.dist(one.at[:2], other.at[:2])
            if into > APART and one.touches(other):
                names = {"one": one.id, "other": other.id, "inches": into}
                tell(say('note: the bases of {one} and {other} overlap by {inches:.2f}"', **names), err=True)
