"""What a reader of files accepts, in words: the keys of a struct, what may stand there, and what holds without it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

REQUIRED = "must be given"
UNTOLD = 1e9  # from here on a limit is that of the machine


class Row(NamedTuple):
    """A line of a table of keys, without its last column, which tells what the key means."""

    key: str
    value: str
    default: str

    def __str__(self) -> str:
        return f"| {self.key} | {self.value} | {self.default} | ... |"


Titles = Mapping[Any, str]  # types that have a table of their own: the link to it


def keys_of(kind: type[msgspec.Struct], titles: Titles) -> list[Row]:
    """The keys of a struct, as files call them."""
    hints = get_type_hints(kind, include_extras=True)
    return [Row(f"`{f.encode_name}`", words(hints[f.name], titles), _default(f)) for f in msgspec.structs.fields(kind)]


def words(hint: Any, titles: Titles) -> str:
    """What may stand at a key."""
    if isinstance(hint, type) and hint in titles:
        return titles[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        what = words(inner[0], titles)
        for limits in inner[1:]:
            what = _limited(what, limits)
        return what
    if origin is Literal:
        return ", ".join(f"`{each}`" for each in inner)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(words(each, titles) for each in inner if each is not type(None)))
    if origin is tuple and inner[-1] is ...:
        return f"list of {_several(words(inner[0], titles))}"
    if origin is tuple:
        assert set(inner) == {float} or all("number" in words(each, titles) for each in inner)
        limits = words(inner[0], titles).partition(" ")[2]
        return f"{len(inner)} numbers{f', each {limits}' if limits else ''}"
    if origin is dict and inner[1] is Any:
        return "table"
    if origin in (dict, Mapping):
        return f"table of {_several(words(inner[1], titles))} by {words(inner[0], titles)}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ", ".join(f"`{each.value}`" for each in hint)
    return {str: "text", int: "whole number", float: "number", bool: "`true` or `false`", Any: "anything"}[hint]


def _several(what: str) -> str:
    if what[0].isdigit():
        return what if ", each" in what else f"{what} each"
    if what.startswith(("[", "`")) or " of " in what:
        return what
    return re.sub(r"(number|text)", r"\1s", what, count=1)


def _limited(what: str, limits: msgspec.Meta) -> str:
    said = []
    if limits.ge is not None and limits.le is not None and limits.le < UNTOLD:
        return f"{what} from {limits.ge:,g} to {limits.le:,g}"
    for bound, how in ((limits.gt, "over"), (limits.ge, "at least"), (limits.lt, "under"), (limits.le, "at most")):
        if bound is not None and bound < UNTOLD:
            said.append(f"{how} {bound:g}")
    if limits.pattern is not None and limits.examples is not None:
        said.append(f"such as `{limits.examples[0]}`")
    elif limits.pattern is not None:
        said.append(f"like `{limits.pattern}`")
    if limits.min_length:
        said.append(f"at least {limits.min_length}" if what.startswith("list") else "not empty")
    if limits.max_length:
        said.append(f"at most {limits.max_length}{'' if what.startswith('list') else ' letters'}")
    if not said:
        return what
    return f"{what} {' and '.join(said)}" if what.endswith("number") else f"{what}, {' and '.join(said)}"


def _default(field: msgspec.structs.FieldInfo) -> str:
    value = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    if value is msgspec.NODEFAULT:
        return REQUIRED
    if value is None or value == () or value == {}:
        return "none"
    if value == "":
        return "empty"
    if isinstance(value, msgspec.Struct):
        return "its defaults"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, Enum):
        return f"`{value.value}`"
    if isinstance(value, tuple):
        plain = [int(each) if isinstance(each, float) and each.is_integer() else each for each in value]
        return f"`{json.dumps(plain)}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def tables(page: Path) -> dict[str, list[Row]]:
    """The tables of keys of a page, by the heading that they stand under; each row must tell what its key means."""
    found: dict[str, list[Row]] = {}
    heading = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("#").strip()
        elif line.startswith("| `"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) == 4:
                assert cells[3], f"{page.name}: nothing is said of {cells[0]}"
                found.setdefault(heading, []).append(Row(*(cell.replace("\\|", "|") for cell in cells[:3])))
    return found


def rows(section: str, columns: int, start: str = "| `") -> list[list[str]]:
    """The rows of the tables of a section that begin so and have so many columns."""
    split = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith(start)
    ]
    return [row for row in split if len(row) == columns]
