"""Compiled kernels are made anew when anything that they are made of changes, and only then."""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from numba.core.dispatcher import Dispatcher

import sim.geometry
from sim.geometry.compile.errors import SourceError
from sim.geometry.compile.folders import KEEPERS, OURS, folder
from sim.geometry.compile.kept import ByContent, Kept
from sim.geometry.compile.kernels import njit
from sim.geometry.compile.sources import Sources

ROOT = Path(__file__).parents[3]
MODULES = sorted(each.name for each in pkgutil.walk_packages(sim.geometry.__path__, "sim.geometry."))

compiled = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


def kernels_of(module: str) -> list[Dispatcher]:
    """The kernels that stand in a module."""
    found = vars(importlib.import_module(module)).values()
    return [each for each in found if isinstance(each, Dispatcher) and each.py_func.__module__ == module]


@compiled
def test_every_kernel_is_kept_by_what_its_module_is_made_of() -> None:
    found = {module: kernels_of(module) for module in MODULES}
    assert sum(map(len, found.values())) > 200
    for module, kernels in found.items():
        for kernel in kernels:
            assert isinstance(kernel._cache.kept, Kept), f"{module}.{kernel.__name__} is not kept"
            assert isinstance(kernel._cache._impl.locator, ByContent)
            assert Path(kernel._cache.cache_path) == folder(module)
            assert folder(module).is_dir()


def test_what_a_kernel_calls_is_part_of_what_it_is_kept_by() -> None:
    """Numba knows which kernels and modules a kernel's own code names: the modules of all of them are counted."""
    for module in MODULES:
        for kernel in kernels_of(module):
            for value in inspect.getclosurevars(kernel.py_func).globals.values():
                called = getattr(value, "py_func", value)
                of = called.__name__ if inspect.ismodule(called) else getattr(called, "__module__", None) or ""
                if of.startswith("sim."):
                    assert of in OURS.made_of(module), f"{module}.{kernel.__name__} uses {of}"


def test_what_finds_kernels_is_no_part_of_them() -> None:
    room = Path(str(inspect.getfile(Sources))).parent
    assert {each.rpartition(".")[2] for each in KEEPERS} == {each.stem for each in room.glob("*.py")} - {
        "__init__",
        "forms",
        "kernels",
        "prefetch",
        "structs",
    }


def test_each_module_has_its_own_place() -> None:
    assert folder("sim.geometry.compile.sources").name.startswith("compile.sources-")
    assert len({folder(module) for module in MODULES}) == len(MODULES)


@compiled
def test_a_kernel_that_stands_elsewhere_is_refused() -> None:
    with pytest.raises(SourceError, match="test_kernels"):

        @njit(cache=True)
        def elsewhere(x: int) -> int:
            return x


SCRIPT = """
import logging, subprocess, sys
import numpy as np
from sim.geometry.mesh import faces, vertices
from sim.geometry.compile.forms import is_outermost
from sim.geometry.compile.kept import Kept, log
said, usual = [], Kept.load_overload
log.setLevel(logging.INFO)
log.addHandler(type("Heard", (logging.Handler,), {"emit": lambda self, record: said.append(record.args[0])})())
rows = np.array([[1, 2, 3], [4, 5, 6], [1, 2, 3]])
for name in sys.argv[1:]:
    if name == "elsewhere":
        subprocess.run([*sys.orig_argv[:3], "unique_rows"], check=True, stdout=subprocess.DEVNULL)
    elif name == "blind":
        Kept.load_overload = lambda self, sig, context: None if not is_outermost() else usual(self, sig, context)
    elif name == "rounded":
        assert vertices.rounded(rows.astype(np.float64), 1.0)[0].tolist() == [0, 1, 0]
    elif name == "flip_shells":
        faces.flip_shells(np.ones((1, 3, 3)), np.zeros((1, 3), np.int32), np.zeros(1, np.int32), np.ones(1, np.bool_))
    else:
        assert vertices.unique_rows(rows)[0].tolist() == [0, 1, 0]
print(*said)
"""


def compiled_by(folder: Path, *calls: str) -> list[str]:
    """The kernels that a new process compiles to make these calls."""
    made = subprocess.run(
        [sys.executable, "-c", SCRIPT, *calls],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    return made.stdout.split()[::2]


@compiled
def test_kernels_are_compiled_once_and_link_to_those_that_were_kept(tmp_path: Path) -> None:
    assert "unique_rows" in compiled_by(tmp_path, "unique_rows")
    assert compiled_by(tmp_path, "unique_rows") == []
    assert compiled_by(tmp_path, "unique_rows", "rounded") == ["rounded"]  # links to one taken off the disk for a call
    assert compiled_by(tmp_path, "rounded") == []
    for kept in tmp_path.rglob("vertices.rounded*"):
        kept.unlink()
    assert compiled_by(tmp_path, "rounded") == ["rounded"]  # links to one taken off the disk to be linked to
    assert compiled_by(tmp_path, "rounded", "unique_rows") == []


@compiled
def test_a_kernel_that_only_others_linked_to_is_made_callable_once(tmp_path: Path) -> None:
    assert "unique_rows" in compiled_by(tmp_path, "rounded")
    assert compiled_by(tmp_path, "unique_rows") == ["unique_rows"]  # what it calls is there
    assert compiled_by(tmp_path, "unique_rows", "rounded") == []


@compiled
def test_a_kernel_that_another_process_made_callable_meanwhile_is_taken_as_it_is_there(tmp_path: Path) -> None:
    """What it gives back to Python it makes of constants that the form for other kernels, known here, does not have."""
    assert "unique_rows" in compiled_by(tmp_path, "rounded", "elsewhere", "unique_rows")
    for kept in tmp_path.rglob("vertices.unique_rows*"):
        kept.unlink()
    assert compiled_by(tmp_path, "rounded", "elsewhere", "unique_rows") == []


@compiled
def test_what_another_process_made_callable_is_not_put_back_to_what_others_link_to(tmp_path: Path) -> None:
    assert "unique_rows" in compiled_by(tmp_path, "unique_rows")
    compiled_by(tmp_path, "blind", "rounded")  # it compiled while the other kept: it had found nothing
    assert compiled_by(tmp_path, "unique_rows") == []


@compiled
def test_a_kept_kernel_can_be_the_first_that_a_process_calls(tmp_path: Path) -> None:
    """It gives back what Python handed over by numba's runtime, which no other kernel has brought along yet."""
    assert "flip_shells" in compiled_by(tmp_path, "flip_shells")
    assert compiled_by(tmp_path, "flip_shells") == []
