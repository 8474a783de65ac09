"""The report of a play-test beside its games: `report.json`, `report.html`, and the journals of the telling games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from os.path import relpath
from pathlib import Path

import msgspec

from sim.board.board import Board
from sim.board.files.bundle import as_loaded
from sim.board.model.tableau import Point
from sim.carnevale import scenarios
from sim.carnevale.replay import GAME
from sim.carnevale.zones import Zone
from sim.engine.jobs import Crew
from sim.engine.requests import GameError
from sim.percent import percent
from sim.playtest.board_looks import look_together
from sim.playtest.board_maps import map_board
from sim.playtest.features import features
from sim.playtest.near_pieces import surroundings
from sim.playtest.playing import journal_of, setup_for
from sim.playtest.report_numbers import PlaytestReport, findings_of, journal_name
from sim.playtest.report_page import page_of
from sim.playtest.report_picture import report_picture
from sim.playtest.running import PlayedTest
from sim.playtest.zone_facts import zone_facts
from sim.whole_files import write_whole
from sim.words import in_english

__all__ = ["Report", "spots", "summary", "write_report", "zones_of"]

JOURNALS = "journals"
MOST_SPOTS = 24  # places where objectives lay


@dataclass(frozen=True)
class Report:
    """What was written."""

    findings: PlaytestReport
    data: Path
    page: Path


def write_report(
    played: PlayedTest,
    until: str | None,
    board: Board,
    folder: Path,
    crew: Crew,
    page: Path | None = None,
    picture: Path | None = None,
) -> Report:
    """Measure the board, play the telling games again for their journals, and write all of it.

    `page`: where the page goes; without it, into the folder beside all else. `picture`: where a PNG of it goes. Raises
    WorkerLost, or GameError where a file cannot be written.
    """
    journals = _ask_for_journals(played, folder / JOURNALS, crew)
    zones = zones_of(played, board)
    maps = map_board(board, zones, partial(look_together, played.asked, crew))
    kinds, lay = features(board), spots(played)
    measured = zone_facts(board, zones, maps, lay)
    around = surroundings(board, zones, maps, kinds, played.tally, lay)
    findings = findings_of(played, until, board.name, board.size, kinds, measured, around)
    if board.source is not None and not as_loaded(board.source, board.key):
        findings = msgspec.structs.replace(findings, map_changed=True)
    data, page = folder / "report.json", page or folder / "report.html"
    try:
        for path, made in journals:
            path.parent.mkdir(exist_ok=True)
            write_whole(path, made())
        write_whole(data, msgspec.json.format(msgspec.json.encode(findings, enc_hook=in_english), indent=2) + b"\n")
        write_whole(page, page_of(findings, played, board, zones, maps, _from(page, folder)).encode())
        if picture is not None:
            held = BytesIO()
            report_picture(findings, played, board, zones, maps, summary(findings)).save(held, "PNG")
            write_whole(picture, held.getvalue())
    except OSError as error:
        raise GameError(f"{folder}: the report cannot be written: {error.strerror or error}") from error
    return Report(findings, data, page)


def _from(page: Path, folder: Path) -> str:
    """How the folder is reached from the page."""
    try:
        way = Path(relpath(folder, page.parent))
    except ValueError:  # on another drive
        way = folder.absolute()
    return "" if way == Path() else f"{way.as_posix()}/"


def summary(findings: PlaytestReport) -> str:
    """The report in a few lines."""
    first, second = findings.zones
    lines = [
        f"{findings.games} games, {findings.draws} drawn",
        *(
            f"{zone.name}: {percent(zone.share.share)} of the games "
            f"({percent(zone.share.low)} to {percent(zone.share.high)}), {zone.points:.1f} points a game"
            for zone in (first, second)
        ),
        f"first turn: {percent(findings.first_turn.share)} "
        f"({percent(findings.first_turn.low)} to {percent(findings.first_turn.high)})",
    ]
    if findings.first_gang is not None:
        gang, share = findings.gangs[0], findings.first_gang
        lines.append(f"{gang}: {percent(share.share)} ({percent(share.low)} to {percent(share.high)}), in either zone")
    if findings.stopping is not None:
        lines.append(f"until {findings.stopping.until}: {findings.stopping.verdict or 'not told yet'}")
    for worth in findings.without:
        change = worth.first_zone
        if worth.unused:
            lines.append(f"without {worth.without}: all games went as before: nobody used it, its worth is not known")
            continue
        lines.append(
            f"without {worth.without}: it is worth {change.change:+.0%} to the {first.name} "
            f"({change.low:+.0%} to {change.high:+.0%})"
        )
    if findings.map_changed:
        lines.append(f"{findings.map}: has been changed since; the games are of the board as it was")
    return "\n".join(lines)


def zones_of(played: PlayedTest, board: Board) -> tuple[Zone, ...]:
    """The zones that are told apart, in the order of the report."""
    state = GAME.begin(setup_for(board, played.asked))
    named = {zone.name: zone for zone in scenarios.zones(state)}
    return tuple(named[name] for name in played.asked.zones)


def spots(played: PlayedTest) -> list[Point]:
    """Where objectives lay at first, in the first games."""
    lay = played.tally.drawn.get("lay", [])
    return list(dict.fromkeys(event.at for event in lay))[:MOST_SPOTS]


def _ask_for_journals(played: PlayedTest, folder: Path, crew: Crew) -> list[tuple[Path, Callable[[], bytes]]]:
    """Have the telling games played once more, each for its journal; one that is there already is theirs."""
    found: dict[Path, Callable[[], bytes]] = {}
    for candidates in played.tally.telling.values():
        for candidate in candidates:
            path, job = folder / journal_name(candidate.game), msgspec.json.encode(candidate.game, enc_hook=in_english)
            if path.exists() or path in found:
                continue
            if crew.executor is None:
                found[path] = partial(journal_of, job)
            else:
                found[path] = crew.executor.submit(journal_of, job).result
    return list(found.items())
