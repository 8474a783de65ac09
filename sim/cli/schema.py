"""`bauta schema`: what may stand in the files, as JSON Schema."""

from __future__ import annotations

import json

import click

from sim.cli.errors import UserError
from sim.cli.options import example, json_option, print_json
from sim.errors import meant
from sim.words import say

__all__ = ["command"]


@click.command(epilog=example("bauta schema", "bauta schema gang", "bauta schema map > map.schema.json"))
@click.argument("format_", metavar="[FORMAT]", required=False)
@json_option
def command(format_: str | None, as_json: bool) -> None:
    """Print the JSON Schema of a FORMAT of files; without one, a list of all.

    Editors complete and check files by these schemas: every key, what may stand there and what it means. They are
    made of the types that read the files. Names that must be known, such as those of abilities and pieces, are looked
    up only when a file is read.
    """
    from sim.board.files.folders import assets_dir

    folder = assets_dir() / "schemas"
    there = {path.stem: path for path in sorted(folder.glob("*.json"))}
    if format_ is not None and format_ not in there:
        raise UserError(say("there is no format '{format}'; {mend}", format=format_, mend=meant(format_, there)))
    if format_ is not None:
        click.echo(there[format_].read_text(encoding="utf-8"), nl=False)
        return
    titles = {name: str(json.loads(path.read_bytes())["title"]) for name, path in there.items()}
    if as_json:
        print_json([{"format": name, "title": titles[name], "file": str(path)} for name, path in there.items()])
        return
    for name, path in there.items():
        click.echo(f"{name:<10} {titles[name]}: {path}")
