"""A change of a map, written into its text: only the tables that changed are touched, and in them only the keys."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from sim.board.files.map_marks import MARKS
from sim.board.files.mapfile import MapFile, numbered, parse_map
from sim.board.model.errors import MapError
from sim.builder.errors import EditRefused
from sim.builder.map_blocks import KEPT, Block, blocks_of, joined, number
from sim.words import in_english, reason, say

__all__ = ["rewritten"]

LISTS = ("canals", "streets", "pieces", *MARKS)  # in this order a map has them
FIRST = ("piece", "id")  # of a table's keys


def rewritten(text: str, before: MapFile, after: MapFile) -> str:
    """The text of the map `before`, changed to be that of the map `after`; comments and untouched tables stay.

    Entries of lists are told apart by their ids, and keep them: that of a piece which goes by order is written once
    order would give it another. Raises EditRefused where the text is written in a way that keeps it from being changed
    piece by piece.
    """
    after = msgspec.structs.replace(after, pieces=numbered(after))
    try:
        blocks = blocks_of(text)
        newline = "\r\n" if "\r\n" in text else "\n"
        blocks[0] = _with_head(blocks[0], before, after, newline)
        for name in LISTS:
            blocks = _with_list(blocks, name, getattr(before, name), getattr(after, name), newline)
        made = joined(_with_ids(blocks, after))
        got = parse_map(made)
    except (MapError, TOMLKitError, LookupError, TypeError, ValueError) as error:
        raise EditRefused(say("the text of the map cannot be changed so: {error}", error=reason(error))) from error
    if _plain(got) != _plain(after):
        raise EditRefused(
            say("the text of the map cannot be changed piece by piece: write each of them as [[pieces]] or [[canals]]")
        )
    return made


def _plain(made: MapFile) -> Any:
    """A map as plain values to compare."""
    return _rounded(msgspec.to_builtins(made, enc_hook=in_english))


def _rounded(value: Any) -> Any:
    match value:
        case dict():
            return {key: _rounded(each) for key, each in value.items()}
        case list() | tuple():
            return [_rounded(each) for each in value]
        case float() | int() if not isinstance(value, bool):
            return number(value)
    return value


@lru_cache(KEPT)
def _has_id(kind: str, body: str) -> bool:
    """Is the id of a table written? Almost all tables are as they were at the last edit."""
    return "id" in tomllib.loads(body)[kind][0]


def _with_ids(blocks: list[Block], after: MapFile) -> list[Block]:
    """The blocks with as few more ids written as leave every piece the one that it has."""
    places = [i for i, block in enumerate(blocks) if block.kind == "pieces"]
    if len(places) != len(after.pieces):
        return blocks
    made = list(blocks)
    written = [_has_id(blocks[i].kind, blocks[i].body) for i in places]
    while True:
        bare = (p if has else msgspec.structs.replace(p, id="") for p, has in zip(after.pieces, written, strict=True))
        got = numbered(msgspec.structs.replace(after, pieces=tuple(bare)))
        others = [i for i, (was, now) in enumerate(zip(after.pieces, got, strict=True)) if was.id != now.id]
        if not others:
            return made
        for i in others:
            written[i] = True
            block = made[places[i]]
            made[places[i]] = msgspec.structs.replace(block, body=_with_id(block, after.pieces[i].id))


def _with_id(block: Block, id: str) -> str:
    """The body of a table that has no id with one: in a line after that of its piece, or where there is none, first."""
    lines = block.body.splitlines(keepends=True)
    wanted = {**tomllib.loads(block.body)[block.kind][0], "id": id}
    indent = lines[1][: len(lines[1]) - len(lines[1].lstrip())].strip("\r\n")
    end_of_line = lines[0][len(lines[0].rstrip("\r\n")) :]
    new = f"{indent}id = {tomlkit.item(id).as_string()}{end_of_line}"
    for end in range(2, len(lines) + 1):
        head = "".join(lines[:end])
        if head.endswith("\n") and FIRST[0] in _keys(head, block.kind):
            body = head + new + "".join(lines[end:])
            if _keys(body, block.kind) == wanted:
                return body
            break
    return lines[0] + new + "".join(lines[1:])


def _keys(body: str, kind: str) -> dict[str, Any]:
    """What a table holds; nothing where its text ends within a value."""
    try:
        return dict(tomllib.loads(body)[kind][0])
    except tomllib.TOMLDecodeError:
        return {}


def _with_head(head: Block, before: MapFile, after: MapFile, newline: str) -> Block:
    changed = [name for name in ("name", "size", "about") if getattr(before, name) != getattr(after, name)]
    if not changed:
        return head
    document = tomlkit.parse(head.body)
    for name in changed:
        _set(document, name, _rounded(msgspec.to_builtins(getattr(after, name), enc_hook=in_english)))
    body = document.as_string()
    return Block("", body if body.endswith("\n") else body + newline, head.trail)


def _with_list(
    blocks: list[Block], kind: str, before: Sequence[Any], after: Sequence[Any], newline: str
) -> list[Block]:
    """The blocks of a list changed, taken away and added; those that stay keep their order."""
    if before == after:
        return blocks
    places = [i for i, block in enumerate(blocks) if block.kind == kind]
    if len(places) != len(before):
        raise ValueError(say("its {kind} are written in one line: write each of them as [[{kind}]]", kind=kind))
    here = {entry.id: (place, entry) for place, entry in zip(places, before, strict=True)}
    for was, now in _renamed(before, after):
        here[now] = here.pop(was)
    made: list[Block | None] = list(blocks)
    gone = set(here) - {entry.id for entry in after}
    kept = sorted(set(here) - gone, key=lambda id: here[id][0])
    if kept != [entry.id for entry in after if entry.id in here]:
        raise ValueError(say("an edit does not change the order of tables"))
    last = places[-1] if places else _last_before_pieces(blocks) if kind in ("canals", "streets") else len(blocks) - 1
    added: dict[int, list[Block]] = {}
    for entry in after:
        if entry.id in here:
            place, old = here[entry.id]
            if entry != old:
                made[place] = _changed(blocks[place], old, entry)
        else:
            added.setdefault(last, []).append(_new(kind, entry, newline))
    for id in gone:
        made[here[id][0]] = None
    return _put_together(blocks, made, added, newline)


def _renamed(before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """The old and the new id of each entry that stands where it stood and has another id alone."""
    taken = {entry.id for entry in before}
    if len(before) == len(after):
        for old, new in zip(before, after, strict=True):
            if new.id not in taken and msgspec.structs.replace(old, id=new.id) == new:
                yield old.id, new.id


def _last_before_pieces(blocks: list[Block]) -> int:
    return next((i - 1 for i, block in enumerate(blocks) if block.kind == "pieces"), len(blocks) - 1)


def _put_together(
    blocks: list[Block], made: list[Block | None], added: dict[int, list[Block]], newline: str
) -> list[Block]:
    """What stays and what is new; the comments after a table that is gone stay where they were."""
    found: list[Block] = []
    for number_, block in enumerate(made):
        if block is not None:
            found.append(block)
        else:
            trail = blocks[number_].trail
            old = found[-1]
            if old.trail.endswith(("\n\n", "\r\n\r\n")) or old.trail in ("\n", "\r\n"):
                trail = trail.removeprefix(newline)  # one blank line is enough
            found[-1] = msgspec.structs.replace(old, trail=old.trail + trail)
        for new in added.get(number_, ()):
            _append(found, new, newline, last=number_ == len(made) - 1)
    return found


def _append(found: list[Block], new: Block, newline: str, *, last: bool) -> None:
    """A new table after the others, with a blank line before it, and after it where more follows."""
    old = found[-1]
    trail = old.trail
    if not last and trail.strip():  # comments there belong to what follows
        found[-1] = msgspec.structs.replace(old, trail=newline)
        found.append(msgspec.structs.replace(new, trail=trail))
        return
    if old.text and not old.text.endswith("\n"):
        trail += newline
    if not (old.body + trail).endswith(newline * 2):
        trail += newline
    found[-1] = msgspec.structs.replace(old, trail=trail)
    found.append(new if last else msgspec.structs.replace(new, trail=newline))


def _new(kind: str, entry: msgspec.Struct, newline: str) -> Block:
    table = tomlkit.table()
    for field in sorted(msgspec.structs.fields(entry), key=lambda field: field.name not in FIRST):
        value = getattr(entry, field.name)
        if field.required or value != field.default:
            table.add(field.name, _written(_rounded(msgspec.to_builtins(value, enc_hook=in_english))))
    tables = tomlkit.aot()
    tables.append(table)
    document = tomlkit.document()
    document.append(kind, tables)
    return Block(kind, document.as_string().strip("\r\n").replace("\r\n", "\n").replace("\n", newline) + newline)


def _changed(block: Block, before: msgspec.Struct, after: msgspec.Struct) -> Block:
    document = tomlkit.parse(block.body)
    table: Any = document[block.kind][0]
    for field in msgspec.structs.fields(after):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old == new or (field.name == "id" and "id" not in table):  # an id that went by order: `_with_ids` writes it
            continue
        if new == field.default and (field.name not in table or new in (None, (), "", False)):
            if field.name in table:
                table.remove(field.name)
            continue
        _set(table, field.name, _rounded(msgspec.to_builtins(new, enc_hook=in_english)))
    return Block(block.kind, document.as_string(), block.trail)


def _written(value: Any) -> Any:
    """A value as tomlkit has it: points and plans on one line, long outlines on several."""
    if isinstance(value, dict):
        made = tomlkit.inline_table()
        for key, each in value.items():
            made.add(key, each)
        return made
    if isinstance(value, list) and len(value) > 6:
        rows = tomlkit.array()
        rows.extend(value)
        return rows.multiline(True)
    return tomlkit.item(value)


def _set(table: Any, key: str, value: Any) -> None:
    """A key's value: in lists and tables only what differs, so that their lines stay as they are."""
    if key in table and isinstance(value, list) and isinstance(table[key], list):
        _match(table[key], value)
    elif key in table and isinstance(value, dict) and isinstance(table[key], InlineTable):
        old = table[key].unwrap()
        table[key] = _written({name: value[name] for name in (*(n for n in old if n in value), *value)})
    elif key in table and isinstance(value, dict) and isinstance(table[key], dict):
        for old in [name for name in table[key] if name not in value]:
            table[key].remove(old)
        for name, each in value.items():
            if name not in table[key] or table[key].unwrap()[name] != each:
                _set(table[key], name, each)
    else:
        table[key] = _written(value)


def _match(array: Any, wanted: list[Any]) -> None:
    """Make a list of a file the one that is wanted, by changing as little of it as can be."""
    now = array.unwrap()
    same = next((i for i, (a, b) in enumerate(zip(now, wanted, strict=False)) if a != b), min(len(now), len(wanted)))
    tail = 0
    while tail < min(len(now), len(wanted)) - same and now[-1 - tail] == wanted[-1 - tail]:
        tail += 1
    while len(array) > len(wanted):
        del array[same]
    while len(array) < len(wanted):
        array.insert(same, wanted[same])
    for i, value in enumerate(wanted):
        if array[i] == value:
            continue
        if isinstance(value, list) and isinstance(array[i], list) and len(value) == len(array[i]):
            _match(array[i], value)
        else:
            array[i] = value
