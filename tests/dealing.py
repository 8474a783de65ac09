"""Long files are dealt to the workers first, so that none of them is still at one when the others have nothing left.

pytest-xdist itself deals first the files with the most tests: those that take longest have few. How long a file takes
stands in `seconds.json`, as some machine took it: only their order matters. In a file that is not there each test
counts as short. `python tools/test.py --keep-seconds` writes anew what it has run, once all tests have passed.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

__all__ = ["KEPT", "Seconds", "dealt", "read"]

KEPT = Path(__file__).with_name("seconds.json")
A_TEST = 0.1  # seconds of one that nothing is known of
LONG = 8.0  # seconds from which on a file is worth a line


def read() -> dict[str, float]:
    """Seconds by files, from the checkout."""
    kept: dict[str, float] = json.loads(KEPT.read_text(encoding="utf-8"))
    return kept


def dealt(files: list[str], seconds: dict[str, float]) -> list[str]:
    """The files of tests, each once, those that take longest first. `files`: one for each test, in their order."""
    known = Counter(files)
    return sorted(known, key=lambda file: -seconds.get(file, A_TEST * known[file]))


class Seconds:
    """Adds up what each file takes, and keeps it where all went well."""

    def __init__(self) -> None:
        self.taken = defaultdict[str, float](float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.taken[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus == 0:
            taken = sorted((read() | self.taken).items(), key=lambda each: -each[1])
            long = {file: round(seconds) for file, seconds in taken if seconds >= LONG}
            KEPT.write_text(json.dumps(long, indent=1) + "\n", encoding="utf-8")
