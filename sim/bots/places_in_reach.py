"""Where a mini could go with the AP that it has, or might have: places, how many runs lead there, and how far they are
from its enemies and from what scores.

A run that begins in water is shorter, so it matters where runs end: who plans to cross a canal may find itself in it.
Whoever flies gets everywhere through the air (`flights`).
"""

from __future__ import annotations

from functools import cached_property
from math import isfinite

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import EVERYWHERE, Mover, ProspectOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Prospect
from sim.bots import candidate_places
from sim.bots.contact import touch
from sim.bots.danger import Outlook
from sim.bots.flights import Sky, flights_of, thinned
from sim.bots.run_evaluation import BESIDE, WALKED
from sim.carnevale.characters import MOST_AP, Point
from sim.geometry.paths.step_values import Costs, RunLengths, Ways, add_swims, as_the_crow_flies, swim_room

__all__ = ["OUT_OF_REACH", "Floats", "PlacesInReach", "Rows"]

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

FEWEST = 2  # runs that are always looked at
FARTHEST = (18.0, 27.0, 99.0)  # inches that ways are looked for: few numbers, so that minis share what is measured
STEP_BACK = 0.15  # inches of a MOVE that are not counted on
JUST = 1.01  # of a MOVE, as ways are told a little too long or too short
LEAST = 0.5  # inches: no MOVE is shorter
OUT_OF_REACH = 60.0  # inches: a goal without a way
ROUNDABOUT, DETOUR = 6.0, 1.5  # inches, and of a straight line: where no way is known
UPSTAIRS = 2.0  # inches: so much higher is not walked to
GETS_ON = 0.5  # of its move: who gets no further on without a roll thinks of those with one
STRIDE = 4  # of the places where a run may end, so many are looked at as one
OFF = 0.13  # inches: so far off a place may be where no place is told
AT_IT = 0.3  # inches: so near to a place is there


class PlacesInReach:
    """The places of one mini where turns end: `at`, (places, 3), where it stands the first; `cost`, inches of the way
    there; `runs`; `wet`, which are in water; `afloat`, where a turn that ends there ends in water (TERR-10); `left`,
    (goals, places), how far on it is to each enemy, then to what scores, and last to where climbs to that begin;
    `banks`, (banks, 2), which places lie across one from each other, the first of them ashore, where that takes a run
    of its own."""

    def __init__(self, outlook: Outlook, who: str, most: int) -> None:
        """`most`: plans are asked for with no more AP; with none, only where it stands is looked at."""
        self.asked, self.most = most, max(FEWEST, most)
        self.outlook, self.view, self.measure = outlook, outlook.view, outlook.measure
        self.who, self.me, self.weights = who, outlook.view[who], outlook.weights
        self.foes = self.view.enemies(who)
        self.touched = [c.id for c in outlook.touched_by(who)]
        self.aims = outlook.aims.free(who)
        self.flies = outlook.flies(who)
        self.feet = () if self.flies else outlook.feet(who, self.aims)
        self._sky: Sky | None = None
        self._look_around()

    def _look_around(self) -> None:
        view, who, me = self.view, self.who, self.me
        beside = [((*c.here, touch(view, who, c.id) + BESIDE),) for c in self.foes]
        goals = self.goals = [
            *beside,
            *(tuple((*a.at, a.radius) for a in each) for each in (self.aims, self.feet) if each),
        ]
        mover = candidate_places.runner(view, who, self.measure)
        self.move = mover.move
        self.dry = candidate_places.inches(view, who, in_water=False)
        self.swim = min(self.dry, candidate_places.inches(view, who, in_water=True))
        farthest = self.move + (MOST_AP - 1) * self.dry
        self.wide = msgspec.structs.replace(mover, move=next(far for far in FARTHEST if far >= farthest))
        first, then = max(LEAST, self.move - STEP_BACK), max(LEAST, self.dry - STEP_BACK)
        far = farthest if self.most >= MOST_AP else min(farthest, first + (self.most - 1) * then)
        if self.flies:
            self._look_up(mover, first, then, far)
            return
        found, least = self._within_runs(first, far), EVERYWHERE
        if found is None:
            self.within, least = EVERYWHERE, max(farthest, 0.1)
            found = candidate_places.prospect(view, self.wide, self.measure, *goals, rolls=True)
        firm = ~self.outlook.on_small(who, found.at, found.perch)
        if least < EVERYWHERE:
            firm &= found.cost <= least
        near = self.near = slice(None) if firm.all() else np.flatnonzero(firm)
        self.found = len(found.cost)
        self.at: Floats = np.concatenate([np.array([me.here]), found.at[near]])
        self.cost: Floats = np.concatenate([[0.0], np.maximum(found.cost[near], 0.01)])
        self.left: Floats = np.concatenate([found.now[:, None], found.left[:, near]], axis=1)
        self.wet = np.concatenate([[self.outlook.wet(who)], found.wet[near]])
        self.afloat = self.wet | np.concatenate([[self.outlook.on_debris(who)], found.perch[near]])
        later = 1.0 + np.ceil(np.maximum(0.0, self.cost - first) / then)
        self.runs: Rows = np.where(self.cost > 0.0, later, 0.0).astype(np.int64)
        if self.swim < self.dry and self.wet.any():
            lengths = RunLengths(then, self.dry - self.swim, MOST_AP, STRIDE)
            add_swims(Costs(self.at, self.cost, self.wet), lengths, self.runs, swim_room(len(self.at)))
        if self.wet[0]:  # a bank that is just within its MOVE is worth a try: none of it is to spare in water
            self.runs[~self.afloat & (self.cost <= self.move * JUST) & (self.runs > 0)] = 1
        self.banks: Rows = np.zeros((0, 2), np.int64)
        base = me.profile.size * MM
        if self.wet[0] and base > self.swim - STEP_BACK - OFF:
            self._haul_out(base)

    def _look_up(self, mover: Mover, first: float, then: float, far: float) -> None:
        """The same through the air, and where a walk leads at once, as that goes round corners."""
        me, self.within, self.found = self.me, EVERYWHERE, -1
        sky = self._sky = flights_of(self.view, self.who, self.measure, mover, far, self.goals)
        firm = ~self.outlook.on_small(self.who, sky.at, sky.perch)
        there = np.flatnonzero(firm & (sky.cost <= (far if self.asked else 0.0)))
        within = first if self.asked else 0.0
        walk = candidate_places.prospect(self.view, mover, self.measure, *self.goals, rolls=False, within=within)
        firm = ~self.outlook.on_small(self.who, walk.at, walk.perch)
        near = np.flatnonzero(firm)[thinned(walk.at[firm], np.ones(firm.sum(), np.bool_))][: None if self.asked else 0]
        self.at = np.concatenate([np.array([me.here]), sky.at[there], walk.at[near]])
        self.cost = np.concatenate([[0.0], np.maximum(sky.cost[there], 0.01), np.maximum(walk.cost[near], 0.01)])
        left = [sky.left(self.at, goal) for goal in self.goals]
        self.left = np.array(left).reshape(len(self.goals), len(self.at))
        self.left[:, 0] = np.minimum(self.left[:, 0], walk.now)
        self.left[:, 1 + len(there) :] = np.minimum(self.left[:, 1 + len(there) :], walk.left[:, near])
        self.wet = np.concatenate([[self.outlook.wet(self.who)], sky.wet[there], walk.wet[near]])
        slips = self.outlook.on_debris(self.who)
        self.afloat = self.wet | np.concatenate([[slips], sky.perch[there], walk.perch[near]])
        later = 1.0 + np.ceil(np.maximum(0.0, self.cost - first) / then)
        self.runs = np.where(self.cost > 0.0, later, 0.0).astype(np.int64)
        self.banks = np.zeros((0, 2), np.int64)

    def _within_runs(self, first: float, far: float) -> Prospect | None:
        """What lies within the runs that are looked at; where only one is asked for, within that one if it gets on so:
        what lies further makes no difference then. None: it gets on by no way without a roll."""
        if not self.asked:
            self.within = 0.0
            return candidate_places.prospect(self.view, self.wide, self.measure, *self.goals, rolls=False, within=0.0)
        lengths = (first, far) if self.asked < FEWEST and not self.outlook.wet(self.who) else (far,)
        for length in lengths:
            self.within = max(length, 0.1)
            found = candidate_places.prospect(
                self.view, self.wide, self.measure, *self.goals, rolls=False, within=self.within
            )
            if _gets_on(found, self.move):
                return found
        return found if self._gets_on_further(found) else None

    @cached_property
    def walked(self) -> Floats:
        """The places that two runs lead to."""
        if self.within >= EVERYWHERE or self.asked >= FEWEST or self.outlook.wet(self.who):
            return np.asarray(self.at[self.runs <= FEWEST])
        return PlacesInReach(self.outlook, self.who, FEWEST).walked

    def _haul_out(self, base: float) -> None:
        """Over banks in a run of its own, as large bases do whose swims are short (`hauling_out`)."""
        soon = self.cost <= self.swim * self.most
        ashore, swims = np.flatnonzero(soon & ~self.afloat), np.flatnonzero(soon & self.wet)
        if not len(ashore):
            return
        off = self.at[ashore, None, :] - self.at[None, swims, :]
        apart = np.hypot(off[:, :, 0], off[:, :, 1])
        nearest = apart.argmin(axis=1)
        over = apart.min(axis=1) <= base + 2 * OFF
        ashore, beside = ashore[over], swims[nearest[over]]
        self.banks = np.stack([ashore, beside], axis=1)
        swum = np.ceil(np.maximum(0.0, self.cost[beside] - OFF) / max(LEAST, self.swim)).astype(np.int64)
        self.runs[ashore] = np.minimum(self.runs[ashore], 1 + swum)

    def _gets_on_further(self, found: Prospect) -> bool:
        """Does it without a roll, by a way about that takes it past the places that were found?"""
        if not np.isfinite(found.now).any():
            return False
        wide = candidate_places.prospect(self.view, self.wide, self.measure, *self.goals, rolls=False)
        return _gets_on(wide, self.move)

    @cached_property
    def ways(self) -> list[Ways]:
        """From every place to the side of each enemy."""
        return [self._ways(n, self.left[n]) for n in range(len(self.foes))]

    @cached_property
    def coming(self) -> list[Ways]:
        """The same the other way round, as each enemy gets there."""
        found = list[Ways]()
        for n, enemy in enumerate(self.foes):
            straight = self.straight[n]
            if self.outlook.flies(enemy.id):
                found.append(self._ways(n, straight))
            elif self.flies:  # it must climb to where another flies, or walk round
                level = abs(self.at[:, 2] - enemy.here[2]) <= UPSTAIRS
                found.append(self._ways(n, np.where(level, WALKED * straight, np.inf)))
            else:
                found.append(self.ways[n])
        return found

    def _ways(self, n: int, left: Floats) -> Ways:
        first = float(left[0])
        if not isfinite(first):
            first = ROUNDABOUT + DETOUR * float(self.straight[n, 0])
        first = 0.0 if self.foes[n].id in self.touched else max(0.1, first)
        return Ways(left, self.straight[n], first, DETOUR, ROUNDABOUT)

    @cached_property
    def straight(self) -> Floats:
        """From every place to each enemy, as the crow flies: (enemies, places)."""
        found = np.zeros((len(self.foes), len(self.at)))
        for n, c in enumerate(self.foes):
            as_the_crow_flies(self.at, np.array(c.here), touch(self.view, self.who, c.id), found[n])
        return found

    def walk_to(self, place: Point, told: float = EVERYWHERE) -> Floats:
        """The walk from every place to one of them, or the flight; infinite where it is longer than so many inches."""
        if self._sky is not None:
            return self._sky.left(self.at, ((*place, AT_IT),))
        goal = ((*place, AT_IT),)
        found: Prospect = self.measure(self.view, ProspectOf(self.wide, (goal,), False, within=self.within, told=told))
        if len(found.cost) != self.found:  # these are ways with rolls
            return np.asarray(np.linalg.norm(self.at - np.array(place), axis=1))
        return np.concatenate([found.now, found.left[0, self.near]])

    def runs_on(self, walk: Floats) -> Floats:
        """How many runs such a walk takes from each place."""
        more = np.where(self.wet, self.dry - self.swim, 0.0)
        return np.asarray(np.ceil((walk + more) / max(0.1, self.dry)))

    def leads_to(self, place: Point, runs: int) -> bool:
        """Do so many runs in all lead to a place, as far as that can be told?"""
        return self.leads_on(self.walk_to(place, max(0.1, self.dry) * (runs - 1)), runs)

    def leads_on(self, walk: Floats, runs: int) -> bool:
        """Is there a place to end a first run from which so many runs in all lead to where a walk leads?"""
        return bool((self.runs_on(walk + AT_IT)[self.runs == 1] < runs).any())


def _gets_on(found: Prospect, move: float) -> bool:
    """Does it lead on to any of the goals, as far as a move should, or is it there?"""
    if not len(found.at):
        return False
    nearer = np.minimum(found.now, OUT_OF_REACH) - np.minimum(found.left.min(axis=1), OUT_OF_REACH)
    return bool((np.isfinite(found.now) & (nearer >= np.minimum(GETS_ON * move, found.now))).any())
