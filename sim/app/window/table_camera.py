"""The camera of a table: panned, turned and zoomed by hand, gliding to what acts, and never within a house."""

from __future__ import annotations

from math import cos, dist, radians, sin
from typing import NamedTuple

import numpy as np

from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView, OrbitCamera
from sim.app.table import preview_marks
from sim.app.table.model import TableModel
from sim.app.table.picking import Picker
from sim.board.model.tableau import Point
from sim.carnevale.zones import Zone

__all__ = ["TableCamera"]

FAR = 2.1  # of the board's size: from so far it is seen between the panels
NEAR = 30.0  # inches: from no farther away a mini is looked at
BETWEEN, ASIDE = 0.80, 0.03  # of picture and board: from above all of it lies between the bar and the question
LIFT = 1.5  # degrees: in such steps the eye is raised out of a house
WHOLE, MIDDLE = (0.15, 0.8, 1.4), (0.8,)  # inches over the ground: where all of a mini is to be seen, or its middle
CLEAR = 0.7  # inches: what is nearer to a mini is itself
TURNS = (0, 25, -25, 50, -50, 80, -80, 110, -110, 145, -145, 180)


class _Glide(NamedTuple):
    """Where the camera is on its way to: a place, and how it looks at it. Degrees and inches."""

    at: Point
    turn: float
    steep: float
    distance: float


class TableCamera:
    """Where one looks at the table from; `look` brings the view there."""

    def __init__(self, view: BoardView, picker: Picker, model: TableModel, size: tuple[int, int]) -> None:
        self.view, self.picker, self.model = view, picker, model
        self.orbit = OrbitCamera(model.board.size)
        self.calm = False  # does it jump where it would glide?
        self._glide: _Glide | None = None
        self._orbited: CameraView | None = None  # what `orbit` showed when a place outside of houses was last found
        self.resize(size)
        self.home()

    @property
    def gliding(self) -> bool:
        """Is it on its way to a place?"""
        return self._glide is not None

    def resize(self, size: tuple[int, int]) -> None:
        self.orbit.aspect = size[0] / size[1]

    def look(self, seconds: float) -> None:
        """Glide on for so many seconds, and show what is seen from there."""
        if self._glide is not None:
            self._go_on(self._glide, 1.0 if self.calm else min(1.0, 6 * seconds))
        self.view.look(self._outside())

    def _go_on(self, to: _Glide, share: float) -> None:
        """A share of the way that is left."""
        orbit = self.orbit
        x, y, z = (a + (b - a) * share for a, b in zip(orbit.centre, to.at, strict=True))
        orbit.look_at((x, y, z))
        turn = (to.turn - orbit.turn + 180.0) % 360.0 - 180.0
        if orbit.mode == "orbit":
            orbit.orbit(turn * share, (to.steep - orbit.steep) * share)
            orbit.distance += (to.distance - orbit.distance) * share
        if dist(orbit.centre, to.at) < 0.1 and (orbit.mode != "orbit" or abs(turn * (1 - share)) < 0.5):
            self._glide = None

    def run_command(self, command: str, who: str | None) -> None:
        """Top, home, centre, eye: the last two of a mini."""
        state = self.model.shown
        chosen = state.characters.get(who) if who is not None else None
        match command:
            case "top":
                self._glide = None
                self.orbit.top()
                if self.orbit.mode == "top":
                    self.orbit.zoom_top = BETWEEN
                    self.orbit.look_at((state.size[0] / 2, state.size[1] / 2 - ASIDE * state.size[1], 0.5))
            case "home":
                self.home()
            case "centre" if chosen is not None and chosen.on_board:
                self._go_to(chosen.here)
            case "eye" if chosen is not None and chosen.on_board:
                if self.orbit.mode == "eye":
                    self.orbit.leave()
                else:
                    enemies = sorted(state.enemies(chosen.id), key=lambda c: dist(c.here, chosen.here))
                    width, depth = state.size
                    toward = preview_marks.head(state, enemies[0].id) if enemies else (width / 2, depth / 2, 1.0)
                    figure = next(f for f in state.tableau().figures if f.id == chosen.id)
                    self.orbit.eye(figure, toward)

    def show_zone(self, zone: Zone) -> None:
        """A deployment zone, from the edge of the board that it lies at."""
        width, depth = self.model.shown.size
        self.home()
        self.orbit.distance = 0.7 * FAR * max(width, depth)
        near = zone.y[0] + zone.y[1] < depth
        self.orbit.turn, self.orbit.steep = (-90.0 if near else 90.0), 55.0
        self.orbit.look_at(((zone.x[0] + zone.x[1]) / 2, (zone.y[0] + zone.y[1]) / 2, 0.5))

    def show_place(
        self, at: Point, distance: float | None = None, heading: float | None = None, pitch: float | None = None
    ) -> None:
        """Glide to a place; what is not given stays. `heading`: degrees, 0 looks north, 90 east; `pitch`: downwards."""
        orbit = self.orbit
        if orbit.mode == "eye":
            orbit.leave()
        turn = orbit.turn if heading is None else -90.0 - heading
        self._glide = _Glide(at, turn, pitch or orbit.steep, distance or orbit.distance)

    def home(self) -> None:
        """The whole board, between the panels."""
        self._glide = None
        self.orbit.home()
        self.orbit.distance = FAR * max(self.model.board.size)

    def drag(self, button: str, dx: float, dy: float, size: tuple[int, int]) -> None:
        """The mouse moves with a button down: left or middle pans, right turns."""
        self._glide = None
        if button == "mouse3":
            self.orbit.orbit(-dx * 0.3, dy * 0.25)
        elif self.orbit.mode == "eye":
            self.orbit.orbit(dx * 0.2, dy * 0.15)
        else:
            self.orbit.pan(-dx / size[1], dy / size[1])

    def zoom(self, factor: float, toward: Point | None) -> None:
        self._glide = None
        self.orbit.zoom(factor, toward)

    def fly(self, keys: set[str], seconds: float, *, shift: bool) -> None:
        """Arrow keys."""
        right = ("arrow_right" in keys) - ("arrow_left" in keys)
        up = ("arrow_up" in keys) - ("arrow_down" in keys)
        if not right and not up:
            return
        self._glide = None
        if shift or self.orbit.mode == "eye":
            self.orbit.orbit(-right * 90 * seconds, up * 50 * seconds)
        else:
            self.orbit.pan(right * 0.7 * seconds, up * 0.7 * seconds)

    def follow(self, at: Point | None) -> None:
        """Glide to a mini that is not well in sight, or behind a wall."""
        if at is None or self.orbit.mode != "orbit":
            return
        place = self.view.to_screen(at)
        wide, tall = self.view.size
        well = place is not None and wide * 0.26 < place[0] < wide * 0.72 and tall * 0.14 < place[1] < tall * 0.78
        if not well or not self._open(at, self.orbit.view.eye, MIDDLE):
            self._go_to(at)

    def _go_to(self, at: Point) -> None:
        """Glide to a place, and round to where nothing stands before it."""
        orbit = self.orbit
        near = min(orbit.distance, NEAR)
        self._glide = _Glide(at, orbit.turn, orbit.steep, orbit.distance)
        if orbit.mode != "orbit":
            return
        for heights in (WHOLE, MIDDLE):
            for steep in (max(orbit.steep, 24.0), 58.0, 74.0):
                for turn in TURNS:
                    angle, lift = radians(orbit.turn + turn), radians(steep)
                    level = near * cos(lift)
                    eye = (at[0] + level * cos(angle), at[1] + level * sin(angle), at[2] + near * sin(lift))
                    if self._open(at, eye, heights):
                        self._glide = _Glide(at, orbit.turn + turn, steep, near)
                        return

    def _open(self, at: Point, eye: Point, heights: tuple[float, ...]) -> bool:
        """Is a mini that stands there seen from an eye, at these heights?"""
        tableau = self.model.shown.tableau()
        for up in heights:
            x, y, z = at[0], at[1], at[2] + up
            far = dist((x, y, z), eye)
            way = ((x - eye[0]) / far, (y - eye[1]) / far, (z - eye[2]) / far)
            met = self.picker.point(eye, way, tableau)
            if met is not None and dist(met, eye) <= far - CLEAR:
                return False
        return True

    def _outside(self) -> CameraView:
        """The orbit's view; from higher up where the eye would be within a house."""
        view = self.orbit.view
        if self.orbit.mode != "orbit":
            self._orbited = None
            return view
        if self._orbited == view:
            return self.view.view
        self._orbited = view
        for steep in np.arange(self.orbit.steep, self.orbit.STEEP[1], LIFT):
            view = self.orbit.view_from(float(steep))
            if not self.picker.within(view.eye):
                break
        return view
