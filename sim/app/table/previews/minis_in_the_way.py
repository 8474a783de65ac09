"""Whom a run has in its way: all without whom it could be made, and nobody else (MOVE-02, TERR-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import dist

import msgspec
import shapely

from sim.board.model.tableau import MM
from sim.carnevale.characters import Character, Point
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.engine.requests import Refusal
from sim.words import counted, listed

__all__ = ["with_all_in_the_way"]

NEAR, MOST = 3.0, 6  # inches from the straight way, and how many minis there are thought to be in it
TOUCHES = 0.02  # inches that bases overlap which but touch, as those of whoever charges
TALL = 3.0  # inches: bases on levels so far apart are in nobody's way
OF_THE_PLACE, OF_THE_WAY = ("TERR-01",), ("MOVE-01", "MOVE-02")


def with_all_in_the_way(
    state: State, who: str, corners: Sequence[Point], refusal: Refusal, refused: Callable[[State], bool]
) -> Refusal:
    """The refusal of a way along corners, by the names of all who bar it where minis alone do.

    `refused`: is the same way refused in another state, where some minis are not on the board?
    """
    if refusal.rule in OF_THE_PLACE:
        near = list(_over(state, who, corners[-1]))
    elif refusal.rule in OF_THE_WAY:
        near = _along(state, who, corners)
    else:
        return refusal
    if not near or refused(_without(state, near)):
        return refusal
    bars = near
    if refusal.rule in OF_THE_WAY:
        for each in reversed(near):
            rest = [other for other in bars if other != each]
            if not refused(_without(state, rest)):
                bars = rest
    if not bars:
        return refusal
    names = listed(map(names_of(state), bars))
    why = counted("{names} is in the way", "{names} are in the way", len(bars), names=names)
    return msgspec.structs.replace(refusal, why=why)


def _others(state: State, who: str) -> Iterable[Character]:
    return (each for each in state.on_board() if each.id != who)


def _over(state: State, who: str, at: Point) -> Iterable[str]:
    """Those whose bases its base would overlap at a place."""
    for each in _others(state, who):
        apart = (each.profile.size + state[who].profile.size) * MM / 2
        if dist(each.here[:2], at[:2]) < apart - TOUCHES and abs(each.here[2] - at[2]) < TALL:
            yield each.id


def _along(state: State, who: str, corners: Sequence[Point]) -> list[str]:
    """Those near the straight way along the corners, the nearest to where it begins first."""
    start = state[who].here
    way = [start[:2], *(corner[:2] for corner in corners)]
    if all(a == b for a, b in pairwise(way)):
        return []
    line = shapely.LineString(way)
    near = [each for each in _others(state, who) if line.distance(shapely.Point(each.here[:2])) <= NEAR]
    near.sort(key=lambda each: line.distance(shapely.Point(each.here[:2])))
    return [each.id for each in sorted(near[:MOST], key=lambda each: dist(each.here, start))]


def _without(state: State, minis: Sequence[str]) -> State:
    trial = state.copy()
    for each in minis:
        trial.set(each, at=None)
    return trial
