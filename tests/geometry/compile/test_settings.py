"""What numba's environment variables change: kernels still run, and are kept apart from those for everybody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SCRIPT = """
import numpy as np
from sim.geometry.mesh import vertices
from sim.geometry.compile.folders import folder
rows = np.array([[1, 2, 3], [4, 5, 6], [1, 2, 3]])
assert vertices.unique_rows(rows)[0].tolist() == [0, 1, 0]
print(folder("sim.geometry.mesh.vertices"))
"""


def _run(folder: Path, **settings: str) -> str:
    made = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(ROOT), **settings},
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def test_kernels_run_where_numba_is_told_not_to_optimise(tmp_path: Path) -> None:
    # Such kernels cannot all be kept, which numba says with a warning that names their file.
    slow = _run(tmp_path, NUMBA_OPT="0")
    assert _run(tmp_path, NUMBA_OPT="0") == slow
    assert _run(tmp_path) != slow
