"""A window that stands still leaves a file with what it was busy with, and its player is told of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.app.freeze_watch import ABANDONED, ENDED, KEPT, FreezeWatch, freezes_dir, kept_freezes
from sim.app.window.frame_watch import FrameWatch
from sim.cli.doctor import lines

STACK = 'Current thread 0x01 (most recent call first):\n  File "church.py", line 3 in put_down\n'


class Clock:
    """Goes on by what it is told."""

    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def made(tmp_path: Path, clock: Clock) -> Iterator[Callable[[], FreezeWatch]]:
    """Watches whose own thread does not look: the tests do."""
    watches = list[FreezeWatch]()

    def make() -> FreezeWatch:
        watches.append(FreezeWatch(tmp_path, 4.0, clock, threaded=False))
        return watches[-1]

    yield make
    for watch in watches:
        watch.close()


def put_the_church_down(clock: Clock, watch: FreezeWatch, seconds: int) -> None:
    """The window's thread is here for so long, while another looks twice a second."""
    for _ in range(2 * seconds):
        clock.now += 0.5
        watch.look()


def test_a_frame_that_does_not_end_is_written_down_while_it_lasts(
    made: Callable[[], FreezeWatch], clock: Clock
) -> None:
    watch = made()
    watch.sign()
    put_the_church_down(clock, watch, 5)
    said = watch.file.read_text(encoding="utf-8")
    assert "in put_the_church_down" in said
    assert "no sign of the window for 4.0 s" in said
    assert said.startswith("Bauta ")
    assert not watch.news, "it is told once the window goes on"


def test_the_longer_it_lasts_the_less_often_it_is_written_down(made: Callable[[], FreezeWatch], clock: Clock) -> None:
    watch = made()
    watch.sign()
    put_the_church_down(clock, watch, 600)
    assert watch.file.read_text(encoding="utf-8").count("no sign of the window") == 8  # at 4, 8, 16 ... 512 s
    assert watch.file.stat().st_size < 100_000


def test_a_window_that_stood_still_and_goes_on_tells_for_how_long(
    made: Callable[[], FreezeWatch], clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    watch = made()
    watch.sign()
    put_the_church_down(clock, watch, 12)
    watch.sign()
    (told,) = watch.news
    assert (told.seconds, told.file) == (12.0, watch.file)
    assert watch.file.read_text(encoding="utf-8").endswith("It went on after 12.0 s.\n")
    assert str(watch.file) in caplog.text
    assert watch.shown(100.0, 40.0) is told
    assert watch.shown(139.0, 40.0) is told
    assert watch.shown(141.0, 40.0) is None


def test_frames_that_are_merely_long_are_not_told_and_leave_no_file(
    made: Callable[[], FreezeWatch], clock: Clock
) -> None:
    watch = made()
    for _ in range(5):
        watch.sign()
        put_the_church_down(clock, watch, 3)
    watch.sign()
    assert not watch.news
    watch.close()
    assert not watch.file.exists()


def test_a_machine_that_slept_is_no_window_that_stood_still(made: Callable[[], FreezeWatch], clock: Clock) -> None:
    watch = made()
    watch.look()
    clock.now += 3600.0  # nobody looks meanwhile
    watch.sign()
    assert not watch.news


def test_a_program_that_was_ended_while_it_stood_still_is_told_of_once_at_the_next_start(
    made: Callable[[], FreezeWatch], tmp_path: Path
) -> None:
    left = tmp_path / "2026-01-02-030405-77.txt"
    left.write_text("Bauta 0\n" + STACK, encoding="utf-8")
    (told,) = made().news
    assert (told.seconds, told.file) == (None, left)
    assert left.read_bytes().endswith(ENDED)
    assert not made().news


def test_of_what_earlier_programs_left_the_newest_stays_and_what_says_nothing_goes(
    made: Callable[[], FreezeWatch], tmp_path: Path
) -> None:
    for day in range(1, KEPT + 4):
        (tmp_path / f"2026-01-{day:02}-030405-77.txt").write_text(STACK + ENDED.decode(), encoding="utf-8")
    empty = [tmp_path / f"2026-02-{day:02}-030405-77.txt" for day in (1, 2)]
    for path in empty:
        path.write_text("Bauta 0\n", encoding="utf-8")
    old = time.time() - ABANDONED - 60
    os.utime(empty[0], (old, old))
    watch = made()
    assert sorted(p.name for p in tmp_path.glob("2026-01-*")) == [
        f"2026-01-{day:02}-030405-77.txt" for day in range(4, KEPT + 4)
    ]
    assert not empty[0].exists()
    assert empty[1].exists(), "it may be that of a program that still runs"
    assert not watch.news


def test_the_doctor_names_what_windows_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    freezes_dir().mkdir()
    left = freezes_dir() / "2026-01-02-030405-77.txt"
    left.write_text(STACK + ENDED.decode(), encoding="utf-8")
    (freezes_dir() / "2026-01-03-030405-77.txt").write_text("Bauta 0\n", encoding="utf-8")
    assert kept_freezes() == [left]
    report: dict[str, Any] = {
        "ok": True, "bauta": "0", "python": "3", "system": "x", "processors": 2, "libraries": {}, "display": True,
        "renderers": [], "table": "", "missing": "", "rays": {"line": "works"}, "fonts": [], "folders": [],
        "freezes": [str(left)],
    }  # fmt: skip
    assert any(str(left) in line for line in lines(report))


def test_a_game_begins_where_nothing_can_be_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    watch = FrameWatch()
    watch.heed_freezes()
    assert watch.freezes is None
    watch.next()


def test_the_line_lies_in_the_window_while_it_is_told(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.app.layout_watch import watched

    left = tmp_path / "2026-01-02-030405-77.txt"
    left.write_text("Bauta 0\n" + STACK, encoding="utf-8")
    window.show_start()
    monkeypatch.setattr(window.watch, "freezes", FreezeWatch(tmp_path, threaded=False))
    with watched(monkeypatch) as watch:
        for x in range(700, 710):
            watch.begin()
            window.hand.move(x, 400)
            window.step()
        words = [each for each in watch.things if str(left) in each.words]
        assert words
        assert not watch.faults()
    window.watch.freezes.close()


def test_whoever_keeps_all_threads_from_going_on_is_written_down_too(
    made: Callable[[], FreezeWatch], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No thread of Python's looks then: one that needs no leave of Python's is armed anew at each look."""
    armed = list[tuple[float, Path]]()
    monkeypatch.setattr(
        "sim.app.freeze_watch.faulthandler.dump_traceback_later",
        lambda seconds, file: armed.append((seconds, Path(file.name))),
    )
    watch = made()
    watch.look()
    clock.now += 0.5
    watch.look()
    assert armed == [(4.0, watch.file)] * 2
    clock.now += 7.0
    watch.file.write_text(watch.file.read_text(encoding="utf-8") + "Timeout (0:00:04)!\n" + STACK, encoding="utf-8")
    watch.sign()
    assert [each.seconds for each in watch.news] == [7.5]
