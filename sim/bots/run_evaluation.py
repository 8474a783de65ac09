"""Runs that the greedy bot looks at, and what each is worth: into contact, to where it can shoot, on towards a goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist, inf
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import DistanceOf, GroundOf, Mover, PathTo
from sim.board.model.verdicts import Ground, Path, Prospect
from sim.bots import candidate_places, evaluation
from sim.bots.contact import gap, touch, touches
from sim.carnevale import hooks, scenarios
from sim.carnevale.action import How
from sim.carnevale.actions import Combat, Run
from sim.carnevale.actions.combat import in_reach
from sim.carnevale.characters import Point
from sim.carnevale.hooks import RollContext
from sim.carnevale.odds import roll_odds
from sim.carnevale.state import State
from sim.carnevale.stats import stat
from sim.engine.requests import Measure, measured

__all__ = ["BESIDE", "FAR", "WALKED", "RunCandidates", "gets_anywhere", "side_of"]

SAMPLES = 8  # places to shoot from that are looked at
LATER = 0.8  # an attack after a move is worth so much of one now
AN_INCH = 0.02  # nearer to the nearest enemy
AIM_INCH = 0.02  # nearer to what scores, for each point that it does
HOLDING = 0.15  # to be there
DISTRACTED = 0.3  # of what enemies are worth, where something else scores
FAR = 100.0  # inches: what a place without a way on costs
BESIDE = 0.2  # inches: so near to contact with an enemy a way to it ends
ASHORE = 1.0  # inches: so far at least whoever swims is from an enemy that it cannot fight there
CROWD = 1.0  # inches more, for each over where somebody stands now
TIRED = 0.001  # of a walk to a place, where the way on is as long from several
WAYS, APART = 24, 0.7  # places on the way that are tried, where the best turns out to be refused; inches between them
SIDES, TURN = 3, 1.0  # of an enemy where contact is looked for; radians between them
ON = 0.5  # of its move: who gets no further on without a roll thinks of those with one
STEP = 0.05  # inches: who gets no further does not move
WITHIN = 0.01  # inches: a place at the side of a base is so much nearer than contact
WALKED = 1.2  # of a straight line: so long is a walk, where nobody has measured it


class _Worth(NamedTuple):
    """What a run is worth by the attack that follows it: for where it leads, and so much of the attack, `now` and
    `later`; by the `chance` that it comes about."""

    pull: float
    chance: float
    now: float
    later: float

    def by(self, attack: float) -> float:
        """If it comes about."""
        return self.now * attack + self.later * attack + self.pull

    def beats(self, best: float, attack: float) -> bool:
        """Is it more than this, all in all?"""
        return self.by(attack) * self.chance > best


class RunCandidates:
    """The runs of one character. `best`: what is worth no more than this need not be told; whoever looks through them
    sets it as better ones are found."""

    def __init__(self, view: State, measure: Measure, who: str, rng: Random) -> None:
        self.view, self.measure, self.who, self._rng = view, measure, who, rng
        self.best = -inf
        self.foes = view.enemies(who)
        friends = view.friends(who)
        aims = scenarios.aims(view, who)
        self.aims = [a for a in aims if not any(dist(c.here, a.at) <= a.radius for c in friends)]

    def __iter__(self) -> Iterator[tuple[float, Run]]:
        """Each with its value; those that take a roll only where the others lead nowhere."""
        if not self.view[self.who].ap or not (self.foes or self.aims):
            return
        goals = [tuple((*c.here, self._touch(c.id) + BESIDE) for c in self.foes)]
        goals += [tuple((*a.at, a.radius) for a in self.aims)] if self.aims else []
        for rolls in (False, True):
            mover = candidate_places.runner(self.view, self.who, self.measure, spared=rolls)
            found = candidate_places.prospect(self.view, mover, self.measure, *goals, rolls=rolls, crowd=CROWD)
            if not len(found.at):
                continue
            chance = self._chance() if rolls else 1.0
            for value, run in self._among(mover, found, chance):
                yield value * chance, run
            if _gets_on(found, mover.move):
                return

    def _chance(self) -> float:
        """Of the roll for a climb or difficult ground."""
        context = RollContext(purpose="climb", who=self.who, stat="dexterity", action="run")
        return roll_odds(stat(self.view, context).total).succeeds

    def _among(self, mover: Mover, found: Prospect, chance: float) -> Iterable[tuple[float, Run]]:
        view, who = self.view, self.who
        eager = max((scenarios.bounty(view, view[who].seat, c.id) for c in self.foes), default=0.0)
        pull = _pull(self._to_fight(found), eager, max((a.vp for a in self.aims), default=0.0))
        later = LATER if view[who].ap > 1 else 0.0
        for spot, end, row in self._charges(mover, found):
            worth = self._from_there(end, _Worth(float(pull[row]), chance, 1.0, later), touching=True)
            if worth is not None:
                yield worth, Run(to=spot)
        for spot, row in self._stands(found):
            worth = self._from_there(spot, _Worth(float(pull[row]), chance, 0.0, LATER), touching=False)
            if worth is not None:
                yield worth, Run(to=spot)
        for aim in self.aims:
            apart = np.linalg.norm(found.at - aim.at, axis=1)
            if apart.min() < APART and found.now[1] > 0:
                yield float(pull[int(np.argmin(apart))]) + HOLDING * aim.vp, Run(to=aim.at)
        pull = pull - TIRED * found.cost
        for _ in range(WAYS):
            best = int(np.argmax(pull))
            if pull[best] * chance <= self.best:
                return
            yield float(pull[best]), Run(to=candidate_places.as_point(found.at[best]))
            pull = np.where(np.linalg.norm(found.at - found.at[best], axis=1) < APART, -FAR, pull)

    def _to_fight(self, found: Prospect) -> Prospect:
        """The same for whoever cannot fight in water: there no enemy is at hand (WATER-04)."""
        view, who = self.view, self.who
        if any(hooks.is_so(view, who, "works_in_water", weapon) for weapon in view[who].profile.armoury):
            return found
        ground: Ground = self.measure(view, GroundOf(who))
        left, now = found.left.copy(), found.now.copy()
        left[0] = np.where(found.wet, np.maximum(left[0], ASHORE), left[0])
        now[0] = max(now[0], ASHORE) if ground.water else now[0]
        return msgspec.structs.replace(found, left=left, now=now)

    def _charges(self, mover: Mover, found: Prospect) -> Iterable[tuple[Point, Point, int]]:
        """For each enemy in reach, a place to aim at, the contact where the path ends, and the place before it.

        The board is asked whether the path ends in contact: without it, it is no charge.
        """
        for enemy in self.foes:
            if touches(self.view, self.who, enemy.id):
                continue
            for spot, row in self._sides(enemy.here, self._touch(enemy.id), found):
                path: Path = self.measure(self.view, PathTo(mover, spot))
                if path.refusal is None and path.cost > STEP and any(c.id == enemy.id for c in path.contacts):
                    yield spot, side_of(enemy.here, path.points[-1], self._touch(enemy.id)), row
                    break

    def _sides(self, at: Point, touch: float, found: Prospect) -> Iterable[tuple[Point, int]]:
        """A few places of contact round an enemy, the nearest to walk to first, each with the place before it."""
        dx, dy = found.at[:, 0] - at[0], found.at[:, 1] - at[1]
        near = np.flatnonzero(np.maximum(np.abs(dx), np.abs(dy)) < touch + BESIDE)
        apart = np.hypot(dx[near], dy[near])
        rows = near[(apart < touch + BESIDE) & (apart > 0) & (np.abs(found.at[near, 2] - at[2]) <= 1.0)]
        cost, angle = found.cost[rows], np.arctan2(dy[rows], dx[rows])
        for _ in range(SIDES):
            row = int(np.argmin(cost)) if len(cost) else -1
            if row < 0 or not np.isfinite(cost[row]):
                return
            yield side_of(at, candidate_places.as_point(found.at[rows[row]]), touch), int(rows[row])
            turned = np.abs((angle - angle[row] + np.pi) % (2 * np.pi) - np.pi)
            cost = np.where(turned < TURN, np.inf, cost)

    def _touch(self, enemy: str) -> float:
        return touch(self.view, self.who, enemy)

    def _stands(self, found: Prospect) -> Iterable[tuple[Point, int]]:
        """A few places, at random, with an enemy in range of a weapon that shoots."""
        c = self.view[self.who]
        longest = max(weapon.range for weapon in c.profile.armoury)
        if longest <= 1 or c.ap < 2 or not self.foes:
            return
        foes = np.array([foe.here for foe in self.foes])
        apart = np.linalg.norm(found.at[:, None, :] - foes[None, :, :], axis=2).min(axis=1)
        rows = np.flatnonzero(apart <= longest)
        for row in rows[self._rng.sample(range(len(rows)), min(SAMPLES, len(rows)))]:
            yield candidate_places.as_point(found.at[row]), int(row)

    def _from_there(self, spot: Point, run: _Worth, *, touching: bool) -> float | None:
        """What a run there is worth by the best attack from there; None where it is no more than the best that is
        known: what no attack can make worth more is not measured."""
        trial = self.view.copy()
        trial.set(self.who, at=spot)
        how = How(opportunity=touching, charging=touching)
        best = 0.0
        for at_most, action in self._attacks(trial, how):
            if at_most <= best or not run.beats(self.best, at_most):
                break  # nor does one that comes after it
            if measured(action.barred(trial, self.who, how), trial, self.measure) is None:
                best = max(best, evaluation.attack(trial, self.measure, self.who, action, how))
        return run.by(best) if run.beats(self.best, best) else None

    def _attacks(self, trial: State, how: How) -> list[tuple[float, Combat]]:
        """The attacks that are in reach, and what each is worth at most, the best first."""
        found = []
        for enemy in trial.enemies(self.who):
            for weapon in trial[self.who].profile.armoury:
                if weapon.range + 1.1 < gap(trial, self.who, enemy.id) or (how.charging and weapon.range > 1):
                    continue
                if in_reach(weapon, self.measure(trial, DistanceOf(self.who, enemy.id))):
                    action = Combat(enemy.id, weapon.name)
                    found.append((evaluation.at_most(trial, self.measure, self.who, action, how), action))
        return sorted(found, key=lambda pair: -pair[0])


def gets_anywhere(view: State, measure: Measure, who: str, run: Run) -> bool:
    """Is there more to a run than its cost?"""
    assert run.to is not None
    path: Path = measure(view, PathTo(candidate_places.runner(view, who, measure), run.to))
    return path.refusal is not None or path.cost > STEP


def _gets_on(found: Prospect, move: float) -> bool:
    """Does it lead on to any of the goals, as far as a move should, or is it there?"""
    nearer = np.minimum(found.now, FAR) - np.minimum(found.left.min(axis=1), FAR)
    return bool((np.isfinite(found.now) & (nearer >= np.minimum(ON * move, found.now))).any())


def _pull(found: Prospect, eager: float, vp: float) -> NDArray[np.float64]:
    """What each place is worth for being nearer to enemies that are worth so much, and to what scores so much."""
    left, now = np.minimum(found.left, FAR), np.minimum(found.now, FAR)
    towards = AN_INCH * eager * (now[0] - left[0])
    if not vp or (now[1] == FAR and left[1].min() == FAR):  # nothing else scores, or there is no way to it
        return np.asarray(towards)
    held = np.where(left[1] == 0, HOLDING, 0.0) - (HOLDING if now[1] == 0 else 0.0)
    return np.asarray(DISTRACTED * towards + vp * (held + AIM_INCH * (now[1] - left[1])))


def side_of(at: Point, spot: Point, touch: float) -> Point:
    """The place in contact with a base on the side where a spot is, at the height of the spot."""
    share = (touch - WITHIN) / max(WITHIN, dist(at[:2], spot[:2]))
    return (round(at[0] + (spot[0] - at[0]) * share, 3), round(at[1] + (spot[1] - at[1]) * share, 3), spot[2])
