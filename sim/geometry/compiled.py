"""Compiled kernels, kept on disk by the content of what they are made of.

Numba takes a kernel from its cache while that kernel's own file is unchanged, even where one that it calls in another
file, or a tolerance that it uses, has changed: it would measure by the old rules without a word. So each module's
kernels are kept under the content of that module and of all that it imports from this package: whoever changes one
compiles what depends on it again and nothing else, and two copies of the program with the same kernels share them.
`NUMBA_CACHE_DIR` says where, if it is set; else they are in the user's cache.

A kernel that is kept is taken off the disk without what only compiling takes: numba's library of functions is not
installed (0.2 s), nor is the kernel read in the form that others link to (0.02 s each). Both are made up for before
the first kernel is compiled.

Importing this module imports numba (half a second).
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, ClassVar, TypeVar, cast

import numba
from llvmlite import binding as llvm
from numba.core.caching import CacheImpl, CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.runtime.nrt import rtsys


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

log = logging.getLogger(__name__)
"""Tells of each kernel that has to be compiled, before it is and after: somebody may be waiting."""

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def njit(**options: Any) -> Callable[[Kernel], Kernel]:
    """As numba's, for kernels that are kept."""

    def compiled(function: Kernel) -> Kernel:
        kernel = numba.njit(**options)(function)
        kernel._cache = _Kept(function)
        return cast(Kernel, kernel)

    return compiled


def lean(kernel: Kernel) -> Kernel:
    """As `njit`, for kernels that make no arrays.

    Numba counts the references to every array that a kernel takes out of a tuple, and a scene has dozens of them:
    without the counting, looking up the ground under a point takes a twelfth of the time.
    """
    return njit(cache=True, nogil=True, _nrt=False)(kernel)


SETTINGS = {"OPT": 3, "BOUNDSCHECK": None, "DEBUGINFO_DEFAULT": 0, "LOOP_VECTORIZE": 1}
"""What numba's environment variables may change in a kernel, and as what: such kernels are kept apart."""

_HERE = Path(__file__).parent
_IMPORT = re.compile(rb"^ *from sim\.geometry(?:\.(\w+) import| import (\([^)]*\)|.+))", re.M)


@cache
def _content(module: str) -> bytes:
    return (_HERE / f"{module}.py").read_bytes()


@cache
def _imported(module: str) -> frozenset[str]:
    """The modules of this package that one of them imports, by their names."""
    names = {
        name
        for one, several in _IMPORT.findall(_content(module))
        for name in ([one.decode()] if one else re.findall(r"\w+", several.decode()))
    }
    return frozenset(name for name in names if (_HERE / f"{name}.py").is_file())


@cache
def made_of(module: str) -> frozenset[str]:
    """A module of this package and all that it imports from it, by their names."""
    found: set[str] = set()
    waiting = {module}
    while waiting:
        found |= waiting
        waiting = {name for each in waiting for name in _imported(each)} - found
    return frozenset(found)


@cache
def folder(module: str) -> Path:
    """Where the kernels of a module of this package are kept."""
    import platformdirs

    digest = hashlib.sha256()
    for name, usual in SETTINGS.items():
        if getattr(numba.config, name) != usual:
            digest.update(f"{name}={getattr(numba.config, name)}".encode() + b"\0")
    for name in sorted(made_of(module)):
        digest.update(name.encode() + b"\0" + _content(name) + b"\0")
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("bauta", appauthor=False) / "kernels"
    return Path(base) / f"{module}-{digest.hexdigest()[:16]}"


class _ByContent(_CacheLocator):
    """Tells numba where to keep the kernels of this package; leaves those of others to others."""

    def __init__(self, kernel: Callable[..., Any], file: str) -> None:
        self._py_file = file  # numba names it where it warns of a kernel that cannot be kept
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

_NOTHING = llvm.parse_assembly("").as_bitcode()


class _Linkable:
    """Kernels taken off the disk, each with the form that others link to; None once any kernel has been compiled."""

    unread: ClassVar[list[tuple[Any, bytes]] | None] = []


class _MachineCode(CompileResultCacheImpl):
    """Takes a kernel's machine code alone off the disk, as long as nothing has to be compiled."""

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> Any:
        (name, kind, held), made, *more = payload
        if _Linkable.unread is None or kind != "object":
            return super().rebuild(target_context, payload)
        machine_code, linkable = held
        target_context.codegen()._engine._defined_symbols |= {
            made.llvm_func_name,
            made.llvm_cpython_wrapper_name,
            made.llvm_cfunc_wrapper_name,
        }
        found = super().rebuild(target_context, ((name, kind, (machine_code, _NOTHING)), made, *more))
        _Linkable.unread.append((found.library, linkable))
        return found


class _Kept(FunctionCache):
    _impl_class = _MachineCode

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if _Linkable.unread is not None:
            rtsys.initialize(target_context)
            found = self._load_overload(sig, target_context)
            if found is not None:
                return found
            _make_up(_Linkable.unread)
        found = super().load_overload(sig, target_context)
        if found is None:
            log.info("compiling %s", self._py_func.__qualname__)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        super().save_overload(sig, data)
        log.info("compiled %s", self._py_func.__qualname__)


def _make_up(unread: list[tuple[Any, bytes]]) -> None:
    """Read what was left out of the kernels taken off the disk: one that is compiled may link to them."""
    for library, linkable in unread:
        library._shared_module = llvm.parse_bitcode(linkable)
        library.codegen._engine._load_defined_symbols(library._shared_module)
    _Linkable.unread = None
