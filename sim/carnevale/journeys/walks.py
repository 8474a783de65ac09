"""A way along the ground, up walls and through water, cut into actions: where each of them may end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import ceil, dist
from typing import NamedTuple

import numpy as np

from sim.board.model.journeys import Stage
from sim.board.model.tableau import MM, Point
from sim.board.model.verdicts import Leg
from sim.board.movement.way_cuts import CLIMBED, climbed, length, stretch
from sim.carnevale.journeys.traveller import Ran, Stance, Wayfarer

__all__ = ["CutWay", "Route", "least_slots"]

SHORTER = (0.0, 0.004, 0.03, 0.15, 0.4, 0.8, 1.3, 2.0, 3.0)  # inches before the end of a MOVE at which it may end
WASTED = 0.3  # inches: where it would end so much sooner, it is looked for a place aside
EAVES = (0.0, 0.1, 0.5, 1.0, 1.5, 2.0)  # inches under the edge that it may hang at, as nothing holds under eaves
HAIR = 0.012  # inches by which ways may be rounded
EXACT = 1e-9  # inches
BEFORE = (CLIMBED, ("enter_water",))  # kinds of legs before which an action may better end
KEPT = 6  # ways to cut it that go on, of all that take so many actions
ASIDE = 3  # places aside that are tried
_Stop = tuple[float, tuple[Point, ...]]  # inches along a way, and the corners from where somebody is up to there


def least_slots(inches: float, move: int) -> int:
    """No way of so many inches takes fewer actions."""
    return max(0, ceil((inches - HAIR) / move))


class Route(NamedTuple):
    """A way that may take many actions; `ends`: inches along it at which each leg ends."""

    legs: tuple[Leg, ...]
    ends: tuple[float, ...]

    @classmethod
    def of(cls, legs: Sequence[Leg]) -> Route:
        return cls(tuple(legs), tuple(accumulate(leg.cost for leg in legs)))

    @property
    def inches(self) -> float:
        return self.ends[-1] if self.ends else 0.0

    def begins(self, number: int) -> float:
        return self.ends[number] - self.legs[number].cost

    def corners(self, gone: float, end: float) -> tuple[Point, ...]:
        """The corners from so many inches along the way to so many."""
        found = list[Point]()
        for leg, ends in zip(self.legs, self.ends, strict=True):
            begun = ends - leg.cost
            if ends < gone - EXACT or (ends <= gone + EXACT and leg.cost > 0.0):
                continue
            if begun > end + EXACT or (begun >= end - EXACT and leg.cost > 0.0):
                break
            if begun < gone - EXACT or ends > end + EXACT:
                found += stretch(leg, max(gone - begun, 0.0), min(end - begun, leg.cost))
            else:
                found += leg.points[1:]
        return tuple(found)


class _Sofar(NamedTuple):
    """A way as far as it is cut: inches along it, where that is, and the actions."""

    route: Route
    gone: float
    here: Stance
    stages: tuple[Stage, ...]

    @property
    def left(self) -> float:
        return self.route.inches - self.gone


class CutWay:
    """How few actions a way can be cut into.

    A turn may end where the rules let it alone (MOVE-04): so a wall is begun at the foot where it takes more actions
    than are left, and the rest of the turn is passed. Where the way itself has no place to end an action near the end
    of a MOVE, it ends aside, and goes on by the way from there.
    """

    def __init__(
        self, walker: Wayfarer, goal: Point, plan: Callable[[Stance], Route | None], *, dry: bool = False
    ) -> None:
        """`plan`: the way to the goal from somewhere; `dry`: no action ends in water."""
        self.walker, self.goal, self._plan, self._dry = walker, goal, plan, dry
        self._actions = walker.traveller.actions
        self._move = walker.traveller.move
        self._radius = walker.traveller.base_mm * MM / 2

    def stages(self, start: Stance, slot: int, most: int) -> tuple[Stage, ...] | None:
        """Its actions, which begin after `slot` others and end before `most` of all; None where it cannot be done.

        Of all ways to cut it that take so many actions, the most promising go on: those that lead farthest.
        """
        route = self._plan(start)
        if route is None:
            return None
        waiting: dict[int, list[_Sofar]] = {slot: [_Sofar(route, 0.0, start, ())]}
        seen = set[tuple[float, bool, int]]()
        for now in range(slot, most + 1):
            for sofar in _farthest(waiting.pop(now, ())):
                if sofar.left <= HAIR:
                    return sofar.stages
                phase = (round(sofar.left, 1), sofar.here.on_wall, now % self._actions)
                if phase in seen:  # it came so far sooner
                    continue
                seen.add(phase)
                if now + least_slots(sofar.left, self._move) > most:
                    continue
                for then, further in self._further(sofar, now):
                    waiting.setdefault(then, []).append(further)
        return None

    def _further(self, sofar: _Sofar, slot: int) -> Iterator[tuple[int, _Sofar]]:
        """How it may go on after so many actions, and how many there are then."""
        route, gone, here, stages = sofar
        last = (slot + 1) % self._actions == 0
        farthest = gone
        for stops in self._stops(sofar, last):
            went = self._first(sofar, stops, last)
            if went is not None:
                to, ran = went
                farthest = max(farthest, to)
                yield slot + 1, _Sofar(route, to, ran.ends, (*stages, self.walker.stage_of(ran, slot)))
        if not here.on_wall and farthest < min(gone + self.walker.allowance(here)[-1] - WASTED, route.inches - HAIR):
            for ran in self._aside(here, last):
                onward = self._plan(ran.ends)
                if onward is not None and onward.inches < sofar.left - HAIR:
                    yield slot + 1, _Sofar(onward, 0.0, ran.ends, (*stages, self.walker.stage_of(ran, slot)))
                    break
        if slot % self._actions and not here.on_wall and self._climbs_soon(sofar) and self.walker.may_stay(here):
            yield slot + self._actions - slot % self._actions, sofar

    def _first(self, sofar: _Sofar, stops: Iterable[_Stop], last: bool) -> tuple[float, Ran] | None:
        """The first of some stops that the rules let an action end at, the `last` of its turn: inches along the way,
        and the run there."""
        for to, corners in stops:
            runs = (self.walker.run(sofar.here, way) for way in _from_wall(sofar.here, corners))
            ran = next(filter(None, runs), None)
            if ran is None:
                continue
            there, done = ran.ends, sofar.route.inches - to <= HAIR
            if there.on_wall and (last or done):
                continue
            if done or not last or self.walker.may_stay(there):
                return to, ran
        return None

    def _climbs_soon(self, sofar: _Sofar) -> bool:
        """Does a climb come within the next action?"""
        gone, route = sofar.gone, sofar.route
        return any(
            leg.kind in CLIMBED and gone <= route.begins(n) + HAIR <= gone + self._move
            for n, leg in enumerate(route.legs)
        )

    def _stops(self, sofar: _Sofar, last: bool) -> Iterator[Iterable[_Stop]]:
        """Where the next action may end, in groups of which the first that the rules allow is as good as any: the end,
        as far as MOVE goes on the ground or up a wall, at the foot of a wall, dry beside water."""
        route, gone, here, _ = sofar
        for inches in self.walker.allowance(here):
            if sofar.left <= inches + HAIR:
                yield ((route.inches, route.corners(gone, route.inches)),)
            end = min(gone + inches, route.inches - HAIR)
            number = next(n for n, each in enumerate(route.ends) if each > end)
            if route.legs[number].kind not in CLIMBED:
                yield ((end - by, route.corners(gone, end - by)) for by in SHORTER if end - by > gone + HAIR)
            elif not last:
                yield _hung(route, gone, number, end)
            yield from self._before(route, gone, end)

    def _before(self, route: Route, gone: float, end: float) -> Iterator[Iterable[_Stop]]:
        """At the foot of the last wall within reach, or dry beside the last water, with the whole base."""
        for kinds in BEFORE:
            aside = self._radius + HAIR if "enter_water" in kinds else 0.0
            begins = (route.begins(n) - aside for n, leg in enumerate(route.legs) if leg.kind in kinds)
            within = [each for each in begins if gone + HAIR < each < end - HAIR]
            if within:
                yield ((within[-1], route.corners(gone, within[-1])),)

    def _aside(self, here: Stance, last: bool) -> Iterator[Ran]:
        """Runs to the places from where the way on is shortest."""
        inches = self.walker.allowance(here)[-1]
        found = self.walker.prospect(here, inches, (self.goal,), dry=self._dry)
        left = np.where(found.perch, np.inf, found.left[0]) if last else found.left[0]
        if self._dry:
            left = np.where(found.wet, np.inf, left)
        for best in np.argsort(left, kind="stable")[:ASIDE]:
            x, y, z = found.at[best].tolist()
            to = self.walker.way(here, (x, y, z), inches=inches) if np.isfinite(left[best]) else None
            ran = None if to is None else self.walker.run(here, to.points[1:])
            if ran is not None and not ran.ends.on_wall:
                yield ran


def _from_wall(here: Stance, corners: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """The corners of a run, and from a wall also without the one straight above or below, by which a climb is told that
    begins on the ground."""
    yield corners
    if here.on_wall and len(corners) > 1 and dist(here.at[:2], corners[0][:2]) <= HAIR:
        yield corners[1:]


def _hung(route: Route, gone: float, number: int, end: float) -> Iterator[_Stop]:
    """On a wall, on the way up or down it."""
    leg, begun = route.legs[number], route.begins(number)
    for under in EAVES:
        hung = climbed(leg, end - begun, under)
        far = begun + length((leg.points[0], *hung))
        if far > gone + HAIR:
            yield far, (*route.corners(gone, begun), *hung) if begun > gone - HAIR else hung[-1:]


def _farthest(found: Iterable[_Sofar]) -> list[_Sofar]:
    """Those that lead farthest, no two to the same place; of these the one with the fewest rolls."""
    best: dict[tuple[float, bool], _Sofar] = {}
    for each in found:
        key = (round(each.left, 1), each.here.on_wall)
        if key not in best or _rolls(each) < _rolls(best[key]):
            best[key] = each
    return sorted(best.values(), key=lambda each: each.left)[:KEPT]


def _rolls(sofar: _Sofar) -> int:
    return sum(stage.rolls for stage in sofar.stages)
