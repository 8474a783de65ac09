"""The camera of a board: panned, turned and zoomed by hand, gliding to a place, and never within a house."""

from __future__ import annotations

from math import dist
from typing import NamedTuple

import numpy as np

from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView, OrbitCamera
from sim.app.table.picking import Picker
from sim.board.board import Board
from sim.board.model.tableau import Point

__all__ = ["BoardCamera", "Glide"]

LIFT = 1.5  # degrees: in such steps the eye is raised out of a house
PACE = 6.0  # of the way that is left, a second
THERE = (0.1, 0.5)  # inches and degrees: a glide that is so near is over


class Glide(NamedTuple):
    """Where the camera is on its way to: a place, and how it looks at it. Degrees and inches."""

    at: Point
    turn: float
    steep: float
    distance: float


class BoardCamera:
    """Where one looks at a board from; `look` brings the view there. `calm`: it jumps where it would glide."""

    far = 2.0  # of the board's size: from so far the whole board is seen

    def __init__(self, view: BoardView, picker: Picker, size: tuple[int, int]) -> None:
        self.view, self.picker = view, picker
        self.orbit = OrbitCamera(*_extent(view.board))
        self.calm = False
        self._glide: Glide | None = None
        self._orbited: CameraView | None = None  # what `orbit` showed when a place outside of houses was last found
        self._found: CameraView | None = None  # that place
        self.resize(size)
        self.home()

    @property
    def gliding(self) -> bool:
        """Is it on its way to a place?"""
        return self._glide is not None

    def resize(self, size: tuple[int, int]) -> None:
        self.orbit.aspect = size[0] / size[1]

    def home(self) -> None:
        """The whole board."""
        self.rest()
        self.orbit.home()
        self.orbit.distance = self.far * max(self.orbit.size)

    def drag(self, button: str, dx: float, dy: float, size: tuple[int, int]) -> None:
        """The mouse moves with a button down: left or middle pans, right turns."""
        self.rest()
        if button == "mouse3":
            self.orbit.orbit(-dx * 0.3, dy * 0.25)
        elif self.orbit.mode == "eye":
            self.orbit.orbit(dx * 0.2, dy * 0.15)
        else:
            self.orbit.pan(-dx / size[1], dy / size[1])

    def zoom(self, factor: float, toward: Point | None = None) -> None:
        self.rest()
        self.orbit.zoom(factor, toward)

    def steer(self, right: float, up: float, seconds: float) -> None:
        """Keys that are held move it over the board."""
        self.rest()
        self.orbit.pan(right * 0.7 * seconds, up * 0.7 * seconds)

    def turn(self, right: float, up: float, seconds: float) -> None:
        """Keys that are held turn it."""
        self.rest()
        self.orbit.orbit(-right * 90 * seconds, up * 50 * seconds)

    def rest(self) -> None:
        """Be on the way to nowhere: somebody moves it by hand."""
        self._glide = None

    def glide(self, to: Glide) -> None:
        """Be on the way there from now on."""
        self._glide = to

    def look(self, seconds: float) -> None:
        """Glide on for so many seconds, and show what is seen from there."""
        if self._glide is not None:
            self._go_on(self._glide, 1.0 if self.calm else min(1.0, PACE * seconds))
        self.view.look(self.through_lens(self._outside()))

    def through_lens(self, view: CameraView) -> CameraView:
        """What of a view is seen."""
        return view

    def _go_on(self, to: Glide, share: float) -> None:
        """A share of the way that is left."""
        orbit = self.orbit
        x, y, z = (a + (b - a) * share for a, b in zip(orbit.centre, to.at, strict=True))
        orbit.look_at((x, y, z))
        turn = (to.turn - orbit.turn + 180.0) % 360.0 - 180.0
        if orbit.mode == "orbit":
            orbit.orbit(turn * share, (to.steep - orbit.steep) * share)
            orbit.distance += (to.distance - orbit.distance) * share
        near, straight = THERE
        if dist(orbit.centre, to.at) < near and (orbit.mode != "orbit" or abs(turn * (1 - share)) < straight):
            self._glide = None

    def _outside(self) -> CameraView:
        """The orbit's view; from higher up where the eye would be within a house."""
        view = self.orbit.view
        if self.orbit.mode != "orbit":
            return view
        if self._orbited != view or self._found is None:
            self._orbited = self._found = view
            for steep in np.arange(self.orbit.steep, self.orbit.STEEP[1], LIFT):
                self._found = self.orbit.view_from(float(steep))
                if not self.picker.within(self._found.eye):
                    break
        return self._found


def _extent(board: Board) -> tuple[tuple[float, float], tuple[float, float]]:
    """How large a board is, and where its south-west corner lies: that of a mesh is seldom at (0, 0)."""
    if board.map is not None or board.source is None:
        return board.size, (0.0, 0.0)
    flat = np.concatenate([part.triangles.reshape(-1, 3)[:, :2] for part in board.parts])
    (west, south), (east, north) = flat.min(0).tolist(), flat.max(0).tolist()
    return (east - west, north - south), (west, south)
