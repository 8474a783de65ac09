"""Small files that the program keeps for a player, as what was chosen: damaged, they are told, and never in the way."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TypeVar

import msgspec

from sim.whole_files import open_file

__all__ = ["read_kept"]

T = TypeVar("T", bound=msgspec.Struct)

MOST = 1 << 20  # bytes: more is none of ours

log = logging.getLogger("sim.app")


def read_kept(path: Path, kind: type[T], instead: str) -> T | None:
    """What a file of ours holds. None where there is none, or where it cannot be read: then a line says so, and what
    holds `instead`."""
    try:
        with open_file(path) as file:
            return msgspec.json.decode(file.read(MOST), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s: cannot be read (%s); %s", path, getattr(error, "strerror", None) or error, instead)
        return None
