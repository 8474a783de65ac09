"""Whoever is chosen on a real table is seen between its panels."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from sim.app.hud.layout import Rect
from sim.app.real_table.desk import TableDesk
from sim.app.render.camera import CameraView
from sim.app.table.board_camera import BoardCamera, Glide
from sim.board.model.tableau import Figure, Point
from sim.board.movement.nav_scene import body_height

__all__ = ["TableFraming"]

EDGE = 24.0  # pixels to a panel, at the least
FARTHER = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.4, 2.8)  # than one looks from now: the first from where all are seen
TRIES = 6  # to bring all of them into what is free: what is farther away moves less


class TableFraming:
    """At first everybody is brought into view, if there is room; then whoever is chosen, and whom they look at, as they
    are chosen."""

    def __init__(self, desk: TableDesk, camera: BoardCamera) -> None:
        self.desk, self.camera = desk, camera
        self._shown: tuple[str, str] | None = None  # who was chosen, and whom they looked at

    def heed(self, free: Rect, window: tuple[float, float]) -> None:
        """Panels leave so much `free` of a window."""
        desk, chosen = self.desk, (self.desk.chosen, self.desk.other)
        if chosen == self._shown or desk.held is not None or self.camera.orbit.mode == "eye":
            return
        at_first, self._shown = self._shown is None, chosen
        (wide, tall), (width, height) = self.camera.view.size, window
        across, along = wide / width, tall / height
        part = Rect(free.x * across, free.y * along, free.w * across, free.h * along)
        everybody = [place for mini in desk.figures.values() for place in _ends(mini)]
        if not (at_first and self._bring(everybody, part)):
            self._bring([place for id in chosen if id in desk.figures for place in _ends(desk.figures[id])], part)

    def _bring(self, places: Sequence[Point], free: Rect) -> bool:
        """Glide to where all these are seen in this part of the picture, if they are not; not nearer than one is.
        False: there is no such place."""
        orbit = self.camera.orbit
        trial = copy(orbit)
        for farther in FARTHER if places else ():
            trial.look_at(orbit.centre)
            trial.zoom_top = max(orbit.zoom_top / farther, orbit.ZOOM[0])
            trial.distance = min(orbit.distance * farther, orbit.FAR[1])
            for _ in range(TRIES):
                across, along = self._off(trial.view, places, free)
                if across == along == 0.0:
                    orbit.zoom_top = trial.zoom_top
                    self.camera.glide(Glide(trial.centre, orbit.turn, orbit.steep, trial.distance))
                    return True
                trial.pan(across, along)
        return False

    def _off(self, view: CameraView, places: Sequence[Point], free: Rect) -> tuple[float, float]:
        """How far the view has to be moved, right and up, in shares of the picture's height, for all of these places to
        be seen in what is free; nothing where they are."""
        wide, tall = self.camera.view.size
        seen = [view.project(place, wide / tall) for place in places]
        right = _beyond([(x + 1) / 2 * wide for x, _, _ in seen], free.x, free.right)
        down = _beyond([(1 - y) / 2 * tall for _, y, _ in seen], free.y, free.bottom)
        return right / tall, -down / tall


def _beyond(at: Sequence[float], first: float, last: float) -> float:
    """How many pixels some places are beyond the last of those that are free, or, under 0, before the first; how much
    more so than the other way, where it is both."""
    before, behind = max(first + EDGE - min(at), 0.0), max(max(at) - last + EDGE, 0.0)
    return behind - before or (EDGE if behind else 0.0)  # as far on both sides they are not seen either


def _ends(mini: Figure) -> tuple[Point, Point]:
    """Its foot and its head."""
    x, y, z = mini.at
    return mini.at, (x, y, z + body_height(mini.base_mm))
