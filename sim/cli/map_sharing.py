"""`bauta map pack|unpack|copy|paste`: boards, and parts of boards, that go to others."""

from __future__ import annotations

import os
import sys
from os.path import isdir
from pathlib import Path

import click
import msgspec

from sim.cli.errors import UserError
from sim.cli.map_changes import change_map, numbers_of, own_map
from sim.cli.options import (
    DEGREES,
    FILE,
    FOLDER,
    WORDS,
    example,
    read_text,
    tell,
)
from sim.words import counted, in_english, reason, say

__all__ = ["check_picture", "check_writable", "copy", "pack", "paste", "unpack", "written"]


@click.command(
    epilog=example(
        "bauta map pack san-canciano", "bauta map pack my-quarter.toml --by 'Zanetta B.' --licence 'CC BY 4.0'"
    )
)
@click.argument("map_", metavar="MAP")
@click.option("--out", type=FILE, help="The package; default: MAP.bauta here.")
@click.option("--picture", type=FILE, help="A PNG of it; default: drawn.")
@click.option("--by", type=WORDS, default="", help="Who made the map.")
@click.option("--licence", type=WORDS, default="", help="What may be done with it.")
def pack(map_: str, out: Path | None, picture: Path | None, by: str, licence: str) -> None:
    """Put a board into one file that can be sent to somebody.

    It holds the map, its pieces, their credits, a picture and what the check says. Wherever a BOARD or MAP is asked
    for, the file can be given; it opens on any machine and rules there as it did here.
    """
    from sim.board.board import Board
    from sim.board.files.pieces import MESHES
    from sim.builder.looks import look_of_board
    from sim.builder.looks import picture as drawn
    from sim.builder.measuring.whole import whole_check
    from sim.builder.packages.packing import packed
    from sim.carnevale.rehearsal import unready

    if Path(map_).suffix.lower() in MESHES:
        raise UserError(say("{map}: is a mesh: it goes alone, as it is; a package is made of a map", map=map_))
    out = out or Path(f"{Path(map_).stem}.bauta")
    if out.suffix.lower() != ".bauta":
        raise UserError(
            say("{option} {file}: let its name end in {endings}", option="--out", file=out, endings=".bauta")
        )
    check_writable("--out", out)
    for option, said in (("--by", by), ("--licence", licence)):
        if len(said) > 2000:
            raise UserError(say("{option}: is longer than 2000 letters", option=option))
    board = Board.load(map_)
    seen = _png(picture) if picture is not None else drawn(look_of_board(board))
    issues = whole_check(board, unready)
    content = packed(map_, seen, [msgspec.to_builtins(issue, enc_hook=in_english) for issue in issues], by, licence)
    written(out, content)
    errors = sum(issue.severity == "error" for issue in issues)
    found = say("sound")
    if errors:
        found = counted("{n} error", "{n} errors", errors)
    elif issues:
        found = counted("{n} warning", "{n} warnings", len(issues))
    tell(say("{out}: {n:,.0f} kB, {found}", out=out, n=len(content) / 1000, found=found))


def _png(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(20_000_001)
    except (OSError, ValueError) as error:
        raise UserError(
            say(
                "--picture {path}: cannot be read: {error}",
                path=path,
                error=getattr(error, "strerror", None) or reason(error),
            )
        ) from None
    if not content.startswith(b"\x89PNG\r\n\x1a\n") or len(content) > 20_000_000:
        raise UserError(
            say("--picture {path}: give a PNG file of at most 20 MB, as `bauta map render` makes", path=path)
        )
    return content


def check_writable(option: str, path: Path) -> None:
    """Before anything is made: is there a folder that the file can be put into? Raises UserError."""
    if "\0" in str(path) or isdir(path) or not (isdir(path.parent) and os.access(path.parent, os.W_OK)):
        raise UserError(
            say("{option} {path}: cannot be written there: give another folder or name", option=option, path=path)
        )


def check_picture(option: str, path: Path) -> None:
    """Before anything is made: does the name say PNG, and can it be written? Raises UserError."""
    if path.suffix.lower() != ".png":
        raise UserError(say("{option} {file}: let its name end in {endings}", option=option, file=path, endings=".png"))
    check_writable(option, path)


def written(path: Path, content: bytes) -> None:
    """Write a file that a command was asked for. Raises UserError."""
    from sim.whole_files import write_whole

    try:
        write_whole(path, content)
    except (OSError, ValueError) as error:
        raise UserError(
            say(
                "{file}: cannot be written: {error}", file=path, error=getattr(error, "strerror", None) or reason(error)
            )
        ) from None


@click.command(epilog=example("bauta map unpack san-canciano.bauta", "bauta map unpack board.bauta --to my-boards"))
@click.argument("package", type=click.Path(path_type=Path))
@click.option("--to", type=FOLDER, help="A folder; default: among your own maps.")
def unpack(package: Path, to: Path | None) -> None:
    """Take a board out of its package, to build on it: `bauta map edit` does so, too."""
    from sim.builder.packages.unpacking import unpacked

    click.echo(str(unpacked(package, to)))


@click.command(epilog=example("bauta map copy san-canciano pozzo casse", "bauta map copy my.toml --within 4,4,12,12"))
@click.argument("map_", metavar="MAP")
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--within", metavar="X,Y,X,Y", help="All that stands between these two corners.")
def copy(map_: str, ids: tuple[str, ...], within: str | None) -> None:
    """Print a part of a board as text, to paste into another board or a chat."""
    from sim.board.files.finding import find_map
    from sim.board.files.mapfile import read_map
    from sim.builder.flat_things import flat_things, points_of
    from sim.builder.fragments import copied

    made = read_map(find_map(map_))
    chosen = {*ids}
    if within is not None:
        a, b, c, d = numbers_of(within, 4, "--within")
        chosen |= {p.id for p in made.pieces if a <= p.at[0] <= c and b <= p.at[1] <= d}
        chosen |= {
            thing.id for thing in flat_things(made) if all(a <= x <= c and b <= y <= d for x, y in points_of(thing))
        }
    click.echo(copied(made, chosen), nl=False)


@click.command(
    epilog=example("bauta map paste my-quarter.toml part.toml --at 6,10", "bauta map paste my-quarter.toml < part.toml")
)
@click.argument("map_", metavar="MAP")
@click.argument("text", required=False, type=FILE)
@click.option("--at", default="0,0", show_default=True, metavar="X,Y", help="Where its south-west corner goes.")
@click.option("--turn", type=DEGREES, default=0.0, help="Degrees, counter-clockwise.")
def paste(map_: str, text: Path | None, at: str, turn: float) -> None:
    """Put a part of a board, as `bauta map copy` prints it, onto a map. TEXT is its file; none: standard input."""
    from sim.builder.edits import ids_of
    from sim.builder.fragments import pasted, read_fragment

    x, y = numbers_of(at, 2, "--at")
    path, document = own_map(map_)
    said = sys.stdin.read(1 << 21) if text is None else read_text(text)
    fragment = read_fragment(said, "standard input" if text is None else str(text))
    edit = pasted(fragment, (x, y), turn, ids_of(document.map))
    change_map(path, document, edit)
    click.echo(f"{path}: {edit.words[:1].lower()}{edit.words[1:]}")
