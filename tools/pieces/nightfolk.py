"""Old blood from the East and its dead: grey skin, black cloth, talons."""

from __future__ import annotations

import numpy as np
from shapely.geometry import Polygon

from pieces import arms
from pieces.dress import (
    BLACK,
    DARK,
    GOLD,
    HAIR,
    LEATHER,
    SKIN,
    TINT,
    WHITE,
    Body,
    arm,
    belt,
    buttons,
    claw,
    coat,
    gown,
    legs,
    ruff,
)
from pieces.flesh import blob, cloak, head, limb, loft, ring
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import ball, beam, box, gather, panel

ASH, GHOUL, VEIL = Paint("skin", "#c3bfc0"), Paint("skin", "#8d8a80"), Paint("cloth", "#c9d2d0")
NIGHT, BLOOD, EYE = Paint("cloth", "#1c1a20"), Paint("cloth", "#7d1620"), Paint("lantern", "#ff5a3c")
HIDE, NAIL, RAVEN = Paint("skin", "#4d4447"), Paint("bone", "#e6dcc4"), Paint("hair", "#16131a")


def _face(body: Body, x: float, z: float, fangs: bool = True) -> None:
    """Burning eyes, and teeth."""
    body.wear("head", gather(ball((x + 0.1, s * 0.045, z + 0.025), (0.022, 0.024, 0.016), EYE, 6) for s in (-1, 1)))
    if fangs:
        body.wear(
            "mask",
            gather(
                beam((x + 0.112, s * 0.03, z - 0.07), (x + 0.116, s * 0.03, z - 0.125), 0.011, NAIL, 5, tip=0.002)
                for s in (-1, 1)
            ),
        )


def _collar(body: Body, paint: Paint, z: float = 1.0, tall: float = 0.36) -> None:
    """A stiff collar that stands up behind the head."""
    turn = np.linspace(np.radians(80), np.radians(280), 12)
    rings = []
    for up, out in ((0.0, 0.15), (tall * 0.5, 0.22), (tall, 0.29)):
        outer = np.stack([out * np.cos(turn), out * np.sin(turn) * 1.1, np.full(12, z + up)], axis=1)
        inner = np.stack([(out - 0.03) * np.cos(turn), (out - 0.03) * np.sin(turn) * 1.1, np.full(12, z + up)], axis=1)
        rings.append(np.concatenate([outer, inner[::-1]]))
    body.wear("cloak", loft(rings, paint))


def vampire() -> Model:
    """A voivode in exile: furred kaftan, high collar, long cloak, a curved sabre."""
    body = Body("vampire", 1.08)
    legs(body, BLACK, LEATHER, stride=0.12)
    coat(body, NIGHT, 0.26, hem_r=0.3, folds=0.1)
    belt(body, 0.67, 0.165)
    buttons(body, 0.76, 0.98, 5)
    body.wear("cloak", cloak(1.06, 0.14, TINT, 0.44, 100, 0.08))
    _collar(body, TINT)
    body.wear(
        "cloak",
        loft(
            [ring(0.2, 0.95, 16, 1.25, 0.12, 9), ring(0.23, 1.0, 16, 1.2, 0.12, 9), ring(0.1, 1.07, 16, 1.1)],
            Paint("hair", "#5b4a3c"),
        ),
    )
    arm(body, -1, (0.12, -0.36, 0.9), (0.36, -0.34, 1.0), NIGHT, ASH, cuff=GOLD)
    arm(body, 1, (0.06, 0.36, 0.86), (0.26, 0.4, 0.94), NIGHT, ASH, cuff=GOLD)
    claw(body, (0.3, 0.41, 0.96), (0.8, 0.2, 0.4), ASH, 0.12, 0.042)
    body.wear("head", head(1.21, ASH))
    body.wear(
        "head",
        ball((-0.03, 0, 1.25), (0.11, 0.105, 0.125), RAVEN, 12) - box((0.055, -0.2, 1.0), (0.4, 0.2, 1.5), RAVEN),
    )
    body.wear("head", blob([(-0.12, 0, 1.18), (-0.17, 0, 0.98)], [0.06, 0.03], RAVEN, 6))
    body.wear(
        "head", limb([(0.14, -0.06, 1.155), (0.15, 0, 1.165), (0.14, 0.06, 1.155)], [0.012, 0.02, 0.012], RAVEN, 6)
    )
    _face(body, 0.02, 1.21)
    curve = [(0.38, -0.35, 1.04), (0.46, -0.34, 1.26), (0.56, -0.3, 1.46), (0.7, -0.24, 1.6)]
    body.wear(
        "weapon",
        limb(curve, [0.024, 0.03, 0.032, 0.006], arms.STEEL, 4)
        + beam((0.34, -0.4, 1.03), (0.42, -0.3, 1.03), 0.022, GOLD, 6),
    )
    return body.model()


def contessa() -> Model:
    """A countess: a towering wig, a gown of black and colour, talons, a high lace collar."""
    body = Body("contessa", 1.05)
    gown(body, TINT, 0.42, 0.12, 0.11)
    over = [
        ring(0.43, 0.2, 20, 1.05, 0.1, 7),
        ring(0.4, 0.34, 20, 1.06, 0.09, 7),
        ring(0.25, 0.58, 20, 1.1, 0.04, 7),
        ring(0.135, 0.7, 20, 1.12),
        ring(0.12, 0.71, 20, 1.1),
    ]
    body.wear("dress", loft(over, NIGHT) - box((0.02, -0.17, 0.0), (0.9, 0.17, 0.75), NIGHT))
    body.wear("torso", blob([(0.12, -0.055, 0.9), (0.12, 0.055, 0.9)], [0.065, 0.065], ASH, 8))
    _collar(body, WHITE, 1.0, 0.28)
    arm(body, -1, (0.1, -0.34, 0.9), (0.3, -0.38, 1.06), TINT, ASH, cuff=WHITE)
    arm(body, 1, (0.12, 0.32, 0.84), (0.34, 0.28, 0.86), TINT, ASH, cuff=WHITE)
    claw(body, (0.32, -0.39, 1.1), (0.6, -0.1, 0.7), ASH, 0.17, 0.036)
    claw(body, (0.38, 0.27, 0.87), (0.9, 0.0, 0.2), ASH, 0.17, 0.036)
    body.wear("head", head(1.19, ASH))
    wig = blob(
        [(-0.04, 0, 1.26), (-0.08, 0.09, 1.5), (-0.08, -0.09, 1.5), (-0.05, 0, 1.62)],
        [0.12, 0.075, 0.075, 0.07],
        RAVEN,
        10,
    )
    body.wear("head", wig - box((0.06, -0.2, 1.0), (0.4, 0.2, 1.29), RAVEN))
    body.wear(
        "hat",
        limb(
            [(0.04, 0, 1.36), (0.05, 0.08, 1.42), (0.02, -0.09, 1.5), (0.02, 0.05, 1.58)],
            [0.02] * 4,
            Paint("gold", "#b3202c"),
            6,
        ),
    )
    _face(body, 0.02, 1.19)
    body.wear(
        "dress",
        gather(
            ball((0.15, s * 0.03, 0.99 - 0.01 * abs(s)), (0.02, 0.02, 0.024), Paint("gold", "#b3202c"), 6)
            for s in (-2, 0, 2)
        ),
    )
    return body.model()


def vampire_spawn() -> Model:
    """Turned last week: a torn ball dress, bare feet, a spring in the step, blood down the front."""
    body = Body("vampire-spawn", 0.98)
    body.wear(
        "legs",
        limb([(0, -0.09, 0.56), (0.2, -0.1, 0.46), (0.16, -0.1, 0.2)], [0.085, 0.062, 0.044], ASH)
        + blob([(0.14, -0.1, 0.16), (0.27, -0.11, 0.145)], [0.04, 0.028], ASH, 8),
    )
    body.wear(
        "legs",
        limb([(0, 0.09, 0.56), (-0.1, 0.1, 0.38), (-0.24, 0.11, 0.22)], [0.085, 0.062, 0.044], ASH)
        + blob([(-0.26, 0.11, 0.18), (-0.15, 0.12, 0.145)], [0.04, 0.028], ASH, 8),
    )
    skirt = [
        ring(0.29, 0.38, 20, 1.08, 0.18, 9, -0.02),
        ring(0.22, 0.54, 20, 1.08, 0.08, 9),
        ring(0.125, 0.69, 20, 1.1, 0, 9, 0.02),
        ring(0.155, 0.85, 20, 1.15, 0, 9, 0.05),
        ring(0.145, 0.94, 20, 1.2, 0, 9, 0.07),
        ring(0.06, 1.03, 20, 1, 0, 9, 0.09),
    ]
    body.wear("torso", loft(skirt, TINT))
    body.wear("dress", ball((0.17, 0.0, 0.9), (0.07, 0.07, 0.11), BLOOD, 8))
    for side, elbow, hand in ((-1, (0.24, -0.34, 0.96), (0.42, -0.3, 1.14)), (1, (0.24, 0.34, 0.86), (0.46, 0.3, 0.9))):
        body.wear(
            "arms",
            limb([(0.06, side * 0.19, 0.94), elbow], [0.07, 0.056], TINT) + limb([elbow, hand], [0.05, 0.04], ASH),
        )
        claw(body, hand, (0.8, 0.0, 0.3), ASH, 0.13, 0.04)
    body.wear("head", head(1.15, ASH, None, 0.13))
    for a in np.linspace(1.2, 5.1, 8):
        root = (0.12 + 0.09 * np.cos(a), 0.09 * np.sin(a), 1.22)
        body.wear(
            "head",
            limb(
                [root, (root[0] - 0.12, root[1] * 1.7, 1.1), (root[0] - 0.2, root[1] * 2.2, 0.88)],
                [0.06, 0.045, 0.012],
                Paint("hair", "#6a3520"),
                6,
            ),
        )
    body.wear(
        "head",
        ball((0.1, 0, 1.22), (0.105, 0.105, 0.09), Paint("hair", "#6a3520"), 10)
        - box((0.17, -0.2, 1.0), (0.5, 0.2, 1.5), HAIR),
    )
    _face(body, 0.13, 1.15)
    return body.model()


def _wing(
    body: Body, side: int, shoulder: tuple[float, float, float], spread: list[tuple[float, float]], paint: Paint
) -> None:
    """A bat's wing: outline in (outward, up) from the shoulder, with fingers along it."""
    x, y, z = shoulder
    frame = (
        Frame((x, y, z), (-0.35, side * 0.94, 0), (0.94, 0.35 * side, 0))
        if side > 0
        else Frame((x, y, z), (0.35, 0.94, 0), (0.94, -0.35, 0))
    )
    outline = [(u, v) if side > 0 else (-u, v) for u, v in spread]
    body.wear("wings", panel(Polygon(outline), frame, -0.012, 0.012, paint))
    along = np.array([-0.35, side * 0.94, 0.0])
    for u, v in spread[1::2]:
        tip = np.array([x, y, z]) + along * u + np.array([0, 0, v])
        body.wear("wings", limb([shoulder, tuple(tip)], [0.035, 0.014], HIDE, 5))


def night_wing() -> Model:
    """A thing that hangs in belfries: great leather wings, a bat's face, hooked feet."""
    body = Body("night-wing", 1.05)
    for side, step in ((-1, 0.06), (1, -0.14)):
        y = side * 0.12
        body.wear(
            "legs", limb([(-0.02, y * 0.8, 0.56), (step + 0.14, y, 0.44), (step, y, 0.22)], [0.11, 0.075, 0.045], HIDE)
        )
        for spread in (-0.06, 0.0, 0.06):
            body.wear("legs", limb([(step, y, 0.2), (step + 0.15, y + spread, 0.145)], [0.042, 0.016], HIDE, 6))
    spine = [
        ((-0.04, 0.48), 0.12, 1.1),
        ((-0.04, 0.62), 0.13, 1.12),
        ((0.02, 0.8), 0.18, 1.2),
        ((0.08, 0.93), 0.17, 1.25),
        ((0.13, 1.0), 0.09, 1.2),
    ]
    body.wear("torso", loft([ring(r, z, 16, w, 0, 6, x) for (x, z), r, w in spine], HIDE))
    cloth = [
        ring(0.17, 0.36, 16, 1.1, 0.16, 7, -0.02),
        ring(0.165, 0.5, 16, 1.1, 0.05, 7, -0.03),
        ring(0.13, 0.56, 16, 1.1, 0, 7, -0.04),
    ]
    body.wear("dress", loft(cloth, TINT))
    spread = [
        (0.0, 0.0),
        (0.3, 0.42),
        (0.44, 0.3),
        (0.78, 0.62),
        (0.66, 0.24),
        (0.86, 0.1),
        (0.6, -0.04),
        (0.62, -0.34),
        (0.36, -0.2),
        (0.16, -0.42),
        (0.06, -0.2),
    ]
    for side in (-1, 1):
        _wing(body, side, (-0.06, side * 0.14, 0.96), spread, DARK)
        hand = (0.4, side * 0.28, 0.74 + 0.12 * (side < 0))
        body.wear(
            "arms", limb([(0.08, side * 0.2, 0.94), (0.26, side * 0.36, 0.78), hand], [0.075, 0.055, 0.045], HIDE)
        )
        claw(body, hand, (0.8, 0, -0.1), NAIL, 0.14, 0.042)
    body.wear(
        "head",
        ball((0.2, 0, 1.12), (0.12, 0.105, 0.12), HIDE, 12)
        + blob([(0.27, 0, 1.08), (0.33, 0, 1.06)], [0.07, 0.05], HIDE, 8),
    )
    for s in (-1, 1):
        ear = Polygon([(-0.07, 0.0), (0.07, 0.0), (0.03, 0.16), (0.0, 0.26), (-0.05, 0.14)])
        body.wear(
            "head",
            panel(
                ear,
                Frame(
                    (0.17, s * 0.1, 1.17),
                    (0.3, s * 0.95, 0) if s > 0 else (-0.3, 0.95, 0),
                    (0.95, -0.3 * s, 0) if s > 0 else (0.95, 0.3, 0),
                ),
                -0.015,
                0.015,
                HIDE,
            ),
        )
    body.wear("head", gather(ball((0.3, s * 0.055, 1.14), (0.022, 0.024, 0.02), EYE, 6) for s in (-1, 1)))
    body.wear(
        "mask", gather(beam((0.36, s * 0.03, 1.04), (0.37, s * 0.03, 0.97), 0.014, NAIL, 5, tip=0.002) for s in (-1, 1))
    )
    return body.model()


def _shroud(body: Body, cloth: Paint) -> None:
    """Cloth that hangs from nobody's feet: torn at the hem, over the ground."""
    rings = [
        ring(0.12, 0.13, 18, 1.0, 0.3, 6, -0.16),
        ring(0.2, 0.28, 18, 1.05, 0.26, 6, -0.1),
        ring(0.23, 0.46, 18, 1.1, 0.14, 6, -0.03),
        ring(0.15, 0.68, 18, 1.12, 0.05, 6, 0.02),
        ring(0.165, 0.86, 18, 1.16, 0, 6, 0.04),
        ring(0.15, 0.96, 18, 1.2, 0, 6, 0.05),
        ring(0.06, 1.06, 18, 1, 0, 6, 0.06),
    ]
    body.wear("torso", loft(rings, cloth))


def wraith() -> Model:
    """A widow of mist: a shroud without feet, a long veil, one hand held out."""
    body = Body("wraith", 1.05)
    _shroud(body, VEIL)
    body.wear(
        "dress",
        beam((0.17, 0.12, 0.98), (0.1, -0.2, 0.5), 0.05, TINT, 4)
        + limb([(0.1, -0.2, 0.5), (0.0, -0.26, 0.3), (-0.14, -0.22, 0.2)], [0.05, 0.04, 0.015], TINT, 6),
    )
    arm(body, -1, (0.26, -0.26, 0.96), (0.5, -0.16, 1.04), VEIL, ASH, girth=0.95)
    claw(body, (0.55, -0.15, 1.05), (0.9, 0.05, 0.05), ASH, 0.14, 0.032)
    arm(body, 1, (0.08, 0.32, 0.8), (0.16, 0.36, 0.62), VEIL, ASH, girth=0.95)
    claw(body, (0.18, 0.37, 0.58), (0.4, 0.1, -0.6), ASH, 0.13, 0.032)
    body.wear("head", head(1.2, ASH, None, 0.06))
    _face(body, 0.06, 1.2, fangs=False)
    veil = [
        ring(0.16, 0.34, 16, 1.2, 0.3, 6, -0.36),
        ring(0.2, 0.62, 16, 1.2, 0.16, 6, -0.24),
        ring(0.17, 0.96, 16, 1.15, 0.06, 6, -0.06),
        ring(0.15, 1.2, 16, 1, 0, 6, 0.03),
        ring(0.11, 1.32, 16, 1, 0, 6, 0.03),
        ring(0.02, 1.38, 16, 1, 0, 6, 0.02),
    ]
    body.wear("cloak", loft(veil, DARK) - box((0.09, -0.115, 0.5), (0.6, 0.115, 1.31), DARK))
    return body.model()


def bride() -> Model:
    """A drowned bride: white silk gone green at the hem, weed for a bouquet, a wet veil."""
    body = Body("bride", 0.99)
    gown(body, WHITE, 0.37, 0.12, 0.12)
    body.wear(
        "dress",
        loft(
            [
                ring(0.385, 0.125, 20, 1.03, 0.12, 7),
                ring(0.38, 0.16, 20, 1.03, 0.12, 7),
                ring(0.355, 0.3, 20, 1.04, 0.11, 7),
                ring(0.3, 0.31, 20, 1.04, 0.1, 7),
            ],
            Paint("cloth", "#6f8a5c"),
        ),
    )
    body.wear(
        "dress",
        loft(
            [
                ring(0.13, 0.66, 18, 1.12),
                ring(0.15, 0.67, 18, 1.12),
                ring(0.15, 0.73, 18, 1.12),
                ring(0.13, 0.74, 18, 1.12),
            ],
            TINT,
        ),
    )
    body.wear("dress", limb([(-0.12, 0, 0.7), (-0.3, 0.05, 0.5), (-0.36, 0.1, 0.24)], [0.06, 0.05, 0.03], TINT, 6))
    arm(body, -1, (0.14, -0.28, 0.84), (0.32, -0.12, 0.82), WHITE, ASH)
    arm(body, 1, (0.22, 0.28, 0.96), (0.46, 0.2, 1.06), WHITE, ASH)
    claw(body, (0.5, 0.19, 1.08), (0.9, -0.1, 0.1), ASH, 0.12, 0.036)
    for a in np.linspace(-1.2, 1.2, 6):
        tip = (0.38 + 0.08 * np.cos(a), -0.1 + 0.16 * np.sin(a), 0.86 - 0.3 * abs(np.sin(a)))
        body.wear(
            "weapon",
            limb(
                [(0.36, -0.11, 0.86), (0.42, -0.11 + 0.1 * np.sin(a), 0.94), tip],
                [0.035, 0.03, 0.01],
                Paint("foliage", "#4a5f2c"),
                5,
            ),
        )
    body.wear("head", head(1.18, ASH))
    _face(body, 0.02, 1.18, fangs=False)
    veil = [
        ring(0.26, 0.3, 16, 1.15, 0.14, 7, -0.16),
        ring(0.22, 0.66, 16, 1.15, 0.1, 7, -0.1),
        ring(0.16, 1.02, 16, 1.06, 0.03, 7, -0.03),
        ring(0.14, 1.22, 16, 1, 0, 7, -0.01),
        ring(0.1, 1.32, 16, 1, 0, 7, -0.01),
        ring(0.02, 1.36, 16, 1, 0, 7, -0.01),
    ]
    body.wear("cloak", loft(veil, VEIL) - box((0.04, -0.12, 0.2), (0.6, 0.12, 1.29), VEIL))
    body.wear(
        "hat",
        gather(
            ball((0.115 * np.cos(a), 0.115 * np.sin(a), 1.29), (0.03, 0.03, 0.03), Paint("flower", "#d8d0b8"), 6)
            for a in np.linspace(-1.6, 1.6, 6)
        ),
    )
    return body.model()


def _beast(body: Body, skin: Paint, girth: float) -> None:
    """A crouching eater of the dead: hunched back, long arms to the ground."""
    for side, step in ((-1, -0.1), (1, 0.12)):
        y = side * (0.13 + 0.03 * girth)
        body.wear(
            "legs",
            limb(
                [(-0.08, y * 0.8, 0.46), (step + 0.14, y * 1.2, 0.42), (step - 0.02, y, 0.2)],
                [0.11 * girth, 0.08 * girth, 0.055 * girth],
                skin,
            ),
        )
        body.wear("legs", blob([(step - 0.06, y, 0.165), (step + 0.13, y * 1.15, 0.145)], [0.05, 0.034], skin, 8))
    spine = [
        ((-0.1, 0.4), 0.13, 1.1),
        ((-0.1, 0.54), 0.15, 1.15),
        ((-0.02, 0.72), 0.19, 1.25),
        ((0.1, 0.84), 0.18, 1.3),
        ((0.2, 0.9), 0.11, 1.2),
    ]
    body.wear("torso", loft([ring(r * girth, z, 16, w, 0, 6, x) for (x, z), r, w in spine], skin))
    for k in range(5):
        x, z = -0.16 * girth + 0.055 * k - 0.03, 0.56 + 0.085 * k
        body.wear("back", ball((x - 0.04 * girth, 0, z), (0.045, 0.035, 0.045), NAIL, 6))


def ghoul() -> Model:
    """A ghoul out of a crypt: on all fours nearly, a shroud round its hips."""
    body = Body("ghoul", 0.98)
    _beast(body, GHOUL, 1.0)
    cloth = [
        ring(0.17, 0.32, 16, 1.15, 0.18, 7, -0.08),
        ring(0.17, 0.44, 16, 1.15, 0.05, 7, -0.1),
        ring(0.13, 0.5, 16, 1.12, 0, 7, -0.1),
    ]
    body.wear("dress", loft(cloth, TINT))
    for side, elbow, hand in (
        (-1, (0.32, -0.36, 0.62), (0.44, -0.3, 0.34)),
        (1, (0.34, 0.34, 0.8), (0.58, 0.26, 0.92)),
    ):
        body.wear("arms", limb([(0.12, side * 0.2, 0.84), elbow, hand], [0.075, 0.055, 0.045], GHOUL))
        claw(body, hand, (0.8, 0, 0.4 if side > 0 else -0.6), NAIL, 0.16, 0.045)
    body.wear(
        "head",
        ball((0.3, 0, 0.98), (0.125, 0.105, 0.12), GHOUL, 12)
        + blob([(0.37, -0.03, 0.89), (0.37, 0.03, 0.89), (0.3, 0, 0.88)], [0.05, 0.05, 0.06], GHOUL, 8),
    )
    body.wear("head", gather(ball((0.4, s * 0.048, 1.01), (0.024, 0.026, 0.022), EYE, 6) for s in (-1, 1)))
    body.wear(
        "mask",
        gather(
            beam((0.415, y, 0.94), (0.425, y, 0.89), 0.012, NAIL, 5, tip=0.002) for y in (-0.045, -0.015, 0.015, 0.045)
        ),
    )
    for s in (-1, 1):
        body.wear("head", limb([(0.27, s * 0.1, 1.02), (0.18, s * 0.18, 1.12)], [0.035, 0.008], GHOUL, 6))
    return body.model()


def glutton() -> Model:
    """A ghoul that has eaten a churchyard: vast belly, vast mouth, a lid of a tomb on its back (50 mm)."""
    body = Body("glutton", 2.0)
    _beast(body, GHOUL, 1.35)
    body.wear("torso", blob([(0.14, -0.06, 0.56), (0.14, 0.06, 0.56), (0.12, 0, 0.7)], [0.2, 0.2, 0.18], ASH, 10))
    cloth = [
        ring(0.27, 0.3, 18, 1.12, 0.15, 8, -0.02),
        ring(0.3, 0.4, 18, 1.14, 0.05, 8, 0.0),
        ring(0.22, 0.43, 18, 1.14, 0, 8, -0.02),
    ]
    body.wear("dress", loft(cloth, TINT))
    for side, elbow, hand in ((-1, (0.38, -0.5, 0.62), (0.52, -0.38, 0.3)), (1, (0.36, 0.48, 0.8), (0.6, 0.32, 0.78))):
        body.wear("arms", limb([(0.14, side * 0.28, 0.86), elbow, hand], [0.13, 0.1, 0.085], GHOUL))
        claw(body, hand, (0.8, -0.1 * side, -0.2), NAIL, 0.24, 0.085)
    body.wear("head", ball((0.285, 0, 1.0), (0.18, 0.17, 0.15), GHOUL, 12))
    body.wear("head", blob([(0.385, -0.09, 0.86), (0.385, 0.09, 0.86), (0.245, 0, 0.86)], [0.09, 0.09, 0.1], GHOUL, 8))
    body.wear("mask", blob([(0.445, -0.1, 0.93), (0.445, 0.1, 0.93), (0.365, 0, 0.93)], [0.045, 0.045, 0.05], BLOOD, 8))
    for y in (-0.12, -0.07, -0.02, 0.03, 0.08, 0.13):
        x = 0.485 - abs(y) * 0.35
        body.wear(
            "mask",
            beam((x, y, 0.985), (x, y, 0.92), 0.02, NAIL, 5, tip=0.003)
            + beam((x, y - 0.02, 0.87), (x, y - 0.02, 0.94), 0.02, NAIL, 5, tip=0.003),
        )
    body.wear("head", gather(ball((0.425, s * 0.08, 1.06), (0.028, 0.03, 0.026), EYE, 6) for s in (-1, 1)))
    stone = Polygon([(-0.2, 0.0), (0.2, 0.0), (0.2, 0.5), (0.12, 0.6), (-0.12, 0.6), (-0.2, 0.5)])
    slab = (
        panel(stone, Frame((-0.3, 0, 0.55), (0, -1, 0), (-1, 0, 0)), -0.05, 0.05, Paint("stone", "#cfc8b8"))
        .turned(-14, "y")
        .at(0.1, 0, -0.02)
    )
    body.wear("back", slab)
    body.wear(
        "back",
        beam((-0.2, 0.2, 1.02), (0.26, 0.26, 0.6), 0.03, Paint("rope", "#b79a6a"), 6)
        + beam((-0.2, -0.2, 1.02), (0.26, -0.26, 0.6), 0.03, Paint("rope", "#b79a6a"), 6),
    )
    return body.model()


def strix() -> Model:
    """Night birds with hands, five of them in the air over one base (40 mm)."""
    body = Body("strix", 1.3)
    places = (
        (0.1, 0.0, 0.95, 0, 1.2),
        (-0.22, 0.24, 0.72, 30, 0.95),
        (0.25, -0.265, 0.66, -40, 0.9),
        (-0.3, -0.2, 1.1, -15, 0.9),
        (0.24, 0.32, 1.16, 20, 0.85),
    )
    for number, (x, y, z, turn, size) in enumerate(places):
        trunk = blob([(-0.1, 0, 0.0), (0.04, 0, 0.03)], [0.05, 0.07], NIGHT, 8)
        skull = ball((0.12, 0, 0.06), (0.06, 0.058, 0.058), HIDE, 8) + beam(
            (0.17, 0, 0.05), (0.24, 0, 0.02), 0.02, NAIL, 5, tip=0.003
        )
        skull = skull + gather(ball((0.16, s * 0.03, 0.085), (0.018, 0.018, 0.018), EYE, 6) for s in (-1, 1))
        lift = 0.16 if number % 2 else -0.02
        rest = blob([(0.02, 0, 0.03), (-0.1, 0, 0.02)], [0.03, 0.03], DARK, 6)
        for s in (-1, 1):
            rest = rest + blob(
                [(0.05, s * 0.04, 0.03), (-0.08, s * 0.04, 0.02), (-0.03, s * 0.22, 0.06 + lift)],
                [0.02, 0.018, 0.012],
                TINT,
                6,
            )
            rest = rest + blob(
                [(0.03, s * 0.2, 0.06 + lift), (-0.12, s * 0.2, 0.05 + lift), (-0.14, s * 0.4, 0.02 + lift * 0.6)],
                [0.014, 0.012, 0.006],
                DARK,
                6,
            )
            rest = rest + limb([(0.0, s * 0.03, -0.04), (0.06, s * 0.04, -0.12)], [0.016, 0.006], NAIL, 5)
        rest = rest + blob(
            [(-0.12, 0, 0.0), (-0.24, 0.05, -0.02), (-0.24, -0.05, -0.02)], [0.03, 0.012, 0.012], DARK, 6
        )
        for part, solid in (("torso", trunk), ("head", skull), ("wings", rest)):
            body.wear(part, solid.scaled(size, size, size).turned(turn).at(x, y, z))
    body.wear(
        "stand",
        limb(
            [(-0.05, 0.02, 0.12), (-0.02, 0.0, 0.5), (0.06, 0.0, 0.92)],
            [0.03, 0.02, 0.02],
            Paint("glass", "#c8d4d8"),
            6,
        ),
    )
    for x, y, z, _, _ in places[1:]:
        body.wear("stand", limb([(-0.02, 0.0, 0.5), (x, y, z)], [0.018, 0.014], Paint("glass", "#c8d4d8"), 6))
    return body.model()


def hajduk() -> Model:
    """A borderer: a fur cap, braided jacket, moustaches, a long pistol and a curved knife in the sash."""
    body = Body("hajduk", 1.01)
    legs(body, Paint("cloth", "#4a3f52"), LEATHER, stride=0.13)
    body.wear(
        "torso",
        loft(
            [
                ring(0.23, 0.46, 18, 1.1, 0.08, 8),
                ring(0.155, 0.66, 18, 1.15),
                ring(0.185, 0.86, 18, 1.2),
                ring(0.18, 0.97, 18, 1.25),
                ring(0.08, 1.06, 18),
            ],
            TINT,
        ),
    )
    for z in (0.76, 0.83, 0.9, 0.97):
        body.wear("dress", beam((0.19, -0.11, z), (0.19, 0.11, z), 0.022, GOLD, 4))
    body.wear(
        "dress",
        loft(
            [
                ring(0.16, 0.6, 16, 1.15),
                ring(0.185, 0.62, 16, 1.15),
                ring(0.185, 0.71, 16, 1.15),
                ring(0.16, 0.73, 16, 1.15),
            ],
            BLOOD,
        ),
    )
    body.wear("cloak", cloak(1.06, 0.5, Paint("hair", "#5b4a3c"), 0.3, 60, 0.06))
    arm(body, -1, (0.16, -0.3, 0.9), (0.44, -0.22, 1.0), TINT, cuff=Paint("hair", "#5b4a3c"))
    arm(body, 1, (0.04, 0.33, 0.8), (0.16, 0.24, 0.68), TINT, cuff=Paint("hair", "#5b4a3c"))
    body.wear("head", head(1.2, SKIN, HAIR))
    for s in (-1, 1):
        body.wear(
            "head",
            limb([(0.13, s * 0.01, 1.15), (0.13, s * 0.08, 1.14), (0.1, s * 0.13, 1.1)], [0.022, 0.02, 0.006], HAIR, 6),
        )
    body.wear(
        "hat",
        loft(
            [ring(0.13, 1.27, 14), ring(0.15, 1.3, 14), ring(0.14, 1.42, 14), ring(0.08, 1.44, 14)],
            Paint("hair", "#4a3b30"),
        ),
    )
    body.wear("hat", limb([(0.08, 0.08, 1.42), (0.04, 0.12, 1.62)], [0.028, 0.01], TINT, 6))
    pistol = arms.pistol((0.47, -0.22, 1.0), (0.95, 0.08, 0.06))
    body.wear("weapon", pistol + beam((0.7, -0.2, 1.045), (1.0, -0.17, 1.06), 0.018, arms.STEEL, 6))
    body.wear("weapon", arms.dagger((0.18, 0.16, 0.7), (-0.3, -0.6, -0.25)))
    ruff(body, 1.06, Paint("hair", "#5b4a3c"))
    return body.model()


NIGHTFOLK = {
    "vampire": vampire,
    "contessa": contessa,
    "vampire-spawn": vampire_spawn,
    "night-wing": night_wing,
    "wraith": wraith,
    "bride": bride,
    "ghoul": ghoul,
    "glutton": glutton,
    "strix": strix,
    "hajduk": hajduk,
}
