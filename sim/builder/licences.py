"""Who made a piece, and what may be done with it: the `copyright` of its glTF file."""

from __future__ import annotations

from pathlib import Path

from sim.board.files.glb import asset_of

__all__ = ["LONGEST", "licence_of"]

LONGEST = 2000  # letters


def licence_of(path: Path) -> str:
    """What a .glb file says of itself; nothing where it says nothing or cannot be read."""
    said = asset_of(path).get("copyright")
    return said[:LONGEST] if isinstance(said, str) else ""
