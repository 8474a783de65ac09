"""What the documentation names is there: modules, files, commands. What it links to inside, its build checks."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import sim
from sim.cli.main import COMMANDS

CHECKOUT = Path(__file__).parents[2]
DOCS = CHECKOUT / "tools" / "docs"
TOP = sorted(CHECKOUT.glob("*.md"))
PAGES = {
    file.relative_to(CHECKOUT).as_posix(): file.read_text(encoding="utf-8") for file in [*TOP, *DOCS.rglob("*.md")]
}
NAMES = re.compile(r"(?<![\w./])sim(?:\.\w+)+")
FILES = re.compile(r"(?<![\w./-])(?:sim|tests|tools|\.ci)/[\w./-]*\w")
TOOLS = re.compile(r"python (tools/\S+\.py)")
LINKS = re.compile(r"\]\(([^)#\s]+)\)")
NEW = re.compile(r"`([^`]+)`, new")  # what a recipe makes


@pytest.mark.parametrize("page", PAGES)
def test_every_module_and_name_on_a_page_exists(page: str) -> None:
    made = [path.removesuffix(".py").replace("/", ".") for path in NEW.findall(PAGES[page])]
    wrong = [name for name in NAMES.findall(PAGES[page]) if not name.startswith(tuple(made)) and not _exists(name)]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_folder_on_a_page_exists(page: str) -> None:
    named = [*FILES.findall(PAGES[page]), *TOOLS.findall(PAGES[page])]
    made = NEW.findall(PAGES[page])
    assert [path for path in named if path not in made and not (CHECKOUT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_a_page_exists(page: str) -> None:
    named = re.findall(r"(?:`|^)bauta ([a-z]+)", PAGES[page], re.MULTILINE)
    assert [command for command in named if command not in COMMANDS] == []


@pytest.mark.parametrize("page", [file.name for file in TOP])
def test_links_of_a_page_at_the_top_lead_to_files(page: str) -> None:
    links = [link for link in LINKS.findall(PAGES[page]) if not link.startswith("http")]
    assert [link for link in links if not (CHECKOUT / link).is_file()] == []


def test_the_picture_of_the_house_is_as_the_contracts_of_imports_say() -> None:
    spec = importlib.util.spec_from_file_location("house", DOCS / "house.py")
    assert spec is not None
    assert spec.loader is not None
    house = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(house)
    assert house.PICTURE.read_text(encoding="utf-8") == house.drawn(), "draw it anew: python tools/docs/house.py"


def test_everything_that_the_front_door_hands_on_has_its_place_in_the_reference() -> None:
    pages = "".join(text for page, text in PAGES.items() if page.startswith("tools/docs/api/"))
    asked = [f"sim.{name}" for name in sim.__all__ if name != "__version__"]
    assert [
        name for name in asked if not re.search(rf"(?:autoclass|autofunction):: {name}$", pages, re.MULTILINE)
    ] == []


# --- what there is: read from the sources, so that nothing needs to be imported -----------------------------------


def _exists(name: str) -> bool:
    """Is there such a package, module, or name in a module (of a class there)?"""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        stem = CHECKOUT.joinpath(*parts[:count])
        source = next((file for file in (stem.with_suffix(".py"), stem / "__init__.py") if file.is_file()), None)
        if source is not None:
            return _holds(_tree(source), parts[count:])
    return False


@cache
def _tree(source: Path) -> ast.Module:
    return ast.parse(source.read_text(encoding="utf-8"))


def _holds(scope: ast.Module | ast.ClassDef, names: list[str]) -> bool:
    if not names:
        return True
    for node in ast.walk(scope) if isinstance(scope, ast.ClassDef) else scope.body:
        if names[0] in _bound(node):
            return len(names) == 1 or (isinstance(node, ast.ClassDef) and _holds(node, names[1:]))
    return False


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a statement binds."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            yield name
        case ast.ImportFrom(names=names) | ast.Import(names=names):
            yield from (each.asname or each.name for each in names)
        case ast.If(body=body):  # as TYPE_CHECKING
            yield from (name for each in body for name in _bound(each))
        case ast.Assign(targets=targets):
            yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
