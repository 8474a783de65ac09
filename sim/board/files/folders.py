"""Where the program's own files lie, and where it may write.

Assets and maps travel inside the installed package; in a checkout they lie beside `sim/`, and in a frozen
program beside the executable. The first place that exists is taken.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

import platformdirs

from sim.board.model.errors import BoardError
from sim.words import say

__all__ = ["assets_dir", "cache_dir", "data_dir", "maps_dir", "run_dir"]


@cache
def _shipped(folder: str) -> Path:
    packaged = Path(str(files("sim"))) / "_data" / folder
    checkout = Path(__file__).resolve().parents[3] / folder
    beside = Path(sys.executable).resolve().parent / folder
    for place in (packaged, checkout, beside):
        if place.is_dir():
            return place
    raise BoardError(
        say(
            "the folder '{folder}' of the program is missing: neither {packaged} nor {checkout}; install again",
            folder=folder,
            packaged=packaged,
            checkout=checkout,
        )
    )


def assets_dir() -> Path:
    """Pieces, bodies, textures, fonts and the games' data."""
    return _shipped("assets")


def maps_dir() -> Path:
    """Boards ready to play."""
    return _shipped("maps")


def _named(variable: str, otherwise: Callable[..., Path]) -> Path:
    """The folder that a variable names, or else one in the user's home; one of this run where there is no home."""
    if said := os.environ.get(variable):
        return Path(said)
    try:
        folder = otherwise("bauta", appauthor=False)
    except RuntimeError:
        return run_dir()
    return folder if folder.is_absolute() else run_dir()


@cache
def run_dir() -> Path:
    """A folder of this run of the program, gone when it ends: where no other can be written."""
    folder = Path(tempfile.mkdtemp(prefix="bauta-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def cache_dir() -> Path:
    """Prepared boards and baked light; may be deleted at any time. `BAUTA_CACHE` overrides.

    It may be one that cannot be written: what is in it is read, and nothing is kept.
    """
    folder = _named("BAUTA_CACHE", platformdirs.user_cache_path)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def data_dir() -> Path:
    """Journals, saves and the player's own maps and gangs. `BAUTA_DATA` overrides.

    Raises BoardError where it is not there and cannot be made.
    """
    folder = _named("BAUTA_DATA", platformdirs.user_data_path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoardError(
            say(
                "{folder}: cannot be made ({why}): set BAUTA_DATA to a folder for saved games",
                folder=folder,
                why=error.strerror or error,
            )
        ) from None
    return folder
