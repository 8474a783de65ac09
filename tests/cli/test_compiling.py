"""Whoever waits for kernels is told so: one line, and on a terminal how far it has come."""

from __future__ import annotations

import io
import sys

import pytest

from sim.board import preparation
from sim.board.preparation import Progress
from sim.cli.compile_progress import LOG, WHAT, prepare_kernels, report_progress
from sim.words.tongues import PSEUDO, load, speak, spoken


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def compile_two() -> None:
    """One kernel, and one that the first calls, as `sim.geometry.compile` tells of them."""
    LOG.info("compiling %s", "outer")
    LOG.info("compiling %s", "inner")
    LOG.info("compiled %s", "inner")
    LOG.info("compiled %s", "outer")


def test_a_file_gets_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with report_progress():
        compile_two()
        compile_two()
    assert stream.getvalue() == f"{WHAT}\n"


def test_a_terminal_counts_and_is_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with report_progress():
        compile_two()
    shown = stream.getvalue().split("\r")
    assert [line for line in shown if line.strip()] == [f"{WHAT} ({n} kernels so far)" for n in (0, 0, 1)]
    assert shown[-2].isspace()  # the last line is wiped out, and what follows begins at the margin
    assert len(shown[-2]) >= len(shown[-3])
    assert shown[-1] == ""


def test_it_is_said_in_the_language_that_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    before = spoken()
    speak(load(PSEUDO))
    try:
        with report_progress():
            compile_two()
    finally:
        speak(before)
    lines = [line for line in stream.getvalue().split("\r") if line.strip()]
    assert lines
    assert all(line.startswith("[") for line in lines)


class Compiling:
    """What `sim.board.preparation` tells of while two kinds of measures are compiled."""

    progress = Progress(("ground", "sight"), 0.5, over=False)
    waits = 0

    def wait(self, _seconds: float) -> bool:
        self.waits += 1
        return self.waits > 2

    def close(self) -> None: ...


def test_how_far_it_is_is_said_once_in_the_language_that_is_spoken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(preparation, "prepare", Compiling)
    before = spoken()
    speak(load(PSEUDO))
    try:
        prepare_kernels()
    finally:
        speak(before)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "50" in lines[1]
    assert all(line.startswith("[") for line in lines)


def test_nothing_is_said_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with report_progress():
        pass
    compile_two()  # after it, nobody listens
    assert stream.getvalue() == ""
