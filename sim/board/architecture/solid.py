"""Closed solids that remember the paint of every face, on manifold3d: what the rules measure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import manifold3d as m3
import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

from sim.board.architecture.frame import Frame
from sim.board.architecture.paint import Paint
from sim.board.architecture.slivers import SLIVER, without_slivers

__all__ = ["PaintedSolid", "ball", "beam", "box", "gather", "hull", "join", "lathe", "panel", "prism"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class PaintedSolid:
    """A closed solid. `+` joins, `-` cuts, `&` keeps what is common; faces keep the paint of their solid."""

    def __init__(self, body: m3.Manifold, paints: dict[int, Paint]) -> None:
        self.body = body
        self.paints = paints
        self._faces: list[tuple[Paint, Floats]] | None = None

    @classmethod
    def of(cls, body: m3.Manifold, paint: Paint) -> PaintedSolid:
        made = body.as_original()
        return cls(made, {made.original_id(): paint})

    def __add__(self, other: PaintedSolid) -> PaintedSolid:
        return PaintedSolid(self.body + other.body, {**self.paints, **other.paints})

    def __sub__(self, other: PaintedSolid) -> PaintedSolid:
        return PaintedSolid(self.body - other.body, {**self.paints, **other.paints})

    def __and__(self, other: PaintedSolid) -> PaintedSolid:
        return PaintedSolid(self.body ^ other.body, {**self.paints, **other.paints})

    def at(self, x: float, y: float, z: float = 0.0) -> PaintedSolid:
        return PaintedSolid(self.body.translate((x, y, z)), self.paints)

    def turned(self, degrees: float, about: str = "z") -> PaintedSolid:
        angles = {"x": (degrees, 0.0, 0.0), "y": (0.0, degrees, 0.0), "z": (0.0, 0.0, degrees)}[about]
        return PaintedSolid(self.body.rotate(angles), self.paints)

    def scaled(self, x: float, y: float, z: float) -> PaintedSolid:
        return PaintedSolid(self.body.scale((x, y, z)), self.paints)

    def placed(self, frame: Frame) -> PaintedSolid:
        """From (along the wall, up, out of the wall) into the frame."""
        return PaintedSolid(self.body.transform(frame.matrix[:3]), self.paints)

    def faces(self) -> list[tuple[Paint, Floats]]:
        """Triangles by paint, in a stable order, their corners rounded."""
        if self._faces is None:
            self._faces = self._painted(*self._rounded())
        return self._faces

    def _rounded(self) -> tuple[Floats, Ints, Ints]:
        """Points, triangles, and the number of the solid that each triangle is of."""
        if self.body.is_empty():
            raise ValueError("nothing is left of a part")
        for tolerance in (1e-4, 4e-4, 1e-3, 2e-3):  # the finest that leaves no slivers
            mesh = self.body.simplify(tolerance).to_mesh()
            points = np.round(np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3], 4)
            corners = np.asarray(mesh.tri_verts, dtype=np.int64)
            runs = np.diff(np.asarray(mesh.run_index, dtype=np.int64) // 3)
            owner = np.repeat(np.asarray(mesh.run_original_id, dtype=np.int64), runs)
            a, b, c = (points[corners[:, k]] for k in range(3))
            folded = (a == b).all(1) | (b == c).all(1) | (c == a).all(1)  # two corners rounded into one
            if np.linalg.norm(np.cross(b - a, c - a), axis=1)[~folded].min() > SLIVER:
                return points, corners[~folded], owner[~folded]
        return without_slivers(points, corners, owner)

    def _painted(self, points: Floats, corners: Ints, owner: Ints) -> list[tuple[Paint, Floats]]:
        found: dict[Paint, list[Floats]] = {}
        _, first = np.unique(owner, return_index=True)
        for original in owner[np.sort(first)].tolist():
            paint = self.paints[original]
            triangles = points[corners[owner == original]]
            if paint.up is None:
                found.setdefault(paint, []).append(triangles)
                continue
            normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
            upward = normals @ np.asarray(paint.way) > 0.25 * np.linalg.norm(normals, axis=1)
            if upward.any():
                found.setdefault(paint.up, []).append(triangles[upward])
            if not upward.all():
                found.setdefault(Paint(paint.material, paint.colour), []).append(triangles[~upward])
        return [(paint, np.concatenate(chunks)) for paint, chunks in found.items()]


def join(solids: Iterable[PaintedSolid]) -> PaintedSolid:
    return reduce(lambda a, b: a + b, solids)


def gather(solids: Iterable[PaintedSolid]) -> PaintedSolid:
    """Solids side by side as they are, each a shell of its own: cheaper than joined where they cross."""
    parts = list(solids)
    paints = {key: paint for solid in parts for key, paint in solid.paints.items()}
    return PaintedSolid(m3.Manifold.compose([s.body for s in parts]), paints)


def box(low: Sequence[float], high: Sequence[float], paint: Paint) -> PaintedSolid:
    size = [b - a for a, b in zip(low, high, strict=True)]
    return PaintedSolid.of(m3.Manifold.cube(size).translate(tuple(low)), paint)


def prism(shape: Polygon, low: float, high: float, paint: Paint) -> PaintedSolid:
    """A polygon seen from above, from one height to another."""
    turned = orient(shape)
    rings = [np.array(r.coords)[:-1, :2] for r in (turned.exterior, *turned.interiors)]
    return PaintedSolid.of(m3.CrossSection(rings).extrude(high - low).translate((0, 0, low)), paint)


def panel(shape: Polygon, frame: Frame, back: float, front: float, paint: Paint) -> PaintedSolid:
    """A polygon drawn on a wall, from depth `back` to depth `front` (outward is positive)."""
    return prism(shape, back, front, paint).placed(frame)


def hull(points: Sequence[Sequence[float]] | Floats, paint: Paint) -> PaintedSolid:
    return PaintedSolid.of(m3.Manifold.hull_points(np.asarray(points, dtype=np.float64)), paint)


def lathe(profile: Sequence[tuple[float, float]], paint: Paint, sides: int = 12) -> PaintedSolid:
    """A profile of (radius, height) turned about the z axis; it is closed down the axis."""
    points = [(max(r, 0.0), z) for r, z in profile]
    ring = [(0.0, points[0][1]), *points, (0.0, points[-1][1])]
    shape = m3.CrossSection([np.array(ring)], m3.FillRule.NonZero)
    if shape.area() == 0:
        shape = m3.CrossSection([np.array(ring[::-1])], m3.FillRule.NonZero)
    return PaintedSolid.of(shape.revolve(sides), paint)


def beam(
    start: Sequence[float], end: Sequence[float], radius: float, paint: Paint, sides: int = 4, tip: float | None = None
) -> PaintedSolid:
    """A round or square bar from one point to another."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    along = b - a
    length = float(np.linalg.norm(along))
    body = m3.Manifold.cylinder(length, radius, radius if tip is None else tip, sides)
    if sides == 4:
        body = body.rotate((0, 0, 45))
    n = along / length
    side = np.cross([0, 0, 1.0], n) if abs(n[2]) < 0.999 else np.array([1.0, 0, 0])
    side /= np.linalg.norm(side)
    matrix = np.column_stack([side, np.cross(n, side), n, a])
    return PaintedSolid.of(body.transform(matrix), paint)


def ball(centre: Sequence[float], radii: Sequence[float], paint: Paint, sides: int = 12) -> PaintedSolid:
    """An ellipsoid."""
    return PaintedSolid.of(m3.Manifold.sphere(1.0, sides).scale(tuple(radii)).translate(tuple(centre)), paint)
