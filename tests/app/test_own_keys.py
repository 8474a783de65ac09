"""Keys that a player chose are kept, heard and shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.key_map import KeyMap
from sim.app.table.own_keys import OwnKeys


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return tmp_path


def test_the_next_key_after_a_row_is_its_own_from_then_on() -> None:
    keys = OwnKeys()
    keys.ask("r")
    assert keys.hear("k") == "", "it was an answer, and does nothing else"
    assert (keys.hear("k"), keys.hear("r"), keys.said) == ("r", "k", "K does it now; R does what K did.")
    assert OwnKeys().map == keys.map


def test_what_goes_with_control_is_the_same_for_everybody() -> None:
    keys = OwnKeys()
    keys.ask("z")
    keys.hear("k")
    assert (keys.hear("z", {"control"}), keys.hear("z")) == ("z", "k")


def test_escape_and_a_second_click_leave_it_as_it_is() -> None:
    keys = OwnKeys()
    keys.ask("r")
    keys.hear("escape")
    keys.ask("j")
    keys.ask("j")
    assert (keys.map, keys.hear("k")) == (KeyMap(), "k")


def test_a_key_that_is_the_same_everywhere_is_refused_in_words() -> None:
    keys = OwnKeys()
    keys.ask("r")
    keys.hear("3")
    assert (keys.map, keys.said) == (KeyMap(), "3 keeps its meaning: it is the same everywhere.")


def test_all_keys_go_back() -> None:
    keys = OwnKeys()
    keys.ask("r")
    keys.hear("k")
    keys.as_at_first()
    assert (keys.map, OwnKeys().map) == (KeyMap(), KeyMap())


@pytest.mark.parametrize("text", ['{"own": {"r": "k"}}', "{", '{"own": 3}', "\xff"])
def test_a_file_that_is_wrong_leaves_the_keys_there_are_at_first(folder: Path, text: str) -> None:
    (folder / "keys.json").write_bytes(text.encode("latin-1"))
    assert OwnKeys().map == KeyMap()
