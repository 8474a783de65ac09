"""A game goes on while what measures is compiled: what is asked waits for its own kernels only, and can be left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import pytest

from sim.app.table.worker import Worker
from sim.app.window import kernel_wait
from sim.app.window.kernel_wait import Abandoned, KernelWait
from sim.board.model.queries import GroundOf, PathTo, SightOf
from sim.board.model.queries import Mover as Runner
from sim.board.preparation import Preparation

GROUND, PATH = GroundOf("a"), PathTo(Runner("a", 4.0), (1.0, 1.0, 0.0))
STUCK = """
import signal, sys
print("measure ground", flush=True)
print("measure paths", flush=True)
signal.pause()
"""
ENDS = "print('measure ground'); raise SystemExit('no room left')"


def waiting(monkeypatch: pytest.MonkeyPatch, script: str) -> KernelWait:
    lanes = [["ground", "paths"]]
    monkeypatch.setattr(kernel_wait, "prepare", lambda: Preparation(lanes, (sys.executable, "-c", script)))
    kernels = KernelWait()
    kernels.begin()
    return kernels


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[KernelWait]:
    """Kernels of the ground are there; those of paths never will be."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kernels = waiting(monkeypatch, STUCK)
    yield kernels
    kernels.close()


def test_what_is_there_is_not_waited_for(stuck: KernelWait) -> None:
    stuck.until(GROUND)
    assert stuck.has("ground")
    assert not stuck.has("paths")
    assert stuck.awaited == ""


def test_whoever_waits_can_be_sent_away(stuck: KernelWait) -> None:
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(stuck.until, PATH)
        while stuck.awaited != "paths":
            assert not asked.done()
        stuck.abandon()
        assert isinstance(asked.exception(60), Abandoned)
    assert stuck.awaited == ""


def test_a_job_that_waits_is_left_at_once(stuck: KernelWait) -> None:
    worker = Worker(awaited=stuck)
    worker.submit(lambda: stuck.until(PATH), lambda _: pytest.fail("nobody wants it"))
    while stuck.awaited != "paths":
        assert not worker.poll()
    worker.finish()
    assert not worker.busy
    worker.close()


def test_a_job_that_is_left_while_it_measures_waits_for_nothing_more(
    stuck: KernelWait, monkeypatch: pytest.MonkeyPatch
) -> None:
    measures, left, abandon = Event(), Event(), stuck.abandon

    def leave() -> None:
        abandon()
        left.set()

    def job() -> None:
        measures.set()
        left.wait(60)
        stuck.until(PATH)

    monkeypatch.setattr(stuck, "abandon", leave)
    worker = Worker(awaited=stuck)
    worker.submit(job, lambda _: pytest.fail("nobody wants it"))
    measures.wait(60)
    window = Thread(target=worker.finish, daemon=True)
    window.start()
    window.join(60)
    assert not window.is_alive()
    worker.close()


def test_a_job_that_was_left_before_it_began_waits_for_nothing(stuck: KernelWait) -> None:
    job = stuck.as_job(lambda: stuck.until(PATH), lasting=True)
    stuck.abandon()
    assert isinstance(ThreadPoolExecutor(1).submit(job).exception(10), Abandoned)


@pytest.mark.parametrize("lasting", [False, True])
def test_a_job_that_was_left_measures_no_more_unless_it_changes_something(stuck: KernelWait, lasting: bool) -> None:
    stuck.until(GROUND)
    job = stuck.as_job(lambda: stuck.until(GROUND), lasting=lasting)
    stuck.abandon()
    left = ThreadPoolExecutor(1).submit(job).exception(10)
    assert left is None if lasting else isinstance(left, Abandoned)


def test_a_process_that_ends_early_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kernels = waiting(monkeypatch, ENDS)
    kernels.until(PATH)
    kernels.until(SightOf("a", "b"))
    assert kernels.progress.over
    assert kernels.progress.trouble == "no room left"
    kernels.close()


def test_a_window_that_prepares_nothing_waits_for_nothing() -> None:
    kernels = KernelWait()
    kernels.until(PATH)
    assert kernels.has("paths")
    kernels.close()
