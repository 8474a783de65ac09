"""What a mirror makes of a piece."""

from __future__ import annotations

import msgspec

from sim.board.files.mapfile import PiecePlacement

__all__ = ["mirrored"]


def mirrored(placed: PiecePlacement) -> PiecePlacement:
    """A piece made the other way round, its own east and west swapped; of a mirrored one, as it was."""
    return msgspec.structs.replace(placed, mirror=not placed.mirror)
