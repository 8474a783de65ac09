"""Roofs that can be walked on, the tiles drawn over them, and chimneys."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.board.architecture import paint
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint, linear
from sim.board.architecture.reckoned_sketch import ReckonedSketch
from sim.board.architecture.solid import PaintedSolid, box, hull, lathe

__all__ = ["PLUG", "chimney", "draw_eaves", "draw_ridge", "pitched", "stair_head", "terrace"]

Floats = NDArray[np.float64]
Slope = tuple[Floats, Floats, Floats, float]
PLUG = 0.1  # how far a roof reaches down into its house
_TILE, _OVER = 0.2125, 0.13  # width of a tile, and how far the lowest hangs over its wall


def pitched(
    model: Model,
    width: float,
    depth: float,
    eaves: float,
    pitch: float,
    wall: Paint,
    hip: bool,
    tone: str = paint.TILE,
    name: str = "roof",
    at: tuple[float, float] = (0, 0),
) -> float:
    """A gable or hipped roof over a house about `at`; its ridge runs along the longer side. Its height is returned."""
    long, short = max(width, depth), min(width, depth)
    rise = short / 2 * pitch
    back = short / 2 * 1.1 if hip else 0.0
    corners = [(x, y, 0.0) for x in (-long / 2, long / 2) for y in (-short / 2, short / 2)]
    ridge = [(-long / 2 + back, 0.0, rise), (long / 2 - back, 0.0, rise)]
    tiles = Paint("tile", tone)
    body = hull([*corners, *ridge], Paint(wall.material, wall.colour, up=tiles))
    plug = box((-long / 2 + 0.05, -short / 2 + 0.05, -PLUG), (long / 2 - 0.05, short / 2 - 0.05, 0.02), wall)
    turn = 0.0 if width >= depth else 90.0
    model.part(name, (body + plug).turned(turn).at(*at, eaves), material="tile")
    for slope in _slopes(long, short, rise, back):
        draw_eaves(model, slope, turn, (*at, eaves), tone)
    # ridge tiles along the top, and down the hips or the edges of the gables
    lines = [ridge, *([c, ridge[0 if c[0] < 0 else 1]] for c in corners)]
    for line in lines:
        draw_ridge(model, np.array(line), turn, (*at, eaves), tone)
    return eaves + rise


def _slopes(long: float, short: float, rise: float, back: float) -> list[Slope]:
    """The slopes as (eaves corner, along the eaves, up the slope, length of the eaves)."""
    found = []
    for side in (-1, 1):
        up = np.array([0.0, -side * short / 2, rise])
        along = np.array([-side, 0.0, 0.0])
        found.append((np.array([long / 2 * side, short / 2 * side, 0.0]), along, up / np.linalg.norm(up), long))
        if back:
            up = np.array([-side * back, 0.0, rise])
            along = np.array([0.0, side * 1.0, 0.0])
            found.append((np.array([long / 2 * side, -short / 2 * side, 0.0]), along, up / np.linalg.norm(up), short))
    return found


def draw_eaves(model: Model, slope: Slope, turn: float, at: tuple[float, float, float], tone: str) -> None:
    """The ends of the lowest tiles, hanging over the wall; the tiles above them are the renderer's texture."""
    origin, along, up, wide = slope
    normal = np.cross(along, up)
    normal *= np.sign(normal[2])
    count = max(1, round(wide / _TILE))
    if isinstance(model.sketch, ReckonedSketch):
        model.random.uniform(size=count)
        model.sketch.reckon(12 * count)
        return
    for k in range(count):
        foot = origin + along * (k + 0.5) * wide / count + normal * 0.005
        line = _turned(np.array([foot - up * _OVER, foot + up * 0.3]), turn) + np.asarray(at)
        model.sketch.tube(line, [0.1, 0.085], "tile", _shade(model, tone), sides=6)


def _turned(points: Floats, degrees: float) -> Floats:
    return points if degrees == 0 else np.stack([-points[:, 1], points[:, 0], points[:, 2]], axis=1)


def draw_ridge(model: Model, line: Floats, turn: float, at: tuple[float, float, float], tone: str) -> None:
    a, b = _turned(line, turn) + np.asarray(at)
    length = float(np.linalg.norm(b - a))
    if length < 0.3:
        return
    starts = np.arange(0, length, 0.42)
    if isinstance(model.sketch, ReckonedSketch):
        model.random.uniform(size=len(starts))
        model.sketch.reckon(14 * len(starts))
        return
    for start in starts:
        p, q = a + (b - a) * start / length, a + (b - a) * min(1.0, (start + 0.45) / length)
        model.sketch.tube([p, q + np.array([0, 0, 0.02])], [0.11, 0.09], "tile", _shade(model, tone), sides=7)


def _shade(model: Model, tone: str) -> Floats:
    return np.asarray(np.clip(np.asarray(linear(tone)) * model.random.uniform(0.7, 1.3), 0, 1))


def terrace(model: Model, width: float, depth: float, top: float, wall: str, gaps: tuple[str, ...] = ()) -> None:
    """A parapet round a flat roof; `gaps` names sides left open."""
    cap = Paint("stone", paint.STONE)
    x, y = width / 2, depth / 2
    strips = {
        "s": ((-x, -y), (x, -y + 0.14)),
        "n": ((-x, y - 0.14), (x, y)),
        "w": ((-x, -y), (-x + 0.14, y)),
        "e": ((x - 0.14, -y), (x, y)),
    }
    solid: PaintedSolid | None = None
    for side, (low, high) in strips.items():
        if side in gaps:
            continue
        wall_part = box((*low, top), (*high, top + 0.36), Paint("stucco", wall)) + box(
            (low[0], low[1], top + 0.36), (high[0], high[1], top + 0.45), cap
        )
        solid = wall_part if solid is None else solid + wall_part
    if solid is not None:
        model.part("parapet", solid, material="stucco")


def chimney(model: Model, name: str, x: float, y: float, base: float, height: float, wall: str) -> None:
    """A Venetian chimney: a square shaft under a wide bell that catches sparks."""
    shaft = box((-0.15, -0.15, -0.6), (0.15, 0.15, height * 0.6), Paint("stucco", wall))
    bell = lathe(
        [(0.1, height * 0.5), (0.17, height * 0.62), (0.3, height * 0.9), (0.33, height * 0.95), (0.1, height)],
        Paint("terracotta", "#b4623e"),
        10,
    )
    model.part(name, (shaft + bell).at(x, y, base), obstacle="small", material="stucco")


def stair_head(wall: str) -> PaintedSolid:
    """The little house over the stairs to a flat roof, under a pent roof."""
    hut = box((-0.9, -0.9, 0.0), (0.9, 0.9, 1.5), Paint("stucco", wall))
    corners = [(x, y, 1.5) for y in (-1.0, 1.0) for x in (-1.05, 1.05)]
    ridge = [(x, y, z) for y, z in ((-1.0, 1.6), (1.0, 2.1)) for x in (-1.05, 1.05)]
    return hut + hull([*corners, *ridge], Paint("tile", paint.TILE))
