"""Where names are used: which functions read what a class or a module assigns."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Function(NamedTuple):
    module: str
    name: str  # qualified
    lines: tuple[int, int]  # of its body


class Mentions:
    """The functions of modules, by what they read. `sources`: module -> source."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self.functions: list[Function] = []
        self._reading: dict[str, list[Function]] = defaultdict(list)
        for module, source in sources.items():
            for function, node in _functions(module, ast.parse(source), ""):
                self.functions.append(function)
                for name in set(_names(node)):
                    self._reading[name].append(function)

    def reading(self, name: str) -> list[Function]:
        """The functions that read a name, as a variable, an attribute, or an argument by keyword."""
        return self._reading.get(name, [])

    def within(self, module: str, scope: str) -> list[Function]:
        """The functions of a class, or the one of this name."""
        return [f for f in self.functions if f.module == module and f"{f.name}.".startswith(f"{scope}.")]


def _functions(module: str, node: ast.AST, scope: str) -> Iterator[tuple[Function, ast.FunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            lines = (child.body[0].lineno, child.end_lineno or child.lineno)
            yield Function(module, f"{scope}{child.name}", lines), child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(module, child, f"{scope}{child.name}.")


def _names(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(name)) if name.isidentifier():  # of an attribute that is asked for by name
                yield name
