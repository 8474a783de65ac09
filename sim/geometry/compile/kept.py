"""Kernels kept on disk, in the folder of what they are made of: all that we know of numba's inside.

A kernel that is kept is taken off the disk without what only compiling takes: numba's library of functions is not
installed (0.2 s), nor is the kernel read in the form that others link to (0.02 s each). Both are made up for before
the first kernel is compiled.

Importing this module raises UnknownNumba where numba's inside is not as it was in the versions that we know.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numba
from llvmlite import binding as llvm

from sim.geometry.compile.checked_files import CheckedFiles
from sim.geometry.compile.errors import UnknownNumba
from sim.geometry.compile.folders import OURS, folder
from sim.geometry.compile.trust import own_folder

__all__ = ["ByContent", "Kept", "hasten", "keep"]

log = logging.getLogger("sim.kernels")
"""Tells of each kernel that has to be compiled, before it is and after: somebody may be waiting."""


try:
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
    from numba.core.codegen import CPUCodeLibrary, JitEngine
    from numba.core.dispatcher import Dispatcher
    from numba.core.options import DefaultOptions
    from numba.core.runtime.nrt import rtsys
    from numba.core.targetconfig import TargetConfig
    from numba.np import linalg

    _ASSUMED = (
        CompileResultCacheImpl._locator_classes,
        CompileResultCacheImpl.rebuild,
        FunctionCache._impl_class,
        FunctionCache._load_overload,
        CPUCodeLibrary.serialize_using_object_code,
        JitEngine._load_defined_symbols,
        Dispatcher.enable_caching,
        DefaultOptions._nrt,
        linalg.ensure_blas,
        rtsys.initialize,
        TargetConfig.values,
    )
except (ImportError, AttributeError) as missing:
    raise UnknownNumba(f"numba {numba.__version__}: {missing}") from missing


def _without_blas() -> None:
    """Load numba's array functions, which look for scipy's linear algebra: no kernel needs it, and it costs every
    start 0.15 s."""

    def none() -> None:
        raise ImportError

    found, linalg.ensure_blas = linalg.ensure_blas, none
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = found


_without_blas()


def hasten() -> None:
    """Compile a tenth quicker from now on.

    Numba knows a call that it has seen by all flags of the compiler, which it asks for one by one each time.
    """
    usual: dict[type, dict[str, Any]] = {}

    def values(self: Any) -> dict[str, Any]:
        if type(self) not in usual:
            usual[type(self)] = {name: option.default for name, option in self.options.items()}
        return {**usual[type(self)], **self._values}

    TargetConfig.values = values  # type: ignore[method-assign]


def keep(kernel: object, function: Callable[..., Any]) -> None:
    """Keep what is compiled of a kernel, where there is a folder for it that nobody else may write to.

    Raises SourceError where the function does not stand in a module of ours.
    """
    if isinstance(kernel, Dispatcher) and _usable(folder(_module(function.__code__.co_filename))):
        kernel._cache = Kept(function)  # type: ignore[attr-defined]


@cache
def _module(file: str) -> str:
    return OURS.name(file)


class ByContent(_CacheLocator):
    """Tells numba where to keep a kernel."""

    def __init__(self, kernel: Callable[..., Any], file: str) -> None:
        self._py_file = file  # numba names it where it warns of a kernel that cannot be kept
        self._folder = folder(_module(file))
        self._line = kernel.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, kernel: Callable[..., Any], file: str) -> ByContent:
        return cls(kernel, file)


@cache
def _usable(place: Path) -> bool:
    """Whether kernels may be read from here: looked into once for a module, not for each kernel as numba does."""
    why = own_folder(place)
    with suppress(OSError):
        os.utime(place)  # used just now
    if why:
        _refuse(f"kernels are not taken from {why}; they are compiled at each start")
    return not why


@cache
def _refuse(words: str) -> None:
    """Tell it once, not for each module."""
    logging.getLogger("sim.cache").warning("%s", words)


_NOTHING = llvm.parse_assembly("").as_bitcode()


class _Linkable:
    """Kernels taken off the disk, each with the form that others link to; None once any kernel has been compiled."""

    unread: ClassVar[list[tuple[Any, bytes]] | None] = []


class _MachineCode(CompileResultCacheImpl):
    """Takes a kernel's machine code alone off the disk, as long as nothing has to be compiled."""

    _locator_classes: list[type[object]] = [ByContent]  # noqa: RUF012 (numba's)

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


class Kept(FunctionCache):
    """Where numba looks for a kernel before it compiles it."""

    _impl_class = _MachineCode

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = CheckedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

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
        try:
            super().save_overload(sig, data)
        except OSError as error:
            where = Path(self._cache_path).parent
            _refuse(f"kernels cannot be kept in {where} ({error.strerror or error}): they are compiled at each start")
        log.info("compiled %s", self._py_func.__qualname__)


def _make_up(unread: list[tuple[Any, bytes]]) -> None:
    """Read what was left out of the kernels taken off the disk: one that is compiled may link to them."""
    for library, linkable in unread:
        library._shared_module = llvm.parse_bitcode(linkable)
        library.codegen._engine._load_defined_symbols(library._shared_module)
    _Linkable.unread = None
