"""Where climbs to what scores begin: whoever is too far from a roof to climb it in this turn goes to its wall.

Ways on are told without rolls, so that a cache on a roof is nowhere near for those who walk. The way with rolls is
looked for once from each place where a mini is asked what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

import msgspec
import numpy as np

from sim.board.model.queries import Mover, PathTo
from sim.board.model.tableau import Tableau
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.carnevale.characters import Point
from sim.carnevale.hooks import RollContext
from sim.carnevale.odds import roll_odds
from sim.carnevale.scenario import Aim
from sim.carnevale.state import State
from sim.carnevale.stats import stat
from sim.engine.requests import Measure

__all__ = ["Feet", "WaysUp", "climbs"]

HIGH = 2.0  # inches: what lies no higher is walked to
FARTHEST, LONGEST = 24.0, 30.0  # inches: as the crow flies, and of a way that is looked for
MARGIN = 1.0  # inches: a place told as reached for so much may take so much more
FOOT = 0.5  # inches: so near to where a climb begins is there
BESIDE = 2.0  # inches: a friend so near to it is about to climb


class FootOfClimb(NamedTuple):
    """Where a climb begins, and how many rolls it takes."""

    at: Point
    rolls: int


Feet = dict[tuple[Tableau, Mover, Aim], FootOfClimb | None]  # None: there is no way up


class WaysUp:
    """The feet of the climbs of one seat at one choice, from where its minis stand then: the same for whatever is
    imagined at this choice."""

    def __init__(self, seat: str, view: State, known: Feet | None = None) -> None:
        """`known`: what was looked for at other choices of the game, by all that it hangs on."""
        self.seat, self._view = seat, view
        self._known = {} if known is None else known
        self._found: dict[tuple[str, Aim], FootOfClimb | None] = {}

    def feet(self, view: State, measure: Measure, who: str, aims: Sequence[Aim]) -> tuple[Aim, ...]:
        """Where a mini would begin to climb to one of these, worth what it scores by the chance that it gets there."""
        c, before = view[who], self._view.characters.get(who)
        if c.seat != self.seat or not c.on_board or before is None or not before.on_board:
            return ()
        found = []
        for aim in aims:
            if not aim.away and aim.at[2] - c.here[2] >= HIGH and dist(c.here, aim.at) <= FARTHEST:
                foot = self._foot(measure, who, aim)
                if foot is not None and not any(dist(f.here, foot.at) <= BESIDE for f in view.friends(who)):
                    found.append(Aim(foot.at, FOOT, aim.vp * climbs(view, who) ** foot.rolls))
        return tuple(found)

    def _foot(self, measure: Measure, who: str, aim: Aim) -> FootOfClimb | None:
        if (who, aim) not in self._found:
            alone, mover = self._alone(measure, who)
            key = alone.tableau(), mover, aim
            if key not in self._known:
                self._known[key] = _foot(alone, measure, mover, aim)
            self._found[who, aim] = self._known[key]
        return self._found[who, aim]

    def _alone(self, measure: Measure, who: str) -> tuple[State, Mover]:
        """The game with nobody else on the board, who would have moved on before it is there; and how it moves."""
        mover = candidate_places.runner(self._view, who, measure)
        alone = self._view.copy()
        for other in self._view.on_board():
            if other.id != who:
                alone.set(other.id, at=None)
        return alone, msgspec.structs.replace(mover, enemies=())


def climbs(view: State, who: str) -> float:
    """How likely it climbs, with a Will Point if it has any."""
    context = RollContext(purpose="climb", who=who, stat="dexterity", action="run")
    return roll_odds(stat(view, context).total + min(1, view[who].wp)).succeeds


def _foot(view: State, measure: Measure, mover: Mover, aim: Aim) -> FootOfClimb | None:
    """Where its climb there begins; None: it can walk there, or cannot get there."""
    goal = ((*aim.at, aim.radius),)
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
    nearest = rows[np.argmin(found.cost[rows])]
    far = min(LONGEST, float(found.cost[nearest]) + MARGIN)  # the further a path may lead, the longer it is looked for
    to = candidate_places.as_point(found.at[nearest])
    path: Path = measure(view, PathTo(msgspec.structs.replace(wide, move=far), to))
    if path.refusal is not None:
        return None
    at = next((leg.points[0] for leg in path.legs if leg.roll or leg.kind in ("climb", "ladder")), None)
    if at is None or np.linalg.norm(found.at - np.array(at), axis=1).min() > FOOT:  # a ledge that only leads on
        return None
    return FootOfClimb(at, path.rolls)
