"""The strongest of simple rivals, to measure others by: it attacks by the best odds, or else runs at the nearest enemy.

All else it does as the greedy bot does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import dist

import numpy as np

from sim.board.model.queries import Mover
from sim.board.model.verdicts import Prospect
from sim.bots import candidate_places, evaluation
from sim.bots.base import bot
from sim.bots.candidate_places import Goal
from sim.bots.contact import touch
from sim.bots.greedy import GreedyBot
from sim.bots.run_evaluation import BESIDE
from sim.carnevale.actions import Run
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["StraightforwardBot"]

TRIED = 3  # places nearest to an enemy by way
FURTHER = 3.0  # inches: enemies further off than a move and this are not asked about; water may cost 2 of it (MOVE-09)


@bot("straightforward")
class StraightforwardBot(GreedyBot):
    """Attacks whoever it can, and otherwise goes straight at the nearest enemy."""

    def _act(self, view: State, choice: WhichAction, measure: Measure) -> object:
        who, region = choice.who, choice.region
        if not view[who].usable_ap:  # only what it never does is left
            return END
        attacks = region.attacks(view, measure)
        worth = [evaluation.attack(view, measure, who, action) for action in attacks]
        if worth and max(worth) > 0:
            return attacks[int(np.argmax(worth))]
        foes, here = view.enemies(who), view[who].here[:2]
        around = [(*foe.here, touch(view, who, foe.id) + BESIDE) for foe in foes]
        mover = candidate_places.runner(view, who, measure)
        found = candidate_places.prospect(view, mover, measure, tuple(around)) if foes else None
        if found is None or not len(found.at):
            return END
        near = [goal for goal in around if dist(here, goal[:2]) - goal[3] <= mover.move + FURTHER]
        runs = chain(_charges(view, mover, measure, near), _ways(found))
        return next((run for run in runs if region.refusal(view, measure, run) is None), END)


def _charges(view: State, mover: Mover, measure: Measure, enemies: list[Goal]) -> Iterator[Run]:
    """Runs at enemies who can be reached; others lead nowhere."""
    if enemies:
        there = candidate_places.prospect(view, mover, measure, *((goal,) for goal in enemies), told=0.0)
        least = there.left.min(axis=1, initial=np.inf)
        yield from (Run(to=goal[:3]) for goal, far in zip(enemies, least, strict=True) if far <= 0.0)


def _ways(found: Prospect) -> Iterator[Run]:
    """Runs to the places that are nearest to an enemy by way, if they are nearer than where it stands."""
    left, now = found.left[0].copy(), found.now[0]
    for _ in range(min(TRIED, len(left))):
        row = left.argmin()
        if left[row] >= now:
            return
        yield Run(to=candidate_places.as_point(found.at[row]))
        left[row] = np.inf
