"""The first line of a journal: what game it is of, what was agreed, and who wrote it."""

from __future__ import annotations

from hashlib import blake2b, sha256
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sim.engine.requests import CorruptJournal
from sim.words import say

__all__ = ["FORMAT", "LONGEST", "Agreed", "Header", "checked", "content_hash", "read_header", "with_check"]

FORMAT = 2  # 1: lines without check sums, and nothing of the board but its name
LONGEST = 1 << 24  # bytes of a header: whatever begins with a longer line is no journal
_TAIL = len(b',"check":"00000000"}')


Word = Annotated[str, Meta(min_length=1, max_length=500)]
Hash = Annotated[str, Meta(max_length=100)]


class Header(msgspec.Struct, frozen=True):
    """What a journal is of. `setup` is whatever the game needs to begin again."""

    game: Word
    setup: dict[str, Any]
    format: Annotated[int, Meta(ge=1, le=1_000_000)] = FORMAT
    program: Annotated[str, Meta(pattern=r"^[0-9A-Za-z.+!-]*$", max_length=40)] = ""  # the version that began it
    hashes: dict[Word, Hash] = {}  # of what was agreed, by name: the board, the gangs, the options
    files: dict[Word, Hash] = {}  # that follow the header, by name: their contents' hashes
    dice: Annotated[str, Meta(max_length=64)] = ""  # sealed dice: the hash of their secret


class Agreed(msgspec.Struct, frozen=True):
    """What a journal keeps of a game besides its setup, so that it can be gone on with anywhere. `packed`: files that
    were packed before, as `journal.packed` does it."""

    program: str = ""
    hashes: dict[str, str] = {}
    files: dict[str, bytes] = {}
    dice: str = ""
    packed: dict[str, bytes] = {}


def content_hash(*chunks: bytes) -> str:
    """A name for these bytes: 32 hexadecimal digits."""
    digest = sha256()
    for chunk in chunks:
        digest.update(len(chunk).to_bytes(8, "big") + chunk)
    return digest.hexdigest()[:32]


def read_header(path: Path, line: bytes, ours: str = "") -> Header:
    """The header in a journal's first line. `ours`: the version of this program.

    Raises CorruptJournal where it is none, was changed, or is a newer program's.
    """
    try:
        header = msgspec.json.decode(line, type=Header)
    except (ValueError, RecursionError) as error:  # of msgspec's errors, and of bytes that are no text
        raise CorruptJournal(say("{file}, line 1: not the header of a game: {error}", file=path, error=error)) from None
    if not 1 <= header.format <= FORMAT or _newer(header.program, ours):
        by = f" of Bauta {header.program}" if header.program else ""
        us = f"this program ({ours})" if ours else "this program"
        raise CorruptJournal(
            f"{path}: journal format {header.format}{by}; {us} reads formats 1 to {FORMAT}, of its own version and "
            "older ones: bring it up to date"
        )
    if (header.format > 1 or b'"check"' in line) and not checked(line, ""):
        raise CorruptJournal(say("{file}, line 1: the header was changed after it was written", file=path))
    return header


def _newer(theirs: str, ours: str) -> bool:
    """Is a version newer than ours? Numbers are compared; what is no number is not."""
    if not ours:
        return False
    return _numbers(theirs) > _numbers(ours)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdigit()]


def with_check(record: bytes, before: str) -> tuple[bytes, str]:
    """A JSON object as a line that ends with its check sum, and that sum. `before`: the sum of the line before."""
    check = _sum(record, before)
    return record[:-1] + b',"check":"' + check.encode() + b'"}', check


def checked(line: bytes, before: str) -> str:
    """The check sum of a line that is as it was written, after the line of the sum `before`; else ""."""
    check = _sum(line[:-_TAIL] + b"}", before)
    return check if line.endswith(b',"check":"' + check.encode() + b'"}') else ""


def _sum(record: bytes, before: str) -> str:
    return blake2b(before.encode() + record, digest_size=4).hexdigest()
