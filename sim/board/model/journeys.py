"""A way over several actions: what each of them does, and what bars the way where there is none."""

from __future__ import annotations

from math import prod
from typing import Literal

import msgspec

from sim.board.model.tableau import Point
from sim.board.model.verdicts import Leg, Verdict

__all__ = ["Bar", "BarKind", "Hop", "Journey", "Stage"]

BarKind = Literal["base", "climb", "gap", "height", "room", "wall", "water"]


class Hop(msgspec.Struct, frozen=True):
    """A jump that may be worth making: from where, to where, and the whole inches of a roll that arrive."""

    start: Point
    end: Point
    carries: frozenset[int]


class Stage(msgspec.Struct, frozen=True):
    """One action of a way: a Run/Climb along its `legs`, or a jump along its `points`. `corners`: what a Run/Climb is
    given as its path, or a jump as what it is aimed at.

    `action` counts within the `turn`, both from 1. `inches`: what of `move` a run takes; of a jump, how far it has to
    carry. `rolls`: DEXTERITY rolls that it takes; `chance`: that all succeed, of one who may not roll them again.
    `hangs`: it ends on a wall (MOVE-04).
    """

    kind: Literal["run", "jump"]
    turn: int
    action: int
    points: tuple[Point, ...]
    corners: tuple[Point, ...]
    inches: float
    move: float
    legs: tuple[Leg, ...] = ()
    rolls: int = 0
    chance: float = 1.0
    hangs: bool = False


class Bar(msgspec.Struct, frozen=True):
    """What bars a way on from a place `at`, in words. `rule`: by which rule, where one bars it."""

    kind: BarKind
    words: str
    at: Point
    rule: str = ""


class Journey(Verdict, frozen=True, tag="journey"):
    """A way from `start` to `goal`, action by action; to the nearest place that was found where none `arrives`, then
    `left` inches are between that and the goal, and `bars` says why.

    `start` and `goal` are where a base comes to rest that is let down where they were asked for. `turns`: in which
    turn it ends; `actions`: how many it takes, those left out that are passed. `chance`: that all `rolls` on it succeed
    at the first try. `boats`: vessels beside which its first turn may end; none is rowed on the way.
    """

    start: Point
    goal: Point
    arrives: bool
    turns: int
    actions: int
    inches: float
    rolls: int
    chance: float
    stages: tuple[Stage, ...] = ()
    left: float = 0.0
    bars: tuple[Bar, ...] = ()
    boats: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, start: Point, goal: Point, stages: tuple[Stage, ...], left: float = 0.0, bars: tuple[Bar, ...] = ()
    ) -> Journey:
        """With the sums of its stages."""
        return cls(
            start,
            goal,
            left == 0.0,
            stages[-1].turn if stages else 0,
            len(stages),
            round(sum(stage.inches for stage in stages), 3),
            sum(stage.rolls for stage in stages),
            round(prod(stage.chance for stage in stages), 4),
            stages,
            left,
            bars,
        )
