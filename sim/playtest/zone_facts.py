"""What is different between the zones of a board, in numbers that are measured on it while it is empty."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.map_checks.survey import places
from sim.board.model.queries import HIGH
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Prospect
from sim.carnevale.zones import Zone
from sim.playtest.board_maps import BoardMaps, prospect_from, set_up_in, spread

__all__ = ["MOVE", "RUNS", "TILES", "TWO_TURNS", "ZoneFacts", "zone_facts"]

MOVE, RUNS, TURNS = 5.0, 2, 2
TWO_TURNS = MOVE * RUNS * TURNS  # inches: two turns of two runs of 5" each
STARTS = 5  # places of a zone that it is measured from
A_PLACE = 1 / 64  # square inches of a place of the lattice
THERE = 1.5  # inches from the middle of what scores
TILES = 1.0  # inches: so high a roof lies over the house that it is of, where it is low (GEO-03)
Floats = NDArray[np.float64]


class ZoneFacts(msgspec.Struct, frozen=True):
    """One zone. Lengths in inches; means over places that lie spread over the zone."""

    zone: str
    places: int  # on a raster of an inch, where a base of 30 mm may be set up
    reach: float  # square inches within two turns of two runs of 5"
    high: float  # of these, more than 3" over the street
    roofs: int  # pieces with a roof within two turns, from anywhere in the zone
    seen: float  # the share of places all over the board that see a mini in the zone
    cover: float | None  # of those, the share from which it is in cover
    danger: float  # Life Points that a plain enemy takes in a turn from a mini in the zone, from all over the board
    to_middle: float | None  # the way to the middle of the board; None: there is none
    to_objectives: float | None  # the mean way to where objectives lay at first; None: there were none
    objectives: tuple[float | None, ...] = ()  # the mean way to each of these; None: none leads there


def zone_facts(
    board: Board, zones: Sequence[Zone], maps: BoardMaps, objectives: Sequence[Point]
) -> tuple[ZoneFacts, ...]:
    """Of each zone. `objectives`: where they lay. `to_objectives` leaves out those that a zone cannot walk to, of all
    zones; `objectives` tells of each by itself."""
    places = [set_up_in(board, zone) for zone in zones]
    middle = (board.size[0] / 2, board.size[1] / 2, 0.0)
    goals = [((x, y, z, THERE),) for x, y, z in (middle, *objectives)]
    found = [[prospect_from(board, at, TWO_TURNS, goals) for at in spread(there, STARTS)] for there in places]
    ways = [np.array([field.now for field in own]).reshape(-1, len(goals)) for own in found]
    walked = np.isfinite(np.concatenate(ways)).all(axis=0) if ways else np.zeros(len(goals), np.bool_)
    walked[0] = False
    return tuple(
        _of(board, zone, maps, len(there), own, way, walked)
        for zone, there, own, way in zip(zones, places, found, ways, strict=True)
    )


def _of(
    board: Board,
    zone: Zone,
    maps: BoardMaps,
    room: int,
    found: Sequence[Prospect],
    ways: Floats,
    walked: NDArray[np.bool_],
) -> ZoneFacts:
    """`ways`: (starts, goals), the middle of the board first; `walked`: the objectives that all zones walk to."""
    inside = np.array([zone.has((x, y, z)) and abs(z) <= HIGH for x, y, z in maps.at.tolist()], np.bool_)
    inside &= ~maps.wet
    cover = maps.cover[inside]
    return ZoneFacts(
        zone=zone.name,
        places=room,
        reach=_mean([len(field.at) * A_PLACE for field in found]) or 0.0,
        high=_mean([int((field.at[:, 2] > HIGH).sum()) * A_PLACE for field in found]) or 0.0,
        roofs=_roofs(board, found),
        seen=_mean(maps.seen[inside].tolist(), 3) or 0.0,
        cover=_mean(cover[~np.isnan(cover)].tolist(), 3),
        danger=_mean(maps.danger[inside].tolist(), 2) or 0.0,
        to_middle=_mean(ways[:, 0].tolist()),
        to_objectives=_mean(ways[:, walked].ravel().tolist()),
        objectives=tuple(_mean(way) for way in ways[:, 1:].T.tolist()),
    )


def _roofs(board: Board, found: Sequence[Prospect]) -> int:
    """Pieces with a roof that one of the prospects leads onto."""
    reached = set()
    at = np.concatenate([field.at for field in found]) if found else np.zeros((0, 3))
    for place in places(board):
        if place.low <= HIGH:
            continue
        level = at[(at[:, 2] > place.low - 0.2) & (at[:, 2] < place.high + TILES + 0.2)]
        if len(level) and shapely.contains_xy(place.shape, level[:, 0], level[:, 1]).any():
            reached.add(place.part.rpartition("/")[0])
    return len(reached)


def _mean(numbers: Sequence[float], digits: int = 1) -> float | None:
    """None where there are none, or one is infinite."""
    if not len(numbers) or not np.isfinite(numbers).all():
        return None
    return round(float(np.mean(numbers)), digits)
