"""What a mini is worth, and what it is worth that it loses Life Points, in Victory Points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.bots.weights import Weights
from sim.carnevale import scenario
from sim.carnevale.characters import Character
from sim.carnevale.state import State

__all__ = ["Worth", "rounds_left"]

SUSTAINED = 12.0  # rounds: how long a free fight is said to last
AVERAGE = 14.0  # ducats of a mini


def rounds_left(view: State) -> float:
    """The share of the game that is still to come after this round, 0 to 1."""
    page = scenario.of(view)
    rounds = SUSTAINED if page is None else float(page.rounds)
    return max(0.0, (rounds - view.round) / rounds)


class Worth:
    """What the minis of a game are worth to those who fight them, and to their own gang."""

    def __init__(self, view: State, weights: Weights) -> None:
        self.view, self._weights, self._left = view, weights, rounds_left(view)
        self._kept: dict[str, tuple[float, float]] = {}

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
        carries = sum(o.vp for o in self.view.objectives.values() if o.carrier == c.id)
        whole = scores + power + 0.5 * carries
        health = weights.health * whole * (0.1 + 0.9 * self._left)
        return whole - health, health

    def whole(self, who: str) -> float:
        """What it is worth that a mini is gone, as it is now."""
        c = self.view[who]
        alive, health = self.parts(who)
        return alive + health * c.lp / c.profile.lp

    def taken(self, who: str, lost: NDArray[np.float64]) -> float:
        """What it is worth that a mini loses 0, 1, 2, ... Life Points with these probabilities."""
        c = self.view[who]
        _, health = self.parts(who)
        hurt = lost[: c.lp]
        killed = float(lost[c.lp :].sum())
        return killed * self.whole(who) + health * float(hurt @ np.arange(len(hurt))) / c.profile.lp
