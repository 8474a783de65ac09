"""A board's files in a folder of the cache, where they were saved or sent and not kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from sim.board.files.cache import content_key
from sim.board.files.folders import cache_dir, run_dir
from sim.board.model.errors import BoardError, MapError
from sim.words import say

__all__ = ["laid_out"]

Files = Mapping[str, bytes]


def laid_out(files: Files) -> Path:
    """A folder of the cache with these files, by their content; returns the board's own file, for `Board.load`.

    Raises BoardError where no folder can be written.
    """
    if any(Path(name).name != name or name.startswith(".") for name in files):
        raise MapError(say("a file of the board would lie outside its folder"))
    name = f"begun-{content_key(*(part for each, content in files.items() for part in (each.encode(), content)))}"
    try:
        return _lay_out(cache_dir() / name, files)
    except OSError:
        pass
    try:
        return _lay_out(run_dir() / name, files)
    except OSError as error:
        raise BoardError(say("the board of the save cannot be laid out: {why}", why=error.strerror or error)) from None


def _lay_out(folder: Path, files: Files) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        lies = folder / name
        if not lies.is_file() or lies.read_bytes() != content:
            part = folder / f".{name}.{os.getpid()}.part"
            part.write_bytes(content)
            part.replace(lies)
    return folder / next(iter(files))
