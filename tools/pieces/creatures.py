"""Large and strange bodies: the brute, the giant, the swimmer, beasts."""

from __future__ import annotations

import numpy as np
from shapely.geometry import Polygon

from pieces import arms
from pieces.dress import BASE, BLACK, BONE, DARK, GOLD, HAIR, LEATHER, SKIN, TINT, WHITE, Body
from pieces.flesh import blob, cloak, head, limb, loft, ring
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import PaintedSolid, ball, beam, box, gather, join, panel

_HIDE, _PALE_HIDE, _FIN = Paint("skin", "#3f6a64"), Paint("skin", "#9db59a"), Paint("skin", "#8a3f3a")


def brute() -> Model:
    """A dock hand of great size, bare-chested, with a club (40 mm)."""
    body = Body("brute", 1.35)
    for side, step in ((-1, -0.1), (1, 0.1)):
        y = side * 0.16
        body.wear(
            "legs",
            limb(
                [(0, y * 0.7, 0.52), (step + 0.04, y, 0.34), (step, y, 0.18)],
                [0.14, 0.1, 0.08],
                Paint("cloth", "#5a5248"),
            ),
        ).wear("legs", blob([(step - 0.02, y, 0.17), (step + 0.14, y * 1.1, 0.155)], [0.06, 0.045], LEATHER, 8))
    rings = [
        ring(0.2, 0.44, 18, 1.15),
        ring(0.22, 0.58, 18, 1.2),
        ring(0.24, 0.74, 18, 1.3),
        ring(0.25, 0.88, 18, 1.45),
        ring(0.2, 0.98, 18, 1.55),
        ring(0.1, 1.04, 18, 1.3),
    ]
    body.wear("torso", loft(rings, SKIN)).wear(
        "torso", blob([(0.13, -0.14, 0.87), (0.13, 0.14, 0.87)], [0.13, 0.13], SKIN, 8)
    )
    body.wear(
        "torso",
        loft(
            [
                ring(0.21, 0.44, 18, 1.2),
                ring(0.24, 0.46, 18, 1.2),
                ring(0.24, 0.58, 18, 1.22),
                ring(0.21, 0.6, 18, 1.22),
            ],
            TINT,
        ),
    ).wear("torso", beam((0.24, 0.28, 0.96), (0.25, -0.2, 0.58), 0.04, LEATHER)).wear(
        "torso", beam((-0.2, 0.28, 0.96), (-0.22, -0.2, 0.58), 0.04, LEATHER)
    )
    for side, elbow, hand in ((-1, (0.12, -0.5, 0.76), (0.34, -0.42, 0.86)), (1, (0.1, 0.5, 0.7), (0.28, 0.44, 0.5))):
        body.wear("arms", limb([(0, side * 0.32, 0.94), elbow, hand], [0.13, 0.095, 0.075], SKIN)).wear(
            "arms", ball(hand, (0.085, 0.075, 0.085), SKIN, 8)
        )
        wrist = np.asarray(elbow) * 0.3 + np.asarray(hand) * 0.7
        body.wear(
            "arms",
            limb([tuple(np.asarray(elbow) * 0.55 + np.asarray(hand) * 0.45), tuple(wrist)], [0.095, 0.09], LEATHER),
        )
    body.wear(
        "head", head(1.13, SKIN, None, 0.07) + blob([(0.16, 0, 1.06), (0.1, 0, 1.03)], [0.05, 0.06], HAIR, 8)
    ).wear(
        "hat",
        loft(
            [
                ring(0.12, 1.18, 14, 1, 0, 6, 0.06),
                ring(0.13, 1.2, 14, 1, 0, 6, 0.06),
                ring(0.1, 1.27, 14, 1, 0, 6, 0.05),
                ring(0.05, 1.3, 14, 1, 0, 6, 0.04),
            ],
            TINT,
        ),
    )
    body.wear("weapon", arms.club((0.36, -0.42, 0.88), (0.45, -0.1, 0.75)))
    return body.model()


def giant() -> Model:
    """A giant in a porter's harness with a great axe and an iron mask (50 mm)."""
    body = Body("giant", 2.05)
    for side, step in ((-1, -0.08), (1, 0.09)):
        y = side * 0.17
        body.wear(
            "legs", limb([(0, y * 0.7, 0.54), (step + 0.03, y, 0.34), (step, y, 0.18)], [0.15, 0.115, 0.09], DARK)
        ).wear("legs", limb([(step + 0.02, y, 0.34), (step, y, 0.18)], [0.12, 0.1], LEATHER)).wear(
            "legs", blob([(step - 0.03, y, 0.17), (step + 0.13, y * 1.1, 0.155)], [0.06, 0.045], LEATHER, 8)
        )
    rings = [
        ring(0.27, 0.34, 20, 1.15, 0.08),
        ring(0.22, 0.5, 20, 1.2, 0.04),
        ring(0.24, 0.62, 20, 1.25),
        ring(0.25, 0.8, 20, 1.4),
        ring(0.23, 0.93, 20, 1.55),
        ring(0.14, 1.0, 20, 1.5),
        ring(0.08, 1.03, 20, 1.2),
    ]
    body.wear("torso", loft(rings, TINT))
    body.wear(
        "torso",
        loft(
            [
                ring(0.2, 0.531, 20, 1.22),
                ring(0.265, 0.547, 20, 1.22),
                ring(0.266, 0.627, 20, 1.24),
                ring(0.2, 0.643, 20, 1.24),
            ],
            LEATHER,
        ),
    ).wear("torso", box((0.22, -0.07, 0.535), (0.31, 0.068, 0.637), GOLD))
    body.wear("torso", ball((0.0, -0.325, 0.98), (0.16, 0.15, 0.13), arms.STEEL, 8))
    for side, elbow, hand in ((-1, (0.14, -0.48, 0.74), (0.36, -0.28, 0.66)), (1, (0.16, 0.46, 0.7), (0.38, 0.2, 0.5))):
        body.wear(
            "arms", limb([(0, side * 0.33, 0.92), elbow, hand], [0.135, 0.1, 0.08], SKIN if side > 0 else TINT)
        ).wear("arms", ball(hand, (0.09, 0.08, 0.085), SKIN, 8))
    body.wear("head", head(1.1, SKIN, HAIR, 0.07)).wear(
        "mask", ball((0.125, 0, 1.1), (0.105, 0.105, 0.135), Paint("iron", "#3a3936"), 12)
    )
    body.wear("cloak", cloak(0.98, 0.3, DARK, 0.4, 75, 0.04))
    body.wear("weapon", arms.axe((0.38, -0.04, 0.58), (0.1, -0.62, 0.5), 0.75))
    return body.model()


def swimmer() -> Model:
    """A man of the lagoon: hunched, finned and scaled, with a trident."""
    body = Body("swimmer", 1.04)
    for side, step in ((-1, -0.12), (1, 0.12)):
        y = side * 0.14
        body.wear(
            "legs",
            limb([(-0.02, y * 0.8, 0.5), (step + 0.12, y, 0.4), (step - 0.04, y, 0.2)], [0.115, 0.08, 0.05], _HIDE),
        )
        body.wear(
            "legs",
            blob(
                [(step - 0.06, y, 0.16), (step + 0.16, y + 0.09, 0.135), (step + 0.18, y - 0.07, 0.135)],
                [0.04, 0.02, 0.02],
                _HIDE,
                8,
            ),
        )
    spine = [
        ((-0.02, 0.46), 0.15, 1.1),
        ((-0.05, 0.6), 0.16, 1.1),
        ((-0.03, 0.78), 0.19, 1.2),
        ((0.04, 0.93), 0.18, 1.25),
        ((0.1, 1.02), 0.12, 1.2),
    ]
    body.wear("torso", loft([ring(r, z, 16, w, 0, 6, x) for (x, z), r, w in spine], _HIDE))
    body.wear("torso", blob([(0.12, 0, 0.62), (0.14, 0, 0.82)], [0.1, 0.12], _PALE_HIDE, 8))
    body.wear(
        "torso",
        loft(
            [
                ring(0.17, 0.4, 16, 1.15, 0.12, 7, -0.02),
                ring(0.19, 0.43, 16, 1.15, 0.1, 7, -0.02),
                ring(0.165, 0.54, 16, 1.12, 0, 7, -0.03),
                ring(0.15, 0.55, 16, 1.1, 0, 7, -0.03),
            ],
            TINT,
        ),
    )
    fin = Polygon(
        [
            (0.12, 0.5),
            (0.3, 0.6),
            (0.26, 0.66),
            (0.38, 0.82),
            (0.3, 0.86),
            (0.34, 1.04),
            (0.2, 1.04),
            (0.05, 1.2),
            (-0.06, 1.02),
            (0.0, 0.8),
        ]
    )
    body.wear("back", panel(fin, Frame((0, -0.012, 0), (-1, 0, 0), (0, 1, 0)), 0.0, 0.024, _FIN))
    body.wear("back", limb([(-0.12, 0, 0.46), (-0.3, 0.04, 0.34), (-0.42, 0.1, 0.22)], [0.09, 0.06, 0.025], _HIDE))
    for side, elbow, hand in ((-1, (0.18, -0.34, 0.76), (0.36, -0.28, 0.86)), (1, (0.2, 0.34, 0.7), (0.4, 0.28, 0.56))):
        body.wear("arms", limb([(0.05, side * 0.2, 0.93), elbow, hand], [0.085, 0.06, 0.05], _HIDE))
        x, y, z = hand
        body.wear(
            "arms",
            blob(
                [(x, y, z), (x + 0.1, y + 0.04, z + 0.03), (x + 0.1, y - 0.05, z - 0.02)],
                [0.04, 0.012, 0.012],
                _PALE_HIDE,
                6,
            ),
        )
        elbow_fin = Polygon([(0, 0), (0.1, 0.02), (0.16, 0.12), (0.03, 0.1)])
        body.wear(
            "arms",
            panel(elbow_fin, Frame((elbow[0], elbow[1], elbow[2] - 0.03), (-1, 0, 0), (0, 1, 0)), -0.01, 0.012, _FIN),
        )
    face = blob([(0.14, 0, 1.14), (0.26, 0, 1.1), (0.08, 0, 1.2)], [0.115, 0.085, 0.1], _HIDE, 10)
    body.wear(
        "head",
        face + blob([(0.24, -0.05, 1.04), (0.24, 0.05, 1.04), (0.16, 0, 1.02)], [0.055, 0.055, 0.06], _PALE_HIDE, 8),
    )
    for side in (-1, 1):
        body.wear("head", ball((0.22, side * 0.085, 1.17), (0.034, 0.034, 0.034), Paint("gold", "#e8c23a"), 8))
        gill = Polygon([(0, 0), (0.18, 0.02), (0.2, 0.16), (0.1, 0.14), (0.06, 0.24), (-0.02, 0.12)])
        body.wear(
            "head",
            panel(
                gill,
                Frame(
                    (0.1, side * 0.1, 1.08),
                    (-0.8, side * 0.6, 0),
                    (0.6, 0.8 * side, 0) if side > 0 else (-0.6, -0.8, 0),
                ),
                -0.01,
                0.012,
                _FIN,
            ),
        )
    body.wear("weapon", arms.trident((0.4, -0.28, 0.88)))
    return body.model()


def hound() -> Model:
    """A lean hunting dog."""
    body = Body("hound")
    coat, pale = Paint("hair", "#5a4030"), Paint("hair", "#b39a78")
    body.wear("torso", limb([(-0.28, 0, 0.44), (-0.05, 0, 0.45), (0.2, 0, 0.47)], [0.11, 0.11, 0.15], coat, 10))
    body.wear("torso", blob([(0.18, 0, 0.4), (0.28, 0, 0.48)], [0.11, 0.09], pale, 8))
    for x, bend in ((-0.3, -0.08), (0.2, 0.05)):
        for y in (-0.09, 0.09):
            body.wear(
                "legs",
                limb(
                    [(x, y, 0.42), (x + bend, y, 0.28), (x + bend * 0.2 + y * 0.6, y, 0.15)],
                    [0.075, 0.045, 0.034],
                    coat,
                ),
            ).wear(
                "legs",
                blob(
                    [(x + bend * 0.2 + y * 0.6, y, 0.15), (x + bend * 0.2 + y * 0.6 + 0.06, y, 0.14)],
                    [0.034, 0.024],
                    pale,
                    6,
                ),
            )
    body.wear("head", limb([(0.26, 0, 0.52), (0.38, 0, 0.66)], [0.1, 0.085], coat)).wear(
        "head", limb([(0.4, 0, 0.67), (0.53, 0, 0.63)], [0.085, 0.04], coat)
    ).wear("head", ball((0.56, 0, 0.64), (0.025, 0.025, 0.022), BLACK, 6))
    for y in (-0.07, 0.07):
        body.wear("head", blob([(0.36, y, 0.74), (0.3, y * 1.5, 0.66)], [0.035, 0.02], Paint("hair", "#3a281d"), 6))
    body.wear("tail", limb([(-0.36, 0, 0.48), (-0.52, 0, 0.6), (-0.6, 0, 0.76)], [0.04, 0.03, 0.012], coat))
    body.wear(
        "collar",
        loft(
            [
                ring(0.1, 0.53, 12, 1, 0, 6, 0.29),
                ring(0.115, 0.54, 12, 1, 0, 6, 0.295),
                ring(0.11, 0.58, 12, 1, 0, 6, 0.32),
                ring(0.09, 0.59, 12, 1, 0, 6, 0.325),
            ],
            TINT,
        ),
    )
    return body.model()


def rat() -> Model:
    """A rat as big as a cat, and its fellows."""
    body = Body("rat")
    fur, bare = Paint("hair", "#4a423c"), Paint("skin", "#c98f86")
    for number, (x, y, turn, size) in enumerate(
        ((0.12, 0.0, 0, 1.15), (-0.22, 0.2, 35, 0.85), (-0.2, -0.22, -30, 0.9))
    ):
        trunk = limb([(-0.16, 0, 0.12), (0.02, 0, 0.13), (0.14, 0, 0.12)], [0.11, 0.1, 0.07], fur)
        skull = limb([(0.16, 0, 0.14), (0.3, 0, 0.1)], [0.07, 0.025], fur) + join(
            ball((0.15, s * 0.06, 0.2), (0.012, 0.035, 0.035), bare, 6) for s in (-1, 1)
        )
        rest = limb([(-0.26, 0, 0.08), (-0.42, 0.06, 0.03), (-0.52, 0.0, 0.03)], [0.022, 0.016, 0.008], bare, 6) + join(
            blob([(a, s * 0.07, 0.05), (a + 0.05, s * 0.08, 0.02)], [0.03, 0.018], bare, 6)
            for a in (-0.14, 0.1)
            for s in (-1, 1)
        )
        for part, solid in (("torso", trunk), ("head", skull), ("legs", rest)):
            placed: PaintedSolid = solid.scaled(size, size, size).turned(turn).at(x, y, BASE)
            body.wear(part if number == 0 else f"{part}", placed)
    return body.model()


def plague_doctor() -> Model:
    """A ghost of the plague years: beaked mask, wide hat, staff."""
    body = Body("plague-doctor", 1.02)
    robe = [
        ring(0.33, BASE, 20, 1.04, 0.1, 7),
        ring(0.28, 0.4, 20, 1.06, 0.08, 7),
        ring(0.2, 0.68, 20, 1.1, 0.03, 7),
        ring(0.2, 0.92, 20, 1.2),
        ring(0.16, 1.0, 20, 1.25),
        ring(0.07, 1.08, 20),
    ]
    body.wear("torso", loft(robe, TINT)).wear(
        "cloak",
        loft([ring(0.3, 0.78, 18, 1.15, 0.07, 8), ring(0.24, 0.96, 18, 1.15, 0.04, 8), ring(0.09, 1.1, 18)], DARK),
    )
    for side, elbow, hand in (
        (-1, (0.1, -0.34, 0.82), (0.32, -0.28, 0.86)),
        (1, (0.14, 0.32, 0.78), (0.34, 0.24, 0.7)),
    ):
        body.wear("arms", limb([(0, side * 0.2, 0.97), elbow, hand], [0.08, 0.07, 0.07], TINT)).wear(
            "arms", ball(hand, (0.05, 0.05, 0.05), LEATHER, 6)
        )
    body.wear("head", head(1.21, BONE)).wear(
        "mask", limb([(0.1, 0, 1.2), (0.24, 0, 1.17), (0.36, 0, 1.08)], [0.07, 0.05, 0.012], BONE)
    ).wear(
        "mask",
        gather(ball((0.115, s * 0.06, 1.24), (0.025, 0.028, 0.028), Paint("glass", "#7a2a20"), 6) for s in (-1, 1)),
    )
    body.wear(
        "hat",
        loft(
            [
                ring(0.1, 1.3, 16),
                ring(0.3, 1.285, 16),
                ring(0.3, 1.305, 16),
                ring(0.13, 1.325, 16),
                ring(0.12, 1.45, 16),
                ring(0.06, 1.47, 16),
            ],
            BLACK,
        ),
    )
    body.wear("weapon", arms.staff((0.36, -0.28, 0.88), 1.45, WHITE))
    return body.model()


CREATURES = {
    "brute": brute,
    "giant": giant,
    "swimmer": swimmer,
    "hound": hound,
    "rat": rat,
    "plague-doctor": plague_doctor,
}
