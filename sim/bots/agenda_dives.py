"""Three who dive in one round (AGENDA-D4): they come together in the water first, and dive once all are there."""

from __future__ import annotations

from sim.bots.agenda_wishes import THREE, AgendaWishes
from sim.carnevale.actions import Dive
from sim.carnevale.characters import Character

__all__ = ["DivesTogether"]

THERE = 0.5  # of what the step is worth, for being where it can be taken next round


class DivesTogether(AgendaWishes):
    """Counts on those alone who are in the water already, or could still come."""

    def _to_dive(self, who: str, wet: dict[str, bool]) -> float:
        friends = [c for c in self.view.friends(who) if c.profile.ap >= Dive.ap]
        there = [c for c in friends if wet.get(c.id)]
        coming = [c for c in friends if not c.had_turn and c not in there]
        return 0.0 if len(there) >= THREE else THERE * self.step(len(there), len(coming) + 1)

    def _divers(self, who: str, wet: dict[str, bool]) -> list[Character]:
        return [c for c in super()._divers(who, wet) if wet.get(c.id)]
