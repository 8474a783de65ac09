"""Where minis score: as the scenario tells programs (`scenario.aims`), or by the letter of the rules (`StrictAims`), by
which the Mindless hold nothing and keep no friend away, and three inches count from edge to edge (SCEN-03).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import msgspec

from sim.board.model.tableau import MM
from sim.carnevale import hooks, scenario
from sim.carnevale.characters import Character
from sim.carnevale.objective import RADIUS
from sim.carnevale.objectives.scoring import REACH
from sim.carnevale.scenario import Aim
from sim.carnevale.state import State

__all__ = ["Aims", "StrictAims"]

EDGE = 0.15  # inches that are to be sure


class Aims:
    """Where the minis of a game would score, as it stands."""

    def __init__(self, view: State) -> None:
        self.view = view
        self._found: dict[str, Sequence[Aim]] = {}

    def of(self, who: str) -> Sequence[Aim]:
        """Where a mini scores for its gang."""
        if who not in self._found:
            self._found[who] = self._of(who)
        return self._found[who]

    def _of(self, who: str) -> Sequence[Aim]:
        return scenario.aims(self.view, who)

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
        return dist(c.here, aim.at) <= aim.radius


class StrictAims(Aims):
    """The same by the letter of the rules."""

    def _of(self, who: str) -> Sequence[Aim]:
        found = super()._of(who)
        page = scenario.of(self.view)
        if page is not None and page.holders_score and hooks.is_so(self.view, who, "scores_nothing"):
            return ()
        wide = REACH + RADIUS - EDGE + self.view[who].profile.size * MM / 2
        return [msgspec.structs.replace(a, radius=wide) if a.radius == REACH else a for a in found]

    def is_at(self, c: Character, aim: Aim) -> bool:
        return any(a.at == aim.at and dist(c.here, a.at) <= a.radius for a in self.of(c.id))
