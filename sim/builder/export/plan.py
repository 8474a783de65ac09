"""The plan of a board from above: outlines, numbers and measures, as plain shapes and words on a sheet.

Lengths are inches of the board: x east, y north. `plan_svg` and `plan_pdf` put it on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board, placed
from sim.board.files.canals import canal_shape, polygons, street_places
from sim.board.files.mapfile import MapFile
from sim.board.model.errors import MapError
from sim.board.model.plans import union, without
from sim.words import say

__all__ = ["FAINT", "INK", "PAPER", "BoardPlan", "ListedPiece", "PlanLine", "PlanWords", "plan_of"]

Floats = NDArray[np.float64]
Point = tuple[float, float]

PAPER, INK, FAINT, GRID = "#ffffff", "#2a211b", "#8b7f70", "#d9d2c5"
WATER, BANK, STREET = "#cfe4e6", "#3f7f80", "#f7f3ea"
HIGH, LOW, AFLOAT = "#f0d8bd", "#e4ddcf", "#c9d8c4"  # houses, what is lower than a storey, boats
MARK = "#8a3b6e"  # zones, objectives and notes
MARKER = 0.59  # inches: the radius of an objective
STOREY = 2.5  # inches
NAME = 0.17  # inches: of the letters that say on a large sheet what a piece is
EVERY, WIDE = 1, 6  # inches between the lines of the grid, and between those that are numbered
COARSE = 0.02  # inches that an outline may be off


class PlanLine(msgspec.Struct, frozen=True):
    """A line through points, or an area with holes where it has a `fill`. `wide`: of the pen, in points of 1/72"."""

    rings: tuple[tuple[Point, ...], ...]
    pen: str = INK
    wide: float = 0.5
    fill: str = ""
    dashed: bool = False


class PlanWords(msgspec.Struct, frozen=True):
    """PlanWords about a point; `tall` in inches of the board. `fine`: for sheets on which an inch is large."""

    at: Point
    text: str
    tall: float
    ink: str = INK
    halo: bool = False
    fine: bool = False


class ListedPiece(msgspec.Struct, frozen=True):
    """A row of the list: what stands where. `middle`: of its outline; `sides`: of the box round it as it is turned;
    `high`: its top over the street."""

    number: int
    name: str
    id: str
    middle: Point
    sides: Point
    high: float
    turn: float
    at: tuple[float, float, float]

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it is written: number, name, id, middle, box, top and turn."""
        return (
            str(self.number),
            self.name,
            self.id,
            f"{self.middle[0]:.2f}, {self.middle[1]:.2f}",
            f"{self.sides[0]:.1f} x {self.sides[1]:.1f}",
            f"{self.high:.1f}",
            f"{self.turn:g}°" if self.turn else "",
        )


class BoardPlan(msgspec.Struct, frozen=True):
    """A sheet, and what is listed beside it."""

    name: str
    size: Point
    lines: tuple[PlanLine, ...]
    words: tuple[PlanWords, ...]
    pieces: tuple[ListedPiece, ...]


def plan_of(board: Board) -> BoardPlan:
    """The plan of a map's board. Raises MapError for a bare mesh, which has no pieces to be laid."""
    if board.map is None:
        raise MapError(say("{name}: is a mesh: a plan is made of a map, which has pieces to be laid", name=board.name))
    wide, deep = board.size
    edge = ((0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep), (0.0, 0.0))
    lines = [PlanLine((edge,), fill=STREET, pen="", wide=0)]
    words = []
    outlines = list(_outlines(board))
    covered = union([outline for _, outline, _, _ in outlines])
    for street, place in street_places(board.map):
        lines += _areas(place, STREET, INK)
        middle = place.representative_point()
        words.append(PlanWords((middle.x, middle.y), f'{street.id} ({street.level:+g}")', 0.32, INK, halo=True))
    for canal in board.map.canals:
        shape = canal_shape(canal, board.map)
        lines += _areas(shape, WATER, BANK)
        open_water = without(shape, covered)
        middle = (shape if open_water.is_empty else max(polygons(open_water), key=_area)).representative_point()
        words.append(PlanWords((middle.x, middle.y), f'{canal.id} ({canal.surface:g}")', 0.32, BANK, halo=True))
    lines += _grid(wide, deep)
    words += list(_numbers(wide, deep))
    pieces = []
    for number, (id, outline, low, high) in enumerate(outlines, 1):
        where = next(p for p in board.map.pieces if p.id == id)
        afloat = any(v.id == id for v in board.vessels)
        lines += _areas(outline, AFLOAT if afloat else HIGH if high - max(low, 0.0) >= STOREY else LOW, INK)
        a, b, c, d = outline.bounds
        tall = float(np.clip(0.4 * min(c - a, d - b), 0.2, 0.6))
        inside = outline.representative_point() if not outline.contains(outline.centroid) else outline.centroid
        words.append(PlanWords((inside.x, inside.y), str(number), tall, halo=True))
        words += _named(inside, tall, f'{id}, {high:.1f}"', outline)
        name = where.piece if isinstance(where.piece, str) else say("{piece} by its parameters", piece=where.called)
        middle = ((a + c) / 2, (b + d) / 2)
        pieces.append(ListedPiece(number, name, id, middle, (c - a, d - b), high, where.turn, (*where.at, where.z)))
    lines.append(PlanLine((edge,), wide=1.6))
    lines.append(_north(wide, deep))
    words.append(PlanWords((wide - 0.9, deep + 0.75), say("north"), 0.4, FAINT))
    lines += _marks(board.map)
    words += _mark_words(board.map)
    return BoardPlan(board.map.name, board.size, tuple(lines), tuple(words), tuple(pieces))


def _named(inside: shapely.Point, tall: float, text: str, outline: BaseGeometry) -> list[PlanWords]:
    """What a piece is, below its number, where there is room for it."""
    low, high = inside.y - 0.5 * tall - 1.5 * NAME, inside.y - 0.5 * tall
    half = 0.3 * NAME * len(text)
    if not outline.contains(shapely.box(inside.x - half, low, inside.x + half, high)):
        return []
    return [PlanWords((inside.x, (low + high) / 2), text, NAME, FAINT, fine=True)]


def _north(wide: float, deep: float) -> PlanLine:
    """An arrow over the north-east corner."""
    x, y = wide - 0.2, deep + 0.4
    return PlanLine((((x - 0.2, y), (x, y + 0.9), (x + 0.2, y), (x, y + 0.18), (x - 0.2, y)),), "", 0, FAINT)


def _marks(made: MapFile) -> list[PlanLine]:
    """The outlines of zones, and a ring of 30 mm for each objective."""
    found = [PlanLine(((*zone.outline, zone.outline[0]),), pen=MARK, wide=1.2, dashed=True) for zone in made.zones]
    for objective in made.objectives:
        ring = shapely.Point(objective.at).buffer(MARKER).exterior.coords
        found.append(PlanLine((tuple((x, y) for x, y in ring),), pen=MARK, wide=1.2))
    return found


def _mark_words(made: MapFile) -> list[PlanWords]:
    found = []
    for zone in made.zones:
        at = shapely.Polygon(zone.outline).representative_point()
        found.append(PlanWords((at.x, at.y), zone.id.replace("-", " "), 0.45, MARK, halo=True))
    spots = [(o.at, o.id.replace("-", " ")) for o in made.objectives] + [(note.at, note.text) for note in made.notes]
    return found + [PlanWords((x, y + MARKER + 0.3), said, 0.3, MARK, halo=True) for (x, y), said in spots]


def _outlines(board: Board) -> Iterator[tuple[str, BaseGeometry, float, float]]:
    """Each piece seen from above, and its lowest and highest point; the largest first, so that none hides another."""
    found: dict[str, list[Floats]] = {}
    for part in board.parts:
        found.setdefault(part.piece, []).append(part.triangles)
    for vessel in board.vessels:
        found[vessel.id] = [placed(p.triangles, vessel.start.at, vessel.start.turn) for p in vessel.parts]
    assert board.map is not None
    pieces = []
    for where in board.map.pieces:
        if where.id in found:
            triangles = np.concatenate(found[where.id])
            outline = _seen_from_above(triangles)
            if not outline.is_empty:
                pieces.append((where.id, outline, float(triangles[..., 2].min()), float(triangles[..., 2].max())))
    yield from sorted(pieces, key=lambda piece: -piece[1].area)


def _seen_from_above(triangles: Floats) -> BaseGeometry:
    flat = shapely.polygons(triangles[..., :2])
    flat = flat[shapely.area(flat) > 1e-6]
    shape = shapely.union_all(shapely.make_valid(flat), grid_size=1e-4)
    return shape.buffer(COARSE).buffer(-COARSE).simplify(COARSE)


def _area(shape: BaseGeometry) -> float:
    return float(shape.area)


def _areas(shape: BaseGeometry, fill: str, pen: str) -> list[PlanLine]:
    return [
        PlanLine(
            tuple(tuple((float(x), float(y)) for x, y in ring.coords) for ring in (each.exterior, *each.interiors)),
            pen,
            0.7,
            fill,
        )
        for each in polygons(shape)
    ]


def _grid(wide: float, deep: float) -> Iterable[PlanLine]:
    for k in range(EVERY, int(np.ceil(max(wide, deep))), EVERY):
        pen, thick = (FAINT, 0.5) if k % WIDE == 0 else (GRID, 0.3)
        if k < wide:
            yield PlanLine((((k, 0.0), (k, deep)),), pen, thick)
        if k < deep:
            yield PlanLine((((0.0, k), (wide, k)),), pen, thick)


def _numbers(wide: float, deep: float) -> Iterable[PlanWords]:
    for k in range(0, int(max(wide, deep)) + 1, WIDE):
        if k <= wide:
            yield PlanWords((k, -0.55), f'{k}"', 0.4, FAINT)
        if k <= deep:
            yield PlanWords((-0.7, k), f'{k}"', 0.4, FAINT)
