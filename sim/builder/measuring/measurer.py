"""Asks the process that measures, and hears it, without waiting for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from threading import Condition, Event, Thread

import msgspec

from sim.builder.measuring.protocol import AnyAnswer, Ask
from sim.words import in_english

__all__ = ["Measurer"]

ROOT = Path(__file__).parents[3]  # from where `sim` is imported
PROGRAM = (sys.executable, "-m", "sim.builder.measuring.server")


class Measurer:
    """The process is begun with the first question, and again with the next one after it failed."""

    def __init__(self, program: Sequence[str] = PROGRAM) -> None:
        self._program = program
        self._process: Popen[bytes] | None = None
        self._heard: SimpleQueue[AnyAnswer | None] = SimpleQueue()
        self._news = Event()
        self._newest: bytes | None = None  # what is asked and not yet written: a process that begins reads nothing yet
        self._asked = Condition()

    def ask(self, ask: Ask) -> None:
        """Ask this; what is still being measured for an older question is dropped."""
        try:
            if self._process is None or self._process.poll() is not None:
                self._begin()
        except OSError:
            self._hear(None)
            return
        with self._asked:
            self._newest = msgspec.json.encode(ask, enc_hook=in_english) + b"\n"
            self._asked.notify_all()  # who wrote to a process that has ended may wait still

    @property
    def has_news(self) -> bool:
        """Has something come that was not heard yet?"""
        return self._news.is_set()

    def wait(self, seconds: float) -> None:
        """Until something comes, or so long."""
        self._news.wait(seconds)

    def heard(self, wait: float = 0.0) -> list[AnyAnswer | None]:
        """What has come since; None where the process failed. `wait`: seconds, at most, for the first."""
        found: list[AnyAnswer | None] = []
        self._news.clear()
        with suppress(Empty):
            if wait:
                found.append(self._heard.get(timeout=wait))
            while True:
                found.append(self._heard.get_nowait())
        return found

    def close(self) -> None:
        if self._process is not None:
            process, self._process = self._process, None
            with self._asked:
                self._asked.notify_all()
            process.kill()
            process.wait()

    def _begin(self) -> None:
        self._process = Popen(self._program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=ROOT)
        for work, name in ((self._read, "measurer"), (self._write, "measurer, asked")):
            Thread(target=work, args=(self._process,), name=name, daemon=True).start()

    def _write(self, process: Popen[bytes]) -> None:
        """What is asked, without keeping waiting whoever asks; of what waits only the newest."""
        assert process.stdin is not None
        with suppress(OSError, ValueError):  # it has ended: who reads tells of that
            while True:
                with self._asked:
                    self._asked.wait_for(lambda: self._newest is not None or not self._goes_on(process))
                    if not self._goes_on(process):
                        return
                    line, self._newest = self._newest, None
                assert line is not None
                process.stdin.write(line)
                process.stdin.flush()

    def _goes_on(self, process: Popen[bytes]) -> bool:
        """Is this still the process that is asked, and not known to have ended?"""
        return self._process is process and process.returncode is None

    def _read(self, process: Popen[bytes]) -> None:
        assert process.stdout is not None
        with suppress(OSError, ValueError, msgspec.MsgspecError):  # who tells what is no answer has failed
            for line in process.stdout:
                self._hear(msgspec.json.decode(line, type=AnyAnswer))
        process.kill()
        process.wait()  # before anybody hears of it: the next question is for a new process
        with self._asked:
            self._asked.notify_all()
        self._hear(None)

    def _hear(self, answer: AnyAnswer | None) -> None:
        self._heard.put(answer)
        self._news.set()
