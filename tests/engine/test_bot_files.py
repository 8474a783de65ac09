"""Bots of files: each is executed once, and has what lies beside it to itself."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest

from sim.engine import bots
from sim.engine.bots import BadBot, Bots, UnknownBot

BOT = """
from helper_of_a_bot import NAME

class Mine:
    name = NAME

    def __init__(self, seed):
        pass

    def choose(self, view, choice, measure):
        raise ValueError("it cannot choose")
"""


def written(folder: Path, helper: str = "one", bot: str = BOT) -> str:
    """The name of a bot with a module beside it."""
    folder.mkdir(exist_ok=True)
    (folder / "helper_of_a_bot.py").write_text(f"NAME = {helper!r}")
    (folder / "mine.py").write_text(bot)
    return f"{folder / 'mine.py'}:Mine"


def made(name: str) -> Any:
    return Bots[Any]().make(name, 1)


def test_a_bot_imports_what_lies_beside_it(tmp_path: Path) -> None:
    path = list(sys.path)
    assert made(written(tmp_path)).name == "one"
    assert sys.path == path


def test_a_file_is_executed_once_for_all_its_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = written(tmp_path)
    first = type(made(name))
    monkeypatch.chdir(tmp_path)
    assert type(made(name)) is type(made("mine.py:Mine")) is first


def test_a_file_that_was_changed_is_executed_again_and_the_old_bot_let_go(tmp_path: Path) -> None:
    old = weakref.ref(type(made(written(tmp_path))))
    bots._looks_ahead(old())  # type: ignore[arg-type]
    assert made(written(tmp_path, bot=BOT + "    changed = True\n")).changed
    gc.collect()
    assert old() is None


def test_a_bot_is_another_once_what_lies_beside_it_was_changed(tmp_path: Path) -> None:
    made(written(tmp_path))
    assert made(written(tmp_path, helper="another")).name == "another"


def test_bots_of_two_folders_share_neither_module_nor_what_lies_beside_them(tmp_path: Path) -> None:
    one, other = (made(written(tmp_path / folder, helper=folder)) for folder in ("one", "other"))
    assert (one.name, other.name) == ("one", "other")
    assert type(one).__module__ != type(other).__module__
    assert sys.modules[type(one).__module__].Mine is type(one)


KEEPING = """
from __future__ import annotations
import msgspec

class Inner(msgspec.Struct):
    number: int

class Kept(msgspec.Struct):
    inner: Inner
"""
READING = """
import msgspec
from helper_of_a_bot import Kept

class Mine:
    def __init__(self, seed):
        self.kept = msgspec.json.decode(b'{"inner": {"number": 7}}', type=Kept)

    def choose(self, view, choice, measure):
        return choice.default
"""


def test_annotations_of_what_lies_beside_a_bot_are_found_when_they_are_read_later(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        name = written(tmp_path / folder, bot=READING)
        (tmp_path / folder / "helper_of_a_bot.py").write_text(KEEPING)
        assert made(name).kept.inner.number == 7
    assert "helper_of_a_bot" not in sys.modules


def test_what_a_bot_imports_that_lies_elsewhere_stays_imported(tmp_path: Path) -> None:
    """A whole program may lie in the folder of a bot, and others have parts of it in hand."""
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "part_of_others.py").write_text("")
    made(written(tmp_path, bot=f"import sys; sys.path.append({str(inner)!r}); import part_of_others\n" + BOT))
    sys.path.remove(str(inner))
    assert sys.modules.pop("part_of_others", None) is not None


def test_a_bot_is_made_of_its_file_and_of_what_it_imports_beside_it(tmp_path: Path) -> None:
    name = written(tmp_path)
    (tmp_path / "unused.py").write_text("")
    assert Bots[Any]().made_of(name) == (tmp_path / "mine.py", tmp_path / "helper_of_a_bot.py")


def test_what_goes_wrong_beside_a_bot_is_its_authors_mistake(tmp_path: Path) -> None:
    name = written(tmp_path, bot="from helper_of_a_bot import Mine")
    (tmp_path / "helper_of_a_bot.py").write_text("class Mine:\n    def choose(self, view, choice, measure): pass")
    with pytest.raises(BadBot, match="cannot be made of a seed: TypeError"):
        made(name)


def test_a_file_that_cannot_be_executed_leaves_nothing_behind(tmp_path: Path) -> None:
    known, path = set(sys.modules), list(sys.path)
    with pytest.raises(UnknownBot, match=r"cannot be imported: ZeroDivisionError: division by zero \(line \d+ of"):
        made(written(tmp_path, bot=BOT + "\n1 / 0\n"))
    assert (set(sys.modules), sys.path) == (known, path)
