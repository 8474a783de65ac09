"""A case made smaller, as long as the same is wrong with it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tools.fuzzing.case import Case
from tools.fuzzing.judge import Find
from tools.fuzzing.worker import Worker

__all__ = ["shrunk"]

SECONDS = 15.0  # for one case
TRIALS = 150


def shrunk(worker: Worker, case: Case, find: Find) -> Case:
    """The same find with fewer lines or bytes in its files."""
    ends, trials = time.monotonic() + SECONDS, 0
    better = True
    while better:
        better = False
        for smaller in _smaller(case):
            if time.monotonic() > ends or trials > TRIALS:
                return case
            trials += 1
            _, found = worker.run(smaller)
            if found is not None and found.signature == find.signature:
                case, better = smaller, True
                break
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """The case with a part of one of its files left out, large parts first."""
    for name, content in sorted(case.files.items(), key=lambda item: -len(item[1])):
        lines = content.split(b"\n")
        parts, glue = (lines, b"\n") if len(lines) > 3 else ([content[n : n + 1] for n in range(len(content))], b"")
        if not glue and len(parts) > 4000:
            continue
        size = len(parts) // 2
        while size:
            for start in range(0, len(parts), size):
                left = glue.join(parts[:start] + parts[start + size :])
                yield Case(case.words, case.files | {name: left}, case.must, case.about)
            size //= 2
