"""The Church in arms: white, steel and crosses."""

from __future__ import annotations

import numpy as np
from shapely.geometry import Polygon

from pieces import arms
from pieces.dress import (
    BASE,
    BLACK,
    DARK,
    GOLD,
    GREY,
    HAIR,
    LEATHER,
    PALE,
    SKIN,
    TINT,
    WHITE,
    Body,
    arm,
    belt,
    coat,
    gown,
    legs,
    robe,
    shoulders,
)
from pieces.flesh import blob, brimmed, cloak, head, limb, loft, ring
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import ball, beam, box, gather, lathe, panel

STEEL = arms.STEEL
ROUGH, BROWN = Paint("cloth", "#d8cfb8"), Paint("cloth", "#6b4d33")
CRIMSON, WOOD, THORN = Paint("cloth", "#9c1f26"), Paint("plain", "#7a5a3c"), Paint("plain", "#3f2f1f")


def _cross(body: Body, x: float, z: float, size: float, paint: Paint, part: str = "dress", y: float = 0.0) -> None:
    """A cross laid on the chest or a shield, facing forward."""
    body.wear(part, box((x - 0.03, y - size * 0.16, z - size), (x, y + size * 0.16, z + size), paint))
    body.wear(part, box((x - 0.03, y - size * 0.62, z + size * 0.12), (x, y + size * 0.62, z + size * 0.42), paint))


def prelate() -> Model:
    """A legate: a mitre, a cope with gold borders, a crozier, a hand raised in blessing."""
    body = Body("prelate", 1.04)
    robe(body, WHITE, 0.34, 0.19, 0.08)
    body.wear("dress", beam((0.2, 0.0, 0.92), (0.33, 0.0, 0.2), 0.045, GOLD))
    body.wear("cloak", cloak(1.1, 0.15, TINT, 0.42, 118, 0.05))
    body.wear("cloak", loft([ring(0.17, 0.98, 16, 1.3), ring(0.15, 1.04, 16, 1.25), ring(0.09, 1.11, 16)], GOLD))
    arm(body, -1, (0.1, -0.36, 0.84), (0.34, -0.32, 0.9), WHITE, CRIMSON, cuff=GOLD)
    arm(body, 1, (0.14, 0.32, 0.9), (0.32, 0.28, 1.12), WHITE, CRIMSON, cuff=GOLD)
    body.wear("arms", gather(beam((0.35, y, 1.14), (0.37, y, 1.24), 0.018, CRIMSON, 5) for y in (0.255, 0.285)))
    body.wear("head", head(1.2, PALE, GREY) + blob([(0.11, 0, 1.12), (0.1, 0, 1.02)], [0.055, 0.02], GREY, 6))
    side = Polygon([(-0.12, 1.28), (0.12, 1.28), (0.15, 1.42), (0.0, 1.66), (-0.15, 1.42)])
    for x in (0.035, -0.045):
        body.wear("hat", panel(side, Frame((x, 0, 0), (0, 1, 0), (1, 0, 0)), -0.035, 0.035, WHITE))
    body.wear(
        "hat", loft([ring(0.11, 1.27, 16), ring(0.13, 1.275, 16), ring(0.13, 1.32, 16), ring(0.11, 1.33, 16)], GOLD)
    )
    body.wear(
        "hat", box((0.06, -0.02, 1.32), (0.08, 0.02, 1.6), GOLD) + box((0.06, -0.08, 1.44), (0.08, 0.08, 1.48), GOLD)
    )
    x, y = 0.37, -0.32
    body.wear("weapon", beam((x, y, 0.12), (x, y, 1.5), 0.022, GOLD, 6))
    crook = [
        (x, y - 0.02 + 0.12 * (1 - np.cos(a)) / 1.4, 1.5 + 0.14 * np.sin(a) * (1 - a / 12))
        for a in np.linspace(0, 4.6, 10)
    ]
    body.wear("weapon", limb(crook, list(np.linspace(0.03, 0.014, 10)), GOLD, 6))
    return body.model()


def _armour(body: Body, surcoat: Paint) -> None:
    """Mail and plate under a surcoat with a cross."""
    for side, step in ((-1, -0.1), (1, 0.11)):
        y = side * 0.11
        body.wear("legs", limb([(0.0, y * 0.8, 0.56), (step * 0.6 + 0.03, y, 0.36)], [0.115, 0.085], STEEL))
        body.wear("legs", ball((step * 0.6 + 0.05, y, 0.36), (0.085, 0.08, 0.075), STEEL, 8))
        body.wear("legs", limb([(step * 0.6 + 0.03, y, 0.34), (step, y, 0.19)], [0.078, 0.062], STEEL))
        body.wear(
            "legs", blob([(step - 0.03, y, 0.16), (step + 0.13, y + side * 0.02, 0.145)], [0.055, 0.036], STEEL, 8)
        )
    coat(body, surcoat, 0.34, hem_r=0.27, folds=0.1)
    for s in (-1, 1):
        body.wear("arms", ball((0, s * 0.25, 1.0), (0.12, 0.1, 0.1), STEEL, 10))


def knight() -> Model:
    """A prior of a fighting order: full plate, a great helm with a gold cross, a sword for two hands."""
    body = Body("knight", 1.08)
    _armour(body, TINT)
    belt(body, 0.67, 0.16)
    _cross(body, 0.23, 0.86, 0.14, WHITE)
    body.wear("cloak", cloak(1.06, 0.2, WHITE, 0.36, 78, 0.08))
    arm(body, -1, (0.16, -0.32, 0.84), (0.4, -0.06, 0.84), STEEL, STEEL, girth=1.15)
    arm(body, 1, (0.14, 0.32, 0.82), (0.38, 0.06, 0.7), STEEL, STEEL, girth=1.15)
    helm = [
        ring(0.11, 1.04, 12),
        ring(0.145, 1.06, 12),
        ring(0.145, 1.3, 12),
        ring(0.12, 1.37, 12),
        ring(0.05, 1.4, 12),
    ]
    body.wear("head", loft(helm, STEEL))
    body.wear(
        "mask",
        box((0.12, -0.1, 1.2), (0.158, 0.1, 1.225), BLACK) + box((0.13, -0.014, 1.06), (0.162, 0.014, 1.36), GOLD),
    )
    body.wear(
        "hat",
        limb([(0.02, 0, 1.4), (-0.1, 0, 1.52), (-0.28, 0, 1.46), (-0.36, 0, 1.3)], [0.03, 0.06, 0.055, 0.02], TINT, 6),
    )
    grip, up = np.array([0.41, 0.0, 0.66]), np.array([0.3, -0.12, 0.94])
    body.wear("weapon", arms.sword(tuple(grip + up * 0.22), tuple(up), 1.25, 0.034))
    guard = grip + up * 0.3
    body.wear(
        "weapon", beam((guard[0], guard[1] - 0.16, guard[2]), (guard[0], guard[1] + 0.16, guard[2]), 0.026, GOLD, 6)
    )
    body.wear("weapon", beam(tuple(grip - up * 0.12), tuple(grip + up * 0.2), 0.026, LEATHER, 6))
    return body.model()


def shield_brother() -> Model:
    """A brother of the order: kettle hat over mail, a tall shield with a cross, a short sword."""
    body = Body("shield-brother", 1.03)
    _armour(body, WHITE)
    belt(body, 0.67, 0.16)
    _cross(body, 0.225, 0.86, 0.11, TINT)
    arm(body, -1, (0.1, -0.34, 0.86), (0.32, -0.34, 0.94), STEEL, LEATHER)
    arm(body, 1, (0.16, 0.3, 0.86), (0.32, 0.18, 0.82), STEEL, LEATHER)
    body.wear(
        "head",
        ball((0.0, 0, 1.2), (0.135, 0.125, 0.16), STEEL, 12) - box((0.07, -0.075, 1.08), (0.4, 0.075, 1.28), STEEL),
    )
    body.wear("head", ball((0.03, 0, 1.19), (0.1, 0.09, 0.13), SKIN, 10))
    body.wear(
        "hat",
        loft(
            [
                ring(0.12, 1.28, 16),
                ring(0.22, 1.265, 16),
                ring(0.22, 1.285, 16),
                ring(0.135, 1.32, 16),
                ring(0.1, 1.4, 16),
                ring(0.03, 1.44, 16),
            ],
            STEEL,
        ),
    )
    shape = Polygon(
        [(-0.24, 1.04), (0.0, 1.1), (0.24, 1.04), (0.24, 0.66), (0.15, 0.42), (0.0, 0.28), (-0.15, 0.42), (-0.24, 0.66)]
    )
    body.wear("shield", panel(shape, Frame((0.4, 0.2, 0), (0, 1, 0), (1, 0, 0)), -0.03, 0.03, TINT))
    _cross(body, 0.455, 0.72, 0.28, WHITE, "shield", 0.2)
    body.wear("weapon", arms.sword((0.34, -0.35, 0.97), (0.55, 0.1, 0.8), 0.7, 0.03))
    return body.model()


def inquisitor() -> Model:
    """A witchfinder: a tall hat with a buckle, a long black coat, two pistols and a cross at his neck."""
    body = Body("inquisitor", 1.04)
    legs(body, BLACK, LEATHER, stride=0.13)
    coat(body, BLACK, 0.22, hem_r=0.33, folds=0.12)
    belt(body, 0.67, 0.16)
    body.wear("dress", beam((0.19, 0.2, 1.0), (0.19, -0.18, 0.7), 0.03, LEATHER))
    body.wear(
        "cloak",
        loft([ring(0.28, 0.84, 18, 1.16, 0.05, 8), ring(0.22, 0.99, 18, 1.14, 0.03, 8), ring(0.085, 1.1, 18)], TINT),
    )
    _cross(body, 0.28, 0.9, 0.08, GOLD)
    arm(body, -1, (0.16, -0.3, 0.9), (0.42, -0.22, 1.0), BLACK, LEATHER, cuff=WHITE)
    arm(body, 1, (0.14, 0.32, 0.82), (0.34, 0.32, 0.74), BLACK, LEATHER, cuff=WHITE)
    body.wear(
        "head",
        head(1.2, PALE, Paint("hair", "#1d1917")) + blob([(0.13, 0, 1.13), (0.13, 0, 1.07)], [0.03, 0.012], HAIR, 6),
    )
    body.wear("hat", brimmed(1.28, BLACK, 0.27, 0.1, 0.0) + lathe([(0.125, 1.3), (0.1, 1.56), (0.06, 1.57)], BLACK, 14))
    body.wear(
        "hat",
        loft([ring(0.124, 1.31, 14), ring(0.132, 1.315, 14), ring(0.128, 1.36, 14), ring(0.116, 1.365, 14)], TINT)
        + box((0.125, -0.03, 1.31), (0.14, 0.03, 1.365), GOLD),
    )
    body.wear(
        "weapon",
        arms.pistol((0.45, -0.22, 1.0), (0.95, 0.1, 0.05)) + arms.pistol((0.36, 0.32, 0.72), (0.85, 0.2, -0.3)),
    )
    body.wear("weapon", arms.sword((-0.1, 0.26, 0.64), (-0.6, 0.1, -0.5), 0.55))
    return body.model()


def friar() -> Model:
    """A friar: a rough brown habit, a rope at the waist, a tonsure, a smoking censer on its chain."""
    body = Body("friar", 1.0)
    robe(body, BROWN, 0.31, 0.2, 0.09, BASE + 0.03)
    body.wear(
        "legs",
        blob([(0.2, -0.1, 0.14), (0.3, -0.11, 0.135)], [0.045, 0.03], SKIN, 8)
        + blob([(0.16, 0.1, 0.14), (0.26, 0.11, 0.135)], [0.045, 0.03], SKIN, 8),
    )
    body.wear(
        "dress",
        loft(
            [
                ring(0.19, 0.63, 16, 1.12),
                ring(0.215, 0.65, 16, 1.12),
                ring(0.212, 0.68, 16, 1.12),
                ring(0.19, 0.7, 16, 1.12),
            ],
            Paint("rope", "#d8ccb0"),
        ),
    )
    body.wear(
        "dress",
        limb(
            [(0.22, 0.07, 0.64), (0.27, 0.08, 0.4), (0.29, 0.08, 0.28)],
            [0.02, 0.02, 0.026],
            Paint("rope", "#d8ccb0"),
            6,
        ),
    )
    body.wear("dress", beam((0.2, 0.0, 0.98), (0.235, 0.0, 0.7), 0.07, TINT))
    shoulders(body, TINT, 0.95, 0.24)
    arm(body, -1, (0.12, -0.34, 0.84), (0.32, -0.3, 0.98), BROWN, SKIN, girth=1.2)
    arm(body, 1, (0.12, 0.32, 0.8), (0.3, 0.2, 0.84), BROWN, SKIN, girth=1.2)
    crown = (
        ball((0.0, 0, 1.22), (0.122, 0.116, 0.125), HAIR, 12)
        - box((0.07, -0.2, 1.0), (0.4, 0.2, 1.5), HAIR)
        - ball((-0.01, 0, 1.37), (0.1, 0.1, 0.1), HAIR, 12)
    )
    body.wear("head", head(1.2, SKIN) + crown)
    chain = [(0.34, -0.3, 0.98), (0.4, -0.28, 0.78), (0.46, -0.26, 0.56)]
    body.wear("weapon", limb(chain, [0.012] * 3, GOLD, 5))
    body.wear(
        "weapon",
        lathe([(0.02, -0.1), (0.075, -0.06), (0.085, 0.0), (0.06, 0.06), (0.02, 0.11)], GOLD, 10).at(0.47, -0.26, 0.47),
    )
    body.wear(
        "weapon",
        box((0.28, 0.12, 0.84), (0.42, 0.26, 0.9), Paint("leather", "#5a2420"))
        + box((0.29, 0.125, 0.855), (0.425, 0.25, 0.885), WHITE),
    )
    return body.model()


def cross_bearer() -> Model:
    """A penitent giant who drags a cross of beams (50 mm)."""
    body = Body("cross-bearer", 1.95)
    for side, step in ((-1, 0.12), (1, -0.1)):
        y = side * 0.16
        body.wear("legs", limb([(0, y * 0.7, 0.54), (step + 0.04, y, 0.34), (step, y, 0.18)], [0.14, 0.1, 0.08], SKIN))
        body.wear("legs", blob([(step - 0.03, y, 0.16), (step + 0.14, y * 1.1, 0.15)], [0.06, 0.045], SKIN, 8))
    rings = [
        ring(0.2, 0.44, 18, 1.15),
        ring(0.22, 0.6, 18, 1.2),
        ring(0.24, 0.78, 18, 1.35),
        ring(0.24, 0.9, 18, 1.5),
        ring(0.17, 0.98, 18, 1.5),
        ring(0.09, 1.03, 18, 1.3),
    ]
    body.wear("torso", loft(rings, SKIN))
    body.wear("torso", blob([(0.13, -0.13, 0.86), (0.13, 0.13, 0.86)], [0.12, 0.12], SKIN, 8))
    cloth = [
        ring(0.3, 0.28, 18, 1.1, 0.14, 7),
        ring(0.25, 0.46, 18, 1.16, 0.05, 7),
        ring(0.245, 0.58, 18, 1.2),
        ring(0.2, 0.6, 18, 1.2),
    ]
    body.wear("dress", loft(cloth, TINT))
    for s in (-1, 1):
        body.wear("dress", beam((0.25, s * 0.1, 0.98), (0.27, s * 0.24, 0.6), 0.03, WHITE))
    for dx, y in ((0.12, 0.2), (-0.05, 0.26), (-0.16, 0.08), (-0.16, -0.12)):
        body.wear("torso", beam((dx * 0.9, y * 1.12, 0.92), (dx * 1.1 - 0.06, y * 1.2, 0.68), 0.03, CRIMSON, 4))
    arm_left = [(0.0, 0.34, 0.94), (0.2, 0.46, 0.84), (0.24, 0.3, 1.06)]
    body.wear("arms", limb(arm_left, [0.13, 0.1, 0.085], SKIN) + ball((0.24, 0.28, 1.1), (0.09, 0.09, 0.09), SKIN, 8))
    body.wear(
        "arms",
        limb([(0.0, -0.34, 0.94), (0.22, -0.46, 0.72), (0.4, -0.26, 0.72)], [0.13, 0.1, 0.085], SKIN)
        + ball((0.42, -0.23, 0.74), (0.09, 0.085, 0.09), SKIN, 8),
    )
    body.wear("head", head(1.1, SKIN, HAIR, 0.08) + blob([(0.19, 0, 1.02), (0.17, 0, 0.92)], [0.06, 0.025], HAIR, 8))
    for a in np.linspace(0, 2 * np.pi, 9)[:-1]:
        thorn = np.array([0.06 + 0.13 * np.cos(a), 0.125 * np.sin(a), 1.18])
        out = np.array([np.cos(a), np.sin(a), 0.9]) * 0.08
        body.wear("hat", beam(tuple(thorn - out * 0.2), tuple(thorn + out), 0.018, THORN, 5, tip=0.003))
    crown = [
        (0.06 + 0.13 * np.cos(a), 0.125 * np.sin(a), 1.18 + 0.015 * np.sin(5 * a))
        for a in np.linspace(0, 2 * np.pi, 13)
    ]
    body.wear("hat", limb(crown, [0.026] * 13, THORN, 6))
    low, high = np.array([0.7, -0.5, 0.2]), np.array([0.16, 0.66, 1.5])
    way = (high - low) / np.linalg.norm(high - low)
    body.wear("weapon", beam(tuple(low), tuple(high), 0.085, WOOD, 4))
    middle, across = low + way * 1.25, np.array([way[2], 0.0, -way[0]])
    across = np.cross(way, across / np.linalg.norm(across))
    body.wear("weapon", beam(tuple(middle - across * 0.34), tuple(middle + across * 0.34), 0.08, WOOD, 4))
    for k in (-1, 1):
        body.wear(
            "weapon",
            beam(
                tuple(middle + across * 0.3 * k - way * 0.04),
                tuple(middle + across * 0.3 * k + way * 0.04),
                0.1,
                arms.STEEL,
                4,
            ),
        )
    return body.model()


def flagellant() -> Model:
    """A penitent: a pointed hood, a bare striped back, a scourge with three tails."""
    body = Body("flagellant", 0.98)
    legs(body, ROUGH, SKIN, stride=0.15)
    body.wear(
        "torso",
        loft(
            [
                ring(0.14, 0.52, 16, 1.12),
                ring(0.145, 0.66, 16, 1.15),
                ring(0.18, 0.86, 16, 1.2),
                ring(0.17, 0.97, 16, 1.25),
                ring(0.07, 1.05, 16),
            ],
            SKIN,
        ),
    )
    body.wear(
        "dress",
        loft(
            [
                ring(0.25, 0.34, 18, 1.08, 0.13, 8),
                ring(0.2, 0.5, 18, 1.1, 0.06, 8),
                ring(0.165, 0.62, 18, 1.14),
                ring(0.14, 0.64, 18, 1.14),
            ],
            TINT,
        ),
    )
    for y, z in ((-0.1, 0.9), (0.02, 0.86), (0.1, 0.92)):
        body.wear("torso", beam((-0.17, y, z + 0.05), (-0.16, y + 0.05, z - 0.16), 0.02, CRIMSON, 4))
    arm(body, -1, (-0.04, -0.36, 1.06), (0.02, -0.42, 1.3), SKIN)
    arm(body, 1, (0.16, 0.32, 0.88), (0.34, 0.26, 1.0), SKIN)
    body.wear("head", ball((0.02, 0, 1.19), (0.125, 0.115, 0.15), TINT, 12))
    body.wear("hat", loft([ring(0.125, 1.22, 14), ring(0.1, 1.36, 14), ring(0.012, 1.5, 14, 1, 0, 6, -0.03)], TINT))
    body.wear("hat", loft([ring(0.15, 0.98, 14, 1.2), ring(0.14, 1.06, 14, 1.05), ring(0.1, 1.1, 14)], TINT))
    body.wear(
        "mask", gather(box((0.11, s * 0.045 - 0.018, 1.2), (0.15, s * 0.045 + 0.018, 1.225), BLACK) for s in (-1, 1))
    )
    body.wear("weapon", beam((0.03, -0.43, 1.26), (0.0, -0.44, 1.52), 0.022, arms.HAFT, 6))
    for k, (x, y) in enumerate(((-0.2, -0.36), (-0.26, -0.46), (-0.2, -0.56))):
        tail = [(0.0, -0.44, 1.52), (x * 0.6, y, 1.5 + 0.04 * k), (x * 1.3, y, 1.3), (x * 1.5, y, 1.12)]
        body.wear("weapon", limb(tail, [0.014] * 4, LEATHER, 5) + ball(tail[-1], (0.028, 0.028, 0.028), STEEL, 6))
    body.wear("weapon", arms.dagger((0.36, 0.25, 1.0), (0.2, -0.1, 0.9)).scaled(0.9, 0.9, 0.9).at(0.036, 0.025, 0.1))
    return body.model()


def sister() -> Model:
    """A sister with a lamp on a staff: a white veil, a dark habit."""
    body = Body("sister", 0.98)
    gown(body, Paint("cloth", "#3a3a42"), 0.35, 0.15, 0.08)
    body.wear("dress", beam((0.16, 0.0, 0.98), (0.32, 0.0, 0.2), 0.09, TINT, 4))
    body.wear(
        "dress",
        loft(
            [
                ring(0.16, 0.67, 16, 1.12),
                ring(0.178, 0.68, 16, 1.12),
                ring(0.176, 0.71, 16, 1.12),
                ring(0.16, 0.72, 16, 1.12),
            ],
            Paint("rope", "#d8ccb0"),
        ),
    )
    arm(body, -1, (0.12, -0.3, 0.84), (0.32, -0.28, 0.94), Paint("cloth", "#3a3a42"), PALE, girth=1.15)
    arm(body, 1, (0.12, 0.28, 0.82), (0.28, 0.1, 0.84), Paint("cloth", "#3a3a42"), PALE, girth=1.15)
    body.wear("head", head(1.19, PALE))
    veil = [
        ring(0.24, 0.84, 16, 1.14, 0.05, 6, -0.06),
        ring(0.17, 1.06, 16, 1.05, 0.02, 6, -0.03),
        ring(0.15, 1.24, 16, 1, 0, 6, -0.015),
        ring(0.1, 1.34, 16, 1, 0, 6, -0.02),
        ring(0.03, 1.37, 16, 1, 0, 6, -0.02),
    ]
    body.wear("cloak", loft(veil, WHITE) - box((0.055, -0.115, 0.7), (0.5, 0.115, 1.3), WHITE))
    body.wear("dress", ball((0.06, 0, 1.03), (0.13, 0.13, 0.07), WHITE, 10))
    body.wear("weapon", beam((0.34, -0.28, 0.12), (0.34, -0.28, 1.6), 0.02, arms.HAFT, 6))
    body.wear(
        "weapon",
        limb(
            [(0.34, -0.28, 1.57), (0.45, -0.265, 1.65), (0.545, -0.252, 1.56)],
            [0.032, 0.02, 0.015],
            Paint("iron", "#22211f"),
            6,
        ),
    )
    body.wear("lamp", arms.lantern((0.545, -0.252, 1.54)))
    beads = [(0.3, 0.08, 0.8), (0.33, 0.07, 0.68), (0.36, 0.05, 0.52)]
    body.wear("beads", limb(beads, [0.014, 0.014, 0.03], DARK, 6))
    return body.model()


CLERGY = {
    "prelate": prelate,
    "knight": knight,
    "shield-brother": shield_brother,
    "inquisitor": inquisitor,
    "friar": friar,
    "cross-bearer": cross_bearer,
    "flagellant": flagellant,
    "sister": sister,
}
