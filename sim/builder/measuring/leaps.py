"""Which areas of a board join by jumps (JUMP-01 to 06): from where, where to, and what inches it takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import JumpAlong, SightTo
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import JumpSweep, Sight
from sim.board.movement.relaid_lattice import Box
from sim.builder.measuring.land import STREET, Land, touches
from sim.geometry.paths.leap_search import LeapAim, leap_search

__all__ = ["Leap", "LeapWay", "leaps"]

Floats = NDArray[np.float64]

WIDEST = 7.0  # inches: a wider gap is not looked at
LEVEL = 1.5  # inches seen from above: what is nearer is climbed, not jumped
HIGHEST = 3.0  # JUMP-01
LONGEST = 14  # inches that the best roll carries
NUDGED = 1.05  # inches that a jump may fall short and still arrive (JUMP-04)
PLACES = 3  # along a gap that are tried
APART = 1.5  # inches between them
FINE = 1 / 16  # inches, to which the least jump is known
AIMS = (0.0, 0.5, 1.0)  # inches over the place: its floor may be out of sight
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


def leaps(land: Land, before: Land | None = None) -> Iterator[Leap]:
    """The jumps between the areas of a land, as they are found. What was measured before is taken over where nothing
    changed; only jumps over the street count, and those between grounds that no dry way joins."""
    for one, two in _pairs(land):
        found = None
        for start, end in _places(land, one, two):
            leap = _leap(land, before, start, end)
            if leap is not None and (found is None or _ease(leap) < _ease(found)):
                found = leap
            if found is not None and found.there.least is not None:
                break
        if found is not None:
            yield found


def _ease(leap: Leap) -> float:
    """The inches that the easier way takes."""
    return min(math.inf if leg.least is None else leg.least for leg in (leap.there, leap.back))


def _pairs(land: Land) -> Iterator[tuple[int, int]]:
    """Areas near one another: both over the street, or both on it."""
    boxes = {}
    for label, nodes in land.areas.items():
        at = land.at(nodes)
        boxes[label] = (at.min(0), at.max(0), float(np.median(at[:, 2])) > STREET)
    labels = sorted(boxes)
    for index, one in enumerate(labels):
        for two in labels[index + 1 :]:
            (low, high, up), (other_low, other_high, other_up) = boxes[one], boxes[two]
            gap = np.maximum(0.0, np.maximum(low - other_high, other_low - high))
            if up == other_up and float(np.linalg.norm(gap)) <= WIDEST:
                yield one, two


def _places(land: Land, one: int, two: int) -> list[tuple[Point, Point]]:
    """From where on one area to where on the other the gap is narrowest, nearest first, each apart from the others."""
    from scipy.spatial import cKDTree

    a, b = land.rim(one), land.rim(two)
    if not len(a) or not len(b):
        return []
    far, index = cKDTree(b).query(a, k=1, distance_upper_bound=WIDEST)
    near = np.isfinite(far)
    a, far, index = a[near], far[near], index[near]
    other = b[index] if len(a) else a
    fit = (np.hypot(*(other - a)[:, :2].T) >= LEVEL) & (np.abs(other[:, 2] - a[:, 2]) <= WIDEST)
    a, other, far = a[fit], other[fit], far[fit]
    chosen: list[tuple[Point, Point]] = []
    for i in np.argsort(far, kind="stable").tolist():
        start, end = _point(a[i]), _point(other[i])
        if all(math.dist(start, held) >= APART for held, _ in chosen):
            chosen.append((start, end))
            if len(chosen) == PLACES:
                break
    return chosen


def _leap(land: Land, before: Land | None, start: Point, end: Point) -> Leap | None:
    """The jump from a place to another, and back; None where it neither arrives nor is near it."""
    key = (start, end)
    if before is not None and key in before.known and not any(touches(_round(start, end), b) for b in land.changed):
        land.known[key] = before.known[key]
    if key not in land.known:
        land.known[key] = _measured(land, start, end)
    found: Leap | None = land.known[key]
    return found


def _measured(land: Land, start: Point, end: Point) -> Leap | None:
    there, back = _leg(land, start, end), _leg(land, end, start)
    if there is None or back is None or (there.least is None and back.least is None):
        return None
    parts = (land.part_under(start), land.part_under(end))
    return Leap(there, back, parts)


def _leg(land: Land, start: Point, end: Point) -> LeapWay | None:
    """One way. None where the place is seen from nowhere near its height."""
    nothing = LeapWay(start, end, (start, end), (), None)
    if end[2] - start[2] > HIGHEST:
        return nothing
    tableau = Tableau((Figure("base", start, land.base_mm),))
    wanted = LeapAim(int(land.labels[land.node_near(end)]), LONGEST, NUDGED, FINE)
    aims = [(end[0], end[1], end[2] + up) for up in AIMS]
    for aim, clear in zip(aims, _clear(land, start, aims), strict=True):
        if not clear and land.hurried:
            continue
        found = leap_search(
            land.nav.scene, land.field, land.marks, np.array(start), np.array(aim), wanted, land.lattice.base,
            land.nav.buf,
        )  # fmt: skip
        if not found.carries or not (clear or _seen(land, tableau, aim)):
            continue
        sweep = land.board.answer(JumpAlong("base", aim, float(LONGEST)), tableau)
        assert isinstance(sweep, JumpSweep)
        carries = tuple(n for n in range(1, LONGEST + 1) if found.carries >> n & 1)
        return LeapWay(start, end, sweep.path, carries, round(found.least, 2))
    return nothing


def _clear(land: Land, start: Point, aims: Sequence[Point]) -> list[bool]:
    """Which of some points, all over one place, are seen from the body of a mini by one of a few beams."""
    way = np.subtract(aims[0], start)[:2]
    across = np.array([-way[1], way[0], 0.0]) / max(float(np.hypot(*way)), 1e-9)
    eyes = np.array([np.array(start) + across * side + np.array([0.0, 0.0, up]) for side, up in BODY])
    to = np.repeat(np.array(aims) + np.array([0.0, 0.0, 0.02]), len(eyes), axis=0)
    hidden = land.opaque.occluded(np.tile(eyes, (len(aims), 1)), to).reshape(len(aims), len(eyes))
    return [not bool(own.all()) for own in hidden]


def _seen(land: Land, tableau: Tableau, aim: Point) -> bool:
    """Is a point seen, as the rules measure it?"""
    seen = land.board.answer(SightTo("base", aim), tableau)
    return isinstance(seen, Sight) and seen.visible


def _round(start: Point, end: Point) -> Box:
    return (min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1]))


def _point(values: Floats) -> Point:
    return (float(values[0]), float(values[1]), float(values[2]))
