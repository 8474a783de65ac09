"""Compiled kernels are made anew when anything that they are made of changes, and only then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sim.geometry import shafts, walk
from sim.geometry.compiled import folder, made_of

ROOT = Path(__file__).parents[2]


def test_kernels_are_kept_by_all_that_they_are_made_of() -> None:
    assert {"shafts", "kernels", "halves", "sections", "tolerance"} <= made_of("shafts")
    assert "walk" not in made_of("shafts")
    assert "shafts" not in made_of("walk")


def test_each_module_has_its_own_place() -> None:
    for module in (shafts, walk):
        name = Path(str(module.__file__)).stem
        assert folder(name).name.startswith(f"{name}-")
        assert folder(name).is_dir()  # numba has found it
    assert folder("shafts") != folder("walk")


SCRIPT = """
import logging, sys
import numpy as np
from sim.geometry import compiled, corners
said = []
compiled.log.setLevel(logging.INFO)
compiled.log.addHandler(type("Heard", (logging.Handler,), {"emit": lambda self, record: said.append(record.args[0])})())
rows = np.array([[1, 2, 3], [4, 5, 6], [1, 2, 3]])
for name in sys.argv[1:]:
    if name == "rounded":
        assert corners.rounded(rows.astype(np.float64), 1.0)[0].tolist() == [0, 1, 0]
    else:
        assert corners.distinct(rows)[0].tolist() == [0, 1, 0]
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


def test_kernels_are_compiled_once_and_link_to_those_that_were_kept(tmp_path: Path) -> None:
    assert "distinct" in compiled_by(tmp_path, "distinct")
    assert compiled_by(tmp_path, "distinct") == []
    assert compiled_by(tmp_path, "distinct", "rounded") == ["rounded"]  # links to one taken off the disk for a call
    assert compiled_by(tmp_path, "rounded") == []
    for kept in tmp_path.rglob("corners.rounded*"):
        kept.unlink()
    assert compiled_by(tmp_path, "rounded") == ["rounded"]  # links to one taken off the disk to be linked to
    assert compiled_by(tmp_path, "rounded", "distinct") == []
