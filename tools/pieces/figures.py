"""People and others on bases: each faces east, its feet 0.12" up on the base, head and torso parts of their own."""

from __future__ import annotations

import numpy as np

from pieces import arms
from pieces.dress import (
    BASE,
    BLACK,
    BONE,
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
    buttons,
    coat,
    legs,
    ruff,
)
from pieces.flesh import bauta, blob, brimmed, cloak, head, limb, loft, ring, shirt, tricorn
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import ball, beam, box, gather, lathe


def human() -> Model:
    """Anybody: coat, tricorn, a sword at the side."""
    body = Body("human")
    legs(body, WHITE)
    coat(body, TINT)
    belt(body, 0.67, 0.16)
    buttons(body, 0.76, 0.98)
    arm(body, 1, (0.04, 0.3, 0.8), (0.14, 0.22, 0.68), TINT, cuff=WHITE)
    arm(body, -1, (0.06, -0.3, 0.8), (0.2, -0.25, 0.7), TINT, cuff=WHITE)
    body.wear("head", head(1.21, SKIN, HAIR)).wear("hat", tricorn(1.29, BLACK))
    body.wear("weapon", arms.sword((0.2, -0.25, 0.7), (0.5, -0.2, 0.55), 0.75))
    return body.model()


def capo() -> Model:
    """The captain: long coat, cloak thrown back, bauta mask, plumed tricorn, rapier and pistol."""
    body = Body("capo", 1.06)
    legs(body, Paint("cloth", "#2b2a2e"), BLACK, stride=0.12)
    coat(body, TINT, 0.3, hem_r=0.3, folds=0.13)
    belt(body, 0.67, 0.16)
    buttons(body, 0.76, 0.98)
    ruff(body)
    body.wear("cloak", cloak(1.07, 0.2, DARK, 0.4, 100, 0.06))
    arm(body, -1, (0.1, -0.33, 0.84), (0.3, -0.3, 0.92), TINT, Paint("leather", "#2b2320"), cuff=GOLD)
    arm(body, 1, (0.0, 0.34, 0.82), (0.16, 0.33, 0.7), TINT, Paint("leather", "#2b2320"), cuff=GOLD)
    body.wear("head", head(1.21, SKIN, HAIR)).wear("mask", bauta(1.21, BONE))
    body.wear("hat", tricorn(1.29, BLACK, 1.12))
    body.wear(
        "hat",
        limb(
            [(-0.05, 0.12, 1.42), (-0.16, 0.15, 1.56), (-0.32, 0.13, 1.54)],
            [0.02, 0.05, 0.015],
            Paint("flower", "#b3202c"),
        ),
    )
    body.wear("weapon", arms.sword((0.32, -0.3, 0.93), (0.75, 0.1, 0.5), 0.95)).wear(
        "weapon", arms.pistol((0.18, 0.33, 0.68), (0.7, 0.1, -0.45))
    )
    return body.model()


def gondolier() -> Model:
    """A boatman in stripes and a straw hat, leaning on his oar."""
    body = Body("gondolier")
    legs(body, Paint("cloth", "#2c3550"), stride=0.05)
    rings = [
        ring(0.17, 0.55, 18, 1.15),
        ring(0.16, 0.68, 18, 1.15),
        ring(0.185, 0.9, 18, 1.2),
        ring(0.18, 0.98, 18, 1.25),
        ring(0.11, 1.05, 18, 1.2),
        ring(0.07, 1.08, 18),
    ]
    body.wear("torso", loft(rings, WHITE))
    for z in (0.6, 0.72, 0.84, 0.95):
        r = float(np.interp(z, (0.55, 0.68, 0.9, 0.98), (0.17, 0.16, 0.185, 0.18))) + 0.006
        body.wear("dress", loft([ring(r, z - 0.025, 18, 1.19), ring(r, z + 0.025, 18, 1.19)], TINT))
    body.wear("dress", loft([ring(0.18, 0.5, 18, 1.15), ring(0.19, 0.57, 18, 1.15), ring(0.17, 0.62, 18, 1.15)], TINT))
    body.wear("dress", blob([(0.12, 0.14, 0.56), (0.1, 0.2, 0.36)], [0.04, 0.03], TINT, 6))
    arm(body, -1, (0.12, -0.3, 0.82), (0.26, -0.26, 0.95), WHITE)
    arm(body, 1, (0.1, 0.28, 0.8), (0.25, 0.02, 0.72), WHITE)
    body.wear("head", head(1.21, SKIN, HAIR)).wear("hat", brimmed(1.28, Paint("cloth", "#d9b65e"), 0.24, 0.11, 0.0))
    body.wear(
        "hat", loft([ring(0.1, 1.302, 14), ring(0.14, 1.308, 14), ring(0.134, 1.342, 14), ring(0.09, 1.351, 14)], TINT)
    )
    body.wear("weapon", arms.oar((0.3, -0.27, 0.95)))
    return body.model()


def acrobat() -> Model:
    """A tumbler in motley: one knee up, arms out, a ruff and a cap with bells."""
    body = Body("acrobat")
    body.wear("legs", limb([(0, -0.09, 0.6), (0.03, -0.1, 0.38), (-0.03, -0.1, 0.16)], [0.095, 0.066, 0.05], TINT))
    body.wear("legs", limb([(0, 0.09, 0.6), (0.26, 0.12, 0.62), (0.2, 0.12, 0.38)], [0.095, 0.066, 0.05], DARK))
    body.wear("legs", blob([(-0.05, -0.1, 0.155), (0.09, -0.1, 0.145)], [0.042, 0.03], LEATHER, 8)).wear(
        "legs", blob([(0.19, 0.12, 0.35), (0.3, 0.13, 0.31)], [0.042, 0.03], LEATHER, 8)
    )
    body.wear(
        "torso",
        loft(
            [
                ring(0.16, 0.52, 18, 1.15),
                ring(0.2, 0.56, 18, 1.15, 0.12, 8),
                ring(0.14, 0.66, 18, 1.15),
                ring(0.17, 0.9, 18, 1.2),
                ring(0.16, 0.98, 18, 1.25),
                ring(0.07, 1.06, 18),
            ],
            TINT,
        ),
    )
    for k in range(4):
        body.wear("torso", ball((0.155 + 0.012 * k, 0, 0.7 + 0.08 * k), (0.025, 0.035, 0.035), WHITE, 6))
    ruff(body, 1.08)
    arm(body, -1, (0.0, -0.4, 1.05), (0.06, -0.55, 1.22), DARK)
    arm(body, 1, (0.05, 0.38, 0.92), (0.2, 0.52, 0.86), TINT)
    body.wear("head", head(1.23, PALE)).wear(
        "mask", ball((0.055, 0, 1.25), (0.095, 0.102, 0.06), Paint("leather", "#2b1a16"), 10)
    )
    body.wear("hat", ball((-0.01, 0, 1.29), (0.13, 0.12, 0.11), DARK, 12))
    for y, paint in ((-0.2, TINT), (0.2, DARK)):
        body.wear(
            "hat",
            limb([(-0.02, y * 0.3, 1.36), (-0.05, y * 0.9, 1.42), (-0.04, y * 1.25, 1.3)], [0.07, 0.05, 0.02], paint),
        ).wear("hat", ball((-0.04, y * 1.25, 1.27), (0.028, 0.028, 0.028), GOLD, 6))
    body.wear("weapon", arms.dagger((0.23, 0.54, 0.85), (0.8, 0.2, 0.15))).wear(
        "weapon", arms.dagger((0.07, -0.57, 1.24), (0.3, -0.2, 0.9))
    )
    return body.model()


def bravo() -> Model:
    """A hired sword: broad hat, half cloak, rapier and dagger."""
    body = Body("bravo")
    legs(body, Paint("cloth", "#5a4636"), stride=0.13)
    coat(body, Paint("leather", "#6a4a30"), 0.46, hem_r=0.22, folds=0.05)
    body.wear("torso", beam((0.17, 0.2, 1.0), (0.17, -0.16, 0.7), 0.03, TINT))
    belt(body, 0.67, 0.16)
    body.wear("cloak", cloak(1.07, 0.48, TINT, 0.34, 80, 0.1))
    arm(body, -1, (0.12, -0.32, 0.86), (0.34, -0.24, 0.88), TINT)
    arm(body, 1, (0.06, 0.32, 0.82), (0.24, 0.26, 0.8), TINT)
    body.wear("head", head(1.2, SKIN, HAIR) + blob([(0.13, 0, 1.15), (0.12, 0, 1.08)], [0.03, 0.015], HAIR, 6)).wear(
        "hat", brimmed(1.275, BLACK, 0.27, 0.13, -0.03).turned(7, "x").at(0, 0.14, 0)
    )
    body.wear("weapon", arms.sword((0.37, -0.23, 0.89), (0.85, 0.25, 0.2), 0.9)).wear(
        "weapon", arms.dagger((0.26, 0.25, 0.8), (0.7, -0.3, 0.45))
    )
    return body.model()


def crossbow() -> Model:
    """A hooded marksman behind a crossbow."""
    body = Body("crossbow")
    legs(body, Paint("cloth", "#4a4a3a"), stride=0.12)
    coat(body, DARK, 0.42, hem_r=0.23)
    belt(body, 0.67, 0.16)
    arm(body, -1, (0.14, -0.28, 0.86), (0.22, -0.06, 0.98), TINT)
    arm(body, 1, (0.22, 0.24, 0.84), (0.42, 0.0, 0.97), TINT)
    body.wear("head", head(1.2, SKIN))
    body.wear(
        "hat", ball((-0.015, 0, 1.22), (0.135, 0.13, 0.16), TINT, 12) - box((0.045, -0.2, 1.0), (0.4, 0.2, 1.3), TINT)
    ).wear("hat", limb([(-0.05, 0, 1.34), (-0.2, 0, 1.3), (-0.26, 0, 1.18)], [0.08, 0.05, 0.02], TINT))
    body.wear(
        "cloak",
        loft([ring(0.27, 0.92, 18, 1.2, 0.08, 8), ring(0.22, 1.0, 18, 1.15, 0.04, 8), ring(0.09, 1.1, 18)], TINT),
    )
    body.wear("weapon", arms.crossbow((0.25, -0.04, 1.0), (1, 0.06, 0)))
    body.wear("weapon", lathe([(0.05, 0), (0.06, 0.3)], LEATHER, 8).turned(20, "x").at(-0.16, 0.1, 0.62)).wear(
        "weapon",
        gather(beam((-0.16 + dx, 0.0 + dx, 0.9), (-0.17 + dx, -0.04 + dx, 1.02), 0.014, WHITE) for dx in (-0.02, 0.02)),
    )
    return body.model()


def cutpurse() -> Model:
    """A thin thief in a patched coat, crouching, knives out."""
    body = Body("cutpurse", 0.97)
    legs(body, Paint("cloth", "#5c5348"), stride=0.15, apart=0.13, hip=0.5)
    body.wear("torso", shirt(0.34, 0.58, 0.94, TINT, 0.92, 0.22, 0.14, 0.165, 0.14).turned(10, "y").at(-0.08, 0, 0.02))
    body.wear("torso", loft([ring(0.15, 0.57, 14, 1.1), ring(0.165, 0.6, 14, 1.1), ring(0.15, 0.63, 14, 1.1)], DARK))
    arm(body, -1, (0.2, -0.32, 0.74), (0.42, -0.26, 0.66), TINT, shoulder=0.9)
    arm(body, 1, (0.16, 0.34, 0.72), (0.36, 0.32, 0.6), TINT, shoulder=0.9)
    body.wear("head", head(1.1, SKIN, HAIR, 0.12)).wear(
        "hat",
        blob([(0.1, 0, 1.2), (0.2, 0, 1.2), (-0.02, 0.06, 1.22)], [0.115, 0.07, 0.1], Paint("cloth", "#3c342c"), 10),
    )
    body.wear(
        "cloak",
        loft(
            [
                ring(0.12, 0.98, 14, 1.1, 0.05, 5, 0.09),
                ring(0.15, 1.0, 14, 1.1, 0.05, 5, 0.09),
                ring(0.13, 1.06, 14, 1.1, 0.05, 5, 0.1),
                ring(0.08, 1.07, 14, 1.0, 0, 5, 0.1),
            ],
            DARK,
        ),
    )
    body.wear("weapon", arms.dagger((0.44, -0.25, 0.66), (0.9, 0.2, 0.1))).wear(
        "weapon", arms.dagger((0.38, 0.32, 0.6), (0.7, 0.3, -0.3))
    )
    body.wear("weapon", blob([(-0.1, 0.2, 0.5), (-0.1, 0.22, 0.42)], [0.03, 0.06], LEATHER, 6))
    return body.model()


def noble() -> Model:
    """A senator: a long robe, a wig, a stole and a staff of office."""
    body = Body("noble", 1.03)
    rings = [
        ring(0.36, BASE, 20, 1.05, 0.1, 7),
        ring(0.31, 0.35, 20, 1.05, 0.09, 7),
        ring(0.22, 0.66, 20, 1.1, 0.05, 7),
        ring(0.2, 0.86, 20, 1.15),
        ring(0.2, 0.97, 20, 1.25),
        ring(0.12, 1.05, 20, 1.2),
        ring(0.07, 1.09, 20),
    ]
    body.wear("torso", loft(rings, TINT))
    for y in (-0.1, 0.1):
        body.wear("torso", beam((0.19, y, 0.97), (0.33, y * 1.6, 0.2), 0.045, GOLD))
    arm(body, -1, (0.1, -0.36, 0.82), (0.32, -0.32, 0.86), TINT, PALE, cuff=WHITE)
    arm(body, 1, (0.12, 0.33, 0.78), (0.3, 0.16, 0.8), TINT, PALE, cuff=WHITE)
    body.wear("cloak", cloak(1.08, 0.16, DARK, 0.42, 95, 0.04))
    body.wear("head", head(1.21, PALE))
    wig = blob(
        [(-0.03, 0, 1.26), (-0.06, 0.1, 1.12), (-0.06, -0.1, 1.12), (-0.1, 0, 1.05)],
        [0.13, 0.07, 0.07, 0.06],
        Paint("hair", "#e4ded0"),
        8,
    )
    body.wear("head", wig - box((0.07, -0.2, 1.0), (0.4, 0.2, 1.31), SKIN))
    body.wear(
        "hat", loft([ring(0.12, 1.33, 12), ring(0.135, 1.36, 12), ring(0.13, 1.42, 12), ring(0.07, 1.45, 12)], DARK)
    )
    body.wear("weapon", arms.staff((0.35, -0.32, 0.88), 1.5))
    return body.model()


def duellist() -> Model:
    """A lady with a rapier, a mask and her skirts gathered for the lunge."""
    body = Body("duellist", 0.99)
    skirt = [
        ring(0.33, BASE, 20, 1.02, 0.13, 7),
        ring(0.3, 0.3, 20, 1.02, 0.12, 7),
        ring(0.2, 0.56, 20, 1.08, 0.06, 7),
        ring(0.125, 0.7, 20, 1.1),
        ring(0.155, 0.86, 20, 1.15),
        ring(0.15, 0.96, 20, 1.2),
        ring(0.07, 1.05, 20),
    ]
    body.wear("torso", loft(skirt, TINT))
    body.wear(
        "torso",
        loft(
            [
                ring(0.19, 0.58, 18, 1.1),
                ring(0.21, 0.6, 18, 1.1, 0.05),
                ring(0.135, 0.69, 18, 1.1),
                ring(0.12, 0.71, 18, 1.1),
            ],
            DARK,
        ),
    )
    body.wear("torso", blob([(0.12, -0.06, 0.9), (0.12, 0.06, 0.9)], [0.07, 0.07], TINT, 8))
    arm(body, -1, (0.16, -0.28, 0.9), (0.42, -0.2, 0.98), TINT, PALE, cuff=WHITE)
    arm(body, 1, (-0.08, 0.34, 0.92), (-0.16, 0.42, 1.12), TINT, PALE, cuff=WHITE)
    body.wear("head", head(1.19, PALE)).wear(
        "head",
        ball((-0.02, 0, 1.22), (0.125, 0.118, 0.13), Paint("hair", "#6a3520"), 12)
        - box((0.07, -0.2, 1.0), (0.4, 0.2, 1.28), PALE),
    )
    body.wear("head", ball((-0.1, 0, 1.34), (0.08, 0.08, 0.07), Paint("hair", "#6a3520"), 8))
    body.wear("mask", ball((0.06, 0, 1.215), (0.08, 0.1, 0.045), GOLD, 10))
    body.wear("weapon", arms.sword((0.45, -0.2, 0.99), (0.9, 0.15, 0.18), 0.9, 0.017)).wear(
        "weapon", arms.fan((-0.16, 0.43, 1.14))
    )
    return body.model()


def huntsman() -> Model:
    """A hunter of things that are not animals: leather coat, wide hat, gun and lantern."""
    body = Body("huntsman", 1.03)
    legs(body, Paint("cloth", "#4a3e30"), stride=0.12)
    coat(body, Paint("leather", "#5a3d28"), 0.26, hem_r=0.3, folds=0.12)
    belt(body, 0.67, 0.16)
    body.wear("torso", beam((0.18, 0.2, 1.0), (0.18, -0.2, 0.66), 0.03, LEATHER)).wear(
        "torso",
        gather(
            beam((0.2, 0.14 - 0.07 * k, 0.92 - 0.07 * k), (0.23, 0.14 - 0.07 * k, 0.98 - 0.07 * k), 0.016, GOLD)
            for k in range(5)
        ),
    )
    body.wear(
        "cloak",
        loft([ring(0.29, 0.84, 18, 1.15, 0.08, 8), ring(0.23, 0.98, 18, 1.15, 0.04, 8), ring(0.09, 1.1, 18)], TINT),
    )
    arm(body, -1, (0.12, -0.32, 0.84), (0.24, -0.16, 0.86), TINT, LEATHER)
    arm(body, 1, (0.2, 0.28, 0.84), (0.48, 0.04, 0.94), TINT, LEATHER)
    body.wear("head", head(1.2, SKIN, GREY) + blob([(0.1, 0, 1.12), (0.1, 0, 1.04)], [0.06, 0.02], GREY, 6)).wear(
        "hat", brimmed(1.275, Paint("leather", "#33251b"), 0.29, 0.14, 0.03)
    )
    body.wear("weapon", arms.musket((0.5, 0.03, 0.96), (0.24, -0.14, 0.88))).wear(
        "weapon", arms.lantern((-0.05, 0.3, 0.62))
    )
    return body.model()


def halberd() -> Model:
    """A guard in half armour with a halberd."""
    body = Body("halberd", 1.02)
    legs(body, TINT, BLACK)
    coat(body, TINT, 0.42, hem_r=0.24)
    steel = arms.STEEL
    body.wear(
        "torso",
        loft(
            [
                ring(0.175, 0.66, 18, 1.18),
                ring(0.205, 0.85, 18, 1.2),
                ring(0.2, 0.97, 18, 1.25),
                ring(0.12, 1.05, 18, 1.2),
                ring(0.09, 1.07, 18),
            ],
            steel,
        ),
    )
    for s in (-1, 1):
        body.wear("arms", ball((0, s * 0.24, 1.0), (0.1, 0.09, 0.09), steel, 8))
    arm(body, -1, (0.1, -0.34, 0.84), (0.28, -0.3, 0.92), TINT, LEATHER)
    arm(body, 1, (0.02, 0.33, 0.8), (0.12, 0.26, 0.66), TINT, LEATHER)
    body.wear("head", head(1.2, SKIN, HAIR))
    body.wear(
        "hat",
        loft(
            [
                ring(0.11, 1.25, 14),
                ring(0.2, 1.24, 14, 0.8),
                ring(0.2, 1.26, 14, 0.8),
                ring(0.135, 1.29, 14),
                ring(0.115, 1.38, 14),
                ring(0.03, 1.46, 14),
            ],
            steel,
        ),
    ).wear("hat", blob([(-0.1, 0, 1.44), (0.1, 0, 1.44), (0, 0, 1.49)], [0.012, 0.012, 0.012], steel, 6))
    body.wear("weapon", arms.halberd((0.32, -0.3, 0.93))).wear(
        "weapon", arms.sword((-0.02, 0.27, 0.66), (-0.5, 0.15, -0.35), 0.6)
    )
    return body.model()


def musketeer() -> Model:
    """A soldier with a musket at the ready."""
    body = Body("musketeer")
    legs(body, WHITE, BLACK, stride=0.12)
    coat(body, TINT, 0.34, hem_r=0.26)
    body.wear("torso", beam((0.185, 0.2, 1.0), (0.17, -0.18, 0.66), 0.028, WHITE)).wear(
        "torso", beam((0.185, -0.2, 1.0), (0.17, 0.18, 0.66), 0.028, WHITE)
    )
    belt(body, 0.67, 0.16)
    arm(body, -1, (0.12, -0.3, 0.86), (0.2, -0.12, 0.94), TINT, cuff=DARK)
    arm(body, 1, (0.22, 0.26, 0.86), (0.5, 0.0, 1.0), TINT, cuff=DARK)
    body.wear("head", head(1.2, SKIN, HAIR)).wear("hat", tricorn(1.28, BLACK, 0.98))
    body.wear("weapon", arms.musket((0.52, 0.0, 1.02), (0.2, -0.1, 0.96), 1.35)).wear(
        "weapon", box((-0.28, -0.1, 0.56), (-0.18, 0.1, 0.74), LEATHER)
    )
    return body.model()


def valet() -> Model:
    """A servant in livery with a candlestick and a hidden knife."""
    body = Body("valet", 0.98)
    legs(body, WHITE, BLACK, stride=0.04, apart=0.08)
    coat(body, TINT, 0.4, hem_r=0.23, folds=0.04)
    buttons(body, 0.74, 0.98, 5)
    body.wear("torso", blob([(0.15, 0, 1.04), (0.18, 0, 0.95)], [0.05, 0.035], WHITE, 6))
    arm(body, -1, (0.1, -0.28, 0.82), (0.34, -0.2, 0.9), TINT, cuff=GOLD)
    arm(body, 1, (-0.02, 0.3, 0.8), (-0.08, 0.22, 0.64), TINT, cuff=GOLD)
    body.wear("head", head(1.2, PALE, Paint("hair", "#ded8ca"))).wear(
        "hat", blob([(-0.17, -0.05, 1.06), (-0.17, 0.05, 1.06)], [0.03, 0.03], BLACK, 6)
    )
    body.wear("weapon", arms.dagger((-0.1, 0.21, 0.62), (-0.3, 0.1, -0.8)))
    x, y = 0.38, -0.2
    body.wear(
        "weapon",
        lathe([(0.06, 0.86), (0.02, 0.9), (0.02, 1.02), (0.05, 1.05)], GOLD, 8).at(x, y)
        + beam((x, y, 1.04), (x, y, 1.2), 0.02, WHITE, 6)
        + ball((x, y, 1.24), (0.018, 0.018, 0.04), Paint("lantern", "#ffd58a"), 6),
    )
    return body.model()


def lady() -> Model:
    """A lady in a wide gown with a fan, and a dagger behind her back."""
    body = Body("lady", 0.98)
    gown = [
        ring(0.46, BASE, 22, 1.05, 0.08, 9),
        ring(0.42, 0.3, 22, 1.08, 0.07, 9),
        ring(0.3, 0.55, 22, 1.15, 0.04, 9),
        ring(0.125, 0.7, 22, 1.1),
        ring(0.155, 0.87, 22, 1.15),
        ring(0.14, 0.96, 22, 1.22),
        ring(0.06, 1.05, 22),
    ]
    body.wear("torso", loft(gown, TINT)).wear(
        "torso", blob([(0.12, -0.055, 0.9), (0.12, 0.055, 0.9)], [0.065, 0.065], DARK, 8)
    )
    arm(body, -1, (0.08, -0.28, 0.82), (0.3, -0.16, 0.95), TINT, PALE, cuff=WHITE)
    arm(body, 1, (-0.1, 0.26, 0.82), (-0.22, 0.12, 0.72), TINT, PALE, cuff=WHITE)
    body.wear("head", head(1.19, PALE))
    body.wear(
        "head",
        blob([(-0.03, 0, 1.26), (-0.04, 0, 1.48)], [0.125, 0.09], Paint("hair", "#e4ded0"), 10)
        - box((0.065, -0.2, 1.0), (0.4, 0.2, 1.29), PALE),
    )
    body.wear("mask", ball((0.06, 0, 1.215), (0.08, 0.1, 0.042), BLACK, 10)).wear(
        "hat", limb([(0.0, 0.08, 1.46), (-0.08, 0.14, 1.62)], [0.03, 0.012], TINT)
    )
    body.wear("weapon", arms.fan((0.33, -0.15, 0.96))).wear(
        "weapon", arms.dagger((-0.25, 0.11, 0.72), (-0.4, 0.1, 0.5))
    )
    return body.model()


def gastaldo() -> Model:
    """The steward of the ferries: a broad man in a boat cloak, a lantern cap, a boarding hook taller than he is."""
    body = Body("gastaldo", 1.07)
    legs(body, Paint("cloth", "#2c3550"), BLACK, stride=0.12, apart=0.12)
    coat(body, TINT, 0.4, wide=1.12, hem_r=0.26, folds=0.06)
    belt(body, 0.67, 0.17, 1.25)
    buttons(body, 0.78, 0.98)
    body.wear("cloak", cloak(1.07, 0.34, DARK, 0.38, 88, 0.08))
    body.wear(
        "dress",
        limb([(-0.02, 0.26, 1.04), (0.19, 0.1, 0.88), (0.14, -0.2, 0.7)], [0.03] * 3, Paint("rope", "#b79a6a"), 6),
    )
    arm(body, -1, (0.16, -0.34, 0.86), (0.36, -0.28, 0.98), TINT, cuff=WHITE, girth=1.15)
    arm(body, 1, (0.12, 0.34, 0.8), (0.3, 0.26, 0.72), TINT, cuff=WHITE, girth=1.15)
    body.wear("arms", ball((0.34, 0.25, 0.7), (0.06, 0.055, 0.06), SKIN, 8))
    body.wear(
        "head",
        head(1.2, SKIN, GREY) + blob([(0.11, 0, 1.12), (0.13, 0, 1.03), (0.04, 0, 1.08)], [0.07, 0.03, 0.07], GREY, 8),
    )
    cap = [
        ring(0.13, 1.26, 16),
        ring(0.14, 1.3, 16),
        ring(0.15, 1.35, 16, 1, 0, 6, -0.02),
        ring(0.1, 1.4, 16, 1, 0, 6, -0.03),
    ]
    body.wear("hat", loft(cap, Paint("flower", "#a3202c")) + ball((0.13, 0, 1.31), (0.02, 0.04, 0.04), GOLD, 8))
    x, y = 0.39, -0.28
    body.wear("weapon", beam((x, y, 0.12), (x, y, 1.8), 0.024, Paint("plain", "#b98f58"), 6))
    body.wear("weapon", beam((x, y, 1.74), (x, y, 2.0), 0.034, arms.STEEL, 4, tip=0.004))
    hook = [(x, y, 1.76), (x + 0.14, y, 1.8), (x + 0.2, y, 1.7), (x + 0.15, y, 1.62)]
    body.wear("weapon", limb(hook, [0.034, 0.026, 0.02, 0.006], arms.STEEL, 6))
    return body.model()


def smoke_seller() -> Model:
    """A maker of fireworks: rockets on his back, a smoking pot on a strap, a slow match in hand."""
    body = Body("smoke-seller", 0.98)
    legs(body, Paint("cloth", "#5c5348"), stride=0.13)
    coat(body, Paint("leather", "#6a4a30"), 0.42, hem_r=0.24, folds=0.05)
    belt(body, 0.67, 0.16)
    rings = [ring(0.25, 0.9, 16, 1.18, 0.07, 7), ring(0.2, 1.0, 16, 1.15, 0.03, 7), ring(0.085, 1.1, 16)]
    body.wear("cloak", loft(rings, TINT))
    arm(body, -1, (0.14, -0.32, 0.9), (0.36, -0.28, 1.04), TINT)
    arm(body, 1, (0.14, 0.32, 0.82), (0.34, 0.22, 0.84), TINT)
    body.wear("head", head(1.2, SKIN, HAIR)).wear("mask", ball((0.06, 0, 1.15), (0.1, 0.106, 0.075), DARK, 10))
    body.wear("hat", brimmed(1.28, Paint("leather", "#33251b"), 0.2, 0.13, 0.03))
    body.wear(
        "back",
        lathe([(0.13, 0.56), (0.15, 0.58), (0.16, 0.92), (0.14, 0.93)], Paint("rope", "#8f7448"), 10).at(-0.26, 0, 0),
    )
    for k, colour in enumerate(("#b3202c", "#d9a63a", "#35586e", "#b3202c", "#d9a63a")):
        dx, dy = 0.07 * np.cos(1.256 * k), 0.07 * np.sin(1.256 * k)
        rocket = beam((-0.26 + dx, dy, 0.9), (-0.27 + dx * 1.3, dy * 1.3, 1.3), 0.036, Paint("cloth", colour), 8)
        tip = beam((-0.27 + dx * 1.3, dy * 1.3, 1.29), (-0.274 + dx * 1.4, dy * 1.4, 1.42), 0.046, BONE, 8, tip=0.004)
        body.wear("back", rocket + tip)
    pot = lathe([(0.05, 0.0), (0.095, 0.04), (0.1, 0.12), (0.06, 0.17), (0.06, 0.2)], Paint("iron", "#3a3936"), 10)
    body.wear(
        "weapon", pot.at(0.4, 0.18, 0.82) + ball((0.4, 0.18, 1.03), (0.05, 0.05, 0.035), Paint("lantern", "#ffb13c"), 8)
    )
    for x, y, z, r in ((0.42, 0.2, 1.12, 0.075), (0.36, 0.24, 1.23, 0.09), (0.42, 0.28, 1.36, 0.11)):
        body.wear("smoke", ball((x, y, z), (r, r, r * 0.85), Paint("cloth", "#b9b9bc"), 8))
    body.wear("weapon", beam((0.36, -0.29, 0.9), (0.42, -0.27, 1.4), 0.018, arms.HAFT, 6))
    body.wear("weapon", ball((0.42, -0.27, 1.42), (0.03, 0.03, 0.035), Paint("lantern", "#ffb13c"), 6))
    return body.model()


PEOPLE = {
    "human": human,
    "capo": capo,
    "gondolier": gondolier,
    "acrobat": acrobat,
    "bravo": bravo,
    "crossbow": crossbow,
    "cutpurse": cutpurse,
    "noble": noble,
    "duellist": duellist,
    "huntsman": huntsman,
    "halberd": halberd,
    "musketeer": musketeer,
    "valet": valet,
    "lady": lady,
    "gastaldo": gastaldo,
    "smoke-seller": smoke_seller,
}
