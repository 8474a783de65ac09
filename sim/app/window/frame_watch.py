"""A watchdog over frames: how many took the window longer than 100 ms, and what those were busy with."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from sim.app.freeze_watch import FreezeWatch, freezes_dir
from sim.board.model.errors import BoardError

__all__ = ["LONG", "FrameWatch", "LongFrame", "Watched"]

LONG = 0.1  # seconds of a frame that a hand notices
LOOK_EVERY = 0.01  # seconds between two looks at what a long frame does
PATIENCE = 0.05  # seconds: so long a frame is not looked at
NOTED = 0.005  # seconds of a frame that went into Python's collector, and are told
DRAWING = "drawing"  # the picture is drawn, by the driver: no code of Bauta's runs
PACKAGE = str(Path(__file__).parents[2])


class LongFrame(msgspec.Struct, frozen=True):
    """`at`: seconds since the watch began; `wall`, `own` and `all`: seconds that went by, of the processor for the
    window's thread, and of the processor for the whole program; `collecting`: those of Python's collector. `busy`:
    where it was seen, and how often."""

    at: float
    wall: float
    own: float
    all: float
    busy: dict[str, int]
    collecting: float = 0.0

    def line(self) -> str:
        seen = sorted(self.busy.items(), key=lambda item: -item[1])[:3]
        told = "; ".join(f"{where} ({often})" for where, often in seen) or "over before it was looked at"
        times = f"{1000 * self.wall:5.0f} ms, {1000 * self.own:5.0f} of its processor, {1000 * self.all:5.0f} of all"
        collected = f", {1000 * self.collecting:5.0f} collecting" if self.collecting > NOTED else ""
        return f"{self.at:7.1f} s: {times}{collected}: {told}"


class Watched(msgspec.Struct):
    """What was seen so far. `slow`: how many took the window's own processor so long, whoever else ran beside it."""

    frames: int = 0
    long: list[LongFrame] = msgspec.field(default_factory=list)

    @property
    def slow(self) -> int:
        return sum(frame.own > LONG for frame in self.long)

    def line(self) -> str:
        """How many, and the worst."""
        if not self.long:
            return f"{self.frames} frames, none over {1000 * LONG:.0f} ms"
        worst, dear = max(frame.wall for frame in self.long), max(frame.own for frame in self.long)
        return (
            f"{self.frames} frames, {len(self.long)} over {1000 * LONG:.0f} ms ({self.slow} by the window's own "
            f"processor); worst {1000 * worst:.0f} ms, of the processor {1000 * dear:.0f} ms"
        )


class FrameWatch:
    """Watches the thread that made it. With a `file` a second thread looks at what takes so long; each long frame is
    written there as it is over, and at the end how many there were. `freezes`: looks for frames that do not end."""

    def __init__(self, file: Path | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        self.seen = Watched()
        self._file, self._clock = file, clock
        self._thread = threading.get_ident()
        self._busy: Counter[str] = Counter()
        self.freezes: FreezeWatch | None = None
        self._start = self._began = clock()
        self._running = False
        self._own, self._all = time.thread_time(), time.process_time()
        self._closed = threading.Event()
        self._collecting, self._pass = 0.0, 0.0  # seconds in this frame, and when a pass of the collector began
        if file is not None:
            gc.callbacks.append(self._collect)
            threading.Thread(target=self._look, daemon=True, name="frame watch").start()

    def heed_freezes(self) -> None:
        """From now on a frame that does not end is written down while it lasts, where anything can be."""
        with suppress(OSError, BoardError):
            self.freezes = FreezeWatch(freezes_dir())

    def begin(self) -> None:
        """A frame begins."""
        self._sign()
        self._busy, self._collecting = Counter(), 0.0
        self._own, self._all, self._began = time.thread_time(), time.process_time(), self._clock()
        self._running = True

    def end(self) -> None:
        """It is over, before the window sleeps until the next."""
        self._sign()
        self._running = False
        wall = self._clock() - self._began
        self.seen.frames += 1
        if wall > LONG:
            own, everything = time.thread_time() - self._own, time.process_time() - self._all
            frame = LongFrame(self._began - self._start, wall, own, everything, dict(self._busy), self._collecting)
            self.seen.long.append(frame)
            self._write(frame.line())

    def next(self) -> None:
        """One is over, and another begins."""
        self.end()
        self.begin()

    def close(self) -> None:
        """Look no longer; write down how many there were."""
        self._closed.set()
        if self.freezes is not None:
            self.freezes.close()
            self.freezes = None
        if self._collect in gc.callbacks:
            gc.callbacks.remove(self._collect)
        self._write(self.seen.line())

    def _sign(self) -> None:
        if self.freezes is not None:
            self.freezes.sign()

    def _write(self, line: str) -> None:
        if self._file is not None:
            with suppress(OSError), self._file.open("a", encoding="utf-8") as kept:  # no game ends for it
                kept.write(line + "\n")

    def _collect(self, phase: str, _: dict[str, int]) -> None:
        """A pass of Python's collector begins or ends, on any thread: all others stand still for it."""
        if phase == "start":
            self._pass = self._clock()
        else:
            self._collecting += self._clock() - self._pass

    def _look(self) -> None:
        while not self._closed.wait(LOOK_EVERY):
            if self._running and self._clock() - self._began > PATIENCE:
                self._busy[_place(self._thread)] += 1


def _place(thread: int) -> str:
    """The innermost two places of Bauta's own code where a thread is, without those that every frame goes through.

    Its frames are let go at once: whoever holds one when it returns would end what is in it, on the wrong thread.
    """
    places = list[str]()
    frame = sys._current_frames().get(thread)
    while frame is not None and len(places) < 2:
        file = frame.f_code.co_filename
        name = f"{file.rpartition(os.sep)[2].removesuffix('.py')}.{frame.f_code.co_name}"
        if name == "table_window.step":
            break
        if file.startswith(PACKAGE):
            places.append(name)
        frame = frame.f_back
    return " < ".join(places) or DRAWING
