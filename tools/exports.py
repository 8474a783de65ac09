"""Keeps `__all__` of every module of `sim` true: `python tools/exports.py` says what is amiss, `--write` mends it.

A module offers what others import from it, here and in the tests and tools; one that nobody imports from by name, as it
registers itself or is found by its name, all its public functions and classes; a package, what its `__init__` brings.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
READERS = ("sim", "tests", "tools")
WIDE = 120
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def main(arguments: list[str]) -> int:
    """Exit code 0 where all is as it should be, or was mended."""
    wrong = dict(amiss(CHECKOUT))
    for file, names in wrong.items():
        print(f"{file.relative_to(CHECKOUT)}: __all__ should be {listed(names).strip()}")
        if "--write" in arguments:
            file.write_text(written(file.read_text(encoding="utf-8"), names), encoding="utf-8")
    return 0 if "--write" in arguments or not wrong else 1


def amiss(checkout: Path) -> Iterator[tuple[Path, list[str]]]:
    """The modules whose `__all__` is missing, lacks a name that others import or has one that is not there, with what
    it should be."""
    wanted = imported(checkout)
    for module, file in modules(checkout, "sim").items():
        if file.name == "__init__.py":
            continue  # what a package hands on is decided by hand
        tree = ast.parse(file.read_bytes())
        said = offered(tree)
        made = bound(tree)
        kept = [name for name in said or () if name in made]
        needed = {name for name in wanted[module] if not name.startswith("_") or name == "__version__"} & bound(
            tree, imports=False
        )
        if not needed and not kept:
            needed = {each.name for each in tree.body if isinstance(each, DEFINITIONS) and each.name[0] != "_"}
        if said is None or not needed <= set(kept) or kept != said:
            yield file, sorted({*needed, *kept}, key=_order)


def modules(checkout: Path, package: str) -> dict[str, Path]:
    """The file of each module of a folder, by its dotted name."""
    found = {}
    for file in sorted((checkout / package).rglob("*.py")):
        parts = file.relative_to(checkout).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imported(checkout: Path) -> dict[str, set[str]]:
    """The names that others take from each module: `from m import n`, and `m.n` where the module itself is imported."""
    own = modules(checkout, "sim")
    taken: dict[str, set[str]] = defaultdict(set)
    for package in READERS:
        for module, file in modules(checkout, package).items():
            nodes = list(ast.walk(ast.parse(file.read_bytes())))
            known: dict[str, str] = {}
            for node in nodes:
                if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    for alias in node.names:
                        inner = f"{node.module}.{alias.name}"
                        if inner in own:
                            known[alias.asname or alias.name] = inner
                        elif node.module != module:
                            taken[node.module].add(alias.name)
                elif isinstance(node, ast.Import):
                    known |= {alias.asname: alias.name for alias in node.names if alias.asname and alias.name in own}
            for node in nodes:
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in known:
                    taken[known[node.value.id]].add(node.attr)
    return taken


def bound(tree: ast.Module, imports: bool = True) -> set[str]:
    """The names that a module has at its top level; without `imports`, those that it makes itself."""
    names: set[str] = set()
    waiting: list[ast.stmt] = list(tree.body)
    for node in waiting:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        elif isinstance(node, (ast.If, ast.Try)):
            waiting += [*node.body, *node.orelse, *(s for h in getattr(node, "handlers", []) for s in h.body)]
        elif imports and isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def offered(tree: ast.Module) -> list[str] | None:
    """What `__all__` says now, None where there is none."""
    statement = _statement(tree)
    return None if statement is None else [str(each) for each in ast.literal_eval(statement.value)]


def _statement(tree: ast.Module) -> ast.Assign | ast.AnnAssign | None:
    """Where `__all__` is set."""
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name("__all__")]) | ast.AnnAssign(ast.Name("__all__")):
                return node
    return None


def listed(names: list[str]) -> str:
    """`__all__ = [...]`, on one line where it fits."""
    if not names:
        return "__all__: list[str] = []\n"
    line = f"__all__ = [{', '.join(repr(n) for n in names)}]\n".replace("'", '"')
    if len(line) <= WIDE + 1:
        return line
    return "__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"


def written(text: str, names: list[str]) -> str:
    """The module's text with this `__all__`: where the old one stood, else after the last import at the top."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    if (statement := _statement(tree)) is not None:
        return "".join([*lines[: statement.lineno - 1], listed(names), *lines[statement.end_lineno :]])
    last = 0
    for node in tree.body:
        typed = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node is tree.body[0]
        if isinstance(node, (ast.Import, ast.ImportFrom)) or typed or docstring:
            last = node.end_lineno or last
        else:
            break
    return "".join([*lines[:last], "\n", listed(names), *lines[last:]])


def _order(name: str) -> tuple[int, str]:
    """As ruff sorts them: constants, classes, then the rest."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
