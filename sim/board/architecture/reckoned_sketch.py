"""A sketch that is not drawn, for whoever only measures: a fifth of the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sim.board.architecture.sketch import Sketch

__all__ = ["ReckonedSketch"]

Floats = NDArray[np.float64]
Points = Floats | Sequence[Sequence[float] | Floats]


class ReckonedSketch(Sketch):
    """Throws the dice of a sketch that is drawn, since solids that come after it go by them, and reckons how many
    triangles there would be: rather too many than too few."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._reckoned = 0

    @property
    def count(self) -> int:
        return self._reckoned

    def reckon(self, triangles: int) -> None:
        """Count triangles that nobody asks to be drawn."""
        self._reckoned += triangles

    def triangles(self, triangles: Floats, *_how: Any, **_more: Any) -> None:
        self.reckon(np.asarray(triangles).size // 9)

    def panel(self, shape: BaseGeometry, *_how: Any) -> None:
        self.reckon(_most_of(shape))

    def slab(self, shape: BaseGeometry, *_how: Any) -> None:
        self.reckon(_most_of(shape))

    def box(self, *_how: Any, **_more: Any) -> None:
        self.reckon(12)

    def board(self, *_how: Any, **_more: Any) -> None:
        self.random.random()
        self.random.integers(6)
        self.random.random()
        self.reckon(10)

    def grid(self, points: Floats, *_how: Any, **_more: Any) -> None:
        self.reckon(2 * (points.shape[0] - 1) * (points.shape[1] - 1))

    def lathe(self, profile: Sequence[tuple[float, float]], *_how: Any, sides: int = 10, **_more: Any) -> None:
        self.reckon(2 * sides * (len(profile) - 1))

    def tube(self, path: Points, *_how: Any, sides: int = 6, **_more: Any) -> None:
        self.reckon(2 * sides * (len(path) - 1))

    def leaves(self, centre: Any, radii: Sequence[float], count: int, *_how: Any, **_more: Any) -> None:
        self.random.normal(size=(count, 3))
        self.random.random(count)
        self.random.normal(size=(2, count, 3))
        self.random.random(2 * count)
        self.reckon(2 * count)


def _most_of(shape: BaseGeometry) -> int:
    """At least as many triangles as the panel of a shape has: of n corners, n - 2 and two a hole in its face, and 2 n
    at its sides."""
    return 3 * int(shapely.get_num_coordinates(shape))
