"""The camera of a film: moved by hand, and gliding to what happens where it is asked to follow."""

from __future__ import annotations

import msgspec

from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView
from sim.app.table.board_camera import BoardCamera, Glide
from sim.app.table.picking import Picker
from sim.board.model.tableau import Point

__all__ = ["FOV", "FilmCamera"]

FOV = 44.0  # degrees: of a film's own lens
NEAR = 26.0  # inches: from no farther away a mini is looked at


class FilmCamera(BoardCamera):
    """`fov`: degrees across the picture; `aperture`: inches of the lens, 0 is sharp everywhere."""

    far = 1.75  # it is seen over the timeline

    def __init__(self, view: BoardView, picker: Picker, size: tuple[int, int]) -> None:
        self.fov, self.aperture = FOV, 0.0
        super().__init__(view, picker, size)
        self.follows = True

    def home(self) -> None:
        """The whole board, and sharp."""
        self.fov, self.aperture = FOV, 0.0
        super().home()

    def drag(self, button: str, dx: float, dy: float, size: tuple[int, int]) -> None:
        """As ever; from then on nothing is followed."""
        self.follows = False
        super().drag(button, dx, dy, size)

    def fly(self, keys: set[str], seconds: float) -> None:
        """W, A, S, D move; Q and E turn."""
        right, up = ("d" in keys) - ("a" in keys), ("w" in keys) - ("s" in keys)
        turn = ("e" in keys) - ("q" in keys)
        if right or up or turn:
            self.follows = False
            self.steer(right, up, seconds)
            self.turn(turn, 0.0, seconds)

    def go_to(self, at: Point) -> None:
        """Glide to a place, and near enough to see who stands there."""
        orbit = self.orbit
        self.glide(Glide(at, orbit.turn, orbit.steep, min(orbit.distance, NEAR)))

    def through_lens(self, view: CameraView) -> CameraView:
        if view.height is not None:
            return view
        return msgspec.structs.replace(view, fov=self.fov, aperture=self.aperture, focus=view.distance)
