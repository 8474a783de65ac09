"""`bauta script`: a scripted game without a screen."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.options import example, print_json


@click.command(epilog=example("bauta script fight.json"))
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Play FILE, a fight with given dice, and print what happened as JSON.

    The document has "events", "characters", "over" and "pending", the request that the game stopped at. A refused
    action ends the script with exit 2 and the rule that refuses it.
    """
    import msgspec

    from sim.carnevale.report import characters_report
    from sim.carnevale.script import play

    session = play(file)
    print_json(
        {
            "events": msgspec.to_builtins(list(session.events)),
            "characters": characters_report(session.state),
            "over": session.over,
            "pending": msgspec.to_builtins(session.request),
        }
    )
