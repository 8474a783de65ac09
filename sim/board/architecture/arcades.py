"""Arcades: a walk under the front of a house, behind arches."""

from __future__ import annotations

from shapely.geometry import Polygon
from shapely.geometry import box as rect
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame
from sim.board.architecture.house import House
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening, cutter, draw
from sim.board.architecture.paint import Paint
from sim.board.architecture.plans import HousePlan
from sim.board.architecture.solid import PaintedSolid, panel, prism

__all__ = ["arches_from_above", "has_arcade", "with_arcade"]

_WALK, _FRONT = 1.6, 0.34  # inches: how deep the walk is, and how thick its piers are
_DOOR = "#6b2f22"


def has_arcade(plan: HousePlan, walls: list[Frame], ahead: int | None) -> bool:
    return plan.arcade and not plan.ruin and ahead is not None and walls[ahead].width >= 2.6


def _arches(wall: Frame) -> tuple[list[float], float]:
    """The middles of the arches of a walk, and how wide they are."""
    room = wall.width - 0.4
    count = max(1, int(room / 1.75))
    return [0.2 + (k + 0.5) * room / count for k in range(count)], min(1.6, room / count - 0.34)


def arches_from_above(wall: Frame) -> BaseGeometry:
    """Where the arches of a walk go through its front: the plinth has gaps there."""
    middles, wide = _arches(wall)
    strips = [
        Polygon([wall.point(a + s * wide / 2, 0.0, out)[:2] for s, out in ((-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5))])
        for a in middles
    ]
    return unary_union(strips)


def with_arcade(model: Model, body: PaintedSolid, plot: Polygon, wall: Frame, house: House, door: bool) -> PaintedSolid:
    """The body with a walk cut out behind its front, arches into it, and a door at its back."""
    height, deep = house.storeys[0].height - 0.2, _FRONT + _WALK
    inside = plot.buffer(-_FRONT, join_style="mitre")
    corners = [wall.point(a, 0.0, out)[:2] for a, out in ((0, 0), (wall.width, 0), (wall.width, -deep), (0, -deep))]
    walk = inside.intersection(Polygon(corners))
    lining = Paint("plaster", "#d8ccb4", up=Paint("paving"))
    for part in getattr(walk, "geoms", [walk]):
        if part.area > 0.5:
            body = body - prism(part, -0.01, height, lining)
    middles, wide = _arches(wall)
    for along in middles:
        arch = Opening(along, 0.0, wide, height - 0.02, "round")
        low = Opening(along, -0.05, wide, height + 0.03, "round")
        body = body - panel(low.outline(4), wall, -_FRONT - 0.05, 0.5, Paint("stone", paint.STONE))
        ring = arch.outline().buffer(0.1, quad_segs=2).difference(arch.outline())
        ring = ring.intersection(rect(0, 0.0, wall.width, height + 1))
        model.sketch.panel(ring, wall, -0.02, 0.05, "stone", paint.STONE)
    back = Frame(tuple(wall.point(0.0, 0.0, -deep)), wall.along, wall.out, wall.width)
    entrance = Opening(wall.width / 2, 0.0, house.door_width, house.door_height, "round", door=_DOOR)
    edge = ((-1, -0.1), (1, -0.1), (1, -0.5), (-1, -0.5))
    behind = Polygon([back.point(wall.width / 2 + a, 0.0, out)[:2] for a, out in edge])
    if door and behind.within(plot.buffer(-0.1)):
        body = body - cutter(entrance, back, "#cfc2a8")
        draw(entrance, back, model.sketch)
    return body
