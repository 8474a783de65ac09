"""The table waits where the disk is full, says so, and goes on when there is room."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.controller import TableController
from sim.engine.journal import read
from sim.engine.line_file import LineFile, Unwritten
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import street

WHY = "game.jsonl cannot be written: No space left on device"


class Disk:
    """Full, or not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        append = LineFile.append

        def take(file: LineFile, line: bytes, *, durable: bool = False) -> None:
            if self.full:
                raise Unwritten(WHY)
            append(file, line, durable=durable)

        monkeypatch.setattr(LineFile, "append", take)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def begin(folder: Path, south: str) -> TableController:
    players = {"north": "human", "south": south}
    return TableController(free_fight(street(), folder, [member("a", (2, 2, 0))], [member("b", (9, 9, 0))], players))


def test_a_person_is_told_and_asked_again(tmp_path: Path, disk: Disk) -> None:
    table = ready(begin(tmp_path, "human"))
    before, asked = table.model.session.count, table.model.choice
    assert asked is not None
    disk.full = True
    table.give(asked.options[0])
    ready(table)
    assert WHY in table.model.notice
    assert (table.failure, table.model.session.count, table.model.choice) == ("", before, asked)
    disk.full = False
    table.give(asked.options[0])
    ready(table)
    assert table.model.notice == ""
    assert table.model.session.count == len(read(tmp_path / "game.jsonl")[1]) > before


def test_a_bot_waits_and_goes_on_by_itself(tmp_path: Path, disk: Disk) -> None:
    table = ready(begin(tmp_path, "greedy"))
    for answer in ("a", "end"):
        table.give(answer)
        while not table.model.bot_turn and table.menu is None:
            table.tick(0.1)
    assert table.model.bot_turn
    before = table.model.session.count
    disk.full = True
    for _ in range(100):
        table.tick(0.1)
    assert WHY in table.model.notice
    assert (table.failure, table.model.session.count) == ("", before)
    disk.full = False
    for _ in range(100):
        table.tick(0.1)
    assert table.failure == ""
    assert table.model.session.count == len(read(tmp_path / "game.jsonl")[1]) > before
