"""When a player is asked about counters (TURN-08): they may come after every action of an enemy."""

from __future__ import annotations

from math import dist

from sim.carnevale.action import Attack
from sim.carnevale.actions.counter import Counters
from sim.carnevale.legality import Acts
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["ASKED", "can_matter"]

ASKED = ("when it can matter", "after every action", "never")
CLOSE = 8.0  # inches: an enemy so near can be charged or fled from


def can_matter(state: State, measure: Measure, region: Counters) -> bool:
    """Could somebody who may act now attack, or is an enemy close to it?"""
    for who in dict.fromkeys(pair.who for pair in region.offers(state, measure)):
        if any(dist(state[who].here, enemy.here) <= CLOSE for enemy in state.enemies(who)):
            return True
        acts = Acts(who, out_of_sequence=True).offers(state, measure)
        if any(isinstance(action, Attack) and state[action.target].seat != state[who].seat for action in acts):
            return True
    return False
