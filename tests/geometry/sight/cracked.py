"""Walls of many solids with joints between them, ruins of cubes, lattices, fences: openings about as wide as a beam.
Inches; bodies stand at x < 2.3 and x > 4.4."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.shapes import Floats, box

GROUND = box((-20, -30, -0.2), (40, 30, 0))


def tiles(
    joint: float, thick: float = 0.1, size: float = 0.5, x: float = 3.0, shift: float = 0.0, bond: bool = False
) -> list[Floats]:
    """Tiles on a grid, or every other row half a tile along."""
    made = []
    for k in range(-1, int(3 / size) + 1):
        off = shift + (size / 2 if bond and k % 2 else 0.0)
        for i in range(int(8 / size) + 1):
            y, z = -4 + i * size + off, k * size + shift
            made.append(box((x, y, z), (x + thick, y + size - joint, z + size - joint)))
    return made


def two_layers(joint: float) -> list[Floats]:
    return tiles(joint) + tiles(joint, x=3.1, shift=0.25)


def bricks(joint: float) -> list[Floats]:
    return tiles(joint, 0.24, 0.25, bond=True)


def cubes(gap: float) -> list[Floats]:
    """A ruin: three cubes of four are there."""
    there = np.argwhere(np.random.default_rng(3).random((3, 24, 10)) < 0.75)
    low = np.array([2.6, -3, -0.1]) + 0.25 * there
    return [box(tuple(a), tuple(a + 0.25 - gap)) for a in low]


def voxels(gap: float) -> list[Floats]:
    """A deeper ruin of smaller cubes, of which three of five are there."""
    there = np.argwhere(np.random.default_rng(7).random((5, 40, 17)) < 0.6)
    low = np.array([2.6, -3, -0.1]) + 0.15 * there
    return [box(tuple(a), tuple(a + 0.15 - gap)) for a in low]


def louvre(pitch: float) -> list[Floats]:
    """Slats one above the other, each tilted by 0.8 radians so that they hide what is level with them."""
    cosine, sine = np.cos(0.8), np.sin(0.8)
    tilted = np.array([[cosine, 0, -sine], [0, 1, 0], [sine, 0, cosine]])
    slat = box((-0.1, -3, -0.01), (0.1, 3, 0.01)) @ tilted.T
    return [slat + np.array([3.2, 0, z]) for z in np.arange(0, 3, pitch)]


def tilted_louvre(pitch: float) -> list[Floats]:
    """Slats of another tilt and depth, past which two look askance: each hides a little of the next."""
    cosine, sine = np.cos(0.9), np.sin(0.9)
    tilted = np.array([[cosine, 0, -sine], [0, 1, 0], [sine, 0, cosine]])
    slat = box((-1.1 * pitch, -5, -0.008), (1.1 * pitch, 5, 0.008)) @ tilted.T
    return [slat + np.array([3.2, 0, z]) for z in np.arange(-0.1, 3, pitch)]


def shutters(pitch: float) -> list[Floats]:
    """Upright slats, each turned by 0.9 radians."""
    cosine, sine = np.cos(0.9), np.sin(0.9)
    turned = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    slat = box((-1.1 * pitch, -0.008, -0.1), (1.1 * pitch, 0.008, 3)) @ turned.T
    return [slat + np.array([3.2, y, 0]) for y in np.arange(-4, 4, pitch)]


def slanted_lattice(gap: float) -> list[Floats]:
    """Bars at 45 degrees, one way and the other, before a lattice of upright and level ones."""
    cosine, middle = np.sqrt(0.5), np.array([2.8, 0, 0.8])
    turned = np.array([[1, 0, 0], [0, cosine, -cosine], [0, cosine, cosine]])
    one = [box((2.8, y, -3), (2.85, y + 0.07, 3)) for y in np.arange(-4, 4, 0.07 + gap)]
    two = [box((2.85, -4, z), (2.9, 4, z + 0.07)) for z in np.arange(-3, 3, 0.07 + gap)]
    return [(bar - middle) @ turned.T + middle for bar in one + two] + lattice(2 * gap, 3.1)


def lattice(gap: float, x: float = 3.0) -> list[Floats]:
    """Upright bars, and level ones behind them."""
    upright = [box((x, y, -0.1), (x + 0.05, y + 0.1, 3)) for y in np.arange(-3, 3, 0.1 + gap)]
    return upright + [box((x + 0.05, -3, z), (x + 0.1, 3, z + 0.1)) for z in np.arange(-0.1, 3, 0.1 + gap)]


def crossed_lattices(gap: float, bar: float = 0.05) -> list[Floats]:
    """Three lattices one behind the other: more openings than can be looked through in the time."""
    made = []
    for x in (3.0, 3.3, 3.6):
        made += [box((x, y, -0.1), (x + bar, y + bar, 3)) for y in np.arange(-3, 3, bar + gap)]
        made += [box((x + bar, -3, z), (x + 2 * bar, 3, z + bar)) for z in np.arange(-0.1, 3, bar + gap)]
    return made


def fence(gap: float, x: float = 3.0, shift: float = 0.0) -> list[Floats]:
    return [box((x, y, -0.1), (x + 0.04, y + 0.12, 2.2)) for y in np.arange(-4 + shift, 4, 0.12 + gap)]


def two_fences(gap: float) -> list[Floats]:
    return fence(gap) + fence(gap, 3.5, 0.05)


Scene = Callable[[float], list[Floats]]
