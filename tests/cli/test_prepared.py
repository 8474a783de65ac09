"""`bauta doctor --prepare` leaves nothing to compile to the first game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

# A kernel that is asked for, in the form for these arguments, is looked for on disk, and compiled if it is not there:
# what the game still asks for after the preparation, it would have had to wait for.
A_GAME = """
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

# No game calls every kernel. So what Python's functions name is looked at, too: a kernel among it that the preparation
# has not called is told, with who would wait for it.
EVERY_CALL = """
import importlib, pkgutil, types
from numba.core.dispatcher import Dispatcher
import sim
from sim.board.kernel_warmup import compile_kernels

def codes(thing):
    thing = getattr(thing, "__func__", None) or getattr(thing, "fget", None) or thing
    if isinstance(thing, type):
        for own in vars(thing).values():
            yield from codes(own)
    elif isinstance(thing, types.CodeType):
        yield thing
        for const in thing.co_consts:
            yield from codes(const)
    elif isinstance(thing, types.FunctionType):
        yield from codes(thing.__code__)

compile_kernels(lambda what, done, of: None)
looked_at = 0
for found in pkgutil.walk_packages(sim.__path__, "sim."):
    if found.name.endswith("__main__"):
        continue
    module = importlib.import_module(found.name)
    own = [each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__]
    for code in (code for each in own if not isinstance(each, Dispatcher) for code in codes(each)):
        for name in code.co_names:
            kernel = vars(module).get(name)
            if isinstance(kernel, Dispatcher):
                looked_at += 1
                if not kernel.overloads:
                    print(f"{module.__name__}.{code.co_name}:{name}")
assert looked_at > 30, looked_at
"""

# Rays where Embree is not installed: only what makes pictures and checks meshes would wait for these.
LATE = {"sim.geometry.ray.ray_batches._cast:cast_rays"}


def _printed(script: str, cache: Path) -> set[str]:
    none_kept = {**os.environ, "BAUTA_CACHE": str(cache)}  # of what was measured on any board
    made = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=none_kept, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return set(made.stdout.split())


def test_a_bots_game_asks_for_no_kernel_that_was_not_prepared(tmp_path: Path) -> None:
    assert _printed(A_GAME, tmp_path) == set()


def test_every_kernel_that_anything_calls_is_prepared(tmp_path: Path) -> None:
    assert _printed(EVERY_CALL, tmp_path) <= LATE
