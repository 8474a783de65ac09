"""What is low: ignored for measuring, moving and sight, yet hiding for cover (GEO-03).

A thing is low if no point of it is more than 1" above the ground or deck straight below that point: an arched parapet
0.5" above its bridge is low from end to end, a parapet on a roof too. A thing is

- of a part with a meaning of its own, what touches: the crates of a stack are one thing, two fences apart are two;
- of a mesh without parts, and of parts of which nothing is told, each surface that hangs together. It must have a top
  and stand on something, and where something high rests on a third of its top or more it is that thing's foot: bricks
  are no low wall under a high one.

What is low is no ground for what stands on it (a crate on a crate stands on the street), unless it is a deck: it lies
over water, or it is no obstacle and has room for a mini (once: a deck on a deck is none). Within one part, or in a mesh
without parts, nothing but what has room for a mini is ground: the slats of a shutter carry none of those above them.
What reaches down through water stands on the bed, and is not low.

Limits: a thing is not cut up. What is over 1" high anywhere is low nowhere (a wall whose top is level along a slope),
and what is fused with the ground in one surface is that ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import MM

if TYPE_CHECKING:
    from sim.board.model.terrain import Meaning

__all__ = ["Judged", "KnownThings", "low_things"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

_LEVEL = 0.7  # the upward part of the normal of what things stand on
_BASE = 15 * MM  # radius of a 30 mm base
_EVEN = 0.05  # tops that differ by less make one floor
_TILES = 10_000  # more triangles are not put together: a second of time
_FEW = 200  # triangles: so many are put together as they are
_MIDDLES = 200  # of triangles that are tried as the centre of a base
_MARKS = 4  # in a row across a base
_GAP = 1e-3  # tops so near to each other, and a hair more, are one floor
_GRAIN = 1e-4  # corners nearer than this are one


class ThingsOfPart(NamedTuple):
    """The triangles of a part, also as rows of nine numbers, and of each: its thing, numbered within the part; 1 if it
    looks up, -1 if down, 0 if upright; whether it is gentle enough to stand on; whether it bounds a closed solid. And
    of each thing whether it has room for a mini."""

    triangles: Floats
    flat: Floats
    thing: Ints
    way: NDArray[np.int8]
    gentle: NDArray[np.bool_]
    closed: NDArray[np.bool_]
    wide: NDArray[np.bool_]


KnownThings = dict[int, ThingsOfPart]  # by the id of their triangles, which they hold
Judged = NDArray[np.int8]  # what each thing of a part is, as `sim.geometry.mesh.heights.low_things` tells it, (n, 2)


def low_things(
    triangles: Sequence[Floats],
    meanings: Sequence[Meaning],
    ground: Sequence[bool],
    bare: Sequence[bool],
    known: KnownThings | None = None,
    told: Sequence[Judged | None] = (),
) -> tuple[Ints, list[Judged]]:
    """For all triangles of some parts in a row: the number of the low thing that each is of, or -1 where it is not low;
    and how the things of each part were judged.

    Args:
        triangles: (n, 3, 3) of each part.
        ground: the parts that are the street or the water themselves, which are never low.
        bare: which parts are meshes that say nothing about their parts.
        known: parts that were looked at by themselves before; the others are added.
        told: how those were judged that need not be judged again, a row for each part, if any.
    """
    from sim.board.model.terrain import Kind
    from sim.geometry.mesh.beneath import DECK, IS_LOW, Faces
    from sim.geometry.mesh.heights import FLOOR, NO_ROOM, ROOM, Things
    from sim.geometry.mesh.heights import low_things as judged
    from sim.geometry.mesh.touching import join_touching

    counts = [len(t) for t in triangles]
    if not sum(counts):
        return np.zeros(0, np.int32), [np.zeros((0, 2), np.int8) for _ in counts]
    part = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    seen = [_looked_at(t, is_bare, known) for t, is_bare in zip(triangles, bare, strict=True)]
    first = np.cumsum([0, *(len(each.wide) for each in seen)])
    flat = np.concatenate([each.flat for each in seen])
    thing = np.concatenate([each.thing + np.int32(at) for each, at in zip(seen, first, strict=False)])
    start, item, bottoms = _members(flat, thing)
    kinds = np.array([(m.kind is Kind.WATER, m.kind.nature.ladder) for m in meanings])[part]
    part_of = np.empty(len(bottoms), np.int32)
    part_of[thing] = part
    faces = Faces(
        flat,
        thing,
        np.concatenate([each.way for each in seen]),
        np.concatenate([each.gentle for each in seen]) & ~kinds[:, 1],
        np.concatenate([each.closed for each in seen]),
        np.ascontiguousarray(kinds[:, 0]),
        part_of,
    )
    never = np.zeros(len(bottoms), np.bool_)
    never[thing[np.array(ground, np.bool_)[part]]] = True
    deck = [m.obstacle is None and m.barricade is None and m.is_floor for m in meanings]
    wide = np.concatenate([each.wide for each in seen])
    of_bare = np.array(bare, np.bool_)[part_of]
    lesser = np.where(of_bare, NO_ROOM, ROOM)  # of a mesh that says nothing about its parts only a floor is ground
    room = np.where(wide & np.array(deck)[part_of], FLOOR, np.where(wide | never, lesser, NO_ROOM)).astype(np.int8)
    order = np.argsort(bottoms, kind="stable")
    state = judged(faces, Things(start, item, order, never, room, _told(first, told), of_bare))
    low = (state[thing, 1] == IS_LOW) | (state[thing, 1] == DECK)
    found = np.where(low, thing, -1).astype(np.int32)
    if (some := low & of_bare[thing]).any():  # bricks that touch are one obstacle
        found[some] = join_touching(flat[some], _numbered(thing[some]))
    return found, np.split(state, first[1:-1])


def _told(first: NDArray[np.int64], told: Sequence[Judged | None]) -> Judged:
    """How all things were judged, those of part i from `first[i]` on; UNTOLD of those that shall be."""
    from sim.geometry.mesh.heights import UNTOLD

    made = np.full((int(first[-1]), 2), UNTOLD, np.int8)
    for at, one in zip(first, told, strict=False):
        if one is not None:
            made[at : at + len(one)] = one
    return made


def _looked_at(triangles: Floats, bare: bool, known: KnownThings | None) -> ThingsOfPart:
    """A part by itself."""
    if known is not None and id(triangles) in known:
        return known[id(triangles)]
    made = _sorted_out(triangles, bare)
    if known is not None:
        known[id(triangles)] = made
    return made


def _sorted_out(triangles: Floats, bare: bool) -> ThingsOfPart:
    from sim.geometry.mesh.adjacency import connected_pieces
    from sim.geometry.mesh.touching import join_touching
    from sim.geometry.mesh.vertices import rounded

    every = np.ascontiguousarray(triangles, np.float64)
    flat, count = every.reshape(-1, 9), len(every)
    vertex = rounded(every.reshape(-1, 3), _GRAIN)[0].reshape(-1, 3)
    shell, _, uneven, _, _ = connected_pieces(vertex, np.zeros(count, np.int32))
    thing = shell if bare or not shell.any() else join_touching(flat, shell)  # what touches is one thing
    normals = np.cross(every[:, 1] - every[:, 0], every[:, 2] - every[:, 0])
    upward = normals[:, 2] / np.maximum(np.sqrt((normals * normals).sum(axis=1)), 1e-15)
    gentle = upward >= _LEVEL
    return ThingsOfPart(
        triangles,
        flat,
        thing,
        np.where(np.abs(normals[:, 2]) > 1e-12, np.sign(normals[:, 2]), 0).astype(np.int8),
        gentle,
        uneven[shell] == 0,
        _wide(flat, np.where(gentle, thing, -1), int(thing.max(initial=-1)) + 1, bare),
    )


def _wide(flat: Floats, deck: Ints, count: int, tiled: bool) -> NDArray[np.bool_]:
    """Which things have room for a mini, of those whose level triangles have their number in `deck`: by themselves,
    and if `tiled` with others whose tops are as high."""
    wide = np.zeros(count, np.bool_)
    item = np.argsort(deck, kind="stable")
    item = item[deck[item] >= 0]
    shapes, number = flat[item].reshape(-1, 3, 3), deck[item]
    _mark(wide, shapes, number, number)
    rest = ~wide[number] & (np.ptp(shapes[..., 2], axis=1) < _EVEN)
    if tiled and 0 < rest.sum() < _TILES:
        level = np.floor(shapes[rest][:, 0, 2] / _EVEN + 0.5).astype(np.int64)
        order = np.argsort(level, kind="stable")
        _mark(wide, shapes[rest][order], _numbered(level[order]), number[rest][order])
    return wide


def _mark(wide: NDArray[np.bool_], shapes: Floats, group: Ints, number: Ints) -> None:
    """Mark the things by their `number` that have a part in the room for a mini on the triangles of a group."""
    from shapely import intersects, polygons

    from sim.board.model.plans import has_room, union, union_of_triangles

    flat = shapes[..., :2]
    area = np.bincount(group, _areas(flat))
    for which in np.flatnonzero(area > np.pi * _BASE * _BASE):
        first, last = np.searchsorted(group, (which, which + 1))
        own, of = flat[first:last], number[first:last]
        one = of[0] == of[-1]
        for some in _most_crowded(own) if one else (np.ones(len(own), np.bool_),):
            if one and _surely_holds(own[some]):
                wide[of[0]] = True
                break
            if not _may_hold(own[some]):
                continue
            faces = polygons(own[some])
            whole = union(faces) if len(faces) < _FEW else union_of_triangles(own[some])
            covered = whole.buffer(_GAP)  # gaps of 0.002" are closed
            if not has_room(covered, _BASE):
                continue
            if one:
                wide[of[0]] = True
            else:  # what the base may stand on, wherever its centre may be
                wide[of[some][intersects(faces, covered.buffer(-_BASE).buffer(_BASE - 0.01))]] = True
            break


def _most_crowded(flat: Floats) -> Iterator[NDArray[np.bool_]]:
    """The triangles (n, 3, 2) of one thing among which room for a mini is looked for, one selection after the other.

    First those round the place with the most area, which are few, and in most things enough; then all. None where
    nowhere is as much area as a base covers: long and narrow tops need no closer look.
    """
    if len(flat) < _FEW:
        yield np.ones(len(flat), np.bool_)
        return
    middle = flat.mean(axis=1)
    far = float(np.sqrt(((flat - middle[:, None]) ** 2).sum(axis=2)).max())  # of a corner from its middle
    cell = max(_BASE / 2, float(np.ptp(middle, axis=0).max()) / 256)
    at = np.floor((middle - middle.min(axis=0)) / cell).astype(np.int64)
    reach = int(np.ceil((_BASE + _GAP + far) / cell))  # cells, beyond that of the centre of a base
    pad = (2 * reach + 1, 2 * reach + 1)
    edges = np.sqrt(((flat - np.roll(flat, 1, axis=1)) ** 2).sum(axis=2)).sum(axis=1)
    spread = np.zeros(at.max(axis=0) + 1 + pad)
    np.add.at(spread, (at[:, 0] + reach + 1, at[:, 1] + reach + 1), _areas(flat) + _GAP * edges + 4 * _GAP**2)
    total = spread.cumsum(axis=0).cumsum(axis=1)
    around = (
        total[pad[0] :, pad[1] :]
        - total[: -pad[0], pad[1] :]
        - total[pad[0] :, : -pad[1]]
        + total[: -pad[0], : -pad[1]]
    )
    most = np.array(np.unravel_index(int(around.argmax()), around.shape))
    if around.max() < 0.99 * np.pi * _BASE * _BASE:  # a circle is a polygon to shapely
        return
    yield np.asarray((np.abs(at - most) <= max(reach, 4)).all(axis=1))
    yield np.ones(len(flat), np.bool_)


def _surely_holds(flat: Floats) -> bool:
    """Is a base somewhere wholly on triangles (n, 3, 2), all counter-clockwise, by the rims of what they make together?

    Its centre is looked for in the middles of the triangles. Where this says no, there may be room all the same.
    """
    from sim.geometry.mesh.vertices import rounded

    level = np.zeros((3 * len(flat), 3))
    level[:, :2] = flat.reshape(-1, 2)
    corner = rounded(level, _GRAIN)[0].astype(np.int64).reshape(-1, 3)
    start, end = corner.ravel(), corner[:, (1, 2, 0)].ravel()
    rim = ~np.isin(start * (corner.max() + 1) + end, end * (corner.max() + 1) + start)  # no triangle beyond
    a, b = flat.reshape(-1, 2)[rim], flat[:, (1, 2, 0)].reshape(-1, 2)[rim]
    middles = flat.mean(axis=1)[:: len(flat) // _MIDDLES + 1, None]
    along, length = b - a, np.maximum(((b - a) ** 2).sum(axis=1), 1e-18)
    share = np.clip(((middles - a) * along).sum(axis=2) / length, 0, 1)[..., None]
    apart = ((a + share * along - middles) ** 2).sum(axis=2).min(axis=1, initial=np.inf)
    return bool(apart.max() > (_BASE + 0.01) ** 2)


def _may_hold(flat: Floats) -> bool:
    """Is there a square of marks, as large as fits into a base, that all lie on triangles (n, 3, 2)? Else no base
    does."""
    from shapely import STRtree, points, polygons

    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    apart = 0.97 * np.sqrt(2) * _BASE / _MARKS
    x, y = (np.arange(low[k], high[k] + apart, apart) for k in range(2))
    if len(x) * len(y) > 40 * len(flat):
        return True
    marks = points(*np.meshgrid(x, y))
    on = np.zeros(marks.size, np.int64)
    on[STRtree(polygons(flat)).query(marks.ravel(), predicate="dwithin", distance=2 * _GAP)[0]] = 1
    total = np.pad(on.reshape(marks.shape), ((1, _MARKS), (1, _MARKS))).cumsum(axis=0).cumsum(axis=1)
    m = _MARKS
    return bool((total[m:, m:] - total[:-m, m:] - total[m:, :-m] + total[:-m, :-m] == m * m).any())


def _areas(flat: Floats) -> Floats:
    """Of triangles (n, 3, 2)."""
    e, f = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    return np.asarray(np.abs(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]) / 2)


def _numbered(groups: Ints) -> Ints:
    return np.unique(groups, return_inverse=True)[1].astype(np.int32)


def _members(flat: Floats, thing: Ints) -> tuple[NDArray[np.int64], Ints, Floats]:
    """Of each thing where its triangles begin in a list of them, that list, and its lowest point."""
    item = np.argsort(thing, kind="stable").astype(np.int32)
    start = np.searchsorted(thing[item], np.arange(int(thing.max()) + 2))
    bottoms = np.minimum.reduceat(flat[item][:, 2::3].min(axis=1), start[:-1])
    return start, item, bottoms
