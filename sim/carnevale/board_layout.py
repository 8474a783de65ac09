"""What a map says of the games that are played on it, for one of them: its own zones and places of objectives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from sim.board.files.map_marks import MapObjective, MapZone
from sim.board.files.mapfile import MapFile
from sim.carnevale.layout import BoardLayout
from sim.carnevale.scenario import Scenario
from sim.carnevale.zones import Zone

__all__ = ["layout_of", "meant_for"]

M = TypeVar("M", MapZone, MapObjective)


def layout_of(made: MapFile | None, page: Scenario, sides: Sequence[str]) -> BoardLayout:
    """What a map lays down for a scenario between gangs of these sides, "" where it has none.

    Its zones count only where each gang finds one: a map may have fewer of them than there are gangs.
    """
    if made is None:
        return BoardLayout()
    zones = tuple(_zone(zone, page) for zone in meant_for(made.zones, page)) if page.map_zones else ()
    if not _enough(zones, sides):
        zones = ()
    places = tuple((*place.at, place.z) for place in meant_for(made.objectives, page))
    return BoardLayout(zones, places)


def meant_for(marks: Sequence[M], page: Scenario) -> tuple[M, ...]:
    """The zones or objectives that a map has for a scenario: those that name it, or else those that name none."""
    named = tuple(mark for mark in marks if page.id in mark.scenarios)
    return named or tuple(mark for mark in marks if not mark.scenarios)


def _zone(zone: MapZone, page: Scenario) -> Zone:
    return Zone.within(zone.id.replace("-", " "), zone.outline, zone.side if page.sides else "")


def _enough(zones: Sequence[Zone], sides: Sequence[str]) -> bool:
    """Is there a zone for each gang, of its side or of none?"""
    free, wanted = Counter(zone.side for zone in zones), Counter(sides)
    own = all(free[side] + (free[""] if side else 0) >= count for side, count in wanted.items())
    return own and len(zones) >= len(sides)
