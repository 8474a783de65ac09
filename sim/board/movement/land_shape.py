"""Parts as the movement kernels read them: sorted into shells, each face with what it is to a mover, and the ledges
along their edges. Of a board that differs from an earlier one in a few parts, the others are taken over."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Part
from sim.board.model.terrain import Kind, Meaning, Obstacle
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.ledges import OUTWARD, followed, free_edges
from sim.geometry.ground.terrain_mesh import Scene
from sim.geometry.mesh.faces import upward_normals
from sim.geometry.mesh.shells import Shells, shells

__all__ = [
    "PERCHES",
    "Box",
    "Edges",
    "Laid",
    "Sorted",
    "edges_of",
    "face_flags",
    "joined",
    "laid_anew",
    "ledges_anew",
    "shape_of",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Box = tuple[float, float, float, float]  # west, south, east, north
Run = tuple[int, int, int]  # of the old parts (0) or the new ones (1): the first and the end

PERCHES = (Obstacle.SMALL, Obstacle.DEBRIS)  # carry a base whose centre is over them; no turn ends there (TERR-09, 10)
_LEVEL = bits.SLOPE - 1e-4  # a face of 45 degrees is walked on, rounding or not


def face_flags(meaning: Meaning, low: NDArray[np.bool_], up: Floats, closed: NDArray[np.bool_]) -> NDArray[np.int32]:
    """What faces of a part are to a mover, from their meaning, whether they are low (GEO-03) and the upward part of
    their normals."""
    level = up >= np.where(low, 0.02, _LEVEL)
    own = 0
    own |= bits.RUIN if meaning.ruin else 0
    own |= bits.ACCESS if meaning.access else 0
    own |= bits.BARRICADE if meaning.barricade else 0
    own |= bits.PERCH if meaning.obstacle in PERCHES else 0
    flags = np.full(len(up), own, dtype=np.int32)
    flags[low] |= bits.LOW
    flags[closed] |= bits.CLOSED
    nature = meaning.kind.nature
    flags |= bits.WATER if meaning.kind is Kind.WATER else 0
    flags |= bits.IMPASSABLE if nature.barred else 0
    flags |= bits.LADDER if nature.ladder else 0
    flags[level] |= bits.WALK if nature.stood_on else 0
    flags[level] |= bits.DIFFICULT if nature.rolled_for else 0
    if nature.climbed and meaning.climbable:
        flags[~level & (up > -bits.SLOPE)] |= bits.CLIMB
    return flags


class Sorted(NamedTuple):
    """Some parts, sorted into shells, and what each of their faces is to a mover."""

    parts: tuple[Part, ...]
    found: Shells
    number: Ints  # of a face's part
    flags: Ints


class Edges(NamedTuple):
    """The free edges of a shape, with their outward direction; which of them are water, and of which part they are."""

    ends: Floats
    wet: Ints
    part: Ints


class Laid(NamedTuple):
    """All that was found of some parts: their shape, its free edges, and the ledges along these, so many of each."""

    shape: Sorted
    edges: Edges
    ledges: Floats
    counts: Ints


def shape_of(parts: Sequence[Part]) -> Sorted:
    """Each part is sorted by itself: what else there is makes no difference to it."""
    return joined([_shape(part) for part in parts])


def _shape(part: Part) -> Sorted:
    triangles = np.asarray(part.triangles, dtype=np.float64)
    found = shells(triangles, np.zeros(len(triangles), np.int32), once=True)
    up = upward_normals(found.triangles)
    up = np.where(found.two_sided, np.abs(up), up)
    flags = face_flags(part.meaning, part.low_faces[found.kept], up, found.closed)
    return Sorted((part,), found, np.zeros(len(flags), np.int32), flags)


def joined(shapes: Sequence[Sorted]) -> Sorted:
    """Several shapes as one. They keep to themselves: none has a neighbour in another."""
    if len(shapes) == 1:
        return shapes[0]
    faces = np.cumsum([0, *(len(s.number) for s in shapes)])
    parts = np.cumsum([0, *(len(s.parts) for s in shapes)])
    across = [
        np.where(s.found.neighbour >= 0, s.found.neighbour + np.int32(at), np.int32(-1))
        for s, at in zip(shapes, faces, strict=False)
    ]
    number = [s.number + np.int32(at) for s, at in zip(shapes, parts, strict=False)]
    found = Shells(
        np.concatenate([s.found.triangles for s in shapes]),
        np.concatenate([s.found.kept for s in shapes]),
        np.concatenate([s.found.closed for s in shapes]),
        np.concatenate([s.found.two_sided for s in shapes]),
        np.concatenate(across),
    )
    return Sorted(
        tuple(p for s in shapes for p in s.parts),
        found,
        np.concatenate(number),
        np.concatenate([s.flags for s in shapes]),
    )


def edges_of(shape: Sorted) -> Edges:
    """Where the ground of a shape ends, as far as it knows by itself."""
    ends, wet, face = free_edges(shape.flags, shape.found)
    return Edges(ends, wet, shape.number[face])


def laid_anew(parts: Sequence[Part], before: Laid) -> tuple[Sorted, Edges, Ints]:
    """The shape and the edges of parts, those that were there `before` taken over; and which of the earlier edges each
    of its edges is, -1 for those of new parts."""
    old = {id(part): number for number, part in enumerate(before.shape.parts)}
    fresh = [part for part in parts if id(part) not in old]
    shapes = [before.shape, *([shape_of(fresh)] if fresh else [])]
    edges = [before.edges, *([edges_of(shapes[1])] if fresh else [])]
    runs = list(_runs([(0, old[id(p)]) if id(p) in old else (1, None) for p in parts]))
    known = [np.arange(len(edges[0].wet)), *(np.full(len(own.wet), -1) for own in edges[1:])]
    made, own_edges, of = list[Sorted](), list[Edges](), list[Any]()
    for which, first, end in runs:
        made.append(_cut(shapes[which], first, end))
        one, two = np.searchsorted(edges[which].part, (first, end))
        number = edges[which].part[one:two] + np.int32(sum(len(s.parts) for s in made[:-1]) - first)
        own_edges.append(Edges(edges[which].ends[one:two], edges[which].wet[one:two], number))
        of.append(known[which][one:two])
    every = Edges(*(np.concatenate([own[k] for own in own_edges]) for k in range(3)))
    return joined(made), every, np.concatenate(of)


def _runs(sources: Sequence[tuple[int, int | None]]) -> Iterator[Run]:
    """Parts in a row that come from the same place in the same order; new ones are numbered as they come."""
    begun: Run | None = None
    new = itertools.count()
    for which, at in sources:
        number = next(new) if at is None else at
        if begun is not None and (begun[0], begun[2]) == (which, number):
            begun = (which, begun[1], number + 1)
            continue
        if begun is not None:
            yield begun
        begun = (which, number, number + 1)
    if begun is not None:
        yield begun


def _cut(shape: Sorted, first: int, end: int) -> Sorted:
    """Some parts of a shape that stand in a row, as a shape of their own."""
    if (first, end) == (0, len(shape.parts)):
        return shape
    one, two = (int(n) for n in np.searchsorted(shape.number, (first, end)))
    own, found = slice(one, two), shape.found
    across = np.where(found.neighbour[own] >= 0, found.neighbour[own] - np.int32(one), np.int32(-1))
    cut = Shells(found.triangles[own], found.kept[own], found.closed[own], found.two_sided[own], across)
    return Sorted(shape.parts[first:end], cut, shape.number[own] - np.int32(first), shape.flags[own])


def ledges_anew(scene: Scene, edges: Edges, of: Ints, before: Laid, boxes: Sequence[Box]) -> tuple[Floats, Ints]:
    """The ledges along edges, in a scene without perches, and how many there are of each. `of`: the edge that each was
    before, or -1; followed are those near what changed, which lies within boxes."""
    ends = edges.ends
    x, y = np.sort(ends[:, [0, 3]], axis=1), np.sort(ends[:, [1, 4]], axis=1)
    todo = of < 0
    for west, south, east, north in boxes:
        todo |= (
            (x[:, 0] <= east + OUTWARD) & (x[:, 1] >= west - OUTWARD)
            & (y[:, 0] <= north + OUTWARD) & (y[:, 1] >= south - OUTWARD)
        )  # fmt: skip
    found, number = followed(scene, np.ascontiguousarray(ends[todo]), np.ascontiguousarray(edges.wet[todo]))
    count, start = np.empty(len(ends), np.int32), np.empty(len(ends), np.int64)
    count[todo], count[~todo] = number, before.counts[of[~todo]]
    start[todo] = len(before.ledges) + np.cumsum(number) - number
    start[~todo] = (np.cumsum(before.counts) - before.counts)[of[~todo]]
    rows = np.repeat(start - (np.cumsum(count) - count), count) + np.arange(int(count.sum()))
    return np.concatenate([before.ledges, found])[rows], count
