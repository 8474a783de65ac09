"""What spells and weapons leave on the board for a while, as plain data (MAGIC-10, WEAP-Smoke)."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.board.model.tableau import Marker

__all__ = ["HAZE", "PersistentEffect"]

HAZE = "haze"  # the kind of a marker under which one is in cover


class PersistentEffect(msgspec.Struct, frozen=True):
    """A marker that stays on the board, or a piece of terrain that is under a spell."""

    id: str
    spell: str  # or the weapon
    by: str  # whoever cast it, or attacked with it
    seat: str
    x: int
    until: Literal["end_of_round", "start_of_turn"] = "end_of_round"  # of the next turn of `by`
    marker: Marker | None = None
    piece: str | None = None  # impassable to the enemies of `seat`
