"""The journal: an append-only file with a line an answer, written before the answer takes effect.

Line 1 is the header (see `header`); the files that the game was begun with may follow, a line each. Each further line
is `{"n": 12, "choice"|"roll"|"ruling": value}`, or `{"undo": n}`: of the answers so far, only the first n stand.
`"evidence"` in place of `"ruling"` is a ruling that no rule depends on; older journals lack them. `"yield"` is what a
seat said of questions to come, and `"passed"` a choice that was not asked for that (see `yields`). `{"reveal": secret}`
at the end of a game opens dice that were sealed (see `dice`). Beside a choice, `"why"` is a bot's reason for it, which
no replay needs. Every line ends with a `"check"`, the sum of itself and of that of the line before: what was changed
later is found. Format 1 has none.

A last line that was cut off by a crash is an answer that never took effect, and is dropped when the journal is opened
again. An answer that cannot be written has not happened either (`Unwritten`), nor one that the program breaks down on:
an undo strikes it out.
"""

from __future__ import annotations

import gzip
import re
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from io import BytesIO
from lzma import FILTER_LZMA2, LZMADecompressor, LZMAError, compress
from math import copysign, inf
from pathlib import Path
from sys import float_info
from typing import Any, Literal, NamedTuple

import msgspec

from sim.engine.header import FORMAT, LONGEST, Agreed, Header, checked, content_hash, read_header, with_check
from sim.engine.line_file import LineFile
from sim.engine.reasons import NO_REASON, KeptReason, Reason
from sim.engine.requests import CorruptJournal
from sim.errors import meant
from sim.whole_files import open_file
from sim.words import in_english, reason, say

__all__ = [
    "FORMAT",
    "KINDS",
    "Answer",
    "Changed",
    "Contents",
    "Header",
    "Journal",
    "Kind",
    "changed_error",
    "header_of",
    "packed",
    "read",
    "read_all",
]

Kind = Literal["choice", "roll", "ruling", "evidence", "passed", "yield"]
KINDS: tuple[Kind, ...] = ("choice", "roll", "ruling", "evidence", "passed", "yield")
PACKED = ".gz"
FARTHEST = 1e9  # that a number of an answer is from nothing, be it a place, a die or a count
SECRET = re.compile("[0-9a-f]{64}")  # of sealed dice
MOST = 1 << 28  # bytes of a journal, or of a file in it, unpacked
# of numbers of four bytes: quick, and small
MESHES = [{"id": FILTER_LZMA2, "preset": 0, "dict_size": 1 << 16, "depth": 2, "lp": 2, "lc": 2, "pb": 2}]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer as it is kept: what kind of request it answers, and its value in plain JSON types. `why`: a bot's
    reason for it, which no rule knows."""

    kind: Kind
    value: Any
    why: Reason = NO_REASON


class Changed(NamedTuple):
    """A line that is not as it was written."""

    line: int
    answer: int  # the number of the answer in it, or of the last one before it
    why: str = ""  # it cannot be read; it and all after it are left out

    def __str__(self) -> str:
        fields = {"line": self.line, "answer": self.answer}
        return self.why or say("line {line} (answer {answer}) was changed after it was written", **fields)


@dataclass
class Contents:
    """All that is in a journal."""

    path: Path
    header: Header
    answers: list[Answer] = field(default_factory=list)  # that stand
    retyped: int = 0  # so many led to dice that were taken back last, to be typed anew: what they chose stands
    changed: list[Changed] = field(default_factory=list)
    secret: str = ""  # of dice that were sealed, opened at the end of the game
    notice: str = ""  # what else was found, in words
    size: int = 0  # bytes that stand
    rescued: bytes = b""  # the last line, of which only the end is missing
    check: str = ""  # the sum of the last line
    _files: dict[str, str] = field(default_factory=dict)

    def files(self) -> dict[str, bytes]:
        """The files that the game was begun with, by name. Raises CorruptJournal."""
        return {name: self._file(name) for name in self.header.files}

    def _file(self, name: str) -> bytes:
        try:
            content = LZMADecompressor().decompress(b64decode(self._files[name], validate=True), MOST)
        except (KeyError, ValueError, LZMAError):
            content = b""
        if content_hash(content) != self.header.files[name]:
            raise CorruptJournal(f"{self.path}: its file '{name}' is not as it was written")
        return content


class Journal:
    """An open journal. Everything written is handed to the operating system at once."""

    def __init__(self, file: LineFile, contents: Contents) -> None:
        self.path, self.header, self.answers = contents.path, contents.header, contents.answers
        self.notice, self.secret, self.retyped = contents.notice, contents.secret, contents.retyped
        self._file, self._check = file, contents.check

    @staticmethod
    def create(path: Path, game: str, setup: dict[str, Any], agreed: Agreed | None = None) -> Journal:
        """Begin a new journal. Raises FileTaken rather than write over one, InUse and Unwritten."""
        agreed = agreed or Agreed()
        hashes = {name: content_hash(content) for name, content in agreed.files.items()}
        header = Header(game, setup, FORMAT, agreed.program, dict(agreed.hashes), hashes, agreed.dice)
        line, check = with_check(msgspec.json.encode(header, enc_hook=in_english), "")
        lines = [line]
        for name, content in agreed.files.items():
            held = b64encode(agreed.packed.get(name) or packed(content)).decode()
            line, check = with_check(msgspec.json.encode({"file": name, "xz": held}, enc_hook=in_english), check)
            lines.append(line)
        return Journal(LineFile.create(path, lines), Contents(path, header, check=check))

    @staticmethod
    def open(path: Path, program: str = "") -> Journal:
        """Go on with a journal; a torn last line is cut off. `program`: the version of this one.

        One that is packed is unpacked beside itself, and gone on with there. Raises CorruptJournal, InUse, FileTaken
        or Unwritten.
        """
        if path.suffix == PACKED:
            return _unpack(path, program)
        file = LineFile(path)
        try:
            contents = _sound(path, program)
            file.cut(contents.size)
            if contents.rescued:
                file.append(contents.rescued)
        except BaseException:
            file.close()
            raise
        return Journal(file, contents)

    def write(self, answer: Answer, *, durable: bool = False) -> None:
        """Add an answer. `durable`: it is on the disk before this returns. Raises Unwritten."""
        why = {"why": KeptReason.of(answer.why)} if answer.why else {}
        self._line({"n": len(self.answers) + 1, answer.kind: answer.value, **why}, durable)
        self.answers.append(answer)

    def undo(self, keep: int) -> None:
        """Only the first `keep` answers stand from here on. Raises Unwritten."""
        self._line({"undo": keep}, True)
        del self.answers[keep:]

    def open_seal(self, secret: str) -> None:
        """The game is over: its dice may be foretold. Raises Unwritten."""
        if not self.secret:
            self._line({"reveal": secret}, True)
            self.secret = secret

    def close(self) -> None:
        """Nothing more will be written; all that was is on the disk."""
        self._file.close()

    def _line(self, record: dict[str, Any], durable: bool) -> None:
        line, check = msgspec.json.encode(record, enc_hook=in_english), ""
        if self.header.format > 1:
            line, check = with_check(line, self._check)
        self._file.append(line, durable=durable)
        self._check = check


def packed(content: bytes) -> bytes:
    """A file as journals hold it: of a board with forty pieces that takes a quarter of a second."""
    return compress(content, filters=MESHES)


def header_of(path: Path, program: str = "") -> Header:
    """The header of a journal that is not packed, read alone. Raises CorruptJournal."""
    try:
        with open_file(path) as file:
            line = file.readline(LONGEST)
    except OSError as error:
        raise CorruptJournal(say("{file}: cannot be read: {error}", file=path, error=error.strerror or error)) from None
    if not line.endswith(b"\n"):
        raise CorruptJournal(say("{file}: no header; this is not a game", file=path))
    return read_header(path, line[:-1], program)


def read(path: Path) -> tuple[Header, tuple[Answer, ...]]:
    """The header and the answers that stand; of a journal packed with gzip too, if it is named `.gz`.

    Raises CorruptJournal with the file and the line.
    """
    contents = _sound(path)
    return contents.header, tuple(contents.answers)


def _sound(path: Path, program: str = "") -> Contents:
    """All of a journal in which no line was changed."""
    contents = read_all(path, program)
    if contents.changed:
        raise changed_error(contents, contents.changed[0])
    return contents


def changed_error(contents: Contents, change: Changed) -> CorruptJournal:
    """What to say of a journal that was changed."""
    told = {"file": contents.path, "what": str(change), "sound": max(change.answer - 1, 0)}
    return CorruptJournal(say("{file}, {what}; `bauta replay --to {sound}` shows the game until then", **told))


def _unpack(path: Path, program: str) -> Journal:
    """Go on with a packed journal beside it, unpacked."""
    contents, plain = _sound(path, program), path.with_suffix("")
    lines = _content(path)[: contents.size].removesuffix(b"\n").split(b"\n")
    file = LineFile.create(plain, [*lines, *filter(None, [contents.rescued])])
    contents.path = plain
    contents.notice = say("{name} was unpacked: the game goes on in {plain}", name=path.name, plain=plain)
    return Journal(file, contents)


def read_all(path: Path, program: str = "") -> Contents:
    """All of a journal, lines that were changed later among it: `changed` names them. `program`: our version.

    A line that cannot be read is the last of `changed`: nothing is taken of what follows it. Raises CorruptJournal with
    the file and the line where it is the header or a file of the board.
    """
    data = _content(path)
    lines = data.split(b"\n")
    torn = lines.pop()  # what follows the last newline never took effect
    if not lines:
        raise CorruptJournal(say("{file}: no header; this is not a game", file=path))
    header = read_header(path, lines[0], program)
    contents = Contents(path, header, size=len(data) - len(torn), check=lines[0][-10:-2].decode(errors="replace"))
    for number, line in enumerate(lines[1:], start=2):
        try:
            _take(contents, number, line)
        except CorruptJournal as error:
            if contents._files.keys() < header.files.keys():
                raise CorruptJournal(say("{file}, {words}", file=path, words=reason(error))) from None
            contents.changed.append(Changed(number, len(contents.answers) + 1, reason(error)))
            return contents
    if torn:
        contents.notice = say("line {n} was cut off: the answer in it never took effect", n=len(lines) + 1)
        if header.format > 1 and checked(torn[:-1], contents.check):  # all of it is there but its end
            contents.rescued = torn[:-1]
            contents.notice = say("line {n} does not end as it was written: its answer stands", n=len(lines) + 1)
            _take(contents, len(lines) + 1, contents.rescued)
    return contents


def _kind_of(record: dict[str, Any]) -> Kind | None:
    """The one kind of answer that a line holds."""
    kinds = [kind for kind in KINDS if kind in record]
    return kinds[0] if len(kinds) == 1 else None


def _unlike(record: dict[str, Any], count: int) -> str:
    """How a line differs from those that are known, as far as that is clear."""
    known = ("n", "check", "undo", "reveal", "why", *KINDS)
    strange = next((key for key in record if key not in known), None)
    if strange is not None:
        return f"; there is no '{strange}': {meant(strange, known)}"
    if isinstance(record.get("undo"), int):
        return f"; {record['undo']} of {count} answers cannot stand"
    return f"; its number is {record['n']!r}" if "n" in record and record["n"] != count + 1 else ""


def _why(number: int, record: dict[str, Any]) -> Reason:
    """The reason that stands beside an answer. Raises CorruptJournal with the line."""
    if "why" not in record:
        return NO_REASON
    try:
        return msgspec.convert(record["why"], KeptReason).reason()
    except msgspec.ValidationError as error:
        raise CorruptJournal(say("line {n}: not a reason: {error}", n=number, error=error)) from None


def _wild(value: Any) -> float | None:
    """A number in a line that no game has, or None."""
    kind = type(value)
    if kind is float or kind is int:
        if -FARTHEST <= value <= FARTHEST:
            return None
        return float(value) if abs(value) <= float_info.max else copysign(inf, value > 0 or -1)
    if kind is dict or kind is list:
        for each in value.values() if kind is dict else value:
            if (found := _wild(each)) is not None:
                return found
    return None


def _content(path: Path) -> bytes:
    """A journal's lines, unpacked. Raises CorruptJournal where they cannot be read."""
    try:
        with open_file(path) as file:
            data = file.read()
        if path.suffix == PACKED:
            data = gzip.GzipFile(fileobj=BytesIO(data)).read(MOST + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:  # the second is an OSError too
        words = "it is cut off" if isinstance(error, EOFError) else str(error)
        raise CorruptJournal(f"{path}: cannot be unpacked: {words}; get it again from where it came from") from None
    except OSError as error:
        raise CorruptJournal(say("{file}: cannot be read: {error}", file=path, error=error.strerror or error)) from None
    if len(data) > MOST:
        raise CorruptJournal(say("{file}: over {n} MB; this is not a game", file=path, n=MOST >> 20))
    return data


def _take(contents: Contents, number: int, line: bytes) -> None:
    """Read one line into the answers that stand so far. Raises CorruptJournal with the line, and changes nothing."""
    answers = contents.answers
    try:
        record = msgspec.json.decode(line, type=dict[str, Any])
        wild = _wild(record)
    except (ValueError, RecursionError) as error:
        raise CorruptJournal(say("line {n}: not an answer: {error}", n=number, error=error)) from None
    if wild is not None:
        told = {"n": number, "number": f"{wild:g}", "most": f"{FARTHEST:g}"}
        raise CorruptJournal(say("line {n}: {number} is no number of a game: all are within {most}", **told))
    match record:
        case {"file": str(name), "xz": str(packed)} if not answers:
            contents._files[name] = packed
        case {"reveal": secret}:
            if not isinstance(secret, str) or not SECRET.fullmatch(secret):
                raise CorruptJournal(f"line {number}: {secret!r:.80} is no secret of dice (64 digits and a to f)")
            contents.secret = secret
        case {"undo": int(keep)} if type(keep) is int and 0 <= keep <= len(answers):
            dice = keep < len(answers) and answers[keep].kind == "roll"
            contents.retyped = keep if dice else min(keep, contents.retyped)
            del answers[keep:]
        case {"n": int(n)} if type(n) is int and n == len(answers) + 1 and (kind := _kind_of(record)):
            answers.append(Answer(kind, record[kind], _why(number, record)))
        case _:
            why = _unlike(record, len(answers))
            told = {"n": number, "answer": len(answers) + 1, "why": why}
            raise CorruptJournal(say("line {n}: expected answer {answer} or an undo{why}", **told))
    if contents.header.format > 1:
        if not checked(line, contents.check) and "file" in record:  # which is told where it is wanted
            contents.notice = say("line {n} ({file}) was changed after it was written", n=number, file=record["file"])
        elif not checked(line, contents.check):
            contents.changed.append(Changed(number, len(answers)))
        contents.check = str(record.get("check", ""))
