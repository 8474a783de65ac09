"""What an empty board is like to a mini with a base of 30 mm: how far it is to each place, who sees it, in what cover,
and what an enemy does to it there.

Places lie in squares; in each the highest is taken that can be walked and climbed to, as it is what is seen from above.
Jumps are not counted, nor boats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import DropOf, Mover, ProspectOf
from sim.board.model.tableau import MM, Point, Tableau
from sim.board.model.verdicts import Drop, Prospect
from sim.carnevale.zones import Zone
from sim.playtest.board_looks import BASE, COVERED, HERE, OPEN, UNSEEN, BoardLook, PlaceSeen, figure_at
from sim.playtest.plain_enemy import REACH, life_lost

__all__ = ["FAR_AWAY", "BoardMaps", "map_board", "prospect_from", "set_up_in", "spread"]

FAR_AWAY = 200.0  # inches: to everywhere on a board
MOST_CELLS = 600  # squares of a board that are looked at
FINEST = 1.0  # inches of a square's side
WATCHERS, OF_A_ZONE = 30, 12  # places that are looked from: of the board, about, and of each zone
STREET = 3.0  # inches over and under it: where minis are set up
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BoardMaps:
    """The squares of a board and what was measured of each; (n,) or, for each zone, (zones, n)."""

    side: float  # inches of a square
    at: Floats  # (n, 3), the place in it
    wet: NDArray[np.bool_]
    way: Floats  # inches from the nearest place of each zone
    seen: Floats  # the share of places all over the board that see it
    cover: Floats  # of those, the share from which it is in cover; NaN where none sees it
    seen_from: Floats  # the share of each zone's places that see it
    danger: Floats  # Life Points that a plain enemy takes in a turn, on average over dry places all over the board
    danger_from: Floats  # the same over the places of each zone


def map_board(board: Board, zones: Sequence[Zone], looks: Callable[[BoardLook], list[PlaceSeen]]) -> BoardMaps:
    """Measure all maps of a board; `looks`: how who sees what is measured, which takes the longest."""
    starts = [set_up_in(board, zone) for zone in zones]
    everywhere = starts or [_corners_of(board)]
    fields = [[prospect_from(board, at) for at in spread(places, 3)] for places in everywhere]
    side = max(FINEST, ceil(2 * sqrt(board.size[0] * board.size[1] / MOST_CELLS)) / 2)
    at, wet = _squares([p for zone in fields for p in zone], side)
    way = np.array([_way(zone, at) for zone in fields[: len(zones)]]).reshape(len(zones), len(at))
    watchers = _on_raster(at, board.size)
    sides = tuple(_points(spread(places, OF_A_ZONE)) for places in starts)
    found = looks(BoardLook(_points(at), _points(watchers), sides))
    watched = np.array([place.watched for place in found]).reshape(len(at), len(watchers))
    from_zones = [np.array([place.zones[n] for place in found]).reshape(len(at), -1) for n in range(len(zones))]
    dry = np.array([not wet[(at == watcher).all(axis=1)].any() for watcher in watchers], np.bool_)
    return BoardMaps(
        side,
        at,
        wet,
        way,
        _share(watched != UNSEEN, watched != HERE),
        _share(watched == COVERED, (watched == COVERED) | (watched == OPEN), np.nan),
        np.array([_share(codes != UNSEEN, np.ones_like(codes, np.bool_)) for codes in from_zones]).reshape(
            len(zones), len(at)
        ),
        _danger(board, at, wet, side, [w for w, out in zip(watchers, dry, strict=True) if out], watched[:, dry]),
        np.array(
            [
                _danger(board, at, wet, side, [np.array(w) for w in places], codes)
                for places, codes in zip(sides, from_zones, strict=True)
            ]
        ).reshape(len(zones), len(at)),
    )


def _share(those: NDArray[np.bool_], among: NDArray[np.bool_], none: float = 0.0) -> Floats:
    """Of each row the share of those that are among others; `none` where there are no others."""
    number, of = (those & among).sum(axis=1), among.sum(axis=1)
    return np.where(of > 0, number / np.maximum(of, 1), none)


def _danger(
    board: Board, at: Floats, wet: NDArray[np.bool_], side: float, enemies: Sequence[Floats], seen: NDArray[np.int64]
) -> Floats:
    """Life Points that an enemy from these places takes in a turn from a mini at each place, on average."""
    if not enemies:
        return np.zeros(len(at))
    lost = []
    for enemy, codes in zip(enemies, seen.T, strict=True):
        way = _way([prospect_from(board, enemy, REACH)], at)
        apart = np.maximum(0.0, np.linalg.norm(at - enemy, axis=1) - BASE * MM)
        lost.append(life_lost(way, apart, codes, wet))
    return np.asarray(np.mean(lost, axis=0))


def _points(places: Sequence[Floats] | Floats) -> tuple[Point, ...]:
    return tuple((float(x), float(y), float(z)) for x, y, z in places)


def set_up_in(board: Board, zone: Zone) -> Floats:
    """Places (n, 3) on a raster of an inch where a mini may be set up in a zone: near street level, out of water."""
    found = []
    for x in np.arange(zone.x[0] + 0.5, zone.x[1], 1.0):
        for y in np.arange(zone.y[0] + 0.5, zone.y[1], 1.0):
            over = (float(x), float(y), STREET)
            if not zone.holds(over, BASE * MM / 2):
                continue
            drop = board.answer(DropOf("walker", over), _alone(over))
            assert isinstance(drop, Drop)
            ground = drop.ground
            if drop.rest is None or ground is None or not ground.whole or ground.water or drop.nudged > 0.5:
                continue
            if abs(drop.rest[2]) <= STREET and zone.holds(drop.rest, BASE * MM / 2):
                found.append(drop.rest)
    return np.array(sorted(set(found)), dtype=np.float64).reshape(-1, 3)


def prospect_from(
    board: Board, at: Floats, move: float = FAR_AWAY, goals: Sequence[Sequence[tuple[float, float, float, float]]] = ()
) -> Prospect:
    """Where a mini from there could go, all alone on the board."""
    place = (float(at[0]), float(at[1]), float(at[2]))
    query = ProspectOf(Mover("walker", move), tuple(tuple(each) for each in goals))
    verdict = board.answer(query, _alone(place))
    assert isinstance(verdict, Prospect)
    return verdict


def spread(places: Floats, count: int) -> Floats:
    """So many of some places, far from each other; all if there are fewer.

    The first is nearest to their middle, and each next one the farthest from those before.
    """
    if not len(places):
        return places
    chosen = [int(np.argmin(np.linalg.norm(places - places.mean(axis=0), axis=1)))]
    apart = np.linalg.norm(places - places[chosen[0]], axis=1)
    while len(chosen) < min(count, len(places)):
        chosen.append(int(np.argmax(apart)))
        apart = np.minimum(apart, np.linalg.norm(places - places[chosen[-1]], axis=1))
    return places[chosen]


def _on_raster(places: Floats, size: tuple[float, float]) -> list[Floats]:
    """The places nearest to the middles of even fields of the board: of a symmetrical board, symmetrical ones."""
    each = sqrt(size[0] * size[1] / WATCHERS)
    columns, rows = max(1, round(size[0] / each)), max(1, round(size[1] / each))
    middles = [((i + 0.5) * size[0] / columns, (j + 0.5) * size[1] / rows) for j in range(rows) for i in range(columns)]
    apart = [np.linalg.norm(places[:, :2] - middle, axis=1) for middle in middles]
    return [places[int(np.argmin(far))] for far in apart if len(far)]


def _corners_of(board: Board) -> Floats:
    """Places to begin from where there are no zones: all over the street."""
    width, depth = board.size
    return set_up_in(board, Zone("board", (0.0, width), (0.0, depth)))


def _squares(fields: Sequence[Prospect], side: float) -> tuple[Floats, NDArray[np.bool_]]:
    """The highest place of each square, and of those the nearest to its middle."""
    at = np.concatenate([field.at for field in fields]) if fields else np.zeros((0, 3))
    wet = np.concatenate([field.wet for field in fields]) if fields else np.zeros(0, np.bool_)
    square = np.floor(at[:, :2] / side).astype(np.int64)
    off = np.linalg.norm(at[:, :2] - (square + 0.5) * side, axis=1)
    order = np.lexsort((off, -np.round(at[:, 2], 0), square[:, 0], square[:, 1]))
    first = np.ones(len(order), np.bool_)
    first[1:] = (square[order][1:] != square[order][:-1]).any(axis=1)
    chosen = order[first]
    return at[chosen], wet[chosen]


def _way(fields: Sequence[Prospect], at: Floats) -> Floats:
    """Inches to each place from the nearest of those that the fields begin at; infinite where there is no way."""
    found = np.full(len(at), np.inf)
    for field in fields:
        known = {tuple(row): float(cost) for row, cost in zip(np.round(field.at, 3).tolist(), field.cost, strict=True)}
        own = np.array([known.get(tuple(row), np.inf) for row in np.round(at, 3).tolist()])
        found = np.minimum(found, own)
    return found


def _alone(at: Sequence[float]) -> Tableau:
    return Tableau((figure_at("walker", at),))
