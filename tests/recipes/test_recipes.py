"""The recipes of CONTRIBUTING.md, followed to the letter in a copy of the tree: they work, and touch no other file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from tests.recipes.follow import PAGE, Command, Recipe, apply, recipes

ROOT = PAGE.parent
RECIPES = recipes(PAGE.read_text(encoding="utf-8"))
COPIED = ("sim", "tests", "tools", "maps")
BESIDE = ("assets", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md")  # linked to
ON_GUARD = (  # what would fail where a recipe forgot a file
    "tests/carnevale/test_rulebook.py",
    "tests/carnevale/test_rosters.py",
    "tests/carnevale/test_scenarios.py",
    "tests/carnevale/test_agendas.py",
    "tests/carnevale/test_lasting_spells.py",
    "tests/carnevale/test_terrain.py",
    "tests/carnevale/test_map_layouts.py",
    "tests/carnevale/test_shipped_boards.py",
    "tests/cli/test_rules.py",
    "tests/tools/test_formats.py",
    "tests/tools/test_schemas.py",
    "tests/tools/test_credits.py",
    "tests/tools/test_house.py",
)
PATIENCE = 1800  # seconds: where nothing is compiled yet, what measures is compiled first
COMMANDS = [each for recipe in RECIPES for each in recipe.commands if "pytest" not in each.words]
BAUTA = """
import contextlib, io, json, sys
from sim.cli.main import run
done = []
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        done.append((run(words), out, err))
print(json.dumps([(code, out.getvalue(), err.getvalue()) for code, out, err in done]))
"""


class Outcome:
    """What became of the tests that were run in the copy: of each file its tests, and the names of those that fail."""

    def __init__(self, report: Path) -> None:
        self.tests: dict[str, int] = {}
        self.failed: dict[str, list[str]] = {}
        for case in ElementTree.parse(report).iter("testcase"):
            file = case.get("classname", "").replace(".", "/") + ".py"
            self.tests[file] = self.tests.get(file, 0) + 1
            trouble = [*case.findall("failure"), *case.findall("error")]
            self.failed.setdefault(file, []).extend(f"{case.get('name')}: {each.text}" for each in trouble)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree in which every recipe has been followed."""
    root = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "*.gz"))
    for name in BESIDE:
        _link(ROOT / name, root / name)
    for journal in (ROOT / "tests" / "golden").glob("*.gz"):
        (root / "tests" / "golden" / journal.name).symlink_to(journal)
    for recipe in RECIPES:
        for edit in recipe.edits:
            apply(edit, root)
    return root


class Ended(NamedTuple):
    """What became of a command."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="module")
def runs(copy: Path) -> dict[Command, Ended]:
    """What recipes run besides tests, in their order: some make what is tested then. Commands of Bauta that follow one
    another are given to one process, which reads the program once."""
    found: dict[Command, Ended] = {}
    for program, group in groupby(COMMANDS, lambda each: each.words[0]):
        commands = list(group)
        if program == "bauta":
            done = _run(copy, "-c", BAUTA, json.dumps([each.words[1:] for each in commands]))
            assert done.returncode == 0, done.stdout + done.stderr
            ends = [Ended(*each) for each in json.loads(done.stdout)]
        else:
            each_done = [_run(copy, *each.words[1:]) for each in commands]
            ends = [Ended(done.returncode, done.stdout, done.stderr) for done in each_done]
        found |= zip(commands, ends, strict=True)
    return found


def _link(there: Path, here: Path) -> None:
    """Links to a file, or to all files of a folder: what is written beside them stays in the copy."""
    if there.is_file():
        here.symlink_to(there)
        return
    here.mkdir()
    for each in there.iterdir():
        _link(each, here / each.name)


@pytest.fixture(scope="module")
def outcome(copy: Path, runs: object, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """All tests that recipes name, and those on guard, run in one process."""
    report = tmp_path_factory.mktemp("report") / "tests.xml"
    named = [name for recipe in RECIPES for name in recipe.tests]
    files = list(dict.fromkeys([*named, *ON_GUARD]))
    _run(copy, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", f"--junitxml={report}", *files)
    return Outcome(report)


def _run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=root, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.title)
def test_what_a_recipe_says_to_test_passes(recipe: Recipe, outcome: Outcome) -> None:
    assert recipe.commands, "it says nothing of what passes then"
    for file in recipe.tests:
        assert outcome.tests.get(file, 0) > 0, f"{file} was not run"
        assert outcome.failed[file] == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command.words))
def test_what_a_recipe_says_to_run_prints_what_it_says(command: Command, runs: dict[Command, Ended]) -> None:
    run = runs[command]
    assert run.code == 0, run.out + run.err
    assert command.prints
    for line in command.prints:
        assert " ".join(line.split()) in " ".join(run.out.split())


@pytest.mark.parametrize("file", ON_GUARD)
def test_no_other_file_must_be_touched(file: str, outcome: Outcome) -> None:
    assert outcome.tests.get(file, 0) > 2
    assert outcome.failed[file] == []


def test_all_that_recipes_leave_to_do_is_to_translate_what_they_say(copy: Path, runs: object) -> None:
    left = _run(copy, "tools/words.py", "--merge").stdout.splitlines()
    assert [line for line in left if not line.endswith("): not translated")] == []
    for said in ("Leaper", "Second Wind", "Give it", "No Bridge Needed", "The King's Square", "Abbeveratoio"):
        assert sum(f": “{said}” (" in line for line in left) == 2  # in French and in Italian


def test_what_recipes_write_is_in_the_house_style(copy: Path) -> None:
    touched = {edit.path for recipe in RECIPES for edit in recipe.edits if edit.path.endswith(".py")}
    for check in (["check"], ["format", "--check"]):
        done = _run(copy, "-m", "ruff", *check, "--no-cache", *sorted(touched))
        assert done.returncode == 0, done.stdout + done.stderr
