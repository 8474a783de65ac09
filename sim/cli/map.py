"""`bauta map`: builds, checks, describes and pictures a board."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sim.board.model.hours import HOURS
from sim.cli import map_compare, map_export, map_info, map_mirror, map_sharing
from sim.cli.boards import load_board, thinned_document
from sim.cli.errors import UserError
from sim.cli.options import (
    BOARD_SIZE,
    FILE,
    PICTURE,
    PIXELS,
    SEED,
    WORDS,
    board_argument,
    example,
    json_option,
    tell,
)
from sim.cli.playtest import playtest
from sim.cli.spoken_help import CommandGroup
from sim.words import counted, in_english, reason, say
from sim.words.tongues import told

if TYPE_CHECKING:
    from sim.board.board import Board

__all__ = ["check", "command", "edit", "new", "render"]

SIZE_OF_GENERATED = say("Of the board, in inches: sides from 20 to 72, one at most 2.5 times the other.")


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Build, check, show, picture, share and play-test maps."""


for other in (
    map_sharing.pack,
    map_sharing.unpack,
    map_sharing.copy,
    map_sharing.paste,
    map_export.export,
    map_info.info,
    map_compare.compare,
    map_mirror.mirror,
    playtest,
):
    command.add_command(other)


@command.command(epilog=example("bauta map check san-canciano", "bauta map check my-map.toml --fix"))
@click.argument("map_", metavar="MAP")
@click.option("--fix", is_flag=True, help="Mend what is safe in the map's file first: doubles, heights, the edge.")
@click.option(
    "--picture",
    type=FILE,
    help="A PNG: the board from above, with the numbers of the findings.",
)
@json_option
def check(map_: str, fix: bool, picture: Path | None, as_json: bool) -> int:
    """Say what is wrong with a map and what would mend it.

    Looked at are the board itself, its ways, and whether each scenario of its size can be set up on it, by the rules.
    With --fix, doubles are taken away, pieces that hang in the air are lowered, vessels are laid on their water and
    what reaches over the edge is moved in; comments and order of the file stay. Exits with 2 if the map cannot be
    played as it is; warnings alone exit with 0.
    """
    from sim.builder.finding_lines import placed_words
    from sim.builder.measuring.whole import whole_check
    from sim.carnevale.rehearsal import unready

    if picture is not None:
        map_sharing.check_picture("--picture", picture)
    mended = _mended(map_) if fix else []
    board = load_board(map_)
    issues = whole_check(board, unready)
    if picture is not None:
        from sim.builder.finding_pictures import finding_picture

        map_sharing.written(picture, finding_picture(board, issues))
    errors, lines = sum(issue.severity == "error" for issue in issues), _lines(board)
    if as_json:
        told: dict[str, object] = {
            "ok": errors == 0,
            "issues": [msgspec.to_builtins(i, enc_hook=in_english) for i in issues],
            "lines": lines,
        }
        told |= thinned_document(board)
        click.echo(json.dumps(told | ({"mended": mended} if fix else {}), indent=2))
    else:
        for words in mended:
            tell(say("mended: {words}", words=words))
        for number, issue in enumerate(issues, 1):
            words = placed_words(issue, lines)
            words = say("{n}. {what}", n=number, what=words) if picture is not None else words
            tell(words, err=issue.severity == "error")
        if not errors:
            sound = counted("{map}: sound, with {n} warning", "{map}: sound, with {n} warnings", len(issues), map=map_)
            tell(sound if issues else say("{map}: sound", map=map_))
    return 2 if errors else 0


def _lines(board: Board) -> dict[str, int]:
    """Where in its file each thing of a map stands; nothing of a mesh or a package, which are no text."""
    from sim.board.files.mapfile import map_text
    from sim.builder.finding_lines import lines_of

    if board.map is None or board.source is None or board.source.suffix.lower() != ".toml":
        return {}
    return lines_of(map_text(board.source), board.map)


def _mended(map_: str) -> list[str]:
    """Mend a map's file, and say what was done."""
    from sim.board.files.finding import find_map
    from sim.board.files.folders import maps_dir
    from sim.board.files.mapfile import map_text
    from sim.builder.document import MapDocument
    from sim.builder.drafts import read_text
    from sim.builder.mending import mend
    from sim.whole_files import write_whole

    path = find_map(map_)
    if path.resolve().parent == maps_dir().resolve():
        raise UserError(
            say("{path}: comes with the program and is left as it is: mend a copy (bauta map edit)", path=path.stem)
        )
    if Path(map_).suffix.lower() == ".bauta":
        raise UserError(say("{map}: is a package and is left as it is: mend the map (bauta map unpack)", map=map_))
    map_text(path)  # a file that is no text is told
    document = MapDocument(read_text(path), path)  # with the ends of lines that it has
    said = mend(document)
    if document.changed:
        try:
            write_whole(path, document.text.encode("utf-8"))
        except OSError as error:
            raise UserError(
                say("{file}: cannot be written: {error}", file=path, error=error.strerror or error)
            ) from None
    return said


@command.command(
    epilog=example(
        "bauta map render san-canciano --out map.png",
        "bauta map render san-canciano --view street --hour night",
        "bauta map render venice.obj --scale 0.04",
    )
)
@board_argument
@click.option("--out", type=PICTURE, help="The picture; default: NAME.png here.")
@click.option("--size", type=PIXELS, default="1280x800", show_default=True, help="Pixels.")
@click.option(
    "--view",
    type=click.Choice(["bird", "top", "street"]),
    default="bird",
    show_default=True,
    help="From the air, from straight above, or as a mini sees it.",
)
@click.option("--photo", is_flag=True, help="Slower and finer.")
@click.option("--hour", type=click.Choice(HOURS), help="At which hour it is shown.  [default: the board's own]")
def render(
    board: str,
    scale: float,
    up: str | None,
    out: Path | None,
    size: tuple[int, int],
    view: str,
    photo: bool,
    hour: str | None,
) -> None:
    """Make a picture of a board; needs no screen."""
    loaded = load_board(board, scale, up)
    wide, tall = size
    from sim.app.render import render_picture
    from sim.app.render.camera import bird, from_above

    path = out or Path(f"{Path(board).stem}.png")
    if view == "street":
        from sim.app.render.outlook import from_street

        camera = from_street(loaded)
    else:
        camera = bird(loaded.size) if view == "bird" else from_above(loaded.size, wide / tall)
    preset = "photo" if photo else "play"
    made_by = render_picture(loaded, None, camera, (wide, tall), path, preset, progress=_progress(), hour=hour)
    if made_by == "TinyPanda":
        tell(
            say("{path}: drawn without shaders, in plain colours: no OpenGL is here (see: bauta doctor)", path=path),
            err=True,
        )
    click.echo(str(path))


@command.command(epilog=example("bauta map new 'Campo San Zan'", "bauta map new my-quarter.toml --size 36x36"))
@click.argument("name", type=WORDS)
@click.option("--size", type=BOARD_SIZE, default="24x24", show_default=True, help="Of the board, in inches.")
@click.option("--window", type=PIXELS, default="1280x800", show_default=True, help="Of the window, in pixels.")
def new(name: str, size: tuple[float, float], window: tuple[int, int]) -> None:
    """Build a new board, in the editor.

    NAME is a file (my-quarter.toml), or a name: then the map lies among your own in the data folder.
    """
    from sim.builder.document import new_map_text
    from sim.builder.drafts import path_of_new

    new_map_text(name, size)
    path_of_new(name)
    _build(window, name=name, size=size)


@command.command(
    epilog=example(
        "bauta map generate --size 36x36 --seed 7 --style canals",
        "bauta map generate --size 24x48 --seed 3 --style ruins --symmetric --out quarter.toml",
    )
)
@click.option("--size", type=BOARD_SIZE, default="36x36", show_default=True, help=SIZE_OF_GENERATED)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Another number, another board.")
@click.option(
    "--style",
    type=click.Choice(["dense", "canals", "piazza", "ruins", "islands"]),
    default="canals",
    show_default=True,
    help="What there is more of.",
)
@click.option("--symmetric", is_flag=True, help="Both gangs find the same: the board is its own half turn.")
@click.option(
    "--name", type=WORDS, default="", help="What the board is called; default: a saint's, with style and seed."
)
@click.option("--out", type=FILE, help="Default: STYLE-SIZE-SEED.toml here.")
def generate(size: tuple[float, float], seed: int, style: str, symmetric: bool, name: str, out: Path | None) -> None:
    """Make a board, by chance: canals, bridges, rows of houses, squares, boats.

    The same words make the same board. It is a map as one written by hand: open it in the editor, or change its text.
    """
    from sim.builder.generator.making import made_map
    from sim.whole_files import write_whole

    wide, deep = size
    text = made_map(size, seed, style, symmetric, name)
    path = out or Path(f"{style}-{wide:g}x{deep:g}-{seed}{'-symmetric' if symmetric else ''}.toml")
    try:
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise UserError(say("{path}: is there already, and is another map: give another --out", path=path))
        write_whole(path, text.encode("utf-8"))
    except (OSError, UnicodeError) as error:
        raise UserError(
            say(
                "{file}: cannot be written: {error}", file=path, error=getattr(error, "strerror", None) or reason(error)
            )
        ) from None
    click.echo(str(path))


@command.command(epilog=example("bauta map edit my-quarter.toml", "bauta map edit san-canciano"))
@click.argument("map_", metavar="MAP")
@click.option("--window", type=PIXELS, default="1280x800", show_default=True, help="Of the window, in pixels.")
def edit(map_: str, window: tuple[int, int]) -> None:
    """Build on a board, in the editor.

    A map that comes with the program, given by its name, is left as it is: a copy of your own is built on. A package
    (NAME.bauta) becomes one of your own maps first.
    """
    from sim.board.files.finding import find_map
    from sim.board.files.mapfile import read_map

    read_map(find_map(map_))
    _build(window, map=map_)


def _build(window: tuple[int, int], **asked: Any) -> None:
    """Open the editor."""
    from sim.app.system import has_display, missing_table

    if missing := missing_table():
        raise UserError(
            say("{missing}; a map is text: write it with any editor, and `bauta map check` it", missing=missing)
        )
    if not has_display():
        raise UserError(say("no display to open a window on: a map is text, too: write it, and `bauta map check` it"))
    from sim.app.hud.build_panel import BuildRequest
    from sim.app.window.table_window import TableWindow

    wide, tall = window
    TableWindow((max(wide, 960), max(tall, 640))).run(build=BuildRequest(**asked))


def _progress() -> Callable[[float, str], None] | None:
    """A line on stderr while a board is built and lit, where somebody looks at it."""
    if not sys.stderr.isatty():
        return None
    return lambda share, what: click.echo(f"\r{told(what)} {share:4.0%}".ljust(60), err=True, nl=share >= 1.0)
