"""Gangs as the text of their files: a new one, and one that is changed and keeps its comments."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError

from sim.builder.map_blocks import Block, blocks_of
from sim.carnevale.gangs import Chosen, Gang
from sim.words import in_english

__all__ = ["gang_text", "rewritten_gang"]

MEMBERS = "members"
HEAD = ("name", "faction", "ducats", "equipment", "roster")  # in this order a new file has them
KEYS = ("character", "name", "weapons", "spells", "talents")  # of a member


def gang_text(gang: Gang) -> str:
    """The text of a new file."""
    document = tomlkit.document()
    document.add("format", tomlkit.item(1))
    for key in HEAD:
        value = msgspec.to_builtins(getattr(gang, key), enc_hook=in_english)
        if value or key in ("name", "faction"):
            document.add(key, tomlkit.item(value))
    return document.as_string() + "".join(f"\n{_table(chosen)}" for chosen in gang.members)


def rewritten_gang(text: str, before: Gang, after: Gang, kept: Sequence[int | None]) -> str:
    """The text of the gang `before`, changed to be that of `after`: only what differs is touched.

    `kept`: of each member of `after` its place in `before`, None of a new one. What cannot be changed piece by piece is
    written anew.
    """
    try:
        made = _rewritten(text, before, after, kept)
        same = msgspec.convert(tomllib.loads(made), Gang) == after if after.members else True
    except (TOMLKitError, LookupError, TypeError, ValueError):
        same = False
    return made if same else gang_text(after)


def _rewritten(text: str, before: Gang, after: Gang, kept: Sequence[int | None]) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    blocks = blocks_of(text)
    head, own = blocks[0], blocks[1:]
    if len(own) != len(before.members):  # they are written in one line
        head, own, kept = _without_members(text), [], [None] * len(after.members)
    leads, end = _leads(head, own, [place for place in kept if place is not None])
    made = [_with_head(head.body, before, after)]
    for chosen, place in zip(after.members, kept, strict=True):
        if place is None:
            lead = newline if not made[-1].endswith(newline * 2) else ""
            made.append(lead + _table(chosen).replace("\n", newline))
        else:
            made.append(leads[place] + _changed(own[place].body, before.members[place], chosen))
        if not made[-1].endswith("\n"):
            made[-1] += newline
    return "".join(made) + end


def _leads(head: Block, own: Sequence[Block], kept: Sequence[int]) -> tuple[dict[int, str], str]:
    """What stands before each member that is kept, comments of those that are gone among it; and after the last."""
    found: dict[int, str] = {}
    waiting = ""
    for place, lead in enumerate((head, *own[:-1])):
        if place in kept:
            found[place] = waiting + lead.trail
            waiting = ""
        elif "#" in lead.trail:
            waiting += lead.trail
    end = own[-1].trail if own else head.trail
    return found, waiting + (end if "#" in end else "")


def _without_members(text: str) -> Block:
    document = tomlkit.parse(text)
    document.pop(MEMBERS, None)
    body = document.as_string()
    return Block("", body if body.endswith("\n") else f"{body}\n")


def _with_head(body: str, before: Gang, after: Gang) -> str:
    changed = [key for key in HEAD if getattr(before, key) != getattr(after, key)]
    if not changed:
        return body
    document = tomlkit.parse(body)
    for key in changed:
        _set(document, key, getattr(after, key))
    made = document.as_string()
    return made if made.endswith("\n") else f"{made}\n"


def _changed(body: str, before: Chosen, after: Chosen) -> str:
    if before == after:
        return body
    document = tomlkit.parse(body)
    table: Any = document[MEMBERS][0]
    for key in KEYS:
        if getattr(before, key) != getattr(after, key):
            _set(table, key, getattr(after, key))
    return document.as_string()


def _set(table: Any, key: str, value: Any) -> None:
    plain = msgspec.to_builtins(value, enc_hook=in_english)
    if plain or plain == 0:
        table[key] = plain
    elif key in table:
        table.remove(key)


def _table(chosen: Chosen) -> str:
    """A member as a table of its own."""
    table = tomlkit.table()
    for key in KEYS:
        if value := msgspec.to_builtins(getattr(chosen, key), enc_hook=in_english):
            table.add(key, tomlkit.item(value))
    tables = tomlkit.aot()
    tables.append(table)
    document = tomlkit.document()
    document.append(MEMBERS, tables)
    return document.as_string().strip("\n") + "\n"
