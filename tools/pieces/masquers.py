"""The Gifted: Carnival masks, motley, gilt and glass."""

from __future__ import annotations

import numpy as np
from shapely.geometry import Polygon

from pieces import arms
from pieces.dress import (
    BLACK,
    BONE,
    DARK,
    GOLD,
    GREY,
    LEATHER,
    PALE,
    SKIN,
    TINT,
    WHITE,
    Body,
    arm,
    claw,
    coat,
    gown,
    hood,
    legs,
    robe,
    ruff,
    shoulders,
)
from pieces.flesh import bauta, blob, cloak, head, limb, loft, ring, tricorn
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import ball, beam, box, gather, lathe, panel

AQUA, CLEAR, FLAME = Paint("gold", "#4fb8b4"), Paint("gold", "#a8e4e0"), Paint("lantern", "#ffb13c")
STAR, VIOLET, OLIVE = Paint("lantern", "#ffe9a0"), Paint("cloth", "#4a3468"), Paint("cloth", "#5d5a38")
WOOD = Paint("plain", "#b98f58")


def _volto(body: Body, z: float, paint: Paint = BONE, x: float = 0.02) -> None:
    """A whole white face, the eyes dark."""
    body.wear(
        "mask",
        ball((x + 0.03, 0, z), (0.105, 0.1, 0.14), paint, 12)
        + blob([(x + 0.13, 0, z + 0.02), (x + 0.15, 0, z - 0.02)], [0.016, 0.02], paint, 6),
    )
    body.wear(
        "mask",
        gather(
            box((x + 0.11, s * 0.045 - 0.02, z + 0.02), (x + 0.135, s * 0.045 + 0.02, z + 0.04), BLACK) for s in (-1, 1)
        ),
    )


def _rays(body: Body, z: float, low: float, high: float, count: int, paint: Paint, x: float = 0.0) -> None:
    """A crown of rays round the head, seen from the front."""
    for k, a in enumerate(np.linspace(-1.75, 1.75, count)):
        way = np.array([0.0, np.sin(a), np.cos(a)])
        start, end = (
            np.array([x, 0, z]) + way * low,
            np.array([x, 0, z]) + way * (high if k % 2 == 0 else low + (high - low) * 0.6),
        )
        body.wear("hat", beam(tuple(start), tuple(end), 0.034, paint, 4, tip=0.004))


def maestra() -> Model:
    """The mistress of masks: a sun of rays about a golden face, a spread fan of blades, masks at her belt."""
    body = Body("maestra", 1.04)
    gown(body, TINT, 0.4, 0.12, 0.14)
    body.wear(
        "dress",
        loft(
            [
                ring(0.2, 0.56, 18, 1.12, 0.1, 8),
                ring(0.25, 0.58, 18, 1.12, 0.12, 8),
                ring(0.135, 0.7, 18, 1.12),
                ring(0.12, 0.71, 18, 1.1),
            ],
            GOLD,
        ),
    )
    body.wear("torso", blob([(0.12, -0.055, 0.9), (0.12, 0.055, 0.9)], [0.065, 0.065], DARK, 8))
    ruff(body, 1.07, WHITE)
    body.wear("cloak", cloak(1.05, 0.18, DARK, 0.38, 92, 0.06))
    arm(body, -1, (0.12, -0.36, 0.96), (0.24, -0.42, 1.2), TINT, PALE, cuff=GOLD)
    arm(body, 1, (0.14, 0.32, 0.86), (0.34, 0.3, 0.92), TINT, PALE, cuff=GOLD)
    body.wear("head", head(1.2, PALE))
    _volto(body, 1.2, GOLD)
    body.wear("head", ball((-0.04, 0, 1.23), (0.115, 0.115, 0.13), Paint("hair", "#2a1a18"), 12))
    _rays(body, 1.22, 0.12, 0.34, 11, GOLD, -0.03)
    for a in np.linspace(-0.95, 0.95, 7):
        foot = np.array([0.25, -0.43, 1.24])
        way = np.array([0.25, np.sin(a) * 0.9 - 0.1, np.cos(a)])
        body.wear("weapon", beam(tuple(foot), tuple(foot + way * 0.34), 0.026, arms.STEEL, 4, tip=0.004))
    for y, paint in ((0.14, BONE), (-0.14, BLACK)):
        body.wear("dress", ball((0.17, y, 0.56), (0.05, 0.06, 0.08), paint, 8))
    return body.model()


def magus() -> Model:
    """The astrologer: a midnight robe with stars, a tall pointed hat, a staff with an armillary sphere."""
    body = Body("magus", 1.05)
    robe(body, TINT, 0.37, 0.2, 0.1)
    shoulders(body, VIOLET, 0.84, 0.3)
    rng = np.random.default_rng(11)
    for _ in range(12):
        z, a = rng.uniform(0.2, 0.8), rng.uniform(-1.2, 1.2)
        r = float(np.interp(z, (0.12, 0.36, 0.66, 0.88), (0.4, 0.35, 0.215, 0.205)))
        body.wear("dress", ball((r * np.cos(a), r * np.sin(a) * 1.08, z), (0.02, 0.022, 0.022), STAR, 5))
    arm(body, -1, (0.12, -0.36, 0.86), (0.36, -0.32, 0.92), TINT, PALE, cuff=GOLD, girth=1.2)
    arm(body, 1, (0.14, 0.34, 0.92), (0.34, 0.38, 1.1), TINT, PALE, cuff=GOLD, girth=1.2)
    body.wear("weapon", ball((0.38, 0.4, 1.26), (0.085, 0.085, 0.085), Paint("lantern", "#bfe0ff"), 10))
    body.wear(
        "head",
        head(1.2, PALE, GREY) + blob([(0.12, 0, 1.12), (0.16, 0, 0.98), (0.17, 0, 0.84)], [0.07, 0.05, 0.015], GREY, 8),
    )
    body.wear(
        "mask",
        ball((0.055, 0, 1.235), (0.095, 0.104, 0.05), VIOLET, 10)
        + blob([(0.13, 0, 1.23), (0.23, 0, 1.18)], [0.032, 0.012], VIOLET, 6),
    )
    body.wear(
        "hat",
        loft(
            [
                ring(0.12, 1.28, 14),
                ring(0.25, 1.27, 14),
                ring(0.25, 1.29, 14),
                ring(0.13, 1.32, 14),
                ring(0.07, 1.6, 14, 1, 0, 6, -0.04),
                ring(0.012, 1.84, 14, 1, 0, 6, -0.14),
            ],
            VIOLET,
        ),
    )
    for a, z in ((0.4, 1.4), (-0.5, 1.48), (0.0, 1.6), (1.2, 1.5)):
        r = float(np.interp(z, (1.32, 1.6), (0.135, 0.075)))
        body.wear("hat", ball((r * np.cos(a) - (z - 1.3) * 0.1, r * np.sin(a), z), (0.022, 0.022, 0.022), STAR, 5))
    x, y = 0.39, -0.32
    body.wear(
        "weapon",
        beam((x, y, 0.12), (x, y, 1.46), 0.022, arms.HAFT, 6) + ball((x, y, 1.62), (0.045, 0.045, 0.045), STAR, 8),
    )
    for tilt in (0.0, 1.05, 2.1):
        a = np.linspace(0, 2 * np.pi, 13)
        hoop = [
            (x + 0.15 * np.cos(t) * np.cos(tilt), y + 0.15 * np.cos(t) * np.sin(tilt), 1.62 + 0.15 * np.sin(t))
            for t in a
        ]
        body.wear("sphere", limb(hoop, [0.014] * 13, GOLD, 5))
    return body.model()


def witch() -> Model:
    """The hedge witch: rags and reeds, a skull with horns on her hood, a sickle of bone."""
    body = Body("witch", 1.0)
    robe(body, OLIVE, 0.34, 0.2, 0.16)
    for a in np.linspace(0, 2 * np.pi, 13)[:-1]:
        root = (0.22 * np.cos(a), 0.24 * np.sin(a), 0.62)
        body.wear("dress", limb([root, (0.33 * np.cos(a), 0.35 * np.sin(a), 0.36)], [0.05, 0.014], TINT, 5))
    shoulders(body, TINT, 0.86, 0.28)
    arm(body, -1, (0.14, -0.34, 0.9), (0.34, -0.32, 1.04), OLIVE, SKIN)
    arm(body, 1, (0.16, 0.32, 0.82), (0.38, 0.24, 0.84), OLIVE, SKIN)
    claw(body, (0.42, 0.23, 0.85), (0.9, -0.1, 0.2), SKIN, 0.09, 0.034)
    body.wear("head", head(1.18, SKIN, GREY))
    hood(body, OLIVE, 1.2, 0.0)
    body.wear(
        "hat",
        ball((0.04, 0, 1.36), (0.1, 0.075, 0.07), BONE, 10)
        + blob([(0.1, 0, 1.34), (0.2, 0, 1.29)], [0.05, 0.028], BONE, 8),
    )
    for s in (-1, 1):
        horn = [(0.0, s * 0.06, 1.4), (-0.04, s * 0.2, 1.5), (0.02, s * 0.28, 1.64), (0.1, s * 0.26, 1.76)]
        body.wear("hat", limb(horn, [0.035, 0.03, 0.022, 0.006], BONE, 6))
        body.wear("hat", limb([horn[1], (-0.1, s * 0.26, 1.62)], [0.024, 0.006], BONE, 6))
        body.wear(
            "head",
            limb([(0.04, s * 0.1, 1.12), (0.1, s * 0.14, 0.96), (0.1, s * 0.13, 0.82)], [0.04, 0.03, 0.01], GREY, 6),
        )
    blade = [(0.36, -0.33, 1.1), (0.4, -0.34, 1.3), (0.52, -0.33, 1.44), (0.68, -0.3, 1.42)]
    body.wear(
        "weapon",
        limb(blade, [0.026, 0.034, 0.03, 0.005], BONE, 5)
        + beam((0.34, -0.32, 0.94), (0.36, -0.33, 1.14), 0.026, LEATHER, 6),
    )
    flame = ball((0.48, 0.22, 0.98), (0.06, 0.06, 0.085), Paint("lantern", "#8ff0a0"), 8)
    body.wear(
        "weapon", flame + beam((0.48, 0.22, 1.02), (0.49, 0.22, 1.16), 0.034, Paint("lantern", "#8ff0a0"), 6, tip=0.004)
    )
    body.wear(
        "dress",
        gather(lathe([(0.03, -0.06), (0.045, -0.03), (0.03, 0.03)], BONE, 6).at(0.2, y, 0.6) for y in (-0.1, 0.12)),
    )
    return body.model()


def golem() -> Model:
    """A golem of Murano glass with the fire still in it (50 mm)."""
    body = Body("golem", 1.95)
    for side, step in ((-1, -0.08), (1, 0.1)):
        y = side * 0.18
        body.wear("legs", blob([(0, y * 0.8, 0.5), (step, y, 0.32)], [0.14, 0.12], AQUA, 6))
        body.wear(
            "legs", blob([(step, y, 0.3), (step + 0.02, y, 0.18), (step + 0.12, y, 0.17)], [0.12, 0.06, 0.06], AQUA, 6)
        )
        body.wear(
            "legs",
            loft(
                [
                    ring(0.13, 0.34, 8, 1, 0, 6, step * 0.8, y),
                    ring(0.15, 0.36, 8, 1, 0, 6, step * 0.8, y),
                    ring(0.13, 0.38, 8, 1, 0, 6, step * 0.8, y),
                ],
                GOLD,
            ),
        )
    trunk = [
        ring(0.2, 0.48, 8, 1.2),
        ring(0.22, 0.58, 8, 1.2),
        ring(0.29, 0.8, 8, 1.45, 0, 6, 0.02),
        ring(0.27, 0.94, 8, 1.55, 0, 6, 0.02),
        ring(0.13, 1.03, 8, 1.4, 0, 6, 0.02),
    ]
    body.wear("torso", loft(trunk, AQUA))
    body.wear("torso", ball((0.2, 0, 0.8), (0.15, 0.17, 0.13), FLAME, 8))
    body.wear(
        "dress",
        loft(
            [
                ring(0.22, 0.45, 16, 1.22),
                ring(0.26, 0.47, 16, 1.22),
                ring(0.26, 0.55, 16, 1.22),
                ring(0.22, 0.57, 16, 1.22),
            ],
            TINT,
        ),
    )
    for side, elbow, hand in (
        (-1, (0.18, -0.52, 0.72), (0.38, -0.46, 0.5)),
        (1, (0.22, 0.52, 0.84), (0.46, 0.38, 0.98)),
    ):
        body.wear(
            "arms",
            blob([(0, side * 0.36, 0.94), elbow], [0.15, 0.11], AQUA, 6) + blob([elbow, hand], [0.11, 0.09], CLEAR, 6),
        )
        body.wear("arms", blob([hand, (hand[0] + 0.1, hand[1], hand[2] + 0.02)], [0.12, 0.1], AQUA, 6))
    for x, y, z, dx, dy, dz in (
        (-0.14, -0.3, 1.0, -0.1, -0.1, 0.3),
        (-0.16, 0.28, 1.0, -0.1, 0.12, 0.28),
        (-0.2, 0.0, 0.96, -0.2, 0.0, 0.36),
        (-0.1, -0.12, 1.02, -0.04, -0.06, 0.26),
    ):
        body.wear("back", beam((x, y, z), (x + dx, y + dy, z + dz), 0.075, CLEAR, 5, tip=0.006))
    body.wear(
        "head", lathe([(0.08, 0.98), (0.13, 1.04), (0.14, 1.16), (0.09, 1.25), (0.03, 1.27)], CLEAR, 8).at(0.08, 0, 0)
    )
    body.wear(
        "mask",
        panel(
            Polygon([(-0.1, 1.05), (0.1, 1.05), (0.12, 1.17), (0.05, 1.24), (-0.05, 1.24), (-0.12, 1.17)]),
            Frame((0.2, 0, 0), (0, 1, 0), (1, 0, 0)),
            -0.03,
            0.02,
            GOLD,
        ),
    )
    body.wear(
        "mask", gather(box((0.2, s * 0.05 - 0.025, 1.13), (0.235, s * 0.05 + 0.025, 1.16), FLAME) for s in (-1, 1))
    )
    return body.model()


def masquer() -> Model:
    """A masquer: a bauta with a tricorn, a black cloak to the ankles, a thin blade out of a cane."""
    body = Body("masquer")
    legs(body, WHITE, BLACK, stride=0.13)
    coat(body, TINT, 0.32, hem_r=0.28, folds=0.1)
    body.wear("cloak", cloak(1.08, 0.2, BLACK, 0.4, 112, 0.06))
    body.wear(
        "cloak",
        loft([ring(0.25, 0.9, 18, 1.2, 0.05, 8), ring(0.2, 1.0, 18, 1.15, 0.03, 8), ring(0.09, 1.1, 18)], BLACK),
    )
    body.wear("dress", beam((0.2, 0, 0.96), (0.22, 0, 0.5), 0.05, GOLD, 4))
    arm(body, -1, (0.18, -0.3, 0.92), (0.42, -0.18, 0.96), TINT, WHITE, cuff=WHITE)
    arm(body, 1, (0.04, 0.36, 0.86), (0.12, 0.4, 0.68), TINT, WHITE, cuff=WHITE)
    body.wear("head", head(1.2, BLACK))
    body.wear(
        "mask",
        bauta(1.2, BONE)
        + gather(box((0.12, s * 0.045 - 0.018, 1.225), (0.152, s * 0.045 + 0.018, 1.242), BLACK) for s in (-1, 1)),
    )
    body.wear(
        "hat",
        tricorn(1.29, BLACK, 1.0)
        + limb([(0.1, 0.14, 1.4), (-0.04, 0.18, 1.48), (-0.2, 0.14, 1.44)], [0.016, 0.04, 0.012], TINT, 6),
    )
    body.wear("weapon", arms.sword((0.45, -0.18, 0.97), (0.9, 0.2, 0.3), 0.85, 0.015))
    body.wear("weapon", beam((0.13, 0.42, 0.72), (0.3, 0.4, 0.14), 0.022, BLACK, 6))
    return body.model()


def fire_eater() -> Model:
    """A fire-eater: bare-chested, baggy motley breeches, head back, flame going up."""
    body = Body("fire-eater", 1.01)
    for side, paint, step in ((-1, TINT, -0.1), (1, GOLD, 0.1)):
        y = side * 0.12
        body.wear(
            "legs",
            limb([(0, y * 0.8, 0.56), (step * 0.6 + 0.02, y, 0.38), (step, y, 0.24)], [0.12, 0.115, 0.09], paint),
        )
        body.wear(
            "legs",
            blob(
                [(step - 0.02, y, 0.16), (step + 0.13, y, 0.14), (step + 0.2, y, 0.19)],
                [0.05, 0.034, 0.012],
                LEATHER,
                8,
            ),
        )
    body.wear(
        "torso",
        loft(
            [
                ring(0.15, 0.54, 18, 1.15),
                ring(0.155, 0.68, 18, 1.15),
                ring(0.19, 0.87, 18, 1.22, 0, 6, -0.01),
                ring(0.175, 0.97, 18, 1.28, 0, 6, -0.03),
                ring(0.075, 1.05, 18, 1, 0, 6, -0.03),
            ],
            SKIN,
        ),
    )
    body.wear(
        "dress",
        loft(
            [
                ring(0.155, 0.54, 16, 1.15),
                ring(0.185, 0.56, 16, 1.15),
                ring(0.185, 0.66, 16, 1.15),
                ring(0.155, 0.68, 16, 1.15),
            ],
            DARK,
        ),
    )
    body.wear("dress", limb([(0.08, 0.18, 0.6), (0.1, 0.22, 0.42), (0.06, 0.24, 0.3)], [0.045, 0.04, 0.02], DARK, 6))
    ruff(body, 1.06, TINT)
    arm(body, -1, (0.2, -0.34, 1.04), (0.34, -0.18, 1.26), SKIN)
    arm(body, 1, (0.12, 0.36, 0.86), (0.34, 0.36, 0.94), SKIN)
    body.wear("head", head(1.2, SKIN).turned(-28, "y").at(0.56, 0, 0.13))
    body.wear("mask", ball((0.07, 0, 1.26), (0.085, 0.105, 0.055), BLACK, 10))
    body.wear(
        "hat",
        loft(
            [
                ring(0.1, 1.29, 12, 1, 0, 6, -0.04),
                ring(0.11, 1.33, 12, 1, 0, 6, -0.05),
                ring(0.08, 1.4, 12, 1, 0, 6, -0.07),
                ring(0.02, 1.43, 12, 1, 0, 6, -0.08),
            ],
            TINT,
        ),
    )
    body.wear(
        "weapon",
        beam((0.3, -0.2, 1.2), (0.42, -0.13, 1.36), 0.02, arms.HAFT, 6)
        + beam((0.35, 0.37, 0.9), (0.44, 0.36, 1.2), 0.022, arms.HAFT, 6),
    )
    for base, tall in (((0.45, 0.36, 1.24), 0.24), ((0.44, -0.12, 1.4), 0.12)):
        x, y, z = base
        body.wear(
            "flame",
            ball((x, y, z), (0.055, 0.055, 0.07), FLAME, 8)
            + beam((x, y, z + 0.03), (x + 0.03, y, z + tall), 0.045, FLAME, 6, tip=0.004),
        )
    breath = [(0.46, -0.1, 1.5), (0.58, -0.08, 1.64), (0.72, -0.05, 1.78)]
    for (x, y, z), r in zip(breath, (0.07, 0.1, 0.07), strict=True):
        body.wear("flame", ball((x, y, z), (r * 1.3, r, r), FLAME, 8))
    body.wear("flame", beam((0.72, -0.05, 1.78), (0.94, 0.0, 1.96), 0.07, FLAME, 6, tip=0.004))
    return body.model()


def stilt_walker() -> Model:
    """A stilt-walker: legs as tall as a man, a long striped coat, a spear (40 mm)."""
    body = Body("stilt-walker")
    rise = 0.85
    for side, step in ((-1, -0.2), (1, 0.24)):
        y = side * 0.15
        knee = (step * 0.45, y * 0.8, 0.38 + rise)
        body.wear(
            "legs", limb([(0, side * 0.08, 0.58 + rise), knee, (step * 0.6, y, 0.16 + rise)], [0.1, 0.07, 0.055], WHITE)
        )
        body.wear("legs", beam((step * 0.55, y, 0.3 + rise), (step * 1.5, y * 1.5, 0.12), 0.032, WOOD, 6))
        body.wear(
            "legs",
            blob([(step * 0.6 - 0.03, y, 0.12 + rise), (step * 0.6 + 0.12, y, 0.1 + rise)], [0.042, 0.03], BLACK, 8),
        )
    upper = Body("upper")
    coat(upper, TINT, 0.22, hem_r=0.28, folds=0.12)
    for y in (-0.09, 0.0, 0.09):
        upper.wear("dress", beam((0.19, y, 0.96), (0.27, y * 2.2, 0.3), 0.025, GOLD, 4))
    ruff(upper, 1.08, WHITE)
    arm(upper, -1, (0.16, -0.32, 0.86), (0.36, -0.26, 0.92), TINT, WHITE, cuff=WHITE)
    arm(upper, 1, (0.06, 0.38, 0.96), (0.14, 0.5, 1.1), TINT, WHITE, cuff=WHITE)
    upper.wear("head", head(1.21, PALE))
    _volto(upper, 1.21)
    upper.wear(
        "hat",
        loft(
            [
                ring(0.1, 1.3, 14),
                ring(0.21, 1.29, 14),
                ring(0.21, 1.31, 14),
                ring(0.12, 1.33, 14),
                ring(0.13, 1.6, 14),
                ring(0.1, 1.62, 14),
            ],
            BLACK,
        ),
    )
    upper.wear(
        "hat", loft([ring(0.118, 1.335, 14), ring(0.13, 1.34, 14), ring(0.13, 1.39, 14), ring(0.118, 1.395, 14)], TINT)
    )
    spear = beam((0.62, -0.5, -0.5), (0.3, -0.16, 1.4), 0.022, WOOD, 6) + beam(
        (0.31, -0.17, 1.36), (0.27, -0.13, 1.62), 0.04, arms.STEEL, 4, tip=0.004
    )
    upper.wear("weapon", spear)
    for part, solid in upper.parts.items():
        body.wear(part, solid.at(0, 0, rise))
    return body.model()


def marionette() -> Model:
    """A puppet as large as a man: pegged joints, a painted face, strings that go up and end."""
    body = Body("marionette", 0.97)
    for side, step in ((-1, -0.12), (1, 0.14)):
        y = side * 0.1
        body.wear(
            "legs",
            beam((0, y, 0.54), (step * 0.5 + 0.06, y, 0.36), 0.05, WOOD, 8)
            + ball((step * 0.5 + 0.06, y, 0.35), (0.06, 0.055, 0.06), GOLD, 8),
        )
        body.wear(
            "legs",
            beam((step * 0.5 + 0.06, y, 0.34), (step, y, 0.18), 0.04, WOOD, 8)
            + blob([(step - 0.03, y, 0.155), (step + 0.12, y, 0.145)], [0.045, 0.032], BLACK, 6),
        )
    body.wear(
        "torso",
        loft(
            [
                ring(0.22, 0.48, 12, 1.1, 0.16, 6),
                ring(0.13, 0.6, 12, 1.1),
                ring(0.16, 0.8, 12, 1.2),
                ring(0.17, 0.95, 12, 1.3),
                ring(0.07, 1.02, 12),
            ],
            TINT,
        ),
    )
    ruff(body, 1.05, WHITE)
    hands = []
    for side, elbow, hand in ((-1, (0.1, -0.4, 1.06), (0.34, -0.4, 1.2)), (1, (0.14, 0.38, 0.9), (0.3, 0.34, 0.64))):
        top = (0.0, side * 0.22, 0.95)
        body.wear(
            "arms",
            beam(top, elbow, 0.045, DARK, 8)
            + ball(elbow, (0.055, 0.055, 0.055), GOLD, 8)
            + beam(elbow, hand, 0.036, WOOD, 8)
            + ball(hand, (0.055, 0.05, 0.055), WOOD, 8),
        )
        hands.append(hand)
    body.wear(
        "head",
        ball((0.02, 0, 1.2), (0.12, 0.11, 0.135), Paint("plain", "#e8d2b4"), 10)
        + blob([(0.12, 0, 1.2), (0.26, 0, 1.17)], [0.028, 0.014], Paint("plain", "#c8553c"), 6),
    )
    body.wear(
        "mask",
        gather(ball((0.115, s * 0.05, 1.24), (0.02, 0.022, 0.022), BLACK, 6) for s in (-1, 1))
        + box((0.09, -0.045, 1.12), (0.125, 0.045, 1.135), BLACK),
    )
    body.wear(
        "hat",
        loft(
            [
                ring(0.12, 1.27, 12),
                ring(0.125, 1.3, 12),
                ring(0.06, 1.46, 12, 1, 0, 6, -0.06),
                ring(0.012, 1.58, 12, 1, 0, 6, -0.16),
            ],
            DARK,
        )
        + ball((-0.17, 0, 1.58), (0.035, 0.035, 0.035), GOLD, 6),
    )
    for x, y, z in (*hands, (0.0, 0.0, 1.3)):
        body.wear("strings", beam((x, y, z + 0.02), (x * 0.6, y * 0.8, 1.95), 0.007, WHITE, 4))
    body.wear(
        "strings",
        beam((0.0, -0.34, 1.95), (0.0, 0.3, 1.95), 0.022, WOOD, 6)
        + beam((-0.1, 0, 1.95), (0.26, 0, 1.95), 0.022, WOOD, 6),
    )
    return body.model()


def siren() -> Model:
    """A singer of the regattas: a gown like a tail, a comb of pearl, a moon mask, a knife of pearl."""
    body = Body("siren", 0.99)
    tail = [
        ring(0.36, 0.13, 20, 1.1, 0.22, 6, -0.04),
        ring(0.16, 0.26, 20, 1.05, 0.06, 6, -0.02),
        ring(0.2, 0.46, 20, 1.05),
        ring(0.19, 0.56, 20, 1.08),
        ring(0.12, 0.72, 20, 1.1),
        ring(0.15, 0.87, 20, 1.15),
        ring(0.14, 0.96, 20, 1.2),
        ring(0.06, 1.05, 20),
    ]
    body.wear("torso", loft(tail, TINT))
    for z in (0.36, 0.46, 0.56):
        for a in np.linspace(0, 2 * np.pi, 9)[:-1]:
            r = float(np.interp(z, (0.26, 0.46, 0.56), (0.165, 0.205, 0.195)))
            body.wear(
                "dress",
                ball(
                    (r * np.cos(a + z * 8), r * 1.06 * np.sin(a + z * 8), z),
                    (0.022, 0.022, 0.03),
                    Paint("gold", "#bfe0d0"),
                    5,
                ),
            )
    body.wear("torso", blob([(0.12, -0.055, 0.9), (0.12, 0.055, 0.9)], [0.06, 0.06], Paint("gold", "#e8ddc8"), 8))
    arm(body, -1, (0.16, -0.3, 0.9), (0.4, -0.24, 1.0), PALE, PALE)
    arm(body, 1, (0.06, 0.36, 1.0), (0.16, 0.4, 1.24), PALE, PALE)
    body.wear("head", head(1.19, PALE))
    body.wear("mask", ball((0.06, 0, 1.215), (0.085, 0.103, 0.05), Paint("gold", "#dfe6ea"), 10))
    locks = Paint("hair", "#b8742e")
    body.wear(
        "head", ball((-0.03, 0, 1.24), (0.12, 0.12, 0.125), locks, 12) - box((0.05, -0.2, 1.0), (0.4, 0.2, 1.3), locks)
    )
    for y, low in ((-0.12, 0.6), (0.0, 0.54), (0.12, 0.62), (-0.17, 0.8), (0.17, 0.84)):
        body.wear(
            "cloak",
            limb(
                [(-0.1, y * 0.7, 1.24), (-0.18, y, 1.0), (-0.14 - abs(y) * 0.3, y * 1.5, low)],
                [0.07, 0.055, 0.016],
                locks,
                6,
            ),
        )
    comb = Polygon([(-0.16, 1.3), (0.16, 1.3), (0.22, 1.46), (0.11, 1.42), (0.0, 1.54), (-0.11, 1.42), (-0.22, 1.46)])
    body.wear("hat", panel(comb, Frame((-0.02, 0, 0), (0, 1, 0), (1, 0, 0)), -0.02, 0.02, Paint("gold", "#dfe6ea")))
    body.wear("weapon", arms.dagger((0.43, -0.235, 1.01), (0.8, 0.1, 0.35)))
    return body.model()


MASQUERS = {
    "maestra": maestra,
    "magus": magus,
    "witch": witch,
    "golem": golem,
    "masquer": masquer,
    "fire-eater": fire_eater,
    "stilt-walker": stilt_walker,
    "marionette": marionette,
    "siren": siren,
}
