"""Where the kernels of a module are kept: in a folder named after all that they are made of.

Numba takes a kernel from its cache while that kernel's own file is unchanged, even where one that it calls in another
file, or a tolerance that it uses, has changed: it would measure by the old rules without a word. So each module's
kernels are kept under the content of that module and of all that it imports of ours: whoever changes one compiles
what depends on it again and nothing else, and two copies of the program with the same kernels share them.
`NUMBA_CACHE_DIR` says where, if it is set; else they are in the user's cache.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

import numba

from sim.geometry.compile.sources import Sources

__all__ = ["KEEPERS", "OURS", "folder", "present"]

SETTINGS = {"OPT": 3, "BOUNDSCHECK": None, "DEBUGINFO_DEFAULT": 0, "LOOP_VECTORIZE": 1}
"""What numba's environment variables may change in a kernel, and as what: such kernels are kept apart."""

_ROOM = __name__.rpartition(".")[0]
_PACKAGE = _ROOM.rpartition(".")[0] + "."
KEEPERS = frozenset(f"{_ROOM}.{each}" for each in ("checked_files", "errors", "folders", "kept", "sources", "trust"))
"""The modules that find kernels and keep them, and change none."""

OURS = Sources(Path(__file__).parents[_ROOM.count(".")])


@cache
def folder(module: str, of: Sources = OURS) -> Path:
    """Where the kernels of a module are kept, by its dotted name.

    Raises SourceError where that module, or one that it imports, is not there.
    """
    import platformdirs

    digest = hashlib.sha256(numba.__version__.encode() + b"\0")
    for name, usual in SETTINGS.items():
        if getattr(numba.config, name) != usual:
            digest.update(f"{name}={getattr(numba.config, name)}".encode() + b"\0")
    for name in sorted(of.made_of(module) - KEEPERS):
        digest.update(name.encode() + b"\0" + of.content(name) + b"\0")
    try:
        base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("bauta", appauthor=False) / "kernels"
    except RuntimeError:  # nobody's home: no kernel is taken from a relative folder, nor kept in one
        base = "kernels"
    return Path(base) / f"{module.removeprefix(_PACKAGE)}-{digest.hexdigest()[:16]}"


def present() -> list[Path]:
    """The folders of all modules as they are now."""
    below = Path(OURS.package, *_PACKAGE.split(".")[1:-1])
    return [folder(OURS.name(file)) for file in below.rglob("*.py")]
