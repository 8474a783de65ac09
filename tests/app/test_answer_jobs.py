"""What changes the game waits for nothing that is measured, and leaving it waits for no bot's thought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from sim.app.table.controller import TableController
from sim.app.table.model import TableModel
from sim.app.table.worker import Worker
from sim.engine.journal import read
from tests.app.table_games import free_fight, member
from tests.carnevale.tables import street

LONG = 30.0  # seconds that nothing here takes, however busy the machine is


def begun(folder: Path, south: str = "human") -> TableModel:
    gangs = [member("a", (2, 2, 0))], [member("b", (9, 9, 0))]
    return free_fight(street(), folder, *gangs, {"north": "human", "south": south})


def until(table: TableController, so: Callable[[], bool]) -> None:
    for _ in range(3000):
        table.tick(0.1)
        if so():
            return
        Event().wait(0.01)
    raise AssertionError("it never is so")


def at_once(work: Callable[[], object]) -> None:
    """It waits for nobody."""
    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join(LONG)
    assert not thread.is_alive()


@pytest.fixture
def gate() -> Iterator[Event]:
    """What waits for it is measured, or thought about, until it is opened."""
    opened = Event()
    yield opened
    opened.set()


def answered(folder: Path) -> int:
    return len(read(folder / "game.jsonl")[1])


def table_of(folder: Path, south: str = "human") -> TableController:
    table = TableController(begun(folder, south), Worker())
    until(table, lambda: table.menu is not None and not table.worker.busy)
    return table


def test_an_answer_does_not_wait_for_what_is_measured(tmp_path: Path, gate: Event) -> None:
    table = table_of(tmp_path)
    before = answered(tmp_path)
    table.worker.submit(gate.wait, lambda _: pytest.fail("nobody wants it"))
    at_once(lambda: table.give("a"))
    assert table.busy
    gate.set()
    until(table, lambda: not table.busy and table.menu is not None)
    assert answered(tmp_path) > before
    table.leave()


def test_an_answer_is_taken_in_before_the_game_is_left(tmp_path: Path, gate: Event) -> None:
    table = table_of(tmp_path)
    before = answered(tmp_path)
    table.worker.submit(gate.wait, lambda _: None)
    table.give("a")
    leaves = Thread(target=table.leave)
    leaves.start()
    gate.set()
    leaves.join(LONG)
    assert answered(tmp_path) > before


def test_leaving_waits_for_no_bot_that_thinks_and_it_answers_no_more(
    tmp_path: Path, gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, thinks, done = table_of(tmp_path, "greedy"), Event(), Event()
    bot: Any = table.model.bots["south"]
    choose = bot.choose

    def slow(*asked: Any) -> object:
        thinks.set()
        gate.wait(LONG)
        return choose(*asked)

    think = table.model.think

    def thought() -> bool:
        found = think()
        done.set()
        return found

    monkeypatch.setattr(bot, "choose", slow)
    monkeypatch.setattr(table.model, "think", thought)
    for answer in ("a", "end"):
        until(table, lambda: table.menu is not None and table.choice is not None)
        table.give(answer)
    until(table, thinks.is_set)
    at_once(table.leave)
    before = answered(tmp_path)
    gate.set()
    assert done.wait(LONG)
    assert (answered(tmp_path), table.failure) == (before, "")
