"""Jumps that are the short way: over a gap or down a step, where walking round to an enemy or an objective takes long.

Only where a walk is much longer than the straight line are landings looked for, from where a mini stands and from the
place of one run that is nearest to its goal. What a jump is worth is what the rest of its turn would be from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import Mover
from sim.bots import candidate_places
from sim.carnevale.action_odds import jump
from sim.carnevale.actions import Jump
from sim.carnevale.characters import Point
from sim.carnevale.state import State
from sim.engine.requests import Measure, measured

__all__ = ["Goal", "JumpAcross", "beyond", "brink", "leaps", "nearest"]

Floats = NDArray[np.float64]

NEAREST, OVER_HEAD = 1.5, 2.9  # inches: how near, and how much higher, a landing may be
SURE, ACES, MORE = 2.0, 0.4, 0.5  # inches of a jump: always, for each die, and more that luck or will may give
LIKELY = 0.5  # a jump that arrives less often is not thought of
RINGS = (0.6, 0.8, 1.0)  # of the longest jump: from each ring the landing that is nearest to the goal


ROUND, ACROSS = 6.0, 20.0  # inches: a walk so much longer than the straight line, if that is no longer, asks for a jump
NEARER = 0.3  # inches that a run to the brink must bring
CELLS = 1 << 16  # more than lie side by side on any board

Goal = tuple[float, float, float, float]  # x, y, z, radius


class JumpAcross(msgspec.Struct, frozen=True):
    """A jump from a place to a place."""

    start: Point
    to: Point
    arrives: float  # the chance
    lost: float  # Life Points, on average


def leaps(
    view: State, measure: Measure, who: str, starts: Sequence[Point], goal: Goal, walked: Floats
) -> Iterator[JumpAcross]:
    """Jumps from these places that bring a mini nearer to a goal, as the crow flies, and are likely to arrive.

    `walked`: places that it can walk to anyway.
    """
    known = _cells(walked)
    longest = SURE + MORE + ACES * view[who].profile.dexterity
    for start in starts:
        there = _at(view, who, start)
        found = candidate_places.prospect(there, Mover(who, longest, ethereal=True), measure, (goal,), rolls=False)
        tried: set[Point] = set()
        new = ~found.wet & ~np.isin(_cells(found.at), known)
        for to in _landings(found.at[new], found.left[0, new], start, longest):
            action = Jump(to)
            if to in tried or measured(action.refusal(there, who), there, measure) is not None:
                continue
            tried.add(to)
            odds = measured(jump(there, who, action), there, measure)
            if odds.arrives >= LIKELY:
                yield JumpAcross(start, to, odds.arrives, odds.life_lost)


def nearest(goals: Sequence[Sequence[Goal]], here: Floats) -> tuple[float, int, Goal] | None:
    """The goal that is nearest as the crow flies, if it is not far off: how far, and the number of its set."""
    gaps = [
        (max(0.0, float(np.linalg.norm(here - np.array(goal[:3]))) - goal[3]), n, goal)
        for n, places in enumerate(goals)
        for goal in places
    ]
    found = min(gaps, default=None)
    return found if found is not None and found[0] <= ACROSS else None


def beyond(goals: Sequence[Sequence[Goal]], here: Floats, walks: Floats) -> Goal | None:
    """The same goal, if a walk there is much longer. `walks`: to each set of goals."""
    found = nearest(goals, here)
    if found is None:
        return None
    gap, n, goal = found
    return goal if walks[n] - gap > ROUND else None


def brink(places: Floats, goal: Goal) -> list[Point]:
    """Of places, where a mini stands the first, the one that is nearest to a goal as the crow flies; none: it is
    there."""
    far = np.linalg.norm(places - np.array(goal[:3]), axis=1)
    best = int(np.argmin(far))
    return [candidate_places.as_point(places[best])] if far[best] < far[0] - NEARER else []


def _cells(at: Floats) -> NDArray[np.int64]:
    """The cells of half an inch that places lie in, each as one number."""
    x, y, z = (np.round(2.0 * at).astype(np.int64) + CELLS // 2).T
    return np.asarray((x * CELLS + y) * CELLS + z)


def _landings(at: Floats, left: Floats, start: Point, longest: float) -> Iterator[Point]:
    far = np.linalg.norm(at - np.array(start), axis=1)
    able = (far >= NEAREST) & (at[:, 2] < start[2] + OVER_HEAD)
    for share in RINGS:
        rows = np.flatnonzero(able & (far <= share * longest))
        if len(rows):
            yield candidate_places.as_point(at[rows[np.argmin(left[rows])]])


def _at(view: State, who: str, place: Point) -> State:
    """The game with somebody at another place."""
    if view[who].here == place:
        return view
    trial = view.copy()
    trial.set(who, at=place)
    return trial
