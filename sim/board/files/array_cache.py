"""Arrays that are kept in the cache folder under names of what they were made from.

What is made of the boards that come with the program is shipped with it in the same form (`tools/build_prepared.py`).
All of it can be made again, so nothing here stops a command: what is damaged is told in a line and made anew, what
cannot be written is done without, and when the folder grows too large, what was used longest ago goes first.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.files.folders import assets_dir, cache_dir

__all__ = ["LIMIT", "clean", "kept_files", "make_room", "read_arrays", "shipped_dir", "write_arrays"]

log = logging.getLogger("sim.cache")

LIMIT = (
    1 << 30
)  # bytes of kept arrays, made pieces and boards laid out, and as many of kernels; `BAUTA_CACHE_MB` overrides
HOUR, DAY = 3600.0, 86400.0  # seconds
KEPT, HALF = ("*.npz", "begun-*", "made-*.glb"), ("*.tmp", "*.part.npz", ".made-*.part")


def read_arrays(name: str, expected: Iterable[str]) -> dict[str, NDArray[Any]] | None:
    """Arrays that were kept under a name, or are shipped under it, or None where they must be made (again).

    Each array is checked against the sum that was kept with it: what was changed or cut off is never handed out.
    """
    expected = tuple(expected)
    path = cache_dir() / f"{name}.npz"
    arrays = _read(path, expected)
    if arrays is None:
        return _read(shipped_dir() / f"{name}.npz", expected, shipped=True)
    with suppress(OSError):
        os.utime(path)  # used just now
    return arrays


def _read(path: Path, expected: Iterable[str], *, shipped: bool = False) -> dict[str, NDArray[Any]] | None:
    """`shipped` files are the program's own: damaged ones are left where they are."""
    try:
        with zipfile.ZipFile(path) as held:
            return {key: _array(held, f"{key}.npy") for key in expected}
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (PermissionError, IsADirectoryError) as error:
        _say_unreadable(
            f"shipped in {path.parent}" if shipped else f"kept in {path.parent}", error.strerror or str(error)
        )
        return None
    except Exception as error:  # whatever a damaged file makes its readers raise
        log.warning("%s is damaged (%s) and is made anew", path, " ".join(f"{error}".split()) or type(error).__name__)
        if not shipped:
            with suppress(OSError):
                path.unlink()
        return None


@cache
def _say_unreadable(what: str, why: str) -> None:
    """Once in a run: it is so with every file."""
    log.warning("what is %s cannot be read (%s) and is made anew", what, why)


def _array(held: zipfile.ZipFile, name: str) -> NDArray[Any]:
    with held.open(name) as file:
        array: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
        if file.read(1):  # its sum is checked where it ends
            raise ValueError(f"{name} is longer than it says")
    return array


def shipped_dir() -> Path:
    """What was made beforehand, of the boards that come with the program."""
    return assets_dir() / "prepared"


def write_arrays(name: str, arrays: Mapping[str, NDArray[Any]], *, packed: bool = False) -> None:
    """Keep arrays under a name; `packed` makes them small and slow. A cache that cannot be written is done without."""
    folder = cache_dir()
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=".tmp")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as out:
            save = np.savez_compressed if packed else np.savez
            save(out, **dict(arrays))  # type: ignore[arg-type]
        os.replace(temporary, folder / f"{name}.npz")
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        return
    make_room(folder)
    _limit_kernels(folder / "kernels")


@cache
def _limit_kernels(folder: Path) -> int:
    """Once in a run: there are thousands of files."""
    return make_room(folder, patterns=("*",), lately=DAY)


def make_room(folder: Path, limit: int | None = None, patterns: Sequence[str] = KEPT, lately: float = HOUR) -> int:
    """Take away what was used longest ago until no more than `limit` bytes are kept, and files that were left half
    written; returns how many bytes that were. What was used `lately`, in seconds, is in somebody's hands, and stays.
    """
    now, freed = time.time(), 0
    for path in _found(folder, HALF):
        with suppress(OSError):
            if now - path.stat().st_mtime > DAY:  # nobody will finish it
                freed += _remove(path)
    kept = kept_files(folder, patterns)
    total = sum(size for _, size, _ in kept)
    for used, size, path in kept:
        if total <= (_limit() if limit is None else limit) or now - used < lately:
            break
        total -= size
        freed += _remove(path)
    return freed


def clean(folder: Path, needed: Collection[Path] = ()) -> int:
    """Take away all that is kept, and the kernels that are not `needed`; returns how many bytes that were."""
    kernels = {path.resolve() for path in needed}
    there = [path for path in _found(folder / "kernels", ("*",)) if path.resolve() not in kernels]
    return sum(_remove(path) for path in [*_found(folder, (*KEPT, *HALF)), *there])


def kept_files(folder: Path, patterns: Sequence[str] = KEPT) -> list[tuple[float, int, Path]]:
    """What is kept: when it was last used, its bytes, and where it lies; the oldest first."""
    found = []
    for path in _found(folder, patterns):
        with suppress(OSError):
            found.append((path.stat().st_mtime, _size(path), path))
    return sorted(found)


def _found(folder: Path, patterns: Iterable[str]) -> Iterator[Path]:
    with suppress(OSError):
        yield from [path for pattern in patterns for path in folder.glob(pattern)]


def _size(path: Path) -> int:
    if path.is_dir():
        return sum(each.stat().st_size for each in path.iterdir() if each.is_file())
    return path.stat().st_size


def _remove(path: Path) -> int:
    """How many bytes went with it."""
    with suppress(OSError):
        size = _size(path)
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        return size
    return 0


def _limit() -> int:
    said = os.environ.get("BAUTA_CACHE_MB", "")
    if said.isascii() and said.isdigit() and len(said) < 16:
        return int(said) << 20
    if said:
        _say_no_limit(said)
    return LIMIT


@cache
def _say_no_limit(said: str) -> None:
    """Tell it once."""
    whole = LIMIT >> 20
    log.warning("BAUTA_CACHE_MB is %r: give a whole number of megabytes; %d are kept meanwhile", said[:40], whole)
