"""A part of a board as text, which is pasted into another board or sent in a chat.

It is written as a map is, without name and size; its own corner, the south-west one of all that it places, lies at
(0, 0).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.board.files.mapfile import Canal, MapFile, PiecePlacement
from sim.board.model.errors import MapError
from sim.builder.document import new_map_text
from sim.builder.edits import AddCanal, Edit, PlacePieces, Point, Together, Turn, ids_of, moved_canal
from sim.builder.errors import EditRefused
from sim.builder.map_blocks import blocks_of, joined
from sim.builder.map_writing import rewritten
from sim.schemas import read_toml

__all__ = ["Fragment", "copied", "pasted", "read_fragment"]

LONGEST = 1_000_000  # letters
_CHAT = re.compile(r"^[ \t]*```.*$|^(?:>[ ]?)+", re.MULTILINE)  # what chats put round a text, or before its lines


class Fragment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Canals and pieces about a corner of their own."""

    format: Annotated[Literal[1], Meta(description="Of the maps that it is a part of.")]
    canals: Annotated[tuple[Canal, ...], Meta(max_length=1000)] = ()
    pieces: Annotated[tuple[PiecePlacement, ...], Meta(max_length=10_000)] = ()


def copied(made: MapFile, ids: Collection[str]) -> str:
    """The text of some pieces and canals of a map. Raises EditRefused where one is not there, or none is named."""
    missing = sorted(set(ids) - ids_of(made))
    if missing or not ids:
        raise EditRefused(f"there is no '{missing[0]}' on the board" if missing else "nothing is chosen to be copied")
    canals = [canal for canal in made.canals if canal.id in ids]
    pieces = [placed for placed in made.pieces if placed.id in ids]
    points = [placed.at for placed in pieces]
    points += [point for canal in canals for point in (*canal.outline, *canal.line)]
    corner = min(x for x, _ in points), min(y for _, y in points)
    edit = _placing(Fragment(1, tuple(canals), tuple(pieces)), (-corner[0], -corner[1]))
    empty = new_map_text("part", (24.0, 24.0))
    before = MapFile(1, "part", (24.0, 24.0))
    text = joined(blocks_of(rewritten(empty, before, edit.applied(before)))[1:]).strip("\n")
    return f"# A part of a board for Bauta: {_counted(len(pieces), len(canals))}\nformat = 1\n\n{text}\n"


def read_fragment(text: str, source: str = "the text") -> Fragment:
    """A part of a board from its text, also as a chat hands it on. Raises MapError."""
    if len(text) > LONGEST:
        raise MapError(f"{source}: is longer than {LONGEST:,} letters: is it a part of a board?")
    found = read_toml(_CHAT.sub("", text.removeprefix("\ufeff")), Fragment, source, MapError)
    if not found.canals and not found.pieces:
        raise MapError(f"{source}: has neither [[pieces]] nor [[canals]]: copy some first (bauta map copy)")
    return found


def pasted(fragment: Fragment, at: Point, turn: float = 0.0, taken: Collection[str] = ()) -> Edit:
    """The edit that puts a part onto a board, its corner at a point, turned about that by degrees. Names that are
    `taken` become others. Canals are not turned."""
    placing = _placing(fragment, at)
    if not turn:
        return placing
    if fragment.canals:
        raise EditRefused("a part with canals cannot be turned: leave them out, or paste it as it is")
    ids = _new_ids(placing, taken)
    return Together((placing, Turn(ids, turn, at)), placing.words)


def _new_ids(placing: Edit, taken: Collection[str]) -> tuple[str, ...]:
    there = tuple(PiecePlacement("x", (0.0, 0.0), id=id) for id in sorted(taken))
    after = placing.applied(MapFile(1, "part", (24.0, 24.0), pieces=there))
    return tuple(placed.id for placed in after.pieces[len(there) :])


def _placing(fragment: Fragment, by: Point) -> Together:
    dx, dy = by
    canals = [AddCanal(moved_canal(canal, lambda p: (p[0] + dx, p[1] + dy))) for canal in fragment.canals]
    pieces = tuple(msgspec.structs.replace(p, at=(p.at[0] + dx, p.at[1] + dy)) for p in fragment.pieces)
    edits: tuple[Edit, ...] = (*canals, PlacePieces(pieces)) if pieces else tuple(canals)
    return Together(edits, f"Paste {_counted(len(pieces), len(canals))}")


def _counted(pieces: int, canals: int) -> str:
    said = [f"{n} {what}{'' if n == 1 else 's'}" for n, what in ((pieces, "piece"), (canals, "canal")) if n]
    return " and ".join(said)
