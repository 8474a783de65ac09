"""Where climbs to what scores begin: whoever is too far from a roof to climb it in this turn goes to its wall.

Ways on are told without rolls, so that a cache on a roof is nowhere near for those who walk. The way with rolls is
looked for once for each mini and each such place.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import msgspec
import numpy as np

from sim.board.model.queries import PathTo
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.carnevale.characters import Character
from sim.carnevale.hooks import RollContext
from sim.carnevale.odds import roll_odds
from sim.carnevale.scenario import Aim
from sim.carnevale.state import State
from sim.carnevale.stats import stat
from sim.engine.requests import Measure

__all__ = ["WaysUp", "climbs"]

HIGH = 2.0  # inches: what lies no higher is walked to
FARTHEST, LONGEST = 24.0, 30.0  # inches: as the crow flies, and of a way that is looked for
FOOT = 0.5  # inches: so near to where a climb begins is there
BESIDE = 2.0  # inches: a friend so near to it is about to climb


class WaysUp:
    """The feet of the climbs of one seat, as far as they have been looked for."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self._feet: dict[tuple[str, Aim], Aim | None] = {}
        self._none: set[tuple[str, Aim, int]] = set()  # in which round there was no way up

    def feet(self, view: State, measure: Measure, who: str, aims: Sequence[Aim]) -> tuple[Aim, ...]:
        """Where a mini would begin to climb to one of these, worth what it scores by the chance that it gets there."""
        c = view[who]
        if c.seat != self.seat or not c.on_board:
            return ()
        found = []
        for aim in aims:
            if not aim.away and aim.at[2] - c.here[2] >= HIGH and dist(c.here, aim.at) <= FARTHEST:
                foot = self._foot(view, measure, c, aim)
                if foot is not None and not any(dist(f.here, foot.at) <= BESIDE for f in view.friends(who)):
                    found.append(foot)
        return tuple(found)

    def _foot(self, view: State, measure: Measure, c: Character, aim: Aim) -> Aim | None:
        own = (c.id, aim)
        if own not in self._feet and (*own, view.round) not in self._none:
            foot = _foot(view, measure, c, aim)
            if foot is None:
                self._none.add((*own, view.round))
            else:
                self._feet[own] = foot
        return self._feet.get(own)


def climbs(view: State, who: str) -> float:
    """How likely it climbs, with a Will Point if it has any."""
    context = RollContext(purpose="climb", who=who, stat="dexterity", action="run")
    return roll_odds(stat(view, context).total + min(1, view[who].wp)).succeeds


def _foot(view: State, measure: Measure, c: Character, aim: Aim) -> Aim | None:
    """Where its climb there begins; None: it can walk there, or cannot get there."""
    mover, goal = candidate_places.runner(view, c.id, measure), ((*aim.at, aim.radius),)
    walk = candidate_places.prospect(view, mover, measure, goal, rolls=False, within=0.0)
    if np.isfinite(walk.now).any():
        return None
    wide = msgspec.structs.replace(mover, move=LONGEST)
    found = candidate_places.prospect(view, wide, measure, goal, rolls=True)
    if not len(found.at):
        return None
    rows = np.flatnonzero((found.left[0] <= 0.0) & ~found.wet & ~found.perch)
    if not len(rows):
        return None
    path: Path = measure(view, PathTo(wide, candidate_places.as_point(found.at[rows[np.argmin(found.cost[rows])]])))
    if path.refusal is not None:
        return None
    at = next((leg.points[0] for leg in path.legs if leg.roll or leg.kind in ("climb", "ladder")), None)
    if at is None or np.linalg.norm(found.at - np.array(at), axis=1).min() > FOOT:  # a ledge that only leads on
        return None
    return Aim(at, FOOT, aim.vp * climbs(view, c.id) ** path.rolls)
