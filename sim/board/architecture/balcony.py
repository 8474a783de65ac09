"""Balconies and railings: slabs to stand on, low rails to hide behind."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry import box as rect

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import PaintedSolid, box, gather, panel

__all__ = ["DEEP", "balcony", "balustrade"]

DEEP = 1.5  # room for a 30 mm base behind the rail
RAIL = 0.45
_STONE = Paint("stone", paint.STONE)
_BALUSTER = [(0.03, 0.0), (0.05, 0.03), (0.028, 0.08), (0.055, 0.18), (0.028, 0.3), (0.045, 0.36)]


def balcony(model: Model, name: str, frame: Frame, along: float, up: float, width: float, deep: float = DEEP) -> None:
    """A stone slab on brackets with its top at `up`, and a balustrade on its three open sides."""
    slab = panel(rect(along - width / 2, up - 0.14, along + width / 2, up), frame, -0.1, deep, _STONE)
    count = max(2, round(width / 1.3) + 1)
    for k in np.linspace(along - width / 2 + 0.2, along + width / 2 - 0.2, count):
        side = Frame(tuple(frame.point(k - 0.07, 0, 0)), frame.out, tuple(-np.asarray(frame.along)))
        bracket = Polygon(
            [
                (-0.1, up - 0.1),
                (-0.1, up - 0.44),
                (0.14, up - 0.42),
                (0.34, up - 0.33),
                (deep * 0.72, up - 0.24),
                (deep * 0.75, up - 0.1),
            ]
        )
        slab = slab + panel(bracket, side, -0.14, 0.0, _STONE)
    model.part(name, slab)
    corner = frame.point(along, up)
    own = Frame(tuple(corner), frame.along, frame.out)
    w = width / 2 - 0.07
    balustrade(
        model,
        f"{name}-rail",
        [own.point(-w, 0, 0.05), own.point(-w, 0, deep - 0.07), own.point(w, 0, deep - 0.07), own.point(w, 0, 0.05)],
    )


def balustrade(model: Model, name: str, line: list[np.ndarray], height: float = RAIL, gap: float = 0.25) -> None:
    """A stone rail on turned balusters along a line of points: square posts for the rules, turned ones to see."""
    solids: list[PaintedSolid] = []
    for a, b in pairwise(line):
        length = float(np.linalg.norm(b - a))
        way = (b - a) / length
        angle = float(np.degrees(np.arctan2(way[1], way[0])))
        solids.append(box((-0.06, -0.06, height - 0.09), (length + 0.06, 0.06, height), _STONE).turned(angle).at(*a))
        solids.append(box((-0.06, -0.055, -0.02), (length + 0.06, 0.055, 0.03), _STONE).turned(angle).at(*a))
        count = max(2, int(length / gap))
        for t in (np.arange(count) + 0.5) / count:
            post = a + (b - a) * t
            solids.append(box((-0.035, -0.035, 0.0), (0.035, 0.035, height - 0.05), _STONE).turned(angle).at(*post))
            model.sketch.lathe(
                [(r, z * height / 0.45) for r, z in _BALUSTER],
                post + np.array([0, 0, 0.03]),
                "stone",
                paint.STONE,
                sides=6,
            )
        pier = box((-0.075, -0.075, -0.02), (0.075, 0.075, height + 0.02), _STONE).turned(angle)
        solids += [pier.at(*end) for end in (a, b)]
    model.part(name, gather(solids), material="none")
    _draw_rail(model, line, height)


def _draw_rail(model: Model, line: list[np.ndarray], height: float) -> None:
    for a, b in pairwise(line):
        length = float(np.linalg.norm(b - a))
        way = (b - a) / length
        angle = float(np.degrees(np.arctan2(way[1], way[0])))
        middle = (a + b) / 2
        for low, high, half in ((height - 0.09, height, 0.06), (-0.02, 0.03, 0.055)):
            ends = np.array([[-length / 2 - 0.06, -half, low], [length / 2 + 0.06, half, high]]) + middle
            model.sketch.box(ends[0], ends[1], "stone", paint.STONE, turn=angle)
        for end in (a, b):
            model.sketch.box(
                end + np.array([-0.075, -0.075, -0.02]),
                end + np.array([0.075, 0.075, height + 0.02]),
                "stone",
                paint.STONE,
                turn=angle,
            )
