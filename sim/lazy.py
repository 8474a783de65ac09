"""Packages that hand on names of their modules, and import a module only when one of its names is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

__all__ = ["handed_on"]


def handed_on(package: str, homes: Mapping[str, Sequence[str]]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package (PEP 562): module -> the names that it brings.

    The package says the same to type checkers, with imports under `TYPE_CHECKING`, and to readers, with `__all__`.
    """
    home = {name: module for module, names in homes.items() for name in names}

    def get(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(sorted(home))}")
        return getattr(import_module(home[name]), name)

    def names() -> list[str]:
        return sorted({*vars(import_module(package)), *home})

    return get, names
