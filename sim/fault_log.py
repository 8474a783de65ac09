"""Where the traceback of a fault goes, so that a person can find it and send it."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

__all__ = ["DEBUG", "log_fault", "where_logged"]

DEBUG = "BAUTA_DEBUG"  # set to 1, tracebacks are shown on stderr


def log_fault(error: BaseException) -> Path | None:
    """Write the traceback beside the saves, over the last one; None where it is shown on stderr instead.

    That is so where `DEBUG` is set, and where no folder can be written.
    """
    if os.environ.get(DEBUG):
        traceback.print_exception(error, file=sys.stderr)
        return None
    from sim.board.files.folders import data_dir

    try:
        log = data_dir() / "last-error.txt"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return None
    return log


def where_logged(log: Path | None) -> str:
    """Where a traceback went, in words."""
    return f"the traceback is in {log}" if log else f"{DEBUG}=1 shows the traceback"
