"""Files of data: read into the types that say what may stand in them; what is wrong is told by its place and mend."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect

from sim.errors import BautaError, meant

__all__ = ["Document", "Place", "WrongDocument", "as_place", "parse_json", "parse_toml", "read_bytes", "what_is_wrong"]

T = TypeVar("T")
Place = tuple[str | int, ...]  # keys and indices that lead to a value

MOST = 1 << 26  # bytes of a file that is read whole
EFFORT = 20_000_000  # characters that are parsed to find a line: a second or two
_PATH = re.compile(r"^(.*) - at (`key` in )?`\$([^`]*)`$", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_NAMES = ("name", "character", "id", "piece")  # what an entry of a list is called by


class WrongDocument(BautaError):
    """A file is not what it should be: the message names the file, the line or place, and the mend."""


@dataclass(frozen=True)
class Document(Generic[T]):
    """A file as it was read: its value, and where each part of that stands."""

    source: str
    text: str
    plain: Any  # tables and lists
    value: T
    is_toml: bool = True

    def where(self, place: Place) -> str:
        """The file, the line and the place, as messages begin: `f.toml, line 7: characters[2] "Ada": lp`."""
        line = _line(self.text, place) if self.is_toml and place else None
        told = as_place(self.plain, place)
        return f"{self.source}{f', line {line}' if line else ''}{f': {told}' if told else ''}"


def read_bytes(path: Path) -> bytes:
    """A file that a person named. Raises WrongDocument where it cannot be read, or is longer than any such file."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST + 1)
    except FileNotFoundError:
        raise WrongDocument(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:  # the second: a name that no file can have
        raise WrongDocument(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MOST:
        raise WrongDocument(f"{path}: cannot be read: over {MOST >> 20} MB")
    return content


def parse_toml(content: bytes, source: str, kind: type[T], format: int) -> Document[T]:
    """A TOML file with a `format` of its own as a value of a type. Raises WrongDocument."""
    text = _text(content, source)
    try:
        plain = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongDocument(f"{source}: not valid TOML: {error}") from None
    if plain.get("format") != format:
        found = f"'format' is {plain['format']!r}" if "format" in plain else "'format' is missing"
        raise WrongDocument(f"{source}: {found}; this program reads format = {format}")
    return _typed(Document(source, text, plain, None), kind)


def parse_json(content: bytes, source: str, kind: type[T]) -> Document[T]:
    """A JSON file as a value of a type. Raises WrongDocument."""
    text = _text(content, source)
    try:
        plain = loads(text, parse_constant=_no_number)
    except JSONDecodeError as error:
        raise WrongDocument(f"{source}, line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise WrongDocument(f"{source}: not JSON: {error}") from None
    return _typed(Document(source, text, plain, None, is_toml=False), kind)


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is not a number")


def _text(content: bytes, source: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongDocument(f"{source}: not a text file in UTF-8: byte {error.start}") from None


def _typed(document: Document[None], kind: type[T]) -> Document[T]:
    try:
        value = msgspec.convert(document.plain, kind)
    except msgspec.ValidationError as error:
        place, words = what_is_wrong(error, document.plain, kind)
        raise WrongDocument(f"{document.where(place)}: {words}") from None
    return Document(document.source, document.text, document.plain, value, document.is_toml)


# --- places -----------------------------------------------------------------------------------------------------


def as_place(plain: Any, place: Place) -> str:
    """A place in words: `characters[2] "Ada": weapons[0].abilities[1]`; the first entry is told by its name too."""
    told, named = "", False
    for i, step in enumerate(place):
        plain = _inside(plain, step)
        if isinstance(step, str):
            told += step if not told or told.endswith(": ") else f".{step}"
            continue
        told += f"[{step}]"
        name = next((plain[key] for key in _NAMES if isinstance(plain.get(key), str)), "") if _is_table(plain) else ""
        if name and not named:
            named = True
            told += f' "{name}"' + (": " if i + 1 < len(place) else "")
    return told


def _is_table(plain: Any) -> bool:
    return isinstance(plain, dict)


def _inside(plain: Any, step: str | int) -> Any:
    try:
        return plain[step]
    except (KeyError, IndexError, TypeError):
        return None


def _line(text: str, place: Place) -> int | None:
    """The line of a TOML text on which the statement begins that gives a place its value.

    That is behind the longest run of whole lines which can be read, and lacks the place. None where it would take
    long to find.
    """
    lines, effort = text.split("\n"), 0

    def holds(count: int) -> bool | None:
        """Do so many lines give the place? None: they end within a statement."""
        nonlocal effort
        part = "\n".join(lines[:count])
        effort += len(part)
        try:
            plain = tomllib.loads(part)
        except ValueError:
            return None
        for step in place:
            plain = _inside(plain, step)
        return plain is not None

    low, high = 0, len(lines)
    while high - low > 1:
        middle = (low + high) // 2
        for count in (*range(middle, low, -1), *range(middle + 1, high)):
            if effort > EFFORT:
                return None
            found = holds(count)
            if found is not None:
                low, high = (low, count) if found else (count, high)
                break
        else:
            break
    return low + 1


# --- what is wrong ----------------------------------------------------------------------------------------------


def what_is_wrong(error: msgspec.ValidationError, plain: Any, kind: Any) -> tuple[Place, str]:
    """Where a value does not fit its type, and what is wanted there."""
    message = str(error)
    found = _PATH.match(message)
    what, of_key, path = (found[1], found[2], found[3]) if found else (message, None, "")
    place: Place = tuple(name or (int(index) if index.isdigit() else index) for name, index in _STEP.findall(path))
    place = _named(place, plain, kind)
    wanted, value = _bare(inspect.type_info(kind), plain), plain
    for step in place:
        if tags := _tags(wanted, step):
            return place, f"there is no {_shown(_inside(value, step))}; {meant(_inside(value, step), tags)}"
        value = _inside(value, step)
        wanted = _bare(_type_inside(wanted, step), value)
    quoted = re.search(r"`(.*)`", what, re.DOTALL)
    if of_key:
        keys = wanted.key_type if isinstance(wanted, inspect.DictType) else None
        wrong = next((key for key in value if key not in getattr(keys, "values", ())), "") if _is_table(value) else ""
        return place, f"there is no {wrong!r}; {meant(wrong, getattr(keys, 'values', ()))}"
    if what.startswith("Object missing required field") and quoted and _tags(wanted, quoted[1]):
        return place, f"'{quoted[1]}' is missing: it says what this is; {meant(None, _tags(wanted, quoted[1]))}"
    keys_there = [field.encode_name for field in wanted.fields] if isinstance(wanted, inspect.StructType) else []
    if what.startswith("Object contains unknown field") and quoted:
        return (*place, quoted[1]), f"there is no such key; {meant(quoted[1], keys_there)}"
    if what.startswith("Object missing required field") and quoted:
        of = _wanted(_type_inside(wanted, quoted[1]))
        return place, f"'{quoted[1]}' is missing: give {of}"
    if isinstance(wanted, inspect.LiteralType) and isinstance(value, str):
        return place, f"there is no '{value}'; {meant(value, map(str, wanted.values))}"
    return place, f"{_shown(value)}: give {_wanted(wanted)}"


def _named(place: Place, plain: Any, kind: Any) -> Place:
    """The same place, each `...` in it the key that it stands for: that whose value alone is as wrong."""
    while "..." in place:
        i = place.index("...")
        table = plain
        for step in place[:i]:
            table = _inside(table, step)
        place = (
            *place[:i],
            next((key for key in table if _misfits(plain, place[:i], key, kind)), "?"),
            *place[i + 1 :],
        )
    return place


def _misfits(plain: Any, place: Place, key: str, kind: Any) -> bool:
    """Is it wrong still if the table at a place has no other key?"""
    try:
        msgspec.convert(_with_only(plain, place, key), kind)
    except msgspec.ValidationError:
        return True
    return False


def _with_only(plain: Any, place: Place, key: str) -> Any:
    if not place:
        return {key: plain[key]}
    step, copy = place[0], plain.copy()
    copy[step] = _with_only(plain[step], place[1:], key)
    return copy


def _type_inside(wanted: Any, step: str | int) -> Any:
    match wanted:
        case inspect.StructType(fields=fields):
            return next((field.type for field in fields if field.encode_name == step), None)
        case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
            return inner
        case inspect.TupleType(item_types=inner):
            return inner[step] if isinstance(step, int) and step < len(inner) else None
        case inspect.DictType(value_type=inner):
            return inner
        case _:
            return None


def _bare(wanted: Any, value: Any = None) -> Any:
    """A type without its descriptions; of several types the one that a value is meant to be, where that is clear."""
    while isinstance(wanted, inspect.Metadata):
        wanted = wanted.type
    if isinstance(wanted, inspect.UnionType):
        others = [_bare(each) for each in wanted.types if not isinstance(each, inspect.NoneType)]
        tagged = [each for each in others if isinstance(each, inspect.StructType) and each.tag is not None]
        said = [each for each in tagged if _inside(value, each.tag_field or "") == each.tag]
        return said[0] if said else others[0] if len(others) == 1 else wanted
    return wanted


def _tags(wanted: Any, field: str | int) -> list[str]:
    """The words among which a key chooses what a table is; none where it is another key."""
    if not isinstance(wanted, inspect.UnionType):
        return []
    kinds = [_bare(each) for each in wanted.types]
    return [str(each.tag) for each in kinds if isinstance(each, inspect.StructType) and each.tag_field == field]


def _wanted(wanted: Any) -> str:
    match wanted:
        case inspect.IntType():
            return "a whole number" + _range(wanted)
        case inspect.FloatType():
            return "a number" + _range(wanted)
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            long = f" of {least or 0} to {most} characters" if most is not None else " that is not empty" * bool(least)
            return f"a text{long}{f' like {pattern}' if pattern else ''}"
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case inspect.TupleType(item_types=inner):
            return f"a list of {len(inner)}, each {_wanted(_bare(inner[0]))}"
        case inspect.VarTupleType(item_type=inner, min_length=least, max_length=most):
            count = f" of {least or 0} to {most}" if most is not None else f" of at least {least}" if least else ""
            return f"a list{count}, each {_wanted(_bare(inner))}"
        case inspect.StructType() | inspect.DictType():
            return "a table"
        case inspect.UnionType(types=types):
            return " or ".join(_wanted(_bare(each)) for each in types)
        case _:
            return "something else"


def _range(wanted: inspect.IntType | inspect.FloatType) -> str:
    low, high = wanted.ge if wanted.ge is not None else wanted.gt, wanted.le if wanted.le is not None else wanted.lt
    if low is not None and high is not None:
        return (
            f" {'over' if wanted.ge is None else 'from'} {low:g} {'and under' if wanted.le is None else 'to'} {high:g}"
        )
    if low is not None:
        return f" {'over' if wanted.ge is None else 'of at least'} {low:g}"
    return f" {'under' if wanted.le is None else 'of at most'} {high:g}" if high is not None else ""


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None else repr(value)
