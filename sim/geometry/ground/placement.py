"""Placement: where a base comes to rest, straight down, or the least way to the side. Inches, z up.

Other bases are rows x, y, z, radius, height of `discs`: upright cylinders that no base may enter.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.footing import NOTHING, bits_at, stands, surface
from sim.geometry.ground.terrain_mesh import SLACK, STEP, WATER, Floats, Scene

ANY, SOLID, WET = 0, 1, 2  # what is wanted under a spot
PEEK = 0.05  # how far over its given height a base's own ground may lie
_RING = 0.05
_APART, _NEAR = 0.1, 0.06  # inches between circles, and on them, of places looked at under a base
_RISE = 0.002  # a fall ends no higher than it began, but for what places are rounded by
_HAIR = 0.04  # inches outside the rim where the last circle lies: a corner between two of its places shows there


@njit_noref
def first_overlap(discs: Floats, x: float, y: float, z: float, r: float, tall: float) -> int:
    """The first other base that a base here would overlap, or -1."""
    for k in range(len(discs)):
        apart = r + discs[k, 3] - 2 * SLACK
        if (discs[k, 0] - x) ** 2 + (discs[k, 1] - y) ** 2 < apart * apart and (
            z < discs[k, 2] + discs[k, 4] and discs[k, 2] < z + tall
        ):
            return k
    return -1


@njit_noref
def settle(
    scene: Scene, x: float, y: float, top: float, r: float, tall: float, want: int, buf: Floats
) -> tuple[float, float, int, int]:
    """The highest place straight below `top` where a base stands whole: ground, rest, terrain, triangle."""
    for _ in range(24):
        ground, rest_z, which, index, whole = stands(scene, x, y, top, r, tall, buf)
        if which < 0:
            break
        if whole:
            wet = (bits_at(scene, which, index) & WATER) != 0
            if want == ANY or (want == WET) == wet:
                return ground, rest_z, which, index
        top = ground - 1e-4
    return NOTHING, NOTHING, -1, -1


@njit_noref
def _overhangs(scene: Scene, forbidden: np.ndarray, x: float, y: float, rest_z: float, r: float) -> bool:
    """Does a base here lie partly over a part that is no place, within a step of it?"""
    rings = int(np.ceil(r / _APART))
    for ring in range(1, rings + 1):
        out = r * ring / rings + (_HAIR if ring == rings else 0.0)
        spokes = int(np.ceil(2 * np.pi * out / _NEAR))
        for s in range(spokes):
            px = x + out * np.cos(2 * np.pi * s / spokes)
            py = y + out * np.sin(2 * np.pi * s / spokes)
            _, which, index = surface(scene, px, py, rest_z + STEP)
            if which >= 0 and forbidden[scene.terrains[which].part[index]]:
                return True
    return False


@njit_noref
def _try(
    scene: Scene,
    discs: Floats,
    forbidden: np.ndarray,
    x: float,
    y: float,
    home: Floats,
    r: float,
    tall: float,
    limit: float,
    best: float,
    fall: bool,
    want: int,
    buf: Floats,
) -> tuple[float, float]:
    """How far a place is from `home`, and its rest height: infinite where the base cannot be put there, or no nearer
    than `best`."""
    flat = (x - home[0]) ** 2 + (y - home[1]) ** 2
    if flat >= best * best:
        return np.inf, 0.0
    any_forbidden = forbidden.any()
    top = home[2] + PEEK if fall else home[2] + limit + PEEK
    least = np.inf
    at = 0.0
    for _ in range(12):
        ground, rest_z, which, index = settle(scene, x, y, top, r, tall, want, buf)
        if which < 0:
            break
        top = ground - 1e-4
        if fall and (
            rest_z > home[2] + _RISE or first_overlap(discs, x, y, rest_z, r, max(tall, home[2] - rest_z)) >= 0
        ):
            break  # who falls does not rise, nor pass through others
        if forbidden[scene.terrains[which].part[index]] or first_overlap(discs, x, y, rest_z, r, tall) >= 0:
            continue
        if any_forbidden and _overhangs(scene, forbidden, x, y, rest_z, r):
            continue
        if fall:
            return flat**0.5, rest_z
        far = (flat + (rest_z - home[2]) ** 2) ** 0.5
        if far <= limit and far < least:
            least = far
            at = rest_z
    return least, at


@njit_noref
def nearest_placement(
    scene: Scene,
    discs: Floats,
    forbidden: np.ndarray,
    home: Floats,
    r: float,
    tall: float,
    limit: float,
    fall: bool,
    want: int,
    buf: Floats,
) -> tuple[float, float, float, float]:
    """The place nearest to `home` where a base can be put: x, y, rest and how far (infinite: none within `limit`).

    `fall`: the highest place below counts, however deep, if it is free, and distance is measured from above; otherwise
    all places count by their true distance. `forbidden` marks the parts that are no places, not even for a part of the
    base.
    """
    x = home[0]
    y = home[1]
    best, at = _try(scene, discs, forbidden, x, y, home, r, tall, limit, np.inf, fall, want, buf)
    ring = _RING
    while ring <= limit + 1e-9 and ring < best + _RING:
        spokes = max(16, int(np.ceil(2 * np.pi * ring / 0.06)))
        for s in range(spokes):
            px = home[0] + ring * np.cos(2 * np.pi * s / spokes)
            py = home[1] + ring * np.sin(2 * np.pi * s / spokes)
            far, rest_z = _try(scene, discs, forbidden, px, py, home, r, tall, limit, best, fall, want, buf)
            if far < best - 1e-9:
                best = far
                at = rest_z
                x = px
                y = py
        ring += _RING
    if best == np.inf:
        return x, y, at, best
    step = _RING
    while step > 2e-4:
        moved = False
        for s in range(16):
            px = x + step * np.cos(2 * np.pi * s / 16)
            py = y + step * np.sin(2 * np.pi * s / 16)
            far, rest_z = _try(scene, discs, forbidden, px, py, home, r, tall, limit, best, fall, want, buf)
            if far < best - 1e-9:
                best = far
                at = rest_z
                x = px
                y = py
                moved = True
                break
        if not moved:
            step /= 2
    return x, y, at, best


@njit_noref
def placement_beside(
    scene: Scene,
    discs: Floats,
    forbidden: np.ndarray,
    other: Floats,
    home: Floats,
    r: float,
    tall: float,
    limit: float,
    fall: bool,
    want: int,
    buf: Floats,
) -> tuple[float, float, float, float]:
    """As `nearest_placement`, but in base contact with the disc `other`: touching from above, at most 1" up or down."""
    bx = home[0]
    by = home[1]
    best = np.inf
    at = 0.0
    apart = r + other[3] + SLACK / 2
    for s in range(720):
        px = other[0] + apart * np.cos(2 * np.pi * s / 720)
        py = other[1] + apart * np.sin(2 * np.pi * s / 720)
        if (px - home[0]) ** 2 + (py - home[1]) ** 2 > limit * limit:
            continue
        far, rest_z = _try(scene, discs, forbidden, px, py, home, r, tall, limit, best, fall, want, buf)
        if far < best and abs(rest_z - other[2]) <= 1.0 + SLACK:
            best = far
            at = rest_z
            bx = px
            by = py
    return bx, by, at, best
