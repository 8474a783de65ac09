"""A fault of the table's own: a sentence on screen, and its traceback where a person finds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table import previews
from sim.app.table.controller import TableController
from sim.app.table.guarded import guarded
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import street


def fault(*_: object, **__: object) -> None:
    raise ZeroDivisionError("by zero")


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where tracebacks go."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.delenv("BAUTA_DEBUG", raising=False)
    return tmp_path / "last-error.txt"


def at_table(folder: Path, **players: str) -> TableController:
    north, south = [member("a", (8, 8, 0))], [member("b", (8, 20, 0))]
    return TableController(free_fight(street(), folder, north, south, players))


def test_work_that_fails_says_so_in_a_line_and_names_its_traceback(log: Path) -> None:
    said: list[str] = []
    assert guarded(fault, said.append)() is None
    assert said == [f"ZeroDivisionError: by zero (the traceback is in {log})"]
    assert "in fault" in log.read_text(encoding="utf-8")


def test_a_bot_that_fails_ends_the_game_early(log: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = at_table(tmp_path, north="random")
    monkeypatch.setattr(table.model, "think", fault)
    for _ in range(100):
        table.tick(0.1)
    assert table.failure.startswith("ZeroDivisionError: by zero (")
    assert "in fault" in log.read_text(encoding="utf-8")


def test_what_cannot_be_previewed_is_said_and_the_game_goes_on(
    log: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = ready(at_table(tmp_path))
    table.give("a")
    ready(table)
    monkeypatch.setattr(previews, "preview_path", fault)
    table.hover(None, (10.0, 8.0, 0.0))
    ready(table)
    assert table.model.notice.startswith("this cannot be measured: ZeroDivisionError: by zero (")
    assert "in fault" in log.read_text(encoding="utf-8")
    assert not table.failure
