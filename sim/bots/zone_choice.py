"""Which zone to take: the one that is nearer to what scores."""

from __future__ import annotations

from math import exp

from sim.carnevale import scenario
from sim.carnevale.characters import Point
from sim.carnevale.scenarios.deployment import WhichZone
from sim.carnevale.state import State
from sim.carnevale.zones import Zone

__all__ = ["nearest_zone"]

WAY = 10.0  # inches: from so much further off it is worth 1/e
CLIMB = 2.0  # inches of a way, for each inch up or down


def nearest_zone(view: State, choice: WhichZone) -> str:
    """Of the zones that are free; the first, where none is nearer to anything."""
    zones = [zone for zone in scenario.zones(view) if zone.name in choice.free]
    laid = [(o.at, float(o.vp)) for o in view.objectives.values() if o.at is not None]

    def ahead(zone: Zone) -> float:
        """Victory Points nearer to it than to any other."""
        found = 0.0
        for at, vp in laid:
            others = max((_worth(other, at) for other in zones if other is not zone), default=0.0)
            found += vp * (_worth(zone, at) - others)
        return round(found, 6)

    return max(zones, key=lambda zone: (ahead(zone), -choice.free.index(zone.name))).name if zones else choice.default


def _worth(zone: Zone, at: Point) -> float:
    """Of what lies there, as far as it is a way from a zone; streets are at height 0."""
    return exp(-(zone.gap(at) + CLIMB * abs(at[2])) / WAY)
