"""A part of a board as text, which is pasted into another board or sent in a chat.

It is written as a map is, without name and size; its own corner, the south-west one of all that it places, lies at
(0, 0).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.board.files.map_marks import MapNote, MapObjective, MapZone
from sim.board.files.mapfile import Canal, MapFile, PiecePlacement, Street
from sim.board.model.errors import MapError
from sim.builder.document import new_map_text
from sim.builder.edits import AddFlat, Edit, PlacePieces, Point, Together, Turn, ids_of
from sim.builder.errors import EditRefused
from sim.builder.flat_things import FLAT, FlatThing, flat_things, how_many, list_of, moved, points_of
from sim.builder.map_blocks import blocks_of, joined
from sim.builder.map_writing import rewritten
from sim.schemas import read_toml
from sim.words import listed, say

__all__ = ["Fragment", "copied", "pasted", "read_fragment"]

LONGEST = 1_000_000  # letters
LARGEST = 120.0  # inches: of the board that a part is written for, so that all of it lies on that
_CHAT = re.compile(r"^[ \t]*```.*$|^(?:>[ ]?)+", re.MULTILINE)  # what chats put round a text, or before its lines


class Fragment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies and stands about a corner of its own."""

    format: Annotated[Literal[1], Meta(description="Of the maps that it is a part of.")]
    canals: Annotated[tuple[Canal, ...], Meta(max_length=1000)] = ()
    streets: Annotated[tuple[Street, ...], Meta(max_length=200)] = ()
    pieces: Annotated[tuple[PiecePlacement, ...], Meta(max_length=10_000)] = ()
    zones: Annotated[tuple[MapZone, ...], Meta(max_length=100)] = ()
    objectives: Annotated[tuple[MapObjective, ...], Meta(max_length=100)] = ()
    notes: Annotated[tuple[MapNote, ...], Meta(max_length=100)] = ()

    @property
    def flat(self) -> tuple[FlatThing, ...]:
        """All but its pieces."""
        return tuple(thing for name in FLAT for thing in getattr(self, name))


def copied(made: MapFile, ids: Collection[str]) -> str:
    """The text of some things on a map. Raises EditRefused where one is not there, or none is named."""
    missing = sorted(set(ids) - ids_of(made))
    if missing or not ids:
        raise EditRefused(
            say("there is no '{id}' on the board", id=missing[0]) if missing else say("nothing is chosen to be copied")
        )
    flat = [thing for thing in flat_things(made) if thing.id in ids]
    pieces = [placed for placed in made.pieces if placed.id in ids]
    points = [placed.at for placed in pieces]
    points += [point for thing in flat for point in points_of(thing)]
    corner = min(x for x, _ in points), min(y for _, y in points)
    edit = _placing(pieces, flat, (-corner[0], -corner[1]))
    empty = new_map_text("part", (LARGEST, LARGEST))
    before = MapFile(1, "part", (LARGEST, LARGEST))
    text = joined(blocks_of(rewritten(empty, before, edit.applied(before)))[1:]).strip("\n")
    return f"# A part of a board for Bauta: {_counted(pieces, flat)}\nformat = 1\n\n{text}\n"


def read_fragment(text: str, source: str = "the text") -> Fragment:
    """A part of a board from its text, also as a chat hands it on. Raises MapError."""
    if len(text) > LONGEST:
        raise MapError(
            say(
                "{source}: is longer than {longest:,} letters: is it a part of a board?", source=source, longest=LONGEST
            )
        )
    found = read_toml(_CHAT.sub("", text.removeprefix("\ufeff")), Fragment, source, MapError)
    if not found.pieces and not found.flat:
        raise MapError(
            say("{source}: has neither [[pieces]] nor [[canals]]: copy some first (bauta map copy)", source=source)
        )
    return found


def pasted(fragment: Fragment, at: Point, turn: float = 0.0, taken: Collection[str] = ()) -> Edit:
    """The edit that puts a part onto a board, its corner at a point, turned about that by degrees. Names that are
    `taken` become others."""
    placing = _placing(fragment.pieces, fragment.flat, at)
    if not turn:
        return placing
    ids = _new_ids(placing, taken)
    return Together((placing, Turn(ids, turn, at)), placing.words)


def _new_ids(placing: Edit, taken: Collection[str]) -> tuple[str, ...]:
    there = tuple(PiecePlacement("x", (0.0, 0.0), id=id) for id in sorted(taken))
    after = placing.applied(MapFile(1, "part", (24.0, 24.0), pieces=there))
    return (*(placed.id for placed in after.pieces[len(there) :]), *(thing.id for thing in flat_things(after)))


def _placing(pieces: Sequence[PiecePlacement], flat: Sequence[FlatThing], by: Point) -> Together:
    dx, dy = by
    edits: list[Edit] = [AddFlat(moved(thing, lambda p: (p[0] + dx, p[1] + dy))) for thing in flat]
    if pieces:
        put = tuple(msgspec.structs.replace(p, at=(p.at[0] + dx, p.at[1] + dy)) for p in pieces)
        edits.append(PlacePieces(put))
    return Together(tuple(edits), say("Paste {what}", what=_counted(pieces, flat)))


def _counted(pieces: Sequence[PiecePlacement], flat: Sequence[FlatThing]) -> str:
    counts = {"pieces": len(pieces), **{name: sum(list_of(thing) == name for thing in flat) for name in FLAT}}
    return listed([how_many(what, n) for what, n in counts.items() if n])
