"""Which file a map is: one that is named, one of the maps that come with the program, or one of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import isfile
from pathlib import Path

from sim.board.files.folders import data_dir, maps_dir
from sim.board.files.packages import PACKAGE, opened
from sim.board.model.errors import MapError
from sim.errors import meant
from sim.words import say

__all__ = ["find_map", "own_maps", "own_maps_dir"]


def find_map(name_or_path: str | Path) -> Path:
    """The file of a map: a path, or the name of a map that comes with the program or is one's own. The map of a
    package is laid out in the cache.

    Raises:
        MapError: there is no such file or name; the message lists the names.
        PackageError: the package cannot be opened.
    """
    path = Path(name_or_path)
    if isfile(path):  # also where such a path cannot be
        return opened(path) if path.suffix.lower() == PACKAGE else path
    if path.suffix == "":
        own = own_maps_dir()
        for lies in (maps_dir() / f"{path}.toml", own / f"{path}.toml", own / path / f"{path}.toml"):
            if isfile(lies):
                return lies
    known = sorted({p.stem for p in (*maps_dir().glob("*.toml"), *own_maps())})
    raise MapError(
        say(
            "no map '{name}': give the path of a file, or a name; {mend}",
            name=name_or_path,
            mend=meant(str(name_or_path), known),
        )
    )


def own_maps() -> Iterator[Path]:
    """The player's own maps; those that came with pieces of their own lie in a folder with them."""
    yield from sorted(own_maps_dir().glob("*.toml"))
    yield from sorted(path for path in own_maps_dir().glob("*/*.toml") if path.stem == path.parent.name)


def own_maps_dir() -> Path:
    """Where the player's own maps lie. Raises BoardError where the data folder cannot be made."""
    return data_dir() / "maps"
