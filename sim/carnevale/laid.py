"""What spells leave lying on the board (MAGIC-10): plain data, and the events that it comes and goes with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from sim.board.model.tableau import Marker
from sim.board.model.verdicts import PointInfo, Sight, Under
from sim.carnevale.events import Event

if TYPE_CHECKING:
    from sim.carnevale.state import State


class Laid(msgspec.Struct, frozen=True):
    """A marker that lies, or a piece of terrain that is under a spell."""

    id: str
    spell: str
    by: str  # whoever cast it
    seat: str
    x: int
    until: Literal["end_of_round", "start_of_turn"] = "end_of_round"  # of the next turn of `by`
    marker: Marker | None = None
    piece: str | None = None  # impassable to the enemies of `seat`


class SpellLaid(Event, frozen=True, tag="spell_laid"):
    who: str
    laid: Laid
    place: PointInfo | None = None  # that it was aimed at
    sight: Sight | None = None  # of that place

    def apply(self, state: State) -> None:
        state.laid = (*state.laid, self.laid)


class SpellLifted(Event, frozen=True, tag="spell_lifted"):
    id: str
    spell: str
    under: Under | None = None  # who is under the marker as it is taken up

    def apply(self, state: State) -> None:
        state.laid = tuple(laid for laid in state.laid if laid.id != self.id)
