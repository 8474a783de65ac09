"""The journal: an append-only file with a line an answer, flushed before the answer takes effect.

Line 1 is the header (format, game, setup). Each further line is `{"n": 12, "choice"|"roll"|"ruling": value}`,
or `{"undo": n}`: of the answers so far, only the first n stand. `"evidence"` in place of `"ruling"` is a ruling that
no rule depends on; older journals lack them. A last line that was cut off by a crash is an answer that never took
effect, and is dropped when the journal is opened again.
"""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any, Literal

import msgspec

from sim.engine.requests import CorruptJournal

__all__ = ["FORMAT", "Answer", "Header", "Journal", "Kind", "read"]

FORMAT = 1

Kind = Literal["choice", "roll", "ruling", "evidence"]


class Answer(msgspec.Struct, frozen=True):
    """One answer as it is kept: what kind of request it answers, and its value in plain JSON types."""

    kind: Kind
    value: Any


class Header(msgspec.Struct, frozen=True):
    """What a journal is of. `setup` is whatever the game needs to begin again."""

    game: str
    setup: dict[str, Any]
    format: int = FORMAT


class Journal:
    """An open journal. Everything written is handed to the operating system at once."""

    def __init__(self, path: Path, header: Header, answers: tuple[Answer, ...] = ()) -> None:
        self.path, self.header, self.answers = path, header, list(answers)
        self._file = path.open("ab")

    @staticmethod
    def create(path: Path, game: str, setup: dict[str, Any]) -> Journal:
        """Begin a new journal. Raises FileExistsError rather than write over one."""
        header = Header(game, setup)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(msgspec.json.encode(header) + b"\n")
        return Journal(path, header)

    @staticmethod
    def open(path: Path) -> Journal:
        """Go on with a journal; a torn last line is cut off. Raises CorruptJournal."""
        header, answers, sound = _read(path)
        if sound < path.stat().st_size:
            os.truncate(path, sound)
        return Journal(path, header, answers)

    def write(self, answer: Answer) -> None:
        """Add an answer."""
        self.answers.append(answer)
        self._line({"n": len(self.answers), answer.kind: answer.value})

    def undo(self, keep: int) -> None:
        """Only the first `keep` answers stand from here on."""
        del self.answers[keep:]
        self._line({"undo": keep})

    def close(self) -> None:
        """Nothing more will be written."""
        self._file.close()

    def _line(self, line: dict[str, Any]) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()


def read(path: Path) -> tuple[Header, tuple[Answer, ...]]:
    """The header and the answers that stand; of a journal packed with gzip too, if it is named `.gz`.

    Raises CorruptJournal with the file and the line, and OSError.
    """
    header, answers, _ = _read(path)
    return header, answers


def _read(path: Path) -> tuple[Header, tuple[Answer, ...], int]:
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    lines = data.split(b"\n")
    sound = len(data) - len(lines.pop())  # what follows the last newline never took effect
    if not lines:
        raise CorruptJournal(f"{path}: no header; this is not a game")
    try:
        header = msgspec.json.decode(lines[0], type=Header)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise CorruptJournal(f"{path}, line 1: not the header of a game: {error}") from None
    if header.format != FORMAT:
        raise CorruptJournal(f"{path}: journal format {header.format}; this program reads format {FORMAT}")
    answers: list[Answer] = []
    for number, line in enumerate(lines[1:], start=2):
        _take(path, number, line, answers)
    return header, tuple(answers), sound


def _take(path: Path, number: int, line: bytes, answers: list[Answer]) -> None:
    """Read one line into the answers that stand so far."""
    try:
        record = msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise CorruptJournal(f"{path}, line {number}: not an answer: {error}") from None
    match record:
        case {"undo": int(keep)} if 0 <= keep <= len(answers):
            del answers[keep:]
        case {"n": n, "choice": value} if n == len(answers) + 1:
            answers.append(Answer("choice", value))
        case {"n": n, "roll": value} if n == len(answers) + 1:
            answers.append(Answer("roll", value))
        case {"n": n, "ruling": value} if n == len(answers) + 1:
            answers.append(Answer("ruling", value))
        case {"n": n, "evidence": value} if n == len(answers) + 1:
            answers.append(Answer("evidence", value))
        case _:
            raise CorruptJournal(f"{path}, line {number}: expected answer {len(answers) + 1} or an undo")
