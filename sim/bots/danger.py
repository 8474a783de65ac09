"""Danger: what each enemy could do, in its next turn, to a mini that stands at a place, and how likely it will.

How often an enemy can attack follows from its AP and its way: a charge takes a run for each MOVE of the way and brings
an attack of opportunity, every AP that is left another attack; shots take the runs until the target is in range. What
the attacks do is exact (`strikes`). Ways are those of the mini itself, which are about the enemy's the other way round;
an enemy who flies comes straight.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil, dist

import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import GroundOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Ground
from sim.bots import candidate_places
from sim.bots.agenda_wishes import AgendaWishes
from sim.bots.aims import Aims
from sim.bots.banes import Banes, best_of
from sim.bots.contact import LEVEL, touch, touches
from sim.bots.run_evaluation import BESIDE, WALKED
from sim.bots.strikes import DRY, Footholds, Known, Strike, Strikes, after, shock
from sim.bots.ways_up import WaysUp
from sim.bots.weights import Weights
from sim.bots.worth import Worth, rounds_left
from sim.carnevale import hooks
from sim.carnevale.characters import MOST_AP, Character, Effect, Point
from sim.carnevale.objectives.carrying import carried_by
from sim.carnevale.scenario import Aim
from sim.carnevale.state import State
from sim.carnevale.will import will_left
from sim.engine.requests import Measure
from sim.geometry.paths.step_values import StepTables

__all__ = ["FURTHER", "Outlook", "value_at"]

Floats = NDArray[np.float64]

LADEN = 0.2  # whoever carries something attacks only once it has put that down
LONGER, AROUND = 1.03, 0.6  # of a run, and inches: a straight line to whom it charges is no longer than so much more
CLOSE = 0.4  # inches: places so close together are on the same obstacle
FURTHER = 0.3  # inches: a little less than its whole MOVE serves to come near


def value_at(tables: StepTables, way: float, straight: float, *, wet: bool) -> float:
    """The best that these tables say of a place that is so far by way and as the crow flies."""
    move, further, dry, swum, ranges, afar = tables
    runs = min(MOST_AP + 1, ceil(max(way - further, 0.01) / move)) if way > 0.0 else 0
    found = float(swum[runs] if wet else dry[runs])
    for n, reach in enumerate(ranges.tolist()):
        steps = min(MOST_AP + 1, ceil(max(0.0, straight - reach) / move))
        found = max(found, float(afar[n, steps]))
    return found


class Outlook:
    """What minis can do to each other from where they stand, and from where they might."""

    def __init__(
        self,
        view: State,
        measure: Measure,
        weights: Weights,
        overlooked: frozenset[str] = frozenset(),
        known: Known | None = None,
        aims: type[Aims] = Aims,
        ways_up: WaysUp | None = None,
        wishes: type[AgendaWishes] = AgendaWishes,
    ) -> None:
        self.view, self.measure, self.weights = view, measure, weights
        self._ways_up, self._kind = ways_up, wishes
        self.overlooked = overlooked  # whom the danger from is not seen
        self.aims = aims(view)
        self.strikes, self.worth = Strikes(view, measure, known), Worth(view, weights, self.aims)
        self.last = rounds_left(view) <= 0.0
        self._best: dict[tuple[str, str], float] = {}
        self._of_all: dict[tuple[str, str], tuple[float, str, float]] = {}
        self._tables_of: dict[tuple[object, ...], StepTables] = {}
        self._wishes: dict[str, AgendaWishes] = {}
        self._touch: dict[tuple[str, str], bool] = {}
        self._held: dict[str, list[Character]] = {}
        self._ground: dict[str, Ground] = {}
        self._flies: dict[tuple[str, tuple[Effect, ...]], bool] = {}
        self._banes: dict[Strikes, Banes] = {}
        self._risen: dict[tuple[str, bool, str], Strikes] = {}

    def where(self, view: State, overlooked: frozenset[str] | None = None) -> Outlook:
        """The same, where somebody stands elsewhere, or the danger from others is not seen."""
        overlooked = self.overlooked if overlooked is None else overlooked
        known, aims = self.strikes.known, type(self.aims)
        found = Outlook(view, self.measure, self.weights, overlooked, known, aims, self._ways_up, self._kind)
        found.strikes.now, found._flies = self.strikes.now, self._flies
        found.aims.counting = self.aims.counting
        return found

    def feet(self, who: str, aims: Sequence[Aim]) -> tuple[Aim, ...]:
        """Where a mini would begin to climb to one of these."""
        return self._ways_up.feet(self.view, self.measure, who, aims) if self._ways_up is not None else ()

    def wishes(self, seat: str) -> AgendaWishes:
        """What a seat's agendas make it wish for."""
        if seat not in self._wishes:
            self._wishes[seat] = self._kind(self.view, seat, self.aims.counts(seat))
        return self._wishes[seat]

    # --- one attacker, one target ---------------------------------------------------------------------

    def attacks(self, who: str, target: str, runs: int, ap: int, stand: Footholds = DRY) -> list[Strike]:
        """What it does to a target that so many runs lead to the side of; 0: they touch."""
        if runs > ap:
            return []
        strikes = self.next_turn(who)
        blow, charge = strikes.blow(who, target, stand), strikes.charge(who, target, stand) if runs else None
        return [s for s in [charge, *[blow] * (ap - runs)] if s is not None]

    def flies(self, who: str) -> bool:
        """May it fly in a Run/Climb?"""
        own = who, self.view.characters[who].effects
        if own not in self._flies:
            self._flies[own] = hooks.flies(self.view, who)
        return self._flies[own]

    def wet(self, who: str) -> bool:
        """Does it swim?"""
        return self._under(who).water

    def on_debris(self, who: str) -> bool:
        """Does it slip into the water when its turn ends (TERR-10)?"""
        return self._under(who).obstacle == "debris"

    def on_small(self, who: str, at: Floats, perch: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which of these places, of those on a `perch`, are on small obstacles: a turn ends beside these, and not in
        the water (TERR-09). The board is asked for one of those that lie close together."""
        found, known = np.zeros(len(at), np.bool_), self.strikes.known.lasting.small
        rows = np.flatnonzero(perch)
        if not len(rows):
            return found
        close = np.round(at[rows] / CLOSE).astype(np.int64)
        _, first, which = np.unique(close, axis=0, return_index=True, return_inverse=True)
        small = []
        for n in first.tolist():
            x, y, z = close[n].tolist()
            if (x, y, z) not in known:
                ground: Ground = self.measure(self.view, GroundOf(who, candidate_places.as_point(at[rows[n]])))
                known[x, y, z] = ground.obstacle == "small"
            small.append(known[x, y, z])
        found[rows] = np.array(small, np.bool_)[which.ravel()]
        return found

    def _under(self, who: str) -> Ground:
        if who not in self._ground:
            self._ground[who] = self.measure(self.view, GroundOf(who))
        return self._ground[who]

    def harm(self, strikes: Sequence[Strike], target: str) -> float:
        """What these attacks are worth, one after the other."""
        return self.worth.taken(target, after(strikes), shock(strikes)) if strikes else 0.0

    def ap_of(self, c: Character) -> int:
        """With how many AP it acts next."""
        boost = hooks.turn_boost(self.view, c.id).ap
        return min(MOST_AP, c.profile.ap + boost) if c.had_turn else min(MOST_AP - c.used_ap, max(c.ap, 0) + boost)

    def next_turn(self, who: str) -> Strikes:
        """The attacks of its next turn, which may begin with what makes them better (ABIL-Berserk)."""
        effects = hooks.turn_boost(self.view, who).effects
        if not effects:
            return self.strikes
        c = self.view.characters[who]
        own = (who, c.had_turn, self.strikes.now)
        if own not in self._risen:
            risen = self.view.copy()
            risen.set(who, effects=(*c.effects, *effects))
            self._risen[own] = Strikes(risen, self.measure, self.strikes.known)
            self._risen[own].now = self.strikes.now
        return self._risen[own]

    def banes(self, who: str) -> Banes | None:
        """The magic that it could cast in its next turn at enemies to harm them; None: there is none."""
        strikes = self.next_turn(who)
        if strikes not in self._banes:
            self._banes[strikes] = Banes(strikes)
        found = self._banes[strikes]
        swamped = found.could_cast(who) and self.wet(who) and not hooks.at_home_in_water(self.view, who)
        return found if found.could_cast(who) and not swamped else None

    def soon(self, c: Character, other: Character) -> float:
        """How likely it is that it acts before the other does again (the other has just acted, or is about to)."""
        if c.had_turn:
            return 0.0 if self.last else self.weights.next_round
        return 1.0

    def table(self, who: str, target: str, stand: Footholds = DRY) -> Floats:
        """What its attacks hand to hand are worth by the runs that they take, 0 to 4 (as many as bring nothing)."""
        c, t = self.view.characters[who], self.view.characters[target]
        ap, strikes, banes = self.ap_of(c), self.next_turn(who), self.banes(who)
        magic = () if banes is None else banes.could_cast(who)
        crowds = strikes.crowds(who, target, swims=stand.swims)
        key = (stand, crowds, ap, magic, t.lp, self.worth.parts(target), self.worth.stake(target))
        tables = strikes.pair(who, target).tables
        if key not in tables:
            made = np.array(self._table(who, target, ap, stand, banes))
            tables = strikes.pair(who, target).tables
            tables[key] = made
        return np.asarray(tables[key])

    def _table(self, who: str, target: str, ap: int, stand: Footholds, banes: Banes | None) -> list[float]:
        """`harm` of `attacks` for 0, 1, 2, ... runs; the fewer runs, the more blows follow the same charge."""
        harms, strikes = [0.0] * (MOST_AP + 2), self.next_turn(who)
        blow = strikes.blow(who, target, stand)
        if banes is not None:
            first, found, will = strikes.charge(who, target, stand), banes.of(who, target), will_left(self.view, who)
            worth = partial(self.worth.taken, target)
            for runs in range(ap + 1):
                harms[runs] = best_of(found, will, ap - runs, worth, blow, first if runs else None).worth
            return harms
        if blow is not None and ap:
            harms[0] = self.harm([blow] * ap, target)
        if not ap:
            return harms
        first = strikes.charge(who, target, stand)
        lost, keeps = after([] if first is None else [first]), 1.0 if first is None else 1.0 - first.shocks
        for runs in range(ap, 0, -1):
            struck = first is not None or (blow is not None and runs < ap)
            harms[runs] = self.worth.taken(target, lost, 1.0 - keeps) if struck else 0.0
            if blow is not None:
                lost, keeps = np.convolve(lost, blow.lost), keeps * (1.0 - blow.shocks)
        return harms

    def tables(self, who: str, target: str, *, wet: bool) -> StepTables:
        """What it could do to a target by the way there, in Victory Points. `wet`: some of the places are in water."""
        crowds, acts = self.strikes.crowds(who, target, swims=wet), self.strikes.now == who
        own = (who, target, crowds, wet, self.view.characters[who].had_turn, acts, self.worth.parts(target))
        found = self._tables_of.get(own)
        if found is None:
            found = self._tables_of[own] = self._known_tables(who, target, wet=wet)
        return found

    def _known_tables(self, who: str, target: str, *, wet: bool) -> StepTables:
        """The same, kept longer than for one choice."""
        c, t = self.view.characters[who], self.view.characters[target]
        ap, strikes, banes = self.ap_of(c), self.next_turn(who), self.banes(who)
        magic = () if banes is None else banes.could_cast(who)
        crowds = strikes.crowds(who, target, swims=wet)
        key = ("all", wet, crowds, ap, magic, c.stunned, t.lp, self.worth.parts(target), self.worth.stake(target))
        tables = strikes.pair(who, target).tables
        if key not in tables:
            made = self._tables(who, target, ap, wet, banes)
            tables = strikes.pair(who, target).tables
            tables[key] = made
        found: StepTables = tables[key]
        return found

    def _tables(self, who: str, target: str, ap: int, wet: bool, banes: Banes | None) -> StepTables:
        c = self.view.characters[who]
        dry = self.table(who, target)
        swum = self.table(who, target, Footholds(True, True)) if wet else dry
        move = max(1.0, float(c.profile.move - c.stunned))
        ranges, afar = self._afar(who, target, ap, banes)
        return StepTables(move, FURTHER, dry, swum, ranges, afar * self.weights.unseen)

    def _afar(self, who: str, target: str, ap: int, banes: Banes | None) -> tuple[Floats, Floats]:
        """From how far it does something to a target, and what that is worth by the runs that it takes: (ranges, 5)."""
        shots = self.next_turn(who).shots(who, target)
        found = () if banes is None else banes.of(who, target)
        will, worth = will_left(self.view, who) if found else 0, partial(self.worth.taken, target)
        ranges = sorted({shot.reach for shot in shots} | {bane.reach for bane in found}) if found else ()
        afar = np.zeros((len(ranges) or len(shots), MOST_AP + 2))
        for n, reach in enumerate(ranges):
            casts, able = [b for b in found if b.reach >= reach], [None, *(s for s in shots if s.reach >= reach)]
            for runs in range(ap + 1):
                afar[n, runs] = max(best_of(casts, will, ap - runs, worth, shot).worth for shot in able)
        if not found:
            for n, shot in enumerate(shots):
                times = [max(0, min(shot.uses, ap - runs)) for runs in range(MOST_AP + 2)]
                harms = {often: self.harm([shot] * often, target) for often in set(times)}
                afar[n] = np.array([harms[often] for often in times])
        return np.array(ranges or [shot.reach for shot in shots]), afar

    def over(self, who: str, target: str, way: float, straight: float, wet: bool = False) -> float:
        """What it could do to a target from so far by way and as the crow flies, in Victory Points.

        `wet`: where both would be in water then.
        """
        return value_at(self.tables(who, target, wet=wet), way, straight, wet=wet)

    def from_here(self, who: str, target: str) -> float:
        """The same from where both stand, as the crow flies and, of those who do not fly, somewhat further."""
        two = (who, target)
        if two not in self._best:
            wet, here, there = self.wet(target), self.view[who].here, self.view[target].here
            tables, latest = self.tables(who, target, wet=wet), self.strikes.known.lasting.latest
            kept = latest.get(two)
            if self.flies(who) or kept is None or kept[0] is not tables or kept[1] != here or kept[2] != there:
                gap = self.gap(here, there, who, target)
                about = 1.0 if self.flies(who) else WALKED
                way = 0.0 if self.touch(who, target) else max(0.1, about * gap - BESIDE)
                kept = tables, here, there, self.over(who, target, way, gap, wet)
                if not self.flies(who):  # which it may not do for long
                    latest[two] = kept
            self._best[two] = kept[3]
        return self._best[two]

    def gap(self, a: Point, b: Point, who: str, other: str) -> float:
        return max(0.0, dist(a, b) - touch(self.view, who, other))

    def touch(self, a: str, b: str) -> bool:
        if (a, b) not in self._touch:
            self._touch[a, b] = touches(self.view, a, b)
        return self._touch[a, b]

    def touched_by(self, who: str) -> list[Character]:
        """The enemies that it touches."""
        if who not in self._held:
            self._held[who] = [c for c in self.view.enemies(who) if self.touch(who, c.id)]
        return self._held[who]

    def within(self, who: str, target: str) -> bool:
        """Could it perhaps attack the target with one action, as far as a straight line tells?"""
        c, gap = self.view[who], self.gap(self.view[who].here, self.view[target].here, who, target)
        return gap <= max(float(c.profile.move), *(float(w.range) for w in c.profile.armoury)) + LEVEL

    def may_charge(self, who: str) -> bool:
        """Could a run perhaps lead it to the side of an enemy that it does not touch, as a straight line tells?"""
        run = candidate_places.runner(self.view, who, self.measure).move
        reach = LONGER * max(run, self.view[who].profile.size * MM) + AROUND  # a large base hauls itself out of water
        here, free = self.view[who].here, [c for c in self.view.enemies(who) if not self.touch(who, c.id)]
        return any(dist(here[:2], c.here[:2]) - touch(self.view, who, c.id) <= reach for c in free)

    def may_strike(self, who: str) -> bool:
        """Does it touch an enemy, or is one within the range of what it could shoot with?"""
        here = self.view[who].here
        return bool(self.touched_by(who)) or any(
            shot.reach >= self.gap(here, c.here, who, c.id)
            for c in self.view.enemies(who)
            for shot in self.strikes.shots(who, c.id)
        )

    # --- a mini and all its enemies -----------------------------------------------------------------------

    def instead(self, enemy: str, target: str) -> float:
        """What else it could do that is worth most: it acts but once."""
        own = (enemy, self.view.characters[target].seat)
        if own not in self._of_all:
            seat, best, most, next_most = own[1], "", 0.0, 0.0
            for c in self.view.on_board():
                if c.seat == seat:
                    found = self.from_here(enemy, c.id)
                    if found > most:
                        best, most, next_most = c.id, found, most
                    else:
                        next_most = max(next_most, found)
            self._of_all[own] = most, best, next_most
        most, best, next_most = self._of_all[own]
        return next_most if best == target else most

    def comes(self, enemy: str, target: str) -> float:
        """What of an enemy's harm is to be counted, wherever the target stands; it may have better to do besides."""
        if enemy in self.overlooked:
            return 0.0
        seat = self.view.characters[target].seat
        held = any(c.seat == seat and c.id != target for c in self.touched_by(enemy))
        free = 1.0 if carried_by(self.view, enemy) is None else LADEN
        return self.soon(self.view[enemy], self.view[target]) * (self.weights.engaged if held else 1.0) * free

    def likely(self, enemy: str, target: str, harm: float) -> float:
        """What of an enemy's harm is to be counted: it acts but once, and may have better to do."""
        other = self.instead(enemy, target)
        return harm * (harm / max(harm + other, 1e-9) if other > 0.0 else 1.0) * self.comes(enemy, target)
