"""`bauta script`: a scripted game without a screen."""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli.options import example, json_option, print_json
from sim.words import in_english

__all__ = ["command"]


@click.command(epilog=example("bauta script fight.json"))
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Play FILE, a fight with given dice, and print what happened as JSON, whether --json is given or not.

    FILE is JSON: "board", "characters", and if need be "seats", "first", "options", "dice" (in order, each roll's
    Destiny Die first) and "do", a list of entries:

    \b
      {"turn": "a"}                          a has its turn
      {"act": "combat", "target": "b", "weapon": "Sword"}
      {"end": "turn"}                        the turn in hand ends
      {"override": {"b": {...}}, "why": ".."}  the Golden Rule, at any time between actions

    An override names characters and what is set of each: "at" [x, y, z]; "lp", "wp", "cp" (at most what it began
    with, LP at least 1), "ap" (at most 3); "stunned", "hidden", "guarding" (true or false); "underwater" (counters,
    at most 2); and two verdicts that hold to the end of the turn, "sees" and "in_cover", as in {"a": {"sees": {"b":
    true}}}. All other players agree unless "answers" says otherwise. It sets what it names and no more: nothing
    falls, drops or attacks by it.

    An act or override may have "answers": [{"prompt": "will", "value": 1}, ...], for what is asked in its course; all
    else takes its default.

    The document has "events", "characters", "over" and "pending", the request that the game stopped at. A refused
    action ends the script with exit 2 and the rule that refuses it.
    """
    import msgspec

    from sim.carnevale.report import characters_report, request_report
    from sim.carnevale.script import play

    session = play(file)
    print_json(
        {
            "events": msgspec.to_builtins(list(session.events), enc_hook=in_english),
            "characters": characters_report(session.state),
            "over": session.over,
            "pending": request_report(session.state, session.request),
        }
    )
