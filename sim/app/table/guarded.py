"""Work of which a fault stops what it was for, and not the program: a sentence on screen, the traceback in a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sim.fault_log import log_fault, where_logged

__all__ = ["guarded"]

T = TypeVar("T")


def guarded(work: Callable[[], T], report: Callable[[str], None]) -> Callable[[], T | None]:
    """The same work; of a fault in it `report` gets a sentence, and it comes to None."""

    def run() -> T | None:
        try:
            return work()
        except Exception as error:
            report(f"{type(error).__name__}: {error} ({where_logged(log_fault(error))})")
            return None

    return run
