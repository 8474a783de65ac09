"""`bauta doctor --prepare` leaves nothing to compile to the first game that bots play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

# A kernel that is asked for, in the form for these arguments, is looked for on disk, and compiled if it is not there:
# what the game still asks for after the preparation, it would have had to wait for.
SCRIPT = """
from sim.geometry.compile.kept import Kept
asked = []
look = Kept.load_overload
def noted(self, signature, target):
    asked.append(self._py_func.__qualname__)
    return look(self, signature, target)
Kept.load_overload = noted
from sim.board.kernel_warmup import compile_kernels
compile_kernels(lambda what, done, of: None)
assert asked
asked.clear()
from click.testing import CliRunner
from sim.cli.main import bauta
greedy = ["--seat", "north=greedy", "--seat", "south=greedy"]
played = CliRunner().invoke(bauta, ["duel", "--games", "1", "--seed", "1", *greedy])
assert played.exit_code == 0, played.output
print(*asked)
"""


def test_a_bots_game_asks_for_no_kernel_that_was_not_prepared(tmp_path: Path) -> None:
    none_kept = {**os.environ, "BAUTA_CACHE": str(tmp_path)}  # of what was measured on any board
    made = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, env=none_kept, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stdout.split() == []
