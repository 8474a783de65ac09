"""What the house rules say of every module: its length, its functions, its names, and what it offers."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "sim").rglob("*.py"))
LONGEST_MODULE, LONGEST_FUNCTION, MOST_ARGUMENTS = 400, 60, 7
REASON = "long because"  # in the docstring of a function that is longer
Trees = dict[str, ast.Module]


@pytest.fixture(scope="module")
def trees() -> Trees:
    """All modules, read: seconds and hundreds of megabytes, which the tests of other files need not bear."""
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_bytes()) for path in MODULES}


def functions(trees: Trees) -> Iterator[tuple[str, ast.FunctionDef]]:
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield f"{file}:{node.lineno} {node.name}", node


def test_no_module_is_longer_than_a_reader_keeps_in_mind() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_a_function_fits_on_a_screen_or_says_why_not(trees: Trees) -> None:
    long = [
        where
        for where, each in functions(trees)
        if each.end_lineno - each.lineno >= LONGEST_FUNCTION and REASON not in (ast.get_docstring(each) or "").lower()
    ]
    assert long == []


def test_kernels_take_named_structures_rather_than_long_rows_of_numbers(trees: Trees) -> None:
    long = [
        where
        for where, each in functions(trees)
        if where.startswith("sim/geometry/") and len(each.args.posonlyargs) + len(each.args.args) > MOST_ARGUMENTS
    ]
    assert long == []


def test_a_class_name_stands_for_one_thing(trees: Trees) -> None:
    homes = defaultdict(list)
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(file)
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_a_module_says_what_it_offers() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "exports.py"], capture_output=True, text=True)
    assert done.stdout == ""
    assert done.returncode == 0
