"""How much work a picture is worth: the presets of the renderer."""

from __future__ import annotations

import msgspec

__all__ = ["PRESETS", "Quality"]


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
PRESETS = {"play": PLAY, "photo": PHOTO, "build": BUILD}
