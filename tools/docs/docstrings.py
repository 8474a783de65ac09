"""Reads the docstrings of the house for Sphinx: plain text with "Args:" and "Raises:" and lines `name: what it is`.

Fields of a class are listed with the comments that stand behind them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum

from sphinx.application import Sphinx

SECTIONS = {"Args:": "Arguments", "Raises:": "Raises", "Returns:": "Returns", "Attributes:": "Attributes"}
NAMED = re.compile(r"^    (\S[^:]*): (.*)$")  # `name: ...` below a section's line; what goes on is indented further
FIELD = re.compile(r"^    ([a-z]\w*(?=: )|[A-Z]\w*(?= = )).*  # (.+)$", re.MULTILINE)  # or a member of an enumeration
SIDE_BY_SIDE = ("", ".. container:: options", "")  # see look/bauta.css


def marked_up(lines: list[str]) -> Iterator[str]:
    """The docstring as reStructuredText: its sections as lists of terms, code that is indented as code."""
    inside = False
    for number, line in enumerate(lines):
        follows = lines[number + 1 : number + 3]
        named = NAMED.match(line) if inside else None
        if line in SECTIONS:
            inside = True
            yield from ("", f"**{SECTIONS[line]}**", *SIDE_BY_SIDE)
        elif named is not None:
            yield from _term(named[1], named[2])
        elif inside and line.startswith("    "):
            yield f"        {line.strip()}"
        elif line.endswith(":") and len(follows) == 2 and not follows[0] and follows[1].startswith("    "):
            yield f"{line}:"
        else:
            inside = inside and not line
            yield line


def _term(names: str, told: str) -> Iterator[str]:
    terms = ", ".join(f"``{name.strip()}``" for name in names.split(","))
    yield from (f"    {terms}", f"        {told}")


def fields_of(kind: type) -> Iterator[str]:
    """The fields of a class that have a comment, or all members of an enumeration, as terms."""
    found = FIELD.findall(inspect.getsource(kind))
    if issubclass(kind, Enum):
        said = dict(found)
        found = [(each.name, ": ".join(filter(None, (f"``{each.value!r}``", said.get(each.name))))) for each in kind]
    if found:
        yield from ("", "**Members**" if issubclass(kind, Enum) else "**Fields**", *SIDE_BY_SIDE)
        for name, told in found:
            yield from _term(name, told)
        yield ""


def rewrite(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Sphinx calls this with each docstring; `lines` are changed in place."""
    lines[:] = marked_up(lines)
    if isinstance(obj, type) and obj.__module__.startswith("sim."):
        lines += fields_of(obj)


def plain_signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """A signature that Sphinx can read: msgspec says `<factory>` of a field that is empty at first."""
    return (signature.replace("<factory>", "{}") if signature else signature), returns


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", rewrite)
    app.connect("autodoc-process-signature", plain_signature)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
