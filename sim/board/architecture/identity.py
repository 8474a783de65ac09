"""What a made piece is known by: its parameters, and the version of what builds it, never the numbers that come out."""

from __future__ import annotations

import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from sim.board.architecture.plans import PiecePlan
from sim.version import __version__

__all__ = ["BUILDER", "GENERATOR", "builder_of", "drawn_by", "is_made", "is_whole", "made_name", "sealed"]

BUILDER = 1  # a change of what any plan comes out as makes all of them anew
_OPEN = "0" * 64
GENERATOR = f"bauta architecture {BUILDER} {_OPEN}"  # of a file before it is sealed
_SAID = re.compile(rb'"generator":"bauta architecture (\d{1,6}) ([0-9a-f]{64})"')
_MADE = re.compile(r"made-[0-9a-f]{32}")
_KEPT = 2048  # names of plans: the editor asks for those of a whole map in every frame
_HEAD = 512  # bytes of a file in which it says what made it


@lru_cache(_KEPT)
def made_name(plan: PiecePlan) -> str:
    """The name of a plan's piece, by its parameters: those that are not the defaults, so that keys of later versions
    change no name."""
    said = {name: value for name, usual in _usual(type(plan)) if (value := getattr(plan, name)) != usual}
    as_read = msgspec.convert(msgspec.to_builtins(said), type(plan))  # 5 where a file would have 5.0 is the same
    said = {name: getattr(as_read, name) for name in said} | {"kind": plan.__struct_config__.tag}
    return f"made-{hashlib.sha256(msgspec.json.encode(said, order='sorted')).hexdigest()[:32]}"


@cache
def drawn_by() -> str:
    """What kept files of pieces are known by besides BUILDER: the text of this room, since what is only drawn changes
    while all that is measured, and so BUILDER, stays (a frozen program has its version alone)."""
    text = hashlib.blake2b(__version__.encode(), digest_size=6)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        text.update(path.read_bytes())
    return text.hexdigest()


@cache
def _usual(kind: type[PiecePlan]) -> tuple[tuple[str, Any], ...]:
    """The fields of a kind of plan, and their defaults."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


def is_made(name: str) -> bool:
    """Is this the name of a made piece?"""
    return _MADE.fullmatch(name) is not None


def builder_of(content: bytes) -> int | None:
    """The version of the builder that wrote a .glb file; None where no builder did."""
    found = _SAID.search(content[:_HEAD])
    return int(found[1]) if found else None


def sealed(content: bytes) -> bytes:
    """A file with the sum of its content in it."""
    return _with_sum(content, _sum(content))


def is_whole(content: bytes) -> bool:
    """Is a sealed file as it was written?"""
    found = _SAID.search(content[:_HEAD])
    return found is not None and found[2].decode() == _sum(content)


def _sum(content: bytes) -> str:
    return hashlib.sha256(_with_sum(content, _OPEN)).hexdigest()


def _with_sum(content: bytes, said: str) -> bytes:
    found = _SAID.search(content[:_HEAD])
    return content if found is None else content[: found.start(2)] + said.encode() + content[found.end(2) :]
