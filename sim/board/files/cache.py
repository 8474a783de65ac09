"""Prepared boards on disk, named by the content that they were made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.model.terrain import Meaning
from sim.geometry.ray.blockers import TREE, Solid
from sim.words import in_english

__all__ = [
    "KeptSolid",
    "Stored",
    "StoredPart",
    "content_key",
    "files_key",
    "map_key",
    "mesh_key",
    "read_stored",
    "sources_key",
    "write_stored",
]

VERSION = 6  # of what is stored; a change makes every board anew
TREES = 6  # of the trees of solids


class StoredPart(msgspec.Struct, frozen=True):
    """What of a part is not triangles."""

    name: str
    meaning: Meaning
    low: bool
    count: int
    mended: tuple[str, ...] = ()
    divided: bool = False  # into low things and what is not low


class Stored(NamedTuple):
    """Prepared parts, their triangles in a row, and the low thing that each of these is of (of divided parts)."""

    parts: list[StoredPart]
    triangles: NDArray[np.float64]
    things: NDArray[np.int32]


def content_key(*chunks: bytes) -> str:
    """A name for whatever is made from these bytes."""
    digest = hashlib.sha256(str(VERSION).encode())
    for chunk in chunks:
        digest.update(len(chunk).to_bytes(8, "little"))
        digest.update(chunk)
    return digest.hexdigest()[:32]


def files_key(files: Iterable[Path], *more: bytes) -> str:
    """As `content_key`, of files' contents and anything else that matters."""
    return content_key(*(f.read_bytes() for f in files), *more)


def mesh_key(content: bytes, suffix: str, scale: float = 1.0, up: str | None = None) -> str:
    """As `content_key`, of a mesh file that is read by its ending, at a scale and with an upward axis."""
    return content_key(content, f"{suffix} {scale} {up}, joined".encode())


def map_key(text: bytes, pieces: Mapping[str, bytes]) -> str:
    """As `content_key`, of a map: its file's content, and that of its pieces' files by their names."""
    names = sorted(pieces)
    return content_key(text, *(pieces[name] for name in names), "+".join(names).encode())


def sources_key() -> bytes:
    """A name for the program text that measures the ground: what it measured is made anew when it changes."""
    home = Path(__file__).parents[2]
    texts = [
        *sorted((home / "geometry").rglob("*.py")),
        *(home / "board" / "movement" / f"{m}.py" for m in ("lattice", "paths", "trail", "climbing")),
    ]
    return hashlib.sha256(b"\0".join(text.read_bytes() for text in texts)).digest()


def read_stored(key: str) -> Stored | None:
    """The prepared parts, or None if they must be made (again)."""
    held = read_arrays(f"board-{key}", ("parts", "triangles", "things"))
    if held is None:
        return None
    try:
        parts = msgspec.json.decode(held["parts"].tobytes(), type=list[StoredPart])
    except msgspec.MsgspecError:
        return None
    whole = sum(p.count for p in parts) == len(held["triangles"]) == len(held["things"])
    return Stored(parts, held["triangles"], held["things"]) if whole else None


def write_stored(key: str, stored: Stored) -> None:
    """Keep prepared parts."""
    said = np.frombuffer(msgspec.json.encode(stored.parts, enc_hook=in_english), np.uint8)
    write_arrays(f"board-{key}", {"parts": said, "triangles": stored.triangles, "things": stored.things})


class KeptSolid(Solid):
    """A solid whose exact tree is kept on disk under a name of its content."""

    def __init__(self, solid: Solid, name: str) -> None:
        super().__init__(solid.rays.triangles, solid.part_of, solid.names)
        self._name = f"{name}-{TREES}"

    @cached_property
    def tree(self) -> dict[str, NDArray[Any]]:
        held = read_arrays(self._name, TREE)
        if held is None:
            held = super().tree
            write_arrays(self._name, held)
        return held
