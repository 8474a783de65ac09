"""What a mini could do with a whole turn, as planners tell it to each other."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from sim.bots.plan_reasons import PlanReason
from sim.bots.strikes import Strike
from sim.carnevale.action import Action
from sim.carnevale.characters import Point

__all__ = ["Shots", "TurnPlan"]


class TurnPlan(msgspec.Struct, frozen=True):
    """What a mini could do now, what its turn would then be worth, and why."""

    worth: float
    first: Action | str
    why: PlanReason
    attacks: bool = False
    gain: float = 0.0  # what its attacks bring, of that worth, and how many they are
    times: int = 0
    beside: str | None = None  # whom it wants to come to
    to: Point | None = None  # where it wants to be: beyond a run, or on this side of whom it charges


class Shots(NamedTuple):
    """Shots at one enemy from one place."""

    worth: float
    n: int  # of the enemy
    row: int  # of the place
    shot: Strike
    killed: float
    gain: float
    times: int
