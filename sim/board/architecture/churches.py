"""Churches: a tall nave, lower aisles as steps up to its roof, and a white front to the south."""

from __future__ import annotations

import numpy as np
from shapely.geometry import LineString, Polygon
from shapely.geometry import box as rect

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame, walls_of
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening, cutter, draw
from sim.board.architecture.paint import Paint
from sim.board.architecture.plans import ChurchPlan
from sim.board.architecture.solid import PaintedSolid, box, hull, join, panel

__all__ = ["church"]

_STONE = Paint("stone", paint.STONE)
_MARBLE = Paint("plaster", "#efe8da")
_AISLE, _SLOPE = 1.5, 0.5264  # width of an aisle, and the rise of the nave's roof over its run


def church(model: Model, plan: ChurchPlan) -> None:
    """Add all of a church to an empty model."""
    wide, top = plan.width, plan.height
    nave = round(wide / 2 - _AISLE if plan.aisles else wide / 2, 4)
    low = round(top * 8 / 15, 2) if plan.aisles else 0.0
    south = round(0.2 - plan.length / 2, 4)
    body = _body(plan, nave, low)
    at_front = Frame((-wide / 2, south - 0.15, 0), (1, 0, 0), (0, -1, 0), wide)
    front = Frame((-wide / 2, south - 0.1, 0), (1, 0, 0), (0, -1, 0), wide)
    body = body + panel(_facade(wide, nave, low, top), front, -0.3, 0.05, _MARBLE)
    for opening in _front_openings(wide, nave, low, top):
        body = body - cutter(opening, at_front, "#efe8da")
        draw(opening, at_front, model.sketch)
    for side in "ew":
        frame = walls_of(wide, plan.length - 0.4)[side]
        high = Frame((nave if side == "e" else -nave, south if side == "e" else -south, 0), frame.along, frame.out)
        rows = [(high, _lights(plan.length - 0.4, top - 1.5, "disc", 0.3))]
        if plan.aisles:
            rows.insert(0, (frame, _lights(plan.length - 0.4, 1.0, "gothic", 0.2)))
        for wall, openings in rows:
            for opening in openings:
                body = body - cutter(opening, wall, "#cfc2a8")
                draw(opening, wall, model.sketch)
    model.part("church", body, material="stucco")
    _draw_front(model, at_front, wide, nave, low, top)
    _draw_cross(model, south, top)
    steps = join(
        box((-1.4 - 0.25 * k, south - 0.15 - 0.28 * (3 - k), 0), (1.4 + 0.25 * k, south, 0.3 - 0.1 * k), _STONE)
        for k in range(3)
    )
    model.part("steps", steps)


def _body(plan: ChurchPlan, nave: float, low: float) -> PaintedSolid:
    """Nave and aisles under their roofs."""
    wall = Paint("stucco", plan.colour)
    tiled = Paint("stucco", plan.colour, up=Paint("tile", paint.TILE))
    south, north, top = round(0.2 - plan.length / 2, 4), round(plan.length / 2 + 0.2, 4), plan.height
    ridge = top - 0.05 + round(nave * _SLOPE, 2)
    body = box((-nave, south, 0), (nave, north, top), wall) + hull(
        [(x, y, z) for y in (south, north) for x, z in ((-nave, top - 0.05), (nave, top - 0.05), (0, ridge))], tiled
    )
    for s in (-1, 1) if low else ():
        inner, outer = s * round(nave - 0.1, 4), s * plan.width / 2
        a, b = sorted((inner, outer))
        ends = (round(south + 0.4, 4), round(north - 0.4, 4))
        body = body + (
            box((a, ends[0], 0), (b, ends[1], low), wall)
            + hull(
                [
                    *((x, y, low - 0.05) for y in ends for x in (inner, outer)),
                    *((inner, y, low + 0.55) for y in ends),
                ],
                tiled,
            )
        )
    return body


def _facade(wide: float, nave: float, low: float, top: float) -> Polygon:
    """The white front: a gable over the nave, and shoulders over the aisles."""
    a, b, m = wide / 2 - nave, wide / 2 + nave, wide / 2
    gable = top + 0.1 + max(1.2, nave * 0.63)
    if not low:
        return Polygon([(0, 0), (wide, 0), (wide, top + 0.1), (m, gable), (0, top + 0.1)])
    return Polygon(
        [
            (0.0, 0),
            (wide, 0),
            (wide, low + 0.2),
            (wide - 0.6, low + 0.7),
            (b, low + 1.1),
            (b, top + 0.1),
            (m, gable),
            (a, top + 0.1),
            (a, low + 1.1),
            (0.6, low + 0.7),
            (0, low + 0.2),
        ]
    )


def _front_openings(wide: float, nave: float, low: float, top: float) -> list[Opening]:
    found = [
        Opening(wide / 2, 0.0, 1.4, 2.1, "round", door="#5a2a20"),
        Opening(wide / 2, top - 1.7, 1.15, 1.15, "disc"),
    ]
    beside = (wide / 2 - nave) / 2 + 0.2 if low else wide / 2 - 1.6
    if low or beside > 0.6:
        found += [Opening(a, 1.0, 0.5, 1.4, "gothic") for a in (beside, wide - beside)]
    return found


def _lights(length: float, up: float, shape: str, edge: float) -> list[Opening]:
    """The windows of a long wall."""
    count = max(2, round(length / 2.4))
    size = (0.5, 1.5) if shape == "gothic" else (0.8, 0.8)
    first = 1.1 + edge
    return [Opening(float(along), up, *size, shape) for along in np.linspace(first, length - first, count)]


def _draw_front(model: Model, frame: Frame, wide: float, nave: float, low: float, top: float) -> None:
    put = model.sketch.panel
    a, b, m = wide / 2 - nave, wide / 2 + nave, wide / 2
    piers = [(a + 0.15, top - 0.1), (b - 0.15, top - 0.1)]
    if low:
        piers = [(0.15, low + 0.2), (a, top - 0.1), (b, top - 0.1), (wide - 0.15, low + 0.2)]
    for along, high in piers:
        put(rect(along - 0.15, 0, along + 0.15, high), frame, 0.0, 0.07, "stone", paint.STONE)
        put(rect(along - 0.2, high - 0.2, along + 0.2, high), frame, 0.0, 0.11, "stone", paint.STONE)
    bands = rect(a - 0.1, top - 0.25, b + 0.1, top - 0.05)
    if low:
        bands = rect(0, low - 0.25, wide, low - 0.1).union(bands)
    put(bands, frame, 0.0, 0.09, "stone", paint.STONE)
    gable = top + 0.1 + max(1.2, nave * 0.63)
    line = LineString([(a, top + 0.1), (m, gable), (b, top + 0.1)])
    put(line.buffer(0.08, cap_style="flat"), frame, -0.3, 0.1, "stone", paint.STONE)
    if low:
        left = [(0, low + 0.2), (0.6, low + 0.7), (a, low + 1.1)]
        right = [(wide - x, z) for x, z in left]
        shoulders = (
            LineString(left).buffer(0.07, cap_style="flat").union(LineString(right).buffer(0.07, cap_style="flat"))
        )
        put(shoulders, frame, -0.3, 0.1, "stone", paint.STONE)
    angle = np.arange(16) * np.pi / 8
    out = np.where(np.arange(16) % 2 == 1, 0.5, 0.18)
    petals = Polygon(np.stack([m + out * np.cos(angle), top - 1.125 + out * np.sin(angle)], axis=1))
    put(petals.exterior.buffer(0.03), frame, -0.17, -0.06, "stone", paint.STONE)


def _draw_cross(model: Model, south: float, top: float) -> None:
    model.sketch.lathe(
        [(0.1, 0), (0.1, 0.1), (0.05, 0.15), (0.09, 0.5), (0.05, 0.75), (0.08, 0.85), (0.0, 0.95)],
        (0, south, top + 1.3),
        "stone",
        paint.STONE,
        sides=8,
    )
    model.sketch.tube([(0, south, top + 2.2), (0, south, top + 2.75)], 0.025, "gold", paint.GILT)
    model.sketch.tube([(-0.15, south, top + 2.55), (0.15, south, top + 2.55)], 0.025, "gold", paint.GILT)
