"""Shapes for figures: limbs, lofts, cloth, hats and heads, all closed."""

from __future__ import annotations

from collections.abc import Sequence

import manifold3d as m3
import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import PaintedSolid, ball, join

Floats = NDArray[np.float64]
Point = Sequence[float]


def loft(rings: Sequence[Floats], paint: Paint) -> PaintedSolid:
    """A skin over rings of equally many points, bottom first, counter-clockwise from above; closed at both ends."""
    count = len(rings[0])
    points = [*np.concatenate(rings), np.mean(rings[0], axis=0), np.mean(rings[-1], axis=0)]
    low, high = len(points) - 2, len(points) - 1
    faces = []
    for k in range(len(rings) - 1):
        for i in range(count):
            j = (i + 1) % count
            a, b, c, d = k * count + i, k * count + j, (k + 1) * count + j, (k + 1) * count + i
            faces += [(a, b, c), (a, c, d)]
    last = (len(rings) - 1) * count
    for i in range(count):
        j = (i + 1) % count
        faces += [(low, j, i), (high, last + i, last + j)]
    mesh = m3.Mesh(np.asarray(points, dtype=np.float32), np.asarray(faces, dtype=np.uint32))
    made = m3.Manifold(mesh)
    if made.status() != m3.Error.NoError:
        raise SystemExit(f"a loft is not closed: {made.status()}")
    return PaintedSolid.of(made, paint)


def ring(
    radius: float,
    z: float,
    sides: int = 14,
    wide: float = 1.0,
    folds: float = 0.0,
    count: int = 6,
    x: float = 0.0,
    y: float = 0.0,
) -> Floats:
    """A circle seen from above, `wide` times as wide from hand to hand, with folds of cloth."""
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    r = radius * (1 + folds * np.cos(count * turn))
    return np.stack([x + r * np.cos(turn), y + r * np.sin(turn) * wide, np.full(sides, z)], axis=1)


def limb(points: Sequence[Point], radii: Sequence[float], paint: Paint, sides: int = 8) -> PaintedSolid:
    """A chain of rounded tapering pieces."""
    made = []
    for a, b, ra, rb in zip(points[:-1], points[1:], radii[:-1], radii[1:], strict=True):
        made.append(_hull_of(ball(a, (ra, ra, ra), paint, sides), ball(b, (rb, rb, rb), paint, sides), paint))
    return join(made)


def _hull_of(a: PaintedSolid, b: PaintedSolid, paint: Paint) -> PaintedSolid:
    return PaintedSolid.of(m3.Manifold.batch_hull([a.body, b.body]), paint)


def blob(points: Sequence[Point], radii: Sequence[float], paint: Paint, sides: int = 8) -> PaintedSolid:
    """The convex hull of some balls."""
    return PaintedSolid.of(
        m3.Manifold.batch_hull([ball(p, (r, r, r), paint, sides).body for p, r in zip(points, radii, strict=True)]),
        paint,
    )


def cloak(
    top: float, bottom: float, paint: Paint, reach: float = 0.34, spread: float = 105.0, flare: float = 0.0
) -> PaintedSolid:
    """Cloth that hangs from the shoulders down the back, in folds."""
    rings = []
    for t in np.linspace(0, 1, 6):
        z = bottom + (top - bottom) * t
        out = reach * (1 - 0.5 * t**1.6) + flare * (1 - t) ** 2
        half = np.radians(spread * (1 - 0.12 * t))
        turn = np.linspace(np.pi - half, np.pi + half, 12)
        fold = 1 + 0.09 * (1 - t) * np.cos(7 * (turn - np.pi))
        outer = np.stack([out * fold * np.cos(turn), out * fold * np.sin(turn) * 1.08, np.full(12, z)], axis=1)
        inner = np.stack(
            [(out * fold - 0.035) * np.cos(turn), (out * fold - 0.035) * np.sin(turn) * 1.08, np.full(12, z)], axis=1
        )
        rings.append(np.concatenate([outer, inner[::-1]]))
    return loft(rings, paint)


def tricorn(z: float, paint: Paint, size: float = 1.0, turn: float = 0.0) -> PaintedSolid:
    """A cocked hat with its point to the front."""
    angle = np.linspace(0, 2 * np.pi, 18, endpoint=False)
    curl = 0.5 - 0.5 * np.cos(3 * angle)
    rings = []
    for r, lift, up in (
        (0.09, 0.0, 0.0),
        (0.2, 0.0, 0.02),
        (0.255, 0.02, 0.11),
        (0.235, 0.035, 0.125),
        (0.17, 0.03, 0.03),
        (0.115, 0.03, 0.0),
        (0.11, 0.1, 0.0),
        (0.06, 0.135, 0.0),
    ):
        radius = r * (1 - 0.12 * curl * (r > 0.15)) * size
        rings.append(np.stack([radius * np.cos(angle), radius * np.sin(angle), z + (lift + up * curl) * size], axis=1))
    return loft(rings, paint).turned(turn)


def brimmed(z: float, paint: Paint, brim: float = 0.26, tall: float = 0.12, droop: float = 0.02) -> PaintedSolid:
    """A round hat with a broad brim."""
    profile = ((0.1, 0.0), (brim, -droop), (brim, -droop + 0.02), (0.125, 0.025), (0.11, tall), (0.06, tall + 0.03))
    return loft([ring(r, z + up, 14) for r, up in profile], paint)


def head(z: float, skin: Paint, hair: Paint | None = None, x: float = 0.02) -> PaintedSolid:
    """A face that looks east, with a nose, and hair tied back."""
    made = ball((x, 0, z), (0.115, 0.1, 0.14), skin, 12) + blob(
        [(x + 0.1, 0, z + 0.01), (x + 0.135, 0, z - 0.025)], [0.02, 0.024], skin, 6
    )
    made = made + blob([(x, 0, z - 0.1), (x - 0.02, 0, z - 0.19)], [0.06, 0.07], skin, 8)
    made = made + blob([(x + 0.05, 0, z - 0.1), (x + 0.07, 0, z - 0.1)], [0.045, 0.04], skin, 6)
    if hair is not None:
        made = made + ball((x - 0.035, 0, z + 0.02), (0.11, 0.115, 0.145), hair, 12)
        made = made + blob([(x - 0.13, 0, z - 0.04), (x - 0.17, 0, z - 0.16)], [0.045, 0.025], hair, 6)
    return made


def bauta(z: float, paint: Paint, x: float = 0.02) -> PaintedSolid:
    """The white mask with the jutting chin."""
    face = ball((x + 0.035, 0, z + 0.01), (0.1, 0.098, 0.125), paint, 12)
    jaw = blob(
        [(x + 0.09, -0.05, z - 0.03), (x + 0.09, 0.05, z - 0.03), (x + 0.165, 0, z - 0.13), (x + 0.1, 0, z - 0.12)],
        [0.03, 0.03, 0.02, 0.03],
        paint,
        6,
    )
    return face + jaw + blob([(x + 0.115, 0, z + 0.04), (x + 0.165, 0, z - 0.02)], [0.018, 0.026], paint, 6)


def shirt(
    hem: float,
    waist: float,
    shoulder: float,
    paint: Paint,
    wide: float = 1.0,
    hem_r: float = 0.26,
    waist_r: float = 0.155,
    chest_r: float = 0.185,
    folds: float = 0.1,
) -> PaintedSolid:
    """A coat from its skirts to its collar."""
    mid = (waist + shoulder) / 2 + 0.06
    rings = [
        ring(hem_r, hem, 18, 1.08, folds),
        ring(hem_r * 0.93, hem + (waist - hem) * 0.35, 18, 1.08, folds * 0.7),
        ring((hem_r + waist_r) / 2, hem + (waist - hem) * 0.75, 18, 1.08, folds * 0.3),
        ring(waist_r, waist, 18, 1.15 * wide),
        ring(chest_r, mid, 18, 1.18 * wide),
        ring(chest_r * 0.98, shoulder - 0.06, 18, 1.24 * wide),
        ring(chest_r * 0.62, shoulder + 0.01, 18, 1.2 * wide),
        ring(0.07, shoulder + 0.05, 18, 1.0),
    ]
    return loft(rings, paint)
