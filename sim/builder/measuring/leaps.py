"""Which areas of a board join by jumps (JUMP-01 to 06): from where, where to, and what inches it takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from math import dist
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.journeys import Hop
from sim.board.model.queries import SightTo
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Sight
from sim.board.movement.relaid_lattice import Box
from sim.builder.measuring.boxes import wider
from sim.builder.measuring.land import Land
from sim.geometry.ground.side_by_side import apart, in_threads
from sim.geometry.ground.terrain_mesh import Scene
from sim.geometry.ground.walls import scratch
from sim.geometry.paths.leap_search import LeapAim, leap_search

__all__ = ["Leap", "LeapWay", "hops", "leaps"]

Floats = NDArray[np.float64]
Places = tuple[tuple[Point, Point], ...]
Seen = tuple[list[bool], list[bool]]  # which aims over the end of a jump are seen, and of the same jump back

WIDEST = 7.0  # inches: a wider gap is not looked at
LEVEL = 1.5  # inches seen from above: what is nearer is climbed, not jumped
HIGHEST = 3.0  # JUMP-01
LONGEST = 14  # inches that the best roll carries
NUDGED = 1.05  # inches that a jump may fall short and still arrive (JUMP-04)
HARDLY = 0.3  # inches: a gap that is so much wider is as good
PLACES = 3  # along a gap that are tried
APART = 1.5  # inches between them
FINE = 1 / 16  # inches, to which the least jump is known
LANDS = 1.5  # inches round an end of a jump in which it may land
BESIDE = 2.0  # inches aside of a jump: what lies further away does not tell on it
AIMS = (0.0, 0.5, 1.0)  # inches over the place: its floor may be out of sight
_MANY = 8  # gaps: so many are worth a thread of their own
HAIR = 0.02  # inches over a floor, which hides nothing of itself
BODY = ((0.0, 1.1), (0.2, 1.0), (-0.2, 1.0), (0.0, 0.7))  # of a mini: across, up; sight from any point of it


class LeapWay(msgspec.Struct, frozen=True):
    """A jump one way over a gap. `carries`: the whole inches of a roll that arrive; `least`: the inches that it takes.

    `least` is None where no jump arrives.
    """

    start: Point
    end: Point
    way: tuple[Point, ...]
    carries: tuple[int, ...]
    least: float | None


class Leap(msgspec.Struct, frozen=True):
    """The easiest jump between two areas, and the same back. `parts`: what they are of."""

    there: LeapWay
    back: LeapWay
    parts: tuple[str, str]


def leaps(land: Land) -> list[Leap]:
    """The jumps between the areas of a land. What was measured before is taken over where nothing changed; only jumps
    over the street count, and those between grounds that no dry way joins."""
    gaps = [_narrowest(land, one, two) for one, two in _pairs(land)]
    clear = list(_all_clear(land, gaps))

    own = _Over(apart(land.nav.scene), scratch())

    def find(scene: Scene, room: Floats, first: int, end: int) -> list[Leap | None]:
        over = own if scene is land.nav.scene else _Over(scene, room)
        return [_easiest(land, over, gaps[n], clear[n]) for n in range(first, end)]

    found = in_threads(land.nav.scene, land.nav.buf, len(gaps), _MANY, find)
    return [leap for share in found for leap in share if leap is not None]


class _Over(NamedTuple):
    """What a thread measures jumps on: a scene, and room to reckon in. The land's own are for what its board answers
    meanwhile."""

    scene: Scene
    room: Floats


def _easiest(land: Land, over: _Over, places: Places, clear: Sequence[Seen]) -> Leap | None:
    """The easiest jump over a gap, at some places of it."""
    found = None
    for (start, end), seen in zip(places, clear, strict=True):
        leap = _leap(land, over, start, end, seen)
        if leap is not None and (found is None or _ease(leap) < _ease(found)):
            found = leap
        if found is not None and found.there.least is not None:
            break
    return found


def _ease(leap: Leap) -> float:
    """The inches that the easier way takes."""
    return min(math.inf if leg.least is None else leg.least for leg in (leap.there, leap.back))


def _pairs(land: Land) -> Iterator[tuple[int, int]]:
    """Areas near one another: both over the street, or both on it."""
    labels, low, high, up = land.spans
    for index in range(len(labels)):
        rest = slice(index + 1, None)
        gap = np.maximum(0.0, np.maximum(low[index] - high[rest], low[rest] - high[index]))
        near = (up[rest] == up[index]) & ((gap**2).sum(axis=1) <= WIDEST**2)
        for other in labels[rest][near].tolist():
            yield int(labels[index]), other


def _narrowest(land: Land, one: int, two: int) -> Places:
    """As `_places`; taken over where both areas have the edges that they had."""
    key = (land.edge(one), land.edge(two))
    for known, _ in land.earlier:
        if key not in land.known and key in known:
            land.known[key] = known[key]
    if key not in land.known:
        land.known[key] = _places(land, one, two)
    places: Places = land.known[key]
    return places


def _places(land: Land, one: int, two: int) -> Places:
    """From where on one area to where on the other the gap is narrowest, nearest first, each apart from the others."""
    a, b = land.rim(one), land.rim(two)
    if not len(a) or not len(b):
        return ()
    near = (np.maximum(0.0, np.maximum(b.min(0) - a, a - b.max(0))) ** 2).sum(axis=1) <= WIDEST**2
    a = a[near]
    far, index = land.rim_tree(two).query(a, k=1, distance_upper_bound=WIDEST)
    near = np.isfinite(far)
    a, far, index = a[near], far[near], index[near]
    other = b[index] if len(a) else a
    fit = (np.hypot(*(other - a)[:, :2].T) >= LEVEL) & (np.abs(other[:, 2] - a[:, 2]) <= WIDEST)
    a, other, far = a[fit], other[fit], far[fit]
    chosen: list[tuple[Point, Point]] = []
    order = np.argsort(far, kind="stable")
    while len(order) and len(chosen) < PLACES:
        held = a[order[0]]
        chosen.append((_point(held), _point(other[order[0]])))
        order = order[((a[order] - held) ** 2).sum(axis=1) >= APART**2]
    return tuple(chosen)


def _leap(land: Land, over: _Over, start: Point, end: Point, clear: Seen) -> Leap | None:
    """The jump from a place to another, and back; None where it neither arrives nor is near it."""
    key = (start, end)
    lands = (land.around(start, LANDS), land.around(end, LANDS))
    for known, boxes in land.earlier:
        if key not in land.known and key in known and not any(_crosses(start, end, box) for box in boxes):
            found, before = known[key]
            if before == lands:
                land.known[key] = (found, lands)
    if key not in land.known:
        land.known[key] = (_measured(land, over, start, end, clear), lands)
    leap: Leap | None = land.known[key][0]
    return leap


def _crosses(start: Point, end: Point, box: Box) -> bool:
    """May what lies in a box tell on the jump from one place to another, or back?"""
    (x, y), (dx, dy) = start[:2], (end[0] - start[0], end[1] - start[1])
    far = math.hypot(dx, dy)
    low, high = -LANDS / far, 1.0 + LANDS / far  # of the way, at both ends of which it may be nudged on
    west, south, east, north = wider(box, BESIDE)
    for at, by, least, most in ((x, dx, west, east), (y, dy, south, north)):
        if by == 0.0:
            if not least <= at <= most:
                return False
            continue
        one, two = sorted(((least - at) / by, (most - at) / by))
        low, high = max(low, one), min(high, two)
    return low <= high


def _measured(land: Land, over: _Over, start: Point, end: Point, clear: Seen) -> Leap | None:
    there, back = _leg(land, over, start, end, clear[0]), _leg(land, over, end, start, clear[1])
    if there.least is None and back.least is None:
        return None
    parts = (land.part_on(*over, start), land.part_on(*over, end))
    return Leap(there, back, parts)


def _leg(land: Land, over: _Over, start: Point, end: Point, clear: Sequence[bool]) -> LeapWay:
    """One way. `clear`: which of the aims over its end some beams see."""
    nothing = LeapWay(start, end, (start, end), (), None)
    if end[2] - start[2] > HIGHEST:
        return nothing
    area = int(land.labels[land.node_near(end)])
    for up, is_clear in zip(AIMS, clear, strict=True):
        if not is_clear and land.hurried:
            continue
        aim = (end[0], end[1], end[2] + up)
        wanted = LeapAim(np.array(start), np.array(aim), area, LONGEST, NUDGED, FINE)
        found = leap_search(over.scene, land.field, land.labels, wanted, land.lattice.base, over.room)
        if found.carries and (is_clear or _seen(land, start, aim)):
            way = tuple(_point(corner) for corner in found.way.round(3))
            carries = tuple(n for n in range(1, LONGEST + 1) if found.carries >> n & 1)
            return LeapWay(start, end, way, carries, round(found.least, 2))
    return nothing


def _all_clear(land: Land, gaps: Sequence[Places]) -> Iterator[list[Seen]]:
    """For each of some gaps, of each place at it: which aims over its end, and over its start, are seen from the body
    of a mini at the other one by some beams. All beams in one go."""
    ways = np.array([pair for gap in gaps for pair in gap]).reshape(-1, 2, 3)
    ways = np.stack([ways, ways[:, ::-1]], axis=1).reshape(-1, 2, 3)  # there and back
    start, end = ways[:, 0], ways[:, 1]
    level = (end - start)[:, :2]
    far = np.maximum(np.hypot(level[:, 0], level[:, 1]), 1e-9)
    across = np.column_stack([-level[:, 1] / far, level[:, 0] / far, np.zeros(len(far))])
    eyes = np.stack([start + across * side + np.array([0.0, 0.0, up]) for side, up in BODY], axis=1)
    aims = np.stack([end + np.array([0.0, 0.0, up + HAIR]) for up in AIMS], axis=1)
    shape = (len(ways), len(AIMS), len(BODY), 3)
    hidden = land.hidden(
        np.broadcast_to(eyes[:, None], shape).reshape(-1, 3), np.broadcast_to(aims[:, :, None], shape).reshape(-1, 3)
    )
    clear = (~hidden.reshape(shape[:3]).all(axis=2)).reshape(-1, 2, len(AIMS)).tolist()
    begin = 0
    for gap in gaps:
        yield [(there, back) for there, back in clear[begin : begin + len(gap)]]
        begin += len(gap)


def _seen(land: Land, start: Point, aim: Point) -> bool:
    """Is a point seen, as the rules measure it?"""
    seen = land.board.answer(SightTo("base", aim), Tableau((Figure("base", start, land.base_mm),)))
    return isinstance(seen, Sight) and seen.visible


def _point(values: Floats) -> Point:
    return (float(values[0]), float(values[1]), float(values[2]))


def hops(land: Land, start: Point, goal: Point) -> tuple[Hop, ...]:
    """The jumps of a land one way each, those of them that arrive; and over each gap, where it is hardly wider than at
    its narrowest, the one that lies best for a way from one place to another."""
    found = leaps(land)
    best = [pair for leap in found for pair in _on_the_way(land, leap, start, goal)]
    gaps: list[Places] = [(pair,) for pair in best]
    over = _Over(apart(land.nav.scene), scratch())
    clear = _all_clear(land, gaps) if gaps else ()
    beside = (_easiest(land, over, gap, seen) for gap, seen in zip(gaps, clear, strict=True))
    legs = (leg for leap in (*found, *beside) if leap is not None for leg in (leap.there, leap.back))
    return tuple(dict.fromkeys(Hop(leg.start, leg.end, frozenset(leg.carries)) for leg in legs if leg.carries))


def _on_the_way(land: Land, leap: Leap, start: Point, goal: Point) -> Iterator[tuple[Point, Point]]:
    """Over the gap of a jump, the way from one place to another that is shortest as the crow flies, there and back."""
    one, two = (int(land.labels[land.node_near(at)]) for at in (leap.there.start, leap.there.end))
    if one < 0 or two < 0 or one not in land.areas or two not in land.areas:
        return
    a = land.rim(one)
    far, index = land.rim_tree(two).query(a, k=1, distance_upper_bound=WIDEST)
    level = np.isfinite(far)
    if not level.any():
        return
    a, far = a[level], far[level]
    b = land.rim(two)[index[level]]
    near = far <= max(far.min(), dist(leap.there.start, leap.there.end)) + HARDLY
    a, b = a[near], b[near]
    for first, last in ((start, goal), (goal, start)):
        whole = np.linalg.norm(a - np.array(first), axis=1) + np.linalg.norm(b - np.array(last), axis=1)
        pick = int(np.argmin(whole))
        yield _point(a[pick]), _point(b[pick])
