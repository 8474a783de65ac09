"""Names of files: such as every system takes, from whatever somebody calls a board, a piece or a gang; and back."""

from __future__ import annotations

import re
import unicodedata

from sim.board.model.part_names import SMALL_WORDS

__all__ = ["DEVICES", "file_stem", "nice"]

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


def nice(name: str) -> str:
    """A file's name as people write it."""
    stem = name.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")
    words = enumerate(stem.replace("_", "-").split("-"))
    return " ".join(word if i and word in SMALL_WORDS else word[:1].upper() + word[1:] for i, word in words)
