"""What a player has chosen for every game: the size of text, keys, the window. Kept among what the player owns."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta

from sim.app.key_map import KeyMap
from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.errors import BautaError
from sim.whole_files import write_whole

__all__ = ["TEXT_SIZES", "Preferences", "keep_preferences", "kept_preferences"]

FILE = "preferences.json"
TEXT_SIZES = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)


class Preferences(msgspec.Struct, frozen=True):
    """`text`: how much larger than at first everything that is read is; `keys`: the player's own; `size` of the window
    in pixels, and whether it fills the screen."""

    text: Annotated[float, Meta(ge=1.0, le=2.0)] = 1.0
    keys: KeyMap = msgspec.field(default_factory=KeyMap)
    size: tuple[Annotated[int, Meta(ge=640, le=16384)], Annotated[int, Meta(ge=400, le=16384)]] | None = None
    full: bool = False

    def with_text(self, steps: int) -> Preferences:
        """Text so many steps larger, or smaller where below 0."""
        nearest = min(range(len(TEXT_SIZES)), key=lambda i: abs(TEXT_SIZES[i] - self.text))
        size = TEXT_SIZES[min(max(nearest + steps, 0), len(TEXT_SIZES) - 1)]
        return msgspec.structs.replace(self, text=size)


def kept_preferences() -> Preferences:
    """What was chosen the last time; what there is at first, where nothing was or it cannot be read."""
    with suppress(OSError, ValueError, BoardError, BautaError, RecursionError):
        return msgspec.json.decode((data_dir() / FILE).read_bytes(), type=Preferences)
    return Preferences()


def keep_preferences(chosen: Preferences) -> None:
    """Keep them. Where that cannot be, they hold until the window is closed."""
    with suppress(OSError, BoardError):
        write_whole(data_dir() / FILE, msgspec.json.encode(chosen))
