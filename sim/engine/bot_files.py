"""Bots that lie in files of somebody else's: each file is executed once, and again when it was changed.

What lies beside a file can be imported by it, at the top of it. Such modules are forgotten by name once the file has
been executed: two bots in two folders may each have a `helpers.py`, also two states of the same bot. So an import later
on, within a function, does not find them; annotations that are read later do, as their classes know the module by a
name of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from importlib import invalidate_caches
from importlib.util import module_from_spec, spec_from_file_location
from os.path import isfile
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

__all__ = ["BotFiles"]

BY_FILE = "bot_"  # modules that were named by their file are called so


class _Executed(NamedTuple):
    """A module by its file, and the files that it was made of, its own first, each with a key of what is in it."""

    module: ModuleType
    made_of: dict[Path, bytes]


class BotFiles:
    """The files of bots that were executed in this process."""

    def __init__(self) -> None:
        self._executed: dict[Path, _Executed] = {}
        self._names: set[str] = set()

    def module(self, place: str) -> ModuleType | None:
        """The module of a file; None: there is no such file. Raises whatever is wrong in it."""
        path = Path(place).resolve()
        if not isfile(path):
            return None
        found = self._executed.get(path)
        if found is None or any(not isfile(file) or _key(file) != key for file, key in found.made_of.items()):
            found = self._executed[path] = self._execute(path, place)
        return found.module

    def made_of(self, place: str) -> tuple[Path, ...]:
        """The file, and those beside it that it imported. Raises whatever is wrong in it."""
        return () if self.module(place) is None else tuple(self._executed[Path(place).resolve()].made_of)

    def has(self, module: str) -> bool:
        """Does a module of this name lie in such a file, or beside one?"""
        return module in self._names

    def _execute(self, path: Path, place: str) -> _Executed:
        key = _key(path)
        name = f"{BY_FILE}{path.stem}_{blake2b(str(path).encode(), digest_size=4).hexdigest()}"
        spec = spec_from_file_location(name, place)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        before = sys.modules.get(name)
        sys.modules[name] = module  # as imports do: annotations are looked up there
        try:
            with _in_reach(path.parent) as beside:
                spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            if before is not None:
                sys.modules[name] = before
            raise
        for forgotten in [each for each in sys.modules if each.startswith(f"{name}.")]:
            del sys.modules[forgotten]  # of an older state of this bot
        own = [_kept_as(f"{name}.{each}", module) for each, module in beside.items()]
        self._names |= {name, *beside, *own}
        files = sorted(Path(each.__file__) for each in beside.values() if each.__file__ is not None)
        return _Executed(module, {path: key} | {file: _key(file) for file in files})


@contextmanager
def _in_reach(folder: Path) -> Iterator[dict[str, ModuleType]]:
    """Modules in a folder can be imported, and are forgotten after; gives them by name then."""
    beside: dict[str, ModuleType] = {}
    known, place = set(sys.modules), str(folder)
    sys.path.insert(0, place)
    invalidate_caches()  # a file may have been written just now
    try:
        yield beside
    finally:
        with suppress(ValueError):  # it may have changed the list
            sys.path.remove(place)
        new = {name: module for name, module in sys.modules.items() if name.partition(".")[0] not in known}
        own = {name for name, module in new.items() if "." not in name and _lies_in(module, folder)}
        for name, module in new.items():
            if name.partition(".")[0] in own:
                beside[name] = module
                del sys.modules[name]


def _kept_as(name: str, module: ModuleType) -> str:
    """The module stays under another name, by which its classes know it: that is where annotations are looked up."""
    for each in [each for each in vars(module).values() if isinstance(each, type)]:
        if each.__module__ == module.__name__:
            each.__module__ = name
    sys.modules[name] = module
    return name


def _lies_in(module: ModuleType, folder: Path) -> bool:
    """Is it a file or a package of this folder, not of one in it?"""
    where = [*getattr(module, "__path__", ())] or [getattr(module, "__file__", None) or ""]
    return Path(where[0]).parent == folder


def _key(file: Path) -> bytes:
    return blake2b(file.read_bytes(), digest_size=16).digest()
