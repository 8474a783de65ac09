"""`bauta replay`: show or verify a game that was played."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.errors import UserError
from sim.cli.options import example, json_option, print_json


@click.command(
    epilog=example(
        "bauta replay game.jsonl --to 40", "bauta replay game.jsonl --verify", "bauta replay game.jsonl --evidence"
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "to", type=click.IntRange(0), help="Stop after so many answers.")
@click.option("--verify", is_flag=True, help="Measure every ruling again, and tell where the board differs.")
@click.option("--evidence", is_flag=True, help="Tell below each sentence what was measured for it.")
@json_option
def command(file: Path, to: int | None, verify: bool, evidence: bool, as_json: bool) -> None:
    """Show the game of journal FILE, finished or interrupted, from its answers alone.

    With --verify each recorded ruling is measured again on the board; one that differs exits with 1. With --evidence
    events carry all that was measured for them: what an older journal does not keep is measured now.
    """
    import msgspec

    from sim.carnevale.evidence import words
    from sim.carnevale.names import names_of
    from sim.carnevale.narration import narrate
    from sim.carnevale.replay import replay
    from sim.carnevale.report import characters_report, request_report

    if not file.is_file():
        raise UserError(f"{file}: there is no such file; give the journal of a game (.jsonl)")
    replayed = replay(file, to=to, verify=verify, complete=evidence)
    state = replayed.session.state
    if replayed.notice:
        click.echo(replayed.notice, err=True)
    if as_json:
        print_json(
            {
                "events": msgspec.to_builtins(list(replayed.session.events)),
                "characters": characters_report(state),
                "over": replayed.session.over,
                "pending": request_report(state, replayed.session.request),
                "answers": replayed.session.count,
                "differences": [str(difference) for difference in replayed.differences] if verify else None,
            }
        )
    else:
        name = names_of(state)
        for event in state.log:
            if sentence := narrate(event, name):
                click.echo(sentence)
                if evidence and (measured := words(event, name)):
                    click.echo(f"    {measured}")
        for difference in replayed.differences:
            click.echo(str(difference), err=True)
        if verify and not replayed.differences:
            click.echo(f"{replayed.rulings} rulings measured again: all the same.")
    if replayed.differences:
        raise SystemExit(1)
