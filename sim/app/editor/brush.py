"""What is in hand to be put down with each click: pieces, and zones, canals and whatever else lies flat."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from sim.app.editor.model import EditorModel
from sim.app.editor.tools import Floats, MoveDrag, Vector, snapped_move, still_edges
from sim.board.files.mapfile import PiecePlacement
from sim.board.model.tableau import Point
from sim.builder.edits import AddFlat, PlacePieces, Together
from sim.builder.flat_things import FlatThing, is_ring, moved, points_of
from sim.builder.snapping import edges_of
from sim.words import counted, say

__all__ = ["Brush", "brush_of", "propose_brush", "put_down", "turned_brush"]

Flat = tuple[float, float]


class Brush(msgspec.Struct, frozen=True):
    """What is in hand to be put down with each click, about the middle of its places."""

    pieces: tuple[PiecePlacement, ...] = ()
    flat: tuple[FlatThing, ...] = ()

    @property
    def points(self) -> list[Flat]:
        return [*(p.at for p in self.pieces), *(point for thing in self.flat for point in points_of(thing))]

    @property
    def edges(self) -> list[Floats]:
        """Of what is shaped by corners."""
        return [edges_of(points_of(thing)) for thing in self.flat if is_ring(thing)]

    def through(self, image: Callable[[Flat], Flat], turn: float = 0.0) -> Brush:
        """The same where `image` puts each of its points, its pieces turned by degrees."""
        pieces = tuple(msgspec.structs.replace(p, at=image(p.at), turn=(p.turn + turn) % 360.0) for p in self.pieces)
        return Brush(pieces, tuple(moved(thing, image) for thing in self.flat))


def brush_of(pieces: Sequence[PiecePlacement], flat: Sequence[FlatThing] = ()) -> Brush:
    """Things to be stamped onto the board."""
    alone = len(pieces) == 1
    new = Brush(tuple(msgspec.structs.replace(p, id="", group="" if alone else p.group) for p in pieces), tuple(flat))
    if not new.points:
        return new
    xs, ys = zip(*new.points, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return new.through(lambda at: (at[0] - x, at[1] - y))


def turned_brush(brush: Brush, by: float) -> Brush:
    cos, sin = math.cos(math.radians(by)), math.sin(math.radians(by))
    return brush.through(lambda at: (at[0] * cos - at[1] * sin, at[0] * sin + at[1] * cos), by)


def propose_brush(
    model: EditorModel, brush: Brush, lift: float, start: Point, way: Vector, *, free: bool
) -> tuple[Point | None, Floats]:
    """Show what the brush would put down under the mouse; returns where, and the edges that it snapped to."""
    none = np.zeros((0, 2, 2))
    shapes = [model.shapes.shape(p.piece) for p in brush.pieces]
    alone = shapes[0] if len(shapes) == 1 and not brush.flat else None
    ground, _ = model.ground(start, way)
    if alone is not None and alone.small and not alone.afloat:
        picked = model.pick(start, way, model.carried())
        if picked is not None and picked.level:
            ground = picked.at
    water = None if ground is None else model.water_at(ground[0], ground[1])
    if alone is not None and alone.afloat:
        level = water.surface if water is not None else -0.75
        ground = model.plane(start, way, level)
    if ground is None:
        model.propose(None)
        return None, none
    ground = (ground[0], ground[1], max(ground[2], 0.0) if alone is None or not alone.afloat else ground[2])
    own = np.concatenate([none, *(model.shapes.edges(p) for p in brush.pieces), *brush.edges])
    drag = MoveDrag((), (0.0, 0.0, 0.0), still_edges(model, ()), own, brush.points[0])
    by, edges = snapped_move(model, drag, (ground[0], ground[1]), free=free)
    z = round(ground[2] + lift, 3)
    put = brush.through(lambda at: (at[0] + by[0], at[1] + by[1]))
    place = PlacePieces(tuple(msgspec.structs.replace(p, z=p.z + z) for p in put.pieces))
    laid = tuple(AddFlat(thing) for thing in put.flat)
    model.propose(Together((*laid, place), _placing(put)) if laid else place)
    return (*by, z), edges


def _placing(put: Brush) -> str:
    return counted("Place {n} thing", "Place {n} things", len(put.pieces) + len(put.flat))


def put_down(model: EditorModel) -> None:
    """Put down what is in hand, but not once more where the very same stands."""
    alike = {(p.piece, p.at, p.z, p.turn) for p in model.map.pieces}
    if (new := model.carried_pieces()) and all((p.piece, p.at, p.z, p.turn) in alike for p in new):
        model.notify(say("It stands there already"))
    elif model.commit():
        model.selected = ()
