"""The hospitals of the islands: white linen, leather, glass, and what was sewn together there."""

from __future__ import annotations

import numpy as np
from shapely.geometry import Polygon

from pieces import arms
from pieces.dress import (
    BLACK,
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
    claw,
    coat,
    gown,
    legs,
)
from pieces.flesh import blob, brimmed, head, limb, loft, ring
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import ball, beam, box, gather, join, lathe, panel

LINEN, STAIN = Paint("cloth", "#e4dfd0"), Paint("cloth", "#8c2f26")
BRASS, GLASS, VITRIOL = Paint("gold", "#c08a3e"), Paint("glass", "#9fd0c0"), Paint("lantern", "#b8e04a")
DEAD, SEAM, IRON = Paint("skin", "#a7ab8f"), Paint("leather", "#3a2a26"), Paint("iron", "#4a4845")
STEEL = arms.STEEL


def _apron(body: Body, low: float = 0.32, stained: bool = True) -> None:
    """A long apron before the coat."""
    front = [
        ring(0.29, low, 20, 1.0, 0, 6, 0.015),
        ring(0.22, 0.55, 20, 1.05, 0, 6, 0.015),
        ring(0.175, 0.67, 20, 1.15, 0, 6, 0.01),
        ring(0.2, 0.86, 20, 1.0, 0, 6, 0.01),
        ring(0.19, 0.95, 20, 0.9, 0, 6, 0.01),
    ]
    cloth = loft(front, LINEN)
    body.wear("dress", cloth - box((-0.5, -0.6, 0.0), (0.06, 0.6, 1.2), LINEN))
    if stained:
        for y, z, r in ((-0.06, 0.5, 0.05), (0.05, 0.62, 0.04), (0.02, 0.42, 0.03)):
            body.wear("dress", ball((0.15 + 0.3 * (0.72 - z), y, z), (0.1, r, r * 1.3), STAIN, 8))


def _saw(body: Body, hand: tuple[float, float, float]) -> None:
    """A bone saw, its teeth down."""
    x, y, z = hand
    teeth = [(0.1 + 0.06 * k, -0.1 if k % 2 else -0.06) for k in range(9)]
    blade = Polygon([(0.06, 0.02), (0.62, 0.0), (0.62, -0.06), *reversed(teeth), (0.06, -0.06)])
    body.wear("weapon", panel(blade, Frame((x, y, z), (1, 0, 0), (0, -1, 0)), -0.012, 0.012, STEEL))
    body.wear("weapon", limb([(x - 0.1, y, z - 0.03), (x + 0.08, y, z)], [0.034, 0.03], LEATHER, 6))


def surgeon() -> Model:
    """An anatomist: shirtsleeves, a stained apron, lenses pushed over the eyes, a saw and a syringe."""
    body = Body("surgeon", 0.99)
    legs(body, BLACK, BLACK, stride=0.11)
    coat(body, TINT, 0.36, hem_r=0.26)
    _apron(body)
    belt(body, 0.67, 0.175)
    arm(body, -1, (0.14, -0.32, 0.86), (0.34, -0.24, 0.94), WHITE, SKIN)
    arm(body, 1, (0.12, 0.32, 0.9), (0.28, 0.3, 1.08), WHITE, SKIN)
    body.wear("head", head(1.2, SKIN, Paint("hair", "#7a4a2a")))
    body.wear("head", ball((-0.1, 0, 1.3), (0.08, 0.08, 0.075), Paint("hair", "#7a4a2a"), 8))
    for s in (-1, 1):
        body.wear("mask", beam((0.1, s * 0.048, 1.225), (0.19, s * 0.048, 1.225), 0.038, BRASS, 8))
        body.wear("mask", beam((0.185, s * 0.048, 1.225), (0.2, s * 0.048, 1.225), 0.03, GLASS, 8))
    body.wear(
        "mask",
        loft(
            [
                ring(0.118, 1.21, 14, 0.92),
                ring(0.126, 1.215, 14, 0.92),
                ring(0.126, 1.235, 14, 0.92),
                ring(0.118, 1.24, 14, 0.92),
            ],
            LEATHER,
        ),
    )
    _saw(body, (0.38, -0.24, 0.97))
    x, y, z = 0.3, 0.3, 1.12
    body.wear("weapon", beam((x, y, z), (x + 0.06, y, z + 0.2), 0.038, GLASS, 8))
    body.wear("weapon", beam((x + 0.05, y, z + 0.18), (x + 0.12, y, z + 0.42), 0.012, STEEL, 5, tip=0.003))
    body.wear(
        "weapon",
        beam((x - 0.05, y, z - 0.16), (x, y, z), 0.015, BRASS, 6)
        + ball((x - 0.055, y, z - 0.17), (0.035, 0.035, 0.02), BRASS, 6),
    )
    return body.model()


def matron() -> Model:
    """The mother of a hospital: a black habit, a winged white coif, an amputation knife held low."""
    body = Body("matron", 1.03)
    gown(body, TINT, 0.38, 0.15, 0.1)
    _apron(body, 0.2, stained=False)
    belt(body, 0.69, 0.16)
    body.wear("dress", gather(beam((0.14, 0.15, 0.66), (0.15 + dx, 0.2, 0.5), 0.012, STEEL, 5) for dx in (0.0, 0.04)))
    arm(body, -1, (0.1, -0.34, 0.82), (0.3, -0.3, 0.72), TINT, PALE, cuff=WHITE, girth=1.1)
    arm(body, 1, (0.1, 0.32, 0.8), (0.3, 0.14, 0.86), TINT, PALE, cuff=WHITE, girth=1.1)
    body.wear("head", head(1.19, PALE))
    shell = ball((-0.01, 0, 1.21), (0.14, 0.13, 0.17), WHITE, 12)
    body.wear("hat", shell - box((0.05, -0.2, 0.9), (0.4, 0.2, 1.29), WHITE))
    for s in (-1, 1):
        wing = [(0.0, s * 0.06, 1.33), (0.06, s * 0.34, 1.34), (-0.16, s * 0.4, 1.3), (-0.16, s * 0.12, 1.3)]
        body.wear("hat", blob(wing, [0.035, 0.012, 0.012, 0.03], WHITE, 6))
    body.wear(
        "cloak",
        loft([ring(0.24, 0.86, 18, 1.16, 0.05, 8), ring(0.2, 0.98, 18, 1.15, 0.03, 8), ring(0.08, 1.08, 18)], WHITE),
    )
    body.wear("weapon", arms.sword((0.33, -0.3, 0.72), (0.7, 0.1, -0.45), 0.5, 0.034))
    body.wear("weapon", arms.lantern((0.34, 0.14, 0.84)))
    return body.model()


def chemist() -> Model:
    """A chemist: a long leather coat, a mask with a snout, a tank of something on his back and a flask to throw."""
    body = Body("chemist", 1.01)
    legs(body, Paint("cloth", "#3c3a36"), BLACK, stride=0.12)
    coat(body, Paint("leather", "#5d4630"), 0.24, hem_r=0.32, folds=0.11)
    belt(body, 0.67, 0.16)
    for k, colour in enumerate(("#b8e04a", "#e07a3a", "#6ab0e0", "#b8e04a")):
        y = 0.15 - 0.1 * k
        flask = lathe(
            [(0.028, -0.1), (0.036, -0.08), (0.036, -0.02), (0.014, 0.02), (0.014, 0.04)], Paint("lantern", colour), 6
        )
        body.wear("dress", flask.at(float(np.sqrt(max(0.0, 0.19**2 - (y * 0.85) ** 2))) + 0.02, y, 0.63))
    body.wear(
        "cloak",
        loft([ring(0.26, 0.88, 18, 1.17, 0.05, 8), ring(0.21, 1.0, 18, 1.14, 0.03, 8), ring(0.085, 1.1, 18)], TINT),
    )
    arm(body, -1, (0.06, -0.34, 1.0), (0.12, -0.36, 1.26), TINT, LEATHER, cuff=LEATHER)
    arm(body, 1, (0.16, 0.32, 0.84), (0.38, 0.24, 0.84), TINT, LEATHER, cuff=LEATHER)
    body.wear("head", head(1.2, LEATHER))
    body.wear(
        "mask",
        limb([(0.1, 0, 1.17), (0.2, 0, 1.13)], [0.085, 0.065], LEATHER)
        + beam((0.2, 0, 1.12), (0.26, 0, 1.1), 0.055, BRASS, 8),
    )
    body.wear("mask", gather(beam((0.08, s * 0.055, 1.235), (0.145, s * 0.06, 1.235), 0.04, GLASS, 8) for s in (-1, 1)))
    body.wear("hat", brimmed(1.285, BLACK, 0.22, 0.08, 0.01))
    for s in (-1, 1):
        tank = lathe([(0.07, 0.62), (0.095, 0.66), (0.095, 1.02), (0.06, 1.08), (0.025, 1.1), (0.025, 1.16)], BRASS, 10)
        body.wear("back", tank.at(-0.25, s * 0.11, 0))
    body.wear(
        "back",
        limb([(-0.25, 0.11, 1.14), (-0.1, 0.34, 1.06), (0.2, 0.36, 0.9), (0.4, 0.25, 0.86)], [0.022] * 4, SEAM, 6),
    )
    body.wear(
        "weapon",
        beam((0.38, 0.24, 0.86), (0.72, 0.2, 0.9), 0.028, BRASS, 8)
        + beam((0.7, 0.2, 0.9), (0.78, 0.2, 0.91), 0.045, BRASS, 8),
    )
    body.wear(
        "weapon",
        ball((0.14, -0.37, 1.38), (0.075, 0.075, 0.075), VITRIOL, 10)
        + beam((0.14, -0.37, 1.42), (0.14, -0.37, 1.53), 0.024, GLASS, 8),
    )
    return body.model()


def patchwork() -> Model:
    """Eleven men in one: sewn, bolted, one arm too long, a length of chain (50 mm)."""
    body = Body("patchwork", 2.0)
    for side, step in ((-1, -0.1), (1, 0.11)):
        y = side * 0.17
        body.wear(
            "legs",
            limb(
                [(0, y * 0.7, 0.54), (step + 0.04, y, 0.34), (step, y, 0.18)],
                [0.155, 0.12, 0.1],
                Paint("cloth", "#57524a"),
            ),
        )
        body.wear("legs", blob([(step - 0.04, y, 0.17), (step + 0.15, y * 1.1, 0.155)], [0.075, 0.055], DEAD, 8))
    rings = [
        ring(0.22, 0.46, 18, 1.18),
        ring(0.23, 0.6, 18, 1.25, 0, 6, 0.02),
        ring(0.27, 0.78, 18, 1.4, 0, 6, 0.03),
        ring(0.26, 0.92, 18, 1.55, 0, 6, 0.06),
        ring(0.17, 1.0, 18, 1.5, 0, 6, 0.08),
        ring(0.08, 1.02, 18, 1.2, 0, 6, 0.1),
    ]
    body.wear("torso", loft(rings, DEAD))
    body.wear("torso", blob([(0.2, 0.16, 0.84), (0.22, 0.1, 0.74), (0.14, 0.26, 0.74)], [0.1, 0.09, 0.09], PALE, 8))
    shorts = [
        ring(0.2, 0.42, 18, 1.2),
        ring(0.245, 0.44, 18, 1.22),
        ring(0.25, 0.58, 18, 1.26),
        ring(0.21, 0.6, 18, 1.24),
    ]
    body.wear("dress", loft(shorts, TINT))
    body.wear(
        "dress",
        beam((0.29, 0.34, 0.95), (0.26, -0.24, 0.6), 0.045, LEATHER)
        + beam((-0.2, 0.34, 0.95), (-0.22, -0.24, 0.6), 0.045, LEATHER),
    )
    for x, y, z in ((0.33, 0.16, 0.92), (0.33, 0.13, 0.8), (0.31, 0.1, 0.68), (0.3, -0.06, 0.92), (0.31, -0.12, 0.8)):
        body.wear("torso", beam((x - 0.02, y - 0.06, z + 0.02), (x - 0.02, y + 0.06, z - 0.02), 0.014, SEAM, 4))
    body.wear("arms", limb([(0.06, -0.36, 0.94), (0.24, -0.58, 0.66), (0.42, -0.48, 0.36)], [0.15, 0.12, 0.11], DEAD))
    body.wear("arms", ball((0.44, -0.46, 0.27), (0.12, 0.12, 0.13), DEAD, 8))
    body.wear("arms", limb([(0.06, 0.34, 0.92), (0.26, 0.5, 0.8), (0.44, 0.34, 0.92)], [0.13, 0.1, 0.085], PALE))
    body.wear("arms", ball((0.47, 0.32, 0.95), (0.09, 0.085, 0.09), PALE, 8))
    cuffs = limb([(0.29, -0.56, 0.58), (0.33, -0.54, 0.52)], [0.128, 0.126], IRON)
    body.wear("arms", cuffs + limb([(0.36, 0.42, 0.87), (0.4, 0.38, 0.9)], [0.1, 0.1], LINEN))
    body.wear("head", head(1.06, DEAD, None, 0.16))
    body.wear("head", blob([(0.22, -0.06, 0.98), (0.22, 0.06, 0.98), (0.16, 0, 0.96)], [0.06, 0.06, 0.07], DEAD, 8))
    body.wear(
        "head", ball((0.14, 0, 1.12), (0.11, 0.104, 0.085), HAIR, 10) - box((0.2, -0.2, 0.9), (0.5, 0.2, 1.3), HAIR)
    )
    body.wear("head", beam((0.16, -0.14, 1.03), (0.16, 0.14, 1.03), 0.028, IRON, 6))
    body.wear("head", gather(ball((0.245, s * 0.045, 1.08), (0.022, 0.024, 0.02), VITRIOL, 6) for s in (-1, 1)))
    chain = [(0.5, 0.3, 0.92), (0.58, 0.26, 0.74), (0.56, 0.2, 0.54), (0.62, 0.14, 0.36), (0.58, 0.02, 0.2)]
    for k, (x, y, z) in enumerate(chain):
        body.wear("weapon", ball((x, y, z), (0.05, 0.02, 0.06) if k % 2 else (0.02, 0.05, 0.06), IRON, 6))
    body.wear("weapon", limb(chain, [0.02] * 5, IRON, 6))
    return body.model()


def warder() -> Model:
    """A porter of the wards: bald and broad, sleeves rolled, a collar on a long pole."""
    body = Body("warder", 1.06)
    legs(body, Paint("cloth", "#46433d"), BLACK, stride=0.12, apart=0.12)
    body.wear(
        "torso",
        loft(
            [
                ring(0.2, 0.5, 18, 1.15),
                ring(0.19, 0.66, 18, 1.2),
                ring(0.22, 0.88, 18, 1.3),
                ring(0.19, 0.98, 18, 1.4),
                ring(0.08, 1.05, 18, 1.1),
            ],
            TINT,
        ),
    )
    _apron(body, 0.36, stained=False)
    belt(body, 0.66, 0.19, 1.2)
    body.wear(
        "dress",
        loft(
            [
                ring(0.06, 0.46, 10, 1, 0, 6, 0.1, 0.22),
                ring(0.075, 0.48, 10, 1, 0, 6, 0.1, 0.22),
                ring(0.06, 0.5, 10, 1, 0, 6, 0.1, 0.22),
            ],
            BRASS,
        ),
    )
    for side, elbow, hand in (
        (-1, (0.16, -0.36, 0.84), (0.36, -0.26, 0.9)),
        (1, (0.18, 0.34, 0.76), (0.4, 0.12, 0.72)),
    ):
        body.wear("arms", limb([(0, side * 0.24, 0.97), elbow], [0.1, 0.085], WHITE))
        body.wear("arms", limb([elbow, hand], [0.075, 0.055], SKIN) + ball(hand, (0.06, 0.06, 0.06), SKIN, 8))
    body.wear(
        "head",
        head(1.17, SKIN, None, 0.04)
        + blob([(0.12, 0, 1.09), (0.1, -0.05, 1.1), (0.1, 0.05, 1.1)], [0.05, 0.04, 0.04], HAIR, 8),
    )
    pole_foot, pole_top = np.array([0.46, 0.36, 0.14]), np.array([0.34, -0.5, 1.42])
    body.wear("weapon", beam(tuple(pole_foot), tuple(pole_top), 0.024, arms.HAFT, 6))
    a = np.linspace(0, 2 * np.pi, 10)
    hoop = [(0.34 + 0.14 * np.cos(t), -0.56 - 0.05 * np.sin(t), 1.54 + 0.14 * np.sin(t)) for t in a]
    body.wear("weapon", limb(hoop, [0.02] * 10, IRON, 6))
    return body.model()


def patient() -> Model:
    """A patient who got out: a torn shirt with flying sleeves, a strap hanging, hands before him."""
    body = Body("patient", 0.97)
    for side, step in ((-1, -0.16), (1, 0.14)):
        y = side * 0.11
        body.wear(
            "legs",
            limb([(-0.02, y * 0.8, 0.5), (step * 0.5 + 0.08, y, 0.34), (step, y, 0.18)], [0.085, 0.06, 0.045], PALE),
        )
        body.wear("legs", blob([(step - 0.03, y, 0.155), (step + 0.11, y * 1.2, 0.14)], [0.042, 0.03], PALE, 8))
    gown_ = [
        ring(0.25, 0.36, 18, 1.08, 0.16, 7, -0.02),
        ring(0.2, 0.54, 18, 1.1, 0.08, 7, -0.02),
        ring(0.16, 0.7, 18, 1.15, 0, 7, 0.0),
        ring(0.17, 0.86, 18, 1.2, 0, 7, 0.05),
        ring(0.15, 0.95, 18, 1.25, 0, 7, 0.09),
        ring(0.06, 1.02, 18, 1.0, 0, 7, 0.12),
    ]
    body.wear("torso", loft(gown_, LINEN))
    for z, x in ((0.66, 0.0), (0.8, 0.03), (0.9, 0.06)):
        body.wear(
            "dress",
            loft(
                [
                    ring(0.165, z - 0.02, 16, 1.19, 0, 6, x),
                    ring(0.182, z - 0.015, 16, 1.19, 0, 6, x),
                    ring(0.182, z + 0.015, 16, 1.19, 0, 6, x),
                    ring(0.165, z + 0.02, 16, 1.19, 0, 6, x),
                ],
                TINT,
            ),
        )
    for side, elbow, hand in ((-1, (0.3, -0.3, 0.92), (0.54, -0.2, 1.0)), (1, (0.28, 0.34, 0.84), (0.52, 0.3, 0.74))):
        body.wear("arms", limb([(0.07, side * 0.2, 0.92), elbow, hand], [0.07, 0.055, 0.06], LINEN))
        claw(body, hand, (0.9, 0, 0.1), PALE, 0.1, 0.04)
        sleeve = [
            hand,
            (hand[0] - 0.06, hand[1] + side * 0.06, hand[2] - 0.18),
            (hand[0] - 0.14, hand[1] + side * 0.1, hand[2] - 0.34),
        ]
        body.wear("cloak", limb(sleeve, [0.05, 0.035, 0.02], LEATHER, 6))
    body.wear("head", head(1.13, PALE, None, 0.17))
    body.wear(
        "head",
        gather(ball((0.275, s * 0.045, 1.15), (0.022, 0.03, 0.03), Paint("bone", "#ffffff"), 6) for s in (-1, 1)),
    )
    for a in np.linspace(-2.6, 2.6, 7):
        top = (0.13 + 0.08 * np.cos(a + 3.1), 0.09 * np.sin(a), 1.25)
        body.wear("hat", limb([top, (top[0] - 0.1, top[1] * 2.3, top[2] + 0.09)], [0.04, 0.008], GREY, 5))
    return body.model()


def leech_gatherer() -> Model:
    """A woman of the marshes: skirts tied up, bare legs, a basket at her hip, a jar and a hooked pole."""
    body = Body("leech-gatherer", 0.98)
    for side, step in ((-1, -0.08), (1, 0.1)):
        y = side * 0.1
        body.wear(
            "legs", limb([(0, y, 0.52), (step * 0.6 + 0.03, y, 0.36), (step, y, 0.18)], [0.085, 0.065, 0.045], SKIN)
        )
        body.wear("legs", blob([(step - 0.02, y, 0.15), (step + 0.12, y * 1.2, 0.14)], [0.042, 0.03], SKIN, 8))
        for k in range(3):
            z = 0.24 + 0.07 * k
            body.wear("legs", ball((step * 0.7 + 0.06, y + 0.03 * (k - 1), z), (0.03, 0.014, 0.032), SEAM, 6))
    skirt = [
        ring(0.27, 0.4, 18, 1.1, 0.13, 9),
        ring(0.25, 0.5, 18, 1.12, 0.08, 9),
        ring(0.14, 0.69, 18, 1.12),
        ring(0.16, 0.86, 18, 1.15),
        ring(0.15, 0.96, 18, 1.2),
        ring(0.065, 1.05, 18),
    ]
    body.wear("torso", loft(skirt, TINT))
    body.wear(
        "cloak",
        loft(
            [ring(0.23, 0.84, 16, 1.15, 0.05, 6), ring(0.19, 0.96, 16, 1.18, 0.02, 6), ring(0.08, 1.07, 16)],
            Paint("cloth", "#77705c"),
        ),
    )
    arm(body, -1, (0.12, -0.3, 0.84), (0.32, -0.28, 0.92), WHITE)
    arm(body, 1, (0.14, 0.3, 0.86), (0.34, 0.24, 0.96), WHITE)
    body.wear("head", head(1.19, SKIN, HAIR))
    body.wear(
        "hat", ball((-0.02, 0, 1.24), (0.13, 0.125, 0.12), WHITE, 12) - box((0.06, -0.2, 1.0), (0.4, 0.2, 1.27), WHITE)
    )
    basket = lathe([(0.1, 0.5), (0.15, 0.52), (0.17, 0.7), (0.15, 0.71)], Paint("rope", "#8f7448"), 10)
    body.wear("back", basket.at(-0.12, 0.27, 0))
    jar = lathe([(0.06, 0.0), (0.08, 0.02), (0.08, 0.15), (0.05, 0.19), (0.06, 0.21)], GLASS, 10)
    body.wear(
        "weapon",
        jar.at(0.4, 0.22, 0.9)
        + join(ball((0.48, 0.22 + d, 0.96 + d), (0.02, 0.03, 0.02), SEAM, 6) for d in (-0.03, 0.03)),
    )
    body.wear("weapon", beam((0.34, -0.28, 0.12), (0.34, -0.28, 1.5), 0.02, arms.HAFT, 6))
    body.wear(
        "weapon",
        limb(
            [(0.34, -0.28, 1.5), (0.44, -0.28, 1.58), (0.5, -0.28, 1.48), (0.44, -0.28, 1.42)],
            [0.02, 0.018, 0.016, 0.006],
            STEEL,
            6,
        ),
    )
    return body.model()


HOSPITAL = {
    "surgeon": surgeon,
    "matron": matron,
    "chemist": chemist,
    "patchwork": patchwork,
    "warder": warder,
    "patient": patient,
    "leech-gatherer": leech_gatherer,
}
