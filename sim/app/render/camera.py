"""Cameras: where one looks from, as a plain value, and a rig that orbits, pans and zooms about the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from sim.board.model.tableau import Figure, Point

__all__ = ["EYE_HEIGHT", "FOV", "CameraView", "OrbitCamera", "around", "bird", "from_above"]

Vector = tuple[float, float, float]

NEAR, FAR = 0.25, 700.0
WHOLE, NEAREST, AROUND = 0.5, 15.0, 2.2  # what takes so much of a board is seen with all of it; inches; of its width
FOV = 44.0  # degrees across the wider side of the picture, of a camera that circles the board
EYE_HEIGHT = 1.3  # of a mini on a 30 mm base, inches above the underside of its base


class CameraView(msgspec.Struct, frozen=True):
    """A camera at `eye` looking at `at`. `fov`: degrees across the wider side of the picture.

    `height` makes it orthographic: so many inches from the top of the picture to its bottom.
    `focus` and `aperture` (inches) blur what is nearer or farther, in still pictures.
    """

    eye: Point
    at: Point
    fov: float = 45.0
    height: float | None = None
    aperture: float = 0.0
    focus: float | None = None

    @property
    def forward(self) -> Vector:
        x, y, z = (b - a for a, b in zip(self.eye, self.at, strict=True))
        length = math.sqrt(x * x + y * y + z * z) or 1.0
        return (x / length, y / length, z / length)

    @property
    def distance(self) -> float:
        return math.dist(self.eye, self.at)

    def ray(self, x: float, y: float, aspect: float) -> tuple[Point, Vector]:
        """The line of sight through a place of the picture: x, y from -1 (left, bottom) to 1. Start and unit vector."""
        right, up = self.frame()
        if self.height is not None:
            a, b = x * self.height / 2 * aspect, y * self.height / 2
            start = tuple(e + r * a + u * b for e, r, u in zip(self.eye, right, up, strict=True))
            return (start[0], start[1], start[2]), self.forward
        wide = math.tan(math.radians(self.fov) / 2)
        a, b = x * wide, y * wide / aspect
        vector = [f + r * a + u * b for f, r, u in zip(self.forward, right, up, strict=True)]
        length = math.sqrt(sum(v * v for v in vector))
        return self.eye, (vector[0] / length, vector[1] / length, vector[2] / length)

    def project(self, point: Point, aspect: float) -> tuple[float, float, float]:
        """Where a point is seen: x and y from -1 to 1, and its distance along the line of sight (behind: under 0)."""
        right, up = self.frame()
        offset = [p - e for p, e in zip(point, self.eye, strict=True)]
        a = sum(o * r for o, r in zip(offset, right, strict=True))
        b = sum(o * u for o, u in zip(offset, up, strict=True))
        depth = sum(o * f for o, f in zip(offset, self.forward, strict=True))
        if self.height is not None:
            return a / (self.height / 2 * aspect), b / (self.height / 2), depth
        wide = math.tan(math.radians(self.fov) / 2) * (depth if abs(depth) > 1e-6 else 1e-6)
        return a / wide, b / wide * aspect, depth

    def ray_through(self, x: float, y: float, size: tuple[int, int]) -> tuple[Point, Vector]:
        """The line of sight through a pixel (from the top left) of a picture of that size: start and unit vector."""
        wide, tall = size
        return self.ray(2 * x / wide - 1, 1 - 2 * y / tall, wide / tall)

    def pixel(self, point: Point, size: tuple[int, int]) -> tuple[float, float] | None:
        """The pixel (from the top left) of a picture of this size where a point is seen; None: it is behind."""
        wide, tall = size
        x, y, depth = self.project(point, wide / tall)
        return ((x + 1) / 2 * wide, (1 - y) / 2 * tall) if depth > 0 else None

    def frame(self) -> tuple[Vector, Vector]:
        """Unit vectors to the right and up in the picture. Straight down, north is up."""
        x, y, z = self.forward
        level = math.hypot(x, y)
        right = (y / level, -x / level, 0.0) if level > 1e-4 else (1.0, 0.0, 0.0)
        up = (right[1] * z - right[2] * y, right[2] * x - right[0] * z, right[0] * y - right[1] * x)
        return right, up

    def apply(self, camera: Any, lens: Any, aspect: float) -> None:
        """Put a Panda3D camera (a NodePath) with this lens here. An orthographic lens is known by `is_orthographic`."""
        from panda3d.core import LPoint3, LVector3

        camera.set_pos(*self.eye)
        _, up = self.frame()
        camera.look_at(LPoint3(*self.at), LVector3(*up))
        if self.height is None:
            lens.set_fov(self.fov, math.degrees(2 * math.atan(math.tan(math.radians(self.fov) / 2) / aspect)))
        else:
            lens.set_film_size(self.height * aspect, self.height)
        lens.set_near_far(NEAR, FAR)


def from_above(size: tuple[float, float], aspect: float = 1.6) -> CameraView:
    """The whole board straight from above, north up."""
    width, depth = size
    return CameraView(
        (width / 2, depth / 2, 80.0), (width / 2, depth / 2, 0.0), height=max(depth, width / aspect) * 1.04
    )


def bird(
    size: tuple[float, float], turn: float = -70.0, steep: float = 42.0, distance: float | None = None
) -> CameraView:
    """The whole board from the air: `turn` degrees counter-clockwise from east, `steep` degrees above the ground."""
    far = distance if distance is not None else max(size) * 1.8
    level = far * math.cos(math.radians(steep))
    centre = (size[0] / 2, size[1] / 2, 1.0)
    eye = (
        centre[0] + level * math.cos(math.radians(turn)),
        centre[1] + level * math.sin(math.radians(turn)),
        centre[2] + far * math.sin(math.radians(steep)),
    )
    return CameraView(eye, centre, fov=FOV)


def around(places: Sequence[Point], size: tuple[float, float]) -> CameraView:
    """From the air on to some places, and no nearer than minis are seen by their neighbours; else the whole board."""
    whole = bird(size, turn=-120.0, steep=50.0, distance=2.7 * max(size))
    if not places:
        return whole
    low, high = ([bound(row) for row in zip(*places, strict=True)] for bound in (min, max))
    wide = math.dist(low, high)
    if wide > WHOLE * max(size):
        return whole
    centre = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    far, steep, turn = max(NEAREST, AROUND * wide), math.radians(56.0), math.radians(-120.0)
    level = far * math.cos(steep)
    eye = (centre[0] + level * math.cos(turn), centre[1] + level * math.sin(turn), centre[2] + far * math.sin(steep))
    return CameraView(eye, (centre[0], centre[1], centre[2] + 0.5), fov=FOV)


def minis_eye(figure: Figure, toward: Point, fov: float = 70.0) -> CameraView:
    """What a mini sees: from its head towards a point."""
    x, y, z = figure.at
    return CameraView((x, y, z + EYE_HEIGHT * figure.base_mm / 30.0), toward, fov=fov)


def beside(figure: Figure, toward: Point, fov: float = 62.0) -> CameraView:
    """Over a mini's shoulder, towards a point: the mini is in the picture."""
    x, y, z = figure.at
    angle = math.atan2(toward[1] - y, toward[0] - x)
    back, aside, up = 1.9, 0.75, EYE_HEIGHT + 0.35
    eye = (
        x - back * math.cos(angle) + aside * math.sin(angle),
        y - back * math.sin(angle) - aside * math.cos(angle),
        z + up,
    )
    return CameraView(eye, toward, fov=fov)


class OrbitCamera:
    """A camera that circles a point of the board; the table moves it with the mouse and keys.

    Angles are degrees. It never goes under the ground or loses the board. `view` is where it is now; a `mode`
    other than "orbit" ("top", "eye") shows another view until the next orbit movement.
    """

    STEEP = (6.0, 88.0)
    FAR = (3.0, 90.0)
    ZOOM = (0.6, 12.0)  # from straight above; 1: the board fills the picture

    def __init__(self, size: tuple[float, float], corner: tuple[float, float] = (0.0, 0.0)) -> None:
        """`corner`: the south-west one of the board, which of a mesh lies anywhere."""
        self.size, self.corner = size, corner
        self.aspect = 1.6
        self.home()

    def home(self) -> None:
        self.turn, self.steep = -70.0, 42.0
        self.distance = max(self.size) * 1.45
        self.centre: Point = (self.corner[0] + self.size[0] / 2, self.corner[1] + self.size[1] / 2, 0.5)
        self.zoom_top = 1.0
        self.mode = "orbit"
        self._eye: CameraView | None = None

    @property
    def view(self) -> CameraView:
        if self.mode == "eye" and self._eye is not None:
            return self._eye
        if self.mode == "top":
            x, y, _ = self.centre
            tall = max(self.size[1], self.size[0] / self.aspect) * 1.04 / self.zoom_top
            return CameraView((x, y, 80.0), (x, y, 0.0), height=tall)
        return self.view_from(self.steep)

    def view_from(self, steep: float) -> CameraView:
        """About the centre, but from so many degrees above the ground."""
        turn, steep = math.radians(self.turn), math.radians(steep)
        x, y, z = self.centre
        level = self.distance * math.cos(steep)
        eye = (x + level * math.cos(turn), y + level * math.sin(turn), z + self.distance * math.sin(steep))
        return CameraView(eye, self.centre, fov=FOV)

    def orbit(self, turn: float, steep: float) -> None:
        """Turn about the centre; leaves the top and eye views."""
        if self.mode == "eye" and self._eye is not None:
            self._look(turn, steep)
            return
        if self.mode == "top":
            self._come_down()
        self.mode = "orbit"
        self.turn = (self.turn + turn) % 360.0
        self.steep = min(max(self.steep + steep, self.STEEP[0]), self.STEEP[1])

    def _come_down(self) -> None:
        """Stand where the view from straight above was: north up, and what is looked at as large as it was."""
        wide = (self.view.height or 0.0) * max(self.aspect, 1.0)
        self.turn, self.steep = -90.0, self.STEEP[1]
        self.distance = min(max(wide / (2 * math.tan(math.radians(FOV / 2))), self.FAR[0]), self.FAR[1])

    def _look(self, turn: float, steep: float) -> None:
        assert self._eye is not None
        x, y, z = self._eye.forward
        angle = math.atan2(y, x) - math.radians(turn)
        lift = min(max(math.asin(z) + math.radians(steep), -1.3), 1.3)
        ex, ey, ez = self._eye.eye
        at = (
            ex + 10 * math.cos(lift) * math.cos(angle),
            ey + 10 * math.cos(lift) * math.sin(angle),
            ez + 10 * math.sin(lift),
        )
        self._eye = CameraView(self._eye.eye, at, self._eye.fov)

    def pan(self, right: float, up: float) -> None:
        """Move the centre, in shares of the picture's height, along the ground."""
        across, along = self.view.frame()
        if self.mode == "top":
            tall = self.view.height or 1.0
            dx, dy = right * tall, up * tall
        else:
            self.mode = "orbit"
            span = 0.8 * self.distance
            level = max(math.hypot(along[0], along[1]), 1e-6)
            dx = span * (right * across[0] + up * along[0] / level)
            dy = span * (right * across[1] + up * along[1] / level)
        self.look_at((self.centre[0] + dx, self.centre[1] + dy, self.centre[2]))

    def zoom(self, factor: float, toward: Point | None = None) -> None:
        """Come nearer (factor under 1) or go farther; `toward` draws the centre to a point as it comes nearer."""
        if self.mode == "top":
            self.zoom_top = min(max(self.zoom_top / factor, self.ZOOM[0]), self.ZOOM[1])
        else:
            self.mode = "orbit"
            before = self.distance
            self.distance = min(max(self.distance * factor, self.FAR[0]), self.FAR[1])
            factor = self.distance / before
        if toward is not None and factor < 1.0:
            pull = 1.0 - factor
            x, y, z = (c + (t - c) * pull for c, t in zip(self.centre, toward, strict=True))
            self.look_at((x, y, z))

    def look_at(self, point: Point) -> None:
        """Make a point the centre, kept on the board."""
        margin, (west, south) = 2.0, self.corner
        self.centre = (
            min(max(point[0], west - margin), west + self.size[0] + margin),
            min(max(point[1], south - margin), south + self.size[1] + margin),
            min(max(point[2], -1.0), 25.0),
        )

    def top(self) -> None:
        self.mode = "top" if self.mode != "top" else "orbit"

    def eye(self, figure: Figure, toward: Point) -> None:
        """The mini's eye view; `leave` goes back."""
        self._eye = minis_eye(figure, toward)
        self.mode = "eye"

    def leave(self) -> None:
        self.mode = "orbit"
