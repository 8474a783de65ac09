"""Which tests run which lines of the rules: measured once, and kept until a file that they depend on changes.

Kept in `.mutants/reached.json`, by test: a test is measured anew where its own file, a helper among the tests, or a
module of the rules that it ran has changed.
"""

from __future__ import annotations

import gc
import hashlib
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import msgspec
import pytest
from _pytest.runner import runtestprotocol

CHECKOUT = Path(__file__).resolve().parents[2]
RULES = "sim/carnevale"
KEPT = CHECKOUT / ".mutants" / "reached.json"
MEASURED = ("sim.board", "sim.engine", "sim.geometry")  # what they keep follows from boards, not from rules


class Reached(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a test runs."""

    key: str  # of all that it depends on
    seconds: float  # of the processor's
    passes: bool = True
    lines: dict[str, str] = {}  # module -> its lines, as the bits of a hexadecimal number


class Run(NamedTuple):
    passed: bool
    seconds: float
    why: str = ""


def run(item: pytest.Item) -> Run:
    """Run one test. It can be run again."""
    began = time.process_time()
    reports = runtestprotocol(item, log=False, nextitem=None)
    wrong = [str(r.longrepr) for r in reports if r.failed]
    return Run(not wrong, time.process_time() - began, wrong[0] if wrong else "")


def reached(items: list[pytest.Item], progress: Callable[[int], Any]) -> dict[str, Reached]:
    """What each test runs, by its id: as it is kept, or measured now, which `progress` is told of."""
    kept = msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Reached]) if KEPT.is_file() else {}
    new = [item for item in items if item.nodeid not in kept or not _holds(kept[item.nodeid], item.path)]
    if new:
        KEPT.parent.mkdir(exist_ok=True)
        counted = coverage.Coverage(data_file=None, include=[f"{CHECKOUT}/{RULES}/*"], config_file=False)
        counted.set_option("run:disable_warnings", ["no-data-collected"])
        try:
            for item in new:
                forget_answers()
                kept[item.nodeid] = _measured(item, counted)
                progress(1)
        finally:
            KEPT.write_bytes(msgspec.json.encode(kept))
    return {item.nodeid: kept[item.nodeid] for item in items}


def _measured(item: pytest.Item, counted: coverage.Coverage) -> Reached:
    counted.erase()
    counted.start()
    went = run(item)
    counted.stop()
    data = counted.get_data()
    lines = {
        Path(file).relative_to(CHECKOUT).as_posix(): hex(sum(1 << line for line in set(data.lines(file) or ())))
        for file in data.measured_files()
    }
    return Reached(_key(item.path, lines), round(went.seconds, 4), went.passed, lines)


def forget_answers() -> None:
    """Forget what functions of the rules, of what stands on them, and of tests have answered; boards are kept."""
    for each in _caches():
        each.cache_clear()


@cache
def _caches() -> tuple[Any, ...]:
    found = []
    for each in gc.get_objects():
        if type(each).__name__ == "_lru_cache_wrapper":
            module, returns = str(each.__module__), str(getattr(each, "__annotations__", {}).get("return", ""))
            ours = module.startswith(("sim.", "tests.")) and not module.startswith(MEASURED)
            if ours and "Board" not in returns:
                found.append(each)
    return tuple(found)


def _holds(kept: Reached, test: Path) -> bool:
    return kept.passes and kept.key == _key(test, kept.lines)


def _key(test: Path, modules: Iterable[str]) -> str:
    digest = hashlib.sha256(_helpers() + test.read_bytes())
    for module in sorted(modules):
        digest.update(_content(module))
    return digest.hexdigest()[:16]


@cache
def _helpers() -> bytes:
    """The content of what the tests have in common."""
    digest = hashlib.sha256()
    for path in sorted((CHECKOUT / "tests").rglob("*.py")):
        if not path.name.startswith("test_"):
            digest.update(path.read_bytes())
    return digest.digest()


@cache
def _content(module: str) -> bytes:
    path = CHECKOUT / module
    return hashlib.sha256(path.read_bytes() if path.is_file() else b"").digest()


class LinesRun:
    """The tests by the lines that they run; those left out that fail, or take longer than `longest` seconds."""

    def __init__(self, found: Mapping[str, Reached], longest: float = 60.0) -> None:
        self.found = {test: each for test, each in found.items() if each.passes and each.seconds <= longest}
        self.at_rest = {t for t, each in self.found.items() if not each.lines}  # they look at what stands at import
        self._bits = {t: {module: int(bits, 16) for module, bits in r.lines.items()} for t, r in self.found.items()}

    def running(self, module: str, lines: Iterable[tuple[int, int]]) -> set[str]:
        """The tests that run any of these ranges of lines."""
        mask = 0
        for first, last in lines:
            mask |= (1 << last + 1) - (1 << first)
        return {test for test, bits in self._bits.items() if bits.get(module, 0) & mask}
