"""What of the picture is to be drawn anew while the view stands still and little moves: where that is seen, with its
shadow and its mirror image in the water."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import product

from sim.app.render.camera import CameraView
from sim.app.render.screen import Size
from sim.app.render.tiles import WHOLE, Tile
from sim.app.render.water_sheets import WATER_LEVEL
from sim.board.model.tableau import Point

__all__ = ["Box3", "StalePart", "around", "box_round", "with_shadow"]

Box3 = tuple[Point, Point]
"""The lowest and the highest corner of what moves, in inches."""

NEAR = 1.0  # inches before the eye: what comes nearer may be seen anywhere
RIPPLES = 0.03  # of the picture: so far aside waves show what they mirror
MOST = 64  # boxes: more are all over the picture


class StalePart:
    """Remembers what changed since the last frame. `sun`: the way to it. `lowest`: how far down shadows fall."""

    def __init__(self, sun: Point) -> None:
        self._sun = sun
        self.lowest = WATER_LEVEL
        self._boxes: list[Box3] | None = None  # None: all of it
        self._drawn: tuple[object, ...] = ()  # how the picture was drawn last

    def touch(self, boxes: Sequence[Box3] | None) -> None:
        """What changed lies in these boxes, before and after; None: it may be anywhere."""
        if boxes is None or self._boxes is None or len(self._boxes) > MOST:
            self._boxes = None
        else:
            self._boxes.extend(boxes)

    def is_little(self, view: CameraView, size: Size, share: float, within: Tile) -> bool:
        """Can most of the picture stay as it was drawn?"""
        return bool(self._boxes) and (view, size, share, within) == self._drawn

    def take(self, view: CameraView, size: Size, share: float, within: Tile) -> Tile:
        """What is drawn of a picture of so many pixels and this share of its sides, of which `within` is shown: whole
        pixels. From now on that counts as drawn."""
        part = _whole_pixels(within, size, share)
        if self.is_little(view, size, share, within):
            part = _whole_pixels(self._seen(view, size, self._boxes or ()), size, share, part)
        self._boxes, self._drawn = [], (view, size, share, within)
        return part

    def _seen(self, view: CameraView, size: Size, boxes: Iterable[Box3]) -> Tile:
        """Where boxes are seen, and what they change."""
        points = [point for box in boxes for point in (*with_shadow(box, self._sun, self.lowest), *_mirrored(box))]
        seen = [view.project(point, size[0] / size[1]) for point in points]
        if min(depth for _, _, depth in seen) < NEAR:
            return WHOLE
        xs, ys = [x / 2 + 0.5 for x, _, _ in seen], [y / 2 + 0.5 for _, y, _ in seen]
        return (min(xs) - RIPPLES, max(xs) + RIPPLES, min(ys) - RIPPLES, max(ys) + RIPPLES)


def around(box: Box3) -> list[Point]:
    """The corners of a box."""
    (x0, y0, z0), (x1, y1, z1) = box
    return [(x, y, z) for x, y, z in product((x0, x1), (y0, y1), (z0, z1))]


def box_round(box: Box3, at: Point, turn: float, *, mirror: bool = False) -> Box3:
    """The box round what stands at a place, turned by so many degrees, whose own is `box`."""
    side = -1.0 if mirror else 1.0
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corners = [(side * x * c - y * s + at[0], side * x * s + y * c + at[1], z + at[2]) for x, y, z in around(box)]
    xs, ys, zs = zip(*corners, strict=True)
    return ((min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs)))


def with_shadow(box: Box3, sun: Point, lowest: float = WATER_LEVEL) -> list[Point]:
    """The corners of a box, and where their shadows fall into water that is at `lowest`."""
    corners = around(box)
    slope = max(sun[2], 0.05)
    falls = [(corner, max(corner[2] - lowest, 0.0) / slope) for corner in corners]
    return [*corners, *((x - sun[0] * far, y - sun[1] * far, z - sun[2] * far) for (x, y, z), far in falls)]


def _mirrored(box: Box3) -> list[Point]:
    return [(x, y, 2 * WATER_LEVEL - z) for x, y, z in around(box)]


def _whole_pixels(tile: Tile, size: Size, share: float, within: Tile = WHOLE) -> Tile:
    """The tile round this one whose edges are those of pixels, as far as it lies within another."""
    wide, tall = size[0] * share, size[1] * share
    left, right, bottom, top = tile
    made = (
        max(math.floor(left * wide + 1e-6) / wide, within[0]), min(math.ceil(right * wide - 1e-6) / wide, within[1]),
        max(math.floor(bottom * tall + 1e-6) / tall, within[2]), min(math.ceil(top * tall - 1e-6) / tall, within[3]),
    )  # fmt: skip
    if made[0] < made[1] and made[2] < made[3]:
        return made
    return (within[0], within[0] + 1 / wide, within[2], within[2] + 1 / tall)  # out of sight
