"""How much work a picture is worth: the presets of the renderer, and the level that a machine has the time for."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

__all__ = ["FAST", "LEVELS", "PRESETS", "SLOW", "Level", "Quality", "level_for"]

Level = Literal["light", "middle", "full"]
LEVELS: tuple[Level, ...] = get_args(Level)
SLOW, FAST = 0.9, 0.06  # seconds of a fine frame: from there on the light level, and until there the full one


class Quality(msgspec.Struct, frozen=True):
    """How much work a preset does: frames added up, size of the shadow map, share of the mirror's sides, haze."""

    frames: int
    shadow: int
    mirror: float
    haze: float
    seconds: float = 0.050  # that a frame may take while the view moves in software


PLAY = Quality(frames=6, shadow=4096, mirror=0.5, haze=0.004)
PHOTO = Quality(frames=20, shadow=6144, mirror=0.75, haze=0.0085)
BUILD = msgspec.structs.replace(PLAY, seconds=0.033)
LIGHT = Quality(frames=3, shadow=2048, mirror=0.35, haze=0.004)
FULL = Quality(frames=12, shadow=6144, mirror=0.75, haze=0.004)
PRESETS = {"play": PLAY, "photo": PHOTO, "build": BUILD, "light": LIGHT, "middle": PLAY, "full": FULL}


def level_for(seconds: float) -> Level:
    """The level of a machine that takes so long for a fine frame of the middle one."""
    return "light" if seconds >= SLOW else "full" if seconds <= FAST else "middle"
