"""Many jobs, some at a time, and a file of what they came to: whoever is stopped goes on, and does nothing twice.

A job is a line of JSON, and what it comes to is another, which holds its job. What a job comes to depends on nothing
but the job, so that it does not matter who does it, how many do, or in what order.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from threading import Thread

from sim.engine.line_file import LineFile
from sim.engine.requests import GameError

__all__ = ["Crew", "KeptResults", "WorkerLost", "processes", "results", "whole_lines"]

AHEAD = 2  # jobs that are handed out before they are wanted, for each worker
WAITING = 32  # results that may wait for an earlier one, for each worker


class WorkerLost(GameError):
    """A process that did a job was ended from outside."""


@dataclass(frozen=True)
class Crew:
    """Who does jobs: so many at a time. No executor: this process, one after another."""

    size: int = 1
    executor: Executor | None = None


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """Processes of this machine; one is this process itself."""
    if workers == 1:
        yield Crew()
        return
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_with_parent)
    try:
        yield Crew(workers, pool)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _leave_with_parent() -> None:
    """A worker whose parent was killed would wait for its next job for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def leave() -> None:
        parent.join()
        os._exit(1)

    Thread(target=leave, daemon=True).start()


class KeptResults:
    """The file of what was done, a line a job, found again by the job.

    A line is in the file as soon as the job is done; one that was cut off by a crash is cut away. It is held against
    other programs until it is closed. Raises InUse, Unwritten, and whatever `job_of` raises for a line that is none.
    """

    def __init__(self, path: Path, job_of: Callable[[bytes], bytes]) -> None:
        """`job_of`: the job that is in a result."""
        self._job_of = job_of
        self._places: dict[bytes, tuple[int, int]] = {}
        if not path.exists():
            LineFile.create(path, []).close()
        self._file = LineFile(path)
        try:
            self._read = path.open("rb")
            at = 0
            for line in whole_lines(path):
                self._remember(line, at)
                at += len(line) + 1
            self._file.cut(at)
        except BaseException:
            self._file.close()
            raise

    def __len__(self) -> int:
        return len(self._places)

    def get(self, job: bytes) -> bytes | None:
        """What a job came to, if it was done."""
        place = self._places.get(_key(job))
        if place is None:
            return None
        self._read.seek(place[0])
        return self._read.read(place[1])

    def add(self, result: bytes) -> None:
        """Keep what a job came to. Raises Unwritten."""
        at = self._file.size
        self._file.append(result)
        self._remember(result, at)

    def close(self) -> None:
        """Leave the file to others."""
        self._read.close()
        self._file.close()

    def _remember(self, line: bytes, at: int) -> None:
        self._places.setdefault(_key(self._job_of(line)), (at, len(line)))


def whole_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, without one at its end that was cut off."""
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield line[:-1]


def results(
    jobs: Iterable[bytes], work: Callable[[bytes], bytes], crew: Crew, kept: KeptResults | None = None
) -> Generator[bytes, None, None]:
    """What each job comes to, in the order of the jobs; what was kept is not done again.

    However many jobs there are, only a few for each worker are in hand. Raises what `work` raises, WorkerLost,
    Unwritten.
    """
    if crew.executor is None:
        for job in jobs:
            yield _known(job, kept) or _kept(work(job), kept)
        return
    yield from _side_by_side(iter(jobs), work, crew.executor, crew.size, kept)


def _side_by_side(
    jobs: Iterator[bytes], work: Callable[[bytes], bytes], executor: Executor, size: int, kept: KeptResults | None
) -> Iterator[bytes]:
    waiting: deque[bytes | Future[bytes]] = deque()
    under_way: set[Future[bytes]] = set()
    try:
        while True:
            room = min(size * AHEAD - len(under_way), size * WAITING - len(waiting))
            for job in islice(jobs, max(0, room)):
                known = _known(job, kept)
                if known is None:
                    future = executor.submit(work, job)
                    under_way.add(future)
                    waiting.append(future)
                else:
                    waiting.append(known)
            if not waiting:
                return
            if under_way:
                first = waiting[0]
                done, under_way = wait(
                    under_way, return_when=FIRST_COMPLETED, timeout=0 if isinstance(first, bytes) else None
                )
                for future in done:
                    _kept(future.result(), kept)
            while waiting and _is_done(waiting[0], under_way):
                first = waiting.popleft()
                yield first if isinstance(first, bytes) else first.result()
    except BrokenProcessPool as broken:
        raise WorkerLost("a worker was ended from outside: call again, and what was done stays done") from broken
    finally:
        for future in under_way:
            future.cancel()


def _is_done(waiting: bytes | Future[bytes], under_way: set[Future[bytes]]) -> bool:
    return isinstance(waiting, bytes) or waiting not in under_way


def _known(job: bytes, kept: KeptResults | None) -> bytes | None:
    return None if kept is None else kept.get(job)


def _kept(result: bytes, kept: KeptResults | None) -> bytes:
    if kept is not None:
        kept.add(result)
    return result


def _key(job: bytes) -> bytes:
    return blake2b(job, digest_size=16).digest()
