"""A house: a solid body that is not entered, openings by storey and side, cornices, quoins and a roof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry import box as rect
from shapely.geometry.base import BaseGeometry

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame, walls_of
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening, cutter, draw
from sim.board.architecture.paint import Paint
from sim.board.architecture.plots import walls_over
from sim.board.architecture.reckoned_sketch import ReckonedSketch
from sim.board.architecture.roofs import pitched, terrace
from sim.board.architecture.solid import PaintedSolid, box, prism

__all__ = ["House", "Storey", "build", "carved"]


_WINDOW = 1.2  # inches: no window in a narrower wall


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
    plot: Polygon | None = None  # its ground plan, where that is not `width` by `depth`
    blind: frozenset[str] = field(default_factory=frozenset)  # sides without windows
    added: Mapping[str, tuple[Opening, ...]] = field(default_factory=dict)  # more openings of a side
    detail: int = 2  # of its windows: see `draw`
    footing: BaseGeometry | None = None  # what has a plinth, where that is not all of its plot

    @property
    def height(self) -> float:
        return sum(s.height for s in self.storeys)

    def floor(self, storey: int) -> float:
        return sum(s.height for s in self.storeys[:storey])

    def walls(self) -> dict[str, Frame]:
        """Its walls by their names: the way they face, or their number on the ground plan."""
        if self.plot is None:
            return walls_of(self.width, self.depth)
        return {str(number): wall for number, wall in enumerate(walls_over(self.plot))}

    def places(self, side: str) -> np.ndarray:
        """The middles of its windows along one side."""
        wide = self.walls()[side].width
        count = 0 if wide < _WINDOW else max(1, int(wide / self.spacing))
        return np.asarray((np.arange(count) + 0.5) * wide / max(count, 1))

    @property
    def paint(self) -> Paint:
        """Of its walls."""
        return Paint("brick", "#ffffff") if self.brick else Paint("stucco", self.wall)


def build(model: Model, plan: House) -> Model:
    """Add the body, roof and detail of a rectangular house to a model."""
    wall = plan.paint
    model.part("house", carved(model, plan), material=wall.material)
    if plan.roof == "flat":
        terrace(model, plan.width, plan.depth, plan.height, plan.wall, plan.gaps)
    else:
        pitched(model, plan.width, plan.depth, plan.height, plan.pitch, wall, plan.roof == "hip")
    return model


def carved(model: Model, plan: House) -> PaintedSolid:
    """The body of a house under its roof, with the recesses of all openings; what is seen of them is drawn."""
    wall = plan.paint
    top = Paint("cotto", "#b98a6a") if plan.roof == "flat" else wall
    skin = Paint(wall.material, wall.colour, up=top)
    if plan.plot is None:
        body = box((-plan.width / 2, -plan.depth / 2, 0.0), (plan.width / 2, plan.depth / 2, plan.height), skin)
    else:
        body = prism(plan.plot, 0.0, plan.height, skin)
    for side, frame in plan.walls().items():
        for opening in _openings(model, plan, side):
            body = body - cutter(opening, frame, "#cfc2a8")
            draw(opening, frame, model.sketch, plan.detail)
        if plan.plot is None:
            _mouldings(model, plan, frame)
        elif plan.quoins:
            _quoins(model, plan, frame)
    if plan.plot is not None:
        _bands(model, plan, plan.plot)
    return body


def _openings(model: Model, plan: House, side: str) -> list[Opening]:
    if side in plan.blind:
        return []
    doors = [(a, colour) for s, a, colour in plan.doors if s == side]
    added = list(plan.added.get(side, ()))
    openings = []
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
            if any(_crosses(one, along, floor, storey) for one in added):
                continue
            openings.append(_window(model, plan, number, along))
    openings += [
        Opening(a, 0.0, plan.door_width, plan.door_height, "round", None, False, colour) for a, colour in doors
    ]
    return openings + added


def _window(model: Model, plan: House, number: int, along: float) -> Opening:
    storey = plan.storeys[number]
    shut = plan.shutter if storey.shutters and storey.shape == "rect" and model.random.random() < 0.9 else None
    flowers = number > 0 and not storey.grille and model.random.random() < plan.flowers
    lit = model.random.random() < plan.lit
    sill = plan.floor(number) + storey.sill
    return Opening(along, sill, storey.width, storey.tall, storey.shape, shut, flowers, None, lit, storey.grille)


def _crosses(one: Opening, along: float, floor: float, storey: Storey) -> bool:
    beside = abs(one.along - along) < (one.width + storey.width) / 2 + 0.25
    return beside and one.up < floor + storey.height and floor < one.up + one.height


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
        _quoins(model, plan, frame)


def _quoins(model: Model, plan: House, frame: Frame) -> None:
    w, top, put = frame.width, plan.height, model.sketch.panel
    if isinstance(model.sketch, ReckonedSketch):
        model.sketch.reckon(20 * (int(top / 0.3) + 1))
        return
    z, long = 0.25, True
    while z + 0.3 < top - 0.4:
        size = 0.34 if long else 0.22
        for a, b in ((-0.03, size), (w - size, w + 0.03)):
            put(rect(a, z, b, z + 0.26), frame, 0.0, 0.035, "stone", paint.STONE)
        z, long = z + 0.3, not long


def _bands(model: Model, plan: House, plot: Polygon) -> None:
    """Plinth, string courses and cornice round a ground plan, mitred at its corners."""
    top, flat = plan.height, plan.roof == "flat"
    if isinstance(model.sketch, ReckonedSketch):
        walls = len(plot.exterior.coords)
        blocks = sum(int(frame.width / 0.3) + 1 for frame in plan.walls().values())
        model.sketch.reckon((len(plan.storeys) + 3) * 3 * (3 * walls + 4) + 10 * blocks)
        return
    bands = [(-0.02, 0.22, 0.045, "#cfc6b4")]
    bands += [(plan.floor(n) - 0.06, plan.floor(n) + 0.04, 0.05, paint.STONE) for n in range(1, len(plan.storeys))]
    crown = ((0.2, 0.08, 0.06), (0.08, 0.0, 0.1)) if flat else ((0.34, 0.2, 0.05), (0.2, 0.1, 0.09), (0.1, 0.0, 0.12))
    bands += [(top - low, top - high, out, paint.STONE) for low, high, out in crown]
    for low, high, out, colour in bands:
        ring = plot.buffer(out, join_style="mitre").difference(plot)
        if low < 0 and plan.footing is not None:
            ring = ring.intersection(plan.footing.buffer(0.06, join_style="mitre"))
        model.sketch.slab(ring, low, high, "stone", colour)
    if flat or plan.detail < 2:
        return
    for frame in plan.walls().values():
        for along in np.arange(0.15, frame.width, 0.3):
            block = rect(along - 0.045, top - 0.32, along + 0.045, top - 0.2)
            model.sketch.panel(block, frame, 0.05, 0.09, "stone", paint.STONE)
