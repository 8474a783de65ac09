"""Checks everything: `python tools/test.py`. All arguments go to pytest, as in `python tools/test.py -k jump`; how much
of the geometry its own tests reach is counted where there are none.

Needs Python 3.11 or newer and, the first time, the internet.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import CHECKOUT, python_of_the_project, run, variables


def main(arguments: list[str]) -> int:
    """Run every check, the tests last. 0 where all pass; what failed before the tests is named again at the end."""
    python = python_of_the_project("docs", "table", "test")
    scripts = Path(python).parent
    checks = {
        "kernels": [python, "-m", "sim", "doctor", "--prepare"],
        "ruff check": [python, "-m", "ruff", "check"],
        "ruff format": [python, "-m", "ruff", "format", "--check"],
        "mypy": [python, "-m", "mypy"],
        "import-linter": [str(scripts / "lint-imports")],
        "documentation": [python, "tools/docs/build.py"],
    }
    failed = []
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        counting = None
        if not arguments:  # meanwhile, since it takes a minute
            covered = [python, "tools/covered.py"]
            counting = subprocess.Popen(covered, cwd=CHECKOUT, env=variables(), stdout=told, stderr=subprocess.STDOUT)
        for name, command in checks.items():
            print(f"== {name}", flush=True)
            if run(command) != 0:
                failed.append(name)
        if counting is not None:
            print("== coverage of the geometry", flush=True)
            if counting.wait() != 0:
                failed.append("coverage")
            told.seek(0)
            print(told.read(), flush=True)
    print("== pytest", flush=True)
    code = run([python, "-m", "pytest", *_workers(arguments), *arguments])
    if failed:
        print(f"Failed before the tests: {', '.join(failed)}.", flush=True)
    return code or int(bool(failed))


def _workers(arguments: list[str]) -> list[str]:
    """Two tests at a time, unless the caller chose otherwise or wants to look inside one. `tests/dealing.py` has long
    files dealt first.

    A worker that crashes is not replaced: pytest-xdist 3.8 would wait for ever (its issue 1327).
    """
    chosen = any(each.startswith(("-n", "--dist", "--pdb", "-p")) for each in arguments)
    if chosen or (os.cpu_count() or 1) < 2:
        return []
    return ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--max-worker-restart=0"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
