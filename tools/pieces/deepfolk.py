"""What lives under the lagoon, and those who pray to it: wet, finned, hung with weed."""

from __future__ import annotations

import numpy as np
from shapely.geometry import Polygon

from pieces import arms
from pieces.dress import DARK, GOLD, SKIN, TINT, Body, arm, claw, hood, legs, robe, shoulders
from pieces.flesh import blob, head, limb, loft, ring
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import ball, beam, gather, lathe, panel

HIDE, BELLY, FIN = Paint("skin", "#3f6a64"), Paint("skin", "#9db59a"), Paint("skin", "#8a3f3a")
DEEP, SHELL, BARNACLE = Paint("skin", "#2f4f56"), Paint("skin", "#5d4a46"), Paint("bone", "#cfc7b0")
CORAL, WEED, DROWNED = Paint("skin", "#d0543f"), Paint("foliage", "#4a5f2c"), Paint("skin", "#8fa596")
EYE, ROPE = Paint("gold", "#e8c23a"), Paint("rope", "#b79a6a")


def _eyes(body: Body, x: float, y: float, z: float, size: float) -> None:
    body.wear("head", gather(ball((x, s * y, z), (size, size, size), EYE, 8) for s in (-1, 1)))


def _fin(body: Body, outline: list[tuple[float, float]], part: str = "back", paint: Paint = FIN) -> None:
    """A crest in the upright plane through the body; the outline in (backward, up)."""
    body.wear(part, panel(Polygon(outline), Frame((0, -0.012, 0), (-1, 0, 0), (0, 1, 0)), 0.0, 0.024, paint))


def _fish_legs(body: Body, hide: Paint, apart: float = 0.14, girth: float = 1.0) -> None:
    for side, step in ((-1, -0.12), (1, 0.12)):
        y = side * apart
        body.wear(
            "legs",
            limb(
                [(-0.02, y * 0.8, 0.5), (step + 0.12, y, 0.4), (step - 0.04, y, 0.2)],
                [0.12 * girth, 0.085 * girth, 0.055 * girth],
                hide,
            ),
        )
        foot = [(step - 0.06, y, 0.16), (step + 0.16, y + 0.09, 0.135), (step + 0.18, y - 0.07, 0.135)]
        body.wear("legs", blob(foot, [0.045, 0.02, 0.02], hide, 8))


def hierophant() -> Model:
    """A priest of the lagoon: a heavy robe, a tall crown of coral, a staff with a great shell."""
    body = Body("hierophant", 1.05)
    robe(body, TINT, 0.38, 0.21, 0.1)
    shoulders(body, DARK, 0.84, 0.31)
    for y in (-0.08, 0.08):
        body.wear("dress", beam((0.2, y, 0.86), (0.36, y * 1.5, 0.18), 0.035, GOLD))
    arm(body, -1, (0.12, -0.36, 0.84), (0.34, -0.32, 0.88), TINT, HIDE, cuff=GOLD, girth=1.15)
    arm(body, 1, (0.14, 0.34, 0.92), (0.36, 0.36, 1.12), TINT, HIDE, cuff=GOLD, girth=1.15)
    claw(body, (0.4, 0.36, 1.18), (0.3, 0.1, 0.8), HIDE, 0.11, 0.045)
    body.wear("head", ball((0.03, 0, 1.21), (0.125, 0.11, 0.14), HIDE, 12))
    body.wear("head", blob([(0.1, 0, 1.16), (0.17, 0, 1.14)], [0.09, 0.05], BELLY, 8))
    for turn in (-0.8, -0.3, 0.2, 0.7):
        root = (0.14, 0.09 * turn, 1.11)
        body.wear("head", limb([root, (0.2, 0.14 * turn, 1.0), (0.16, 0.2 * turn, 0.9)], [0.03, 0.022, 0.008], HIDE, 6))
    _eyes(body, 0.11, 0.075, 1.24, 0.03)
    body.wear("hat", loft([ring(0.1, 1.28, 14), ring(0.14, 1.3, 14), ring(0.145, 1.36, 14), ring(0.1, 1.37, 14)], GOLD))
    for turn, tall in ((0.0, 0.3), (0.9, 0.22), (-0.9, 0.22), (1.9, 0.17), (-1.9, 0.17), (3.1, 0.2)):
        way = np.array([np.cos(turn), np.sin(turn), 0.0])
        foot = np.array([0.0, 0.0, 1.34]) + way * 0.1
        top = foot + way * 0.06 + np.array([0, 0, tall])
        body.wear("hat", limb([tuple(foot), tuple(top)], [0.035, 0.014], CORAL, 6))
        twig = foot + (top - foot) * 0.55
        body.wear(
            "hat", limb([tuple(twig), tuple(twig + way * 0.09 + np.array([0, 0, 0.07]))], [0.018, 0.008], CORAL, 6)
        )
    x, y = 0.38, -0.32
    body.wear("weapon", beam((x, y, 0.12), (x, y, 1.5), 0.024, Paint("plain", "#6a6a52"), 6))
    spiral = [
        (x + 0.11 * np.cos(a) * (1 - a / 9), y, 1.62 + 0.12 * np.sin(a) * (1 - a / 9)) for a in np.linspace(-1.6, 7, 12)
    ]
    body.wear("weapon", limb(spiral, list(np.linspace(0.05, 0.018, 12)), BARNACLE, 6))
    return body.model()


def brood_mother() -> Model:
    """The mother of the brood: a swollen thing with a great jaw and a tail (50 mm)."""
    body = Body("brood-mother", 2.0)
    _fish_legs(body, DEEP, 0.2, 1.25)
    trunk = [
        ((-0.06, 0.4), 0.24, 1.15),
        ((-0.05, 0.54), 0.29, 1.15),
        ((0.0, 0.7), 0.28, 1.18),
        ((0.05, 0.86), 0.24, 1.3),
        ((0.1, 0.96), 0.15, 1.3),
    ]
    body.wear("torso", loft([ring(r, z, 18, w, 0, 6, x) for (x, z), r, w in trunk], DEEP))
    body.wear("torso", blob([(0.16, 0, 0.52), (0.16, 0, 0.74)], [0.16, 0.14], BELLY, 10))
    for a, z in ((0.5, 0.5), (-0.5, 0.5), (0.2, 0.62), (-0.25, 0.62), (0.45, 0.72), (-0.45, 0.72)):
        body.wear(
            "torso", ball((0.29 * np.cos(a), 0.3 * np.sin(a), z), (0.05, 0.05, 0.05), Paint("gold", "#c9a24a"), 8)
        )
    skirt = [ring(0.22, 0.3, 18, 1.15, 0.14, 9, -0.03), ring(0.295, 0.46, 18, 1.15, 0.05, 9, -0.05)]
    body.wear("dress", loft([*skirt, ring(0.27, 0.47, 18, 1.15, 0, 9, -0.05)], TINT))
    _fin(
        body,
        [
            (0.16, 0.44),
            (0.42, 0.5),
            (0.36, 0.6),
            (0.5, 0.74),
            (0.38, 0.8),
            (0.42, 1.0),
            (0.24, 1.0),
            (0.1, 1.22),
            (-0.04, 1.0),
            (0.06, 0.7),
        ],
    )
    tail = [(-0.2, 0, 0.42), (-0.42, 0.08, 0.3), (-0.5, 0.28, 0.2), (-0.36, 0.46, 0.17)]
    body.wear("tail", limb(tail, [0.17, 0.12, 0.07, 0.025], DEEP))
    for side, elbow, hand in (
        (-1, (0.2, -0.48, 0.78), (0.44, -0.42, 0.94)),
        (1, (0.22, 0.48, 0.64), (0.48, 0.4, 0.56)),
    ):
        body.wear("arms", limb([(0.06, side * 0.28, 0.9), elbow, hand], [0.12, 0.09, 0.07], DEEP))
        claw(body, hand, (0.8, -0.2 * side, 0.3), BARNACLE, 0.2, 0.07)
    jaw = blob([(0.16, 0, 1.02), (0.36, 0, 0.98), (0.1, 0, 1.12)], [0.17, 0.1, 0.14], DEEP, 12)
    body.wear("head", jaw + blob([(0.3, -0.08, 0.9), (0.3, 0.08, 0.9), (0.16, 0, 0.9)], [0.075, 0.075, 0.09], BELLY, 8))
    teeth = (
        beam((0.38 - abs(y) * 0.5, y, 0.93), (0.4 - abs(y) * 0.5, y, 1.01), 0.022, BARNACLE, 5, tip=0.003)
        for y in (-0.12, -0.07, -0.02, 0.03, 0.08, 0.13)
    )
    body.wear("head", gather(teeth))
    _eyes(body, 0.28, 0.12, 1.1, 0.045)
    lure = [(0.12, 0, 1.22), (0.26, 0, 1.42), (0.44, 0, 1.36)]
    body.wear("hat", limb(lure, [0.03, 0.016, 0.012], DEEP, 6))
    body.wear("hat", ball((0.45, 0, 1.33), (0.05, 0.05, 0.05), Paint("lantern", "#bff0d8"), 8))
    return body.model()


def reef_colossus() -> Model:
    """A walking reef with one claw too large for it (60 mm)."""
    body = Body("reef-colossus", 2.25)
    for x, y, out in ((0.2, -0.24, -0.42), (0.2, 0.24, 0.42), (-0.2, -0.22, -0.4), (-0.2, 0.22, 0.4)):
        knee = (x * 1.5, out, 0.48)
        body.wear("legs", limb([(x * 0.5, y * 0.5, 0.46), knee, (x * 1.8, out * 1.05, 0.14)], [0.13, 0.1, 0.04], SHELL))
    back = [
        ring(0.2, 0.36, 14, 1.2, 0.05, 5),
        ring(0.34, 0.44, 14, 1.25, 0.06, 5),
        ring(0.38, 0.58, 14, 1.25, 0.07, 5),
        ring(0.33, 0.76, 14, 1.25, 0.08, 5),
        ring(0.2, 0.9, 14, 1.25, 0.06, 5),
        ring(0.06, 0.95, 14),
    ]
    body.wear("torso", loft(back, SHELL))
    body.wear("torso", blob([(0.22, -0.1, 0.5), (0.22, 0.1, 0.5), (0.24, 0, 0.64)], [0.16, 0.16, 0.14], BELLY, 8))
    band = [ring(0.385, 0.53, 14, 1.26, 0.07, 5), ring(0.4, 0.55, 14, 1.26, 0.07, 5)]
    body.wear("dress", loft([*band, ring(0.4, 0.62, 14, 1.26, 0.07, 5), ring(0.37, 0.64, 14, 1.26, 0.07, 5)], TINT))
    rng = np.random.default_rng(5)
    for _ in range(16):
        a, up = rng.uniform(1.2, 5.1), rng.uniform(0.5, 0.86)
        r = 0.36 * np.sqrt(max(0.05, 1 - ((up - 0.58) / 0.42) ** 2))
        size = rng.uniform(0.03, 0.06)
        at = (r * np.cos(a), r * 1.25 * np.sin(a), up)
        body.wear("back", ball(at, (size, size, size * 1.2), BARNACLE, 6))
    for a, tall in ((2.4, 0.34), (3.1, 0.42), (3.9, 0.3)):
        foot = np.array([0.2 * np.cos(a), 0.22 * np.sin(a), 0.82])
        top = foot + np.array([-0.08, 0.06 * np.sin(a * 3), tall])
        body.wear("back", limb([tuple(foot), tuple(top)], [0.06, 0.025], CORAL, 6))
        for way in (-1, 1):
            twig = foot + (top - foot) * 0.5
            body.wear(
                "back", limb([tuple(twig), tuple(twig + np.array([0.02, way * 0.12, 0.1]))], [0.035, 0.014], CORAL, 6)
            )
    body.wear("arms", limb([(0.1, -0.36, 0.74), (0.3, -0.56, 0.62), (0.46, -0.46, 0.66)], [0.13, 0.1, 0.09], SHELL))
    great = [(0.42, -0.46, 0.66), (0.64, -0.36, 0.78), (0.62, -0.5, 0.86), (0.5, -0.52, 0.8)]
    body.wear("weapon", blob(great, [0.13, 0.1, 0.1, 0.12], SHELL, 8))
    body.wear("weapon", limb([(0.66, -0.44, 0.88), (0.78, -0.3, 1.02), (0.74, -0.16, 1.08)], [0.1, 0.06, 0.015], SHELL))
    body.wear(
        "weapon", limb([(0.68, -0.32, 0.76), (0.82, -0.2, 0.86), (0.78, -0.12, 0.98)], [0.075, 0.05, 0.015], SHELL)
    )
    body.wear("arms", limb([(0.12, 0.36, 0.72), (0.34, 0.5, 0.54), (0.48, 0.36, 0.5)], [0.1, 0.08, 0.07], SHELL))
    for dz in (-0.05, 0.06):
        body.wear(
            "arms", limb([(0.48, 0.36, 0.5), (0.6, 0.26, 0.5 + dz), (0.66, 0.16, 0.5)], [0.07, 0.045, 0.012], SHELL)
        )
    face = blob([(0.3, 0, 0.78), (0.4, 0, 0.7)], [0.14, 0.1], SHELL, 8)
    body.wear("head", face)
    for s in (-1, 1):
        body.wear("head", limb([(0.34, s * 0.07, 0.86), (0.42, s * 0.1, 0.98)], [0.028, 0.02], SHELL, 6))
        body.wear("head", ball((0.43, s * 0.1, 1.0), (0.035, 0.035, 0.035), EYE, 8))
        body.wear("head", limb([(0.42, s * 0.06, 0.68), (0.505, s * 0.05, 0.58)], [0.035, 0.01], BELLY, 6))
    return body.model()


def spawn() -> Model:
    """A young thing of the canals: crouched, all teeth and fingers."""
    body = Body("spawn", 0.95)
    _fish_legs(body, HIDE)
    spine = [
        ((-0.06, 0.42), 0.13, 1.1),
        ((-0.06, 0.56), 0.15, 1.15),
        ((0.02, 0.72), 0.17, 1.2),
        ((0.12, 0.84), 0.14, 1.25),
        ((0.18, 0.9), 0.09, 1.2),
    ]
    body.wear("torso", loft([ring(r, z, 16, w, 0, 6, x) for (x, z), r, w in spine], HIDE))
    body.wear("torso", blob([(0.1, 0, 0.56), (0.16, 0, 0.74)], [0.08, 0.1], BELLY, 8))
    cloth = [ring(0.15, 0.36, 16, 1.12, 0.14, 7, -0.04), ring(0.165, 0.46, 16, 1.12, 0.04, 7, -0.06)]
    body.wear("dress", loft([*cloth, ring(0.14, 0.48, 16, 1.1, 0, 7, -0.06)], TINT))
    _fin(
        body,
        [(0.16, 0.46), (0.3, 0.58), (0.24, 0.64), (0.28, 0.82), (0.12, 0.84), (0.02, 1.0), (-0.1, 0.86), (0.0, 0.64)],
    )
    for side, elbow, hand in (
        (-1, (0.3, -0.36, 0.74), (0.5, -0.26, 0.88)),
        (1, (0.26, 0.38, 0.62), (0.46, 0.34, 0.44)),
    ):
        body.wear("arms", limb([(0.12, side * 0.17, 0.82), elbow, hand], [0.07, 0.05, 0.04], HIDE))
        claw(body, hand, (0.8, -0.1 * side, 0.2), BELLY, 0.14, 0.045)
    skull = blob([(0.24, 0, 0.98), (0.38, 0, 0.94), (0.16, 0, 1.02)], [0.11, 0.075, 0.09], HIDE, 10)
    body.wear(
        "head", skull + blob([(0.36, -0.04, 0.88), (0.36, 0.04, 0.88), (0.24, 0, 0.87)], [0.045, 0.045, 0.06], BELLY, 8)
    )
    _eyes(body, 0.32, 0.085, 1.03, 0.036)
    for s in (-1, 1):
        gill = Polygon([(0, 0), (0.16, 0.02), (0.18, 0.14), (0.06, 0.2), (-0.02, 0.1)])
        frame = Frame((0.2, s * 0.09, 0.92), (-0.8, s * 0.6, 0), (0.6, 0.8 * s, 0) if s > 0 else (-0.6, -0.8, 0))
        body.wear("head", panel(gill, frame, -0.01, 0.012, FIN))
    return body.model()


def drowned() -> Model:
    """A drowned man who came back: bloated, weed in his hair, a mooring chain in his fist."""
    body = Body("drowned")
    for side, step in ((-1, 0.1), (1, -0.1)):
        y = side * 0.11
        rags = Paint("cloth", "#4c4b42")
        body.wear("legs", limb([(0, y * 0.8, 0.54), (step * 0.6 + 0.03, y, 0.34)], [0.105, 0.085], rags))
        body.wear("legs", limb([(step * 0.6 + 0.03, y, 0.34), (step, y, 0.18)], [0.065, 0.05], DROWNED))
        body.wear("legs", blob([(step - 0.02, y, 0.15), (step + 0.12, y * 1.2, 0.14)], [0.045, 0.032], DROWNED, 8))
    rings = [
        ring(0.24, 0.42, 18, 1.1, 0.16, 8),
        ring(0.2, 0.52, 18, 1.1, 0.06, 8),
        ring(0.2, 0.66, 18, 1.15, 0, 8, 0.03),
        ring(0.19, 0.86, 18, 1.2, 0, 8, 0.02),
        ring(0.17, 0.96, 18, 1.25, 0, 8, 0.04),
        ring(0.07, 1.04, 18, 1, 0, 8, 0.05),
    ]
    body.wear("torso", loft(rings, TINT))
    arm(body, -1, (0.2, -0.28, 0.92), (0.44, -0.24, 0.98), TINT, DROWNED, girth=1.1)
    claw(body, (0.47, -0.24, 0.98), (0.9, 0.1, 0), DROWNED, 0.1, 0.04)
    arm(body, 1, (0.04, 0.32, 0.78), (0.2, 0.32, 0.62), TINT, DROWNED, girth=1.1)
    body.wear("head", head(1.18, DROWNED, None, 0.08))
    body.wear(
        "head",
        gather(ball((0.18, s * 0.045, 1.2), (0.024, 0.022, 0.022), Paint("bone", "#f4f4e8"), 6) for s in (-1, 1)),
    )
    for a, low in ((-1.2, 0.86), (-0.6, 1.0), (1.3, 0.84), (0.7, 0.98), (2.2, 0.78), (3.1, 0.7), (-2.2, 0.8)):
        side = np.array([np.cos(a), np.sin(a), 0.0])
        top, mid = np.array([0.05, 0, 1.31]) + side * 0.05, np.array([0.05, 0, 1.2]) + side * 0.14
        body.wear(
            "hat",
            limb(
                [tuple(top), tuple(mid), (0.04 + side[0] * 0.19, side[1] * 0.19, low)], [0.045, 0.032, 0.012], WEED, 6
            ),
        )
    body.wear("cloak", limb([(0.08, -0.2, 1.04), (0.22, 0.0, 0.86), (0.14, 0.2, 0.66)], [0.04, 0.05, 0.03], WEED, 6))
    links = [(0.24, 0.33, 0.6), (0.32, 0.36, 0.44), (0.42, 0.34, 0.3), (0.5, 0.2, 0.2), (0.42, 0.06, 0.16)]
    for k, (x, y, z) in enumerate(links):
        size = (0.05, 0.022, 0.065) if k % 2 else (0.022, 0.05, 0.065)
        body.wear("weapon", ball((x, y, z), size, Paint("iron", "#5a4a3c"), 6))
    body.wear("weapon", limb(links, [0.018] * 5, Paint("iron", "#5a4a3c"), 6))
    return body.model()


def cultist() -> Model:
    """A fisherman of the salt flats in a hood: a net over one arm, a gutting knife in the other hand."""
    body = Body("cultist", 0.99)
    legs(body, Paint("cloth", "#4b5148"), stride=0.13)
    coat = [
        ring(0.27, 0.3, 18, 1.08, 0.13, 8),
        ring(0.22, 0.5, 18, 1.1, 0.07, 8),
        ring(0.155, 0.68, 18, 1.15),
        ring(0.185, 0.88, 18, 1.18),
        ring(0.18, 0.98, 18, 1.24),
        ring(0.07, 1.08, 18),
    ]
    body.wear("torso", loft(coat, TINT))
    body.wear(
        "dress",
        loft(
            [
                ring(0.155, 0.63, 14, 1.15),
                ring(0.18, 0.65, 14, 1.15),
                ring(0.175, 0.71, 14, 1.15),
                ring(0.15, 0.72, 14, 1.15),
            ],
            ROPE,
        ),
    )
    arm(body, -1, (0.14, -0.32, 0.86), (0.36, -0.26, 0.92), TINT)
    arm(body, 1, (0.12, 0.34, 0.84), (0.32, 0.36, 0.82), TINT)
    body.wear("head", head(1.2, SKIN))
    hood(body, DARK, 1.22, 0.2)
    shoulders(body, DARK, 0.92, 0.26)
    body.wear("hat", lathe([(0.05, 0), (0.05, 0.012)], GOLD, 8).turned(90, "y").at(0.12, 0, 1.36))
    blade = arms.dagger((0.38, -0.26, 0.93), (0.7, 0.2, 0.5))
    body.wear("weapon", blade)
    for k in range(5):
        y = 0.3 + 0.035 * k
        drop = [(0.34, y, 0.84), (0.36 - 0.02 * k, y + 0.02, 0.6), (0.3 - 0.03 * k, y + 0.04, 0.36)]
        body.wear("net", limb(drop, [0.014, 0.014, 0.014], ROPE, 5))
        body.wear("net", ball(drop[-1], (0.028, 0.028, 0.035), Paint("lead", "#6d7275"), 6))
    for z in (0.72, 0.6, 0.48):
        body.wear("net", limb([(0.35, 0.28, z), (0.3, 0.48, z - 0.03)], [0.012, 0.012], ROPE, 5))
    return body.model()


DEEPFOLK = {
    "hierophant": hierophant,
    "brood-mother": brood_mother,
    "reef-colossus": reef_colossus,
    "spawn": spawn,
    "drowned": drowned,
    "cultist": cultist,
}
