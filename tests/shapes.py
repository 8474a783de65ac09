"""Simple shapes as triangles, for boards and bodies built in tests. Inches, wound outwards."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Floats:
    """The twelve triangles of an upright box."""
    (x, y, z), (X, Y, Z) = low, high
    a, b, c, d = (x, y, z), (X, y, z), (X, Y, z), (x, Y, z)
    e, f, g, h = (x, y, Z), (X, y, Z), (X, Y, Z), (x, Y, Z)
    quads = [(a, d, c, b), (e, f, g, h), (a, b, f, e), (b, c, g, f), (c, d, h, g), (d, a, e, h)]
    return np.array([t for p, q, r, s in quads for t in ((p, q, r), (p, r, s))], np.float64)


def cylinder(radius: float, height: float, sides: int = 64, at: tuple[float, float, float] = (0, 0, 0)) -> Floats:
    """An upright cylinder; its corners lie on the circle."""
    turns = np.arange(sides) * 2 * math.pi / sides
    low = np.column_stack([radius * np.cos(turns), radius * np.sin(turns), np.zeros(sides)])
    high = low + np.array([0, 0, height])
    after = np.roll(np.arange(sides), -1)
    foot, top = np.zeros(3), np.array([0, 0, height])
    faces = []
    for i, j in enumerate(after):
        faces += [(low[i], low[j], high[j]), (low[i], high[j], high[i])]
        faces += [(top, high[i], high[j]), (foot, low[j], low[i])]
    return np.array(faces) + np.array(at, np.float64)


def sphere(radius: float, at: tuple[float, float, float], fineness: int = 5) -> Floats:
    """A ball from an octahedron, each triangle cut in four `fineness` times."""
    corners = np.array([[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float64)
    t = corners[[[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [1, 0, 5], [2, 1, 5], [3, 2, 5], [0, 3, 5]]]
    for _ in range(fineness):
        a, b, c = t[:, 0], t[:, 1], t[:, 2]
        ab, bc, ca = a + b, b + c, c + a
        t = np.concatenate([np.stack(s, axis=1) for s in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
        t /= np.linalg.norm(t, axis=2, keepdims=True)
    return t * radius + np.array(at, np.float64)


def frame(
    x: float, thick: float, opening: tuple[float, float, float, float], width: float = 20, top: float = 6
) -> Floats:
    """A wall across the x axis with one rectangular opening (y0, y1, z0, z1), one closed surface without cracks.

    Faces front and back are eight corners and a ring of eight triangles; the opening has its own reveals.
    """
    y0, y1, z0, z1 = opening
    outer = [(-width, -0.1), (width, -0.1), (width, top), (-width, top)]
    inner = [(y0, z0), (y1, z0), (y1, z1), (y0, z1)]
    faces = []
    for i in range(4):
        j = (i + 1) % 4
        o, p, r, s = outer[i], outer[j], inner[j], inner[i]

        def at(depth: float, point: tuple[float, float]) -> tuple[float, float, float]:
            return (depth, *point)

        front, back = x, x + thick
        faces += [(at(back, o), at(back, p), at(back, r)), (at(back, o), at(back, r), at(back, s))]
        faces += [(at(front, o), at(front, r), at(front, p)), (at(front, o), at(front, s), at(front, r))]
        faces += [(at(front, o), at(front, p), at(back, p)), (at(front, o), at(back, p), at(back, o))]
        faces += [(at(front, s), at(back, r), at(front, r)), (at(front, s), at(back, s), at(back, r))]
    return np.array(faces, np.float64)
