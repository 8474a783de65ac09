"""A roster as the text of its file."""

from __future__ import annotations

from typing import Any

import msgspec
import tomlkit

from sim.carnevale.rosters import Roster
from sim.words import in_english

__all__ = ["roster_text"]

TABLES = ("weapons", "commands")  # of a character: lists of tables, each on lines of its own


def roster_text(roster: Roster, about: str = "") -> str:
    """The text of a new file, read again as the same roster; `about`: a comment at its top."""
    document = tomlkit.document()
    for line in about.splitlines():
        document.add(tomlkit.comment(line))
    raw = msgspec.to_builtins(roster, enc_hook=in_english)
    for key in ("format", "faction", "keywords"):
        if raw[key]:
            document.add(key, tomlkit.item(raw[key]))
    characters = tomlkit.aot()
    for sheet in raw["characters"]:
        characters.append(_character(sheet))
    document.append("characters", characters)
    return document.as_string()


def _character(sheet: dict[str, Any]) -> tomlkit.items.Table:
    table = tomlkit.table()
    for key, value in sheet.items():
        if key not in TABLES and _says_something(value):
            table.add(key, [[_weapon(each) for each in choice] for choice in value] if key == "choices" else value)
    for key in TABLES:
        rows = tomlkit.aot()
        for each in sheet[key]:
            row = tomlkit.table()
            row.update({name: value for name, value in each.items() if _says_something(value)})
            rows.append(row)
        if rows:
            table.append(key, rows)
    return table


def _weapon(weapon: dict[str, Any]) -> tomlkit.items.InlineTable:
    row = tomlkit.inline_table()
    row.update({name: value for name, value in weapon.items() if _says_something(value)})
    return row


def _says_something(value: object) -> bool:
    """Is it other than nothing at all? Numbers are written, also where they are none: some must be given."""
    return value not in ("", [], (), {}, None) and value is not False
