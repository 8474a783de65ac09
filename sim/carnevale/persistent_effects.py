"""The persistent effects of spells, as plain data (MAGIC-10)."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.board.model.tableau import Marker


class PersistentEffect(msgspec.Struct, frozen=True):
    """A marker that stays on the board, or a piece of terrain that is under a spell."""

    id: str
    spell: str
    by: str  # whoever cast it
    seat: str
    x: int
    until: Literal["end_of_round", "start_of_turn"] = "end_of_round"  # of the next turn of `by`
    marker: Marker | None = None
    piece: str | None = None  # impassable to the enemies of `seat`
