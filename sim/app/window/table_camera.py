"""The camera of a table: panned, turned and zoomed by hand, gliding to what acts, and never within a house."""

from __future__ import annotations

from math import cos, dist, radians, sin

import numpy as np

from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView, OrbitCamera
from sim.app.table import preview_marks
from sim.app.table.model import TableModel
from sim.app.table.picking import Picker
from sim.board.model.tableau import Point
from sim.carnevale.zones import Zone

FAR = 2.1  # of the board's size: from so far it is seen between the panels
NEAR = 30.0  # inches: from no farther away a mini is looked at
LIFT = 1.5  # degrees: in such steps the eye is raised out of a house
TURNS = (0, 25, -25, 50, -50, 80, -80, 110, -110, 145, -145, 180)


class TableCamera:
    """Where one looks at the table from; `look` brings the view there."""

    def __init__(self, view: BoardView, picker: Picker, model: TableModel, size: tuple[int, int]) -> None:
        self.view, self.picker, self.model = view, picker, model
        self.orbit = OrbitCamera(model.board.size)
        self._glide: Point | None = None
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
            x, y, z = (a + (b - a) * min(1.0, 6 * seconds) for a, b in zip(self.orbit.centre, self._glide, strict=True))
            self.orbit.look_at((x, y, z))
            if dist(self.orbit.centre, self._glide) < 0.1:
                self._glide = None
        self.view.look(self._outside())

    def run_command(self, command: str, who: str | None) -> None:
        """Top, home, centre, eye: the last two of a mini."""
        state = self.model.shown
        chosen = state.characters.get(who) if who is not None else None
        match command:
            case "top":
                self.orbit.top()
                if self.orbit.mode == "top" and self.orbit.zoom_top == 1.0:
                    self.orbit.look_at((state.size[0] / 2, state.size[1] / 2, 0.5))
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

    def home(self) -> None:
        """The whole board, between the panels."""
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
        """Glide to a mini that is not well in sight."""
        if at is None or self.orbit.mode != "orbit":
            return
        place = self.view.to_screen(at)
        wide, tall = self.view.size
        well = place is not None and wide * 0.26 < place[0] < wide * 0.72 and tall * 0.14 < place[1] < tall * 0.78
        if not well or not self._open(at, self.orbit.view.eye):
            self._go_to(at)

    def _go_to(self, at: Point) -> None:
        """Glide to a place, and turn until nothing stands before it."""
        self._glide = at
        if self.orbit.mode != "orbit":
            return
        near = min(self.orbit.distance, NEAR)
        for steep in (self.orbit.steep, 58.0, 74.0):
            for turn in TURNS:
                angle, lift = radians(self.orbit.turn + turn), radians(max(steep, 24.0))
                level = near * cos(lift)
                eye = (at[0] + level * cos(angle), at[1] + level * sin(angle), at[2] + near * sin(lift))
                if self._open(at, eye):
                    self.orbit.orbit(turn, max(steep, 24.0) - self.orbit.steep)
                    self.orbit.distance = near
                    return

    def _open(self, at: Point, eye: Point) -> bool:
        """Is the middle of a mini that stands there seen from an eye?"""
        x, y, z = at[0], at[1], at[2] + 0.8
        far = dist((x, y, z), eye)
        way = ((x - eye[0]) / far, (y - eye[1]) / far, (z - eye[2]) / far)
        met = self.picker.point(eye, way, self.model.shown.tableau())
        return met is None or dist(met, eye) > far - 0.7

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
