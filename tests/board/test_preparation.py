"""Kernels are compiled in processes of their own, and whoever waits can see how far they are."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from sim.board import preparation
from sim.board.kernel_warmup import LANES, MEASURES, NEEDED, needed
from sim.board.model.queries import Mover, PathAlong, ProspectOf, Query, ReachOf
from sim.board.preparation import READY, Preparation, Progress, is_prepared, kernel_names, prepare
from sim.geometry.compile.folders import OURS, folder
from sim.geometry.compile.kept import Kept

SPEAKS = (
    "import sys; print('measure', sys.argv[1]); print('compiled', sys.argv[1] + '_a'); print('compiled twice');"
    "print('compiled twice'); sys.stdout.flush(); sys.stdin.close()"
)
FAILS = "import sys; print('measure', sys.argv[1]); raise OSError('no room left')"
HANGS = "import sys, signal; print('measure', sys.argv[1], flush=True); signal.pause()"


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for kernels with none in it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder.cache_clear()
    yield tmp_path
    folder.cache_clear()


def by(script: str, *lanes: str) -> Preparation:
    return Preparation([[lane] for lane in lanes], (sys.executable, "-c", script))


def test_every_measure_stands_in_one_lane() -> None:
    assert sorted(measure for lane in LANES for measure in lane) == sorted(what for what, _ in MEASURES)


def test_every_query_waits_for_a_measure() -> None:
    assert set(NEEDED) == set(Query.__subclasses__())
    assert set(NEEDED.values()) <= {measure for lane in LANES for measure in lane}


def test_only_those_who_fly_or_pass_through_walls_wait_for_flights() -> None:
    walk, fly, through = Mover("a", 6.0), Mover("a", 6.0, fly=True), Mover("a", 6.0, ethereal=True)
    assert {needed(ProspectOf(walk)), needed(ReachOf(walk))} == {"what bots plan by", "reach"}
    assert {needed(ProspectOf(fly)), needed(ReachOf(fly)), needed(ReachOf(through))} == {"flights"}
    assert needed(ProspectOf(through)) == "places"
    way = ((6.0, 4.0, 0.0),)
    assert (needed(PathAlong(walk, way)), needed(PathAlong(through, way))) == ("paths", "flights")


@pytest.mark.parametrize(("what", "queries"), MEASURES)
def test_what_is_measured_waits_for_no_other_measure(what: str, queries: tuple[Query, ...]) -> None:
    assert {needed(query) for query in queries} <= {what}


def test_the_kernels_found_in_the_text_are_those_that_are_kept() -> None:
    modules = [import_module(name) for name in OURS.modules("sim.geometry")]
    kept = {
        name
        for module in modules
        for name, value in vars(module).items()
        if isinstance(getattr(getattr(value, "_cache", None), "kept", None), Kept)
        and value.__module__ == module.__name__
        if value.targetoptions.get("inline") != "always"  # compiled with those that call them
    }
    assert len(kept) > 200
    assert kept == kernel_names()


def test_compiling_is_hastened_without_another_flag() -> None:
    script = (
        "from numba.core.compiler import Flags; from sim.geometry.compile.kept import hasten\n"
        "plain, counted = Flags(), Flags(); counted.nrt = True\n"
        "before = [list(each.values().items()) for each in (plain, counted)]; hasten()\n"
        "assert [list(each.values().items()) for each in (plain, counted)] == before and plain != counted"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[2]).returncode == 0


def test_what_all_processes_compiled_counts_once(kernels: Path) -> None:
    both = by(SPEAKS, "ground", "sight")
    assert both.wait(60)
    assert both.progress == Progress((), 1.0, over=True)
    assert both.compiled == {"ground_a", "sight_a", "twice"}


def test_a_failure_is_told_and_nothing_is_called_prepared(kernels: Path) -> None:
    failed = by(FAILS, "ground")
    assert failed.wait(60)
    assert failed.progress.over
    assert failed.progress.trouble == "OSError: no room left"
    assert not is_prepared()


def test_a_preparation_that_is_given_up_ends_at_once(kernels: Path) -> None:
    hanging = by(HANGS, "ground", "sight")
    assert not hanging.wait(0)
    assert not hanging.progress.over
    assert hanging.progress.share < 1.0
    hanging.close()
    assert hanging.progress == READY
    assert not is_prepared()


def test_it_is_prepared_once_the_kernels_are_there_and_as_long_as_they_are(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_prepared()
    for module in OURS.modules("sim.geometry"):
        if OURS.kernels(module) and not module.endswith("ray_batches"):  # whose kernels nothing has asked for
            folder(module).mkdir(parents=True)
    assert not is_prepared()  # they may be half there
    assert by(SPEAKS, "ground").wait(60)
    assert is_prepared()
    assert prepare() is None
    with monkeypatch.context() as another:
        another.setattr(sys.implementation, "cache_tag", "cpython-399")
        assert not is_prepared()  # another Python takes none of these
    folder("sim.geometry.ground.footing").rmdir()
    assert not is_prepared()


def test_nobody_waits_for_kernels_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "kernels"))
    folder.cache_clear()
    try:
        assert prepare() is None
    finally:
        folder.cache_clear()


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_nobody_waits_for_kernels_that_would_not_be_trusted(kernels: Path) -> None:
    kernels.chmod(0o777)
    assert prepare() is None


def test_one_processor_compiles_all_in_one_process(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation.os, "cpu_count", lambda: 1)
    one = by(SPEAKS, "ground", "sight")
    assert one.wait(60)
    assert one.compiled == {"ground_a", "twice"}
