"""What a module is made of is found wherever it stands in the packages, and by whatever kind of import."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from sim.geometry.compile.errors import SourceError
from sim.geometry.compile.folders import folder
from sim.geometry.compile.sources import Sources, statements

ROOT = Path(__file__).parents[3]
FILES = {
    "house/__init__.py": "",
    "house/floor.py": "LEVEL = 1\n",
    "house/hall/__init__.py": "from house.hall.door import shut\n",
    "house/hall/door.py": "from ..floor import LEVEL\n\ndef shut(): ...\n",
    "house/hall/stair/__init__.py": "",
    "house/hall/stair/step.py": "HIGH = 7\n",
    "house/hall/stair/rail.py": "from . import step\n",
    "house/lone.py": "import math\nfrom collections.abc import (\n    Callable,\n)\n",
}


def house(tmp_path: Path, **more: str) -> Sources:
    """A package tree of two floors, with more modules (`at`: its text) in the package `house`."""
    for name, text in {**FILES, **{f"house/{at}.py": text for at, text in more.items()}}.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return Sources(tmp_path / "house")


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("from house.floor import LEVEL", {"house.floor"}),
        ("from house import floor, lone", {"house.floor", "house.lone"}),
        ("import house.floor as f", {"house.floor"}),
        ("import house.floor", {"house.floor"}),
        ("from .floor import LEVEL", {"house.floor"}),
        ("from . import floor", {"house.floor"}),
        ("from .hall.stair.rail import step", {"house.hall.stair.rail", "house.hall.stair.step"}),
        ("from .hall.stair import step as s", {"house.hall.stair.step"}),
        ("from house.hall.door import *", {"house.hall.door", "house.floor"}),
        ("from house.hall import shut", {"house.hall", "house.hall.door", "house.floor"}),  # what the package hands on
        ("from house.floor import (\n    LEVEL,  # of (nearly) all\n)", {"house.floor"}),
        ("from house.floor import \\\n    LEVEL", {"house.floor"}),
        ("def f():\n    from house.floor import LEVEL", {"house.floor"}),
        ("if True: from house.floor import LEVEL\nimport math", {"house.floor"}),
        ('"""Words\nfrom elsewhere, in a text.\n"""\nimport house.floor', {"house.floor"}),
    ],
)
def test_every_kind_of_import_is_followed(text: str, reads: set[str], tmp_path: Path) -> None:
    assert house(tmp_path, reader=text).made_of("house.reader") == {"house.reader"} | reads


def test_a_package_taken_whole_stands_for_all_that_lies_in_it(tmp_path: Path) -> None:
    stair = {"house.hall.stair", "house.hall.stair.step", "house.hall.stair.rail"}
    assert house(tmp_path, reader="from .hall import stair").made_of("house.reader") == {"house.reader"} | stair


def test_the_package_that_a_module_lies_in_is_no_part_of_it(tmp_path: Path) -> None:
    assert house(tmp_path).made_of("house.hall.stair.rail") == {"house.hall.stair.rail", "house.hall.stair.step"}


def test_a_change_in_a_sub_package_moves_the_kernels_of_all_that_import_it(tmp_path: Path) -> None:
    modules = ("house.hall.stair.rail", "house.hall.stair.step", "house.hall.door")
    before = [folder(module, house(tmp_path)).name for module in modules]
    (tmp_path / "house/hall/stair/step.py").write_text("HIGH = 8\n", encoding="utf-8")
    after = [folder(module, Sources(tmp_path / "house")).name for module in modules]
    assert [old != new for old, new in zip(before, after, strict=True)] == [True, True, False]


@pytest.mark.parametrize(
    "text", ["from house.cellar import dark", "import house.cellar as c", "from .hall.attic import x"]
)
def test_what_is_not_there_is_said_and_not_left_out(text: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"reader\.py imports house\.(cellar|hall\.attic)"):
        house(tmp_path, reader=text).made_of("house.reader")


def test_a_file_outside_the_package_is_refused(tmp_path: Path) -> None:
    sources = house(tmp_path)
    assert sources.name(tmp_path / "house/hall/stair/step.py") == "house.hall.stair.step"
    assert sources.name(tmp_path / "house/hall/__init__.py") == "house.hall"
    with pytest.raises(SourceError, match=r"numba\.njit"):
        sources.name(__file__)


@pytest.mark.parametrize("file", sorted((ROOT / "sim/geometry").rglob("*.py")), ids=lambda file: file.stem)
def test_imports_are_found_as_by_reading_the_whole_module(file: Path) -> None:
    text = file.read_bytes()
    every = [each for each in ast.walk(ast.parse(text)) if isinstance(each, (ast.Import, ast.ImportFrom))]
    assert sorted(map(ast.unparse, statements(text))) == sorted(map(ast.unparse, every))
