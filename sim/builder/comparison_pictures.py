"""Two versions of a board side by side from above, with what is different marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely

from sim.board.board import Board
from sim.board.files.canals import canal_shape, polygons
from sim.board.files.mapfile import MapFile
from sim.board.model.part_names import piece_of
from sim.builder.comparing import MapComparison
from sim.builder.looks import from_above, look_of_board

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["comparison_picture"]

WIDEST = 1000  # pixels of a version
MARGIN, FOOT = 24, 44  # pixels round it, and of the legend
PAPER, INK, HALO = (246, 240, 228), (42, 33, 27), (255, 255, 255)
GONE, NEW, MOVED, OTHERWISE = (190, 38, 30), (24, 128, 62), (28, 84, 176), (206, 124, 10)
TONES = {"removed": GONE, "added": NEW, "moved": MOVED, "changed": OTHERWISE}
PALE = 0.35  # towards white: so marks stand out
Ring = list[tuple[float, float]]


class _Side(NamedTuple):
    """A version as it is drawn: its board and map, and where its south-west corner lies on the sheet."""

    board: Board
    made: MapFile
    west: float
    south: float
    per_inch: float

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        return (self.west + x * self.per_inch, self.south - y * self.per_inch)


def comparison_picture(old: Board, new: Board, found: MapComparison) -> Image:
    """North up, the earlier version on the left."""
    from PIL import Image, ImageDraw

    assert old.map is not None
    assert new.map is not None
    longest = max(*old.size, *new.size)
    per_inch = WIDEST / longest
    tall = round(max(old.size[1], new.size[1]) * per_inch)
    wide = [round(board.size[0] * per_inch) for board in (old, new)]
    sheet = Image.new("RGB", (sum(wide) + 3 * MARGIN, tall + 2 * MARGIN + FOOT), PAPER)
    sides, west = list[_Side](), MARGIN
    for board, made, across in ((old, old.map, wide[0]), (new, new.map, wide[1])):
        seen = Image.fromarray(np.asarray(from_above(look_of_board(board), (0.0, 0.0), board.size, per_inch)))
        seen = seen.convert("RGB")
        sheet.paste(Image.blend(seen, Image.new("RGB", seen.size, "white"), PALE), (west, MARGIN + tall - seen.height))
        sides.append(_Side(board, made, west, MARGIN + tall, per_inch))
        west += across + MARGIN
    pen = ImageDraw.Draw(sheet)
    _mark_things(pen, sides, found)
    _mark_pieces(pen, sides, found)
    _legend(pen, sheet.size, old.name, new.name, sides)
    return sheet


def _mark_pieces(pen: Any, sides: list[_Side], found: MapComparison) -> None:
    """Round each piece: on the side that has it, or on both; how far it was moved is an arrow."""
    for piece in found.pieces:
        tone = TONES[piece.how]
        for side, id, at in zip(sides, (piece.was or piece.id, piece.id), (piece.start, piece.end), strict=True):
            if at is None:
                continue
            ring = _round(side, id, at)
            _line(pen, [side.pixel(x, y) for x, y in ring], tone)
        if piece.moved and piece.start is not None and piece.end is not None:
            _arrow(pen, sides[1].pixel(*piece.start[:2]), sides[1].pixel(*piece.end[:2]), tone)


def _round(side: _Side, id: str, at: tuple[float, float, float]) -> Ring:
    """A line round a piece, a little away from it."""
    own = [p.triangles[..., :2].reshape(-1, 2) for p in side.board.parts if piece_of(p.name) == id]
    own += [p.triangles[..., :2].reshape(-1, 2) for v in side.board.vessels if v.id == id for p in v.parts]
    shape = shapely.MultiPoint(np.concatenate(own)).convex_hull if own else shapely.Point(at[:2])
    return [(float(x), float(y)) for x, y in shape.buffer(0.25).exterior.coords]


def _mark_things(pen: Any, sides: list[_Side], found: MapComparison) -> None:
    """Water, zones, objectives and notes that are different, each on the side that has it."""
    for thing in found.things:
        for number, side in enumerate(sides):
            id = thing.keys["id"][number] if "id" in thing.keys else thing.id
            for ring in _outlines(side.made, thing.kind, id):
                _line(pen, [side.pixel(x, y) for x, y in ring], TONES[thing.how], 3)


def _outlines(made: MapFile, kind: str, id: str) -> list[Ring]:
    match kind:
        case "canal" | "street":
            area = next((each for each in made.areas if each.id == id), None)
            shapes = [] if area is None else polygons(canal_shape(area, made))
            return [[(float(x), float(y)) for x, y in shape.exterior.coords] for shape in shapes]
        case "zone":
            zone = next((each for each in made.zones if each.id == id), None)
            return [] if zone is None else [[*zone.outline, zone.outline[0]]]
        case _:
            spots = [mark.at for mark in made.objectives if mark.id == id]
            spots += [note.at for note in made.notes if note.id == id]
            return [[(float(x), float(y)) for x, y in shapely.Point(at).buffer(0.6).exterior.coords] for at in spots]


def _line(pen: Any, points: Ring, tone: tuple[int, int, int], width: int = 4) -> None:
    pen.line(points, fill=HALO, width=width + 4, joint="curve")
    pen.line(points, fill=tone, width=width, joint="curve")


def _arrow(pen: Any, start: tuple[float, float], end: tuple[float, float], tone: tuple[int, int, int]) -> None:
    way = np.subtract(end, start)
    far = float(np.hypot(*way))
    _line(pen, [start, end], tone)
    if far > 6.0:
        ahead = way / far
        aside = np.array([-ahead[1], ahead[0]])
        head = [np.array(end), np.array(end) - 12 * ahead + 7 * aside, np.array(end) - 12 * ahead - 7 * aside]
        pen.polygon([(float(x), float(y)) for x, y in head], fill=tone, outline=HALO)


def _legend(pen: Any, size: tuple[int, int], old: str, new: str, sides: list[_Side]) -> None:
    y = size[1] - FOOT - MARGIN // 2 + 6
    for side, name in zip(sides, (f"before: {old}", f"after: {new}"), strict=True):
        pen.text((side.west, 4), name, fill=INK, font_size=15)
    x = float(MARGIN)
    for how, tone in TONES.items():
        pen.rectangle((x, y + 4, x + 22, y + 18), outline=tone, width=4)
        pen.text((x + 30, y + 2), how, fill=INK, font_size=16)
        x += 60 + pen.textlength(how, font_size=16)
