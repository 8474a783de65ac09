"""Danger: what each enemy could do, in its next turn, to a mini that stands at a place, and how likely it will.

How often an enemy can attack follows from its AP and its way: a charge takes a run for each MOVE of the way and brings
an attack of opportunity, every AP that is left another attack; shots take the runs until the target is in range. What
the attacks do is exact (`strikes`). Ways are those of the mini itself, which are about the enemy's the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import GroundOf
from sim.board.model.verdicts import Ground
from sim.bots import candidate_places
from sim.bots.run_evaluation import BESIDE, touch
from sim.bots.strikes import DRY, Footholds, Known, Strike, Strikes, after
from sim.bots.weights import Weights, weights_of
from sim.bots.worth import Worth, rounds_left
from sim.carnevale.characters import MOST_AP, Character, Point
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["Outlook", "Threat", "danger"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

DETOUR = 1.2  # of a straight line, where nobody has walked the way
LEVEL = 1.0  # inches: so much higher or lower is contact
FURTHER = 0.3  # inches: a little less than its whole MOVE serves to come near


class Threat(msgspec.Struct, frozen=True):
    """What one enemy could do to a mini in its next turn."""

    enemy: str
    weapon: str
    attacks: int
    lost: float  # Life Points, on average
    kills: float  # the chance
    comes: float  # how likely it gets to it: whose turn comes when, and whom else it could attack


class Outlook:
    """What minis can do to each other from where they stand, and from where they might."""

    def __init__(
        self,
        view: State,
        measure: Measure,
        weights: Weights,
        overlooked: frozenset[str] = frozenset(),
        known: Known | None = None,
    ) -> None:
        self.view, self.measure, self.weights = view, measure, weights
        self.overlooked = overlooked  # whom the danger from is not seen
        self.strikes, self.worth = Strikes(view, measure, known), Worth(view, weights)
        self.last = rounds_left(view) <= 0.0
        self._best: dict[tuple[str, str], float] = {}
        self._wet: dict[str, bool] = {}

    # --- one attacker, one target ---------------------------------------------------------------------

    def attacks(self, who: str, target: str, runs: int, ap: int, stand: Footholds = DRY) -> list[Strike]:
        """What it does to a target that so many runs lead to the side of; 0: they touch."""
        if runs > ap:
            return []
        blow, charge = self.strikes.blow(who, target, stand), self.strikes.charge(who, target, stand) if runs else None
        return [s for s in [charge, *[blow] * (ap - runs)] if s is not None]

    def wet(self, who: str) -> bool:
        """Does it swim?"""
        if who not in self._wet:
            ground: Ground = self.measure(self.view, GroundOf(who))
            self._wet[who] = ground.water
        return self._wet[who]

    def shooting(self, who: str, target: str, runs: int, ap: int) -> list[Strike]:
        """What it does from afar after so many runs."""
        best: list[Strike] = []
        for shot in self.strikes.shots(who, target):
            often = [shot] * max(0, min(shot.uses, ap - runs))
            if sum(s.mean for s in often) > sum(s.mean for s in best):
                best = often
        return best

    def harm(self, strikes: Sequence[Strike], target: str) -> float:
        """What these attacks are worth, one after the other."""
        return self.worth.taken(target, after(strikes)) if strikes else 0.0

    def ap_of(self, c: Character) -> int:
        """With how many AP it acts next."""
        return min(MOST_AP, c.profile.ap if c.had_turn else max(c.ap, 0))

    def soon(self, c: Character, other: Character) -> float:
        """How likely it is that it acts before the other does again (the other has just acted, or is about to)."""
        if c.had_turn:
            return 0.0 if self.last else self.weights.next_round
        return 1.0

    def table(self, who: str, target: str, stand: Footholds = DRY) -> Floats:
        """What its attacks hand to hand are worth by the runs that they take, 0 to 4 (as many as bring nothing)."""
        ap = self.ap_of(self.view[who])
        known = self.strikes.known
        key = ("table", stand, ap, self.worth.parts(target), *self.strikes.marks(who, target))
        if key not in known:
            known[key] = np.array(self._table(who, target, ap, stand))
        return np.asarray(known[key])

    def _table(self, who: str, target: str, ap: int, stand: Footholds) -> list[float]:
        """`harm` of `attacks` for 0, 1, 2, ... runs; the fewer runs, the more blows follow the same charge."""
        harms = [0.0] * (MOST_AP + 2)
        blow = self.strikes.blow(who, target, stand)
        if blow is not None and ap:
            harms[0] = self.harm([blow] * ap, target)
        if not ap:
            return harms
        first = self.strikes.charge(who, target, stand)
        lost = after([] if first is None else [first])
        for runs in range(ap, 0, -1):
            struck = first is not None or (blow is not None and runs < ap)
            harms[runs] = self.worth.taken(target, lost) if struck else 0.0
            lost = lost if blow is None else np.convolve(lost, blow.lost)
        return harms

    def over(self, who: str, target: str, way: Floats, straight: Floats, wet: Bools | None = None) -> Floats:
        """What it could do to a target from so far by way and as the crow flies, in Victory Points.

        `wet`: where both would be in water then.
        """
        c = self.view[who]
        move = max(1.0, float(c.profile.move - c.stunned))
        runs = np.ceil(np.where(way > 0.0, np.maximum(way - FURTHER, 0.01), 0.0) / move)
        runs = np.minimum(runs, MOST_AP + 1).astype(np.int64)
        hand = self.table(who, target)[runs]
        if wet is not None and wet.any():
            hand = np.where(wet, self.table(who, target, Footholds(True, True))[runs], hand)
        ap, afar = self.ap_of(c), np.zeros_like(hand)
        for shot in self.strikes.shots(who, target):
            times = [max(0, min(shot.uses, ap - r)) for r in range(MOST_AP + 2)]
            harms = {often: self.harm([shot] * often, target) for often in set(times)}
            worth = np.array([harms[often] for often in times])
            steps = np.ceil(np.maximum(0.0, straight - shot.reach) / move)
            afar = np.maximum(afar, worth[np.minimum(steps, MOST_AP + 1).astype(np.int64)] * self.weights.unseen)
        return np.asarray(np.maximum(hand, afar))

    def from_here(self, who: str, target: str) -> float:
        """The same from where both stand, as the crow flies and somewhat further."""
        if (who, target) not in self._best:
            gap = self.gap(self.view[who].here, self.view[target].here, who, target)
            way = 0.0 if self.touch(who, target) else max(0.1, DETOUR * gap - BESIDE)
            wet = np.array([self.wet(target)])
            self._best[who, target] = float(self.over(who, target, np.array([way]), np.array([gap]), wet)[0])
        return self._best[who, target]

    def gap(self, a: Point, b: Point, who: str, other: str) -> float:
        return max(0.0, dist(a, b) - touch(self.view, who, other))

    def touch(self, a: str, b: str) -> bool:
        one, other = self.view[a].here, self.view[b].here
        return dist(one[:2], other[:2]) <= touch(self.view, a, b) + 0.02 and abs(one[2] - other[2]) <= LEVEL

    def within(self, who: str, target: str) -> bool:
        """Could it perhaps attack the target with one action, as far as a straight line tells?"""
        c, gap = self.view[who], self.gap(self.view[who].here, self.view[target].here, who, target)
        return gap <= max(float(c.profile.move), *(float(w.range) for w in c.profile.armoury)) + LEVEL

    # --- a mini and all its enemies -----------------------------------------------------------------------

    def likely(self, enemy: str, target: str, harm: Floats) -> Floats:
        """What of an enemy's harm is to be counted: it acts but once, and may have better to do."""
        c, t = self.view[enemy], self.view[target]
        if enemy in self.overlooked:
            return np.zeros_like(harm)
        friends = self.view.friends(target)
        other = max((self.from_here(enemy, f.id) for f in friends), default=0.0)
        chosen = harm / np.maximum(harm + other, 1e-9)
        held = any(self.touch(enemy, f.id) for f in friends)
        scale = self.soon(c, t) * (self.weights.engaged if held else 1.0)
        return np.asarray(harm * np.where(other > 0.0, chosen, 1.0) * scale)


def danger(view: State, measure: Measure, who: str, place: Point | None = None) -> tuple[Threat, ...]:
    """What every enemy could do in its next turn to a mini where it stands, or at a place; the worst first.

    `view`: as the mini's seat may see the game. Nothing is rolled or changed; the board is measured freely.
    """
    if place is not None:
        view = view.copy()
        view.set(who, at=place)
    outlook = Outlook(view, measure, weights_of("seasoned"))
    foes = view.enemies(who)
    goals = [((*c.here, touch(view, who, c.id) + BESIDE),) for c in foes]
    found = candidate_places.prospect(view, candidate_places.runner(view, who, measure), measure, *goals)
    threats = []
    for n, enemy in enumerate(foes):
        way = np.array([0.0 if outlook.touch(enemy.id, who) else max(0.1, float(found.now[n]))])
        straight = np.array([outlook.gap(enemy.here, view[who].here, enemy.id, who)])
        harm = outlook.over(enemy.id, who, way, straight, np.array([outlook.wet(who)]))
        if harm[0] > 0.0:
            threats.append(_told(outlook, enemy, who, float(way[0]), float(straight[0]), harm))
    return tuple(sorted(threats, key=lambda t: -t.lost * t.comes))


def _told(outlook: Outlook, enemy: Character, who: str, way: float, straight: float, harm: Floats) -> Threat:
    """The best of what an enemy can do, in words and numbers."""
    ap, move = outlook.ap_of(enemy), max(1.0, float(enemy.profile.move - enemy.stunned))
    runs = int(np.ceil(max(way - FURTHER, 0.01) / move)) if way else 0
    stand = Footholds(outlook.wet(who), outlook.wet(who))
    ways = [outlook.attacks(enemy.id, who, runs, ap, stand)]
    for shot in outlook.strikes.shots(enemy.id, who):
        steps = int(np.ceil(max(0.0, straight - shot.reach) / move))
        ways.append([shot] * max(0, min(shot.uses, ap - steps)))
    best = max(ways, key=lambda strikes: outlook.harm(strikes, who))
    lost, life = after(best), outlook.view[who].lp
    comes = float(outlook.likely(enemy.id, who, harm)[0] / harm[0])
    mean = float(lost @ np.minimum(np.arange(len(lost)), life))
    return Threat(enemy.id, best[0].weapon, len(best), mean, float(lost[life:].sum()), comes)
