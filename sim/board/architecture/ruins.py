"""Ruins: a building without its insides, and a bite out of it that takes as much of it as is said."""

from __future__ import annotations

import manifold3d as m3
import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Point, Polygon
from shapely.geometry import box as rect

from sim.board.architecture.frame import Frame
from sim.board.architecture.house import House
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening
from sim.board.architecture.paint import Paint
from sim.board.architecture.plots import walls_over
from sim.board.architecture.reckoned_sketch import ReckonedSketch
from sim.board.architecture.solid import PaintedSolid, beam, box, join, panel, prism

__all__ = ["bite", "rubble_in", "ruined"]

Floats = NDArray[np.float64]

_THICK = 0.26  # inches: of walls
_FLOOR = 0.15
_STUMP = 0.5  # what always stands, and can be stepped over
_CORNERS = 14
_ROUGH = Paint("brick", "#e8dccb")
_DUST = Paint("rubble", "#a98a78")


def bite(plan: Polygon, height: float, share: float, random: np.random.Generator) -> tuple[PaintedSolid, Polygon]:
    """What a collapse takes away: a jagged cone round a place on the edge of a plan, wider above; and where it is half
    way up. It takes about `share` of what stands on the plan between its stump and `height`."""
    edge = plan.exterior
    middle = edge.interpolate(float(random.uniform(0.0, edge.length)))
    noise = random.uniform(0.78, 1.22, _CORNERS)
    lower = random.uniform(0.4, 0.62, _CORNERS)
    low, high = 0.0, 2.0 * float(np.hypot(*(np.array(plan.bounds[2:]) - plan.bounds[:2])))
    for _ in range(24):
        radius = (low + high) / 2
        if _star(middle, radius * noise).intersection(plan).area < share * plan.area:
            low = radius
        else:
            high = radius
    top, foot = high * noise * 1.25, high * noise * lower * min(1.0, 0.35 + share * 1.6)
    mid = _star(middle, high * noise)
    angle = np.arange(_CORNERS) * 2 * np.pi / _CORNERS
    way = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    z = _STUMP + (height - _STUMP) * random.uniform(0.35, 0.6, _CORNERS)
    rings = [
        np.column_stack([[middle.x, middle.y] + way * r[:, None], h])
        for r, h in (
            (foot, np.full(_CORNERS, _STUMP) + random.uniform(0.0, 0.35 * (1.0 - share), _CORNERS)),
            (high * noise, z),
            (top, np.full(_CORNERS, height + 6.0)),
        )
    ]
    points = np.concatenate([*rings, [[middle.x, middle.y, _STUMP], [middle.x, middle.y, height + 6.0]]])
    here, after = np.arange(_CORNERS), (np.arange(_CORNERS) + 1) % _CORNERS
    faces = []
    for level in (0, _CORNERS):
        a, b, c, d = here + level, after + level, after + level + _CORNERS, here + level + _CORNERS
        faces += [np.stack([a, b, c], 1), np.stack([a, c, d], 1)]
    count = len(points)
    faces.append(np.stack([after, here, np.full(_CORNERS, count - 2)], 1))
    faces.append(np.stack([here + 2 * _CORNERS, after + 2 * _CORNERS, np.full(_CORNERS, count - 1)], 1))
    mesh = m3.Mesh64(points, np.concatenate(faces).astype(np.uint64))
    return PaintedSolid.of(m3.Manifold(mesh), _ROUGH), mid


def _star(middle: Point, radii: Floats) -> Polygon:
    angle = np.arange(len(radii)) * 2 * np.pi / len(radii)
    return Polygon(np.stack([middle.x + radii * np.cos(angle), middle.y + radii * np.sin(angle)], axis=1))


def ruined(model: Model, plan: Polygon, house: House, roof: PaintedSolid | None, share: float, seed: int) -> None:
    """Add a house that has partly fallen down: what stands of walls, floors and roof, and rubble under the rest."""
    random = np.random.default_rng([seed, 7])
    taken, where = bite(plan, house.height, share, random)
    inner = plan.buffer(-_THICK, join_style="mitre")
    walls = prism(plan.difference(inner), 0.0, house.height, house.paint) - taken
    for wall, opening in _holes(house):
        walls = walls - panel(opening.outline(3), wall, -_THICK - 0.1, 0.5, _ROUGH)
        if isinstance(model.sketch, ReckonedSketch):
            model.sketch.reckon(200)
        elif not _gone(opening, wall, taken):
            _draw_surround(model, opening, wall)
    model.part("walls", walls, ruin=True, material=house.paint.material)
    boards = Paint("plain", "#5a4632")
    room = plan.buffer(-_THICK + 0.03, join_style="mitre")
    broken = PaintedSolid.of(taken.body, Paint("plain", "#3a2c22"))
    for number in range(1, len(house.storeys)):
        top = house.floor(number)
        left = prism(room, top - _FLOOR, top, boards) - broken
        if left.body.volume() > 0.05:
            model.part(f"floor-{number}", left, ruin=True, material="plain")
    _top(model, plan, house, roof, taken)
    heap = rubble_in(where.intersection(inner), share, random)
    if heap is not None:
        model.part("rubble", heap, kind="difficult", ruin=True, material="rubble")


def _gone(opening: Opening, wall: Frame, taken: PaintedSolid) -> bool:
    """Has any of the wall round an opening fallen?"""
    w, h = opening.width / 2 + 0.1, opening.height + 0.15
    around = rect(opening.along - w, opening.up, opening.along + w, opening.up + h)
    return float((panel(around, wall, -_THICK, 0.0, _ROUGH).body ^ taken.body).volume()) > 1e-6


def _draw_surround(model: Model, opening: Opening, wall: Frame) -> None:
    shape = opening.outline(4)
    ring = shape.buffer(0.085, join_style="mitre", mitre_limit=2.0).difference(shape)
    model.sketch.panel(ring.intersection(rect(-1, max(opening.up, 0.0), 99, 99)), wall, -0.06, 0.04, "stone", "#b8b0a0")


def _holes(house: House) -> list[tuple[Frame, Opening]]:
    """The windows and doors, gone through both ways."""
    assert house.plot is not None
    found = []
    for name, wall in enumerate(walls_over(house.plot)):
        if str(name) in house.blind:
            continue
        doors = [a for side, a, _ in house.doors if side == str(name)]
        for number, storey in enumerate(house.storeys):
            for along in house.places(str(name)):
                if number or all(abs(along - a) > house.door_width / 2 + storey.width for a in doors):
                    up = house.floor(number) + storey.sill
                    found.append((wall, Opening(float(along), up, storey.width, storey.tall, storey.shape)))
        found += [(wall, Opening(a, -0.05, house.door_width, house.door_height, "round")) for a in doors]
    return found


def _top(model: Model, plan: Polygon, house: House, roof: PaintedSolid | None, taken: PaintedSolid) -> None:
    """What is left of the roof: tiles over a hollow, or a flat slab."""
    if roof is None:
        left = prism(
            plan.buffer(-_THICK + 0.03, join_style="mitre"), house.height - 0.2, house.height, Paint("cotto", "#b98a6a")
        )
        left = left - taken
    else:
        left = (roof - roof.at(0.0, 0.0, -0.24)) - taken
    if left.body.volume() > 0.05:
        model.part("roof", left, ruin=True, material="cotto" if roof is None else "tile")


def rubble_in(area: Polygon, share: float, random: np.random.Generator) -> PaintedSolid | None:
    """Heaps of stones and beams on the ground of an area, low enough to climb over."""
    low = area.buffer(-0.3)
    if low.is_empty or low.area < 0.2:
        return None
    x0, y0, x1, y1 = low.bounds
    stones: list[PaintedSolid] = []
    wanted = int(min(40, 5 + low.area * (1.6 + 1.4 * share)))
    for _ in range(8 * wanted):
        if len(stones) == wanted:
            break
        x, y = float(random.uniform(x0, x1)), float(random.uniform(y0, y1))
        if low.contains(Point(x, y)):
            inward = min(1.0, float(low.exterior.distance(Point(x, y))) if isinstance(low, Polygon) else 0.5)
            stones.append(_stone(x, y, float(random.uniform(0.14, 0.3)) + 0.22 * inward, random))
    if not stones:
        return None
    spars = [s for s in (_spar(low, random) for _ in range(1 + int(3 * share))) if s is not None]
    x0, y0, x1, y1 = area.bounds
    ground = box((x0 - 1, y0 - 1, 0.0), (x1 + 1, y1 + 1, 3.0), _DUST)
    return join([*stones, *spars]) & ground


def _stone(x: float, y: float, size: float, random: np.random.Generator) -> PaintedSolid:
    """A broken lump that lies flat on the ground."""
    angle = np.arange(6) * np.pi / 3 + random.uniform(0, 1, 6)
    wide = size * random.uniform(0.8, 1.5, 6)
    foot = np.column_stack([x + wide * np.cos(angle), y + wide * np.sin(angle), np.full(6, -0.1)])
    top = np.column_stack(
        [
            x + 0.55 * wide * np.cos(angle),
            y + 0.55 * wide * np.sin(angle),
            size * random.uniform(0.35, 1.1, 6),
        ]
    )
    return PaintedSolid.of(m3.Manifold.hull_points(np.concatenate([foot, top])), _DUST)


def _spar(area: Polygon, random: np.random.Generator) -> PaintedSolid | None:
    """A charred beam that leans on the heap."""
    x0, y0, x1, y1 = area.bounds
    a = (float(random.uniform(x0, x1)), float(random.uniform(y0, y1)), -0.05)
    b = (float(random.uniform(x0, x1)), float(random.uniform(y0, y1)), float(random.uniform(0.4, 0.9)))
    if np.hypot(a[0] - b[0], a[1] - b[1]) < 0.8 or not (area.contains(Point(a[:2])) and area.contains(Point(b[:2]))):
        return None
    return beam(a, b, 0.09, Paint("plain", "#3a2c22"))
