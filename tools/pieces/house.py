"""A house: a solid body that is not entered, openings by storey and side, cornices, quoins and a roof."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from shapely.geometry import box as rect

from pieces import paint
from pieces.frame import Frame, walls_of
from pieces.model import Model
from pieces.openings import Opening, cutter, draw
from pieces.paint import Paint
from pieces.roofs import pitched, terrace
from pieces.solid import Solid, box


@dataclass(frozen=True)
class Storey:
    """One floor: its height, and the windows of each side that has them."""

    height: float
    shape: str = "rect"
    width: float = 0.52
    tall: float = 1.0
    sill: float = 0.5
    shutters: bool = True
    grille: bool = False


@dataclass(frozen=True)
class House:
    """The plan of a house about the middle of its ground floor."""

    width: float
    depth: float
    storeys: tuple[Storey, ...]
    wall: str
    shutter: str = paint.GREEN_SHUTTER
    roof: str = "hip"  # hip, gable, flat
    pitch: float = 0.42
    brick: bool = False
    doors: tuple[tuple[str, float, str], ...] = ()  # side, middle along the wall, colour
    spacing: float = 1.35
    skip: frozenset[tuple[str, int, int]] = field(default_factory=frozenset)  # (side, storey, number) without window
    tall_at: frozenset[tuple[str, int, int]] = field(default_factory=frozenset)  # doors onto balconies
    quoins: bool = True
    flowers: float = 0.3
    lit: float = 0.1
    gaps: tuple[str, ...] = ()
    door_width: float = 1.15
    door_height: float = 1.62

    @property
    def height(self) -> float:
        return sum(s.height for s in self.storeys)

    def floor(self, storey: int) -> float:
        return sum(s.height for s in self.storeys[:storey])

    def places(self, side: str) -> np.ndarray:
        """The middles of its windows along one side."""
        wide = self.width if side in "sn" else self.depth
        count = max(1, int(wide / self.spacing))
        return np.asarray((np.arange(count) + 0.5) * wide / count)


def build(model: Model, plan: House) -> Model:
    """Add the body, roof and detail of a house to a model."""
    wall = Paint("brick" if plan.brick else "stucco", "#ffffff" if plan.brick else plan.wall)
    top = Paint("cotto", "#b98a6a") if plan.roof == "flat" else wall
    body = box(
        (-plan.width / 2, -plan.depth / 2, 0.0),
        (plan.width / 2, plan.depth / 2, plan.height),
        Paint(wall.material, wall.colour, up=top),
    )
    for side, frame in walls_of(plan.width, plan.depth).items():
        body = _side(model, plan, side, frame, body)
    model.part("house", body, material=wall.material)
    if plan.roof == "flat":
        terrace(model, plan.width, plan.depth, plan.height, plan.wall, plan.gaps)
    else:
        pitched(model, plan.width, plan.depth, plan.height, plan.pitch, wall, plan.roof == "hip")
    return model


def _side(model: Model, plan: House, side: str, frame: Frame, body: Solid) -> Solid:
    openings = []
    doors = [(a, colour) for s, a, colour in plan.doors if s == side]
    for number, storey in enumerate(plan.storeys):
        floor = plan.floor(number)
        for place, along in enumerate(plan.places(side)):
            if (side, number, place) in plan.skip:
                continue
            if number == 0 and any(abs(along - a) < plan.door_width / 2 + storey.width for a, _ in doors):
                continue
            if (side, number, place) in plan.tall_at:
                openings.append(Opening(along, floor + 0.02, 0.62, 1.5, storey.shape, None))
                continue
            shut = plan.shutter if storey.shutters and storey.shape == "rect" and model.random.random() < 0.9 else None
            flowers = number > 0 and not storey.grille and model.random.random() < plan.flowers
            lit = model.random.random() < plan.lit
            openings.append(
                Opening(
                    along,
                    floor + storey.sill,
                    storey.width,
                    storey.tall,
                    storey.shape,
                    shut,
                    flowers,
                    None,
                    lit,
                    storey.grille,
                )
            )
    openings += [
        Opening(a, 0.0, plan.door_width, plan.door_height, "round", None, False, colour) for a, colour in doors
    ]
    for opening in openings:
        body = body - cutter(opening, frame, "#cfc2a8")
        draw(opening, frame, model.sketch)
    _mouldings(model, plan, frame)
    return body


def _mouldings(model: Model, plan: House, frame: Frame) -> None:
    w, top = frame.width, plan.height
    put = model.sketch.panel
    put(rect(-0.03, -0.02, w + 0.03, 0.22), frame, 0.0, 0.045, "stone", "#cfc6b4")
    for number in range(1, len(plan.storeys)):
        z = plan.floor(number)
        put(rect(-0.04, z - 0.06, w + 0.04, z + 0.04), frame, 0.0, 0.05, "stone", paint.STONE)
    crown = (
        ((0.34, 0.2, 0.05), (0.2, 0.1, 0.09), (0.1, 0.0, 0.12))
        if plan.roof != "flat"
        else ((0.2, 0.08, 0.06), (0.08, 0.0, 0.1))
    )
    for low, high, out in crown:
        put(rect(-out, top - low, w + out, top - high), frame, 0.0, out, "stone", paint.STONE)
    if plan.roof != "flat":
        for along in np.arange(0.15, w, 0.3):
            put(rect(along - 0.045, top - 0.32, along + 0.045, top - 0.2), frame, 0.05, 0.09, "stone", paint.STONE)
    if plan.quoins:
        z, long = 0.25, True
        while z + 0.3 < top - 0.4:
            size = 0.34 if long else 0.22
            for a, b in ((-0.03, size), (w - size, w + 0.03)):
                put(rect(a, z, b, z + 0.26), frame, 0.0, 0.035, "stone", paint.STONE)
            z, long = z + 0.3, not long
