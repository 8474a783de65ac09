"""An objective as plain data (SCEN-03, 04)."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Literal

import msgspec

from sim.board.model.tableau import MM, Marker, VesselAt
from sim.carnevale.characters import Point

__all__ = ["RADIUS", "Kind", "Objective", "carried_along"]

Kind = Literal["claimable", "destructible", "hidden", "mobile"]

ACROSS_MM = 30.0
RADIUS = ACROSS_MM * MM / 2  # inches
TALL = 0.1  # inches, as it is drawn


class Objective(msgspec.Struct, frozen=True):
    """A marker of 30 mm. `at` is the centre of its underside; None while it is carried, and once it is destroyed."""

    id: str
    vp: int = 0
    kinds: tuple[Kind, ...] = ()  # a set would be saved in another order each time
    at: Point | None = None
    aboard: str | None = None  # the vessel that it lies on
    carrier: str | None = None
    owner: str | None = None  # the seat that it belonged to at the start
    claimed: str | None = None  # the seat that has claimed it
    value: int | None = None  # of a hidden one: what its underside shows
    revealed: bool = False
    destroyed: bool = False

    @property
    def marker(self) -> Marker | None:
        """What lies on the board, if it lies there."""
        return None if self.at is None else Marker(self.id, "objective", self.at, RADIUS, TALL)


def carried_along(o: Objective, start: VesselAt, to: VesselAt) -> Objective:
    """The objective after the vessel that it lies on has moved."""
    assert o.at is not None
    turn = radians(to.turn - start.turn)
    x, y = o.at[0] - start.at[0], o.at[1] - start.at[1]
    at = (
        round(to.at[0] + x * cos(turn) - y * sin(turn), 3),
        round(to.at[1] + x * sin(turn) + y * cos(turn), 3),
        round(o.at[2] + to.at[2] - start.at[2], 3),
    )
    return msgspec.structs.replace(o, at=at)
