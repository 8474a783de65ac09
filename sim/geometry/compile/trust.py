"""Whether a folder of kernels may be used: they are code, so nobody else may be able to put his own there.

As ssh looks at its keys: the folder and what is read from it belong to this user or to the system, and neither the
group nor anybody else may write to them.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

__all__ = ["distrust", "own_folder"]

WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def distrust(held: os.stat_result) -> str:
    """Why a file or folder is not to be trusted, in words; nothing where it is."""
    if sys.platform == "win32":  # whose rights are others
        return ""
    if held.st_uid not in (os.geteuid(), 0):
        return "it belongs to somebody else"
    if held.st_mode & WRITABLE_BY_OTHERS:
        return f"others may write to it (mode {stat.S_IMODE(held.st_mode):o}): chmod -R go-w mends that"
    return ""


@cache
def own_folder(place: Path) -> str:
    """Make a folder for kernels, if it is not there; returns why it may not be used, in words, and nothing if it may.

    One that cannot be made, or not be written to, may be used: what lies in it is read.
    """
    if not place.is_absolute():
        return f"{place.parent}, which is no folder of anybody's: set NUMBA_CACHE_DIR"
    for folder in (place.parent, place):
        with suppress(OSError):
            folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        try:
            why = distrust(folder.stat())
        except OSError:  # not there: nothing is read
            continue
        if why:
            return f"{folder}: {why}"
    return next((f"{above}: anybody may put another folder there" for above in place.parents if _open(above)), "")


def _open(folder: Path) -> bool:
    """May anybody rename what lies in a folder?"""
    if sys.platform == "win32":
        return False
    try:
        mode = folder.stat().st_mode
    except OSError:
        return False
    return bool(mode & stat.S_IWOTH and not mode & stat.S_ISVTX)
