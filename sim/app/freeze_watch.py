"""A window that stands still writes down what it was busy with while it does, as it can tell nothing itself."""

from __future__ import annotations

import faulthandler
import logging
import os
import platform
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from sim import __version__
from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.words import say
from sim.words.tongues import told

__all__ = ["ABANDONED", "ENDED", "KEPT", "STILL", "FreezeWatch", "Frozen", "freezes_dir", "kept_freezes"]

STILL = 4.0  # seconds without a sign of the window's thread: it stands still
LOOK_EVERY = 0.5  # seconds between two looks whether it does
LARGEST = 200_000  # bytes of a file
KEPT = 10  # files
ABANDONED = 7 * 86400.0  # seconds: no program that runs has a file so old with nothing in it
STACK = b"most recent call first"  # stands over each thread's calls
OVER = b"It went on after"
ENDED = b"It was ended before it went on.\n"

log = logging.getLogger("sim.app")


class Frozen(msgspec.Struct, frozen=True):
    """That a window stood still: for so many seconds, or until it was ended (None); and the file with what it did."""

    seconds: float | None
    file: Path

    @property
    def words(self) -> str:
        if self.seconds is None:
            return say(
                "Bauta stood still when it was last ended. Why is written in {file}: send it to its makers.",
                file=self.file,
            )
        return say(
            "Bauta stood still for {seconds:.0f} s. Why is written in {file}: send it to its makers.",
            seconds=self.seconds,
            file=self.file,
        )


def freezes_dir() -> Path:
    """Where it is written what windows were busy with. Raises BoardError."""
    return data_dir() / "freezes"


def kept_freezes() -> list[Path]:
    """The files of windows that stood still, the newest last."""
    with suppress(OSError, BoardError):
        return sorted(path for path in freezes_dir().glob("*.txt") if STACK in _content(path))
    return []


class FreezeWatch:
    """Looks after one thread of a window, which gives `sign` in each of its frames.

    A thread of its own looks twice a second whether that one still does. Where it does not it writes down where all
    threads are, at 4, 8, 16 seconds and so on. Who calculates without letting other threads go on keeps that thread
    from looking, too: for that `faulthandler` waits in a thread of its own that needs nobody's leave.
    """

    def __init__(
        self,
        folder: Path,
        still: float = STILL,
        clock: Callable[[], float] = time.perf_counter,
        *,
        threaded: bool = True,
    ) -> None:
        """Raises OSError where nothing can be written there. Not `threaded`, somebody else has it `look`."""
        self.news: list[Frozen] = []  # what was not told yet
        self._told_from: float | None = None
        self._still, self._clock = still, clock
        folder.mkdir(parents=True, exist_ok=True)
        self.news += _left(folder)
        self.file = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}.txt"
        self._out: BinaryIO = self.file.open("ab", buffering=0)
        window = f"the window's thread is 0x{threading.get_ident():016x}"
        self._put(f"Bauta {__version__}, Python {platform.python_version()}, {platform.platform()}; {window}\n")
        self._written = self._size()  # bytes, before the window stood still
        self._next = still  # seconds without a sign at which it is written down again
        self._sign = clock()
        self._closed = threading.Event()
        self._writing = threading.Lock()
        if threaded:
            threading.Thread(target=self._look, daemon=True, name="freeze watch").start()

    def sign(self) -> None:
        """The window goes on."""
        now = self._clock()
        seconds, self._sign = now - self._sign, now
        if seconds > self._still:
            self._over(seconds)

    def shown(self, now: float, seconds: float) -> Frozen | None:
        """What is told at a moment of any clock, for so many seconds from when it is first asked for."""
        if self.news and self._told_from is None:
            self._told_from = now
        if self._told_from is not None and now - self._told_from > seconds:
            self.news, self._told_from = [], None
        return self.news[-1] if self.news else None

    def close(self) -> None:
        """Look no longer. A file in which nothing was written goes."""
        if self._closed.is_set():
            return
        self._closed.set()
        with self._writing:
            faulthandler.cancel_dump_traceback_later()
            self._out.close()
        if STACK not in _content(self.file):
            with suppress(OSError):
                self.file.unlink()

    def look(self) -> None:
        """Is the window still there? Else write down what all threads do."""
        with self._writing:
            if self._closed.is_set():
                return
            seconds = self._clock() - self._sign
            if seconds < self._still:
                self._next = self._still
            if self._size() > LARGEST:
                faulthandler.cancel_dump_traceback_later()
                return
            faulthandler.dump_traceback_later(self._still, file=self._out)
            if seconds >= self._next:
                self._next *= 2
                named = ", ".join(f"0x{each.ident or 0:016x} {each.name}" for each in threading.enumerate())
                self._put(
                    f"\n{time.strftime('%H:%M:%S')}, no sign of the window for {seconds:.1f} s. Threads: {named}\n"
                )
                faulthandler.dump_traceback(self._out)

    def _look(self) -> None:
        while not self._closed.wait(LOOK_EVERY):
            self.look()

    def _over(self, seconds: float) -> None:
        """It stood still, and goes on."""
        with self._writing:
            if self._size() == self._written:
                return  # the whole program stood still, as while the lid of the machine was shut
            self._put(f"{OVER.decode()} {seconds:.1f} s.\n")
            self._written, self._next = self._size(), self._still
        self.news, self._told_from = [Frozen(seconds, self.file)], None
        log.warning("%s", told(self.news[-1].words))

    def _put(self, words: str) -> None:
        with suppress(OSError):  # a disk that is full is told elsewhere
            self._out.write(words.encode())

    def _size(self) -> int:
        return os.fstat(self._out.fileno()).st_size


def _left(folder: Path) -> list[Frozen]:
    """What earlier programs left: of those that were ended while they stood still that they did, once. Of old files the
    newest stay."""
    found, untold = list[Path](), list[Frozen]()
    for path in sorted(folder.glob("*.txt")):
        content = _content(path)
        if STACK in content:
            found.append(path)
            last = content.rpartition(STACK)[2]
            if OVER not in last and ENDED not in last:
                untold.append(Frozen(None, path))
                with suppress(OSError), path.open("ab") as file:
                    file.write(ENDED)
        elif time.time() - _age(path) > ABANDONED:
            with suppress(OSError):
                path.unlink()
    for path in found[:-KEPT]:
        with suppress(OSError):
            path.unlink()
    return untold[-1:]


def _content(path: Path) -> bytes:
    """As much as such a file may have; nothing where it cannot be read."""
    with suppress(OSError), path.open("rb") as file:
        return file.read(2 * LARGEST)
    return b""


def _age(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return time.time()
