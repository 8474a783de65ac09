"""`bauta replay`: show or verify a game that was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.errors import UserError
from sim.cli.options import (
    WholeType,
    example,
    json_option,
    moment_of,
    print_json,
    tell,
)
from sim.errors import meant
from sim.words import in_english, say

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
        "bauta replay game.jsonl --summary --luck",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "to", type=WholeType(0, 1_000_000_000), help="Stop after so many answers.")
@click.option("--verify", is_flag=True, help="Check every choice, throw the dice again, measure every ruling again.")
@click.option("--evidence", is_flag=True, help="Tell below each sentence what was measured for it.")
@click.option("--summary", is_flag=True, help="Tell a line for each round, and the deeds of the game.")
@click.option("--luck", is_flag=True, help="Tell what each seat's dice showed, against all that they might have.")
@click.option("--seat", help="Tell a running game as this seat knows it.")
@click.option("--secrets", is_flag=True, help="Tell what is still secret in a running game, too.")
@json_option
def command(
    file: Path,
    to: int | None,
    verify: bool,
    evidence: bool,
    summary: bool,
    luck: bool,
    seat: str | None,
    secrets: bool,
    as_json: bool,
) -> None:
    """Show the game of journal FILE, finished or interrupted, from its answers alone.

    Of a game that still goes on, only what every seat may know is told, or with --seat what that one knows; --secrets
    tells all. The file itself hides nothing: whoever reads it sees every answer, and from its seed can foretell the
    dice, unless they are sealed (`bauta play --sealed`). FILE#412 tells the first 412 events, as `bauta film` counts.

    With --verify each choice is put to the rules again, the dice are thrown again from the seed, and each ruling is
    measured again on the board it was begun on; the answers that differ are named, the first one first, and it exits
    with 1. With --evidence events carry all that was measured for them: what an older journal does not keep is measured
    now.

    With --summary or --luck that is told in place of the game. Luck is exact: of all that the same throws might have
    shown, how much is less, and how much more.
    """
    from sim.carnevale.replay import replay

    file, last = moment_of(file)
    if not isfile(file):
        raise UserError(say("{file}: there is no such file; give the journal of a game (.jsonl)", file=file))
    replayed = replay(file, to=to, verify=verify, complete=evidence)
    session, state = replayed.session, replayed.session.state
    over = session.over or (to is not None and _ends(file))
    if seat is not None and seat not in state.seats:
        raise UserError(say("--seat {seat}: there is no such seat; {mend}", seat=seat, mend=meant(seat, state.seats)))
    seats = () if over or secrets else (seat,) if seat is not None else tuple(state.seats)

    def open_to_all(event: Event) -> bool:
        return all(event.seen_by(each) for each in seats)

    if replayed.notice:
        tell(replayed.notice, err=True)
    log = session.events[:last]
    if last is not None and last > len(session.events):
        raise UserError(
            say("{file}#{number}: the game has {n} events so far", file=file, number=last, n=len(session.events))
        )
    if as_json:
        document = _document(replayed, log, open_to_all, seats, verify)
        print_json({**document, **_digest(state, log, summary, luck)})
    elif summary or luck:
        _print_digest(state, log, summary, luck)
        _print_verdict(replayed, verify)
    else:
        _print_sentences(state, log, open_to_all, evidence)
        _print_verdict(replayed, verify)
    if replayed.differences:
        raise SystemExit(1)


def _document(
    replayed: Replayed[State],
    log: Sequence[Event],
    open_to_all: Callable[[Event], bool],
    seats: Sequence[str],
    verify: bool,
) -> dict[str, Any]:
    """The game for programs, as all of these seats may know it."""
    import msgspec

    from sim.carnevale.report import characters_report

    events = [event for event in log if open_to_all(event)]
    checked = {"rulings": replayed.rulings, "rolls": replayed.rolls, "choices": replayed.choices}
    return {
        "events": msgspec.to_builtins(events, enc_hook=in_english),
        "hidden": len(log) - len(events),
        "characters": characters_report(replayed.session.state),
        "over": replayed.session.over,
        "pending": _pending(replayed.session, seats),
        "answers": replayed.session.count,
        "differences": [str(difference) for difference in replayed.differences] if verify else None,
        "checked": checked if verify else None,
    }


def _print_sentences(state: State, log: Sequence[Event], open_to_all: Callable[[Event], bool], evidence: bool) -> None:
    """The game in sentences; with `evidence`, below each of them what was measured for it."""
    from sim.carnevale.evidence import words
    from sim.carnevale.names import names_of
    from sim.carnevale.narration import narrate, narrate_hidden

    name = names_of(state, gangs=True)
    for event in log:
        seen = open_to_all(event)
        if sentence := narrate(event, name) if seen else narrate_hidden(event, name):
            tell(sentence)
            if seen and evidence and (measured := words(event, name)):
                tell(measured, indent=4)


def _digest(state: State, log: Sequence[Event], summary: bool, luck: bool) -> dict[str, Any]:
    """What is asked for of summary and luck, for programs."""
    import msgspec

    from sim.carnevale.luck import luck_of
    from sim.carnevale.summary import deeds_of, standings_of

    found: dict[str, Any] = {}
    if summary:
        found["standings"] = msgspec.to_builtins(standings_of(state.setup, log), enc_hook=in_english)
        found["deeds"] = msgspec.to_builtins(deeds_of(state.setup, log), enc_hook=in_english)
    if luck:
        found["luck"] = msgspec.to_builtins(luck_of(log, _seats(state)), enc_hook=in_english)
    return found


def _print_digest(state: State, log: Sequence[Event], summary: bool, luck: bool) -> None:
    """Rounds and deeds, and each seat's luck."""
    from sim.carnevale.luck import luck_of, share_words
    from sim.carnevale.names import names_of
    from sim.carnevale.summary import deeds_of, round_words, standings_of

    name = names_of(state, gangs=True)
    if summary:
        standings = standings_of(state.setup, log)
        for number in sorted({each.round for each in standings if each.round}):
            tell(say("Round {number}: {words}.", number=number, words=round_words(standings, number, name)))
        for deed in deeds_of(state.setup, log):
            did = {"title": deed.title, "who": name(deed.who), "did": deed.words, "number": deed.number}
            tell(say("{title}: {who} {did} (#{number}).", **did))
    for each in luck_of(log, _seats(state)) if luck else ():
        thrown = {"who": name(each.seat), "dice": sum(each.faces), "throws": len(each.throws)}
        tell(say("{who}, {dice} dice in {throws} throws:", **thrown))
        tell(say("faces 1 to 10: {faces}", faces=" ".join(map(str, each.faces))), indent=2)
        shares = (
            (say("Aces"), each.aces), (say("rolls with an Ace"), each.successes), (say("golden 10s"), each.tens),
            (say("golden 1s (fewer is better)"), each.ones),
        )  # fmt: skip
        for what, share in shares:
            tell(share_words(what, share, low=share is each.ones), indent=2)


def _seats(state: State) -> dict[str, str]:
    """Whose each character was at the beginning."""
    from sim.carnevale.setup import begin

    return {c.id: c.seat for c in begin(state.setup).characters.values()}


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
        tell(str(difference), err=True)
    if verify and not replayed.differences:
        tell(
            say(
                "{choices} choices checked, {rolls} rolls thrown again: all as they must be.",
                choices=replayed.choices,
                rolls=replayed.rolls,
            )
        )
        tell(say("{rulings} rulings measured again: all the same.", rulings=replayed.rulings))
