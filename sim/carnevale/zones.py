"""Deployment zones (SCEN-02, 12)."""

from __future__ import annotations

from math import cos, dist, hypot, pi, sin

import msgspec

from sim.carnevale.characters import Point

__all__ = ["Zone", "corners", "edges"]

_CURVE = 12  # straight pieces that a quarter circle is drawn with


class Zone(msgspec.Struct, frozen=True):
    """Where one gang deploys, seen from above: a rectangle, or what of it lies within `reach` of a corner."""

    name: str
    x: tuple[float, float]
    y: tuple[float, float]
    corner: tuple[float, float] | None = None
    reach: float = 0.0  # inches from that corner

    def holds(self, at: Point, radius: float) -> bool:
        """Is the whole base inside?"""
        (x0, x1), (y0, y1) = self.x, self.y
        if not (x0 + radius <= at[0] <= x1 - radius and y0 + radius <= at[1] <= y1 - radius):
            return False
        return self.corner is None or dist(self.corner, at[:2]) + radius <= self.reach

    def has(self, at: Point) -> bool:
        """Is this place in it?"""
        return self.holds(at, 0.0)

    def gap(self, at: Point) -> float:
        """Inches from a place to the nearest point of the zone, seen from above; 0 inside."""
        if self.corner is not None:
            return max(0.0, dist(self.corner, at[:2]) - self.reach)
        (x0, x1), (y0, y1) = self.x, self.y
        return hypot(max(x0 - at[0], 0.0, at[0] - x1), max(y0 - at[1], 0.0, at[1] - y1))

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """Its corners in order, to be drawn; a curve in short pieces."""
        (x0, x1), (y0, y1) = self.x, self.y
        if self.corner is None:
            return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        cx, cy = self.corner
        sx, sy = (1 if cx == x0 else -1), (1 if cy == y0 else -1)
        turns = [i * pi / 2 / _CURVE for i in range(_CURVE + 1)]
        return ((cx, cy), *((cx + sx * self.reach * cos(t), cy + sy * self.reach * sin(t)) for t in turns))


def edges(players: int, size: tuple[float, float], deep: float, aside: float = 0.0) -> tuple[Zone, ...]:
    """Opposite edges for two players; for three and four all edges, less the corners (SCEN-12).

    `deep`: inches from the edge; `aside`: inches that the zones keep from the board's other edges.
    """
    width, depth = size
    if players == 2:
        across = (aside, width - aside)
        return (
            Zone("north edge", across, (depth - deep, depth)),
            Zone("south edge", across, (0.0, deep)),
        )
    aside = max(aside, deep)
    across, along = (aside, width - aside), (aside, depth - aside)
    return (
        Zone("north edge", across, (depth - deep, depth)),
        Zone("east edge", (width - deep, width), along),
        Zone("south edge", across, (0.0, deep)),
        Zone("west edge", (0.0, deep), along),
    )


def corners(players: int, size: tuple[float, float], reach: float) -> tuple[Zone, ...]:
    """Opposite corners for two players, all four for three and four (SCEN-12): all within `reach` inches of them."""
    width, depth = size
    low_x, high_x, low_y, high_y = (0.0, reach), (width - reach, width), (0.0, reach), (depth - reach, depth)
    northeast = Zone("north-east corner", high_x, high_y, (width, depth), reach)
    southeast = Zone("south-east corner", high_x, low_y, (width, 0.0), reach)
    southwest = Zone("south-west corner", low_x, low_y, (0.0, 0.0), reach)
    northwest = Zone("north-west corner", low_x, high_y, (0.0, depth), reach)
    return (northeast, southwest) if players == 2 else (northeast, southeast, southwest, northwest)
