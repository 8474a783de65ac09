"""Objectives as things on their discs: chests, crates of weapons, treasures. Only drawn: no rule knows them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.app.render.surface import Patch

__all__ = ["objective_patches"]

Floats = NDArray[np.float64]
Corner = tuple[float, float, float]

FLOOR = 0.035  # inches: the top of the disc
FACES = ((0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4), (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2),
         (1, 3, 7), (1, 7, 5))  # fmt: skip


def objective_patches(kind: str) -> list[Patch]:
    """What lies on the disc of an objective of this kind, the word before the number in its id."""
    return _cache() if kind == "cache" else _chest() if kind == "chest" else _treasure()


def _chest() -> list[Patch]:
    """Planks with iron bands, a round lid and a golden lock."""
    wide, deep, tall, lid = 0.42, 0.27, 0.34, 0.27
    z = FLOOR + tall
    made = [
        Patch(_box((-wide, -deep, FLOOR), (wide, deep, z)), "wood", (0.44, 0.27, 0.14)),
        Patch(_arched(-wide, wide, lid, z), "wood", (0.50, 0.31, 0.16)),
        Patch(_box((-0.07, -deep - 0.045, z - 0.13), (0.07, -deep, z + 0.05)), "gold", (0.95, 0.76, 0.28)),
        Patch(_box((-wide - 0.01, -deep - 0.012, z - 0.03), (wide + 0.01, deep + 0.012, z + 0.012)), "iron"),
    ]
    for x in (-0.30, 0.30):
        made.append(Patch(_box((x - 0.045, -deep - 0.02, FLOOR), (x + 0.045, deep + 0.02, z)), "iron"))
        made.append(Patch(_arched(x - 0.045, x + 0.045, lid + 0.02, z), "iron"))
    return made


def _cache() -> list[Patch]:
    """A long open crate with blades and barrels standing out of it."""
    made = [
        Patch(_box((-0.48, -0.24, FLOOR), (0.48, 0.24, 0.36)), "timber", (0.62, 0.48, 0.30)),
        Patch(_box((-0.42, -0.18, 0.36), (0.42, 0.18, 0.372)), "plain", (0.10, 0.07, 0.05)),
    ]
    made += [Patch(_box((x - 0.04, -0.26, FLOOR), (x + 0.04, 0.26, 0.38)), "iron") for x in (-0.40, 0.40)]
    for k, (x, y) in enumerate(((-0.28, 0.06), (-0.12, -0.08), (0.05, 0.05), (0.2, -0.06), (0.32, 0.08))):
        lean = 0.10 * (k - 2)
        stock = _leaning(_box((x - 0.022, y - 0.022, 0.30), (x + 0.022, y + 0.022, 0.95)), lean)
        made.append(Patch(stock, "steel" if k % 2 else "dark_wood"))
        if k % 2:
            made.append(Patch(_leaning(_box((x - 0.09, y - 0.02, 0.50), (x + 0.09, y + 0.02, 0.53)), lean), "gold"))
    return made


def _treasure() -> list[Patch]:
    """A lion's casket: a stone foot, a gilded box, and a small gable on it."""
    (x, y), (eaves, ridge) = (0.30, 0.22), (0.50, 0.74)
    a, b, c, d = (-x, -y, eaves), (x, -y, eaves), (x, y, eaves), (-x, y, eaves)
    e, f = (-x, 0.0, ridge), (x, 0.0, ridge)
    roof = np.array([(a, b, f), (a, f, e), (c, d, e), (c, e, f), (b, c, f), (d, a, e)])
    return [
        Patch(_box((-0.38, -0.30, FLOOR), (0.38, 0.30, 0.16)), "stone"),
        Patch(_box((-0.30, -0.22, 0.16), (0.30, 0.22, 0.50)), "gold", (0.92, 0.72, 0.26)),
        Patch(_box((-0.16, -0.235, 0.22), (0.16, 0.235, 0.44)), "tint", (0.50, 0.07, 0.09)),
        Patch(roof, "gold", (0.98, 0.80, 0.34)),
    ]


def _box(low: Corner, high: Corner) -> Floats:
    """Triangles (12, 3, 3), outward by the right hand."""
    x, y, z = zip(low, high, strict=True)
    corners = np.array([(a, b, c) for c in z for b in y for a in x])
    return np.asarray(corners[np.array(FACES)])


def _arched(x0: float, x1: float, radius: float, z: float, steps: int = 8) -> Floats:
    """A half round along x over a height, closed at both ends."""
    angle = np.linspace(0, np.pi, steps + 1)
    y, up = radius * np.cos(angle), z + 0.72 * radius * np.sin(angle)
    made = []
    for k in range(steps):
        a, b = (x0, y[k], up[k]), (x1, y[k], up[k])
        c, d = (x1, y[k + 1], up[k + 1]), (x0, y[k + 1], up[k + 1])
        made += [(a, b, c), (a, c, d)]
        made += [((x1, 0.0, z), c, b), ((x0, 0.0, z), a, d)]
    flipped = np.array(made)
    return np.asarray(flipped[:, ::-1])


def _leaning(triangles: Floats, lean: float) -> Floats:
    """Sheared along x, more the higher."""
    made = triangles.copy()
    made[..., 0] += lean * (made[..., 2] - 0.3)
    return made
