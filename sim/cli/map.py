"""`bauta map`: checks, describes and pictures a board."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from sim.cli.options import PICTURE, PIXELS, board_argument, example, json_option, load_board
from sim.percent import percent

__all__ = ["check", "command", "info", "render"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Check, show and picture maps."""


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
        pieces[placed.piece] = pieces.get(placed.piece, 0) + 1
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


def _progress() -> Callable[[float, str], None] | None:
    """A line on stderr while light is baked, where somebody looks at it."""
    if not sys.stderr.isatty():
        return None
    return lambda share, what: click.echo(f"\r{what} {share:4.0%}", err=True, nl=share >= 1.0)
