"""One half of a board made the image of the other, so that both gangs find the same.

What has its image already stays as it is, with its id. Of all else what stands in the half that is kept gets an image,
and what stands in the other one is taken away. Water and streets that cross the middle are cut there, and go on as the
image of one that crosses it as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
from shapely.geometry import LineString, Polygon, box
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from sim.board.files.canals import canal_shape
from sim.board.files.map_marks import MapNote
from sim.board.files.mapfile import Canal, MapFile, PiecePlacement, Street
from sim.board.model.plans import union
from sim.builder.edits import Edit, fresh_id, ids_of, regrouped
from sim.builder.errors import EditRefused
from sim.builder.flat_things import FLAT, FlatThing, Point, is_ring, moved, points_of, with_points
from sim.builder.symmetry import IMAGE, NEAR, Image, Symmetry, alike, images_of, same_shape
from sim.words import say

__all__ = ["HALVES", "Half", "MirrorHalf", "across_middle"]

Half = Literal["west", "east", "south", "north"]
HALVES: dict[Symmetry, tuple[Half, ...]] = {
    "east-west": ("west", "east"),
    "north-south": ("south", "north"),
    "half turn": ("west", "east", "south", "north"),
}
"""The halves of a board of which a symmetry makes the other one."""
SLIVER = 0.5  # square inches over the middle: less is no water there
STEEP = 0.6  # inches into the other half for each of a line: what is flatter runs along the middle
SHARED = 0.1  # inches of an edge that a shape has in common with its image: they are one


class LineRun(NamedTuple):
    """A line of water or street within a half. `open`: does it go on over the middle, at its start and its end?"""

    thing: Canal | Street
    points: tuple[Point, ...]
    open: tuple[bool, bool]


class MirrorHalf(Edit, frozen=True):
    """The other half made the image of the one that is kept."""

    keep: Half
    symmetry: Symmetry

    def applied(self, made: MapFile) -> MapFile:
        """Raises EditRefused where that symmetry does not make the other half of this one."""
        if self.keep not in HALVES.get(self.symmetry, ()):
            raise EditRefused(
                say("{how}: no half is the image of the {half} one by it", how=self.symmetry, half=self.keep)
            )
        image = images_of(self.symmetry, made.size)[0]
        half = _Half(self.keep, made.size)
        after = _pieces(made, half, image)
        for name in FLAT:
            after = _flat(made, after, half, image, name)
        return after

    @property
    def words(self) -> str:
        match self.keep:
            case "west":
                return say("Make the east half the image of the west one")
            case "east":
                return say("Make the west half the image of the east one")
            case "south":
                return say("Make the north half the image of the south one")
            case "north":
                return say("Make the south half the image of the north one")


class _Half:
    """The half of a board that is kept."""

    def __init__(self, keep: Half, size: tuple[float, float]) -> None:
        self._axis = 0 if keep in ("west", "east") else 1
        self._sign = 1.0 if keep in ("west", "south") else -1.0
        self.middle = size[self._axis] / 2
        self._centre = size[1 - self._axis] / 2
        wide, deep = size
        far = 10.0 + max(size)
        ends = {
            "west": (-far, -far, wide / 2, deep + far),
            "east": (wide / 2, -far, wide + far, deep + far),
            "south": (-far, -far, wide + far, deep / 2),
            "north": (-far, deep / 2, wide + far, deep + far),
        }
        self.ground = box(*ends[keep])

    def depth(self, at: Point) -> float:
        """Inches from the middle line into the half that is kept; less than nothing beyond it."""
        return self._sign * (self.middle - at[self._axis])

    def has(self, at: Point) -> bool:
        """Is it in it? On the middle line, one end of that is."""
        depth = self.depth(at)
        return depth > NEAR or (depth >= -NEAR and at[1 - self._axis] <= self._centre + NEAR)


def across_middle(edit: MirrorHalf, made: MapFile, plans: dict[str, BaseGeometry]) -> list[str]:
    """The pieces that stand across the middle line and are not their own image, by their plans: they lie in theirs."""
    half, image = _Half(edit.keep, made.size), images_of(edit.symmetry, made.size)[0]
    found = []
    for placed in made.pieces:
        plan = plans.get(placed.id)
        if plan is None or plan.is_empty or not half.has(placed.at) or alike(image.of(placed), placed):
            continue
        beyond = plan.difference(half.ground)
        if beyond.area > NEAR and math.dist(image.point(placed.at), placed.at) > NEAR:
            found.append(placed.id)
    return found


def _pieces(made: MapFile, half: _Half, image: Image) -> MapFile:
    kept, added = [], []
    for placed in made.pieces:
        copy = image.of(placed)
        if any(alike(copy, other) for other in made.pieces):
            kept.append(placed)
        elif half.has(placed.at):
            kept.append(placed)
            if math.dist(copy.at, placed.at) > NEAR:  # in the middle of the board it is its own, as near as may be
                added.append(copy)
    after = msgspec.structs.replace(made, pieces=tuple(kept))
    taken = ids_of(made)
    groups = regrouped(after, [msgspec.structs.replace(p, group=p.group and f"{p.group}-{IMAGE}") for p in added])
    new: list[PiecePlacement] = []
    for copy in added:
        id = fresh_id(copy.id, taken)
        taken.add(id)
        group = groups[copy.group and f"{copy.group}-{IMAGE}"]
        new.append(msgspec.structs.replace(copy, id=id, group=group))
    return msgspec.structs.replace(after, pieces=(*kept, *new))


def _flat(made: MapFile, after: MapFile, half: _Half, image: Image, name: str) -> MapFile:
    """Canals, streets, zones, objectives or notes."""
    things: Sequence[FlatThing] = getattr(made, name)
    left = [thing for thing in things if not any(same_shape(moved(thing, image.point), other) for other in things)]
    kept: list[FlatThing] = [thing for thing in things if thing not in left]
    across = {t.id: how for t in left if isinstance(t, Canal | Street) and (how := _across(t, made, half))}
    crossing = [t for t in left if isinstance(t, Canal | Street) and t.id in across]
    for thing in left:
        if thing not in crossing and half.has(_middle(thing)):
            kept.append(thing)
            if not isinstance(thing, MapNote):  # it is about one place
                kept.append(moved(thing, image.point))
    kept += _rings([t for t in crossing if across[t.id] == "along"], made, half, image)
    kept += _lines([t for t in crossing if across[t.id] == "over"], half, image)
    order, named = [thing.id for thing in things], dict[str, FlatThing]()
    taken = ids_of(after) | set(order)
    for thing in kept:
        id = thing.id if thing.id in order and thing.id not in named else fresh_id(thing.id, taken)
        taken.add(id)
        named[id] = msgspec.structs.replace(thing, id=id)
    as_they_were = sorted(named, key=lambda id: order.index(id) if id in order else len(order))
    return msgspec.structs.replace(after, **{name: tuple(named[id] for id in as_they_were)})


def _middle(thing: FlatThing) -> Point:
    points = points_of(thing)
    if is_ring(thing):
        middle = Polygon(points).centroid
    else:
        middle = LineString(points).interpolate(0.5, normalized=True) if len(points) > 1 else None
    return points[0] if middle is None else (float(middle.x), float(middle.y))


def _across(thing: Canal | Street, made: MapFile, half: _Half) -> Literal["", "over", "along"]:
    """Does it lie in both halves: as a line that runs over the middle, or along it or as an outline?"""
    shape = canal_shape(thing, made)
    if min(shape.intersection(half.ground).area, shape.difference(half.ground).area) < SLIVER:
        return ""
    if is_ring(thing):
        return "along"
    runs = [*_runs(thing, half)]
    ends = [run.points[-1 if end else 0] for run in runs for end in (0, 1) if run.open[end]]
    steep = all(_steep(a, b, half) for a, b in pairwise(thing.line) if (half.depth(a) > 0.0) != (half.depth(b) > 0.0))
    near = union([Spot(end).buffer(thing.width) for end in ends])
    kept = [LineString(run.points).buffer(thing.width / 2) for run in runs]
    beyond = union(kept).difference(half.ground) if kept else shape.intersection(half.ground)
    return "over" if ends and steep and beyond.difference(near).area < SLIVER else "along"


def _steep(one: Point, two: Point, half: _Half) -> bool:
    """Does a line run over the middle rather than along it?"""
    return abs(half.depth(one) - half.depth(two)) >= STEEP * math.dist(one, two)


def _rings(things: Sequence[Canal | Street], made: MapFile, half: _Half, image: Image) -> Iterator[FlatThing]:
    """Outlines of what is cut at the middle line: as one with the image where they meet there."""
    for thing in things:
        ring = msgspec.structs.replace(thing, line=(), width=0.0, outline=((0.0, 0.0),))
        for shape in _polygons(canal_shape(thing, made).intersection(half.ground)):
            there = Polygon([image.point(corner) for corner in shape.exterior.coords])
            steps = _steps(ring, half, image)
            if shape.intersection(there).length > SHARED:
                for whole in _polygons(shape.union(there)):
                    yield with_points(steps, _corners(whole))
            else:
                yield with_points(steps, _corners(shape))
                yield with_points(steps, _corners(there))


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    return [each for each in getattr(shape, "geoms", [shape]) if isinstance(each, Polygon) and each.area > NEAR]


def _corners(shape: Polygon) -> tuple[Point, ...]:
    plain = shape.simplify(NEAR / 4)
    return tuple((round(x, 3), round(y, 3)) for x, y in plain.exterior.coords[:-1])


def _steps(thing: FlatThing, half: _Half, image: Image) -> FlatThing:
    """Where the steps of a canal go down, in the half that is kept and in its image."""
    if not isinstance(thing, Canal) or not thing.steps_at:
        return thing
    own = [at for at in thing.steps_at if half.has(at)]
    there = [(round(x, 3), round(y, 3)) for x, y in map(image.point, own)]
    return msgspec.structs.replace(thing, steps_at=tuple(dict.fromkeys([*own, *there])))


def _lines(things: Sequence[Canal | Street], half: _Half, image: Image) -> Iterator[FlatThing]:
    """What runs along lines: cut at the middle line, and led on there by the image of a line that ends nearest."""
    runs = [run for thing in things for run in _runs(thing, half)]
    ends = [(n, end) for n, run in enumerate(runs) for end in (0, 1) if run.open[end]]
    partner = _partners(runs, ends, image)
    done: set[tuple[int, bool]] = set()  # run, and is it its image?
    for start in [(n, False) for n in range(len(runs))] + [(n, True) for n in range(len(runs))]:
        if start in done:
            continue
        chain, closed = _chain(start, partner)
        done |= {(n, mirrored) for n, mirrored, _ in chain}
        points: list[Point] = []
        for n, mirrored, backwards in chain:
            own = runs[n].points[::-1] if backwards else runs[n].points
            for point in own:
                x, y = image.point(point) if mirrored else point
                at = (round(x, 3), round(y, 3))
                if not points or math.dist(points[-1], at) > NEAR:
                    points.append(at)
        if closed and math.dist(points[0], points[-1]) > NEAR:
            points.append(points[0])
        yield with_points(_steps(runs[start[0]].thing, half, image), tuple(points))


def _runs(thing: Canal | Street, half: _Half) -> Iterator[LineRun]:
    """The parts of a line within the half."""
    part: list[Point] = []
    began = False  # does this part begin on the middle line?
    for one, two in zip(thing.line, thing.line[1:], strict=False):
        a, b = half.depth(one), half.depth(two)
        if a > NEAR and not part:
            part = [one]
        if (a > NEAR) != (b > NEAR) and abs(a - b) > NEAR:
            share = min(1.0, max(0.0, a / (a - b)))
            cut = (one[0] + share * (two[0] - one[0]), one[1] + share * (two[1] - one[1]))
            if b > NEAR:
                part, began = [cut], True
            else:
                yield LineRun(thing, (*part, cut), (began, True))
                part, began = [], False
        if b > NEAR:
            part.append(two)
    if len(part) > 1:
        yield LineRun(thing, tuple(part), (began, False))


End = tuple[int, int]


def _partners(runs: Sequence[LineRun], ends: Sequence[End], image: Image) -> dict[End, End]:
    """Which end goes on as the image of which: the nearest of one width first; an end may be its own partner."""

    def at(end: End) -> Point:
        return runs[end[0]].points[-1 if end[1] else 0]

    pairs = [
        (math.dist(at(one), image.point(at(two))), one, two)
        for k, one in enumerate(ends)
        for two in ends[k:]
        if runs[one[0]].thing.width == runs[two[0]].thing.width
    ]
    found: dict[End, End] = {}
    for _, one, two in sorted(pairs):
        if one not in found and two not in found:
            found[one], found[two] = two, one
    return found


Link = tuple[int, bool, bool]  # a run, is it its image, and is it walked backwards?


def _chain(start: tuple[int, bool], partner: dict[End, End]) -> tuple[list[Link], bool]:
    """All that hangs together with a run, in its order, and whether it comes back to where it began."""
    n, mirrored = start
    forth = _walk((n, 1), mirrored, partner, start)
    if forth and forth[-1][:2] == start:
        return [(n, mirrored, False), *forth[:-1]], True
    back = _walk((n, 0), mirrored, partner, start)
    return [*((m, its, not backwards) for m, its, backwards in reversed(back)), (n, mirrored, False), *forth], False


def _walk(end: End, mirrored: bool, partner: dict[End, End], start: tuple[int, bool]) -> list[Link]:
    found: list[Link] = []
    while end in partner:
        n, side = partner[end]
        mirrored = not mirrored
        found.append((n, mirrored, side == 1))
        if (n, mirrored) == start:
            break
        end = (n, 1 - side)
    return found
