"""CONTRIBUTING.md read as instructions: which files a recipe touches, with what, and what is run then.

A recipe is a section under "Recipes". Its steps are lines that end in a colon, each right before a block of code:

    `PATH`, new:                    the file is written; it is not there before
    `PATH`, at the end:             the block is added
    `PATH`, after `LINE`:           the block comes after the one line that reads so
    `PATH`, instead of `LINE`:      the block takes the place of that line
    Then this passes:               each line that begins with "$ " is run; lines after it are found in what it prints
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"
_BLOCK = re.compile(r"^(?P<step>[^\n]*):\n\n```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_EDIT = re.compile(r"`(?P<path>[^`]+)`, (?:(?P<how>new|at the end)|(?P<where>after|instead of) `(?P<line>.+)`)")


class Edit(NamedTuple):
    """What is done to a file: `how` is "new", "at the end", "after" or "instead of", the last two with a line."""

    path: str
    how: str
    line: str
    text: str


class Command(NamedTuple):
    """What is run, and the lines that it must print."""

    words: tuple[str, ...]
    prints: tuple[str, ...]


class Recipe(NamedTuple):
    """A section of the page."""

    title: str
    edits: tuple[Edit, ...]
    commands: tuple[Command, ...]

    @property
    def tests(self) -> tuple[str, ...]:
        """The test files that its commands run."""
        runs = [each.words for each in self.commands if "pytest" in each.words]
        return tuple(word for words in runs for word in words if word.endswith(".py"))


def recipes(page: str) -> tuple[Recipe, ...]:
    """All recipes of the page, in its order. Raises ValueError for a block without a step that can be followed."""
    part = page.partition("\n## Recipes\n")[2].partition("\n## ")[0]
    return tuple(map(_recipe, part.split("\n### ")[1:]))


def _recipe(section: str) -> Recipe:
    title = section.splitlines()[0]
    edits: list[Edit] = []
    commands: list[Command] = []
    blocks = list(_BLOCK.finditer(section))
    if section.count("\n```") != 2 * len(blocks):
        raise ValueError(f"{title}: a block of code stands without a step, a line that ends in a colon, before it")
    for block in blocks:
        edit = _EDIT.search(block["step"])
        if edit is not None:
            how, line = edit["how"] or edit["where"], edit["line"] or ""
            edits.append(Edit(edit["path"], how, line, block["text"]))
        elif block["language"] == "console":
            commands.extend(_commands(block["text"]))
        else:
            raise ValueError(f"{title}: nothing is said of what to do with the block after '{block['step']}'")
    return Recipe(title, tuple(edits), tuple(commands))


def _commands(text: str) -> Iterator[Command]:
    for typed in text.split("$ ")[1:]:
        first, *rest = typed.splitlines()
        yield Command(tuple(shlex.split(first)), tuple(line for line in rest if line.strip()))


def apply(edit: Edit, root: Path) -> None:
    """Do it in a copy of the tree. Raises ValueError where the file is not as the recipe says."""
    path = root / edit.path
    if edit.how == "new":
        if path.exists():
            raise ValueError(f"{edit.path} is there already")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(edit.text, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    if edit.how == "at the end":
        text = f"{text.rstrip()}\n{edit.text}" if path.suffix != ".py" else f"{text.rstrip()}\n\n\n{edit.text}"
    else:
        lines = text.splitlines(keepends=True)
        places = [i for i, line in enumerate(lines) if line.strip() == edit.line.strip()]
        if len(places) != 1:
            raise ValueError(f"{edit.path} has {len(places)} lines that read '{edit.line}'; the recipe wants one")
        (place,) = places
        lines[place : place + 1] = [lines[place], edit.text] if edit.how == "after" else [edit.text]
        text = "".join(lines)
    path.unlink()  # it may be a link into the tree
    path.write_text(text, encoding="utf-8")
