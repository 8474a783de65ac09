"""What changes the game waits for nothing that is measured, and leaving it waits for no bot's thought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar

import pytest

from sim.app.table.controller import TableController
from sim.app.table.lesson_table import LessonTable
from sim.app.table.lessons import begin_lesson
from sim.app.table.model import TableModel
from sim.app.table.worker import Worker
from sim.engine.journal import Journal, read
from sim.engine.line_file import Unwritten
from sim.lessons.coach import HELPED_AFTER
from sim.lessons.lesson_file import read_lesson
from tests.app.table_games import free_fight, member
from tests.carnevale.tables import house, street
from tests.lessons.test_coach import TEXT

Table = TypeVar("Table", bound=TableController)
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


def chosen(table: Table) -> Table:
    """North has said who acts."""
    table.give("a")
    until(table, lambda: table.menu is not None and not table.worker.busy)
    return table


def test_taking_back_does_not_wait_for_what_is_measured(tmp_path: Path, gate: Event) -> None:
    table = chosen(table_of(tmp_path))
    before = answered(tmp_path)
    table.worker.submit(gate.wait, lambda _: pytest.fail("nobody wants it"))
    at_once(table.undo)
    table.undo()
    table.give("end")
    assert (table.busy, table.choice) == (True, None), "once, and nothing else meanwhile"
    assert table.model.shown.active == "a", "what is taken back is shown until it is"
    gate.set()
    until(table, lambda: not table.busy and table.menu is not None)
    assert answered(tmp_path) == before - 1
    assert table.model.shown.active is None
    table.leave()


def test_what_is_taken_back_is_so_before_the_game_is_left(tmp_path: Path, gate: Event) -> None:
    table = chosen(table_of(tmp_path))
    before = answered(tmp_path)
    table.worker.submit(gate.wait, lambda _: None)
    table.undo()
    leaves = Thread(target=table.leave)
    leaves.start()
    gate.set()
    leaves.join(LONG)
    assert answered(tmp_path) == before - 1


def test_an_answer_that_is_given_is_not_taken_back_before_it_is_shown(tmp_path: Path, gate: Event) -> None:
    table = chosen(table_of(tmp_path))
    before = answered(tmp_path)
    table.worker.submit(gate.wait, lambda _: None)
    table.give("end")
    at_once(table.undo)
    gate.set()
    until(table, lambda: not table.busy and table.menu is not None)
    assert answered(tmp_path) > before
    table.leave()


def lesson_of(folder: Path, worker: Worker) -> LessonTable:
    """A lesson whose second step is in hand."""
    file = folder / "across.toml"
    file.write_text(TEXT, encoding="utf-8")
    board = street(house((4, 12), (8, 18), 5.0))
    table = LessonTable(begin_lesson(file, read_lesson(file), board, folder / "game.jsonl"), worker)
    table.coach.go_on()
    until(table, lambda: table.menu is not None and not table.worker.busy)
    return table


@pytest.mark.parametrize("command", ["coach step", "coach show"])
def test_a_step_that_begins_again_does_not_wait_for_what_is_measured(tmp_path: Path, gate: Event, command: str) -> None:
    table = lesson_of(tmp_path, Worker())
    before = answered(tmp_path)
    chosen(table)
    table.coach.mistakes = HELPED_AFTER
    table.worker.submit(gate.wait, lambda _: pytest.fail("nobody wants it"))
    at_once(lambda: table.obey(command))
    table.obey(command)
    assert (table.busy, table.model.shown.active) == (True, "a")
    gate.set()
    if command == "coach show":
        until(table, lambda: table.coach.number == 2 and table.rests)
        assert table.model.shown["a"].here == (8.0, 4.0, 0.0)
    else:
        until(table, lambda: table.model.shown.active is None and table.menu is not None)
        assert (answered(tmp_path), table.model.session.count) == (before, before)
    table.leave()


def test_a_step_that_cannot_be_written_back_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = chosen(lesson_of(tmp_path, Worker(threaded=False)))
    before = answered(tmp_path)

    def full(*_: object) -> None:
        raise Unwritten("no room")

    with monkeypatch.context() as disk:
        disk.setattr(Journal, "undo", full)
        table.obey("coach step")
        until(table, lambda: table.menu is not None)
    assert "no room" in table.model.notice
    assert (answered(tmp_path), table.failure, table.model.shown.active) == (before, "", "a")
    table.leave()


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
