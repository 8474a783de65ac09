"""What figures have in common: a body whose parts are gathered as it is dressed, and clothes for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pieces import arms
from pieces.flesh import blob, limb, loft, ring, shirt
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import PaintedSolid, ball, box

BASE = 0.12  # height of a base
SKIN, PALE = Paint("skin", "#d6a585"), Paint("skin", "#e6c3ab")
TINT, DARK = Paint("tint", "#ffffff"), Paint("tint_dark", "#ffffff")
LEATHER, BLACK, BONE = Paint("leather", "#4a3324"), Paint("hat", "#17171a"), Paint("bone", "#f1ece0")
HAIR, GREY, WHITE = Paint("hair", "#3a281d"), Paint("hair", "#a8a298"), Paint("cloth", "#e9e3d4")
GOLD = arms.GOLD

Point = Sequence[float]


@dataclass
class Body:
    """Parts of a figure, gathered as it is dressed; written when it is done."""

    name: str
    scale: float = 1.0
    parts: dict[str, PaintedSolid] = field(default_factory=dict)

    def wear(self, part: str, solid: PaintedSolid) -> Body:
        self.parts[part] = self.parts[part] + solid if part in self.parts else solid
        return self

    def model(self) -> Model:
        made = Model(self.name)
        for part, solid in self.parts.items():
            grown = solid.at(0, 0, -BASE).scaled(self.scale, self.scale, self.scale).at(0, 0, BASE)
            made.part(part, grown)
        return made


def legs(
    body: Body, cloth: Paint, boots: Paint = LEATHER, stride: float = 0.09, apart: float = 0.1, hip: float = 0.56
) -> None:
    for side, step in ((-1, -stride), (1, stride)):
        y = side * apart
        body.wear(
            "legs",
            limb([(0.0, y * 0.8, hip), (step * 0.6 + 0.03, y, 0.36), (step, y, 0.2)], [0.1, 0.072, 0.058], cloth),
        )
        body.wear("legs", limb([(step * 0.7 + 0.02, y, 0.36), (step, y, 0.19)], [0.078, 0.062], boots))
        body.wear(
            "legs", blob([(step - 0.02, y, 0.155), (step + 0.12, y + side * 0.02, 0.145)], [0.045, 0.035], boots, 8)
        )


def arm(
    body: Body,
    side: int,
    elbow: Point,
    hand: Point,
    sleeve: Paint,
    skin: Paint = SKIN,
    shoulder: float = 0.98,
    cuff: Paint | None = None,
    girth: float = 1.0,
) -> None:
    top = (0.0, side * 0.2, shoulder)
    body.wear("arms", limb([top, elbow, hand], [0.075 * girth, 0.06 * girth, 0.046 * girth], sleeve))
    wrist = np.asarray(elbow) * 0.25 + np.asarray(hand) * 0.75
    if cuff is not None:
        body.wear("arms", limb([tuple(wrist), hand], [0.068, 0.062], cuff))
    end = np.asarray(hand) + (np.asarray(hand) - np.asarray(elbow)) * 0.18
    body.wear("arms", limb([hand, tuple(end)], [0.044 * girth, 0.038 * girth], skin))


def belt(body: Body, z: float, radius: float, wide: float = 1.15) -> None:
    body.wear(
        "dress",
        loft(
            [
                ring(radius + 0.005, z - 0.03, 18, wide),
                ring(radius + 0.018, z - 0.025, 18, wide),
                ring(radius + 0.018, z + 0.025, 18, wide),
                ring(radius + 0.005, z + 0.03, 18, wide),
            ],
            LEATHER,
        ),
    )
    body.wear("dress", box((radius, -0.035, z - 0.035), (radius + 0.035, 0.035, z + 0.035), GOLD))


def coat(body: Body, cloth: Paint, hem: float = 0.38, **cut: float) -> None:
    body.wear("torso", shirt(hem, 0.66, 1.04, cloth, **cut))


def ruff(body: Body, z: float = 1.07, cloth: Paint = WHITE) -> None:
    body.wear(
        "dress",
        loft(
            [
                ring(0.07, z - 0.02, 18),
                ring(0.14, z - 0.015, 18, 1, 0.1, 9),
                ring(0.13, z + 0.03, 18, 1, 0.1, 9),
                ring(0.06, z + 0.035, 18),
            ],
            cloth,
        ),
    )


def buttons(body: Body, low: float, high: float, count: int = 4) -> None:
    for z in np.linspace(low, high, count):
        body.wear(
            "dress", ball((0.19 + 0.02 * float(np.sin((z - low) * 6)), 0.0, float(z)), (0.02, 0.02, 0.02), GOLD, 6)
        )


def robe(
    body: Body,
    cloth: Paint,
    hem: float = 0.34,
    waist: float = 0.2,
    folds: float = 0.1,
    foot: float = BASE,
    part: str = "torso",
) -> None:
    """A garment from the shoulders to the feet."""
    rings = [
        ring(hem, foot, 20, 1.05, folds, 7),
        ring((hem * 2 + waist) / 3, 0.36, 20, 1.05, folds * 0.8, 7),
        ring(waist, 0.66, 20, 1.1, folds * 0.4, 7),
        ring(0.195, 0.88, 20, 1.17),
        ring(0.19, 0.97, 20, 1.25),
        ring(0.12, 1.05, 20, 1.2),
        ring(0.07, 1.09, 20),
    ]
    body.wear(part, loft(rings, cloth))


def gown(body: Body, cloth: Paint, hem: float = 0.36, waist: float = 0.125, folds: float = 0.12) -> None:
    """A lady's bodice and skirts."""
    rings = [
        ring(hem, BASE, 20, 1.03, folds, 7),
        ring(hem * 0.9, 0.32, 20, 1.04, folds * 0.9, 7),
        ring(hem * 0.6, 0.56, 20, 1.1, folds * 0.5, 7),
        ring(waist, 0.7, 20, 1.1),
        ring(0.155, 0.86, 20, 1.15),
        ring(0.145, 0.96, 20, 1.2),
        ring(0.065, 1.05, 20),
    ]
    body.wear("torso", loft(rings, cloth))


def hood(body: Body, cloth: Paint, z: float = 1.22, point: float = 0.2) -> None:
    """A hood round the head, open before the face, its point hanging back."""
    shell = ball((-0.015, 0, z), (0.145, 0.135, 0.165), cloth, 12)
    body.wear("hat", shell - box((0.05, -0.2, z - 0.3), (0.4, 0.2, z + 0.09), cloth))
    if point:
        body.wear(
            "hat",
            limb(
                [(-0.05, 0, z + 0.11), (-point, 0, z + 0.07), (-point - 0.06, 0, z - 0.05)], [0.08, 0.05, 0.02], cloth
            ),
        )


def shoulders(body: Body, cloth: Paint, bottom: float = 0.9, wide: float = 0.27) -> None:
    """A short cape over the shoulders."""
    rings = [ring(wide, bottom, 18, 1.2, 0.07, 8), ring(wide * 0.82, 1.0, 18, 1.15, 0.03, 8), ring(0.085, 1.1, 18)]
    body.wear("cloak", loft(rings, cloth))


def claw(body: Body, hand: Point, way: Point, paint: Paint, long: float = 0.13, size: float = 0.05) -> None:
    """A hand of three talons."""
    at, along = np.asarray(hand, float), np.asarray(way, float)
    along = along / np.linalg.norm(along)
    side = np.cross(along, [0, 0, 1.0])
    side = side / max(float(np.linalg.norm(side)), 1e-6)
    for spread in (-0.5, 0.0, 0.5):
        tip = at + (along + side * spread) * long + np.array([0, 0, -0.25 * long])
        knuckle = at + (along + side * spread) * size
        body.wear("arms", limb([tuple(at), tuple(knuckle), tuple(tip)], [size, size * 0.5, size * 0.12], paint, 6))
