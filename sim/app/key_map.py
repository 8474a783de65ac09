"""Which key does what another does at first: a player's own keys, for a hand, a layout, a habit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

import msgspec

from sim.errors import BautaError
from sim.words import Message, say, sense

__all__ = ["FREE", "NAMES", "KeyMap", "TradedPlaces", "WrongKey", "name_of", "on_keyboard", "pressed_for"]

FREE: Final = frozenset(
    "abcdefghijklmnopqrstuvwxyz,.[];'\\`"
) | {"tab", "space", "backspace", "home", "end", "insert", "delete", "page_up", "page_down", "arrow_left",
     "arrow_right", "arrow_up", "arrow_down", *(f"f{n}" for n in range(2, 13))}  # fmt: skip
"""Keys that may change their meaning. Esc, Enter, F1, the digits and what goes with Ctrl are the same everywhere."""

NAMES = {
    "page_up": "PgUp", "page_down": "PgDn", "arrow_left": "Left", "arrow_right": "Right", "arrow_up": "Up",
    "arrow_down": "Down", "backspace": "Backspace", "space": "Space", "tab": "Tab", "home": "Home", "end": "End",
    "insert": "Ins", "delete": "Del",
}  # fmt: skip


class WrongKey(BautaError):
    """A key that cannot be chosen; the message says why."""


class TradedPlaces(msgspec.Struct, frozen=True):
    """`own`: the key or button that a player presses for what is done by another at first. They only ever trade places,
    so that each thing has one, and one alone."""

    own: Mapping[str, str] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        if {*self.own} != {*self.own.values()} or not all(map(self.is_free, self.own)):
            raise WrongKey("keys and buttons must trade places, each with one that may change")

    def is_free(self, key: str) -> bool:
        """May it trade places?"""
        raise NotImplementedError

    def meant(self, pressed: str) -> str:
        """What one that was pressed is at first."""
        return next((first for first, chosen in self.own.items() if chosen == pressed), pressed)

    def chosen(self, first: str) -> str:
        """The one to be pressed for what `first` does at first."""
        return self.own.get(first, first)

    def traded(self, first: str, chosen: str) -> Self:
        """What `first` does at first is done by `chosen` from now on; what that did takes the place of the old one.

        Raises:
            WrongKey: one of them may not trade places.
        """
        own = {**self.own, first: chosen, self.meant(chosen): self.chosen(first)}
        return type(self)({key: by for key, by in own.items() if key != by})


class KeyMap(TradedPlaces, frozen=True):
    """The keys of the keyboard, in a player's own order."""

    def is_free(self, key: str) -> bool:
        return key in FREE

    def with_key(self, first: str, chosen: str) -> KeyMap:
        """That one is done by `chosen` from now on; what that key did takes the place of the old one.

        Raises:
            WrongKey: one of them is the same everywhere.
        """
        for key in (first, chosen):
            if key not in FREE:
                raise WrongKey(f"{name_of(key)} keeps its meaning: it is the same everywhere")
        return self.traded(first, chosen)

    def shown(self, key: str) -> str:
        """A key as it stands on a button, by the one that is pressed for it now."""
        first = pressed_for(key)
        return name_of(self.chosen(first)) if first in self.own else key


def pressed_for(name: str) -> str:
    """The key that stands so on keyboards, as it is heard: `page_up` for `PgUp`."""
    return next((key for key, known in NAMES.items() if known == name), name.lower())


def name_of(key: str) -> str:
    """A key in the words that stand on keyboards."""
    return NAMES.get(key, key.upper() if len(key) == 1 or key[:1] == "f" else key.capitalize())


ON_KEYBOARDS = {
    "Esc": say("Esc"),
    "Enter": say("Enter"),
    "Backspace": say("Backspace"),
    "Space": say("Space"),
    "Tab": say("Tab"),
    "Home": sense("a key", "Home"),
    "End": say("End"),
    "Ins": say("Ins"),
    "Del": say("Del"),
    "PgUp": say("PgUp"),
    "PgDn": say("PgDn"),
    "Left": sense("a key", "Left"),
    "Right": sense("a key", "Right"),
    "Up": sense("a key", "Up"),
    "Down": sense("a key", "Down"),
    ",": sense("a key", "comma"),  # in small letters nobody sees which of the two it is
    ".": sense("a key", "dot"),
}


def on_keyboard(key: str) -> str:
    """A key as it stands on the keyboards of whoever looks: `Shift Del` is `Maj Suppr`."""
    if isinstance(key, Message):  # no key alone, such as a click
        return key
    if key.startswith("Ctrl "):
        return say("Ctrl {key}", key=on_keyboard(key.removeprefix("Ctrl ")))
    if key.startswith("Shift "):
        return say("Shift {key}", key=on_keyboard(key.removeprefix("Shift ")))
    return ON_KEYBOARDS.get(key, key)
