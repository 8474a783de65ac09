"""What each button of a gamepad does, and a player's own order of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec

from sim.app.key_map import TradedPlaces
from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.errors import BautaError
from sim.whole_files import write_whole
from sim.words import in_english, say, sense

__all__ = ["DOES", "FIXED", "NAMES", "OwnPad", "PadMap"]

NAMES: Final[Mapping[str, str]] = {
    "face_a": "A", "face_b": "B", "face_x": "X", "face_y": "Y", "lshoulder": "LB", "rshoulder": "RB",
    "back": sense("a button", "Back"), "start": sense("a button", "Start"), "lstick": say("left stick pressed"),
    "rstick": say("right stick pressed"), "dpad_up": say("D-pad up"), "dpad_right": say("D-pad right"),
    "dpad_down": say("D-pad down"), "dpad_left": say("D-pad left"),
}  # fmt: skip
"""The buttons, by their names to Panda3D, as they stand on pads."""

DOES: Final[Mapping[str, tuple[str, str]]] = {
    "face_a": ("mouse1", say("choose, go, attack")),
    "face_b": ("escape", say("put back; menu")),
    "face_x": ("enter", say("confirm; click there")),
    "face_y": ("q", say("weapon, landing, way, best dice")),
    "rshoulder": ("tab", say("next mini")),
    "lshoulder": ("shift-tab", say("the mini before")),
    "dpad_up": ("r", say("run")),
    "dpad_right": ("a", say("attack")),
    "dpad_left": ("j", say("jump")),
    "dpad_down": ("e", say("end turn")),
    "back": ("b", say("point on the board; leave it")),
    "start": ("space", say("show at once")),
    "lstick": ("home", say("the whole board")),
    "rstick": ("v", say("the mini's eye")),
}
"""For each button the key or button of the mouse that it is at first, and in words what that does."""

FIXED = (
    (say("left stick"), say("move the pointer")),
    (say("right stick"), say("turn the view")),
    (say("triggers"), say("nearer, farther")),
)
FILE = "gamepad.json"


class PadMap(TradedPlaces, frozen=True):
    """The buttons of the pad, in a player's own order."""

    def is_free(self, key: str) -> bool:
        return key in DOES


class OwnPad:
    """The gamepad of whoever sits here. `plugged`: its name, empty where there is none; `asked`: what gets the next
    button that is pressed; `said`: what came of the last choice. What is chosen is kept among what the player owns."""

    def __init__(self) -> None:
        self.map = _kept()
        self.plugged = self.asked = self.said = ""

    def hear(self, button: str) -> str:
        """The key that a button is that went down; nothing where it was the answer to which one something should have,
        or does nothing."""
        if self.asked:
            first, self.asked = self.asked, ""
            if button not in DOES:
                self.said = say("That one does nothing here.")
            else:
                self._keep(self.map.traded(first, button), say("{key} does it now.", key=NAMES[button]))
            return ""
        return self.key(button)

    def key(self, button: str) -> str:
        """The key that a button is; empty: none."""
        return DOES.get(self.map.meant(button), ("", ""))[0]

    def ask(self, first: str) -> None:
        """The next button that is pressed does what `first` does at first; asked twice, none does."""
        self.asked, self.said = "" if self.asked == first else first, ""

    def as_at_first(self) -> None:
        """Every button back in its place."""
        self._keep(PadMap(), say("All buttons are as they were at first."))

    def _keep(self, changed: PadMap, said: str) -> None:
        """Where it cannot be written, it holds until the window is closed."""
        self.map, self.said, self.asked = changed, said, ""
        with suppress(OSError, BoardError):
            write_whole(data_dir() / FILE, msgspec.json.encode(changed, enc_hook=in_english))


def _kept() -> PadMap:
    """The buttons of the last time; those there are at first, where none were chosen or they cannot be read."""
    with suppress(OSError, ValueError, BautaError, RecursionError):
        return msgspec.json.decode((data_dir() / FILE).read_bytes(), type=PadMap)
    return PadMap()
