"""`bauta map playtest`: many games between equal bots on a board, and what they tell of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.map_sharing import check_picture, check_writable
from sim.cli.options import (
    FILE,
    FOLDER,
    SEED,
    WholeType,
    example,
    json_option,
    print_json,
    progress,
    tell,
)
from sim.words import counted, say

if TYPE_CHECKING:
    from sim.board.board import Board
    from sim.playtest.reporting import Report

__all__ = ["playtest"]

SOME, MOST = 200, 20_000  # games where nothing is said: without `--until`, and with it at most
BEST = ("seasoned", "greedy")  # the bots that play where nothing is said, the better first


@click.command(
    epilog=example(
        "bauta map playtest campiello-dei-remi --scenario acquisition --games 40 --workers 2",
        "bauta map playtest my-quarter.toml --scenario gang-war --until fair --workers 8",
    )
)
@click.argument("map_", metavar="MAP")
@click.option("--scenario", default="gang-war", show_default=True, help="The scenario.")
@click.option("--gang", "gangs", multiple=True, metavar="FILE", help="The two gangs, by name or file.")
@click.option("--bot", metavar="BOT", help="Who plays all gangs, by name or as FILE.py:CLASS; default: the best.")
@click.option(
    "--games",
    type=WholeType(2, 1_000_000),
    help=f"How many, in pairs; default {SOME}, with --until at most {MOST}.",
)
@click.option("--until", metavar="fair|N%", help="Stop when the zones are told to be fair or not, or known to N%.")
@click.option("--without", multiple=True, metavar="WHAT", help="Play all again without jumping, swimming or roofs.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of the first pair; each further one adds 1.")
@click.option(
    "--workers", type=WholeType(1, 256), default=1, show_default=True, help="Games that are played at a time."
)
@click.option("--scheduler", metavar="ADDRESS", help="Of a Dask cluster that plays in place of workers here.")
@click.option(
    "--out",
    type=FOLDER,
    help="The folder of games and report; default: MAP-SCENARIO-playtest here.",
)
@click.option("--report", type=FILE, help="Where the page goes; default: that folder.")
@click.option("--picture", type=FILE, help="A PNG of the report to be sent: who won, and all maps.")
@json_option
def playtest(
    map_: str,
    scenario: str,
    gangs: tuple[str, ...],
    bot: str | None,
    games: int | None,
    until: str | None,
    without: tuple[str, ...],
    seed: int,
    workers: int,
    scheduler: str | None,
    out: Path | None,
    report: Path | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Let equal bots play many games on a board, and report what they tell of it.

    Games come in pairs: the same gangs and dice, and the zones exchanged. Called again with the same folder, it goes
    on where it was stopped. The same seeds give the same report, whoever plays.
    """
    from sim.bots import names
    from sim.engine.jobs import KeptResults, processes
    from sim.playtest.cluster import cluster
    from sim.playtest.games import restrictions_of
    from sim.playtest.playing import ask, board_of, game_in
    from sim.playtest.reporting import write_report
    from sim.playtest.running import run
    from sim.playtest.stopping import until_of

    chosen = bot or next(each for each in BEST if each in names())
    if report is not None:
        check_writable("--report", report)
    if picture is not None:
        check_picture("--picture", picture)
    forgone = restrictions_of(without)
    enough = None if until is None else until_of(until)
    asked = ask(map_, scenario, gangs, chosen, seed)
    most = ((games or (SOME if enough is None else MOST)) + 1) // 2  # a pair has two games
    if games is not None and games < 2 * most:
        tell(say("--games {games}: games come in pairs, so {n} are played", games=games, n=2 * most), err=True)
    folder = out or Path(f"{Path(map_).stem}-{scenario}-playtest")
    board = board_of(map_)
    _tell_errors(map_, board)
    with ExitStack() as held:
        crew = held.enter_context(cluster(scheduler) if scheduler else processes(min(workers, 2 * most)))
        kept = held.enter_context(closing(KeptResults(folder / "games.jsonl", game_in)))
        bar = held.enter_context(progress(2 * most * (1 + len(forgone)), "Games"))
        played = run(asked, board.size, most, enough, forgone, crew, kept, _told(bar))
        made = write_report(played, until, board, folder, crew, report, picture)
    if as_json:
        print_json(made.findings)
        return
    _tell_report(made, picture)


def _tell_report(made: Report, picture: Path | None) -> None:
    """The report in a few lines, what a builder can look at, and where all of it lies."""
    from sim.playtest.builder_lines import builder_lines, first_lines
    from sim.playtest.reporting import summary

    click.echo(summary(made.findings))
    for section in builder_lines(made.findings):
        tell(say("{title}:", title=section.title))
        for line in first_lines(section):
            tell(line, indent=2)
    if picture is not None:
        click.echo(str(picture))
    click.echo(str(made.page))


def _tell_errors(map_: str, board: Board) -> None:
    """What is played on a board that cannot be played as it is tells of its errors, and little else."""
    from sim.builder.measuring.whole import whole_check
    from sim.carnevale.rehearsal import unready

    errors = sum(issue.severity == "error" for issue in whole_check(board, unready))
    if errors:
        words = counted(
            "{map}: `bauta map check` finds {n} error, and games show little else until it is mended",
            "{map}: `bauta map check` finds {n} errors, and games show little else until they are mended",
            errors, map=map_,
        )  # fmt: skip
        tell(words, err=True)


def _told(bar: Any) -> Callable[[int, int], None]:
    def told(done: int, most: int) -> None:
        bar.length = most
        bar.update(1)

    return told
