"""A board while it is made: its water and ground, what stands on it so far, and whether more fits."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import shapely
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.board.files.canals import whole_shape
from sim.board.files.mapfile import Canal, PiecePlacement, Street
from sim.board.model.plans import common, union, without
from sim.builder.generator.crossings import Crossing
from sim.builder.generator.footprints import lies
from sim.builder.generator.shapes import Point, pieces_of
from sim.builder.generator.styles import STYLES, Manner, Style
from sim.builder.generator.words import Words

__all__ = ["HALF", "BuiltPlot", "Site"]

HALF = 0.62  # inches: half the width of a passage for a 30 mm base
MOST_OPEN = 0.42  # share of the board that is ground
AROUND = 5.0  # inches: how far a thing may bar a way


class BuiltPlot(msgspec.Struct, frozen=True, eq=False):
    """A built plot: its house, its walls seen from above, and how high its eaves are about."""

    placed: PiecePlacement
    plot: Polygon
    eaves: float
    block: int
    before: BaseGeometry | None = None  # what hangs over the street before it


class Site:
    """The ground of a board, or of the part of it that is made, and all that was put there."""

    def __init__(
        self, size: Point, canals: Sequence[Canal], style: Style, part: BaseGeometry | None, words: Words
    ) -> None:
        self.size = size
        self.board = box(0, 0, *size)
        self.canals = tuple(canals)
        self.style: Style = style
        self.manner: Manner = STYLES[style]
        self.words = words
        self.part = self.board if part is None else common(self.board, part)
        self.banks = [whole_shape(canal, size) for canal in canals]
        self.water = common(union(self.banks), self.board)
        self.quarters: list[Polygon] = pieces_of(common(without(self.board, self.water), self.part), 1.0)
        self.land: BaseGeometry = union(self.quarters)
        self.basin: BaseGeometry = common(self.water, self.part)  # the water that is made on
        for shape in (self.land, self.basin):
            shapely.prepare(shape)
        self.bridges: list[Crossing] = []
        self.blocks: list[Polygon] = []
        self.campi: list[Polygon] = []
        self.houses: list[BuiltPlot] = []
        self.headings: dict[str, list[PiecePlacement]] = {}
        self.shaped = False  # may its ground have levels and steps of its own?
        self.levels: list[Street] = []
        self.landings: list[tuple[str, Point]] = []  # the canals that have steps, and where
        self._standing: list[BaseGeometry] = []
        self._kept: list[BaseGeometry] = []  # free of anything

    @property
    def built(self) -> float:
        """Square inches of houses and churches."""
        return float(sum(h.plot.area for h in self.houses))

    @property
    def has_church(self) -> bool:
        return any(h.placed.called == "church" for h in self.houses)

    @property
    def least_built(self) -> float:
        """Square inches of houses that leave no more ground open than advised."""
        share = max(self.manner.built[0], 1.0 - MOST_OPEN - float(self.water.area / self.board.area))
        return share * float(self.part.area)

    def take(self, shape: BaseGeometry) -> None:
        """Keep a place free of anything else."""
        self._kept.append(shape)

    def put(self, heading: str, placed: PiecePlacement, shape: BaseGeometry | None = None) -> None:
        """Put a piece down, under a heading of the text."""
        self.headings.setdefault(heading, []).append(placed)
        self._standing.append(lies(placed) if shape is None else shape)

    def free(self, shape: BaseGeometry, room: float = 0.06) -> bool:
        """Does nothing stand there yet?"""
        every = np.array([*self._standing, *self._kept], dtype=object)
        return not len(every) or not shapely.intersects(every, shape.buffer(room)).any()

    def open_ground(self) -> BaseGeometry:
        """The streets and squares that nothing stands on."""
        return without(self.land, union(self._standing)) if self._standing else self.land

    def leaves_ways(self, shape: BaseGeometry) -> bool:
        """Can one still go by on every side that one could, once this stands there?"""
        near = shape.centroid.buffer(AROUND)
        ground = without(common(self.land, near), self._near(near))
        before = _ways(ground)
        after = _ways(without(ground, shape))
        return len(after) <= len(before) and sum(p.area for p in after) > 0.5 * sum(p.area for p in before)

    def _near(self, shape: BaseGeometry) -> BaseGeometry:
        every = np.array(self._standing, dtype=object)
        return union(every[shapely.intersects(every, shape)]) if len(every) else Polygon()


def _ways(ground: BaseGeometry) -> list[Polygon]:
    return [p for p in pieces_of(ground.buffer(-HALF)) if p.area > 0.3]
