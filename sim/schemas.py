"""Files against the types that are their schema: what does not fit is said with its place, its line and its mend.

The types say all of a shape: which keys there are, and within what bounds a number lies. A bound on both sides also
refuses what is no number or infinite.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

import msgspec

from sim.errors import BautaError, meant
from sim.toml_slips import misplaced, slip_of
from sim.whole_files import open_file
from sim.words import listed, say

if TYPE_CHECKING:
    from msgspec.inspect import Type

__all__ = [
    "PATTERNS", "fitting", "line_of", "misfit", "place_of", "read_bytes", "read_json", "read_toml", "wrong_at",
    "wrong_line",
]  # fmt: skip

T = TypeVar("T")
Where = Sequence["str | int"]  # keys and numbers in lists, from the outermost inwards

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
NAME = r"^[a-z0-9][a-z0-9-]*$"
PATTERNS = {  # what each pattern of a schema asks for, as one says it
    r"^#[0-9a-fA-F]{6}$": say("a colour written #rrggbb"),
    NAME: say("a name of small letters, digits and hyphens"),
    r"^[^()]+(\([^()]*\)\s*)?$": say("a name, and what belongs to it in brackets"),
    r"^[0-9a-f]{64}$": say("64 hexadecimal digits"),
    r"^[0-9a-f]{8}$": say("8 hexadecimal digits"),
    r"^[0-9A-Za-z.+!-]*$": say("a version"),
    r"^(ap|lp|wp|cp)$": say("one of {names}", names="ap, lp, wp, cp"),
}
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
        raise error(say("{file}: there is no such file", file=path)) from None
    except (OSError, ValueError) as wrong:  # the second: a name that no file can have
        why = getattr(wrong, "strerror", None) or wrong
        raise error(say("{file}: cannot be read: {error}", file=path, error=why)) from None
    if len(content) > MOST:
        raise error(say("{file}: cannot be read: it is larger than {most} MB", file=path, most=MOST >> 20))
    return content


def wrong_line(error: UnicodeDecodeError) -> int:
    """The line of a file that cannot be read as text, from 1."""
    return error.object.count(b"\n", 0, error.start) + 1


def read_toml(text: str, kind: type[T], source: str, error: Callable[[str], BautaError]) -> T:
    """What a TOML text holds, as `kind`. `source` names it in errors, which are made by `error`.

    A file of another format than the type's is told as that first.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise error(_no_toml(text, source, wrong)) from None
    except RecursionError:
        raise error(say("{file}: its lists lie too deep in one another: is it the right file?", file=source)) from None
    except ValueError:
        raise error(say("{file}: holds a number of thousands of digits: write a shorter one", file=source)) from None
    formats = get_args(get_type_hints(kind).get("format"))
    if formats and (raw.get("format") not in formats or isinstance(raw["format"], bool)):
        found = say("format is {value}", value=_shown(raw["format"])) if "format" in raw else say("it has no format")
        wants = say("this program reads files with format = {number}", number=formats[-1])
        raise error(say("{file}: {found}: {wants}", file=source, found=found, wants=wants))
    return fitting(raw, kind, source, error, text)


def _no_toml(text: str, source: str, wrong: tomllib.TOMLDecodeError) -> str:
    """Why a text is no TOML, as the common slips of those who write it are told."""
    slip = slip_of(text, wrong)
    if slip is None:
        return say("{file}: not valid TOML: {error}", file=source, error=wrong)
    raw: Any = {}
    with suppress(ValueError, RecursionError):  # for the name of an entry, where it stands before the slip
        raw = tomllib.loads("\n".join(text.splitlines()[: slip.line - 1]))
    said = {"file": source, "line": slip.line, "place": place_of(raw, slip.where) or say("the line"), "what": slip.what}
    return say("{file}, line {line}: {place} {what}", **said)


def read_json(text: str | bytes, kind: type[T], source: str, error: Callable[[str], BautaError]) -> T:
    """What a JSON text holds, as `kind`; as `read_toml`, but for the lines of what does not fit."""
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
        line, words = _broken_line(text, wrong), str(wrong).removeprefix("JSON is malformed: ")
        where = say("{file}, line {line}", file=source, line=line) if line else source
        raise error(say("{file}: not valid JSON: {error}", file=where, error=words)) from None
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
        if text is not None and len(where) > 1 and "unknown field" in str(wrong):
            what = misplaced(where[-1], raw, get_type_hints(kind)) or what
    raise error(_line(source, raw, where, what, text))


def misfit(wrong: msgspec.ValidationError, raw: Any, kind: Any) -> str:
    """What is wrong with plain values that are no `kind`, with its place: `to[0] is 1e+300: give a number ...`."""
    where, what = _told(str(wrong), raw, kind)
    return say("{place} {what}", place=place_of(raw, where) or say("it"), what=what)


def wrong_at(source: str, where: Where, what: str, text: str) -> str:
    """The line to be said of a place in a TOML text, which could be read."""
    return _line(source, tomllib.loads(text), where, what, text)


def _line(source: str, raw: Any, where: Where, what: str, text: str | None) -> str:
    line = line_of(text, where) if text is not None and where else None
    said = {"file": source, "line": line, "place": place_of(raw, where) or say("the file"), "what": what}
    return say("{file}, line {line}: {place} {what}", **said) if line else say("{file}: {place} {what}", **said)


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
    lines = text.replace("\r\n", "\n").split("\n")
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
            given = _inside(here, step)
            return [*where, step], say("is {value}: {mend}", value=_shown(given), mend=meant(given, tags))
        where.append(step)
        here = _inside(here, step)
        wanted = _chosen(_type_inside(_plain(wanted), step), here)
    least = _plain(wanted)
    if of_key and isinstance(here, dict):
        known = [str(each) for each in getattr(getattr(least, "key_type", None), "values", ())]
        strange = next((each for each in here if each not in known), "")
        return [*where, strange], say("is unknown here: {mend}", mend=meant(strange, known))
    named = re.search(r"field `(.*)`$", what, re.DOTALL)
    if isinstance(least, StructType) and named and "unknown" in what:
        field, known = named[1], [each.encode_name for each in least.fields]
        return [*where, field], say("is unknown here: {mend}", mend=meant(field, known))
    if named and "missing" in what:
        field = named[1]
        if tags := _tags(least, field):
            return where, say("has no '{field}', which says what it is; {mend}", field=field, mend=meant(None, tags))
        asked = next((f for f in getattr(least, "fields", ()) if f.encode_name == field), None)
        wants = _wanted(asked.type) if asked else say("one")
        return where, say("has no '{field}': give it {wants}", field=field, wants=wants)
    wants = _wanted(wanted, here)
    if near := _name_meant(wanted, here):
        wants = say("{some} ({mend})", some=wants, mend=near)
    return where, say("is {value}: give {wants}", value=_shown(here), wants=wants)


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
        return say("a table")
    if isinstance(value, list):
        return say("a list of {n}", n=len(value)) if len(repr(value)) > 60 else repr(value)
    return repr(value)


def _wanted(kind: Type, given: Any = None) -> str:
    """What may stand there, in words, with an example where the type has one."""
    extra = getattr(kind, "extra_json_schema", None) or {}
    words = _words(_plain(kind), given)
    return (
        say("{words}, as {example}", words=words, example=_shown(extra["examples"][0]))
        if extra.get("examples")
        else words
    )


def _words(kind: Type, given: Any = None) -> str:
    from msgspec import inspect

    match kind:
        case inspect.EnumType():
            return _one_of([str(each.value) for each in kind.cls if isinstance(each, Enum)], given)
        case inspect.LiteralType():
            return _one_of([str(each) for each in kind.values], given)
        case inspect.UnionType():
            some = [each for each in kind.types if not isinstance(_plain(each), inspect.NoneType)]
            untagged = [_wanted(each, given) for each in some if not getattr(_plain(each), "tag_field", None)]
            return listed([*untagged, *_tagged(some)], last="or")
        case inspect.FloatType() | inspect.IntType():
            return _bounded(say("a whole number") if isinstance(kind, inspect.IntType) else say("a number"), kind)
        case inspect.StrType():
            text = PATTERNS.get(kind.pattern or "", say("text"))
            return say("{text}, at most {n} letters", text=text, n=kind.max_length) if kind.max_length else text
        case inspect.TupleType():
            each, count = _words(_plain(kind.item_types[0])), len(kind.item_types)
            return say("a list of {n}, each {kind}", n=count, kind=each)
        case inspect.VarTupleType() | inspect.ListType():
            return say("{list}, each {kind}", list=_counted_list(kind), kind=_words(_plain(kind.item_type)))
        case inspect.StructType():
            keys = ", ".join(each.encode_name for each in kind.fields if each.required)
            return say("a table with {keys}", keys=keys or say("keys"))
        case inspect.BoolType():
            return say("true or false")
    named = {"DictType": say("a table"), "NoneType": say("nothing")}
    return named.get(type(kind).__name__, say("another kind of value"))


def _tagged(kinds: Sequence[Any]) -> list[str]:
    """Tables that a key of theirs tells apart, in one phrase for each such key."""
    tags = dict[str, list[str]]()
    for each in map(_plain, kinds):
        if getattr(each, "tag_field", None):
            tags.setdefault(each.tag_field, []).append(str(each.tag))
    return [say("a table whose {key} is one of {names}", key=key, names=", ".join(own)) for key, own in tags.items()]


def _name_meant(kind: Any, given: Any) -> str:
    """What a name was meant to be that was written as a title or as a file; empty where it was none."""
    patterns = {getattr(_plain(each), "pattern", None) for each in getattr(_plain(kind), "types", (kind,))}
    if NAME not in patterns or not isinstance(given, str):
        return ""
    name = re.sub(r"[\s_]+", "-", re.sub(r"\.(glb|gltf|toml)$", "", given.strip().lower()))
    return say("is it '{name}'?", name=name) if re.search(NAME, name) else ""


def _counted_list(kind: Any) -> str:
    """A list with how much it may hold."""
    if kind.min_length and kind.max_length:
        return say("a list of at least {least} and at most {most}", least=kind.min_length, most=kind.max_length)
    if kind.min_length:
        return say("a list of at least {least}", least=kind.min_length)
    return say("a list of at most {most}", most=kind.max_length) if kind.max_length else say("a list")


def _one_of(known: list[str], given: Any) -> str:
    if len(known) == 1:
        return known[0]
    some = say("one of {names}", names=", ".join(known))
    near = meant(given, known) if isinstance(given, str) else ""
    return say("{some} ({mend})", some=some, mend=near) if near.startswith("is") else some


def _bounded(number: str, kind: Any) -> str:
    """A number, with its bounds."""
    if kind.ge is not None and kind.le is not None:
        return say("{number} from {least:g} to {most:g}", number=number, least=kind.ge, most=kind.le)
    bounds = (
        say("over {n:g}", n=kind.gt) if kind.gt is not None else "",
        say("at least {n:g}", n=kind.ge) if kind.ge is not None else "",
        say("under {n:g}", n=kind.lt) if kind.lt is not None else "",
        say("at most {n:g}", n=kind.le) if kind.le is not None else "",
    )
    said = [bound for bound in bounds if bound]
    return say("{number} {bounds}", number=number, bounds=listed(said)) if said else number


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
