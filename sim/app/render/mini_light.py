"""The light that minis stand in: worked out once for a place, and for all that are new at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from sim.app.render.baked_light import LightScene
from sim.app.render.hours import Hour
from sim.app.render.surface import Floats
from sim.board.model.tableau import Point

__all__ = ["MiniLight"]

LIT = 0.4  # inches: what is so near has the light of the first place that was asked for
CHEST = 0.8  # inches over the ground
FINE = 8  # places along a way, for each that has a light of its own

Cell = tuple[int, int, int]


class MiniLight:
    """Light from six sides, on one board at one hour."""

    def __init__(self, light: Callable[[], LightScene], hour: Hour) -> None:
        self._light, self._fill = light, np.array(hour.fill)
        self._kept: dict[Cell, Floats] = {}

    def expect(self, places: Iterable[Point]) -> None:
        """Minis come to stand there: for twenty it takes hardly longer than for one."""
        new: dict[Cell, Point] = {}
        for x, y, z in places:
            point = (x, y, z + CHEST)
            if (cell := _cell(point)) not in self._kept:
                new.setdefault(cell, point)
        if new:
            self._kept.update(zip(new, self._light().cubes([*new.values()]), strict=True))

    def expect_way(self, points: Sequence[Point]) -> None:
        """Somebody goes along there."""
        way = [points[-1]]
        for (x, y, z), (u, v, w) in pairwise(points):
            steps = max(1, math.ceil(FINE * math.dist((x, y, z), (u, v, w)) / LIT))
            shares = (number / steps for number in range(steps))
            way += [(x + (u - x) * share, y + (v - y) * share, z + (w - z) * share) for share in shares]
        self.expect(way)

    def dress(self, node: Any, at: Point) -> None:
        """Show what stands there in its light."""
        from panda3d.core import LVector3, PTA_LVecBase3f

        self.expect([at])
        values = PTA_LVecBase3f()
        for colour in self._kept[_cell((at[0], at[1], at[2] + CHEST))] + self._fill:
            values.push_back(LVector3(*(float(c) for c in colour)))
        node.set_shader_input("cube", values)


def _cell(point: Point) -> Cell:
    return (round(point[0] / LIT), round(point[1] / LIT), round(point[2] / LIT))
