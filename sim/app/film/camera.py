"""The camera of a film: moved by hand, and gliding to what happens where it is asked to follow."""

from __future__ import annotations

from math import dist

import msgspec

from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView, OrbitCamera
from sim.app.table.picking import Picker
from sim.board.model.tableau import Point

__all__ = ["FilmCamera"]

FAR = 1.75  # of the board's size: from so far it is seen over the timeline
NEAR = 26.0  # inches: from no farther away a mini is looked at
GLIDE = 5.0  # of what is left, a second
LIFT = 2.0  # degrees: in such steps the eye is raised out of a house


class FilmCamera:
    """`fov`: degrees across the picture; `aperture`: inches of the lens, 0 is sharp everywhere."""

    def __init__(self, view: BoardView, picker: Picker, size: tuple[int, int]) -> None:
        self.view, self.picker = view, picker
        self.orbit = OrbitCamera(view.board.size)
        self.fov, self.aperture = 44.0, 0.0
        self.follows = True
        self._glide: Point | None = None
        self.resize(size)
        self.home()

    @property
    def gliding(self) -> bool:
        return self._glide is not None

    def resize(self, size: tuple[int, int]) -> None:
        self.orbit.aspect = size[0] / size[1]

    def home(self) -> None:
        """The whole board."""
        self.orbit.home()
        self.orbit.distance = FAR * max(self.view.board.size)
        self._glide = None

    def drag(self, button: str, dx: float, dy: float, tall: float) -> None:
        """The mouse moves with a button down: left or middle pans, right turns. From then on nothing is followed."""
        self._glide, self.follows = None, False
        if button == "mouse3":
            self.orbit.orbit(-dx * 0.3, dy * 0.25)
        else:
            self.orbit.pan(-dx / tall, dy / tall)

    def zoom(self, factor: float) -> None:
        self.orbit.zoom(factor)

    def fly(self, keys: set[str], seconds: float) -> None:
        """W, A, S, D move; Q and E turn."""
        right, up = ("d" in keys) - ("a" in keys), ("w" in keys) - ("s" in keys)
        turn = ("q" in keys) - ("e" in keys)
        if right or up or turn:
            self._glide, self.follows = None, False
            self.orbit.pan(right * 0.7 * seconds, up * 0.7 * seconds)
            self.orbit.orbit(turn * 90 * seconds, 0.0)

    def go_to(self, at: Point) -> None:
        """Glide to a place, and near enough to see who stands there."""
        self._glide = at
        self.orbit.distance = min(self.orbit.distance, NEAR)

    def look(self, seconds: float) -> None:
        """Glide on for so many seconds, and show what is seen from there; never from within a house."""
        if self._glide is not None:
            share = min(1.0, GLIDE * seconds)
            x, y, z = (a + (b - a) * share for a, b in zip(self.orbit.centre, self._glide, strict=True))
            self.orbit.look_at((x, y, z))
            if dist(self.orbit.centre, self._glide) < 0.1:
                self._glide = None
        self.view.look(self._lens(self._outside()))

    def _lens(self, view: CameraView) -> CameraView:
        if view.height is not None:
            return view
        return msgspec.structs.replace(view, fov=self.fov, aperture=self.aperture, focus=view.distance)

    def _outside(self) -> CameraView:
        orbit = self.orbit
        if orbit.mode != "orbit":
            return orbit.view
        steep = orbit.steep
        while steep < orbit.STEEP[1] and self.picker.within(orbit.view_from(steep).eye):
            steep += LIFT
        return orbit.view_from(steep)
