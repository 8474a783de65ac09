"""A case: the files and the command line that are given to Bauta, and how it is written into the corpus."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any, Literal

import msgspec

__all__ = ["FOLDER", "Case", "Must", "lay_out", "read_case", "write_case"]

FOLDER = "{dir}"  # in a case's words: the folder that its files lie in
Must = Literal["", "refuse", "tell"]


class Case(msgspec.Struct, frozen=True):
    """What is given: words of a command line (those with `@` are faces of the library), and files beside them."""

    words: tuple[str, ...]
    files: dict[str, bytes] = {}
    must: Must = ""  # "refuse": it may not be accepted; "tell": something must be said of it
    about: str = ""  # how it was made

    @property
    def command(self) -> str:
        """The first word; nothing where there is none."""
        return self.words[0] if self.words else ""

    @property
    def name(self) -> str:
        """A short name by its content."""
        digest = hashlib.sha256("\0".join(self.words).encode(errors="replace"))
        for name, content in sorted(self.files.items()):
            digest.update(name.encode() + b"\0" + content)
        return digest.hexdigest()[:12]


def lay_out(case: Case, folder: Path) -> list[str]:
    """Write a case's files into a folder; returns its words with the folder in them."""
    for name, content in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return [word.replace(FOLDER, str(folder)) for word in case.words]


def write_case(path: Path, case: Case, ends: int, found: str) -> None:
    """Keep a case as JSON that people can read: text as text, all else in base 64."""
    document = {
        "about": case.about,
        "found": found,
        "words": case.words,
        "ends": ends,
        **({"must": case.must} if case.must else {}),
        "files": {name: _plain(content) for name, content in case.files.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=True) + "\n", encoding="utf-8")


def read_case(path: Path) -> tuple[Case, int, str]:
    """A case from the corpus, the code that its command ends with, and what was once found."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    files = {name: _content(held) for name, held in document["files"].items()}
    case = Case(tuple(document["words"]), files, document.get("must", ""), document["about"])
    return case, document["ends"], document["found"]


def _plain(content: bytes) -> dict[str, Any]:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}
    for unit in ("[", " ", '{"a":', "x"):  # a long run of one thing, told as its length
        start, times = _run_of(text, unit)
        if times > 1000:
            return {"text": [text[:start], unit, times, text[start + times * len(unit) :]]}
    return {"text": text}


def _run_of(text: str, unit: str) -> tuple[int, int]:
    """Where the first long run of `unit` begins, and how often it is there."""
    start = text.find(unit * 1001)
    if start < 0:
        return 0, 0
    times = 0
    while text.startswith(unit * 512, start + times * len(unit)):
        times += 512
    while text.startswith(unit, start + times * len(unit)):
        times += 1
    return start, times


def _content(held: dict[str, Any]) -> bytes:
    if "base64" in held:
        return base64.b64decode(held["base64"])
    text = held["text"]
    if isinstance(text, list):
        before, unit, times, after = text
        text = before + unit * times + after
    return str(text).encode()
