"""Edits of a map's file by commands: one's own is opened, changed and kept, with what was there before beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sim.cli.errors import UserError
from sim.words import reason, say

if TYPE_CHECKING:
    from sim.builder.document import MapDocument
    from sim.builder.edits import Edit

__all__ = ["change_map", "numbers_of", "own_map"]


def own_map(map_: str) -> tuple[Path, MapDocument]:
    """A map that may be changed, and its text. Raises UserError where it comes with the program or is a package."""
    from sim.board.files.finding import find_map
    from sim.board.files.folders import maps_dir
    from sim.builder.document import MapDocument
    from sim.builder.drafts import read_text

    path = find_map(map_)
    if path.parent == maps_dir() or Path(map_).suffix.lower() == ".bauta":
        raise UserError(
            say("{map}: is not changed: make one of your own of it first (bauta map edit, unpack)", map=map_)
        )
    try:
        return path, MapDocument(read_text(path), path)
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(say("{path}: cannot be read: {error}", path=path, error=reason(error))) from None


def change_map(path: Path, document: MapDocument, edit: Edit) -> None:
    """Make an edit and write the file; what no board can be made of is not written. Raises BoardError, BuilderError."""
    from sim.board.board import Board
    from sim.builder.drafts import Drafts

    document.apply(edit)
    Board.of_map(document.text, path)
    drafts = Drafts(path)
    try:
        drafts.save(document.text)
    finally:
        drafts.close()


def numbers_of(text: str, count: int, option: str) -> list[float]:
    """So many numbers of inches, with commas between them. Raises UserError: others stand there."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(abs(n) <= 1000 for n in numbers):
        raise UserError(
            say(
                "{option} {text}: write {count} numbers of inches, as in {example}",
                option=option,
                text=text,
                count=count,
                example="4,4,12,12" if count == 4 else "6,10",
            )
        )
    return numbers
