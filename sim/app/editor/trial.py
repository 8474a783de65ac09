"""Bots try a board out while it is built: games that are played beside the window, and what they came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from subprocess import Popen

import msgspec

from sim.app.companion import begun
from sim.app.editor.model import EditorModel
from sim.app.editor.trial_games import FAILED, GAMES
from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.carnevale import scenarios
from sim.engine.jobs import whole_lines
from sim.percent import percent
from sim.playtest.builder_lines import BuilderLines, builder_lines
from sim.playtest.report_numbers import FEW, PlaytestReport, ZoneResult
from sim.words import counted, listed, reason, say
from sim.words.tongues import spoken

__all__ = ["HOW_MANY", "BoardTrial", "told_of"]

HOW_MANY = (4, 20, 100)  # games that are offered
MOST_NAMED = 6  # pieces in a line

Begin = Callable[[str, Sequence[str]], "Popen[bytes]"]


class BoardTrial:
    """The games on the board of a model as it was saved. `done`: of `games` that were asked for. `failed`: why there is
    no report."""

    def __init__(self, model: EditorModel, begin: Begin = begun) -> None:
        self.model, self._begin = model, begin
        self.scenario = next(iter(self.fitting()), "")
        self.games = self.done = 0
        self.report: PlaytestReport | None = None
        self.builder: list[BuilderLines] = []
        self.failed = ""
        self.folder: Path | None = None
        self._process: Popen[bytes] | None = None
        self._seen = -1  # bytes that were kept of the games when they were looked at

    def fitting(self) -> list[str]:
        """The scenarios that this board has the size for."""
        return list(scenarios.fitting(self.model.map.size))

    @property
    def busy(self) -> bool:
        return self._process is not None

    @property
    def has_news(self) -> bool:
        """Is a game over since they were looked at, or are all of them? A frame is drawn for nothing less."""
        return self._process is not None and (self._kept() != self._seen or self._process.poll() is not None)

    def _kept(self) -> int:
        """Bytes that are kept of the games."""
        try:
            return 0 if self.folder is None else (self.folder / GAMES).stat().st_size
        except OSError:
            return 0

    def start(self, games: int) -> None:
        """Have games played on the board as it is saved; those that were played on it before are not played again."""
        if self.busy:
            return
        source = self.model.source
        self.games, self.done, self.report, self.failed = games, 0, None, ""
        try:
            key = blake2b(self.model.document.text.encode(), digest_size=4).hexdigest()
            self.folder = data_dir() / "playtests" / f"{source.stem}-{self.scenario}-{key}"
            self.folder.mkdir(parents=True, exist_ok=True)
            for old in (FAILED, "report.json"):
                (self.folder / old).unlink(missing_ok=True)
        except BoardError as error:
            self.failed = reason(error)
            return
        except OSError as error:
            self.failed = say("{file}: cannot be written: {error}", file=self.folder, error=error.strerror or error)
            return
        words = [str(source.resolve()), self.scenario, str(games), str(self.folder), spoken().language]
        self._seen = -1
        self._process = self._begin("sim.app.editor.trial_games", words)

    def poll(self) -> None:
        """Look how far they are, now and then."""
        if not self.has_news or self._process is None or self.folder is None:
            return
        self._seen = self._kept()
        over = self._process.poll() is not None
        try:
            self.done = min(sum(1 for _ in whole_lines(self.folder / GAMES)), self.games)
        except OSError:
            self.done = 0  # the first is not over
        if over:
            self._process = None
            self._take(self.folder)
            words = say("Bots have tried the board: F6 tells what came of it")
            self.model.notify(self.failed or words, alert=bool(self.failed))

    def _take(self, folder: Path) -> None:
        """What came of it."""
        try:
            self.report = msgspec.json.decode((folder / "report.json").read_bytes(), type=PlaytestReport)
            self.builder = builder_lines(self.report)
        except (OSError, msgspec.MsgspecError):
            try:
                self.failed = (folder / FAILED).read_text("utf-8")
            except (OSError, UnicodeDecodeError):
                self.failed = say("the games were ended from outside: those that are over are kept")

    def stop(self) -> None:
        """Play no more; games that are over are kept."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    close = stop


def told_of(report: PlaytestReport) -> list[str]:
    """A report in lines, for whoever built the board."""
    lines = [
        say("{n} games, {draws} drawn, {rounds:.1f} rounds each", n=report.games, draws=report.draws,
            rounds=sum(n * games for n, games in report.rounds.items()) / max(report.games, 1)),
        *map(_zone, report.zones),
    ]  # fmt: skip
    if report.games < FEW:
        lines.append(say("So few games tell whether a board can be played, and not yet whether it is fair."))
    used = sorted((piece for piece in report.pieces if sum(piece.used)), key=lambda piece: -sum(piece.used))
    if used:
        lines.append(say("Used most: {pieces}", pieces=_named([piece.piece for piece in used])))
    return lines


def _zone(zone: ZoneResult) -> str:
    share = zone.share
    return say(
        "From {zone}: {won} won, {share} ({low} to {high}), {points:.1f} points a game",
        zone=zone.name, won=counted("{n} game", "{n} games", zone.won), share=percent(share.share),
        low=percent(share.low), high=percent(share.high), points=zone.points,
    )  # fmt: skip


def _named(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    shown = [*names[:MOST_NAMED], counted("{n} more", "{n} more", more)] if more > 0 else [*names]
    return listed(shown)
