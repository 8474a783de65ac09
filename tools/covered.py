"""How much of the geometry its own small tests reach: `python tools/covered.py [--modules] [--lines]`.

Runs the tests of `tests/geometry` that are not marked `scenes`, with kernels as plain Python: coverage cannot look into
what is compiled. Counted are the lines within functions and methods, since all others run wherever a module is
imported. A module's own tests stand in `tests/geometry/ROOM/test_MODULE.py`. The room `compile` is left out, as its
tests need compiling.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).resolve().parents[1]
SOURCE = Path("sim/geometry")
TESTS = Path("tests/geometry")
LEFT_OUT = SOURCE / "compile"
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
OVERFLOWS = "ignore:overflow encountered:RuntimeWarning"  # of the numbers that hashes are made of: they wrap round


class Module(NamedTuple):
    """What the tests reach of a module."""

    name: str  # its path below `SOURCE`, without the ending
    lines: int  # within functions
    missed: tuple[int, ...]  # numbers of lines that no test reaches
    has_tests: bool  # of its own

    @property
    def room(self) -> str:
        return self.name.rpartition("/")[0]


def measured(folder: Path) -> tuple[int, list[Module]]:
    """Run the tests and count: pytest's exit code, and what was reached of each module."""
    data = ["--data-file", str(folder / "data")]
    run = [sys.executable, "-m", "coverage", "run", *data, "--source", str(SOURCE), "--omit", f"{LEFT_OUT}/*", "-m"]
    chosen = ["-m", "not scenes", str(TESTS), "--ignore", str(TESTS / LEFT_OUT.name)]
    tests = ["pytest", "-p", "no:cacheprovider", "-W", OVERFLOWS, *chosen]
    code = subprocess.call([*run, *tests], cwd=CHECKOUT, env=os.environ | UNCOMPILED)
    report = folder / "report.json"
    wanted = ["json", *data, "--quiet", "-o", str(report)]
    if subprocess.call([sys.executable, "-m", "coverage", *wanted], cwd=CHECKOUT) != 0:
        return code or 1, []
    return code, list(_modules(json.loads(report.read_text(encoding="utf-8"))["files"]))


def _modules(files: dict[str, Any]) -> Iterator[Module]:
    for file, found in sorted(files.items()):
        path = Path(file).relative_to(SOURCE)
        functions = [counted for name, counted in found["functions"].items() if name]
        missed = sorted(line for counted in functions for line in counted["missing_lines"])
        lines = sum(len(counted["executed_lines"]) for counted in functions) + len(missed)
        if lines:
            own = CHECKOUT / TESTS / path.parent / f"test_{path.stem}.py"
            yield Module(path.with_suffix("").as_posix(), lines, tuple(missed), own.is_file())


def row(name: str, modules: list[Module]) -> str:
    """One row of the table."""
    lines, missed = sum(m.lines for m in modules), sum(len(m.missed) for m in modules)
    own = sum(m.has_tests for m in modules)
    return f"{name:28}{lines:7}{lines - missed:9}{1 - missed / lines:8.1%}{own:7} of {len(modules)}"


def ranges(numbers: tuple[int, ...]) -> str:
    """Numbers in order, those in a row as one range."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][1] + 1:
            rows[-1][1] = number
        else:
            rows.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in rows)


def main() -> int:
    """Print the table. 0 where all tests passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", action="store_true", help="a row for each module too")
    parser.add_argument("--lines", action="store_true", help="the lines that no test reaches too")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        code, modules = measured(Path(folder))
    if not modules:
        return code
    print(f"{'in functions':28}{'lines':>7}{'reached':>9}{'share':>8}  own tests")
    for room in sorted({m.room for m in modules}):
        inside = [m for m in modules if m.room == room]
        print(row(f"geometry/{room}", inside))
        for module in inside if asked.modules or asked.lines else []:
            print(row(f"  {module.name}", [module]))
            if asked.lines and module.missed:
                print(f"    {ranges(module.missed)}")
    print(row("geometry", modules), flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
