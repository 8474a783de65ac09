"""Numba without what it looks for at its start and no kernel of ours needs."""

from __future__ import annotations

import importlib
import sys

__all__ = ["import_numba"]


def import_numba() -> None:
    """Import numba as if `coverage` were not installed, unless that measures already.

    Where it is installed numba imports it, a tenth of a second at each start, to tell it of compiled lines if asked to
    (`NUMBA_JIT_COVERAGE`).
    """
    if "numba" in sys.modules or "coverage" in sys.modules:
        return
    sys.modules["coverage"] = None  # type: ignore[assignment]  # so importing it fails
    try:
        importlib.import_module("numba")
    finally:
        del sys.modules["coverage"]
