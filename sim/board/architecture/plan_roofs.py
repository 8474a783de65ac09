"""Roofs over any ground plan: hips and gables by its straight skeleton, terraces within a parapet, altane over both."""

from __future__ import annotations

import itertools

import manifold3d as m3
import mapbox_earcut
import numpy as np
from numpy.typing import NDArray
from shapely import maximum_inscribed_circle
from shapely.geometry import Point, Polygon
from shapely.geometry.polygon import orient

from sim.board.architecture import paint
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.roofs import PLUG, draw_eaves, draw_ridge
from sim.board.architecture.solid import PaintedSolid, gather, prism
from sim.board.architecture.wavefront import Frustum, inward_layers

__all__ = ["draw_tiles", "gable_ends", "height_over", "middle_of", "parapet_round", "pitched_over"]

Floats = NDArray[np.float64]

_RIDGE = 0.004  # inches: what is left open at the top of a skeleton
_PARAPET = (0.14, 0.36, 0.45)  # how thick, how high the wall, how high with its coping


def gable_ends(plan: Polygon) -> Floats:
    """The speeds of the edges of a plan, for a roof with gables: the short ends between two outer corners stand."""
    ring = np.array(orient(plan).exterior.coords)[:-1, :2]
    along = np.roll(ring, -1, axis=0) - ring
    length = np.hypot(along[:, 0], along[:, 1])
    along /= length[:, None]
    before = np.roll(along, 1, axis=0)
    outer = before[:, 0] * along[:, 1] - before[:, 1] * along[:, 0] > 0.8
    speeds = np.ones(len(ring))
    for k in np.argsort(length, kind="stable"):
        left, right = (k - 1) % len(ring), (k + 1) % len(ring)
        ends = outer[k] and outer[right] and speeds[left] and speeds[right]
        if ends and length[k] <= min(length[left], length[right]) + 1e-6:
            speeds[k] = 0.0
    return speeds


def pitched_over(plan: Polygon, eaves: float, pitch: float, speeds: Floats, wall: Paint) -> PaintedSolid:
    """The roof over a plan, from just under its eaves up; its slopes are tiled, its gables are as the wall."""
    skin = Paint(wall.material, wall.colour, up=Paint("tile", paint.TILE))
    inner = plan.buffer(-0.05, join_style="mitre")
    roof = prism(inner, eaves - PLUG, eaves + 0.02, wall)
    for layer in inward_layers(plan, speeds):
        roof = roof + _frustum(layer, eaves, pitch, skin)
    return PaintedSolid(roof.body.simplify(_RIDGE), roof.paints)


def _frustum(layer: Frustum, eaves: float, pitch: float, skin: Paint) -> PaintedSolid:
    """A layer of the skeleton as a solid; a layer over another reaches a little into it."""
    count = len(layer.foot)
    low = eaves + layer.low * pitch
    rings = [np.column_stack([layer.foot, np.full(count, low)])]
    if layer.low:
        rings.insert(0, np.column_stack([layer.foot, np.full(count, low - 0.02)]))
    rings.append(np.column_stack([layer.top, np.full(count, eaves + layer.high * pitch)]))
    here, after = np.arange(count), (np.arange(count) + 1) % count
    faces = []
    for level in range(len(rings) - 1):
        a, b, c, d = (k + (level + up) * count for k, up in ((here, 0), (after, 0), (after, 1), (here, 1)))
        faces += [np.stack([a, b, c], 1), np.stack([a, c, d], 1)]
    ends = np.array([count], np.uint32)
    foot = mapbox_earcut.triangulate_float64(np.ascontiguousarray(layer.foot), ends).reshape(-1, 3).astype(np.int64)
    top = mapbox_earcut.triangulate_float64(np.ascontiguousarray(layer.top), ends).reshape(-1, 3).astype(np.int64)
    faces += [_wound(foot, layer.foot)[:, ::-1], _wound(top, layer.top) + (len(rings) - 1) * count]
    mesh = m3.Mesh64(np.concatenate(rings), np.concatenate(faces).astype(np.uint64))
    return PaintedSolid.of(m3.Manifold(mesh), skin)


def _wound(faces: NDArray[np.int64], ring: Floats) -> NDArray[np.int64]:
    """Triangles of a ring, all anticlockwise."""
    a, b, c = (ring[faces[:, k]] for k in range(3))
    clockwise = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0] < 0
    return np.asarray(np.where(clockwise[:, None], faces[:, ::-1], faces))


def height_over(roof: PaintedSolid, x: float, y: float, otherwise: float) -> float:
    """How high a roof is over a place."""
    triangles = np.concatenate([t for _, t in roof.faces()])
    a, b, c = (triangles[:, k] for k in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    up = area > 1e-9
    a, b, c, area = a[up], b[up], c[up], area[up]
    u = ((b[:, 0] - x) * (c[:, 1] - y) - (b[:, 1] - y) * (c[:, 0] - x)) / area
    v = ((c[:, 0] - x) * (a[:, 1] - y) - (c[:, 1] - y) * (a[:, 0] - x)) / area
    inside = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9)
    if not inside.any():
        return otherwise
    w = 1 - u - v
    return float((u * a[:, 2] + v * b[:, 2] + w * c[:, 2])[inside].max())


def middle_of(plan: Polygon) -> tuple[Point, float]:
    """The point furthest from all walls, and how far that is."""
    line = maximum_inscribed_circle(plan, tolerance=0.05)
    return Point(line.coords[0]), float(line.length)


def draw_tiles(model: Model, plan: Polygon, roof: PaintedSolid, eaves: float, pitch: float, speeds: Floats) -> None:
    """The ends of the lowest tiles along the eaves, and round tiles along ridges, hips and gables."""
    ring = np.array(orient(plan).exterior.coords)[:, :2]
    for k, speed in enumerate(speeds):
        a, b = ring[k], ring[k + 1]
        wide = float(np.hypot(*(b - a)))
        if not speed or wide < 0.3:
            continue
        along = np.array([*(b - a) / wide, 0.0])
        up = np.array([-along[1], along[0], pitch])
        draw_eaves(model, (np.array([*a, 0.0]), along, up / np.linalg.norm(up), wide), 0.0, (0, 0, eaves), paint.TILE)
    for line in _crests(roof):
        draw_ridge(model, line, 0.0, (0, 0, 0), paint.TILE)


def _crests(roof: PaintedSolid) -> list[Floats]:
    """The edges of a roof from which it falls to both sides, each as two points."""
    triangles = np.concatenate([t for _, t in roof.faces()])
    points, index = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    sides = {(int(a), int(b)): k for k, face in enumerate(faces) for a, b in zip(face, np.roll(face, -1), strict=True)}
    found = []
    for (a, b), k in sides.items():
        other = sides.get((b, a))
        if other is None or a > b or max(normals[k, 2], normals[other, 2]) < 0.5:
            continue
        opposite = points[next(int(c) for c in faces[other] if c not in (a, b))]
        falls = float(normals[k] @ (opposite - points[a])) < -1e-3
        if falls and min(normals[k, 2], normals[other, 2]) > -0.1 and float(normals[k] @ normals[other]) < 0.98:
            found.append(points[[a, b]])
    return sorted(found, key=lambda line: line.ravel().tolist())


def parapet_round(plan: Polygon, top: float, wall: Paint, merlons: bool) -> PaintedSolid:
    """A low wall along the edge of a flat roof, with a stone coping, and with merlons on it."""
    thick, high, coping = _PARAPET
    stone = Paint("stone", paint.STONE)
    ring = plan.difference(plan.buffer(-thick, join_style="mitre"))
    solid = prism(ring, top, top + high, wall) + prism(ring, top + high, top + coping, stone)
    if not merlons:
        return solid
    teeth = []
    corners = np.array(orient(plan).exterior.coords)[:, :2]
    for a, b in itertools.pairwise(corners):
        wide = float(np.hypot(*(b - a)))
        way = (b - a) / wide
        inward = np.array([-way[1], way[0]])
        for place in (np.arange(int(wide / 0.75)) + 0.5) * wide / max(1, int(wide / 0.75)):
            foot = a + way * place
            base = [foot + way * s * 0.17 + inward * d for s in (-1, 1) for d in (0.02, 0.12)]
            tooth = [(*p, z) for p in base for z in (top + coping - 0.01, top + coping + 0.32)]
            tooth += [(*(foot + inward * d), top + coping + 0.5) for d in (0.02, 0.12)]
            teeth.append(PaintedSolid.of(m3.Manifold.hull_points(np.array(tooth)), stone))
    return gather([solid, *teeth]) if teeth else solid
