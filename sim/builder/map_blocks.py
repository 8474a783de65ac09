"""The text of a map in blocks: what stands before its first table, and each `[[pieces]]`, `[[canals]]` ... by itself.

A block is changed alone, so that every other one keeps its bytes: its order, its comments, its way to write numbers.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

import msgspec

__all__ = ["KEPT", "Block", "blocks_of", "joined", "number"]

HEADER = re.compile(r"^[ \t]*\[\[[ \t]*([A-Za-z0-9_-]+)[ \t]*\]\][ \t]*(#.*)?$")


KEPT = 4096  # tables whose answers are remembered
DIGITS = 3  # of an inch or degree


class Block(msgspec.Struct, frozen=True):
    """Lines of a map that are one table. `trail`: the blank lines and comments after its last key."""

    kind: str  # "pieces", "canals"; "" of what stands before the first of them
    body: str
    trail: str = ""

    @property
    def text(self) -> str:
        return self.body + self.trail


def blocks_of(text: str) -> list[Block]:
    """A valid map, cut before each header of a list's table.

    A line that looks like a header may lie within a string or an array: then what stands before it is not yet valid
    TOML by itself, and it is none.
    """
    found: list[Block] = []
    kind, lines = "", list[str]()
    for line in text.splitlines(keepends=True):
        header = HEADER.match(line.rstrip("\r\n"))
        if header is not None and _whole("".join(lines)):
            found.append(_block(kind, lines))
            kind, lines = header[1], []
        lines.append(line)
    found.append(_block(kind, lines))
    return found


def joined(blocks: list[Block]) -> str:
    return "".join(block.text for block in blocks)


@lru_cache(KEPT)
def _whole(text: str) -> bool:
    """Is it valid by itself? Almost all of it is as it was at the last edit."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _block(kind: str, lines: list[str]) -> Block:
    end = len(lines)
    while end > (1 if kind else 0) and _is_trivia(lines[end - 1]):
        end -= 1
    return Block(kind, "".join(lines[:end]), "".join(lines[end:]))


def _is_trivia(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def number(value: float) -> float | int:
    """A number as it is written: a thousandth is the finest, and whole ones have no point."""
    short = round(float(value), DIGITS)
    return int(short) if short == int(short) else short
