"""Events of morale (CAMP-04)."""

from __future__ import annotations

from sim.carnevale.characters import Point
from sim.carnevale.events.base import Event
from sim.carnevale.state import State

__all__ = ["Fled", "Wavered"]


class Wavered(Event, frozen=True, tag="wavered"):
    """The round was too much for a gang, and each of its characters takes a morale test.

    So many still fight of those who `began`; `leaders` are those of its Leaders that were lost in this round.
    """

    seat: str
    left: int
    began: int
    leaders: tuple[str, ...] = ()


class Fled(Event, frozen=True, tag="fled"):
    """Ran from the fight: out of the game alive, and no casualty."""

    who: str
    where: Point

    def apply(self, state: State) -> None:
        state.set(self.who, escaped=True, ap=0, aboard=None, on_wall=False, inside=False, effects=())
