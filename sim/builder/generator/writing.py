"""The text of a made map, as somebody would write it by hand: headings, names, a table for each thing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sim.board.files.mapfile import Canal, PiecePlacement, Street
from sim.builder.map_blocks import number
from sim.words import in_english

__all__ = ["MapGround", "map_text_of", "table_of"]

WIDE = 118  # characters of a line


class MapGround(NamedTuple):
    """The canals of a board, each with words on where it runs, and its streets with levels of their own."""

    canals: Sequence[tuple[Canal, str]]
    levels: Sequence[Street]


def map_text_of(
    name: str,
    size: tuple[float, float],
    about: str,
    comment: str,
    ground: MapGround,
    headings: Mapping[str, Sequence[PiecePlacement]],
) -> str:
    """A whole map; its pieces stand under their headings."""
    lines = [f"# {comment}", "format = 1", f"name = {_value(name)}", f"size = {_value(list(size))}"]
    lines += [f"about = {_value(about)}", "", "# Canals"]
    for canal, words in ground.canals:
        named = ("line", "width", "outline", "steps", "steps_at")
        lines += ["", "[[canals]]", f"id = {_value(canal.id)} # {words}", *_keys(canal, named)]
    lines += ["", "# Levels"] if ground.levels else []
    for street in ground.levels:
        lines += ["", "[[streets]]", *_keys(street, ("id", "outline", "level", "steps"))]
    for heading, pieces in headings.items():
        lines += ["", f"# {heading}"]
        for placed in pieces:
            lines += ["", table_of(placed)]
    return "\n".join(lines) + "\n"


def table_of(placed: PiecePlacement) -> str:
    """A piece as a table of a map, without a blank line."""
    return "\n".join(["[[pieces]]", *_keys(placed, ("piece", "id", "at", "z", "turn", "colour"))])


def _keys(entry: msgspec.Struct, names: Sequence[str]) -> list[str]:
    told = _told(entry)
    return [f"{name} = {_value(told[name])}" for name in names if name in told]


def _told(entry: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct that are not as they are by default; what it is comes first."""
    tag = entry.__struct_config__.tag
    told: dict[str, Any] = {} if tag is None else {"kind": tag}
    for field in msgspec.structs.fields(entry):
        value = getattr(entry, field.name)
        if value != field.default:
            told[field.name] = (
                _told(value) if isinstance(value, msgspec.Struct) else msgspec.to_builtins(value, enc_hook=in_english)
            )
    return told


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(number(value))
        case str():
            return json.dumps(value, ensure_ascii=False)  # as a basic string of TOML
        case dict():
            return _inline(value)
        case list() | tuple():
            return "[" + ", ".join(_value(each) for each in value) + "]"
    raise TypeError(type(value))


def _inline(table: dict[str, Any]) -> str:
    """Parameters on one line, with a drawn outline on lines of its own."""
    outline = table.get("outline")
    pairs = [f"{key} = {_value(each)}" for key, each in table.items() if key != "outline"]
    if not outline:
        return "{ " + ", ".join(pairs) + " }"
    return "{ " + ", ".join(pairs) + ", outline = [\n" + _wrapped([_value(p) for p in outline]) + "\n] }"


def _wrapped(words: Sequence[str]) -> str:
    lines, line = [], "   "
    for word in words:
        if len(line) + len(word) > WIDE:
            lines.append(line)
            line = "   "
        line += f" {word},"
    return "\n".join([*lines, line])
