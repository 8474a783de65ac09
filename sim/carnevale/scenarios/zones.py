"""Deployment zones (SCEN-02, 12)."""

from __future__ import annotations

import msgspec

from sim.carnevale.characters import Point


class Zone(msgspec.Struct, frozen=True):
    """A rectangle of the board, seen from above, where one gang deploys."""

    name: str
    x: tuple[float, float]
    y: tuple[float, float]

    def holds(self, at: Point, radius: float) -> bool:
        """Is the whole base inside?"""
        (x0, x1), (y0, y1) = self.x, self.y
        return x0 + radius <= at[0] <= x1 - radius and y0 + radius <= at[1] <= y1 - radius

    def has(self, at: Point) -> bool:
        """Is this place in it?"""
        return self.holds(at, 0.0)


def edges(players: int, size: tuple[float, float], deep: float) -> tuple[Zone, ...]:
    """Opposite edges for two players; for three and four all edges, less the corners."""
    width, depth = size
    if players == 2:
        return (
            Zone("north edge", (0.0, width), (depth - deep, depth)),
            Zone("south edge", (0.0, width), (0.0, deep)),
        )
    across, along = (deep, width - deep), (deep, depth - deep)
    return (
        Zone("north edge", across, (depth - deep, depth)),
        Zone("east edge", (width - deep, width), along),
        Zone("south edge", across, (0.0, deep)),
        Zone("west edge", (0.0, deep), along),
    )
