"""`bauta map`: builds, checks, describes and pictures a board."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from sim.cli.errors import UserError
from sim.cli.options import PICTURE, PIXELS, board_argument, example, json_option, load_board
from sim.percent import percent

__all__ = ["check", "command", "edit", "info", "new", "render"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Build, check, show and picture maps."""


@command.command(epilog=example("bauta map check san-canciano", "bauta map check my-map.toml --json"))
@click.argument("map_", metavar="MAP")
@json_option
def check(map_: str, as_json: bool) -> int:
    """Say what is wrong with a map and what would mend it.

    Exits with 2 if it cannot be played as it is; warnings alone exit with 0.
    """
    from sim.board.map_checks.checks import check_map

    issues = check_map(map_)
    errors = sum(issue.severity == "error" for issue in issues)
    if as_json:
        click.echo(json.dumps({"ok": errors == 0, "issues": [msgspec.to_builtins(i) for i in issues]}, indent=2))
    else:
        for issue in issues:
            click.echo(str(issue), err=issue.severity == "error")
        if not errors:
            click.echo(f"{map_}: sound" + (f", with {len(issues)} warnings" if issues else ""))
    return 2 if errors else 0


@command.command(epilog=example("bauta map info san-canciano"))
@board_argument
@json_option
def info(board: str, scale: float, up: str | None, as_json: bool) -> None:
    """Size, pieces, triangles, and how much is water, ground and buildings."""
    from sim.board.map_checks.survey import room, shares

    loaded = load_board(board, scale, up)
    pieces: dict[str, int] = {}
    for placed in loaded.map.pieces if loaded.map else ():
        pieces[placed.called] = pieces.get(placed.called, 0) + 1
    highest = max(float(p.triangles[..., 2].max()) for p in loaded.parts)
    facts: dict[str, object] = {
        "name": loaded.name,
        "size": list(loaded.size),
        "height": round(highest, 2),
        "parts": len(loaded.parts),
        "triangles": loaded.triangle_count,
        "pieces": dict(sorted(pieces.items())),
    }
    if loaded.map is not None:
        facts["canals"] = [canal.id for canal in loaded.map.canals]
        facts["shares"] = msgspec.to_builtins(shares(loaded))
        facts["room"] = {edge: room(loaded, edge) for edge in ("north", "east", "south", "west")}
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return
    click.echo(f'{loaded.name}: {loaded.size[0]:g}" x {loaded.size[1]:g}", {highest:.1f}" high')
    click.echo(f"{len(loaded.parts)} parts, {loaded.triangle_count} triangles")
    if loaded.map is not None:
        measured = shares(loaded)
        each = ((name, getattr(measured, name)) for name in ("water", "ground", "buildings"))
        click.echo(", ".join(f"{name} {percent(share)}" for name, share in each))
        click.echo("canals: " + ", ".join(canal.id for canal in loaded.map.canals))
        click.echo("pieces: " + ", ".join(f"{n} {name}" if n > 1 else name for name, n in sorted(pieces.items())))
        click.echo('bases of 30 mm within 8" of each edge: ' + ", ".join(f"{e} {n}" for e, n in _rooms(facts)))


def _rooms(facts: dict[str, object]) -> list[tuple[str, int]]:
    rooms = facts["room"]
    assert isinstance(rooms, dict)
    return list(rooms.items())


@command.command(
    epilog=example("bauta map render san-canciano --out map.png", "bauta map render venice.obj --scale 0.04")
)
@board_argument
@click.option("--out", type=PICTURE, help="The picture; default: NAME.png here.")
@click.option("--size", type=PIXELS, default="1280x800", show_default=True, help="Pixels.")
@click.option("--view", type=click.Choice(["bird", "top"]), default="bird", show_default=True)
@click.option("--photo", is_flag=True, help="Slower and finer.")
def render(
    board: str, scale: float, up: str | None, out: Path | None, size: tuple[int, int], view: str, photo: bool
) -> None:
    """Make a picture of a board; needs no screen."""
    loaded = load_board(board, scale, up)
    wide, tall = size
    from sim.app.render import render_picture
    from sim.app.render.camera import bird, from_above

    path = out or Path(f"{Path(board).stem}.png")
    camera = bird(loaded.size) if view == "bird" else from_above(loaded.size, wide / tall)
    preset = "photo" if photo else "play"
    if render_picture(loaded, None, camera, (wide, tall), path, preset, progress=_progress()) == "TinyPanda":
        click.echo(f"{path}: drawn without shaders, in plain colours: no OpenGL is here (see: bauta doctor)", err=True)
    click.echo(str(path))


@command.command(epilog=example("bauta map new 'Campo San Zan'", "bauta map new my-quarter.toml --size 36x36"))
@click.argument("name")
@click.option("--size", default="24x24", show_default=True, metavar="WxH", help="Of the board, in inches.")
@click.option("--window", type=PIXELS, default="1280x800", show_default=True, help="Of the window, in pixels.")
def new(name: str, size: str, window: tuple[int, int]) -> None:
    """Build a new board, in the editor.

    NAME is a file (my-quarter.toml), or a name: then the map lies among your own in the data folder.
    """
    from sim.builder.document import new_map_text
    from sim.builder.drafts import path_of_new

    wide, _, deep = size.lower().partition("x")
    try:
        inches = (float(wide), float(deep))
    except ValueError:
        raise UserError(f"--size {size}: write WIDTHxDEPTH in inches, as in 24x48") from None
    new_map_text(name, inches)
    path_of_new(name)
    _build(window, name=name, size=inches)


@command.command(epilog=example("bauta map edit my-quarter.toml", "bauta map edit san-canciano"))
@click.argument("map_", metavar="MAP")
@click.option("--window", type=PIXELS, default="1280x800", show_default=True, help="Of the window, in pixels.")
def edit(map_: str, window: tuple[int, int]) -> None:
    """Build on a board, in the editor.

    A map that comes with the program, given by its name, is left as it is: a copy of your own is built on.
    """
    from sim.board.files.mapfile import find_map, read_map

    read_map(find_map(map_))
    _build(window, map=map_)


def _build(window: tuple[int, int], **asked: Any) -> None:
    """Open the editor."""
    from sim.app.system import has_display, missing_table

    if missing := missing_table():
        raise UserError(f"{missing}; a map is text: write it with any editor, and `bauta map check` it")
    if not has_display():
        raise UserError("no display to open a window on: a map is text, too: write it, and `bauta map check` it")
    from sim.app.hud.build_panel import BuildRequest
    from sim.app.window.table_window import TableWindow

    wide, tall = window
    TableWindow((max(wide, 960), max(tall, 640))).run(build=BuildRequest(**asked))


def _progress() -> Callable[[float, str], None] | None:
    """A line on stderr while light is baked, where somebody looks at it."""
    if not sys.stderr.isatty():
        return None
    return lambda share, what: click.echo(f"\r{what} {share:4.0%}", err=True, nl=share >= 1.0)
