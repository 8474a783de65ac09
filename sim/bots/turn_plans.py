"""Whole turns that a mini could have, each with what it is worth: where it goes, whom it attacks, where it ends.

A plan is valued at its end: what its attacks take, by exact odds; what could befall it there before its next turn
(`danger`); what it threatens from there; what it holds. Only its first action is told: after each, plans are made anew.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sim.bots import candidate_places
from sim.bots.boats import trips
from sim.bots.charge_plans import ChargePlans
from sim.bots.danger import Outlook
from sim.bots.flights import MANY, SPARE, flight, hop, lands
from sim.bots.hauling_out import hauls_out
from sim.bots.in_sight import InSight
from sim.bots.leaps import beyond, brink, leaps, nearest
from sim.bots.long_climbs import onto_the_wall
from sim.bots.markers import own_losses
from sim.bots.places_in_reach import Floats, Rows
from sim.bots.plan_reasons import AttacksEnemy, Ends, Goes, GoesByBoat, JumpsFirst, PlanReason, Shoots, Stays
from sim.bots.spending import command_point
from sim.bots.stops_inside import passes
from sim.bots.strikes import DROWNING, Footholds, Strike
from sim.bots.turn_plan import Shots, TurnPlan
from sim.carnevale import hooks
from sim.carnevale.action import How
from sim.carnevale.actions import Combat, Dive, Drown, Guard, Hide, Jump, Run
from sim.carnevale.characters import MOST_AP, Point
from sim.carnevale.legality import END
from sim.engine.requests import measured
from sim.geometry.paths.step_values import best_within

__all__ = ["TurnPlans"]

SHOTS, STANDS = 6, 3  # places to shoot from that are looked at; of each enemy, weapon and number of runs
SAVED = 1.0  # of a MOVE: a jump that makes a walk no shorter than by this is none
DIVING = 0.2  # of the danger in water that a Dive keeps off
BREAK = 0.9  # of a MOVE that a straight line may have
A_CELL, LINES, LOOKS = 2.0, 64, 2  # inches; of so many places, one a cell, lines tell who sees them, and sight of these
HAIR = 1e-6  # Victory Points
TRIED, NEAR_IT = 4, 1.5  # places that are asked whether a way leads there; inches: what is so near is no other
AIRBORNE = 40  # such places, where it must land
FALLS = 1.0  # Victory Points: to end a turn in the air
A_STEP, ELSEWHERE = 0.3, 3.0  # inches: no run is shorter, and places that are no further apart are one


class TurnPlans(ChargePlans):
    """The plans of one mini with the AP that it has, or might have."""

    def __init__(
        self,
        outlook: Outlook,
        who: str,
        variety: int = 1,
        leaping: bool = True,
        most: int = MOST_AP,
        sighted: bool = False,
    ) -> None:
        """`variety`: so many places to go to, apart from each other. `leaping`: jumps are thought of. `most`: plans are
        asked for with no more AP. `sighted`: the board is asked who sees it at the best of the places."""
        super().__init__(outlook, who, most)
        self.variety, self.leaping, self.sighted = variety, leaping, sighted
        self._in_sight = InSight(self) if sighted else None

    def ranked(self, ap: int | None = None) -> list[TurnPlan]:
        """All plans, the best first: if that is a charge at once, the board lets it."""
        points = self.me.usable_ap if ap is None else ap
        while True:
            ranked = sorted(self._all(points), key=lambda plan: -plan.worth)
            if self.begins(ranked[0]):
                return ranked

    def _all(self, points: int) -> list[TurnPlan]:
        plans = list(self.going(points))
        if not self.laden:
            plans += [*self._charging(points), *self._striking(points), *self._shooting(points)]
            plans += [*self._leaping(points), *self._boating(points)]
        return plans

    def best(self, ap: int | None = None, least: float = -np.inf) -> TurnPlan:
        """The first of them, if it is worth so much at least. Whether ways lead to a place and whether it sees anybody
        from there is not asked where that could not be the best; nor where boats lead, which takes long."""
        points = self.me.usable_ap if ap is None else ap
        while True:
            plan = self._best_at_sight(points, least)
            if plan.worth < least or self.begins(plan):
                return plan

    def _best_at_sight(self, points: int, least: float) -> TurnPlan:
        """The same, as far as the prospects of the board tell of charges."""
        attacks = [] if self.laden else [*self._charging(points), *self._striking(points)]
        least = max(least, *(plan.worth for plan in attacks)) if attacks else least
        going = list(self.going(points, least))
        plans = [*going, *attacks]
        if not self.laden:
            plans += self._shooting(points, max(least, *(plan.worth for plan in going)))
            plans += self._leaping(points)
        return max(plans, key=lambda plan: plan.worth)

    def could_attack(self, ap: int) -> bool:
        """Is any enemy perhaps in reach?"""
        if self.laden or self.touched:
            return bool(self.touched) and not self.laden
        if not len(self.foes):
            return False
        soon = self.runs <= ap
        if (self.left[: len(self.foes), soon & (self.runs > 0)] <= 0.0).any():
            return True
        nearest = self.straight[:, self.runs < ap].min(axis=1)
        return any(s.reach >= nearest[n] for n, c in enumerate(self.foes) for s in self.strikes.shots(self.who, c.id))

    def going(self, ap: int, least: float = -np.inf) -> Iterator[TurnPlan]:
        """To a place, to do nothing there but wait, on guard or not; to none that is worth less."""
        stays = (self.runs == 0) & (not self.hangs)
        rows = np.flatnonzero((self.runs <= ap) & ((self.cost >= A_STEP) | stays))
        worth = self.ending() - (self.leaving + self.guarded) * (self.runs > 0)
        watch = 0.0 if self.laden else self._watch() + self.wishes.guard(self.who)
        worth = worth + np.where((self.runs < ap) & ~self.afloat, watch, 0.0) - 1e-4 * self.cost
        rows = rows[worth[rows] >= least]
        worth = self._as_seen(worth, rows, ap, watch)
        for _ in range(self.variety):
            row, rows = self._best_reached(rows, worth, ap)
            if row is None:
                break
            yield from self._to_place(row, float(worth[row]), Goes())
            rows = rows[np.linalg.norm(self.at[rows] - self.at[row], axis=1) > ELSEWHERE]
        yield from self._staying(ap, watch)

    def _as_seen(self, worth: Floats, rows: Rows, ap: int, watch: float) -> Floats:
        """What these places are worth to end at, once some of the best were looked at from where enemies stand: the
        best of those comes first."""
        in_sight = self._in_sight
        if in_sight is None or not len(rows) or not in_sight.shooters:
            return worth
        found, told, looked = worth.copy(), self.ending(), np.zeros(len(self.at), np.bool_)
        for those in (rows[self.runs[rows] < ap], rows):  # first where it could still hide
            some = self._one_a_cell(those, worth)
            by_lines = worth[some] + in_sight.as_lines_tell(some) - told[some]
            for row in some[np.argsort(-by_lines, kind="stable")][:LOOKS].tolist():
                if not looked[row]:
                    found[row] += self._seen(in_sight, row, ap, watch) - float(told[row])
                    looked[row] = True
        return np.where(looked, found, np.minimum(found, found[looked].max() - HAIR))

    def _one_a_cell(self, rows: Rows, worth: Floats) -> Rows:
        """The best places, one of those that lie close together."""
        best = rows[np.argsort(-worth[rows], kind="stable")]
        x, y, z = np.floor(self.at[best] / A_CELL).astype(np.int64).T
        return best[np.sort(np.unique((x * MANY + y) * MANY + z, return_index=True)[1])][:LINES]

    def _seen(self, in_sight: InSight, row: int, ap: int, watch: float) -> float:
        """What it is worth to end at a place, seen as it is; where it may hide or go on guard, less what that brings
        anyway."""
        if self.runs[row] >= ap:
            return in_sight.ending(row)
        guards = 0.0 if self.afloat[row] else watch
        seen = in_sight.ending(row) + guards
        if self._may_hide(row):
            seen = max(seen, in_sight.ending(row, hides=True))
        return seen - guards

    def _may_hide(self, row: int) -> bool:
        """Could its turn end Hidden at a place, as far as the places tell (ACT-01)?"""
        beside = (self.left[: len(self.foes), row] <= 0.0).any()
        return not self.laden and not self.afloat[row] and not self.me.inside and not beside

    def _best_reached(self, rows: Rows, worth: Floats, ap: int) -> tuple[int | None, Rows]:
        """The place that is worth most, if any, and those that are left: of some it turns out that so many runs
        do not lead there."""
        for _ in range(AIRBORNE if self.hangs else TRIED):
            if not len(rows):
                return None, rows
            row = int(rows[np.argmax(worth[rows])])
            place = candidate_places.as_point(self.at[row])
            if (
                self._leads(row, place, ap)
                or onto_the_wall(self, place, ap) is not None
                or next(hauls_out(self, place), None) is not None
            ):
                return row, rows
            near_it = np.linalg.norm(self.at[rows] - self.at[row], axis=1) <= NEAR_IT
            rows = rows[~near_it | ((self.runs[rows] < 2) & (not self.flies))]
        near = rows[self.runs[rows] < 2]
        return (int(near[np.argmax(worth[near])]) if len(near) else None), rows

    def _leads(self, row: int, place: Point, ap: int) -> bool:
        """Do so many runs lead to a place, as far as can be told at once?"""
        if self.runs[row] < 2:
            return not self.flies or row == 0 or any(True for _ in self.going_to(place))
        return (
            self.leads_to(place, ap) or (self.flies and self.hop_to(place, ap) is not None) or passes(self, place, ap)
        )

    def _staying(self, ap: int, watch: float) -> Iterator[TurnPlan]:
        falls = FALLS if self.hangs else 0.0
        worth = (float(self.ending()[0]) if self._in_sight is None else self._in_sight.ending(0)) - falls
        if ap and not self.laden and not self.touched and not self.afloat[0] and not self.me.inside:
            hidden = worth if self._in_sight is None else self._in_sight.ending(0, hides=True) - falls
            yield TurnPlan(float(worth + watch), Guard(), Stays("guard"))
            yield TurnPlan(float(hidden) + 1e-4, Hide(), Stays("hide"))
        if ap >= Dive.ap and self.wet[0] and not self.laden:
            spared = DIVING * float(self.ends[0] - worth)
            yield TurnPlan(float(worth) + spared + self.wishes.dive(self.who, self.friends_wet), Dive(), Stays("dive"))
        why = Ends(laden=self.laden, swims=bool(self.wet[0]) and not self.touched and ap < Dive.ap)
        yield TurnPlan(float(worth) - 1e-4, END, why)

    def _watch(self) -> float:
        """What an attack on whoever comes first is worth, or on whoever only comes in sight of what it shoots with."""
        found = 0.0
        for n, enemy in enumerate(self.foes):
            chance = self.outlook.soon(enemy, self.me)
            blow = self.outlook.strikes.blow(self.who, enemy.id)
            if blow is not None and self.dangers[n, 0] > 0.0:
                found = max(found, chance * self.outlook.harm([blow], enemy.id))
            seen = chance * self.weights.unseen if self.straight[n, 0] > 0.0 else 0.0
            for shot in self.outlook.strikes.shots(self.who, enemy.id) if seen else ():
                if self.straight[n, 0] <= shot.reach:
                    found = max(found, seen * self.outlook.harm([shot], enemy.id))
        return self.weights.guard * found

    def _striking(self, ap: int) -> Iterator[TurnPlan]:
        """Those whom it touches, with all AP or with some, to get away after."""
        for n, enemy in enumerate(self.foes):
            for blow in self._blows(enemy.id):
                attack = Drown(enemy.id) if blow.weapon == DROWNING else Combat(enemy.id, blow.weapon)
                wish = self.wishes.drown(enemy.id) if blow.weapon == DROWNING else 0.0
                for times in range(1, ap + 1):
                    gain, killed = self._gain([blow] * times, enemy.id)
                    if isinstance(attack, Combat):
                        gain -= own_losses(self.outlook, self.view, self.who, attack, times)
                    ending = self.ending(n, killed)
                    away = np.where(self.runs <= ap - times, ending - self.leaving * (self.runs > 0), -np.inf)
                    worth = gain + wish + max(float(away.max()), float(ending[0]))
                    why = AttacksEnemy(enemy.id, times, killed)
                    yield TurnPlan(float(worth), attack, why, True, gain, times)

    def _blows(self, enemy: str) -> list[Strike]:
        """The best attack on whom it touches; and to hold it under, where an agenda asks for that."""
        if enemy not in self.touched or self.me.inside:
            return []
        swims, strikes = self.outlook.wet(enemy), self.strikes
        best = strikes.blow(self.who, enemy, Footholds(bool(self.wet[0]), swims))
        found = [best] if best is not None else []
        if swims and self.wishes.drown(enemy) and not hooks.at_home_in_water(self.view, enemy):
            found.append(strikes.drowning(self.who, enemy, How()))
        return found

    def _shooting(self, ap: int, least: float = -np.inf) -> Iterator[TurnPlan]:
        """From a place where it sees the enemy; none that is worth less."""
        if self.touched or ap < 1:
            return
        found: list[Shots] = []
        for n, enemy in enumerate(self.foes):
            for shot in self.strikes.shots(self.who, enemy.id):
                found += self._shots(n, shot, ap)
        found.sort(key=lambda each: -each.worth)
        for each in found[:SHOTS]:
            if each.worth < least:
                break
            why = Shoots(self.foes[each.n].id, each.times, each.killed, each.shot.weapon)
            attack, trial = Combat(self.foes[each.n].id, each.shot.weapon), self._at(each.row)
            if measured(attack.barred(trial, self.who, How()), trial, self.measure) is not None:
                continue
            own = own_losses(self.outlook, trial, self.who, attack, each.times)
            if each.row == 0 and self.me.inside:
                continue
            if each.row == 0:
                yield TurnPlan(each.worth - own, attack, why, True, each.gain - own, each.times)
            else:
                yield from self._to_place(each.row, each.worth - own, why, each.gain - own, each.times)

    def _shots(self, n: int, shot: Strike, ap: int) -> Iterator[Shots]:
        """Places to shoot an enemy from: here, and the best others."""
        enemy = self.foes[n].id
        for runs in range(ap):
            times = min(shot.uses, ap - runs)
            rows = np.flatnonzero((self.runs == runs) & (self.straight[n] <= shot.reach - 0.05) & ~self.wet)
            if times < 1 or not len(rows):
                continue
            gain, killed = self._gain([shot] * times, enemy)
            ending, spare = self.ending(n, killed), ap - runs - times
            ending = ending - self.guarded * (self.runs > 0)
            if not runs:
                away = np.where(self.runs <= spare, ending, -np.inf)
                yield Shots(float(gain + away.max()), n, 0, shot, killed, gain, times)
                continue
            for row in self._within_sight(n, rows, ending):
                worth = float(gain + self._refuge(ending, int(row), spare))
                yield Shots(worth, n, int(row), shot, killed, gain, times)

    def _within_sight(self, n: int, rows: Rows, ending: Floats) -> Rows:
        """Of the places to shoot an enemy from the best, apart from each other, that a line leads to from it."""
        if self._in_sight is None:
            return rows[np.argsort(-ending[rows], kind="stable")][:: max(1, len(rows) // 40)][:STANDS]
        some = self._one_a_cell(rows, ending)
        return some[self._in_sight.clear(n, some)][:STANDS]

    def _refuge(self, ending: Floats, row: int, spare: int) -> float:
        """What it is worth to end where so many runs lead from a place: no way there is longer than one by it."""
        if not spare:
            return float(ending[row])
        near = self.cost <= self.cost[row] + self.dry * spare
        return best_within(self.at, self.at[row], BREAK * self.move * spare, np.where(near, ending, -np.inf))

    @property
    def hangs(self) -> bool:
        """Is it in mid-air, and falls if its turn ends there?"""
        return self.flies and self.me.on_wall

    def going_to(self, to: Point, beside: str | None = None) -> Iterator[Run]:
        """A run or flight to a place; a walk, where no flight lands there. `beside`: it is to charge an enemy."""
        if not self.flies:
            yield Run(to=to)
            return
        walker = candidate_places.runner(self.view, self.who, self.measure)
        for mover in (flight(walker), walker):
            if lands(self.view, self.measure, mover, to, beside):
                yield Run(to=to, fly=mover.fly)
                return

    def hop_to(self, to: Point, points: int, beside: str | None = None) -> Run | None:
        """A flight that ends in mid-air, from where the AP that are left then lead on to a place."""
        further = (points - 1) * (self.dry - SPARE)
        if points < 2 or not self.flies:
            return None
        mover = flight(candidate_places.runner(self.view, self.who, self.measure))
        corners = hop(self.view, self.measure, mover, to, further, beside)
        return None if corners is None else Run(path=corners, fly=True)

    def _to_place(
        self, row: int, worth: float, why: PlanReason, gain: float = 0.0, times: int = 0
    ) -> Iterator[TurnPlan]:
        if row == 0:
            return
        place = candidate_places.as_point(self.at[row])
        first = self.run(place) if self.runs[row] == 1 else END
        yield TurnPlan(worth, first, why, times > 0, gain, times, to=place)

    def _leaping(self, ap: int) -> Iterator[TurnPlan]:
        """Jumps, where a walk to the nearest goal leads a long way round."""
        able = self.leaping and not self.flies and ap and not self.touched and not self.wet[0]
        goal = beyond(self.goals, self.at[0], self.left[:, 0]) if able else None
        if goal is None:
            return
        here = candidate_places.as_point(self.at[0])
        starts = [here, *brink(self.at[(self.runs <= 1) & ~self.wet], goal)][:ap]
        _, health = self.outlook.worth.parts(self.who)
        stays = float(self.ending()[0])
        for leap in leaps(self.view, self.measure, self.who, starts, goal, self.walked):
            trial = self.view.copy()
            trial.set(self.who, at=leap.to)
            plans = TurnPlans(self.outlook.where(trial), self.who, leaping=False, most=ap)
            both = min(len(plans.left), len(self.left))  # from another level climbs may begin nowhere
            if (plans.left[:both, 0] > self.left[:both, 0] - SAVED * self.move).all():
                continue
            then = plans.best(ap - (1 if leap.start == here else 2))
            fallen = leap.lost * health / self.me.profile.lp
            worth = leap.arrives * then.worth + (1.0 - leap.arrives) * stays - fallen
            why = JumpsFirst(leap.arrives, then.why)
            first = Jump(leap.to) if leap.start == here else Run(to=leap.start)
            yield TurnPlan(worth, first, why, gain=leap.arrives * then.gain)

    def _boating(self, ap: int) -> Iterator[TurnPlan]:
        """Trips by gondola or boat that bring it nearer to the nearest goal than its feet do."""
        able = self.leaping and not self.flies and not self.touched and not self.wet[0]
        near = nearest(self.goals, self.at[0]) if able else None
        order = command_point(self.view, self.me.seat, self.weights.order)
        for trip in trips(self, near[1], near[2], ap) if near is not None else ():
            then = TurnPlans(self.outlook.where(trip.there), self.who, leaping=False, most=trip.left).best(trip.left)
            stays = float(self.ending()[0])
            worth = trip.arrives * then.worth + (1.0 - trip.arrives) * stays - trip.cost * order
            yield TurnPlan(worth, trip.first, GoesByBoat(then.why), gain=trip.arrives * then.gain)
