"""The page that leads from a word to a module: each module is there, and speaks of the word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tools.keys import rows

CHECKOUT = Path(__file__).parents[2]
PAGE = (CHECKOUT / "tools" / "docs" / "finding.md").read_text(encoding="utf-8")
ROWS = rows(PAGE, 2, start="| ")
LEAST = 80


def spoken_of(told: str) -> list[str]:
    """The words of a row, as they may stand in a module: singular, without what is said in brackets."""
    return [word.strip().removesuffix("s") for word in re.sub(r"\(.*?\)", "", told.casefold()).split(",")]


def text(path: Path) -> str:
    """A module's name and text, or those of all modules of a folder."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    told = (f"{file.stem.replace('_', ' ')}\n{file.read_text(encoding='utf-8')}" for file in files)
    return "\n".join(told).casefold()


def test_many_words_are_told() -> None:
    words = [word for told, _ in ROWS for word in told.split(", ")]
    assert len(words) > LEAST


@pytest.mark.parametrize(("told", "where"), [(told, where) for told, where in ROWS if "`" in where])
def test_a_word_leads_to_modules_that_speak_of_it(told: str, where: str) -> None:
    for path in re.findall(r"`([^`]+)`", where):
        found = CHECKOUT / path
        assert found.exists(), path
        assert any(word in text(found) for word in spoken_of(told)), f"{path} says nothing of {told}"
