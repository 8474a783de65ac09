"""The source files that a module is made of: its own, and those of all that it imports of ours, to the last.

Imports are read where they stand in the text, also inside functions and under `if TYPE_CHECKING`: one too many costs
a compilation that was not needed, one too few would leave a kernel that measures by old rules.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from sim.geometry.compile.errors import SourceError

__all__ = ["Sources", "statements"]

_PLAIN = re.compile(
    rb"from[ ](?P<from>[a-z_][\w.]*)[ ]import[ ]"
    rb"(?:\((?P<several>[\s\w,]+)\)|(?P<few>\w+(?:,[ ]\w+)*))|import[ ](?P<whole>[a-z_][\w.]*)"
)
_NAME = re.compile(rb"\w+")
_STATEMENT = re.compile(rb"^[ \t]*(?:from|import)[ \t.][^\n(]*(?:\([^)]*\))?[^\n]*", re.MULTILINE)
_WORD = re.compile(rb"\bimport\b")
_DECORATED = re.compile(
    rb"^@(?P<how>njit_noref|njit\((?:[^()]|\([^()]*\))*\))[^\n]*\n(?:@[^\n]*\n)*def[ ](?P<name>\w+)", re.MULTILINE
)


class Sources:
    """The modules of one package, its sub-packages included, each under its dotted name
    (`sim.geometry.ground.plan_distances`).

    They are read once: a program that is running goes on with the sources that it was started with.
    """

    def __init__(self, package: Path) -> None:
        """`package` is the folder of the topmost package, `.../sim`."""
        self.package = package.resolve()
        self._files: dict[str, Path | None] = {}
        self._contents: dict[str, bytes] = {}
        self._imports: dict[str, frozenset[str]] = {}
        self._made_of: dict[str, frozenset[str]] = {}

    def name(self, file: str | Path) -> str:
        """The dotted name of the module in a file. Raises SourceError where that is none of the package's."""
        path = Path(file).resolve()
        if path.suffix != ".py" or not path.is_file() or self.package not in path.parents:
            raise SourceError(
                f"{file} is no module of {self.package}: its kernels could not be kept by what they are made of "
                "(outside the package, use numba.njit)"
            )
        parts = path.relative_to(self.package.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def content(self, module: str) -> bytes:
        """The text of a module. Raises SourceError where there is none of this name."""
        if module not in self._contents:
            file = self._file(module)
            if file is None:
                raise SourceError(f"there is no module {module} in {self.package}")
            self._contents[module] = file.read_bytes()
        return self._contents[module]

    def made_of(self, module: str) -> frozenset[str]:
        """A module and all that it imports from the package, by their dotted names.

        A package that is imported as a whole (`from sim.geometry import ray`) stands for all that lies in it: any of
        it can be reached through the name. A package that a module merely lies in is not counted.

        Raises SourceError where something of the package is imported that is not there.
        """
        if module not in self._made_of:
            found: set[str] = set()
            waiting = {module}
            while waiting:
                found |= waiting
                waiting = {name for each in waiting for name in self._imported(each)} - found
            self._made_of[module] = frozenset(found)
        return self._made_of[module]

    def modules(self, package: str) -> list[str]:
        """All modules in a package of these and in its own packages, sorted."""
        return sorted(self.name(file) for file in self._folder(package).rglob("*.py"))

    def kernels(self, module: str) -> frozenset[str]:
        """The functions of a module that are compiled and kept, by their names.

        Only their decorators are read: a window asks for all of them as it opens.
        """
        found = _DECORATED.finditer(self.content(module))
        return frozenset(each["name"].decode() for each in found if _keeps(ast.parse(each["how"], mode="eval").body))

    def _imported(self, module: str) -> frozenset[str]:
        if module not in self._imports:
            names: set[str] = set()
            for statement in statements(self.content(module)):
                if isinstance(statement, ast.Import):
                    for alias in statement.names:
                        names |= self._whole(alias.name, module)
                else:
                    names |= self._taken(statement, module)
            self._imports[module] = frozenset(names)
        return self._imports[module]

    def _taken(self, statement: ast.ImportFrom, module: str) -> set[str]:
        """The modules that `from origin import a, b` reads: `a` and `b` where they are modules, else `origin`."""
        origin = statement.module or ""
        if statement.level:
            lies_in = module.split(".")
            if self._file(module) != self._folder(module) / "__init__.py":
                lies_in = lies_in[:-1]
            up = lies_in[: len(lies_in) - statement.level + 1]
            origin = ".".join([*up, *filter(None, [statement.module])])
        if not self._ours(origin):
            return set()
        if self._folder(origin).with_suffix(".py") == self._file(origin):  # no package: nothing lies in it
            return {origin}
        names: set[str] = set()
        for alias in statement.names:
            inner = f"{origin}.{alias.name}"
            if self._file(inner) or self._folder(inner).is_dir():
                names |= self._whole(inner, module)
            elif self._file(origin):
                names.add(origin)
            else:
                raise self._missing(inner, module)
        return names

    def _whole(self, name: str, module: str) -> set[str]:
        """What importing a name stands for: a module, or a package with all that lies in it."""
        if not self._ours(name):
            return set()
        inside = {self.name(each) for each in self._folder(name).rglob("*.py")}
        if not inside and not self._file(name):
            raise self._missing(name, module)
        return inside or {name}

    def _missing(self, name: str, module: str) -> SourceError:
        return SourceError(
            f"{self._file(module)} imports {name}, which is not in {self.package}: its kernels could not be kept by "
            "what they are made of"
        )

    def _ours(self, name: str) -> bool:
        return name.split(".")[0] == self.package.name

    def _folder(self, name: str) -> Path:
        return self.package.joinpath(*name.split(".")[1:])

    def _file(self, name: str) -> Path | None:
        """The file of a module, or the one that makes a folder a package; None where there is neither."""
        if name not in self._files:
            folder = self._folder(name)
            files = (folder.with_name(f"{folder.name}.py"), folder / "__init__.py")
            self._files[name] = next((each for each in reversed(files) if each.is_file()), None)
        return self._files[name]


def statements(text: bytes) -> list[ast.Import | ast.ImportFrom]:
    """The import statements of a module's text, wherever they stand.

    They are found by how a line begins and read alone, which takes a hundredth of the time of reading the module.
    The whole of it is read where a line only looks like an import, or goes on further than it seems, or where the
    word stands anywhere else.
    """
    lines = [line.strip() for line in _STATEMENT.findall(text) if b"import" in line]  # words begin with "from", too
    try:
        if sum(len(_WORD.findall(line)) for line in lines) == len(_WORD.findall(text)):
            return [statement for line in lines for statement in _read(line)]
    except SyntaxError:
        pass
    return _imports(ast.walk(ast.parse(text)))


def _read(line: bytes) -> list[ast.Import | ast.ImportFrom]:
    """The import statements on a line. Raises SyntaxError."""
    plain = _PLAIN.fullmatch(line)
    if plain is None:
        return _imports(ast.parse(line).body)
    if plain["whole"]:
        return [ast.Import([ast.alias(plain["whole"].decode())])]
    names = _NAME.findall(plain["several"] or plain["few"])
    return [ast.ImportFrom(plain["from"].decode(), [ast.alias(name.decode()) for name in names], 0)]


def _imports(nodes: Iterable[ast.AST]) -> list[ast.Import | ast.ImportFrom]:
    return [each for each in nodes if isinstance(each, (ast.Import, ast.ImportFrom))]


def _keeps(decorator: ast.expr) -> bool:
    """`@njit_noref` or `@njit(cache=True, ...)`: see `sim.geometry.compile.kernels`."""
    match decorator:
        case ast.Name("njit_noref"):
            return True
        case ast.Call(ast.Name("njit"), _, keywords):
            return any(each.arg == "cache" for each in keywords) and all(each.arg != "inline" for each in keywords)
    return False
