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
TRIES = 4  # to bring the middle of all into the middle of what is free


class TableFraming:
    """At first everybody is brought into view; then whoever is chosen, and whom they look at, as they are chosen."""

    def __init__(self, desk: TableDesk, camera: BoardCamera) -> None:
        self.desk, self.camera = desk, camera
        self._shown: tuple[str, str] | None = None  # who was chosen, and whom they looked at

    def heed(self, free: Rect, window: tuple[float, float]) -> None:
        """Panels leave so much `free` of a window."""
        desk, chosen = self.desk, (self.desk.chosen, self.desk.other)
        if chosen == self._shown or desk.held is not None or self.camera.orbit.mode == "eye":
            return
        at_first, self._shown = self._shown is None, chosen
        minis = [f for f in desk.figures.values() if at_first or f.id in chosen]
        if minis:
            wide, tall = self.camera.view.size
            across, along = wide / window[0], tall / window[1]
            self._bring([place for mini in minis for place in _ends(mini)],
                        Rect(free.x * across, free.y * along, free.w * across, free.h * along))  # fmt: skip

    def _bring(self, places: Sequence[Point], free: Rect) -> None:
        """Glide to where all these are seen in this part of the picture, if they are not; not nearer than one is."""
        orbit = self.camera.orbit
        trial = copy(orbit)
        for farther in FARTHER:
            trial.look_at(orbit.centre)
            trial.zoom_top = max(orbit.zoom_top / farther, orbit.ZOOM[0])
            trial.distance = min(orbit.distance * farther, orbit.FAR[1])
            for _ in range(TRIES):
                across, along = self._off(trial.view, places, free)
                if across == along == 0.0:
                    self._go(trial.centre, trial.distance, trial.zoom_top)
                    return
                trial.pan(across, along)
        self._go(trial.centre, trial.distance, trial.zoom_top)

    def _off(self, view: CameraView, places: Sequence[Point], free: Rect) -> tuple[float, float]:
        """How far the middle of these places is from that of what is free, in shares of the picture's height, right and
        up; nothing where all of them lie in it."""
        wide, tall = self.camera.view.size
        seen = [view.project(place, wide / tall) for place in places]
        xs, ys = [(x + 1) / 2 * wide for x, _, _ in seen], [(1 - y) / 2 * tall for _, y, _ in seen]
        inside = min(xs) >= free.x + EDGE and max(xs) <= free.right - EDGE
        if inside and min(ys) >= free.y + EDGE and max(ys) <= free.bottom - EDGE:
            return 0.0, 0.0
        middle = (min(xs) + max(xs)) / 2 - (free.x + free.w / 2), (min(ys) + max(ys)) / 2 - (free.y + free.h / 2)
        return middle[0] / tall, -middle[1] / tall

    def _go(self, centre: Point, distance: float, zoom_top: float) -> None:
        """In place of wherever it was on its way to."""
        orbit = self.camera.orbit
        orbit.zoom_top = zoom_top
        self.camera.glide(Glide(centre, orbit.turn, orbit.steep, distance))


def _ends(mini: Figure) -> tuple[Point, Point]:
    """Its foot and its head."""
    x, y, z = mini.at
    return mini.at, (x, y, z + body_height(mini.base_mm))
