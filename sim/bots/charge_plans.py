"""Charges that a mini could plan, with what they are worth, and whether the board lets them.

The prospects that plans are made of count a place a little short of contact as contact, be it on a bank above whoever
swims there, and let ways pass where a base does not quite fit. So the exact way is asked for of a charge that would be
chosen; where there is none, the plans are made anew without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from sim.board.model.queries import PathTo
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.bots.agenda_slips import slip_wish
from sim.bots.contact import breaks_away, touch
from sim.bots.danger import Outlook
from sim.bots.guards import guards_at
from sim.bots.markers import own_losses
from sim.bots.places_in_reach import Floats, Rows
from sim.bots.plan_reasons import Charges
from sim.bots.run_evaluation import side_of
from sim.bots.stops_inside import passes
from sim.bots.strikes import Footholds, Strike, Strikes, after, shock
from sim.bots.turn_ends import TurnEnds
from sim.bots.turn_plan import TurnPlan
from sim.carnevale.actions import Combat, Run
from sim.carnevale.actions.combat import marker_of
from sim.carnevale.characters import Point
from sim.carnevale.legality import END
from sim.carnevale.state import State

__all__ = ["ChargePlans"]

FUMBLE = 0.6  # of an answer in kind


class ChargePlans(TurnEnds):
    """What a mini could do to whom it does not touch yet, at its side."""

    def __init__(self, outlook: Outlook, who: str, most: int) -> None:
        """`most`: as of the places."""
        super().__init__(outlook, who, most)
        self._met: dict[str, Point] = {}  # enemies whom a way was found to: where it ends, in contact
        self._fewest: dict[str, int] = {}  # runs to an enemy whom it turned out that one does not lead to

    @cached_property
    def strikes(self) -> Strikes:
        """Its attacks; of whoever waits, those of the turn that it will have."""
        return self.outlook.next_turn(self.who)

    @cached_property
    def leaving(self) -> float:
        """What it costs to break away from whom it touches, or brings."""
        cost, slips = 0.0, 1.0
        for enemy in self.touched:
            blow, away = self.outlook.strikes.blow(enemy, self.who), breaks_away(self.view, self.who, enemy)
            fails, slips = 1.0 - away, min(slips, away)
            if blow is not None:
                cost = max(cost, fails * 1.3 * self.outlook.harm([blow], self.who))
        return cost - slips * slip_wish(self.wishes, self.who, self.weights.slips) if self.touched else cost

    @cached_property
    def guarded(self) -> Floats:
        """What enemies on guard take from it at every place, if it comes there."""
        weight = self.weights.guarded
        return weight * guards_at(self) if weight and any(c.guarding for c in self.foes) else np.zeros(len(self.at))

    def begins(self, plan: TurnPlan) -> bool:
        """Can a plan be begun, if it is a charge at once? If not, it is known from then on, and plans change."""
        enemy, side = plan.beside, plan.to
        if enemy is None or side is None or plan.first == END or self.flies or enemy in self._met:
            return True
        longer = np.inf
        for to in (side, self._nearest_side(enemy), self.view[enemy].here):
            way = self._way(enemy, to)
            if way is None:
                continue
            if way.refusal is None:  # round a corner, perhaps, where it stands otherwise
                self._met[enemy] = to if to == side else candidate_places.as_point(way.points[-1])
                return to == side
            longer = way.cost
        self._deny(enemy, longer)
        return False

    def charge(self, enemy: str) -> Point | None:
        """Where a way is known to end that leads to the side of an enemy at once."""
        return self._met.get(enemy)

    def _way(self, enemy: str, to: Point) -> Path | None:
        """A way of one run to an enemy, or one that only takes longer; None: none ends in contact with it alone."""
        mover = candidate_places.runner(self.view, self.who, self.measure)
        path: Path = self.measure(self.view, PathTo(mover, to))
        if path.refusal is not None:
            return path if path.refusal[0] == "MOVE-01" and path.cost > mover.move else None
        met = {c.id for c in path.contacts}
        return path if enemy in met and met <= {enemy, *self.touched} else None

    def _deny(self, enemy: str, cost: float) -> None:
        """No single run leads to an enemy: where the places told so, none of them is beside it."""
        n = [c.id for c in self.foes].index(enemy)
        self._fewest[enemy] = 2
        if not cost <= self.move + (self.most - 1) * self.dry:
            untrue = (self.left[n] <= 0.0) & (self.runs <= 1)
            beside = (self.left[n] <= 0.0) & ~untrue
            self.left[n, untrue if beside.any() else slice(None)] = np.inf
            for known in ("ways", "coming", "ends", "guarded"):
                self.__dict__.pop(known, None)
            self._dangers.clear()

    def _nearest_side(self, enemy: str) -> Point:
        """Of an enemy, as far as the places tell."""
        n = [c.id for c in self.foes].index(enemy)
        rows = np.flatnonzero((self.left[n] <= 0.0) & (self.runs > 0))
        row = rows[np.argmin(self.cost[rows])]
        return side_of(self.view[enemy].here, candidate_places.as_point(self.at[row]), self._touch(enemy))

    def _beside(self, n: int, ap: int) -> Rows:
        """Places beside an enemy where so many runs end: if it is known where, the nearest to that."""
        met = self._met.get(self.foes[n].id)
        most = ap if met is None else 1
        rows = np.flatnonzero((self.left[n] <= 0.0) & (self.runs <= most) & (self.runs > 0))
        if met is None or not len(rows):
            return rows
        return rows[[int(np.argmin(np.linalg.norm(self.at[rows] - np.array(met), axis=1)))]]

    def _touch(self, enemy: str) -> float:
        return touch(self.view, self.who, enemy)

    def _charging(self, ap: int) -> Iterator[TurnPlan]:
        for n, enemy in enumerate(self.foes):
            if enemy.id in self.touched:
                continue
            rows = self._beside(n, ap)
            if not len(rows):
                continue
            for runs in range(self._fewest.get(enemy.id, 1), ap + 1):
                those = rows[self.runs[rows] <= runs]
                if len(those) and (runs == 1 or self.flies or self._leads_beside(n, runs)):
                    yield self._charge(n, runs, those, ap)
                    break

    def _leads_beside(self, n: int, runs: int) -> bool:
        """Is there a place to end a first run from which so many in all lead to the side of an enemy?"""
        enemy = self.foes[n]
        return self.leads_on(self.left[n], runs) or passes(self, enemy.here, runs, self._touch(enemy.id))

    def _charge(self, n: int, runs: int, rows: Rows, ap: int) -> TurnPlan:
        enemy, best = self.foes[n].id, (-np.inf, 0.0, 0, 0.0, 0)
        for wet in {bool(w) for w in self.wet[rows]}:
            strikes = self.outlook.attacks(self.who, enemy, runs, ap, Footholds(wet, self.outlook.wet(enemy)))
            gain, killed = self._gain(strikes, enemy)
            there, ending = rows[self.wet[rows] == wet], self.ending(n, killed) - self.guarded
            row = int(there[np.argmax(ending[there])])
            gain -= self._own_losses(strikes, enemy, row)
            best = max(best, (gain + float(ending[row]), killed, len(strikes), gain, row))
        worth, (killed, times, gain, row) = best[0] - self.leaving, best[1:]
        why = Charges(enemy, times, killed)
        if runs == 1:
            here = self.view[enemy].here
            side = self._met.get(enemy) or side_of(here, candidate_places.as_point(self.at[row]), self._touch(enemy))
            return TurnPlan(float(worth), self.run(here), why, True, gain, times, beside=enemy, to=side)
        return TurnPlan(float(worth), END, why, True, gain, times, beside=enemy)

    def _own_losses(self, strikes: Sequence[Strike], enemy: str, row: int) -> float:
        """What these attacks from one of its places take from its friends and itself."""
        weapons = {strike.weapon: self.me.profile.weapon(strike.weapon) for strike in strikes}
        marked = {name for name, weapon in weapons.items() if weapon and marker_of(self.view, self.who, weapon)}
        trial, names = self._at(row) if marked else self.view, [strike.weapon for strike in strikes]
        return sum(own_losses(self.outlook, trial, self.who, Combat(enemy, name), names.count(name)) for name in marked)

    def _gain(self, strikes: Sequence[Strike], enemy: str) -> tuple[float, float]:
        """What attacks bring, less their fumbles, and the chance that they kill."""
        if not strikes:
            return 0.0, 0.0
        lost = after(strikes)
        killed = float(lost[self.view[enemy].lp :].sum())
        gain = self.outlook.worth.taken(enemy, lost, shock(strikes)) + self.wishes.hurt(enemy, lost)
        gain += killed * self.wishes.kill(self.who, enemy, strikes[-1].weapon, strikes[-1].reach)
        back = self.outlook.strikes.blow(enemy, self.who)
        answer = self.outlook.harm([back], self.who) if back is not None else 0.0
        _, health = self.outlook.worth.parts(self.who)
        fumbles = sum(s.fumbles for s in strikes)
        cost = fumbles * (health / self.me.profile.lp + FUMBLE * answer)
        return gain - cost, killed

    def run(self, to: Point) -> Run:
        """A run to a place, or a flight of whoever flies."""
        return Run(to=to, fly=self.flies)

    def _at(self, row: int) -> State:
        """The game with it at one of its places."""
        trial = self.view.copy()
        trial.set(self.who, at=candidate_places.as_point(self.at[row]))
        return trial
