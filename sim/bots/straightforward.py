"""The strongest of simple rivals, to measure others by: it attacks by the best odds, or else runs at the nearest enemy.

All else it does as the greedy bot does.
"""

from __future__ import annotations

import numpy as np

from sim.bots import candidate_places, evaluation
from sim.bots.base import bot
from sim.bots.contact import gap, touch
from sim.bots.greedy import GreedyBot
from sim.bots.run_evaluation import BESIDE
from sim.carnevale.actions import Run
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["StraightforwardBot"]

TRIED = 3  # places nearest to an enemy by way
FURTHER = 1.0  # inches: enemies that are further off than a move and this are not asked about


@bot("straightforward")
class StraightforwardBot(GreedyBot):
    """Attacks whoever it can, and otherwise goes straight at the nearest enemy."""

    def _act(self, view: State, choice: WhichAction, measure: Measure) -> object:
        who, region = choice.who, choice.region
        offers = region.offers(view, measure)
        worth = [evaluation.attack(view, measure, who, action) for action in offers]
        if worth and max(worth) > 0:
            return offers[int(np.argmax(worth))]
        foes = view.enemies(who)
        around = {foe.id: (*foe.here, touch(view, who, foe.id) + BESIDE) for foe in foes}
        mover = candidate_places.runner(view, who, measure)
        found = candidate_places.prospect(view, mover, measure, tuple(around.values())) if foes else None
        if found is None or not len(found.at):
            return END
        left, now = found.left[0], found.now[0]
        nearest = np.argsort(left, kind="stable")[:TRIED]
        reach = candidate_places.runner(view, who, measure, spared=True).move + FURTHER
        near = [foe for foe in foes if gap(view, who, foe.id) <= reach]
        goals = [(around[foe.id],) for foe in near]
        there = candidate_places.prospect(view, mover, measure, *goals, told=0.0).left.min(axis=1, initial=np.inf)
        charges = [Run(to=foe.here) for foe, far in zip(near, there, strict=True) if far <= 0.0]  # others lead nowhere
        ways = [Run(to=candidate_places.as_point(found.at[row])) for row in nearest if left[row] < now]
        return next((run for run in (*charges, *ways) if region.refusal(view, measure, run) is None), END)
