"""What stands near where the zones of a board differ, and how pieces that nobody used can be got to.

Nothing is measured anew: all follows from the maps of the empty board, from the shapes of its pieces seen from above,
and from what was counted in the games.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board
from sim.board.map_checks.leading import LEANS
from sim.board.map_checks.survey import bounds, levels_under, places, plans_of_pieces
from sim.board.model.queries import HIGH
from sim.board.model.tableau import Point
from sim.carnevale.zones import Zone
from sim.playtest.board_maps import BoardMaps
from sim.playtest.features import Feature
from sim.playtest.tally import CELL, GameTally
from sim.playtest.zone_facts import TILES

__all__ = ["BoardSurroundings", "Nearest", "PieceReached", "TroubleSpot", "Ways", "ZoneSurroundings", "surroundings"]

SHELTER = 1.0  # inches over the street: what rises so high hides something of a mini that stands behind it
BESIDE = 1.5  # inches from a ladder or a boat: who stands there is at it
AROUND = 4.0  # inches of the side of a square in which what went wrong is counted together
LEAST = 3  # times that something goes wrong before a place is named for it
TROUBLES = ("drowned", "swam", "fell")
Floats = NDArray[np.float64]
Ways = tuple[float | None, float | None]


class Nearest(msgspec.Struct, frozen=True):
    """A piece, and how many inches away it is, seen from above and straight."""

    piece: str
    inches: float


class PieceReached(msgspec.Struct, frozen=True):
    """How a piece can be got to. `ways`: inches from the nearest place of each zone; None: no way leads there."""

    piece: str
    kind: Feature
    ways: Ways
    high: float  # inches over the street: of a roof its lowest place, of all else the top
    through: float | None = None  # inches from zone to zone over it, where a way leads there from both
    leads_to: str | None = None  # of a ladder, the piece with room for a base that it leads up to; "": none
    scores: Nearest | None = None  # the nearest objective; its name is where it lay
    ladder: Nearest | None = None  # of a roof that no way leads up to, the nearest ladder


class ZoneSurroundings(msgspec.Struct, frozen=True):
    """What stands in a zone and near it."""

    zone: str
    shelter: tuple[str, ...]  # pieces that stand in it and rise over the street by more than an inch
    most_seen: tuple[float, float] | None  # the place in it that most places of the board see; None: it has no place
    seen: float  # the share of places that see it
    beside: Nearest | None  # the piece nearest to that place
    nearest: dict[str, Nearest]  # roof, bridge, ladder, boat -> the first that a mini comes to, and the way there


class TroubleSpot(msgspec.Struct, frozen=True):
    """Where something went wrong most often."""

    what: str
    times: tuple[int, int]  # to minis of each zone, all over the board
    at: tuple[float, float]  # the middle of the square of 4" where most of it happened
    here: int  # how often it happened there
    beside: Nearest | None
    bridge: Nearest | None


class BoardSurroundings(msgspec.Struct, frozen=True):
    """All of it. `zones`: in the order of the report; `across`: the shortest way from zone to zone; `objectives`: where
    they lay, as `ZoneFacts.objectives` has the ways to them."""

    zones: tuple[ZoneSurroundings, ...] = ()
    pieces: tuple[PieceReached, ...] = ()
    troubles: tuple[TroubleSpot, ...] = ()
    across: float | None = None
    objectives: tuple[Point, ...] = ()


def surroundings(
    board: Board,
    zones: Sequence[Zone],
    maps: BoardMaps,
    kinds: dict[str, Feature],
    tally: GameTally,
    objectives: Sequence[Point],
) -> BoardSurroundings:
    """Of two zones. `kinds`: the pieces that are asked after; `objectives`: where they lay."""
    if len(zones) != 2 or not len(maps.at):
        return BoardSurroundings()
    shapes = _shapes(board)
    there = {piece: _places_at(board, piece, kind, shapes[piece], maps) for piece, kind in kinds.items()}
    pieces = tuple(_reached(board, piece, kinds, there, shapes, maps, objectives) for piece in kinds)
    bridges = {piece: shapes[piece] for piece, kind in kinds.items() if kind == "bridge"}
    return BoardSurroundings(
        tuple(_around(board, zone, number, maps, shapes, pieces) for number, zone in enumerate(zones)),
        pieces,
        tuple(_troubles(tally, shapes, bridges)),
        _inches(maps.way.sum(axis=0).min()),
        tuple(objectives),
    )


def _shapes(board: Board) -> dict[str, BaseGeometry]:
    """Of each piece all that is built, seen from above, and of each boat about where it lies."""
    shapes = plans_of_pieces(board)
    for vessel in board.vessels:
        shapes.setdefault(vessel.id, Spot(*vessel.start.at[:2]).buffer(BESIDE))
    return shapes


def _places_at(board: Board, piece: str, kind: Feature, shape: BaseGeometry, maps: BoardMaps) -> NDArray[np.bool_]:
    """Which squares have their place on a piece, or at it."""
    x, y, z = maps.at.T
    if kind == "roof":
        found = np.zeros(len(x), np.bool_)
        for area in places(board):
            if area.part.partition("/")[0] == piece and area.low > HIGH:
                level = (z > area.low - 0.2) & (z < area.high + TILES + 0.2)
                found |= level & shapely.contains_xy(area.shape, x, y)
        return found
    if kind == "bridge":
        return np.asarray(shapely.contains_xy(shape, x, y) & ~maps.wet)
    return np.asarray(shapely.contains_xy(shape.buffer(BESIDE), x, y))


def _reached(
    board: Board,
    piece: str,
    kinds: dict[str, Feature],
    there: dict[str, NDArray[np.bool_]],
    shapes: dict[str, BaseGeometry],
    maps: BoardMaps,
    objectives: Sequence[Point],
) -> PieceReached:
    kind, own, shape = kinds[piece], there[piece], shapes[piece]
    ways: Ways = (_least(maps.way[0][own]), _least(maps.way[1][own]))
    stranded = kind == "roof" and ways == (None, None)
    ladders = {other: shapes[other] for other, its in kinds.items() if its == "ladder"}
    spots = {f"({x:g}, {y:g})": Spot(x, y) for x, y, _ in objectives}
    return PieceReached(
        piece,
        kind,
        ways,
        _height(board, piece, kind),
        _least(maps.way[:, own].sum(axis=0)),
        _top_of(board, piece, shape) if kind == "ladder" else None,
        _nearest(shape, spots),
        _nearest(shape, ladders) if stranded else None,
    )


def _height(board: Board, piece: str, kind: Feature) -> float:
    if kind == "roof":
        low = [area.low for area in places(board) if area.part.partition("/")[0] == piece and area.low > HIGH]
        return round(min(low), 1)
    own = [number for number, part in enumerate(board.parts) if part.piece == piece]
    return round(float(bounds(board)[own, 1, 2].max()), 1) if own else 0.0


def _top_of(board: Board, piece: str, shape: BaseGeometry) -> str:
    """The piece that a ladder leads up to: the nearest that a base finds room on, within an inch and a bit of it."""
    near = {
        area.part.partition("/")[0]: area.shape
        for area in places(board)
        if area.part.partition("/")[0] != piece and area.high > HIGH and area.shape.distance(shape) <= LEANS
    }
    found = _nearest(shape, near)
    return found.piece if found is not None else ""


def _around(
    board: Board,
    zone: Zone,
    number: int,
    maps: BoardMaps,
    shapes: dict[str, BaseGeometry],
    pieces: Sequence[PieceReached],
) -> ZoneSurroundings:
    ground, tall = Polygon(zone.outline), _tall(board)
    inside = np.array([zone.has((x, y, z)) and abs(z) <= HIGH for x, y, z in maps.at.tolist()], np.bool_) & ~maps.wet
    most = int(np.argmax(np.where(inside, maps.seen, -1.0))) if inside.any() else None
    at = None if most is None else (round(float(maps.at[most, 0]), 1), round(float(maps.at[most, 1]), 1))
    nearest: dict[str, Nearest] = {}
    for each in sorted(pieces, key=lambda each: (each.ways[number] is None, each.ways[number], each.piece)):
        way = each.ways[number]
        if way is not None:
            nearest.setdefault(each.kind, Nearest(each.piece, way))
    return ZoneSurroundings(
        zone.name,
        tuple(sorted(piece for piece in tall if piece in shapes and shapes[piece].intersects(ground))),
        at,
        0.0 if most is None else round(float(maps.seen[most]), 3),
        None if at is None else _nearest(Spot(*at), {piece: shapes[piece] for piece in tall if piece in shapes}),
        nearest,
    )


def _tall(board: Board) -> set[str]:
    """Pieces that one can stand behind."""
    over = bounds(board)[:, 1, 2] - levels_under(board)
    return {part.piece for part, top in zip(board.parts, over.tolist(), strict=True) if part.is_built and top > SHELTER}


def _troubles(tally: GameTally, shapes: dict[str, BaseGeometry], bridges: dict[str, BaseGeometry]) -> list[TroubleSpot]:
    found = []
    side = round(AROUND / CELL)
    for what in TROUBLES:
        if sum(tally.counts.get(what, (0, 0))) < LEAST:
            continue
        counts = (tally.grids[what][0] + tally.grids[what][1]).astype(np.float64)
        here = np.round(uniform_filter(counts, side, mode="constant") * side * side)
        row, column = np.unravel_index(int(np.argmax(here)), here.shape)
        rows, columns = (slice(max(0, int(n) - side // 2), int(n) - side // 2 + side) for n in (row, column))
        own = counts[rows, columns]
        j, i = np.nonzero(own)
        weights = own[j, i]
        x, y = (
            round(float(np.average(start + index, weights=weights) + 0.5) * CELL, 1)
            for start, index in ((columns.start, i), (rows.start, j))
        )
        first, second = tally.counts[what]
        at = Spot(x, y)
        found.append(
            TroubleSpot(what, (first, second), (x, y), int(own.sum()), _nearest(at, shapes), _nearest(at, bridges))
        )
    return found


def _nearest(shape: BaseGeometry, among: dict[str, BaseGeometry]) -> Nearest | None:
    """The nearest of some shapes; the first by name of those as near."""
    apart = [(round(float(other.distance(shape)), 1), name) for name, other in among.items()]
    return Nearest(min(apart)[1], min(apart)[0]) if apart else None


def _least(ways: Floats) -> float | None:
    return _inches(float(ways.min(initial=np.inf)))


def _inches(way: float) -> float | None:
    return round(float(way), 1) if np.isfinite(way) else None
