"""Where minis score: as the scenario tells programs (`scenario.aims`), but for who holds or carries nothing; or by the
letter of the rules (`StrictAims`), by which the Mindless keep no friend away, three inches count from edge to edge
(SCEN-03), and what is taken up still lies where its carrier stands (SCEN-08).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import MM
from sim.bots.agenda_chances import counts
from sim.bots.contact import CONTACT, LEVEL
from sim.carnevale import hooks, scenario
from sim.carnevale.characters import Character, Point
from sim.carnevale.objective import RADIUS
from sim.carnevale.objectives.scoring import REACH
from sim.carnevale.scenario import Aim
from sim.carnevale.state import State

__all__ = ["Aims", "StrictAims"]

EDGE = 0.15  # inches that are to be sure
STAYS_BY, SOON = 4.0, 2  # inches: so near to its own treasure somebody keeps it; turns in which an enemy may be there
WALK = 1.2  # of a straight line: so long is a walk
AT_ONCE = 0.15  # of its points: what scores for no enemy any more as soon as it is taken up

Floats = NDArray[np.float64]


class Aims:
    """Where the minis of a game would score, as it stands."""

    def __init__(self, view: State) -> None:
        self.view = view
        self.counting: dict[str, float] = {}  # how likely what each seat scores will count, as far as that was asked
        self._found: dict[str, Sequence[Aim]] = {}

    def of(self, who: str) -> Sequence[Aim]:
        """Where a mini scores for its gang."""
        if who not in self._found:
            self._found[who] = self._of(who)
        return self._found[who]

    def _of(self, who: str) -> Sequence[Aim]:
        found, page = scenario.aims(self.view, who), scenario.of(self.view)
        if page is None:
            return found
        nothing = hooks.is_so(self.view, who, "scores_nothing" if page.holders_score else "carries_nothing")
        found = [*([a for a in found if a.away] if nothing else found), *self._kept(who)]
        return [self._as_it_counts(who, aim) for aim in found] if "secondary" in page.agenda_rules else found

    def _as_it_counts(self, who: str, aim: Aim) -> Aim:
        """For what it is worth to its gang, or to keep from an enemy who is there or may still come."""
        page, seats, seat = scenario.of(self.view), self.view.seats, self.view[who].seat
        last = page is not None and self.view.round >= page.rounds
        likely = self.counts(seat)
        for other in seats if likely < 1.0 else ():
            there = any(c.seat == other and _is_by(c, aim) for c in self.view.enemies(who))
            if other != seat and (there or not last):
                likely = max(likely, self.counts(other))
        return aim if likely >= 1.0 else msgspec.structs.replace(aim, vp=likely * aim.vp)

    def counts(self, seat: str) -> float:
        """How likely what a seat scores will count (SCEN-10)."""
        if seat not in self.counting:
            self.counting[seat] = counts(self.view, seat)
        return self.counting[seat]

    def _kept(self, who: str) -> list[Aim]:
        """The gang's own treasure, while an enemy is near enough to take it: one stays by it (SCEN-08)."""
        view, seat = self.view, self.view[who].seat
        if any(o.carrier == who for o in view.objectives.values()):
            return []
        return [
            Aim(o.at, STAYS_BY, o.vp)
            for o in view.objectives.values()
            if o.at is not None and o.owner == o.claimed == seat and any(_comes_to(c, o.at) for c in view.enemies(who))
        ]

    def free(self, who: str) -> list[Aim]:
        """Those where none of its friends is."""
        return [aim for aim in self.of(who) if not any(self.is_at(c, aim) for c in self.view.friends(who))]

    def there(self, who: str) -> list[Aim]:
        """Those where it stands."""
        return [aim for aim in self.of(who) if not aim.away and self.is_at(self.view[who], aim)]

    def alone(self, who: str) -> float:
        """The most Victory Points that it alone of its gang stands for."""
        own = self.there(who)
        friends = self.view.friends(who) if own else []
        return max((a.vp for a in own if not any(self.is_at(f, a) for f in friends)), default=0.0)

    def is_at(self, c: Character, aim: Aim) -> bool:
        """Does it score there, by where it stands?"""
        return _is_by(c, aim)

    def held_by(self, aims: Sequence[Aim]) -> float:
        """What whoever comes to one of these holds from then on: what is carried is told otherwise (`Worth.stake`)."""
        mobile = {o.at for o in self.view.objectives.values() if "mobile" in o.kinds}
        return max((aim.vp for aim in aims if not aim.away and aim.at not in mobile), default=0.0)

    def taken_up(self, who: str, at: Floats, last: bool) -> Floats | float:
        """What more it is worth, or less, to take up at these places what lies there. `last`: in the last round."""
        return 0.0


class StrictAims(Aims):
    """The same by the letter of the rules."""

    def _of(self, who: str) -> Sequence[Aim]:
        found = super()._of(who)
        wide = REACH + RADIUS - EDGE + self.view[who].profile.size * MM / 2
        return [msgspec.structs.replace(a, radius=wide) if a.radius == REACH else a for a in found]

    def is_at(self, c: Character, aim: Aim) -> bool:
        return any(a.at == aim.at and dist(c.here, a.at) <= a.radius for a in self.of(c.id))

    def taken_up(self, who: str, at: Floats, last: bool) -> Floats | float:
        """Where an enemy's treasure is taken up on the side that looks away from its corner, it scores for nobody; on
        the other side it still does, if there is no turn left to carry it away in."""
        found, lying = np.zeros(len(at)), {aim.at: aim.radius for aim in self.of(who)}
        for o in self.view.objectives.values():
            if o.at not in lying or "mobile" not in o.kinds or o.claimed == self.view[who].seat:
                continue
            taken = self.view.copy()
            taken.set_objective(o.id, at=None, carrier=who)
            for spoil in scenario.spoils(taken, who):
                beside = (_apart(at, o.at) <= lying[o.at] + CONTACT) & (abs(at[:, 2] - o.at[2]) <= LEVEL)
                scores = _apart(at, spoil.at) <= spoil.radius + EDGE
                found += o.vp * np.where(scores, -1.0 if last else 0.0, 0.0 if last else AT_ONCE) * beside
        return found


def _is_by(c: Character, aim: Aim) -> bool:
    return dist(c.here, aim.at) <= aim.radius


def _comes_to(c: Character, at: Point) -> bool:
    """Could it be there in so many turns, as the crow flies and somewhat further?"""
    return WALK * dist(c.here, at) <= SOON * c.profile.ap * c.profile.move


def _apart(at: Floats, other: Point) -> Floats:
    """How far these places are from another, seen from above."""
    return np.asarray(np.hypot(at[:, 0] - other[0], at[:, 1] - other[1]))
