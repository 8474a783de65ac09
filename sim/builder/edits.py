"""Edits of a map: plain values, each of which makes one map of another."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.builder.errors import EditRefused
from sim.builder.flat_things import FlatThing, Point, each_flat, flat_things, list_of, moved
from sim.builder.map_blocks import number
from sim.builder.mirroring import mirrored
from sim.words import counted, say

__all__ = [
    "AddFlat",
    "Axis",
    "Edit",
    "Group",
    "Mirror",
    "Move",
    "PiecePose",
    "PlacePieces",
    "Point",
    "Poses",
    "Recolour",
    "Remove",
    "Rename",
    "SetBoard",
    "SetFlat",
    "Together",
    "Turn",
    "fresh_id",
    "ids_of",
    "normal_turn",
    "regrouped",
]

Axis = Literal["x", "y"]
_NEW = {
    "canals": say("Cut a canal"),
    "streets": say("Lay a street"),
    "zones": say("Mark a zone"),
    "objectives": say("Mark an objective"),
    "notes": say("Write a note"),
}


class Edit(msgspec.Struct, frozen=True):
    """A change of a map. `words` says it, as a list of what was done shows it."""

    def applied(self, made: MapFile) -> MapFile:
        """The map after it. Raises EditRefused."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        raise NotImplementedError


class PiecePose(msgspec.Struct, frozen=True):
    """Where a piece stands: degrees counter-clockwise, from 0 to under 360."""

    id: str
    at: Point
    z: float
    turn: float


class PlacePieces(Edit, frozen=True):
    """New pieces. Those without an id, or with one that is taken, are given one, and so are groups."""

    pieces: tuple[PiecePlacement, ...]

    def applied(self, made: MapFile) -> MapFile:
        taken, groups = ids_of(made), regrouped(made, self.pieces)
        new = []
        for placed in self.pieces:
            id = placed.id if placed.id and placed.id not in taken else fresh_id(placed.id or placed.called, taken)
            taken.add(id)
            new.append(msgspec.structs.replace(_tidy(placed), id=id, group=groups[placed.group]))
        return msgspec.structs.replace(made, pieces=(*made.pieces, *new))

    @property
    def words(self) -> str:
        return say("Place {what}", what=_counted([placed.called for placed in self.pieces]))


class Remove(Edit, frozen=True):
    """Things taken away."""

    ids: tuple[str, ...]

    def applied(self, made: MapFile) -> MapFile:
        _known(made, self.ids)
        made = each_flat(made, self.ids, lambda _: None)
        return msgspec.structs.replace(made, pieces=tuple(p for p in made.pieces if p.id not in self.ids))

    @property
    def words(self) -> str:
        return say("Remove {what}", what=_counted(self.ids))


class Move(Edit, frozen=True):
    """Things moved by inches: east, north, up (but only pieces go up)."""

    ids: tuple[str, ...]
    by: tuple[float, float, float]

    def applied(self, made: MapFile) -> MapFile:
        dx, dy, dz = self.by
        _known(made, self.ids)
        made = each_flat(made, self.ids, lambda thing: moved(thing, lambda p: (p[0] + dx, p[1] + dy)))
        return _each(made, self.ids, lambda p: msgspec.structs.replace(p, at=(p.at[0] + dx, p.at[1] + dy), z=p.z + dz))

    @property
    def words(self) -> str:
        what = _counted(self.ids)
        return say("Move {what}", what=what) if self.by[:2] != (0.0, 0.0) else say("Raise {what}", what=what)


class Turn(Edit, frozen=True):
    """Things turned by degrees, counter-clockwise, about a point; without one each piece about itself."""

    ids: tuple[str, ...]
    by: float
    about: Point | None = None

    def applied(self, made: MapFile) -> MapFile:
        _known(made, self.ids)
        angle = math.radians(self.by)
        cos, sin = math.cos(angle), math.sin(angle)

        def image(point: Point) -> Point:
            if self.about is None:
                return point
            x, y = point[0] - self.about[0], point[1] - self.about[1]
            return (self.about[0] + x * cos - y * sin, self.about[1] + x * sin + y * cos)

        made = each_flat(made, self.ids, lambda thing: moved(thing, image))
        return _each(made, self.ids, lambda p: msgspec.structs.replace(p, at=image(p.at), turn=p.turn + self.by))

    @property
    def words(self) -> str:
        return say("Turn {what}", what=_counted(self.ids))


class Mirror(Edit, frozen=True):
    """Things mirrored: `axis` "x" swaps east and west about x = `about`, "y" north and south."""

    ids: tuple[str, ...]
    axis: Axis
    about: float

    def applied(self, made: MapFile) -> MapFile:
        _known(made, self.ids)

        def image(point: Point) -> Point:
            x, y = point
            return (2 * self.about - x, y) if self.axis == "x" else (x, 2 * self.about - y)

        made = each_flat(made, self.ids, lambda thing: moved(thing, image))
        turn = 0.0 if self.axis == "x" else 180.0
        return _each(made, self.ids, lambda p: msgspec.structs.replace(mirrored(p), at=image(p.at), turn=turn - p.turn))

    @property
    def words(self) -> str:
        return say("Mirror {what}", what=_counted(self.ids))


class Poses(Edit, frozen=True):
    """Pieces put at places: what a hand dragged, aligned, or typed in."""

    poses: tuple[PiecePose, ...]
    did: str = "Move"

    def applied(self, made: MapFile) -> MapFile:
        wanted = {pose.id: pose for pose in self.poses}
        _known(made, wanted)

        def put(placed: PiecePlacement) -> PiecePlacement:
            pose = wanted[placed.id]
            return msgspec.structs.replace(placed, at=pose.at, z=pose.z, turn=pose.turn)

        return _each(made, tuple(wanted), put)

    @property
    def words(self) -> str:
        return f"{self.did} {_counted([pose.id for pose in self.poses])}"


class Recolour(Edit, frozen=True):
    """The stucco of pieces painted `#rrggbb`; None: as the piece comes."""

    ids: tuple[str, ...]
    colour: str | None

    def applied(self, made: MapFile) -> MapFile:
        _known(made, self.ids)
        return _each(made, self.ids, lambda p: msgspec.structs.replace(p, colour=self.colour))

    @property
    def words(self) -> str:
        return say("Paint {what}", what=_counted(self.ids))


class Rename(Edit, frozen=True):
    """Another id for a thing."""

    id: str
    to: str

    def applied(self, made: MapFile) -> MapFile:
        _known(made, (self.id,))
        if self.to != self.id and self.to in ids_of(made):
            raise EditRefused(say("'{id}' is the id of another: choose one that is free", id=self.to))
        made = each_flat(made, (self.id,), lambda thing: msgspec.structs.replace(thing, id=self.to))
        return _each(made, (self.id,), lambda p: msgspec.structs.replace(p, id=self.to))

    @property
    def words(self) -> str:
        return say("Rename {what}", what=self.id)


class AddFlat(Edit, frozen=True):
    """Another canal, zone, objective or note, under its id or, where that is taken, the next that is free."""

    thing: FlatThing

    def applied(self, made: MapFile) -> MapFile:
        taken, name = ids_of(made), list_of(self.thing)
        id = self.thing.id if self.thing.id not in taken else fresh_id(self.thing.id, taken)
        more = (*getattr(made, name), msgspec.structs.replace(self.thing, id=id))
        return msgspec.structs.replace(made, **{name: more})

    @property
    def words(self) -> str:
        return _NEW[list_of(self.thing)]


class SetFlat(Edit, frozen=True):
    """A canal, zone, objective or note as it is from now on, in the place of the one of its id."""

    thing: FlatThing

    def applied(self, made: MapFile) -> MapFile:
        _known(made, (self.thing.id,))
        tidy = moved(self.thing, lambda p: p)
        return each_flat(made, (tidy.id,), lambda _: tidy)

    @property
    def words(self) -> str:
        return say("Change {what}", what=self.thing.id)


class SetBoard(Edit, frozen=True):
    """The board's own name, size and words."""

    name: str
    size: tuple[float, float]
    about: str = ""

    def applied(self, made: MapFile) -> MapFile:
        return msgspec.structs.replace(made, name=self.name, size=self.size, about=self.about)

    @property
    def words(self) -> str:
        return say("Change the board")


class Group(Edit, frozen=True):
    """Pieces as a group of their own, or where `together` is not, in none."""

    ids: tuple[str, ...]
    together: bool = True

    def applied(self, made: MapFile) -> MapFile:
        _known(made, self.ids)
        name = fresh_id("group", {p.group for p in made.pieces}) if self.together else ""
        return _each(made, self.ids, lambda p: msgspec.structs.replace(p, group=name))

    @property
    def words(self) -> str:
        what = _counted(self.ids)
        return say("Group {what}", what=what) if self.together else say("Ungroup {what}", what=what)


class Together(Edit, frozen=True):
    """Several edits as one."""

    edits: tuple[Edit, ...]
    did: str = ""

    def applied(self, made: MapFile) -> MapFile:
        for edit in self.edits:
            made = edit.applied(made)
        return made

    @property
    def words(self) -> str:
        return self.did or (self.edits[0].words if self.edits else say("Nothing"))


def regrouped(made: MapFile, pieces: Iterable[PiecePlacement]) -> dict[str, str]:
    """For the group of each of some new pieces, the one that they are of on a map: another where there is one so."""
    taken = {placed.group for placed in made.pieces if placed.group}
    groups = {"": ""}
    for placed in pieces:
        if placed.group not in groups:
            name = fresh_id(placed.group, taken) if placed.group in taken else placed.group
            groups[placed.group] = name
            taken.add(name)
    return groups


def fresh_id(name: str, taken: Iterable[str]) -> str:
    """An id like the name that nobody has: `casa`, `casa-2`, `casa-3`."""
    used = set(taken)
    stem, mark, last = name.rpartition("-")
    if not (mark and last.isdigit()):
        stem = name
    if stem not in used and stem:
        return stem
    count = 2
    while f"{stem}-{count}" in used:
        count += 1
    return f"{stem}-{count}"


def normal_turn(turn: float) -> float:
    """Degrees from 0 to under 360, to a thousandth."""
    return float(number(round(turn, 3) % 360.0)) % 360.0


def _each(made: MapFile, ids: Iterable[str], change: Callable[[PiecePlacement], PiecePlacement]) -> MapFile:
    wanted = set(ids)
    pieces = tuple(_tidy(change(p)) if p.id in wanted else p for p in made.pieces)
    return msgspec.structs.replace(made, pieces=pieces)


def _tidy(placed: PiecePlacement) -> PiecePlacement:
    """As a file has it: thousandths of an inch, and turns under a whole one."""
    x, y = placed.at
    at = (float(number(x)), float(number(y)))
    return msgspec.structs.replace(placed, at=at, z=float(number(placed.z)), turn=normal_turn(placed.turn))


def ids_of(made: MapFile) -> set[str]:
    """The ids of all things on a map."""
    return {placed.id for placed in made.pieces} | {thing.id for thing in flat_things(made)}


def _known(made: MapFile, ids: Iterable[str]) -> None:
    missing = set(ids) - ids_of(made)
    if missing:
        raise EditRefused(say("there is no '{id}' on the board", id=sorted(missing)[0]))


def _counted(names: Iterable[str]) -> str:
    each = list(names)
    return each[0] if len(each) == 1 else counted("{n} thing", "{n} things", len(each))
