"""Windows and doors: the recess that the rules know, and the stone, glass and shutters round it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from shapely import affinity
from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame
from sim.board.architecture.paint import Paint
from sim.board.architecture.reckoned_sketch import ReckonedSketch
from sim.board.architecture.sketch import Sketch
from sim.board.architecture.solid import PaintedSolid, panel

__all__ = ["Opening", "cutter", "draw"]

REVEAL = 0.2  # how deep an opening is set into its wall
_DARK = Paint("glass", paint.GLASS)


@dataclass(frozen=True)
class Opening:
    """A window or door: the middle of its sill on the wall, its size and its shape."""

    along: float
    up: float
    width: float
    height: float
    shape: str = "rect"  # rect, round, gothic, disc
    shutters: str | None = None
    flowers: bool = False
    door: str | None = None  # its colour
    lit: bool = False
    grille: bool = False

    def outline(self, steps: int = 5) -> Polygon:
        return affinity.translate(arch(self.width, self.height, self.shape, steps), self.along, self.up)


def arch(width: float, height: float, shape: str, steps: int = 5) -> Polygon:
    """An opening about (0, 0), the middle of its sill."""
    w = width / 2
    if shape == "rect":
        return box(-w, 0, w, height)
    if shape == "disc":
        turn = np.linspace(0, 2 * np.pi, 4 * steps, endpoint=False)
        return Polygon([(w * np.cos(t), height / 2 + w * np.sin(t)) for t in turn])
    if shape == "round":
        turn = np.linspace(0, np.pi, 2 * steps)
        return Polygon([(-w, 0), (w, 0), *((w * np.cos(t), height - w + w * np.sin(t)) for t in turn)])
    # gothic: an ogee, round at the shoulders and drawn up to a point
    rise = width * 0.95
    right = []
    for t in np.linspace(0, 1, steps + 1):
        x = w * (1 - t**1.6) * (1 + 0.12 * np.sin(np.pi * min(1.0, t * 1.6)))
        right.append((x, height - rise + rise * (0.62 * t + 0.38 * t**4)))
    return Polygon([(-w, 0), (w, 0), *right, *((-x, z) for x, z in right[-2::-1])])


def cutter(opening: Opening, frame: Frame, reveal: str) -> PaintedSolid:
    """What is cut out of the wall; the recess ends in dark glass or the door's wood."""
    behind = Paint("wood", opening.door) if opening.door else _DARK
    return panel(opening.outline(3), frame, -REVEAL, 0.5, Paint("plaster", reveal, up=behind, way=frame.out))


def draw(opening: Opening, frame: Frame, sketch: Sketch, detail: int = 2) -> None:
    """Surround, sill, bars or boards, shutters, flowers; with less `detail`, 1 or 0, not all of it."""
    if isinstance(sketch, ReckonedSketch):
        _reckon(opening, sketch, detail)
        return
    if opening.door:
        _draw_door(opening, frame, sketch)
        return
    a, z, w = opening.along, opening.up, opening.width
    if opening.shape != "disc":
        sketch.panel(box(a - w / 2 - 0.13, z - 0.09, a + w / 2 + 0.13, z), frame, -0.02, 0.12, "stone", paint.STONE)
    if detail:
        _draw_surround(opening, frame, sketch, detail)
    if opening.shutters:
        _draw_shutters(opening, frame, sketch, opening.shutters, detail < 2)
    if opening.flowers and detail == 2:
        _draw_flowers(opening, frame, sketch)


def _reckon(opening: Opening, sketch: ReckonedSketch, detail: int) -> None:
    """As `draw`, of what is not drawn."""
    plain = replace(opening, along=0.0, up=0.0, shutters=None, flowers=False, door=opening.door and paint.DARK_WOOD)
    sketch.reckon(_triangles_of(plain, detail))
    if opening.shutters and not opening.door:
        sketch.random.uniform(size=2)
        sketch.reckon(20 if detail < 2 else 80)
    if opening.flowers and detail == 2 and not opening.door:
        _draw_flowers(opening, Frame((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)), sketch)


@cache
def _triangles_of(opening: Opening, detail: int) -> int:
    """How many triangles an opening without shutters and flowers is drawn with, and some more, since rounding where it
    stands can add a corner."""
    sketch = Sketch(0)
    draw(opening, Frame((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)), sketch, detail)
    return sketch.count * 11 // 10 + 10


def _draw_surround(opening: Opening, frame: Frame, sketch: Sketch, detail: int) -> None:
    a, z, w, h = opening.along, opening.up, opening.width, opening.height
    shape = opening.outline(5 if detail == 2 else 4)
    mitred = opening.shape == "rect"
    ring = shape.buffer(0.085, join_style="mitre" if mitred else "round", quad_segs=detail).difference(shape)
    if opening.shape != "disc":
        ring = ring.intersection(box(a - w, z - 0.02, a + w, z + h + 1))
    sketch.panel(ring, frame, -0.06, 0.05, "stone", paint.STONE)
    if opening.lit:
        sketch.panel(shape, frame, -REVEAL, -REVEAL + 0.022, "lit_glass", "#ffc766")
    _draw_bars(opening, shape, frame, sketch, detail)


def _draw_bars(opening: Opening, shape: Polygon, frame: Frame, sketch: Sketch, detail: int) -> None:
    a, z, w, h = opening.along, opening.up, opening.width, opening.height
    bars = [box(a - 0.016, z, a + 0.016, z + h)]
    across = (1, 2, 3) if detail == 2 else (2,)
    bars += [box(a - w / 2, z + k * h / 4 - 0.012, a + w / 2, z + k * h / 4 + 0.012) for k in across]
    if opening.grille and detail == 2:
        bars += [box(a + k * w / 6 - 0.012, z, a + k * w / 6 + 0.012, z + h) for k in (-2, -1, 1, 2)]
    back, front, material, colour = (
        (-0.05, -0.02, "iron", paint.IRON) if opening.grille else (-REVEAL + 0.02, -REVEAL + 0.05, "wood", "#d8cfc0")
    )
    for bar in bars:
        sketch.panel(bar.intersection(shape), frame, back, front, material, colour)


def _draw_door(opening: Opening, frame: Frame, sketch: Sketch) -> None:
    shape = opening.outline()
    a, z, w, h = opening.along, opening.up, opening.width, opening.height
    ring = shape.buffer(0.13, join_style="mitre" if opening.shape == "rect" else "round", quad_segs=3).difference(shape)
    sketch.panel(ring.intersection(box(a - w, z, a + w, z + h + 1)), frame, -0.06, 0.07, "stone", paint.STONE)
    key = Polygon(
        [(a - 0.07, z + h - 0.04), (a + 0.07, z + h - 0.04), (a + 0.11, z + h + 0.2), (a - 0.11, z + h + 0.2)]
    )
    sketch.panel(key, frame, 0.0, 0.11, "stone", paint.STONE)
    boards = [box(a + k * w / 6 - 0.008, z, a + k * w / 6 + 0.008, z + h) for k in (-2, -1, 0, 1, 2)]
    sketch.panel(
        unary_union(boards).intersection(shape), frame, -REVEAL + 0.02, -REVEAL + 0.035, "wood", paint.DARK_WOOD
    )
    for k in (0.28, 0.68):
        band = box(a - w / 2, z + k * h - 0.03, a + w / 2, z + k * h + 0.03).intersection(shape)
        sketch.panel(band, frame, -REVEAL + 0.02, -REVEAL + 0.045, "iron", paint.IRON)
    knob = frame.point(a + w * 0.12, z + 0.75, -REVEAL + 0.05)
    sketch.lathe([(0.0, -0.03), (0.035, 0.0), (0.0, 0.03)], knob, "gold", paint.GILT, sides=6)


def _draw_shutters(opening: Opening, frame: Frame, sketch: Sketch, colour: str, plain: bool = False) -> None:
    a, z, w = opening.along, opening.up, opening.width
    h = opening.height if opening.shape == "rect" else opening.height - w * 0.5
    for side in (-1, 1):
        ajar = sketch.random.uniform(0.03, 0.4)
        along, out = np.asarray(frame.along, float), np.asarray(frame.out, float)
        leaf = along * side * np.cos(ajar) + out * np.sin(ajar)
        face = np.cross(leaf, [0.0, 0.0, 1.0])
        face *= np.sign(face @ out)
        hinge = frame.point(a + side * (w / 2 + 0.03), 0.0, 0.06)
        own = Frame(tuple(hinge), tuple(leaf), tuple(face))
        board = box(0, z + 0.02, w / 2 - 0.02, z + h - 0.02)
        sketch.panel(board, own, -0.02, 0.015, "shutter", colour)
        if plain:
            continue
        frame_shape = board.difference(box(0.035, z + 0.07, w / 2 - 0.055, z + h - 0.07))
        sketch.panel(frame_shape, own, 0.015, 0.03, "plain", colour)


def _draw_flowers(opening: Opening, frame: Frame, sketch: Sketch) -> None:
    a, z, w = opening.along, opening.up, opening.width
    sketch.panel(box(a - w / 2, z - 0.02, a + w / 2, z + 0.11), frame, 0.05, 0.24, "wood", "#8a4a30")
    bloom = ("#d0203a", "#f07a9a", "#f6e6ea", "#e8902a")[int(sketch.random.integers(4))]
    for k in np.linspace(-w / 2 + 0.06, w / 2 - 0.06, 5):
        centre = frame.point(a + k, z + 0.15, 0.16)
        sketch.leaves(centre, (0.1, 0.1, 0.09), 10, paint.LEAF, 0.055)
        sketch.leaves(centre + np.array([0, 0, 0.06]), (0.1, 0.1, 0.07), 5, bloom, 0.045, "flower")
