"""Kernels are code: they are taken from nowhere that others may write to, and none that was damaged is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.geometry.compile.trust import distrust, own_folder

ROOT = Path(__file__).parents[3]
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="other rights there")
SCRIPT = """
import logging, sys
import numpy as np
logging.getLogger("sim.kernels").setLevel(logging.ERROR)
compiled = []
from sim.geometry.compile import kept
kept.log.setLevel(logging.INFO)
kept.log.addHandler(type("Heard", (logging.Handler,), {"emit": lambda self, record: compiled.append(record.msg)})())
kept.log.propagate = False
from sim.geometry.mesh import vertices
assert vertices.unique_rows(np.array([[1, 2, 3], [4, 5, 6], [1, 2, 3]]))[0].tolist() == [0, 1, 0]
print(sum(message.startswith("compiled") for message in compiled))
"""


def run(folder: Path | str, **environment: str) -> tuple[int, list[str]]:
    """How many kernels a new process compiles with this folder, and what it says."""
    made = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        cwd=folder if Path(folder).is_dir() else None,
    )
    assert made.returncode == 0, made.stderr
    return int(made.stdout), made.stderr.splitlines()


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernels") / "own"
    compiled, said = run(folder)
    assert compiled > 0
    assert said == []
    return folder


@UNIX
@pytest.mark.parametrize(("mode", "trusted"), [(0o700, True), (0o755, True), (0o775, False), (0o777, False)])
def test_a_folder_that_others_may_write_to_is_refused(tmp_path: Path, mode: int, trusted: bool) -> None:
    base = tmp_path / "kernels"
    base.mkdir()
    base.chmod(mode)
    why = own_folder(base / "ray.rays-0")
    assert (why == "") == trusted
    if not trusted:
        assert f"{base}: others may write to it (mode {mode:o}): chmod" in why


@UNIX
def test_a_folder_that_lies_where_anybody_may_put_another_is_refused(tmp_path: Path) -> None:
    above = tmp_path / "above"
    (above / "bauta" / "kernels").mkdir(parents=True)
    above.chmod(0o777)
    assert "anybody may put another folder there" in own_folder(above / "bauta" / "kernels" / "ray.rays-0")
    above.chmod(0o1777)  # as /tmp
    assert own_folder(above / "bauta" / "kernels" / "ray.rays-1") == ""


@UNIX
def test_what_belongs_to_somebody_else_is_refused(tmp_path: Path) -> None:
    held = list(tmp_path.stat())
    held[0], held[4] = 0o40700, os.geteuid() + 4711
    assert distrust(os.stat_result(held)) == "it belongs to somebody else"


@UNIX
def test_a_new_folder_is_for_its_owner_alone(kernels: Path) -> None:
    for each in (kernels, *kernels.rglob("*")):
        assert each.stat().st_mode & 0o077 == 0


@UNIX
def test_kernels_that_others_may_have_written_are_compiled_and_that_is_said_once(kernels: Path) -> None:
    kernels.chmod(0o777)
    try:
        before = sorted(kernels.rglob("*"))
        _, said = run(kernels)
        assert len(said) == 1
        assert "others may write to it (mode 777): chmod -R go-w" in said[0]
        assert sorted(kernels.rglob("*")) == before
    finally:
        kernels.chmod(0o700)


def test_a_folder_that_cannot_be_made_is_done_without_and_nothing_is_written_into_the_program(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    before = set((ROOT / "sim").rglob("*.nb*"))
    compiled, said = run(tmp_path / "file" / "kernels")
    assert compiled > 0
    assert len(said) == 1
    assert "cannot be kept" in said[0]
    assert set((ROOT / "sim").rglob("*.nb*")) == before


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="for root every folder can be written")
def test_a_folder_that_cannot_be_written_is_read(kernels: Path) -> None:
    for each in (kernels, *kernels.iterdir()):
        each.chmod(0o500)
    try:
        assert run(kernels) == (0, [])
    finally:
        for each in (kernels, *kernels.iterdir()):
            each.chmod(0o700)


def test_without_a_home_the_run_goes_on(tmp_path: Path) -> None:
    assert "set NUMBA_CACHE_DIR" in own_folder(Path("~/.cache/bauta/kernels/x"))


@pytest.mark.parametrize("how", ["cut", "flip", "empty"])
@pytest.mark.parametrize("which", ["*.nbi", "*.nbc"])
def test_a_damaged_kernel_is_compiled_again_and_that_is_said(kernels: Path, which: str, how: str) -> None:
    files = sorted(kernels.rglob(which))
    for path in files:
        whole = bytearray(path.read_bytes())
        whole[len(whole) // 2] ^= 0x10
        path.write_bytes({"cut": whole[: len(whole) // 2], "flip": whole, "empty": b""}[how])
    compiled, said = run(kernels)
    assert compiled > 0
    assert said
    assert all("is damaged" in line and line.endswith("is made anew") for line in said)
    assert run(kernels) == (0, [])
