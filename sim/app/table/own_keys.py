"""The keys of whoever sits here: what is pressed becomes what it means, and a new key is heard when one is chosen."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

import msgspec

from sim.app.key_map import KeyMap, WrongKey, name_of
from sim.app.pad_map import OwnPad
from sim.app.table.led_choice import LedChoice
from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.errors import BautaError
from sim.whole_files import write_whole
from sim.words import in_english, say

__all__ = ["OwnKeys"]


class OwnKeys:
    """Those of one place; of the table, if it has no name.

    `map` is kept among what the player owns; `asked`: what gets the next key that is pressed; `said`: what came of
    the last choice. `pad`: the gamepad, the same in every place; `shows_pad`: its page lies over that of the keys.
    `led`: the key, or the button of the pad, that arrows have led to on the page.
    """

    def __init__(self, place: str = "", pad: OwnPad | None = None) -> None:
        self.pad, self.shows_pad, self.led = pad or OwnPad(), False, LedChoice()
        self._file = f"keys-{place.replace(' ', '-')}.json" if place else "keys.json"
        self.map = _kept(self._file)
        self.asked, self.said = "", ""

    def hear(self, pressed: str, modifiers: Collection[str] = ()) -> str:
        """What a key that went down means; nothing where it was the answer to which key something should have."""
        if self.asked:
            self._choose(pressed)
            return ""
        return pressed if {"control", "meta"} & {*modifiers} else self.map.meant(pressed)

    def press(self, key: str) -> bool:
        """A key went down on the page, whatever it means elsewhere. False: it does nothing there."""
        shown = self.pad if self.shows_pad else self
        if self.asked:  # for which it is the answer
            return False
        if self.led.lead(key):
            return True
        if key in ("enter", "return") and self.led.at:
            shown.ask(self.led.at.rpartition(" ")[2])
        elif key == "delete":
            shown.as_at_first()
        elif key == ("k" if self.shows_pad else "g"):
            self.shows_pad = not self.shows_pad
        else:
            self.shows_pad = self.shows_pad and (key != "escape" or bool(self.pad.asked))  # from both pages at once
            return False
        return True

    def ask(self, first: str) -> None:
        """The next key that is pressed does what `first` does at first; asked twice, none does."""
        self.asked, self.said = "" if self.asked == first else first, ""

    def as_at_first(self) -> None:
        """Every key back in its place."""
        self._keep(KeyMap(), say("All keys are as they were at first."))

    def _choose(self, key: str) -> None:
        first, self.asked = self.asked, ""
        if key == "escape":
            return
        displaced, before = self.map.meant(key), self.map.chosen(first)
        try:
            changed = self.map.with_key(first, key)
        except WrongKey as error:
            self.said = f"{error}."
            return
        words = say("{key} does it now.", key=name_of(key))
        if displaced != first:
            old = name_of(before)
            words = say("{key} does it now; {old} does what {key} did.", key=name_of(key), old=old)
        self._keep(changed, words)

    def _keep(self, changed: KeyMap, said: str) -> None:
        """Where it cannot be written, it holds until the window is closed."""
        self.map, self.said, self.asked = changed, said, ""
        with suppress(OSError, BoardError):
            write_whole(data_dir() / self._file, msgspec.json.encode(changed, enc_hook=in_english))


def _kept(file: str) -> KeyMap:
    """The keys of the last time; those there are at first, where none were chosen or they cannot be read."""
    with suppress(OSError, ValueError, BautaError, RecursionError):
        return msgspec.json.decode((data_dir() / file).read_bytes(), type=KeyMap)
    return KeyMap()
