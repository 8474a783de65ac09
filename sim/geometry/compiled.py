"""Compiled kernels, kept on disk by the content of what they are made of.

Numba takes a kernel from its cache while that kernel's own file is unchanged, even where one that it calls in another
file, or a tolerance that it uses, has changed: it would measure by the old rules without a word. So each module's
kernels are kept under the content of that module and of all that it imports from this package: whoever changes one
compiles what depends on it again and nothing else, and two copies of the program with the same kernels share them.
`NUMBA_CACHE_DIR` says where, if it is set; else they are in the user's cache.

Importing this module imports numba (half a second).
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.caching import CacheImpl, _CacheLocator

__all__ = ["kept", "lean", "njit"]


def _without_blas() -> None:
    """Load numba's array functions, which look for scipy's linear algebra: no kernel needs it, and it costs every
    start 0.15 s."""
    from numba.np import linalg

    def none() -> None:
        raise ImportError

    found, linalg.ensure_blas = linalg.ensure_blas, none
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = found


_without_blas()

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def lean(kernel: Kernel) -> Kernel:
    """As `njit`, for kernels that make no arrays.

    Numba counts the references to every array that a kernel takes out of a tuple, and a scene has dozens of them:
    without the counting, looking up the ground under a point takes a twelfth of the time.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
    return cast(Kernel, njit(**options)(kernel))


_HERE = Path(__file__).parent
_IMPORT = re.compile(rb"^ *from sim\.geometry(?:\.(\w+) import| import (\([^)]*\)|.+))", re.M)


@cache
def made_of(module: str) -> frozenset[str]:
    """A module of this package and all that it imports from it, by their names."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in found or not (_HERE / f"{name}.py").is_file():
            continue
        found.add(name)
        for one, several in _IMPORT.findall((_HERE / f"{name}.py").read_bytes()):
            waiting.extend([one.decode()] if one else re.findall(r"\w+", several.decode()))
    return frozenset(found)


@cache
def folder(module: str) -> Path:
    """Where the kernels of a module of this package are kept."""
    import platformdirs

    digest = hashlib.sha256()
    for name in sorted(made_of(module)):
        digest.update(name.encode() + b"\0" + (_HERE / f"{name}.py").read_bytes() + b"\0")
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("bauta", appauthor=False) / "kernels"
    return Path(base) / f"{module}-{digest.hexdigest()[:16]}"


class _ByContent(_CacheLocator):
    """Tells numba where to keep the kernels of this package; leaves those of others to others."""

    def __init__(self, kernel: Callable[..., Any], file: str) -> None:
        self._folder = folder(Path(file).stem)
        self._line = kernel.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, kernel: Callable[..., Any], file: str) -> _ByContent | None:
        if Path(file).resolve().parent != _HERE.resolve():
            return None
        return cls(kernel, file) if _writable(folder(Path(file).stem)) else None


@cache
def _writable(place: Path) -> bool:
    """Whether kernels can be kept here: looked into once for a module, not for each of its kernels as numba does."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=place):
            return True
    except OSError:
        return False


CacheImpl._locator_classes.insert(0, _ByContent)


@cache
def kept(module: str, kernel: str) -> bool:
    """Whether a kernel was compiled on this installation before; else its first use takes a while."""
    return any(folder(module).glob(f"{module}.{kernel}-*.nbi"))
