"""Where a wall stands: drawing on it is done in (along, up, out)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Frame", "walls_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Frame:
    """A wall seen from outside: `origin` is its lower left corner, `along` runs to the right, `out` to the viewer."""

    origin: tuple[float, float, float]
    along: tuple[float, float, float]
    out: tuple[float, float, float]
    width: float = 0.0

    @property
    def matrix(self) -> Floats:
        made = np.eye(4)
        made[:3, 0], made[:3, 1], made[:3, 2], made[:3, 3] = self.along, (0, 0, 1), self.out, self.origin
        return made

    def point(self, along: float, up: float, out: float = 0.0) -> Floats:
        o, u, n = (np.asarray(v, dtype=np.float64) for v in (self.origin, self.along, self.out))
        return np.asarray(o + u * along + np.array([0, 0, 1.0]) * up + n * out)


def walls_of(width: float, depth: float) -> dict[str, Frame]:
    """The four walls of a house about the origin, by the way they face: s is the front."""
    x, y = width / 2, depth / 2
    return {
        "s": Frame((-x, -y, 0), (1, 0, 0), (0, -1, 0), width),
        "e": Frame((x, -y, 0), (0, 1, 0), (1, 0, 0), depth),
        "n": Frame((x, y, 0), (-1, 0, 0), (0, 1, 0), width),
        "w": Frame((-x, y, 0), (0, -1, 0), (-1, 0, 0), depth),
    }
