"""A scan laid down as a map of one's own, in a folder with its mesh."""

from __future__ import annotations

from pathlib import Path

from sim.builder.drafts import path_of_new
from sim.builder.errors import BuilderError
from sim.builder.importing.pieces import slug
from sim.builder.importing.scans import ScannedBoard, ScanWishes, scanned
from sim.whole_files import write_whole
from sim.words import say

__all__ = ["laid_down"]


def laid_down(file: Path, name: str, wishes: ScanWishes) -> tuple[Path, ScannedBoard]:
    """The map that was written, and what it is made of.

    Raises MeshError; BuilderError, where there is such a map, or none can be written.
    """
    called = slug(name)
    made = scanned(file, f"{called}-scan", name[:100], wishes)
    path = path_of_new(called)
    path = path.with_suffix("") / path.name
    if path.parent.exists():
        raise BuilderError(say("{folder} is there already: give another --name", folder=path.parent))
    try:
        path.parent.mkdir(parents=True)
        write_whole(path.with_name(f"{called}-scan.glb"), made.piece)
        write_whole(path, made.text.encode())
    except OSError as error:
        why = error.strerror or str(error)
        raise BuilderError(say("{folder}: cannot be made: {error}", folder=path.parent, error=why)) from None
    return path, made
