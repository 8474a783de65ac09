"""What a board itself lays down for a game that is played on it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from sim.carnevale.fields import Point
from sim.carnevale.zones import Zone

__all__ = ["BoardLayout"]


class BoardLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The zones that a game has in place of its scenario's (SCEN-02), and where objectives lie before any is placed by
    a player (SCEN-03). Both may be empty."""

    zones: Annotated[tuple[Zone, ...], Meta(max_length=100)] = ()
    objectives: Annotated[tuple[Point, ...], Meta(max_length=100)] = ()
