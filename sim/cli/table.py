"""`bauta table`: a real table kept as a file, its board and its minis; who sees whom, and whom a template hits."""

from __future__ import annotations

from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.boards import load_board, load_table, mini_of, thinned_document
from sim.cli.errors import UserError
from sim.cli.map_sharing import check_writable, written
from sim.cli.options import (
    BASE,
    DEGREES,
    FILE,
    LENGTH,
    PICTURE,
    PLACE,
    POINT,
    WORDS,
    WordsType,
    board_argument,
    example,
    json_option,
    print_json,
    tell,
    typed,
)
from sim.cli.place_notes import PlaceNote, mini_notes, notes_document, off_board_notes, tell_notes
from sim.cli.spoken_help import CommandGroup
from sim.words import listed, say

if TYPE_CHECKING:
    from sim.api.tabletop import Tabletop
    from sim.board.model.verdicts import Under

__all__ = ["boat", "command", "new", "push", "put", "remove", "show", "smoke", "template"]

NO_ABILITY = "-"


class NameType(WordsType):
    """A name of one's own, without the blanks about it, which nobody sees."""

    name = "NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = super().convert(value, param, ctx).strip()
        if not name:
            self.fail(say("'{value}' is no name: write letters", value=value))
        return name


NAME = NameType()
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
@click.argument("mini", type=NAME, metavar="MINI")
@click.option("--at", type=PLACE, required=True, help="Its base's centre; without Z, let down there from above.")
@click.option("--base", type=BASE, metavar="MM", help="Diameter of its base in mm.  [default: 30]")
@click.option("--body", type=WORDS, help="A body's name, or a mesh file.  [default: human]")
@click.option("--facing", type=DEGREES, help="Which way it faces, counter-clockwise from east.  [default: 0]")
@click.option("--side", type=WORDS, help="Whose it is.")
@click.option(
    "--ability", "abilities", type=WORDS, multiple=True, metavar="NAME",
    help="Of its card, by which it moves, as Ethereal; - for none.  [repeatable]",
)  # fmt: skip
def put(table: Path, mini: str, **given: Any) -> None:
    """Put MINI, by a name of your own, down on TABLE, or move it.

    What is not given of one that is there already stays as it was.
    """
    from sim.board.files.table_file import kept_as, with_mini_put

    at = given.pop("at")
    if given["body"] is not None:
        given["body"] = kept_as(given["body"], table)
    given["abilities"] = [each for each in given["abilities"] if each != NO_ABILITY] if given["abilities"] else None
    given = {key: value for key, value in given.items() if value is not None}
    file, top = load_table(table, with_mini_put(table, mini, at, given))
    figure = mini_of(top, mini)
    tell_notes(mini_notes(file, top, [mini]), err=True)
    text = with_mini_put(table, mini, figure.at, given)  # so that it stays there, whoever comes to stand beside it
    written(table, text.encode())
    tell(say("{mini} stands at {place}", mini=mini, place=typed(figure.at)))


@command.command(
    epilog=example(
        "bauta table smoke evening.toml fog --at 8,12,0", "bauta table smoke evening.toml fog --at 9,12,0 --radius 2"
    )
)
@TABLE
@click.argument("marker", type=NAME, metavar="MARKER")
@click.option("--at", type=POINT, required=True, help="The middle of its foot.")
@click.option("--radius", type=LENGTH, metavar="D", help="Inches.  [default: 1.5]")
@click.option("--height", type=LENGTH, metavar="D", help="Inches.  [default: 3]")
@click.option("--kind", type=click.Choice(("smoke", "ice", "chasm")), help="What it is.  [default: smoke]")
def smoke(table: Path, marker: str, at: tuple[float, float, float], **given: Any) -> None:
    """Lay MARKER, by a name of your own, on TABLE, or move it: smoke, which nobody sees through, or another."""
    from sim.board.files.table_file import with_marker_put

    given = {key: value for key, value in given.items() if value is not None}
    text = with_marker_put(table, marker, at, given)
    _, top = load_table(table, text)
    written(table, text.encode())
    tell(say("{mini} lies at {place}", mini=marker, place=typed(at)))
    tell_notes(off_board_notes(top.board, at))


@command.command(
    epilog=example(
        "bauta table boat evening.toml gondola --at 13,8,0", "bauta table boat evening.toml ours --at 13,9,0 --turn 90"
    )
)
@TABLE
@click.argument("name", type=NAME, metavar="BOAT")
@click.option("--at", type=POINT, required=True, help="Its middle, at the height of the water.")
@click.option("--piece", type=WORDS, help="What it is made of.  [default: gondola]")
@click.option("--turn", type=DEGREES, help="Counter-clockwise from east.  [default: 0]")
def boat(table: Path, name: str, at: tuple[float, float, float], **given: Any) -> None:
    """Put BOAT, by a name of your own or one of the map by its id, on TABLE, or move it. Minis let down later rest on
    it.

    It lies where you say; where a boat could not float there, that is told.
    """
    from sim.api.tables import boat_called, told_of_boat
    from sim.board.files.table_file import with_boat_put

    given = {key: value for key, value in given.items() if value is not None}
    text = with_boat_put(table, name, at, given)
    _, top = load_table(table, text)
    written(table, text.encode())
    tell(say("{mini} lies at {place}", mini=name, place=typed(at)))
    piece = next(vessel.piece for vessel in top.tableau.vessels if boat_called(vessel.piece) == name)
    if doubt := told_of_boat(top, piece):
        tell(doubt)


@command.command(epilog=example("bauta table remove evening.toml capo"))
@TABLE
@click.argument("mini")
def remove(table: Path, mini: str) -> None:
    """Take MINI, a marker or a boat, off TABLE."""
    from sim.board.files.table_file import without

    written(table, without(table, mini).encode())
    tell(say("{mini} is off the table", mini=mini))


@command.command(
    epilog=example(
        "bauta table push evening.toml capo --from ghoul", "bauta table push evening.toml capo --to 9,12,0 --distance 3"
    )
)
@TABLE
@click.argument("mini")
@click.option("--from", "from_", metavar="MINI", help="Who pushes: straight away from it.")
@click.option("--to", type=POINT, help="Or the point that it is pushed towards.")
@click.option("--distance", type=LENGTH, default=2.0, show_default=True, metavar="D", help="Inches.")
@json_option
def push(
    table: Path, mini: str, from_: str | None, to: tuple[float, float, float] | None, distance: float, as_json: bool
) -> None:
    """Where MINI lands that is pushed on TABLE (ACT-07): what stops it, and how far it falls where nothing carries it.

    Nothing is moved: `bauta table put` does that.
    """
    from sim.board.movement.pushed_off import away_from, pushed_off
    from sim.carnevale.push_words import push_sentence

    if (from_ is None) == (to is None):
        raise UserError(say("say who pushes, --from MINI, or whereto, --to X,Y,Z"))
    if from_ == mini:
        raise UserError(say("--from {mini}: nobody pushes themselves", mini=from_))
    _, top = load_table(table)
    figure = mini_of(top, mini)
    towards = to if to is not None else away_from(figure, mini_of(top, from_ or "").at)
    found = pushed_off(top.board, top.tableau, figure.id, towards, distance)
    if as_json:
        print_json({"push": found.push, "fall": found.fall, "rest": found.rest})
    else:
        tell(push_sentence(figure.id, found, frozenset(each.id for each in top.tableau.figures)))


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
    from sim.api.table_page import page_of, picture_of
    from sim.board.sight.seen_pairs import seen_pairs
    from sim.carnevale.pair_words import pair_document, pair_sentence
    from sim.cli.table_words import matrix_lines

    if page is not None:
        if page.suffix.lower() != ".html":
            raise UserError(say("--page {file}: let its name end in .html", file=page))
        check_writable("--page", page)
    file, top = load_table(table)
    notes = mini_notes(file, top)
    tell_notes(notes, err=True)
    looking, at = ([mini_of(top, id).id for id in ids] or [f.id for f in top.tableau.figures] for ids in (from_, to))
    pairs = list(seen_pairs(top.board, top.tableau, looking, at))
    drawn = [pair.sight for pair in pairs if pair.sight.visible]
    if len(pairs) == 1:
        drawn = [pairs[0].sight, pairs[0].ruled.cover, pairs[0].distance]  # type: ignore[list-item]
    concerned = {*looking, *at} if len(pairs) == 1 else None
    if picture is not None:
        picture_of(file, top, drawn, concerned, to=picture)
    if page is not None:
        written(page, page_of(table, file, top, pairs, picture_of(file, top, drawn, concerned)).encode())
    if as_json:
        sides = {mini.id: mini.side for mini in file.minis}
        minis = [
            {"id": f.id, "side": sides[f.id], "at": f.at, "base": f.base_mm, "body": f.body, "facing": f.facing}
            for f in top.tableau.figures
        ]
        seen = [{"from": pair.looks, "to": pair.at, **pair_document(pair)} for pair in pairs]
        print_json(
            {"board": file.board, "minis": minis, "pairs": seen} | notes_document(notes) | thinned_document(top.board)
        )
    elif len(pairs) == 1:
        tell(pair_sentence(pairs[0]))
    else:
        for line in matrix_lines(file, top, looking, at, pairs):
            tell(line)


@command.command(
    epilog=example(
        "bauta table template evening.toml",
        "bauta table template evening.toml guard",
        "bauta table template evening.toml 8,12,0 --across 5",
        "bauta table template evening.toml guard --from capo --start 2 --picture fire.png",
    )
)
@TABLE
@click.argument("target", metavar="[MINI|X,Y,Z]", required=False)
@click.option("--across", type=LENGTH, help="Of a round marker: inches across.  [default: 3]")
@click.option("--from", "from_", metavar="MINI", help="A teardrop in its place, from this mini towards it.")
@click.option("--start", type=LENGTH, help="Of a teardrop: inches from the attacker's base to its small end.")
@click.option("--picture", type=PICTURE, help="Draw it to this picture.")
@json_option
def template(
    table: Path,
    target: str | None,
    across: float | None,
    from_: str | None,
    start: float | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Whom a round marker hits (GEO-13), laid over a mini or at a point; with --from, a teardrop towards it (GEO-14).

    Without MINI, it is laid over each in turn, and the most are told first.
    """
    from sim.api.table_page import picture_of

    _check_template(target, across, from_, start, picture)
    file, top = load_table(table)
    if target is None:
        _tell_each(top, across, from_ and mini_of(top, from_).id, start or 0.0, mini_notes(file, top), as_json)
        return
    over = _middle(top, target)
    if from_ is not None:
        under = top.teardrop(mini_of(top, from_).id, over, start or 0.0)
    else:
        under = top.blast(over, 3.0 if across is None else across)
    if picture is not None:
        picture_of(file, top, [under], to=picture)
    concerned = {target, from_ or target, *under.hit, *(id for id, _ in under.shielded)}
    notes = mini_notes(file, top, concerned)
    notes += off_board_notes(top.board, over) if isinstance(over, tuple) else ()
    _tell_under(under, notes, as_json)


def _check_template(
    target: str | None, across: float | None, from_: str | None, start: float | None, picture: Path | None
) -> None:
    """Do the options go together? Raises UserError."""
    if from_ is None and start is not None:
        raise UserError(say("--start is of a teardrop: give --from too"))
    if from_ is not None and from_ == target:
        raise UserError(say("--from {mini}: a teardrop is laid from one mini to another", mini=from_))
    if from_ is not None and across is not None:
        raise UserError(say("--across is of a round marker: leave --from away"))
    if target is None and picture is not None:
        raise UserError(say("--picture is of one template: name a MINI, or X,Y,Z"))


def _middle(top: Tabletop, target: str) -> Any:
    """What a template is laid over or towards: a mini, by its id, or a place. Raises UserError where it is neither."""
    if target in {figure.id for figure in top.tableau.figures}:
        return target
    if "," not in target:
        mini_of(top, target)
    place = PLACE.convert(target, None, None)
    if len(place) < 3:
        raise UserError(say("'{value}' has no height: write X,Y,Z, as in 6,10.5,4", value=target))
    return place


def _tell_each(
    top: Tabletop, across: float | None, from_: str | None, start: float, notes: list[PlaceNote], as_json: bool
) -> None:
    """A template over each mini, those that hit the most first."""
    found = []
    for id in [figure.id for figure in top.tableau.figures if figure.id != from_]:
        under = top.blast(id, 3.0 if across is None else across) if from_ is None else top.teardrop(from_, id, start)
        found.append((id, under))
    found.sort(key=lambda each: -len(each[1].hit))
    if as_json:
        tell_notes(notes, err=True)
        over = [{"over": id, "hit": under.hit, "outline": under.outline} for id, under in found]
        print_json({"templates": over} | notes_document(notes))
        return
    for id, under in found:
        hit = listed(under.hit) if under.hit else say("nobody")
        tell(say("over {mini}: {n} hit, {minis}", mini=id, n=len(under.hit), minis=hit))
    if not found:
        tell(say("nobody stands on this table yet"))
    tell_notes(notes)


def _tell_under(under: Under, notes: list[PlaceNote], as_json: bool) -> None:
    from sim.board.model.part_names import part_called

    if as_json:
        tell_notes(notes, err=True)
        cut_off = [{"mini": id, "part": part} for id, part in under.shielded]
        print_json({"hit": under.hit, "shielded": cut_off, "outline": under.outline} | notes_document(notes))
        return
    tell(say("hit: {minis}", minis=listed(under.hit)) if under.hit else say("nobody is hit"))
    for id, part in under.shielded:
        tell(say("{mini} is touched, but {part} stands between", mini=id, part=part_called(part)))
    tell_notes(notes)
