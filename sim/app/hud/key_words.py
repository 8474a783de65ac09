"""Keys in the texts of lessons, as the player has them: `[R]` in a text is the key that runs."""

from __future__ import annotations

import re

from sim.app.key_map import FREE, KeyMap, on_keyboard, pressed_for
from sim.words.tongues import told

__all__ = ["IN_TEXT", "with_keys"]

IN_TEXT = re.compile(r"\[([^\[\]\s]{1,9})\]")


def with_keys(words: str, keys: KeyMap) -> str:
    """A text as it is told, with the player's own key in place of each that stands in brackets."""

    def own(found: re.Match[str]) -> str:
        return told(on_keyboard(keys.shown(found[1]))) if pressed_for(found[1]) in FREE else found[0]

    return IN_TEXT.sub(own, told(words))
