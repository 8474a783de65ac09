"""`bauta duel`: games between bots, without a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.cli.errors import UserError
from sim.cli.options import (
    FOLDER,
    SEED,
    WholeType,
    example,
    json_option,
    print_json,
    progress,
    tell,
)
from sim.words import counted, in_english, joined, say

if TYPE_CHECKING:
    from sim.bots.duel import Record

__all__ = ["PERSON", "seats_of"]

PERSON = "person"  # as the window calls who is `human` here


@click.command(
    epilog=example(
        "bauta duel --map san-canciano --scenario gang-war --seat north=greedy --seat south=random --games 5 --seed 1"
    )
)
@click.option("--map", "map_", default="san-canciano", show_default=True, help="A map's name or file.")
@click.option("--scenario", default="gang-war", show_default=True, help="The scenario.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=BOT",
    help="Who plays where, by name or as FILE.py:CLASS; twice or more.",
)
@click.option("--gang", "gangs", multiple=True, metavar="FILE", help="A gang for each seat, by name or file.")
@click.option("--games", type=WholeType(1, 1_000_000), default=1, show_default=True, help="How many games.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of the first game; each further one adds 1.")
@click.option("--morale", is_flag=True, help="Gangs that lose too much take morale tests, and may flee (CAMP-04).")
@click.option("--journals", type=FOLDER, help="A folder to keep each game's journal in.")
@click.option(
    "--workers", type=WholeType(1, 256), default=1, show_default=True, help="Games that are played at a time."
)
@json_option
def command(
    map_: str,
    scenario: str,
    seats: tuple[str, ...],
    gangs: tuple[str, ...],
    games: int,
    seed: int,
    morale: bool,
    journals: Path | None,
    workers: int,
    as_json: bool,
) -> None:
    """Let bots play whole games, and tell how they went.

    The same seed plays the same game again, however many are played at a time.
    """
    import msgspec

    from sim.app.table.games import Note, write_note_of
    from sim.board.board import Board
    from sim.bots.base import BOTS
    from sim.bots.duel import setup_of
    from sim.bots.matches import DuelToPlay, play_all
    from sim.engine.table import HUMAN

    players = seats_of(seats or ("north=greedy", "south=greedy"))
    if HUMAN in players.values():
        raise UserError(say("only bots play a duel; a person plays with bauta play"))
    for bot in players.values():
        BOTS.make(bot, seed)
    setup_of(Board.load(map_), map_, scenario, tuple(players), gangs, seed)
    asked = [
        DuelToPlay(
            map=map_,
            scenario=scenario,
            gangs=gangs,
            bots=tuple(players.values()),
            seed=number,
            seats=tuple(players),
            journal="" if journals is None else str(journals / f"{scenario}-{number}.jsonl"),
            morale=morale,
        )
        for number in range(seed, seed + games)
    ]
    records: list[Record] = []
    with progress(games, "Games") as bar:
        for played in play_all(asked, min(workers, games)):
            records.append(played.record)
            if journals is not None:
                write_note_of(
                    Path(played.game.journal), Note(players, played.record.rounds, played.record.score, over=True)
                )
            bar.update(1)
    won = Counter(record.winner or "drawn" for record in records)
    if as_json:
        tally = {seat: won[seat] for seat in (*players, "drawn")}
        print_json({"games": msgspec.to_builtins(records, enc_hook=in_english), "won": tally})
        return
    _tell(records, won, players)


def _tell(records: Sequence[Record], won: Mapping[str, int], players: Mapping[str, str]) -> None:
    """A line for each game, and who has won how many."""
    for record in records:
        score = "  ".join(f"{seat} ({record.seats[seat]}) {vp}" for seat, vp in record.score.items())
        rounds = counted("{n} round", "{n} rounds", record.rounds)
        ended = {"score": score, "rounds": rounds, "seconds": record.seconds, "seed": record.seed}
        if record.winner:
            tell(say("seed {seed}: {winner}; {score}; {rounds}, {seconds:.1f} s", winner=record.winner, **ended))
        else:
            tell(say("seed {seed}: a draw; {score}; {rounds}, {seconds:.1f} s", **ended))
    each = (say("{seat} ({bot}) won {n}", seat=seat, bot=bot, n=won[seat]) for seat, bot in players.items())
    tell(joined("; ", (*each, say("{n} drawn", n=won["drawn"]))))


def seats_of(given: tuple[str, ...]) -> dict[str, str]:
    """`north=greedy` and so on, in the order given; a person is `human`."""
    from sim.engine.table import HUMAN

    players: dict[str, str] = {}
    for text in given:
        seat, equals, player = text.partition("=")
        if not (seat and equals and player):
            raise UserError(say("--seat {text}: write SEAT=BOT, as in north=greedy", text=text))
        if seat in players:
            raise UserError(say("--seat {text}: the seat '{seat}' is given twice", text=text, seat=seat))
        players[seat] = HUMAN if player == PERSON else player
    if len(players) < 2:
        raise UserError(say("give at least two seats, as in --seat north=greedy --seat south=random"))
    return players
