"""A player's own keys."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sim.app.key_map import FREE, KeyMap, WrongKey

KEYS = some.sampled_from(sorted(FREE))


def test_a_key_trades_places_with_the_one_that_was_there() -> None:
    keys = KeyMap().with_key("r", "k")
    assert (keys.meant("k"), keys.meant("r"), keys.meant("j")) == ("r", "k", "j")
    assert (keys.shown("R"), keys.shown("K"), keys.shown("J"), keys.shown("Ctrl Z")) == ("K", "R", "J", "Ctrl Z")


def test_a_named_key_is_shown_by_its_name() -> None:
    keys = KeyMap().with_key("tab", "f5").with_key("t", "page_up")
    assert (keys.shown("Tab"), keys.shown("T"), keys.shown("PgUp")) == ("F5", "PgUp", "T")


@given(some.lists(some.tuples(KEYS, KEYS), max_size=12))
def test_every_thing_has_one_key_and_no_key_two_things(choices: list[tuple[str, str]]) -> None:
    keys = KeyMap()
    for first, chosen in choices:
        keys = keys.with_key(first, chosen)
        assert keys.chosen(first) == chosen
    assert sorted(map(keys.chosen, FREE)) == sorted(FREE)
    assert all(keys.meant(keys.chosen(key)) == key for key in FREE)


@given(KEYS, KEYS)
def test_taken_back_it_is_as_it_was(first: str, chosen: str) -> None:
    assert KeyMap().with_key(first, chosen).with_key(first, first) == KeyMap()


@pytest.mark.parametrize(("first", "chosen"), [("r", "escape"), ("enter", "r"), ("r", "1"), ("r", "f1")])
def test_keys_that_are_the_same_everywhere_are_left_alone(first: str, chosen: str) -> None:
    with pytest.raises(WrongKey, match="same everywhere"):
        KeyMap().with_key(first, chosen)


@pytest.mark.parametrize("own", [{"r": "k"}, {"r": "k", "k": "k"}, {"escape": "r", "r": "escape"}])
def test_a_file_in_which_keys_do_not_trade_places_is_none(own: dict[str, str]) -> None:
    with pytest.raises(WrongKey):
        KeyMap(own)
    with pytest.raises((WrongKey, msgspec.ValidationError)):
        msgspec.json.decode(msgspec.json.encode({"own": own}), type=KeyMap)
