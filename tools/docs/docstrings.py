"""Reads the docstrings of the house for Sphinx: plain text with "Args:" and "Raises:" and lines `name: what it is`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx.application import Sphinx

SECTIONS = {"Args:": "Arguments", "Raises:": "Raises", "Returns:": "Returns", "Attributes:": "Attributes"}
NAMED = re.compile(r"^    (\S[^:]*): (.*)$")  # `name: ...` below a section's line; what goes on is indented further


def marked_up(lines: list[str]) -> Iterator[str]:
    """The docstring as reStructuredText: its sections as lists of terms, code that is indented as code."""
    inside = False
    for number, line in enumerate(lines):
        follows = lines[number + 1 : number + 3]
        named = NAMED.match(line) if inside else None
        if line in SECTIONS:
            inside = True
            yield from ("", f"**{SECTIONS[line]}**", "")
        elif named is not None:
            names = ", ".join(f"``{name.strip()}``" for name in named[1].split(","))
            yield from (names, f"    {named[2]}")
        elif inside and line.startswith("    "):
            yield f"    {line.strip()}"
        elif line.endswith(":") and len(follows) == 2 and not follows[0] and follows[1].startswith("    "):
            yield f"{line}:"
        else:
            inside = inside and not line
            yield line


def rewrite(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Sphinx calls this with each docstring; `lines` are changed in place."""
    lines[:] = marked_up(lines)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", rewrite)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
