"""What is drawn over a mesh in the workshop: its chosen part, what is brushed, two points, and a mini beside it."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from sim.app.editor.workshop import Does, Workshop
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import Colour
from sim.board.model.tableau import Point
from sim.words import say

__all__ = ["WorkshopMarks"]

CHOSEN: Colour = (0.98, 0.82, 0.42, 0.42)
BRUSHED: Colour = (0.45, 0.95, 0.90, 0.75)
POINTS: Colour = (1.0, 0.98, 0.92, 0.95)
MINI = 0.59, 1.3  # inches: the radius of a base of 30 mm, and how tall a mini is drawn
PROUD = 0.012  # inches that marks lie over the faces


class WorkshopMarks:
    """Layers of marks; those of faces are drawn anew only where they change."""

    def __init__(self, renderer: Any, shop: Workshop) -> None:
        self.shop = shop
        self.faces = Overlay(renderer, through=0.0, name="workshop faces")
        self.hand = Overlay(renderer, through=0.6, name="workshop")
        self._drawn: object = None
        self._pointed: object = None

    def close(self) -> None:
        self.faces.remove()
        self.hand.remove()

    def sync(self, shown: bool) -> None:
        shop = self.shop
        made = shop.made if shown else None
        now = (shop.version, shop.chosen, shop.brushed.tobytes()) if made is not None else None
        if now != self._drawn:
            self._drawn = now
            self.faces.clear()
            if made is not None:
                for part in made.parts:
                    if part.name == shop.chosen and len(made.parts) > 1:
                        self.faces.fill(_proud(part.triangles) + np.array(shop.spot), CHOSEN)
                if shop.brushed.any():
                    self.faces.fill(_proud(made.triangles[shop.brushed]) + np.array(shop.spot), BRUSHED)
        brush = shop.under if shop.does in (Does.BRUSH, Does.UNBRUSH, Does.MEASURE, Does.LEVEL, Does.CROP) else None
        pointed = (now, shop.points, brush, shop.radius, shop.does, shop.crop)
        if pointed != self._pointed:
            self._pointed = pointed
            self.hand.clear()
            if made is not None:
                self._hand(brush)

    def _hand(self, brush: Point | None) -> None:
        shop = self.shop
        assert shop.made is not None
        x, y, z = shop.spot
        beside = float(shop.made.triangles[..., 0].max()) + MINI[0] + 0.5
        front = float(shop.made.triangles[..., 1].min())
        at = (x + beside, y + front + MINI[0], z)
        self.hand.ghost(at, MINI[0], POINTS, MINI[1])
        self.hand.label((at[0], at[1], MINI[1] + 0.5), say("a mini"), POINTS, 13)
        for point in shop.points:
            self.hand.ring(point, 0.1, POINTS, 0.05)
        ends = list(shop.points) if len(shop.points) == 2 else [*shop.points, brush] if brush is not None else []
        if shop.does is Does.MEASURE and len(ends) == 2 and ends[1] is not None:
            self.hand.tape(ends[0], ends[1], say('{inches:.2f}" now', inches=math.dist(ends[0], ends[1])))
        elif shop.does is Does.CROP and len(ends) == 2 and ends[1] is not None:
            self._ends(ends[0], ends[1])
        elif shop.does is Does.LEVEL:
            self._triangle(brush)
        elif brush is not None and shop.does not in (Does.MEASURE, Does.CROP):
            self.hand.ring(brush, shop.radius, BRUSHED, 0.04)

        if shop.crop is not None and shop.does is not Does.CROP:
            self._ends(*shop.crop)

    def _ends(self, one: Point, two: Point) -> None:
        """Where the board ends that lies between two corners, and how large it is."""
        (x0, y0, z), (x1, y1, _) = one, two
        corners = [(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)]
        for a, b in itertools.pairwise([*corners, corners[0]]):
            self.hand.line((a, b), POINTS, 2.5)
        words = say('{wide:.1f}" x {deep:.1f}"', wide=abs(x1 - x0), deep=abs(y1 - y0))
        self.hand.label(((x0 + x1) / 2, (y0 + y1) / 2, z + 0.4), words, POINTS, 15)

    def _triangle(self, brush: Point | None) -> None:
        """Three points that are to lie level, with their numbers, and the one under the mouse."""
        points = self.shop.points
        corners = [*points, brush] if brush is not None and len(points) < 3 else [*points]
        for number, (x, y, z) in enumerate(points, 1):
            self.hand.label((x, y, z + 0.4), f"{number}", POINTS, 15)
        for one, two in itertools.pairwise([*corners, *corners[:1]] if len(corners) > 2 else corners):
            self.hand.line((one, two), POINTS, 2.5)


def _proud(triangles: Any) -> Any:
    """Faces lifted a little off the surface that they lie in."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return triangles + normals[:, None] * PROUD
