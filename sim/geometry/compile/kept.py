"""Kernels kept on disk, in the folder of what they are made of.

A kernel that is kept is taken off the disk without what only compiling takes: numba's library of functions is not
installed (0.2 s) until the first kernel is compiled, nor is the form read that others link to (0.02 s each) until one
does.

Importing this module raises UnknownNumba where numba's inside is not as it was in the versions that we know.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba

from sim.geometry.compile.checked_files import CheckedFiles
from sim.geometry.compile.errors import UnknownNumba
from sim.geometry.compile.folders import OURS, folder
from sim.geometry.compile.forms import is_linked_to, is_outermost, to_keep, two_forms, unkept
from sim.geometry.compile.trust import own_folder

__all__ = ["ByContent", "Kept", "hasten", "keep"]

log = logging.getLogger("sim.kernels")
"""Tells of each kernel that has to be compiled, before it is and after: somebody may be waiting."""


try:
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, _CacheLocator
    from numba.core.dispatcher import Dispatcher
    from numba.core.options import DefaultOptions
    from numba.core.runtime.nrt import rtsys
    from numba.core.targetconfig import TargetConfig

    _ASSUMED = (
        CompileResultCacheImpl._locator_classes,
        CompileResultCacheImpl.rebuild,
        FunctionCache._impl_class,
        FunctionCache._load_overload,
        FunctionCache._index_key,
        Dispatcher.enable_caching,
        DefaultOptions._nrt,
        rtsys.initialize,
        TargetConfig.values,
    )
except (ImportError, AttributeError) as missing:
    raise UnknownNumba(f"numba {numba.__version__}: {missing}") from missing


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
    if isinstance(kernel, Dispatcher):
        kernel._cache = _OnceAsked(function, _module(function.__code__.co_filename))  # type: ignore[attr-defined]
        two_forms(kernel)


class _OnceAsked:
    """A kernel's place on the disk, looked up when it is called first: those that only other kernels call never are."""

    def __init__(self, function: Callable[..., Any], module: str) -> None:
        self._function, self._module = function, module

    @cached_property
    def kept(self) -> FunctionCache | NullCache:
        return Kept(self._function) if _usable(folder(self._module)) else NullCache()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kept, name)


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


class _TwoForms(CompileResultCacheImpl):
    """Takes off the disk the form of a kernel that is asked for."""

    _locator_classes: list[type[object]] = [ByContent]  # noqa: RUF012 (numba's)

    def reduce(self, cres: Any) -> tuple[Any, ...]:
        return to_keep(cres)

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> Any:
        return unkept(target_context, payload)


class Kept(FunctionCache):
    """Where numba looks for a kernel before it compiles it."""

    _impl_class = _TwoForms

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = CheckedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)
        found = self._load_overload(sig, target_context)
        if found is None:
            target_context.refresh()
            log.info("compiling %s", self._py_func.__qualname__)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        if is_outermost():  # it is kept in a moment, when it can be called
            return
        if is_linked_to(data) and self._is_there(sig, data):  # another process may have made it callable meanwhile
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:
            where = Path(self._cache_path).parent
            _refuse(f"kernels cannot be kept in {where} ({error.strerror or error}): they are compiled at each start")
        log.info("compiled %s", self._py_func.__qualname__)

    def _is_there(self, sig: Any, data: Any) -> bool:
        return self._cache_file.load(self._index_key(sig, data.codegen)) is not None
