"""Symmetry that keeps copies in step: what happens to a piece, canal, zone or objective happens to its images, too.

Images are known by where they stand, so that a map needs no word of it: a piece's image is the piece of the same kind
that stands where a mirror or a turn of the board would put it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.builder.edits import fresh_id, ids_of, normal_turn, regrouped
from sim.builder.flat_things import FlatThing, is_ring, moved, points_of, with_points
from sim.builder.mirroring import mirrored

__all__ = ["IMAGE", "NEAR", "SYMMETRIES", "Image", "Symmetry", "alike", "images_of", "in_step", "same_shape"]

Symmetry = Literal["east-west", "north-south", "half turn", "quarter turns"]
SYMMETRIES: tuple[Symmetry, ...] = ("east-west", "north-south", "half turn", "quarter turns")
MIRRORED = ("canals", "streets", "zones", "objectives")  # and no notes, which are about one place
IMAGE = "image"  # after the name of a group: that of its images
NEAR = 0.02  # inches and, tenfold, degrees: an image that is off by less is one

Point = tuple[float, float]


class Image(msgspec.Struct, frozen=True):
    """One image of a board: where it puts points, and how it turns what turns."""

    point: Callable[[Point], Point]
    turn: Callable[[float], float]
    mirrors: bool = False

    def of(self, placed: PiecePlacement) -> PiecePlacement:
        x, y = self.point(placed.at)
        placed = mirrored(placed) if self.mirrors else placed
        return msgspec.structs.replace(placed, at=(round(x, 3), round(y, 3)), turn=normal_turn(self.turn(placed.turn)))


def images_of(symmetry: Symmetry, size: tuple[float, float]) -> tuple[Image, ...]:
    """The images of a board about its middle, without the board itself. Quarter turns are of square boards."""
    w, d = size
    half = Image(lambda p: (w - p[0], d - p[1]), lambda t: t + 180.0)
    match symmetry:
        case "east-west":  # a front that looks south still does
            return (Image(lambda p: (w - p[0], p[1]), lambda t: -t, True),)
        case "north-south":
            return (Image(lambda p: (p[0], d - p[1]), lambda t: 180.0 - t, True),)
        case "quarter turns" if w == d:
            return (Image(lambda p: (w - p[1], p[0]), lambda t: t + 90.0), half,
                    Image(lambda p: (p[1], w - p[0]), lambda t: t + 270.0))  # fmt: skip
        case _:
            return (half,)


def in_step(before: MapFile, after: MapFile, symmetry: Symmetry) -> MapFile:
    """The map after an edit, with the same done to the images of all that it changed."""
    for image in images_of(symmetry, after.size):
        after = _pieces(before, after, image)
        for name in MIRRORED:
            after = _flat(before, after, image, name)
    return after


def _pieces(before: MapFile, after: MapFile, image: Image) -> MapFile:
    old = {placed.id: placed for placed in before.pieces}
    new = {placed.id: placed for placed in after.pieces}
    touched = {id for id in old.keys() | new.keys() if old.get(id) != new.get(id)}
    made: dict[str, PiecePlacement | None] = {}
    added: list[PiecePlacement] = []
    for id in sorted(touched):
        was, now = old.get(id), new.get(id)
        if was is None:
            assert now is not None
            copy = image.of(now)
            if not _has_image(now, copy, [new[other] for other in touched - set(old)], before.pieces):
                added.append(copy)
            continue
        twin = next((o for o in before.pieces if o.id not in touched and alike(image.of(was), o)), None)
        if twin is not None and now is not None:
            kept = twin.group if now.group == was.group else now.group and f"{now.group}-{IMAGE}"
            made[twin.id] = msgspec.structs.replace(image.of(now), id=twin.id, group=kept)
        elif twin is not None:
            made[twin.id] = None
    pieces = [made.get(p.id, p) for p in after.pieces]
    taken, groups = ids_of(after), regrouped(after, added)
    for copy in added:
        id = fresh_id(copy.id, taken)
        taken.add(id)
        pieces.append(msgspec.structs.replace(copy, id=id, group=groups[copy.group]))
    return msgspec.structs.replace(after, pieces=tuple(p for p in pieces if p is not None))


def _has_image(
    now: PiecePlacement, copy: PiecePlacement, new: Sequence[PiecePlacement], old: Sequence[PiecePlacement]
) -> bool:
    """Is the image of a new piece there: among what is new with it, or as one of old that was nobody's image yet?"""
    if any(alike(copy, other) for other in new):
        return True
    return any(alike(copy, other) for other in old) and not any(alike(now, other) for other in old)


def alike(one: PiecePlacement, other: PiecePlacement) -> bool:
    """The same kind of piece at the same place."""
    away = abs((one.turn - other.turn + 180.0) % 360.0 - 180.0)
    return one.piece == other.piece and math.dist((*one.at, one.z), (*other.at, other.z)) < NEAR and away < 10 * NEAR


def _flat(before: MapFile, after: MapFile, image: Image, name: str) -> MapFile:
    """Canals, zones or objectives, of which a thing may be its own image."""
    old: dict[str, FlatThing] = {thing.id: thing for thing in getattr(before, name)}
    new: dict[str, FlatThing] = {thing.id: thing for thing in getattr(after, name)}
    touched = {id for id in old.keys() | new.keys() if old.get(id) != new.get(id)}
    made: dict[str, FlatThing | None] = {}
    added: list[FlatThing] = []
    for id in sorted(touched):
        was, now = old.get(id), new.get(id)
        if was is None:
            assert now is not None
            copy = moved(now, image.point)
            if not any(same_shape(copy, other) for other in new.values()):
                added.append(copy)
        elif same_shape(moved(was, image.point), was):
            if now is not None:
                made[id] = _both_sides(was, now, image)
        else:
            image_of_old = moved(was, image.point)
            twin = next((t for t in old.values() if t.id not in touched and same_shape(image_of_old, t)), None)
            if twin is not None:
                made[twin.id] = None if now is None else msgspec.structs.replace(moved(now, image.point), id=twin.id)
    things = [made.get(thing.id, thing) for thing in new.values()]
    taken = ids_of(after)
    for copy in added:
        id = fresh_id(copy.id, taken)
        taken.add(id)
        things.append(msgspec.structs.replace(copy, id=id))
    return msgspec.structs.replace(after, **{name: tuple(thing for thing in things if thing is not None)})


def same_shape(one: FlatThing, other: FlatThing) -> bool:
    """The same corners in the same round, wherever it begins and whichever way it goes; or the same line."""
    a, b = points_of(one), points_of(other)
    if len(a) != len(b) or is_ring(one) != is_ring(other) or getattr(one, "width", 0) != getattr(other, "width", 0):
        return False
    ways = (b, b[::-1])
    turns = range(len(b)) if is_ring(one) else (0,)
    return any(
        all(math.dist(p, q) < NEAR for p, q in zip(a, (*way[k:], *way[:k]), strict=True)) for way in ways for k in turns
    )


def _both_sides(was: FlatThing, now: FlatThing, image: Image) -> FlatThing:
    """A thing that is its own image: a corner that was moved moves its image, too."""
    one, two = points_of(was), points_of(now)
    if len(one) != len(two):
        return now
    points = list(two)
    changed = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    for i in changed:
        there = image.point(one[i])
        twin = next((j for j, p in enumerate(one) if j not in changed and math.dist(p, there) < NEAR), None)
        if twin is not None:
            x, y = image.point(two[i])
            points[twin] = (round(x, 3), round(y, 3))
    return with_points(now, tuple(points))
