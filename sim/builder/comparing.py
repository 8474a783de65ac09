"""What is different between two versions of a map: pieces, water, streets, zones, objectives, notes.

Pieces are the same where they stand alike, whatever their ids, as those without one of their own are numbered by their
order; then where they have one id; then, of one kind, where they stand nearest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import Any, Literal

import msgspec

from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.model.tableau import Point
from sim.words import in_english

__all__ = ["Difference", "MapComparison", "PieceDifference", "ThingDifference", "compare_maps"]

NEAR = 12.0  # inches: of one kind, a piece that stands no further off is the same one, moved
BOARD = ("name", "size", "about", "hour")
THINGS = {"canals": "canal", "streets": "street", "zones": "zone", "objectives": "objective", "notes": "note"}
PLACED = ("piece", "at", "z", "turn", "id")  # of a piece, what is told otherwise than as a key

Difference = tuple[Any, Any]  # before, after
How = Literal["added", "removed", "moved", "changed"]


class PieceDifference(msgspec.Struct, frozen=True):
    """A piece that only one version has, or that stands or is otherwise. `was`: its id before. `start` and `end`: where
    it stood and stands; `moved`: inches between them; `turned`: degrees counter-clockwise. `keys`: what else changed of
    it, with the values before and after."""

    how: How
    id: str
    piece: str
    was: str = ""
    start: Point | None = None
    end: Point | None = None
    moved: float = 0.0
    turned: float = 0.0
    keys: dict[str, Difference] = {}


class ThingDifference(msgspec.Struct, frozen=True):
    """Water, a street with a level of its own, a zone, an objective or a note that is different."""

    how: How
    kind: str
    id: str
    keys: dict[str, Difference] = {}


class MapComparison(msgspec.Struct, frozen=True):
    """All that is different; `board`: of the map's name, size, words and hour."""

    board: dict[str, Difference]
    pieces: tuple[PieceDifference, ...]
    things: tuple[ThingDifference, ...]

    @property
    def alike(self) -> bool:
        return not (self.board or self.pieces or self.things)


def compare_maps(old: MapFile, new: MapFile) -> MapComparison:
    """What changed from one version to the other."""
    things = [d for name, kind in THINGS.items() for d in _things(kind, getattr(old, name), getattr(new, name))]
    return MapComparison(
        {key: (getattr(old, key), getattr(new, key)) for key in BOARD if getattr(old, key) != getattr(new, key)},
        tuple(_pieces(old.pieces, new.pieces)),
        tuple(things),
    )


def _things(kind: str, old: Sequence[Any], new: Sequence[Any]) -> Iterator[ThingDifference]:
    before, after = {each.id: each for each in old}, {each.id: each for each in new}
    for id in before.keys() - after.keys() if before.keys() - after.keys() else ():
        twin = next((o for o in after.keys() - before.keys() if _bare(after[o]) == _bare(before[id])), None)
        if twin is not None:
            yield ThingDifference("changed", kind, twin, {"id": (id, twin)})
            after[id] = msgspec.structs.replace(after.pop(twin), id=id)
    for id in sorted(before.keys() | after.keys()):
        if id not in after:
            yield ThingDifference("removed", kind, id)
        elif id not in before:
            yield ThingDifference("added", kind, id)
        elif before[id] != after[id]:
            yield ThingDifference("changed", kind, id, _keys(before[id], after[id]))


def _bare(thing: Any) -> Any:
    return msgspec.structs.replace(thing, id="")


def _keys(old: msgspec.Struct, new: msgspec.Struct, without: Sequence[str] = ()) -> dict[str, Difference]:
    """What of two things of a kind is different, as plain values."""
    keys = [key for key in old.__struct_fields__ if key not in without and getattr(old, key) != getattr(new, key)]
    return {key: (_plain(getattr(old, key)), _plain(getattr(new, key))) for key in keys}


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=in_english)


# -- pieces -----------------------------------------------------------------------------------------------------------


def _pieces(old: Sequence[PiecePlacement], new: Sequence[PiecePlacement]) -> Iterator[PieceDifference]:
    pairs = _paired(old, new)
    left = [piece for piece in old if piece.id not in pairs]
    come = [piece for piece in new if piece.id not in set(pairs.values())]
    after = {piece.id: piece for piece in new}
    for piece in left:
        yield PieceDifference("removed", piece.id, piece.called, start=_at(piece))
    for piece in come:
        yield PieceDifference("added", piece.id, piece.called, end=_at(piece))
    for piece in old:
        if piece.id in pairs:
            found = _between(piece, after[pairs[piece.id]])
            if found is not None:
                yield found


def _paired(old: Sequence[PiecePlacement], new: Sequence[PiecePlacement]) -> Mapping[str, str]:
    """The id of each piece of the old version that the new one has -> its id there."""
    pairs: dict[str, str] = {}
    free = {piece.id: piece for piece in new}

    def pair(one: PiecePlacement, other: PiecePlacement) -> None:
        pairs[one.id] = other.id
        del free[other.id]

    for piece in old:  # the very same
        if piece.id in free and free[piece.id] == piece:
            pair(piece, free[piece.id])
    alike: dict[Any, list[PiecePlacement]] = {}
    for piece in free.values():
        alike.setdefault(_bare(piece), []).append(piece)
    for piece in old:  # of another number
        same = alike.get(_bare(piece), []) if piece.id not in pairs and _is_numbered(piece) else []
        if same:
            pair(piece, same.pop(0))
    for piece in old:  # of the same name
        if piece.id not in pairs and piece.id in free and not (_is_numbered(piece) and _far(piece, free[piece.id])):
            pair(piece, free[piece.id])
    nearest = sorted(
        (
            (dist(_at(piece), _at(other)), piece.id, other.id)
            for piece in old
            if piece.id not in pairs
            for other in free.values()
            if other.called == piece.called and not _far(piece, other)
        ),
    )
    before = {piece.id: piece for piece in old}
    for _, one, two in nearest:
        if one not in pairs and two in free:
            pair(before[one], free[two])
    return pairs


def _is_numbered(piece: PiecePlacement) -> bool:
    """Is its id the one that it gets by its order?"""
    return re.fullmatch(re.escape(piece.called) + r"(-\d+)?", piece.id) is not None


def _far(one: PiecePlacement, other: PiecePlacement) -> bool:
    return one.called != other.called or dist(_at(one), _at(other)) > NEAR


def _between(old: PiecePlacement, new: PiecePlacement) -> PieceDifference | None:
    """What is different of one piece; None where nothing is, but a number by its order."""
    keys = _keys(old, new, PLACED)
    if old.piece != new.piece:
        if isinstance(old.piece, str) or isinstance(new.piece, str) or old.called != new.called:
            keys["piece"] = (old.called, new.called)
        else:
            keys |= _keys(old.piece, new.piece)
    if old.id != new.id and not (_is_numbered(old) and _is_numbered(new)):
        keys["id"] = (old.id, new.id)
    moved = round(dist(_at(old), _at(new)), 3)
    turned = round((new.turn - old.turn + 180.0) % 360.0 - 180.0, 3)
    if not (keys or moved or turned):
        return None
    how: How = "changed" if keys else "moved"
    return PieceDifference(how, new.id, new.called, old.id, _at(old), _at(new), moved, turned, keys)


def _at(piece: PiecePlacement) -> Point:
    return (*piece.at, piece.z)
