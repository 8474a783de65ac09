"""`bauta replay`: show or verify a game that was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.errors import UserError
from sim.cli.options import example, json_option, moment_of, print_json
from sim.errors import meant

if TYPE_CHECKING:
    from sim.carnevale.events import Event
    from sim.carnevale.state import State
    from sim.engine.replay import Replayed
    from sim.engine.session import Session

__all__ = ["command"]


@click.command(
    epilog=example(
        "bauta replay game.jsonl --to 40",
        "bauta replay game.jsonl#412",
        "bauta replay game.jsonl --verify",
        "bauta replay game.jsonl --evidence",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "to", type=click.IntRange(0, 1_000_000_000), help="Stop after so many answers.")
@click.option("--verify", is_flag=True, help="Check every choice, throw the dice again, measure every ruling again.")
@click.option("--evidence", is_flag=True, help="Tell below each sentence what was measured for it.")
@click.option("--seat", help="Tell a running game as this seat knows it.")
@click.option("--secrets", is_flag=True, help="Tell what is still secret in a running game, too.")
@json_option
def command(
    file: Path, to: int | None, verify: bool, evidence: bool, seat: str | None, secrets: bool, as_json: bool
) -> None:
    """Show the game of journal FILE, finished or interrupted, from its answers alone.

    Of a game that still goes on, only what every seat may know is told, or with --seat what that one knows; --secrets
    tells all. The file itself hides nothing: whoever reads it sees every answer, and from its seed can foretell the
    dice, unless they are sealed (`bauta play --sealed`). FILE#412 tells the first 412 events, as `bauta film` counts.

    With --verify each choice is put to the rules again, the dice are thrown again from the seed, and each ruling is
    measured again on the board it was begun on; the answers that differ are named, the first one first, and it exits
    with 1. With --evidence events carry all that was measured for them: what an older journal does not keep is measured
    now.
    """
    import msgspec

    from sim.carnevale.replay import replay
    from sim.carnevale.report import characters_report

    file, last = moment_of(file)
    if not isfile(file):
        raise UserError(f"{file}: there is no such file; give the journal of a game (.jsonl)")
    replayed = replay(file, to=to, verify=verify, complete=evidence)
    session, state = replayed.session, replayed.session.state
    over = session.over or (to is not None and _ends(file))
    if seat is not None and seat not in state.seats:
        raise UserError(f"--seat {seat}: there is no such seat; {meant(seat, state.seats)}")
    seats = () if over or secrets else (seat,) if seat is not None else tuple(state.seats)

    def open_to_all(event: Event) -> bool:
        return all(event.seen_by(each) for each in seats)

    if replayed.notice:
        click.echo(replayed.notice, err=True)
    checked = {"rulings": replayed.rulings, "rolls": replayed.rolls, "choices": replayed.choices}
    log = session.events[:last]
    if last is not None and last > len(session.events):
        raise UserError(f"{file}#{last}: the game has {len(session.events)} events so far")
    if as_json:
        events = [event for event in log if open_to_all(event)]
        print_json(
            {
                "events": msgspec.to_builtins(events),
                "hidden": len(log) - len(events),
                "characters": characters_report(state),
                "over": session.over,
                "pending": _pending(replayed.session, seats),
                "answers": session.count,
                "differences": [str(difference) for difference in replayed.differences] if verify else None,
                "checked": checked if verify else None,
            }
        )
    else:
        _print_sentences(state, log, open_to_all, evidence)
        _print_verdict(replayed, verify)
    if replayed.differences:
        raise SystemExit(1)


def _print_sentences(state: State, log: Sequence[Event], open_to_all: Callable[[Event], bool], evidence: bool) -> None:
    """The game in sentences; with `evidence`, below each of them what was measured for it."""
    from sim.carnevale.evidence import words
    from sim.carnevale.names import names_of
    from sim.carnevale.narration import narrate, narrate_hidden

    name = names_of(state)
    for event in log:
        seen = open_to_all(event)
        if sentence := narrate(event, name) if seen else narrate_hidden(event, name):
            click.echo(sentence)
            if seen and evidence and (measured := words(event, name)):
                click.echo(f"    {measured}")


def _ends(file: Path) -> bool:
    """Is this a whole game? One whose end cannot be read may still be going on."""
    from sim.carnevale.replay import replay
    from sim.engine.requests import GameError

    try:
        return replay(file).session.over
    except GameError:
        return False


def _pending(session: Session[State], seats: Sequence[str]) -> dict[str, Any] | None:
    """What the game waits for, as all of these seats may know it: a question's words are for the seat that is asked."""
    from sim.carnevale.report import request_report
    from sim.engine.requests import Choice

    request = session.request
    pending = request_report(session.state, request)
    if isinstance(request, Choice) and pending is not None and any(seat != request.seat for seat in seats):
        return {key: pending[key] for key in ("type", "prompt", "seat", "gesture")}
    return pending


def _print_verdict(replayed: Replayed[State], verify: bool) -> None:
    """What a verification found."""
    for difference in replayed.differences:
        click.echo(str(difference), err=True)
    if verify and not replayed.differences:
        click.echo(f"{replayed.choices} choices checked, {replayed.rolls} rolls thrown again: all as they must be.")
        click.echo(f"{replayed.rulings} rulings measured again: all the same.")
