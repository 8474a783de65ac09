"""How loud it is, and whether what is heard is written too: kept for the next time, among what the player owns."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta

from sim.app.kept_files import read_kept
from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.whole_files import write_whole
from sim.words import in_english

__all__ = ["SoundChoices", "keep_choices", "kept_choices"]

FILE = "sound.json"


class SoundChoices(msgspec.Struct, frozen=True):
    """`volume` of the sounds, `ambience` of the quarter's own quiet noise; `captions`: what is heard is written too."""

    volume: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.6
    ambience: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.25
    muted: bool = False
    captions: bool = False


def kept_choices() -> SoundChoices:
    """What was chosen the last time; what there is at first, where nothing was or it cannot be read."""
    try:
        path = data_dir() / FILE
    except BoardError:  # there is no such folder: told where games are to be saved
        return SoundChoices()
    return read_kept(path, SoundChoices, "it is as loud as at first") or SoundChoices()


def keep_choices(choices: SoundChoices) -> None:
    """Keep them. Where that cannot be, they hold until the window is closed."""
    with suppress(OSError, BoardError):
        write_whole(data_dir() / FILE, msgspec.json.encode(choices, enc_hook=in_english))
