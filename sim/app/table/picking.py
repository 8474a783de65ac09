"""What lies under the mouse: a mini, or a point of the board; asked of the same geometry as the rules' own rays."""

from __future__ import annotations

from collections.abc import Collection
from math import dist, hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from sim.app.render.camera import CameraView
from sim.app.render.cutaway import Cutaway
from sim.board.board import Board, placed
from sim.board.model.tableau import Figure, Marker, Point, Tableau
from sim.board.movement.nav_scene import body_height
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["Picker"]

Vector = tuple[float, float, float]
Floats = NDArray[np.float64]

LEVEL: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0))
ROOM = 14.0  # inches: no house is wider
FAR_AWAY = 400.0  # inches: beyond every board
MOST_COVERED = 3  # of five places over a mini: where so many are covered, it stands under something
HEADSPACE = 0.15  # inches over a mini's head, where all houses are opened
HEADROOM = 9.0  # inches: what lies higher over a mini than this hides nothing of it
RIM = 0.4  # inches round what is opened over a mini
SKY = 80.0  # inches: over all that stands on a board
THIN = 0.01  # inches: beyond what was met, the next is looked for
SUNK = 0.6  # inches: so much nearer than a mini the board may be met without hiding it
CLOSE = 0.3  # inches: what is nearer to the eye is cut open


class Picker:
    """Picks on one board; what moves is taken from the tableau that is shown."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._vessels: tuple[object, RayScene | None] = (None, None)
        self._whose: tuple[str, ...] = ()  # the vessel of each triangle of that

    def prepare(self) -> None:
        """What the first look at the board would else wait for: near half a second where it is large."""
        self.point((0.0, 0.0, SKY), (0.0, 0.0, -1.0), Tableau())

    def point(
        self,
        start: Point,
        way: Vector,
        tableau: Tableau,
        opening: Cutaway | None = None,
        *,
        level: float | None = None,
    ) -> Point | None:
        """Where a line of sight first meets what is drawn of the board, vessels included; None beside the board.

        `level`: the height of whoever may stop inside what is solid. Where that is open and one looks into it, it is
        pointed at there.
        """
        fixed = self.board.derived("picking", self._fixed)
        hits = [_hit(scene, start, way, opening) for scene in (fixed, self._moving(tableau)) if scene is not None]
        lengths = [length for length in hits if length is not None]
        if level is not None and opening is not None and abs(way[2]) > 1e-9:
            far = (level - start[2]) / way[2]
            if 0 < far <= min(lengths, default=FAR_AWAY) + THIN and self._is_solid(_along(start, way, far)):
                return _along(start, way, far)
        return _along(start, way, min(lengths)) if lengths else None

    def vessel(self, start: Point, way: Vector, tableau: Tableau, opening: Cutaway | None = None) -> str | None:
        """The boat that a line of sight meets before all else of the board."""
        moving = self._moving(tableau)
        if moving is None:
            return None
        index, length = moving.first_hits(np.array([start]), np.array([way]))
        ground = _hit(self.board.derived("picking", self._fixed), start, way, opening)
        if int(index[0]) < 0 or (ground is not None and ground < float(length[0])):
            return None
        return self._whose[int(index[0])]

    def levels(self, x: float, y: float, tableau: Tableau) -> list[float]:
        """How high all lies that one may point at from above, at a place of the board: roofs, bridges, the street, the
        water, decks; the lowest first, and nothing within walls.
        """
        met: list[tuple[float, bool]] = []
        for scene in (self.board.derived("picking", self._fixed), self._moving(tableau)):
            top = SKY
            while scene is not None:
                index, length = scene.first_hits(np.array([(x, y, top)]), np.array([(0.0, 0.0, -1.0)]))
                if int(index[0]) < 0:
                    break
                top -= float(length[0])
                met.append((round(top, 3), _faces_up(scene.triangles[int(index[0])])))
                top -= THIN
        found: list[float] = []
        inside, last = 0, SKY
        for height, up in sorted(met, reverse=True):
            if up and inside <= 0 and last - height > HEADSPACE:
                found.insert(0, height)
            inside, last = inside + (1 if up else -1), height
        return found

    def within(self, eye: Point) -> bool:
        """Is a place inside a house, or as near to a wall that one would see through it?"""
        fixed = self.board.derived("picking", self._fixed)
        up = _hit(fixed, eye, (0.0, 0.0, 1.0))
        aside = [_hit(fixed, eye, way) for way in LEVEL]
        if any(far is not None and far < CLOSE for far in aside):
            return True
        return up is not None and all(far is not None and far < ROOM for far in aside)

    def _is_solid(self, place: Point) -> bool:
        """Is a place within walls: is what lies over it first met from below?"""
        scene = self.board.derived("picking", self._fixed)
        index, _ = scene.first_hits(np.array([(*place[:2], place[2] + THIN)]), np.array([(0.0, 0.0, 1.0)]))
        return int(index[0]) >= 0 and _faces_up(scene.triangles[int(index[0])])

    def hidden(self, view: CameraView, tableau: Tableau) -> frozenset[str]:
        """The minis of which the board, boats, or smoke and mist that lie on it, hide a part."""
        if not tableau.figures:
            return frozenset()
        right = view.frame()[0]
        parts = [part for figure in tableau.figures for part in _parts(figure, right)]
        points = np.array(parts)
        if view.height is not None:
            ways = np.tile(-np.array(view.forward), (len(points), 1))
            far = np.full(len(points), FAR_AWAY)
        else:
            ways = np.array(view.eye) - points
            far = np.linalg.norm(ways, axis=1)
            ways /= np.maximum(far, 1e-9)[:, None]
        index, length = self.board.derived("picking", self._fixed).first_hits(points, ways)
        blocked = (index >= 0) & (length < far - CLOSE)
        for marker in tableau.markers:
            if marker.kind == "smoke":
                blocked |= _meets(marker, points, ways, far)
        blocked |= self._by_boats(tableau, points, ways, far)
        blocked = blocked.reshape(len(tableau.figures), -1)
        return frozenset(figure.id for figure, hid in zip(tableau.figures, blocked, strict=True) if hid.any())

    def _by_boats(
        self, tableau: Tableau, points: NDArray[np.float64], ways: NDArray[np.float64], far: NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        """Of which places of minis, as many of each (n, 3), a boat keeps the eye that lies on their ways (n, 3), so far
        (n,)? Whoever stands in a boat is seen in it, over its side."""
        moving = self._moving(tableau)
        if moving is None:
            return np.zeros(len(points), dtype=np.bool_)
        whose = np.array([*self._whose, ""])  # the last of them where nothing is met
        feet = np.array([(x, y, z + HEADSPACE / 2) for x, y, z in (figure.at for figure in tableau.figures)])
        under, deep = moving.first_hits(feet, np.tile((0.0, 0.0, -1.0), (len(feet), 1)))
        own = np.where(deep < HEADSPACE, whose[under], "")
        index, length = moving.first_hits(points, ways)
        met = whose[index]
        found: NDArray[np.bool_] = (length < far - CLOSE) & (met != np.repeat(own, len(points) // len(feet)))
        found &= met != ""
        return found

    def over(self, figure: Figure) -> Cutaway | None:
        """What stands over a mini: its whole piece, from the lowest there is over the mini's head; None where nothing
        does."""
        x, y, z = figure.at
        head = z + body_height(figure.base_mm)
        ways, starts = np.tile((0.0, 0.0, 1.0), (5, 1)), np.tile((x, y, head - 0.2), (5, 1))
        starts[1:, :2] += figure.radius * 0.8 * np.array(LEVEL)[:, :2]
        index, length = self.board.derived("picking", self._fixed).first_hits(starts, ways)
        if int((length < HEADROOM).sum()) < MOST_COVERED:
            return None
        first = int(index[int(np.argmin(length))])
        piece = self._piece_of(first)
        corners = np.concatenate([part.triangles for part in self.board.parts if _piece(part.name) == piece]).reshape(
            -1, 3
        )
        low, high = corners[:, :2].min(0), corners[:, :2].max(0)
        middle, half = (low + high) / 2, (high - low) / 2 + RIM
        above = max(head + 0.05, head - 0.2 + float(length.min()) - 0.02)
        return Cutaway((float(middle[0]), float(middle[1])), (float(half[0]), float(half[1])), above)

    def above(self, figure: Figure) -> Cutaway:
        """All of the board that lies higher than a mini's head."""
        width, depth = self.board.size
        tall = body_height(figure.base_mm)
        return Cutaway((width / 2, depth / 2), (width, depth), figure.at[2] + tall + HEADSPACE)

    def _piece_of(self, triangle: int) -> str:
        """The piece that a triangle of the picking scene belongs to."""
        ends = np.cumsum([len(part.triangles) for part in self.board.parts])
        return _piece(self.board.parts[int(np.searchsorted(ends, triangle, side="right"))].name)

    def figure(
        self,
        start: Point,
        way: Vector,
        tableau: Tableau,
        opening: Cutaway | None = None,
        *,
        through: Collection[str] = (),
    ) -> str | None:
        """The nearest mini on a line of sight that what is drawn of the board does not hide; else the nearest of those
        that are met `through` it.
        """
        found = sorted((far, f.id) for f in tableau.figures if (far := _through(start, way, f)) is not None)
        if not found:
            return None
        ground = self.point(start, way, tableau, opening)
        if ground is None or dist(ground, start) >= found[0][0] - SUNK:
            return found[0][1]
        return next((id for _, id in found if id in through), None)

    def _fixed(self) -> RayScene:
        parts = [part.triangles for part in self.board.parts]
        return RayScene(np.concatenate(parts) if parts else np.zeros((0, 3, 3)))

    def _moving(self, tableau: Tableau) -> RayScene | None:
        poses = self.board.vessels_at(tableau)
        if self._vessels[0] != poses:
            found = [
                (pose.piece, placed(part.triangles, pose.at, pose.turn))
                for pose in poses
                for part in self.board.vessel(pose.piece).parts
            ]
            parts = [triangles for _, triangles in found]
            self._vessels = (poses, RayScene(np.concatenate(parts)) if parts else None)
            self._whose = tuple(piece for piece, triangles in found for _ in range(len(triangles)))
        return self._vessels[1]


def _piece(part: str) -> str:
    return part.partition("/")[0]


def _parts(figure: Figure, right: Vector) -> list[Point]:
    """Places of a mini: its foot, its middle with both sides, its head."""
    (x, y, z), tall = figure.at, body_height(figure.base_mm)
    a, b = right[0] * figure.radius * 0.6, right[1] * figure.radius * 0.6
    middle = z + 0.5 * tall
    return [(x, y, z + 0.15), (x + a, y + b, middle), (x - a, y - b, middle), (x, y, middle), (x, y, z + 0.95 * tall)]


def _hit(scene: RayScene, start: Point, way: Vector, opening: Cutaway | None = None) -> float | None:
    """How far along a line of sight it first meets a scene, but for what is left out of it."""
    far = 0.0
    while True:
        index, length = scene.first_hits(np.array([_along(start, way, far)]), np.array([way]))
        if int(index[0]) < 0:
            return None
        far += float(length[0])
        if opening is None or not opening.leaves_out(_along(start, way, far)):
            return far
        far += THIN


def _along(start: Point, way: Vector, far: float) -> Point:
    return (start[0] + way[0] * far, start[1] + way[1] * far, start[2] + way[2] * far)


def _faces_up(triangle: NDArray[np.float64]) -> bool:
    (ax, ay, _), (bx, by, _), (cx, cy, _) = triangle.tolist()
    return bool((bx - ax) * (cy - ay) > (by - ay) * (cx - ax))


def _through(start: Point, way: Vector, figure: Figure) -> float | None:
    """How far along a line of sight it meets the upright cylinder of a mini, a little wider than its base."""
    x, y, z = figure.at
    radius, tall = figure.radius * 1.08, body_height(figure.base_mm)
    dx, dy = start[0] - x, start[1] - y
    a = way[0] ** 2 + way[1] ** 2
    if a < 1e-9:
        return start[2] - z - tall if hypot(dx, dy) <= radius else None
    b = dx * way[0] + dy * way[1]
    c = dx * dx + dy * dy - radius * radius
    root = b * b - a * c
    if root < 0:
        return None
    near, far = (-b - sqrt(root)) / a, (-b + sqrt(root)) / a
    for t in (near, far):
        if t > 0 and z <= start[2] + way[2] * t <= z + tall:
            return t
    if near > 0 and abs(way[2]) > 1e-9:  # over its head, or into its base from above
        t = (z + tall - start[2]) / way[2]
        if near <= t <= far:
            return t
        t = (z - start[2]) / way[2]
        if near <= t <= far:
            return t
    return None


def _meets(marker: Marker, points: Floats, ways: Floats, far: Floats) -> NDArray[np.bool_]:
    """Which lines of sight, as far as they go, pass through the upright cylinder of a marker."""
    x, y, z = marker.at
    dx, dy = points[:, 0] - x, points[:, 1] - y
    a = np.maximum(ways[:, 0] ** 2 + ways[:, 1] ** 2, 1e-9)
    b = dx * ways[:, 0] + dy * ways[:, 1]
    root = b * b - a * (dx * dx + dy * dy - marker.radius**2)
    half = np.sqrt(np.maximum(root, 0.0))
    up = np.where(np.abs(ways[:, 2]) < 1e-9, 1e-9, ways[:, 2])
    rise, sink = (z - points[:, 2]) / up, (z + marker.height - points[:, 2]) / up
    begins = np.maximum(np.maximum((-b - half) / a, np.minimum(rise, sink)), 0.0)
    ends = np.minimum(np.minimum((-b + half) / a, np.maximum(rise, sink)), far)
    met: NDArray[np.bool_] = (root >= 0) & (begins < ends)
    return met
