"""Files against the types that are their schema: what does not fit is said with its place, its line and its mend.

The types say all of a shape: which keys there are, and within what bounds a number lies. A bound on both sides also
refuses what is no number or infinite.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

import msgspec

from sim.errors import BautaError, meant
from sim.whole_files import open_file

if TYPE_CHECKING:
    from msgspec.inspect import Type

__all__ = ["fitting", "line_of", "misfit", "place_of", "read_bytes", "read_json", "read_toml", "wrong_at"]

T = TypeVar("T")
Where = Sequence["str | int"]  # keys and numbers in lists, from the outermost inwards

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_NAMES = ("id", "name", "piece", "character")  # by which an entry of a list is known
MOST = 1 << 26  # bytes of a file that is read whole
_READS = 60  # of beginnings of a file, to find a line
_NEAR = 12  # lines round a place at which the text may be cut


def read_bytes(path: Path, error: Callable[[str], BautaError]) -> bytes:
    """A file that a person named. Errors are made by `error`: it cannot be read, or is longer than any such file."""
    try:
        with open_file(path) as file:
            content = file.read(MOST + 1)
    except FileNotFoundError:
        raise error(f"{path}: there is no such file") from None
    except (OSError, ValueError) as wrong:  # the second: a name that no file can have
        raise error(f"{path}: cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None
    if len(content) > MOST:
        raise error(f"{path}: cannot be read: it is larger than {MOST >> 20} MB")
    return content


def read_toml(text: str, kind: type[T], source: str, error: Callable[[str], BautaError]) -> T:
    """What a TOML text holds, as `kind`. `source` names it in errors, which are made by `error`.

    A file of another format than the type's is told as that first.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise error(f"{source}: not valid TOML: {wrong}") from None
    except RecursionError:
        raise error(f"{source}: its lists lie too deep in one another: is it the right file?") from None
    except ValueError:
        raise error(f"{source}: holds a number of thousands of digits: write a shorter one") from None
    formats = get_args(get_type_hints(kind).get("format"))
    if formats and (raw.get("format") not in formats or isinstance(raw["format"], bool)):
        found = f"format is {_shown(raw['format'])}" if "format" in raw else "it has no format"
        raise error(f"{source}: {found}: this program reads files with format = {formats[-1]}")
    return fitting(raw, kind, source, error, text)


def read_json(text: str | bytes, kind: type[T], source: str, error: Callable[[str], BautaError]) -> T:
    """What a JSON text holds, as `kind`; as `read_toml`, but for the lines of what does not fit."""
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
        line, words = _broken_line(text, wrong), str(wrong).removeprefix("JSON is malformed: ")
        raise error(f"{source}{f', line {line}' if line else ''}: not valid JSON: {words}") from None
    return fitting(raw, kind, source, error)


def _broken_line(text: str | bytes, wrong: Exception) -> int | None:
    """The line up to which a JSON text can be read, by what its reader says; the last where it is cut off."""
    if isinstance(wrong, RecursionError):
        return None
    content = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    told = re.search(r"\(byte (\d+)\)", str(wrong))
    good = wrong.start if isinstance(wrong, UnicodeDecodeError) else int(told[1]) if told else len(content.rstrip())
    return content[:good].count(b"\n") + 1


def fitting(raw: Any, kind: type[T], source: str, error: Callable[[str], BautaError], text: str | None = None) -> T:
    """Plain values as `kind`. `text`: the TOML that they come from, for the number of the line."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as wrong:
        where, what = _told(str(wrong), raw, kind)
    raise error(_line(source, raw, where, what, text))


def misfit(wrong: msgspec.ValidationError, raw: Any, kind: Any) -> str:
    """What is wrong with plain values that are no `kind`, with its place: `to[0] is 1e+300: give a number ...`."""
    where, what = _told(str(wrong), raw, kind)
    return f"{place_of(raw, where) or 'it'} {what}"


def wrong_at(source: str, where: Where, what: str, text: str) -> str:
    """The line to be said of a place in a TOML text, which could be read."""
    return _line(source, tomllib.loads(text), where, what, text)


def _line(source: str, raw: Any, where: Where, what: str, text: str | None) -> str:
    line = line_of(text, where) if text is not None and where else None
    return f"{source}{f', line {line}' if line else ''}: {place_of(raw, where) or 'the file'} {what}"


def place_of(raw: Any, where: Where) -> str:
    """A place as people call it: `pieces[12] "casa-rosa-2": at[0]`."""
    said, here = "", raw
    for step in where:
        here = _inside(here, step)
        said += f"[{step}]" if isinstance(step, int) else f"{'.' * bool(said and said[-1] != ' ')}{step}"
        if isinstance(step, int) and isinstance(here, dict):
            names = [here[key] for key in _NAMES if key in here]
            said += next((f' "{name}": ' for name in names if name and isinstance(name, str)), "")
    return said.removesuffix(": ")


def line_of(text: str, where: Where) -> int | None:
    """The line of a TOML text, from 1, in which a key or the table that it stands in begins; None if not found.

    The text is read up to some line or other until the key is in what was read.
    """
    lines = text.split("\n")
    low, high, reads = 0, len(lines), 0
    while high - low > 1 and reads < _READS:
        middle = (low + high) // 2
        cuts = [*range(middle, min(high, middle + _NEAR)), *range(middle - 1, max(low, middle - _NEAR), -1)]
        for cut in cuts:
            reads += 1
            try:
                raw = tomllib.loads("\n".join(lines[:cut]))
            except (ValueError, RecursionError):
                continue
            low, high = (low, cut) if _holds(raw, where) else (cut, high)
            break
        else:
            break
    if reads >= _READS or not where:
        return None
    return next((n for n in range(low + 1, high + 1) if lines[n - 1].strip() and lines[n - 1].strip()[0] != "#"), None)


def _told(message: str, raw: Any, kind: Any) -> tuple[list[str | int], str]:
    """Where in the values a message of msgspec is about, and what is wrong there and would mend it."""
    from msgspec.inspect import StructType, type_info

    what, found, place = message.rpartition(" - at `$")
    of_key = what.endswith(" - at `key` in `$") or message.rpartition(" in `$")[0].endswith("`key`")
    if of_key:
        what, found, place = message.rpartition(" in `$")
    if not found:
        what, place = message, "`"
    where: list[str | int] = []
    here, wanted = raw, _chosen(type_info(kind), raw)
    for key, number in _STEP.findall(place[:-1]):
        if number == "...":  # one of a table, but which is not said: the one that is as wrong alone
            step: str | int = next((each for each in here if _misfits(raw, where, each, kind)), "?")
        else:
            step = int(number) if number else key
        if tags := _tags(_plain(wanted), step):
            return [*where, step], f"is {_shown(_inside(here, step))}: {meant(_inside(here, step), tags)}"
        where.append(step)
        here = _inside(here, step)
        wanted = _chosen(_type_inside(_plain(wanted), step), here)
    least = _plain(wanted)
    if of_key and isinstance(here, dict):
        known = [str(each) for each in getattr(getattr(least, "key_type", None), "values", ())]
        strange = next((each for each in here if each not in known), "")
        return [*where, strange], f"is unknown here: {meant(strange, known)}"
    named = re.search(r"field `(.*)`$", what, re.DOTALL)
    if isinstance(least, StructType) and named and "unknown" in what:
        field, known = named[1], [each.encode_name for each in least.fields]
        return [*where, field], f"is unknown here: {meant(field, known)}"
    if named and "missing" in what:
        field = named[1]
        if tags := _tags(least, field):
            return where, f"has no '{field}', which says what it is; {meant(None, tags)}"
        asked = next((f for f in getattr(least, "fields", ()) if f.encode_name == field), None)
        return where, f"has no '{field}': give it {_wanted(asked.type) if asked else 'one'}"
    return where, f"is {_shown(here)}: give {_wanted(wanted, here)}"


def _chosen(kind: Any, value: Any) -> Any:
    """Of several types the one that a value says it is, by its tag; else what was given."""
    some = [(each, _plain(each)) for each in getattr(_plain(kind), "types", ())]
    told = [one for one, each in some if getattr(each, "tag", None) and _inside(value, each.tag_field) == each.tag]
    real = [one for one, each in some if type(each).__name__ != "NoneType"]
    return told[0] if told else real[0] if len(real) == 1 else kind


def _tags(kind: Any, key: str | int) -> list[str]:
    """The words by which a key chooses among several types; none where it does not."""
    some = [_plain(each) for each in getattr(kind, "types", ())]
    return [str(each.tag) for each in some if getattr(each, "tag_field", None) == key]


def _misfits(raw: Any, where: Where, key: str, kind: Any) -> bool:
    """Is it wrong still if the table at a place holds nothing but this key?"""
    try:
        msgspec.convert(_with_only(raw, where, key), kind)
    except msgspec.ValidationError:
        return True
    return False


def _with_only(raw: Any, where: Where, key: str) -> Any:
    if not where:
        return {key: raw[key]}
    copy = raw.copy()
    copy[where[0]] = _with_only(raw[where[0]], where[1:], key)
    return copy


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}" if len(repr(value)) > 60 else repr(value)
    return repr(value)


def _wanted(kind: Type, given: Any = None) -> str:
    """What may stand there, in words, with an example where the type has one."""
    extra = getattr(kind, "extra_json_schema", None) or {}
    example = f", as {_shown(extra['examples'][0])}" if extra.get("examples") else ""
    return _words(_plain(kind), given) + example


def _words(kind: Type, given: Any = None) -> str:
    from msgspec import inspect

    match kind:
        case inspect.EnumType():
            return _one_of([str(each.value) for each in kind.cls if isinstance(each, Enum)], given)
        case inspect.LiteralType():
            return _one_of([str(each) for each in kind.values], given)
        case inspect.UnionType():
            some = [each for each in kind.types if not isinstance(_plain(each), inspect.NoneType)]
            return " or ".join(_wanted(each, given) for each in some)
        case inspect.FloatType() | inspect.IntType():
            return f"a {'whole ' * isinstance(kind, inspect.IntType)}number{_bounds(kind)}"
        case inspect.StrType():
            longest = f", at most {kind.max_length} letters" if kind.max_length else ""
            return f"text{f' like {kind.pattern}' * bool(kind.pattern)}{longest}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}, each {_words(_plain(kind.item_types[0]))}"
        case inspect.VarTupleType() | inspect.ListType():
            least = f" at least {kind.min_length}" if kind.min_length else ""
            most = f"{' and' * bool(least)} at most {kind.max_length}" if kind.max_length else ""
            count = f" of{least}{most}" if least or most else ""
            return f"a list{count}, each {_words(_plain(kind.item_type))}"
        case inspect.StructType():
            return f"a table with {', '.join(each.encode_name for each in kind.fields if each.required) or 'keys'}"
        case inspect.BoolType():
            return "true or false"
    return {"DictType": "a table", "NoneType": "nothing"}.get(type(kind).__name__, "another kind of value")


def _one_of(known: list[str], given: Any) -> str:
    near = meant(given, known) if isinstance(given, str) else ""
    return (
        ", ".join(known)
        if len(known) == 1
        else f"one of {', '.join(known)}" + (f" ({near.removesuffix('?')})" if near.startswith("is") else "")
    )


def _bounds(kind: Any) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge:g} to {kind.le:g}"
    said = ((kind.gt, "over"), (kind.ge, "at least"), (kind.lt, "under"), (kind.le, "at most"))
    bounds = " and ".join(f"{how} {bound:g}" for bound, how in said if bound is not None)
    return f" {bounds}" if bounds else ""


def _plain(kind: Any) -> Any:
    return kind.type if hasattr(kind, "extra_json_schema") else kind


def _type_inside(kind: Any, step: str | int) -> Any:
    if isinstance(step, int):
        items = getattr(kind, "item_types", None)
        return items[step] if items else getattr(kind, "item_type", kind)
    for field in getattr(kind, "fields", ()):
        if field.encode_name == step:
            return field.type
    return getattr(kind, "value_type", kind)


def _inside(value: Any, step: str | int) -> Any:
    try:
        return value[step]
    except (LookupError, TypeError):
        return None


def _holds(raw: Any, where: Where) -> bool:
    for step in where:
        inside = _inside(raw, step)
        if inside is None:
            return False
        raw = inside
    return True
