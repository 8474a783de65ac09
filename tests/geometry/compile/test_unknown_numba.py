"""Where numba's inside is not as we know it, kernels are compiled plainly: it takes longer, and measures the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = """
import sys
where, name = sys.argv[1:]
__import__(where)
owner = sys.modules[where]
owner, last = (getattr(owner, name.split(".")[0]), name.split(".")[1]) if "." in name else (owner, name)
delattr(owner, last)
import numpy as np
from sim.geometry.mesh import vertices
from sim.geometry.ground import plan_distances
from sim.geometry.compile.kernels import KEPT
assert not KEPT
rows = np.array([[1, 2, 3], [4, 5, 6], [1, 2, 3]])
assert vertices.unique_rows(rows)[0].tolist() == [0, 1, 0]
"""


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("numba.core.caching", "_CacheLocator"),
        ("numba.core.caching", "CompileResultCacheImpl"),
        ("numba.core.options", "DefaultOptions._nrt"),
        ("numba.core.typed_passes", "NativeLowering"),
    ],
)
def test_a_name_that_numba_no_longer_has_is_done_without(where: str, name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, where, name],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "compiled anew at each start" in done.stderr
    assert name.rpartition(".")[2] in done.stderr
    assert list(tmp_path.rglob("*.nbi")) == []
