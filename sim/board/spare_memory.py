"""Memory that was freed, given back to the system.

A board's arrays are freed with it, but the C library of most Linux systems keeps what lies between others: a process
that goes over many boards would grow by hundreds of megabytes with each.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

__all__ = ["give_back"]


def give_back() -> None:
    """Give back what the C library keeps for later; nothing where it cannot."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> ctypes._NamedFuncPointer | None:
    """What gives it back, where there is such a thing: glibc has it."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
