"""Compiling the kernels side by side, in processes of their own, while whoever waits for them goes on.

A window that compiled by itself would stand still for it, and would use one processor of several.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Condition, Thread

from sim.board.kernel_warmup import LANES
from sim.whole_files import write_whole

__all__ = ["READY", "Preparation", "Progress", "is_prepared", "kernel_names", "prepare"]

ROOT = Path(__file__).parents[2]  # from where `sim` is imported
PROGRAM = (sys.executable, "-m", "sim.board.kernel_warmup")
PATIENCE = 5  # seconds that a process is given to end once it was told to


@dataclass(frozen=True)
class Progress:
    """How far a preparation is."""

    measures: tuple[str, ...]  # that are being compiled, one a process
    share: float  # 0 to 1: of the kernels, how many are there
    over: bool = False
    trouble: str = ""  # why a process ended before its time; what it leaves is compiled when it is first needed


READY = Progress((), 1.0, over=True)


def prepare() -> Preparation | None:
    """Begin to compile what is not there yet; None where nothing is missing.

    Imports numba (half a second), as all functions here do that look at kernels.
    """
    return None if is_prepared() else Preparation()


def is_prepared() -> bool:
    """Was all compiled that games ask for, by this program as it is, and is it there still?

    True also where kernels cannot be kept, so that there is nothing to prepare.
    """
    from sim.geometry.compile.kernels import KEPT

    if not KEPT:
        return True
    folders = _folders()
    if not _can_be_kept(folders[0].parent):
        return True
    try:
        kept = _stamp(folders).read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return False
    return bool(kept) and all((folders[0].parent / name).is_dir() for name in kept)


class Preparation:
    """The kernels, being compiled. Give it up with `close`; what it has compiled stays."""

    def __init__(self, lanes: Sequence[Sequence[str]] = LANES, program: Sequence[str] = PROGRAM) -> None:
        """Starts at once: a process of `program` for each lane, as long as there are processors; else one for all."""
        if (os.cpu_count() or 1) < len(lanes):
            lanes = (tuple(measure for lane in lanes for measure in lane),)
        self._lock = Condition()
        self._compiled: set[str] = set()
        self._measures = [""] * len(lanes)
        self._done: set[str] = set()
        self._going = len(lanes)
        self._trouble = ""
        self._closed = False
        self._of = len(kernel_names())
        self._lanes = lanes
        self._processes = [_started([*program, *lane]) for lane in lanes]
        self._readers = [Thread(target=self._read, args=(number,), daemon=True) for number in range(len(lanes))]
        for reader in self._readers:
            reader.start()

    @property
    def progress(self) -> Progress:
        """How far it is now; never waits."""
        with self._lock:
            over = self._going == 0
            share = 1.0 if over else min(len(self._compiled) / self._of, 0.99)
            return Progress(tuple(filter(None, self._measures)), share, over, self._trouble)

    @property
    def compiled(self) -> frozenset[str]:
        """The kernels that had to be compiled so far."""
        with self._lock:
            return frozenset(self._compiled)

    def until(self, measure: str, given_up: Callable[[], bool]) -> bool:
        """Wait until what a measure needs is compiled, or nobody compiles it any more. False if it was given up: that
        is looked at whenever `look` is called."""
        with self._lock:
            return self._lock.wait_for(lambda: given_up() or self._has(measure)) and not given_up()

    def has(self, measure: str) -> bool:
        """Is what a measure needs compiled? Also where its process ended before its time."""
        with self._lock:
            return self._has(measure)

    def look(self) -> None:
        """Let all who wait look whether they gave it up."""
        with self._lock:
            self._lock.notify_all()

    def _has(self, measure: str) -> bool:
        return measure in self._done or self._going == 0

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is over, but no longer than this. Is it?"""
        for reader in self._readers:
            reader.join(seconds)
        return self.progress.over

    def close(self) -> None:
        """Stop the processes that are still at it."""
        with self._lock:
            self._closed = True
        for process in self._processes:
            if process.poll() is None:
                process.terminate()
        for process in self._processes:
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.wait()

    def _read(self, number: int) -> None:
        """All that a process tells, to its end."""
        process = self._processes[number]
        assert process.stdout is not None
        last = ""
        with process.stdout as lines:
            for line in lines:
                kind, _, name = line.rstrip().partition(" ")
                with self._lock:
                    if kind in ("measure", "done"):
                        self._done |= {self._measures[number]}
                        self._measures[number] = name
                        self._lock.notify_all()
                    elif kind == "compiled":
                        self._compiled.add(name)
                    else:
                        last = line.strip() or last  # of a traceback, what went wrong
        code = process.wait()
        with self._lock:
            self._done |= set(self._lanes[number])
            self._measures[number] = ""
            if code and not self._closed:
                self._trouble = last or f"compiling ended with code {code}"
            self._going -= 1
            self._lock.notify_all()
            if not self._going and not self._trouble and not self._closed:
                _leave_stamp()


def kernel_names() -> frozenset[str]:
    """The kernels that are kept, by their functions' names: read in the text, since importing them all takes longer."""
    from sim.geometry.compile.folders import OURS

    return frozenset(name for module in OURS.modules("sim.geometry") for name in OURS.kernels(module))


def _started(command: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def _folders() -> list[Path]:
    """Where the kernels of each module are kept."""
    from sim.geometry.compile.folders import OURS, folder

    return [folder(module) for module in OURS.modules("sim.geometry") if OURS.kernels(module)]


def _can_be_kept(base: Path) -> bool:
    """Would what a process compiles be there for others? Else all would wait for what nobody gets."""
    from sim.geometry.compile.trust import own_folder

    if own_folder(base):
        return False
    try:
        with TemporaryFile(dir=base):
            return True
    except OSError:
        return False


def _stamp(folders: Sequence[Path]) -> Path:
    """The file that says that all kernels of these folders were compiled, and in which of them there are any: those
    that nothing asked for have none. It stands beside them. In one folder lie the kernels of several Pythons and
    processors, which take none of each other's."""
    import llvmlite.binding as llvm

    names = sorted(each.name for each in folders)
    names += [str(sys.implementation.cache_tag), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    key = hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
    return folders[0].parent / f"prepared-{key}"


def _leave_stamp() -> None:
    """Note that nothing is left to compile. Where that fails, another start looks through all kernels again."""
    folders = _folders()
    with suppress(OSError):
        there = [each.name for each in folders if each.is_dir()]
        write_whole(_stamp(folders), "\n".join(there).encode())
