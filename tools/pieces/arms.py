"""Weapons and tools for figures, held in a hand and pointing a way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely.geometry import Polygon

from pieces.flesh import blob, limb
from sim.board.architecture.frame import Frame
from sim.board.architecture.paint import GILT, WOOD, Paint
from sim.board.architecture.solid import PaintedSolid, ball, beam, box, hull, join, lathe, panel

Point = Sequence[float]
STEEL, GOLD, HAFT, LEATHER = (
    Paint("steel", "#c4c8cf"),
    Paint("gold", GILT),
    Paint("plain", WOOD),
    Paint("leather", "#4d3424"),
)


def _along(hand: Point, way: Point, far: float) -> np.ndarray:
    direction = np.asarray(way, float)
    return np.asarray(hand, float) + direction / np.linalg.norm(direction) * far


def sword(hand: Point, way: Point, length: float = 0.85, broad: float = 0.022) -> PaintedSolid:
    """A blade with a cupped guard."""
    blade = beam(_along(hand, way, 0.05), _along(hand, way, length), broad, STEEL, 4, tip=0.004)
    grip = beam(_along(hand, way, -0.1), _along(hand, way, 0.07), 0.024, LEATHER, 6)
    return (
        blade
        + grip
        + ball(_along(hand, way, 0.06), (0.055, 0.055, 0.055), GOLD, 8)
        + ball(_along(hand, way, -0.11), (0.03, 0.03, 0.03), GOLD, 6)
    )


def dagger(hand: Point, way: Point) -> PaintedSolid:
    return sword(hand, way, 0.34, 0.024)


def halberd(hand: Point, foot: float = 0.12, top: float = 1.95) -> PaintedSolid:
    """A pole that stands by the hand, with an axe blade, a hook and a spike."""
    x, y, _ = hand
    made = beam((x, y, foot), (x, y, top - 0.2), 0.022, HAFT, 6) + beam(
        (x, y, top - 0.25), (x, y, top + 0.12), 0.03, STEEL, 4, tip=0.004
    )
    axe = Polygon(
        [
            (0.0, top - 0.28),
            (0.0, top - 0.1),
            (0.1, top - 0.05),
            (0.24, top + 0.02),
            (0.2, top - 0.19),
            (0.24, top - 0.4),
            (0.1, top - 0.33),
        ]
    )
    hook = Polygon([(0.0, top - 0.26), (0.0, top - 0.16), (-0.14, top - 0.24)])
    own = Frame((x, y + 0.012, 0), (1, 0, 0), (0, -1, 0))
    return made + panel(axe, own, 0.0, 0.024, STEEL) + panel(hook, own, 0.0, 0.024, STEEL)


def musket(left: Point, right: Point, long: float = 1.25) -> PaintedSolid:
    """A long gun through both hands, from the right shoulder on."""
    way = np.asarray(left, float) - np.asarray(right, float)
    stock = blob(
        [
            _along(right, way, -0.22) + np.array([0, 0, -0.05]),
            _along(right, way, -0.24) + np.array([0, 0, 0.01]),
            _along(right, way, 0.04),
        ],
        [0.035, 0.035, 0.026],
        HAFT,
        6,
    )
    fore = beam(_along(right, way, 0.0), _along(right, way, long * 0.6), 0.03, HAFT, 6)
    barrel = beam(
        _along(right, way, 0.05) + np.array([0, 0, 0.03]),
        _along(right, way, long * 0.85) + np.array([0, 0, 0.03]),
        0.02,
        STEEL,
        6,
    )
    return (
        stock
        + fore
        + barrel
        + box((-0.03, -0.03, 0), (0.03, 0.0, 0.07), GOLD).at(*(_along(right, way, 0.08) + np.array([0, -0.01, 0.0])))
    )


def pistol(hand: Point, way: Point) -> PaintedSolid:
    made = beam(
        _along(hand, way, 0.0) + np.array([0, 0, 0.03]), _along(hand, way, 0.3) + np.array([0, 0, 0.03]), 0.02, STEEL, 6
    )
    return made + limb(
        [_along(hand, way, 0.05) + np.array([0, 0, 0.02]), np.asarray(hand, float) + np.array([0, 0, -0.05])],
        [0.024, 0.026],
        HAFT,
        6,
    )


def crossbow(hand: Point, way: Point) -> PaintedSolid:
    """Stock, bow and string; held level."""
    direction = np.asarray(way, float) / np.linalg.norm(way)
    side = np.cross(direction, [0, 0, 1.0])
    nose = _along(hand, way, 0.4)
    made = beam(_along(hand, way, -0.25), nose, 0.032, HAFT, 4)
    for s in (-1, 1):
        made = made + limb(
            [nose, nose + side * s * 0.18 - direction * 0.03, nose + side * s * 0.34 - direction * 0.13],
            [0.026, 0.022, 0.012],
            STEEL,
            6,
        )
        made = made + beam(
            nose + side * s * 0.34 - direction * 0.13, _along(hand, way, 0.12), 0.007, Paint("rope", "#d8ccb0"), 4
        )
    return made


def staff(hand: Point, top: float, knob: Paint = GOLD) -> PaintedSolid:
    x, y, _ = hand
    return beam((x, y, 0.12), (x, y, top), 0.022, HAFT, 6) + ball((x, y, top + 0.03), (0.05, 0.05, 0.06), knob, 8)


def oar(hand: Point) -> PaintedSolid:
    """A gondolier's oar, taller than he is, blade up."""
    x, y, _ = hand
    blade = hull(
        [(x - 0.012, y - s * w, z) for s in (-1, 1) for w, z in ((0.03, 1.35), (0.08, 1.5), (0.085, 2.0), (0.05, 2.08))]
        + [
            (x + 0.012, y - s * w, z)
            for s in (-1, 1)
            for w, z in ((0.03, 1.35), (0.08, 1.5), (0.085, 2.0), (0.05, 2.08))
        ],
        Paint("plain", "#b98f58"),
    )
    return beam((x, y, 0.12), (x, y, 1.45), 0.024, Paint("plain", "#b98f58"), 6) + blade


def club(hand: Point, way: Point) -> PaintedSolid:
    return limb(
        [_along(hand, way, -0.12), _along(hand, way, 0.2), _along(hand, way, 0.6)], [0.03, 0.045, 0.085], HAFT, 8
    ) + join(
        ball(
            _along(hand, way, 0.5) + np.array([0.07 * np.cos(a), 0.07 * np.sin(a), 0.0]),
            (0.022, 0.022, 0.022),
            STEEL,
            6,
        )
        for a in (0, 2, 4)
    )


def axe(hand: Point, way: Point, long: float = 0.7) -> PaintedSolid:
    """A broad axe."""
    end = _along(hand, way, long)
    blade = hull(
        [
            (end[0] + dx, end[1] + dy, end[2] + dz)
            for dx, dz in ((0.0, -0.06), (0.0, 0.06), (0.2, -0.16), (0.22, 0.14))
            for dy in (-0.012, 0.012)
        ],
        STEEL,
    )
    return beam(_along(hand, way, -0.2), _along(hand, way, long + 0.08), 0.028, HAFT, 6) + blade


def trident(hand: Point, top: float = 1.75) -> PaintedSolid:
    x, y, _ = hand
    made = beam((x, y, 0.12), (x, y, top - 0.2), 0.024, Paint("plain", "#6a6a52"), 6)
    for s in (-1, 0, 1):
        made = (
            made
            + beam((x, y, top - 0.25), (x, y + s * 0.1, top - 0.12), 0.018, GOLD, 4)
            + beam((x, y + s * 0.1, top - 0.13), (x, y + s * 0.1, top + 0.1), 0.022, GOLD, 4, tip=0.004)
        )
    return made


def fan(hand: Point) -> PaintedSolid:
    x, y, z = hand
    sweep = np.linspace(-0.9, 0.9, 7)
    shape = Polygon([(0, 0), *((0.24 * np.sin(a), 0.24 * np.cos(a)) for a in sweep)])
    return panel(shape, Frame((x, y, z), (0, 1, 0), (1, 0, 0)), -0.01, 0.012, Paint("cloth", "#efe2c8"))


def lantern(hand: Point) -> PaintedSolid:
    x, y, z = hand
    return lathe([(0.05, -0.28), (0.06, -0.26), (0.06, -0.12), (0.03, -0.07)], Paint("lantern", "#ffd58a"), 6).at(
        x, y, z
    ) + beam((x, y, z - 0.08), (x, y, z), 0.01, Paint("iron", "#22211f"), 4)
