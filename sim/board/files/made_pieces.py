"""Made pieces as files: built when first wanted, and kept in the cache folder by their parameters and what draws them.

A saved game lays out the made pieces of its board beside the map. There one counts that another version of the builder
made; what this version makes is made here, so that a board is known by its parameters and not by rounding.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.identity import BUILDER, builder_of, drawn_by, is_made, is_whole, made_name, sealed
from sim.board.architecture.plans import PiecePlan
from sim.board.files.array_cache import make_room
from sim.board.files.folders import cache_dir, run_dir
from sim.board.model.errors import MeshError
from sim.words import reason, say

__all__ = ["known_by", "made_content", "made_path", "measured_parts"]

Floats = NDArray[np.float64]

log = logging.getLogger("sim.cache")


def made_path(plan: PiecePlan, beside: Path | None = None) -> Path:
    """The .glb file of a plan's piece, built if need be.

    Raises:
        MeshError: nothing can be built from the plan, or the file cannot be kept anywhere.
    """
    foreign = _foreign(plan, beside)
    if foreign is not None:
        return foreign
    path = cache_dir() / f"{made_name(plan)}-{BUILDER}-{drawn_by()}.glb"
    if _there(path):
        return path
    content = _built(plan)
    for place in (path, run_dir() / path.name):
        with suppress(OSError):
            part = place.with_name(f".{place.name}.{os.getpid()}.part")
            part.write_bytes(content)
            part.replace(place)
            make_room(cache_dir())
            return place
    raise MeshError(say("{path}: the piece cannot be kept: set BAUTA_CACHE to a folder that can be written", path=path))


def measured_parts(plan: PiecePlan) -> list[tuple[str, dict[str, Any], Floats]]:
    """What rulings need of a plan's piece, built anew and kept nowhere, in a fifth of the time: name, meaning and
    triangles of each part, as they would stand in its file.

    Raises:
        MeshError: nothing can be built from the plan.
    """
    from sim.board.architecture.glb_writer import as_written
    from sim.board.architecture.making import built

    with _told(plan):
        return [(name, meaning, as_written(triangles)) for name, meaning, triangles in built(plan, False).shells()]


def known_by(plan: PiecePlan, beside: Path | None = None) -> bytes:
    """What of a plan's piece enters the key of a board, besides its parameters."""
    foreign = _foreign(plan, beside)
    return _ours() if foreign is None else foreign.read_bytes()


def made_content(name: str, content: bytes) -> bytes:
    """As `known_by`, of a file of a piece by its name: the content itself unless this version made it."""
    return _ours() if is_made(name) and builder_of(content) == BUILDER else content


def _ours() -> bytes:
    return f"builder {BUILDER}".encode()


def _foreign(plan: PiecePlan, beside: Path | None) -> Path | None:
    """The piece beside a map, where another version of the builder made it."""
    if beside is None:
        return None
    path = beside / f"{made_name(plan)}.glb"
    try:
        builder = builder_of(path.read_bytes())
    except OSError:
        return None
    return None if builder in (None, BUILDER) else path


def _there(path: Path) -> bool:
    """Is a kept piece there, and whole? A damaged one is taken away with a line."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return False
    except OSError as error:
        log.warning("%s cannot be read (%s) and is made anew", path, error.strerror or error)
        return False
    if is_whole(content):
        with suppress(OSError):
            os.utime(path)  # used just now
        return True
    log.warning("%s is damaged and is made anew", path)
    with suppress(OSError):
        path.unlink()
    return False


def _built(plan: PiecePlan) -> bytes:
    from sim.board.architecture.making import built_bytes

    with _told(plan):
        return sealed(built_bytes(plan))


@contextmanager
def _told(plan: PiecePlan) -> Iterator[None]:
    """What the builder refuses is said of the plan."""
    try:
        yield
    except ValueError as error:
        raise MeshError(
            say(
                "a {tag} cannot be built from these parameters: {error}",
                tag=plan.__struct_config__.tag,
                error=reason(error),
            )
        ) from error
