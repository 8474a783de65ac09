"""The commonest slips of those who write TOML by hand: which line it is, and what mends it.

They are known by what the standard library's reader says, and by the line that it says it of; whatever else it says is
told in its own words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Mapping
from typing import Any, NamedTuple

from sim.words import say

__all__ = ["TomlSlip", "misplaced", "slip_of"]

_AT = re.compile(r"\(at line (\d+), column (\d+)\)$")
_KEY = re.compile(r"^[ \t]*([\w.-]+)[ \t]*=[ \t]*", re.MULTILINE)
_INNER = re.compile(r"[{,]\s*([\w-]+)[ \t]*=")
_HEADER = re.compile(r"^[ \t]*\[(\[?)[ \t]*([A-Za-z_][\w.-]*)[ \t]*\]", re.MULTILINE)
_WORD = re.compile(r"[^\s,\]}#=]+")
_TEXT = re.compile(r"[^\W\d_]\w*")  # begins with a letter
_CURLED = re.compile("[“”„‟‘’‚‛«»]([^“”„‟‘’‚‛«»\n]*)")


class TomlSlip(NamedTuple):
    """The line to be mended, from 1; its place in the file, from the outermost key inwards; what is wrong there, and
    what mends it."""

    line: int
    where: list[str | int]
    what: str


def slip_of(text: str, wrong: tomllib.TOMLDecodeError) -> TomlSlip | None:
    """The slip in a TOML text that could not be read; None where it is none of the common ones."""
    text, said = text.replace("\r\n", "\n"), str(wrong)
    told = _AT.search(said)
    at = _offset(text, int(told[1]), int(told[2])) if told else len(text)
    rest = text[at:].partition("\n")[0].strip()
    match said.partition("(")[0].strip():
        case "Cannot overwrite a value":
            return _slip(text, len(text[:at].rstrip()) - 1, say("is there twice in one table: keep one of the two"))
        case key if key.startswith("Duplicate inline table key"):
            return _slip(text, at - 1, say("is there twice in one table: keep one of the two"))
        case "Invalid value" if found := _CURLED.match(rest):
            return _slip(text, at, say('has curly quotes: write straight ones, as "{text}"', text=found[1]))
        case "Invalid value":
            return _bare_word(text, at, rest)
        case "Illegal character '\\n'" | "Found invalid character '\\n'" | "Unterminated string" | 'Expected "\'"':
            return _open_quote(text, at, "'" if said.startswith(("Expected", "Found")) else '"')
        case "Unclosed array":
            return _not_closed(text, at, rest, "]")
        case "Unclosed inline table":
            return _not_closed(text, at, rest, "}")
        case "Expected ']]' at the end of an array declaration":
            return TomlSlip(
                text.count("\n", 0, at) + 1, [], say("is not closed: put a {bracket} at its end", bracket="]]")
            )
        case "Expected ']' at the end of a table declaration":
            return TomlSlip(
                text.count("\n", 0, at) + 1, [], say("is not closed: put a {bracket} at its end", bracket="]")
            )
    return None


def misplaced(field: str | int, raw: Mapping[str, Any], fields: Container[object]) -> str | None:
    """What is said of a key that is unknown where it stands, and one of the whole file: it was written below a table.

    None where it is no such key, or is there at its place as well. `fields`: the keys of the file itself.
    """
    if field in raw or field not in fields:
        return None
    for name, value in raw.items():
        is_list = isinstance(value, list) and any(isinstance(each, dict) for each in value)
        if is_list or isinstance(value, dict):
            first = f"[[{name}]]" if is_list else f"[{name}]"
            return say(
                "is unknown here: write it above the first {table}, with what is said of the whole file", table=first
            )
    return None


def _bare_word(text: str, at: int, rest: str) -> TomlSlip | None:
    """A word without quotes, or nothing, where a value should be."""
    if not rest or rest[0] == "#":
        return _slip(text, at - 1, say("has no value: give it one, or leave the line out"))
    found = _WORD.match(rest)
    word = found[0] if found else ""
    if word.lower() in ("true", "false"):
        return _slip(text, at, say("is {value}: write {mend}, in small letters", value=word, mend=word.lower()))
    if _TEXT.match(word):
        return _slip(text, at, say('is {value}: a text stands in quotes, as "{value}"', value=word))
    return None


def _open_quote(text: str, at: int, quote: str) -> TomlSlip | None:
    """A text that does not end in its line."""
    if quote * 3 in text:
        return None
    begun = text.rfind(quote, 0, at)
    return _slip(text, begun, say("begins with a quote that is not closed: end it with a quote in the same line"))


def _not_closed(text: str, at: int, rest: str, end: str) -> TomlSlip:
    """A list or a table in one line, in which something else follows than a comma or its end."""
    before = _content(text[:at])
    goes_on = "\n" not in text[before:at] or (end == "]" and not _KEY.match(rest) and not _HEADER.match(rest))
    if rest and rest[0] != "#" and goes_on:
        found = _WORD.match(rest)
        what = say("has no comma before {value}: put one between the two", value=found[0] if found else rest[0])
        return _slip(text, at, what)
    return _slip(text, before - 1, say("is not closed: put a {bracket} at its end", bracket=end), inner=False)


def _content(text: str) -> int:
    """Where the last of a text ends that is neither space nor a comment."""
    lines = text.split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].strip()[0] == "#"):
        lines.pop()
    return len("\n".join(lines).rstrip())


def _offset(text: str, line: int, column: int) -> int:
    return sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + column - 1


def _slip(text: str, at: int, what: str, *, inner: bool = True) -> TomlSlip:
    """What is wrong at an offset of a text, and the place that it is in. `inner`: also within a table in one line."""
    end = text.find("\n", at)
    line = text.count("\n", 0, at) + 1
    until = text[: end if end >= 0 else len(text)]  # the keys of the line itself count, if they begin before
    where = list[str | int]()
    headers = [each for each in _HEADER.finditer(until) if each.start() <= at]
    begun = headers[-1].end() if headers else 0
    if headers:
        is_list, name = headers[-1].groups()
        where += name.split(".")
        if is_list:
            where.append(sum(each.groups() == (is_list, name) for each in headers) - 1)
    keys = [each for each in _KEY.finditer(until, begun) if each.start() <= at]
    if keys:
        where += keys[-1][1].split(".")
        if inner and until[keys[-1].end() :][:1] == "{":
            where += [each[1] for each in _INNER.finditer(until, keys[-1].end()) if each.start() <= at][-1:]
    return TomlSlip(line, where, what)
