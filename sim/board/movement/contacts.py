"""Base contact on the way (MOVE-10, 12): where a path meets enemies, and which it leaves.

A path ends in contact where the base stands, at a place as it enters the game, and by the test that measures
distances (GEO-04): whoever asks there is told of the same contact.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import Figure, Point
from sim.board.model.verdicts import Contact, Leg
from sim.board.movement.standing import WOBBLE, ground_at, point
from sim.board.movement.trail import FOOT, Stop, Trail
from sim.geometry.ground.discs import Base
from sim.geometry.ground.distance import in_contact
from sim.geometry.ground.footing import footing
from sim.geometry.ground.placement import ANY, PEEK, PlacementRules, placement_beside
from sim.geometry.ground.surface import surface
from sim.geometry.tolerance import NO_LENGTH, ROUNDING, STEP, STEP_SLACK, TOUCH
from sim.words import listed, say

__all__ = ["homes", "meet", "touching"]

ON_WALL = ("climb", "ladder", "ruin")  # MOVE-02: on vertical terrain others are ignored
IN_AIR = ("fly", "off_edge")  # such a leg may lead where nothing carries the base
_PACE = 0.05  # inches between places that are looked at
_AT_MOST = TOUCH + 0.001  # inches between bases that may turn out to touch once places are rounded
_FINE = 5e-4  # the first place in contact is found to so many inches
_SURE = 0.003  # inches: contact is sought so close, well within what counts as touching
_ON = 0.02  # inches that a path goes on from the first contact to one more sure
_OWN = _PACE + 0.01  # and to its own end, so that a path given back as it was told, its corners rounded, ends there


def _nowhere(enemies: Iterable[Figure]) -> Stop:
    return Stop(
        "MOVE-10",
        say("this way meets {names} where the base cannot stand", names=listed(sorted(f.id for f in enemies))),
    )


class _Met(NamedTuple):
    """A place in contact with enemies, at a share of a leg; where the base met them, if it was helped from there."""

    share: float
    at: Point
    who: tuple[str, ...]
    helped_from: Point | None = None


def touching(at: Point, radius: float, other: Figure) -> bool:
    """Is a base of this radius at this place in contact with a figure (GEO-04)?"""
    return in_contact(at, radius, other.at, other.radius)


def homes(tracer: Trail, at: Point) -> list[NDArray[np.float64]]:
    """Where a base that just cannot be placed may be said to be: at its rest, or on the ground under its centre."""
    ground = surface(tracer.scene, at[0], at[1], at[2] + PEEK)
    heights = [at[2], *([float(ground[0])] if ground[1] >= 0 and at[2] - ground[0] <= STEP + STEP_SLACK else [])]
    return [np.array([at[0], at[1], z]) for z in heights]


def meet(tracer: Trail) -> tuple[list[Leg], tuple[Contact, ...], tuple[Contact, ...]]:
    """Cut the legs at the first enemy met (MOVE-10); and the enemies at the start that are left (MOVE-12).

    Raises Stop where an enemy is met at a place where the base cannot stand, nor beside it.
    """
    mover, radius = tracer.mover, tracer.figure.radius
    enemies = [f for f in tracer.others if f.id in mover.enemies]
    if not enemies:
        return tracer.legs, (), ()
    now = {f.id for f in enemies if touching(tracer.figure.at, radius, f)}
    begun = set(now)
    gone: dict[str, Contact] = {}
    after = 0.0
    kept: list[Leg] = []
    for leg in tracer.legs:
        way = _LegWalk(tracer, leg)
        near = way.near(enemies)
        for share in way.shares(near, lambda: bool(now)):  # noqa: B023
            before, now = now, way.touched(share, near)
            for one in sorted(before - now):
                if one in begun:
                    gone.setdefault(one, Contact(one, round(after + leg.cost * share, 3), way.place(share)))
            if not mover.charge or now <= before:
                continue
            met = way.meeting(share, [f for f in enemies if f.id in now - before])
            # Where it is helped to (MOVE-05) it may touch others than those whom it met on the way.
            who = [f.id for f in enemies if f.id not in before and touching(met.at, radius, f)]
            cost = way.inches(met.share, after)
            kept.append(Leg(leg.kind, way.points_to(met), cost, leg.roll, leg.part, leg.access))
            contacts = tuple(Contact(one, round(after + cost, 3), met.at) for one in sorted(who))
            return kept, contacts, tuple(gone.values())
        after += leg.cost
        kept.append(leg)
    return kept, (), tuple(gone.values())


class _LegWalk:
    """One leg of a path, and where the base is at each share of it."""

    def __init__(self, tracer: Trail, leg: Leg) -> None:
        self.tracer, self.leg, self.radius = tracer, leg, tracer.figure.radius
        self.ends = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(leg.points))]
        self.length = self.ends[-1]

    def near(self, enemies: list[Figure]) -> list[Figure]:
        """Those that the base may come to touch anywhere on the leg: of most legs none."""
        xs, ys = [p[0] for p in self.leg.points], [p[1] for p in self.leg.points]
        west, east, south, north = min(xs), max(xs), min(ys), max(ys)
        found = []
        for enemy in enemies:
            (x, y, _), reach = enemy.at, self.radius + enemy.radius + _AT_MOST + ROUNDING
            if west - reach <= x <= east + reach and south - reach <= y <= north + reach:
                found.append(enemy)
        return found

    def shares(self, enemies: list[Figure], touching: Callable[[], bool]) -> Iterator[float]:
        """The shares that are looked at: where the leg passes enemies, or is `touching` any; on a wall its end."""
        if self.leg.kind in ON_WALL or self.length <= 0.0:
            yield 1.0
            return
        for number, (a, b) in enumerate(pairwise(self.leg.points)):
            passes = [passed for enemy in enemies if (passed := self._passes(a, b, enemy)) is not None]
            if not passes and not touching():
                continue
            begin, end = self.ends[number], self.ends[number + 1]
            steps = max(1, math.ceil((end - begin) / _PACE))
            for step in range(1, steps + 1):
                if touching() or any(low * steps <= step <= high * steps for low, high in passes):
                    yield (begin + (end - begin) * step / steps) / self.length

    def _passes(self, a: Point, b: Point, enemy: Figure) -> tuple[float, float] | None:
        """From which share to which of the straight way between two points the base may touch an enemy."""
        ux, uy = b[0] - a[0], b[1] - a[1]
        cx, cy = enemy.at[0] - a[0], enemy.at[1] - a[1]
        square, reach = ux * ux + uy * uy, self.radius + enemy.radius + _AT_MOST
        if square <= NO_LENGTH * NO_LENGTH:
            return (0.0, 1.0) if cx * cx + cy * cy <= reach * reach else None
        nearest = (cx * ux + cy * uy) / square
        left = reach * reach - (cx - nearest * ux) ** 2 - (cy - nearest * uy) ** 2
        if left < 0.0:
            return None
        aside = math.sqrt(left / square) + ROUNDING
        low, high = nearest - aside, nearest + aside
        return (low, high) if low <= 1.0 and high >= 0.0 else None

    def place(self, share: float) -> Point:
        """Where the base is there, as it enters the game: on the ground, as far as it stands."""
        x, y, z, high = self._along(share)
        x, y, _ = point(x, y, z)  # a hair aside there may be another step
        if self.leg.kind not in IN_AIR and self.leg.kind not in ON_WALL:
            tracer = self.tracer
            found = footing(tracer.scene, x, y, high + PEEK, self.radius, tracer.tall, tracer.buf)
            if found[2] >= 0 and found[4] in (0, 3):
                z = float(found[1])
        return point(x, y, z)

    def _along(self, share: float) -> tuple[float, float, float, float]:
        """x, y and height on the line at this share, and the higher end of its stretch."""
        if share >= 1.0:
            return (*self.leg.points[-1], max(p[2] for p in self.leg.points[-2:]))
        far = share * self.length
        k = min(bisect_right(self.ends, far), len(self.ends) - 1)
        a, b = self.leg.points[k - 1], self.leg.points[k]
        s = (far - self.ends[k - 1]) / max(self.ends[k] - self.ends[k - 1], 1e-12)
        x, y, z = (p + s * (q - p) for p, q in zip(a, b, strict=True))
        return x, y, z, max(a[2], b[2])

    def inches(self, share: float, before: float) -> float:
        """What the leg costs as far as this share, after so many inches before it."""
        if self.leg.kind in ON_WALL or self.leg.kind in IN_AIR:
            return self.leg.cost * share
        x, y, _, _ = self._along(share)
        return self.tracer.inches_at(x, y, before, before + self.leg.cost) - before

    def touched(self, share: float, enemies: Iterable[Figure]) -> set[str]:
        """The enemies in contact at this share."""
        x, y, _, _ = self._along(share)
        near = [f for f in enemies if math.hypot(f.at[0] - x, f.at[1] - y) <= self.radius + f.radius + _AT_MOST]
        if not near:
            return set()
        at = self.place(share)
        return {f.id for f in near if touching(at, self.radius, f)}

    def meeting(self, share: float, enemies: list[Figure]) -> _Met:
        """Where the path ends that meets these enemies at this share of the leg, and no more than `_PACE` before it."""
        low, high = max(0.0, share - _PACE / max(self.length, _PACE)), share
        while self.leg.kind not in ON_WALL and (high - low) * self.length > _FINE:
            mid = (low + high) / 2
            low, high = (low, mid) if self.touched(mid, enemies) else (mid, high)
        on = 1.0 if self._left(high) <= _OWN else high + _ON / self.length
        tries = [high + (on - high) * k / 8 for k in range(9)]
        found = [met for met in (self._met(each, enemies) for each in tries) if met.who]
        ends = found[-1:] if on == 1.0 and found and found[-1].at == self.place(1.0) else []
        if self.leg.kind in ON_WALL:
            return next(iter(ends or found))
        standing = [met for met in (*ends, *found) if self._stands(met.at)]
        if self.leg.kind == "off_edge" and not standing:  # whoever leans over an edge falls, and strikes nobody then
            raise _nowhere(enemies)
        sure = [met for met in standing if met in ends or self._gap(met) <= _SURE]
        chosen = next(iter([*sure, *standing]), None)
        return chosen or self._helped(high, found[0], enemies)

    def _left(self, share: float) -> float:
        """The inches from a share of the leg to its end; seen from above, as it is touched, on its last stretch."""
        if len(self.ends) > 1 and share * self.length < self.ends[-2]:
            return (1.0 - share) * self.length
        return math.dist(self._along(share)[:2], self.leg.points[-1][:2])

    def _helped(self, share: float, met: _Met, enemies: list[Figure]) -> _Met:
        """MOVE-05: where a base comes to stand that meets enemies where it cannot: on its way, or else beside them. A
        way that leads on to that place beside them, as it is told, costs no more than to where they are met."""
        further = self._further(share, enemies)
        if further is not None and further.share < 1.0:
            return further
        beside = self._beside(met, enemies)
        if further is None:
            if beside is None:
                raise _nowhere(enemies)
            return beside
        told = beside is not None and math.dist(beside.at, further.at) <= FOOT
        return further._replace(share=met.share, helped_from=met.at) if told else further

    def _further(self, share: float, enemies: list[Figure]) -> _Met | None:
        """A place on the way, within what a base that cannot be placed is helped, where it does stand: the end of the
        way, or else the first."""
        steps = math.ceil(WOBBLE / _PACE)
        shares = [min(1.0, share + k * _PACE / max(self.length, _PACE)) for k in range(1, steps + 1)]
        if (1.0 - share) * self.length <= WOBBLE + _ON:
            shares.insert(0, 1.0)
        return next((met for met in (self._met(s, enemies) for s in shares) if met.who and self._stands(met.at)), None)

    def _met(self, share: float, enemies: list[Figure]) -> _Met:
        at = self.place(share)
        return _Met(share, at, tuple(sorted(f.id for f in enemies if touching(at, self.radius, f))))

    def _gap(self, met: _Met) -> float:
        others = {f.id: f for f in self.tracer.others}
        return max(math.dist(met.at[:2], others[one].at[:2]) - self.radius - others[one].radius for one in met.who)

    def _stands(self, at: Point) -> bool:
        ground = ground_at(self.tracer.nav, self.tracer.figure, at, self.tracer.discs)
        return ground.whole and ground.free

    def _beside(self, met: _Met, enemies: list[Figure]) -> _Met | None:
        """The nearest place in contact where it can stand that just cannot be placed where it met enemies."""
        tracer = self.tracer
        free = np.zeros(len(tracer.nav.names), dtype=np.bool_)
        rules = PlacementRules(Base(self.radius, tracer.tall), WOBBLE, False, ANY)
        for k, other in enumerate(tracer.others):
            for home in homes(tracer, met.at) if other in enemies else ():
                x, y, z, far = placement_beside(
                    tracer.scene, tracer.discs, free, tracer.discs[k].copy(), home, rules, tracer.buf
                )
                at = point(x, y, z)
                if math.isfinite(far) and self._stands(at) and touching(at, self.radius, other):
                    who = tuple(sorted(f.id for f in enemies if touching(at, self.radius, f)))
                    return _Met(met.share, at, who, met.at)
        return None

    def points_to(self, met: _Met) -> tuple[Point, ...]:
        """The points of the leg as far as a place in contact, and that place."""
        ends = zip(self.leg.points, self.ends, strict=True)
        before = [p for p, far in ends if far < met.share * self.length - 1e-9]
        helped = () if met.helped_from is None else (met.helped_from,)
        return (*(before or self.leg.points[:1]), *helped, met.at)
