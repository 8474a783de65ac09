"""Who made a piece, and what may be done with it: the `copyright` of its glTF file."""

from __future__ import annotations

import json
import struct
from pathlib import Path

__all__ = ["LONGEST", "licence_of"]

LONGEST = 2000  # letters


def licence_of(path: Path) -> str:
    """What a .glb file says of itself; nothing where it says nothing or cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(20)
            length: int = struct.unpack_from("<I", head, 12)[0]
            said = json.loads(file.read(length))["asset"]["copyright"]
    except (OSError, ValueError, LookupError, TypeError, struct.error, RecursionError):
        return ""
    return said[:LONGEST] if isinstance(said, str) else ""
