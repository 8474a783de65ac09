"""Bots try out a board that is being built: their games, and what is told of them beside it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sim.app.editor import trial_games
from sim.app.editor.model import EditorModel
from sim.app.editor.trial import BoardTrial, told_of
from sim.builder.document import MapDocument
from sim.builder.drafts import Drafts
from sim.playtest import board_maps, report_page

EVEN = Path(__file__).parents[1] / "playtest" / "even.toml"


class Over:
    """A process that is done, or was never."""

    def __init__(self, done: bool = True) -> None:
        self.done, self.ended = done, False

    def poll(self) -> int | None:
        return 0 if self.done else None

    def terminate(self) -> None:
        self.ended = True

    def wait(self) -> int:
        return 0


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    source = tmp_path / "even.toml"
    source.write_text(EVEN.read_text())
    made = EditorModel(MapDocument(source.read_text(), source), Drafts(source))
    yield made
    made.drafts.close()


def here(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Games are played in this process."""

    def begin(module: str, words: Sequence[str]) -> Any:
        monkeypatch.setattr(sys, "argv", [module, *words])
        trial_games.main()
        return Over()

    monkeypatch.setattr(trial_games.os, "nice", lambda _by: 0)
    return begin


def test_games_are_played_on_the_board_and_what_they_came_to_is_told(
    model: EditorModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name, few in (
        (board_maps, "MOST_CELLS", 50),
        (board_maps, "WATCHERS", 4),
        (report_page, "PIXELS", 100),
    ):
        monkeypatch.setattr(module, name, few)
    monkeypatch.setattr(board_maps, "OF_A_ZONE", 2)
    monkeypatch.setattr(trial_games, "BOT", "random")
    tried = BoardTrial(model, here(monkeypatch))
    assert tried.scenario == "acquisition"
    tried.start(2)
    assert tried.busy
    tried.poll()
    assert (tried.busy, tried.done, tried.failed) == (False, 2, "")
    assert model.notice == "Bots have tried the board: F6 tells what came of it", "the page may have been closed"
    assert tried.report is not None
    lines = told_of(tried.report)
    assert lines[0].startswith("2 games, ")
    assert lines[1].startswith("From north-east corner: ")
    assert "not yet whether it is fair" in lines[3]
    assert tried.folder is not None
    assert (tried.folder / "report.html").is_file()
    assert tried.builder[0].title == "Whether the games tell the zones apart"
    assert tried.builder[0].lines[0].startswith("No: north-east corner won ")


def test_why_no_game_can_be_played_is_told(model: EditorModel, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = BoardTrial(model, here(monkeypatch))
    tried.scenario = "gang-war"  # wants a larger board
    tried.start(4)
    tried.poll()
    assert tried.report is None
    assert "24" in tried.failed
    assert (model.notice.lower(), model.alert) == (tried.failed.lower(), True)


def test_games_that_are_stopped_are_no_report_and_no_fault(model: EditorModel) -> None:
    at_work = Over(done=False)
    tried = BoardTrial(model, lambda _module, _words: at_work)  # type: ignore[arg-type, return-value]
    tried.start(4)
    tried.poll()
    assert (tried.busy, tried.done) == (True, 0)
    tried.stop()
    assert at_work.ended
    assert (tried.busy, tried.report, tried.failed) == (False, None, "")


def test_a_frame_is_drawn_for_each_game_that_is_over_and_for_nothing_less(model: EditorModel) -> None:
    at_work = Over(done=False)
    tried = BoardTrial(model, lambda _module, _words: at_work)  # type: ignore[arg-type, return-value]
    tried.start(4)
    assert tried.has_news
    tried.poll()
    assert not tried.has_news
    assert tried.folder is not None
    (tried.folder / trial_games.GAMES).write_bytes(b"{}\n")
    assert tried.has_news
    tried.poll()
    assert (tried.done, tried.has_news) == (1, False)
    at_work.done = True
    assert tried.has_news
