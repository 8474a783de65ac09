"""What a mini is worth, and what it is worth that it loses Life Points, in Victory Points.

Whoever carries something has that much more to lose, also where a hit only makes it drop that (SCEN-04). Who alone of
its gang stands where it scores is worth what it holds there, the more so the nearer the end is. With a Leader falls the
heart of its gang, where the table plays with morale (CAMP-04).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.bots.aims import Aims
from sim.bots.weights import Weights
from sim.carnevale import scenario
from sim.carnevale.characters import Character
from sim.carnevale.dice import Outcome
from sim.carnevale.hooks import RollContext
from sim.carnevale.objectives.carrying import carried_by
from sim.carnevale.odds import roll_odds
from sim.carnevale.state import State
from sim.carnevale.stats import stat

__all__ = ["AVERAGE", "Worth", "rounds_left"]

SUSTAINED = 12.0  # rounds: how long a free fight is said to last
AVERAGE = 14.0  # ducats of a mini
TAKEN_UP = 0.5  # of what is dropped with the whole game to come: somebody takes it up again
AT_HOME = 0.3  # of what is carried, where it scores already
WAVERS = 0.1  # a failed morale test: Stunned, and a Will Point gone


def rounds_left(view: State) -> float:
    """The share of the game that is still to come after this round, 0 to 1."""
    page = scenario.of(view)
    rounds = SUSTAINED if page is None else float(page.rounds)
    return max(0.0, (rounds - view.round) / rounds)


class Worth:
    """What the minis of a game are worth to those who fight them, and to their own gang."""

    def __init__(self, view: State, weights: Weights, aims: Aims | None = None) -> None:
        """`aims`: where minis score; as the scenario tells, if nothing else is said."""
        self.view, self._weights, self._left = view, weights, rounds_left(view)
        self._aims = Aims(view) if aims is None else aims
        self._kept: dict[str, tuple[float, float]] = {}
        self._stakes: dict[str, float] = {}
        self._supposed: dict[str, float] = {}

    def suppose(self, who: str, scores: float | None) -> None:
        """From now on a mini is to hold alone what scores so much; None: what it holds where it stands."""
        self._kept.pop(who, None)
        self._supposed.pop(who, None)
        if scores is not None:
            self._supposed[who] = scores

    def parts(self, who: str) -> tuple[float, float]:
        """What it is worth to be on the board, and what its Life Points are worth, if it has all of them."""
        if who not in self._kept:
            self._kept[who] = self._parts(self.view[who])
        return self._kept[who]

    def _parts(self, c: Character) -> tuple[float, float]:
        foes = [seat for seat in self.view.seats if seat != c.seat]
        scores = max((scenario.bounty(self.view, seat, c.id) for seat in foes), default=1.0)
        weights = self._weights
        power = weights.power * (c.profile.cost or AVERAGE) / AVERAGE * (0.2 + 0.8 * self._left)
        power += weights.leader * self._left if c.profile.cp else 0.0
        power += self._followed(c) if self.view.options.morale and c.has_keyword("Leader") else 0.0
        whole = scores + power
        health = weights.health * whole * (0.1 + 0.9 * self._left)
        return whole - health + self.stake(c.id) + self._holds(c), health

    def _followed(self, leader: Character) -> float:
        """What the tests of its gang would cost that, were it gone (CAMP-04)."""
        found = 0.0
        for c in self.view.friends(leader.id) if leader.on_board else ():
            odds = roll_odds(stat(self.view, RollContext(purpose="morale", who=c.id, stat="mind")).total)
            flees = max(scenario.bounty(self.view, seat, c.id) for seat in self.view.seats if seat != c.seat)
            found += odds.of(Outcome.FUMBLE) * flees + odds.of(Outcome.FAIL) * WAVERS
        return found

    def stake(self, who: str) -> float:
        """What it is worth that it drops what it carries."""
        if who not in self._stakes:
            c, o = self.view[who], carried_by(self.view, who)
            found = 0.0
            if o is not None and c.on_board:
                found = self._weights.carried * o.vp * (1.0 - TAKEN_UP * self._left)
                found *= AT_HOME if self._scoring(c) else 1.0
            self._stakes[who] = found
        return self._stakes[who]

    def _scoring(self, c: Character) -> float:
        """Points for its gang where it stands."""
        return max((aim.vp for aim in self._aims.there(c.id)), default=0.0)

    def _holds(self, c: Character) -> float:
        """What it holds alone, as far as that will be so in the end."""
        if not self.view.objectives or not c.on_board or carried_by(self.view, c.id) is not None:
            return 0.0
        scores = self._supposed[c.id] if c.id in self._supposed else self._aims.alone(c.id)
        return self._weights.held * scores * (1.0 - self._left) ** 2

    def whole(self, who: str) -> float:
        """What it is worth that a mini is gone, as it is now."""
        c = self.view[who]
        alive, health = self.parts(who)
        return alive + health * c.lp / c.profile.lp

    def taken(self, who: str, lost: NDArray[np.float64], shocked: float = 0.0) -> float:
        """What it is worth that a mini loses 0, 1, 2, ... Life Points with these probabilities. `shocked`: how likely
        it loses so many in one action that it drops what it carries."""
        c = self.view[who]
        _, health = self.parts(who)
        hurt = lost[: c.lp]
        killed = float(lost[c.lp :].sum())
        drops = max(0.0, shocked - killed) * self.stake(who) if shocked else 0.0
        return killed * self.whole(who) + health * float(hurt @ np.arange(len(hurt))) / c.profile.lp + drops
