"""Names of files that every system takes, from whatever somebody calls a board, a piece or a gang."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["DEVICES", "file_stem"]

DEVICES = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")  # which no file may be called on Windows
LONGEST = 80  # letters: as many as a name in a file may have

_OTHER = re.compile(r"[^a-z0-9]+")


def file_stem(name: str, kind: str, longest: int = LONGEST) -> str:
    """A file's name without its ending: `Cà d'Oro` is ca-d-oro. Empty where no letter is left.

    `kind`: the word that stands behind the name of a device.
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    stem = _OTHER.sub("-", plain).strip("-")[:longest].rstrip("-")
    return f"{stem}-{kind}" if DEVICES.fullmatch(stem) else stem
