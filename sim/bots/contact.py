"""Which bases touch, as far as where they stand tells: to measure it on the board takes longer."""

from __future__ import annotations

from math import dist

from sim.board.model.tableau import MM
from sim.carnevale.state import State

__all__ = ["CONTACT", "LEVEL", "gap", "touch", "touches"]

CONTACT, LEVEL = 0.01, 1.0  # inches: bases that are no further apart touch, at heights that are no further apart


def touch(view: State, a: str, b: str) -> float:
    """How far apart the centres of two bases in contact are."""
    return (view[a].profile.size + view[b].profile.size) * MM / 2


def gap(view: State, a: str, b: str) -> float:
    """How far apart two bases are, seen from above."""
    return max(0.0, dist(view[a].here[:2], view[b].here[:2]) - touch(view, a, b))


def touches(view: State, a: str, b: str) -> bool:
    """Do two bases touch?"""
    return gap(view, a, b) <= CONTACT and abs(view[a].here[2] - view[b].here[2]) <= LEVEL
