"""A package becomes a map of one's own, in a folder with its pieces."""

from __future__ import annotations

from pathlib import Path

from sim.board.files.finding import own_maps_dir
from sim.board.files.mapfile import parse_map
from sim.board.files.packages import read_package
from sim.builder.errors import BuilderError
from sim.whole_files import write_whole
from sim.words import say

__all__ = ["unpacked"]

MOST = 1000  # maps of one name


def unpacked(package: Path, folder: Path | None = None) -> Path:
    """Write a package's map, pieces, credits and picture into a folder; returns the map's file.

    Without a `folder` it is one among the player's own maps, named as the map; where that holds other files, the next
    that is free. A package that was unpacked before and is still as it was is not unpacked again.

    Raises:
        PackageError: the package cannot be opened.
        MapError: its map is none.
        BuilderError: the folder holds other files, or cannot be written.
    """
    held = read_package(package)
    name = held.manifest.map
    parse_map(held.files[held.map_name].decode(errors="replace"), f"{package}: {held.map_name}")
    files = held.board_files()
    files |= {each: held.files[each] for each in ("credits.txt", "picture.png") if each in held.files}
    if folder is not None:
        if _others(folder, files):
            raise BuilderError(say("{folder}: there are other files already: give a folder of its own", folder=folder))
        return _written(folder, files, f"{name}.toml")
    for count in range(1, MOST):
        called = name if count == 1 else f"{name}-{count}"
        folder, there = own_maps_dir() / called, own_maps_dir() / f"{called}.toml"
        wanted = {(f"{called}.toml" if each == held.map_name else each): content for each, content in files.items()}
        if not there.exists() and not _others(folder, wanted):
            return _written(folder, wanted, f"{called}.toml")
    raise BuilderError(
        say("{folder} has {most:,} maps called {name}: give --to FOLDER", folder=own_maps_dir(), most=MOST, name=name)
    )


def _others(folder: Path, files: dict[str, bytes]) -> bool:
    """Is there something in the folder that these files would take the place of, or that would be mixed with them?"""
    if not folder.exists():
        return False
    return not folder.is_dir() or any(
        path.name not in files or not path.is_file() or path.read_bytes() != files[path.name]
        for path in folder.iterdir()
    )


def _written(folder: Path, files: dict[str, bytes], name: str) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for each, content in files.items():
            if not (folder / each).exists():
                write_whole(folder / each, content)
    except OSError as error:
        raise BuilderError(
            say("{folder}: cannot be written: {why}", folder=folder, why=error.strerror or error)
        ) from error
    return folder / name
