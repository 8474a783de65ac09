"""The pages of keys and of the gamepad by keys alone: arrows choose, Enter asks for another one, Del puts all back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.app.key_map import KeyMap
from sim.app.pad_map import PadMap
from sim.app.table.led_choice import LedChoice
from sim.app.table.own_keys import OwnKeys
from tests.app.test_table_window import key, steps


@pytest.fixture
def own(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnKeys:
    """The page of keys on the start screen, with no key that a player chose."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    keys = window.controls.own
    for part, kept in ((keys, KeyMap()), (keys.pad, PadMap())):
        monkeypatch.setattr(part, "map", kept)
        monkeypatch.setattr(part, "said", "")
    monkeypatch.setattr(keys, "led", LedChoice())
    key(window, "f1")
    steps(window, 1)
    return keys


def led_to(window: Any, own: OwnKeys, name: str, *, most: int = 40) -> None:
    for _ in range(most):
        if own.led.at == name:
            return
        key(window, "arrow_down")
    raise AssertionError(f"no arrow led to {name}, the last one to {own.led.at}")


def test_arrows_lead_to_what_lies_in_their_way() -> None:
    led = LedChoice()
    assert not led.lead("enter")
    for name, x, y in (("a", 0, 0), ("b", 0, 20), ("c", 280, 2), ("d", 280, 300)):
        assert not led.lies(name, x, y)
    found = []
    for way in ("down", "down", "right", "down", "down", "left", "up", "up"):
        assert led.lead(f"arrow_{way}")
        found.append(led.at)
    assert found == ["a", "b", "c", "d", "d", "b", "a", "a"]
    assert led.lies("a", 0, 0)


def test_a_key_gets_another_one_without_a_mouse(window: Any, own: OwnKeys) -> None:
    """A click alone gave one."""
    led_to(window, own, "L lessons, puzzles; arrows choose l")
    key(window, "enter")
    assert own.asked == "l"
    key(window, "y")
    assert (own.map.chosen("l"), own.said) == ("y", "Y does it now; L does what Y did.")
    key(window, "enter")
    key(window, "3")
    assert own.said == "3 keeps its meaning: it is the same everywhere."
    key(window, "enter")
    key(window, "escape")
    assert (own.asked, own.map.chosen("l"), window.start.shows_keys) == ("", "y", True)
    key(window, "delete")
    assert own.map == KeyMap()
    key(window, "escape")
    assert not window.start.shows_keys


def test_the_pages_own_keys_are_those_that_it_shows_whatever_a_player_chose(window: Any, own: OwnKeys) -> None:
    own.map = KeyMap().with_key("g", "arrow_down").with_key("k", "delete")
    key(window, "arrow_down")
    assert own.led.at
    key(window, "g")
    assert own.shows_pad
    key(window, "k")
    assert not own.shows_pad
    key(window, "delete")
    assert own.map == KeyMap()


def test_a_button_of_the_pad_is_chosen_by_keys_and_the_page_is_left_with_the_other(window: Any, own: OwnKeys) -> None:
    key(window, "g")
    steps(window, 2)
    key(window, "arrow_down")
    key(window, "arrow_down")
    key(window, "enter")
    assert own.pad.asked == "face_b"
    key(window, "escape")
    assert (own.pad.asked, own.shows_pad, window.start.shows_keys) == ("", True, True)
    own.pad.map = own.pad.map.traded("face_a", "face_x")
    key(window, "delete")
    assert own.pad.map == PadMap()
    key(window, "escape")
    assert (own.shows_pad, window.start.shows_keys) == (False, False)
