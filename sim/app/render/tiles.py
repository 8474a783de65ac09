"""A picture cut into tiles that are drawn one by one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sim.app.render.screen import Size

__all__ = ["WHOLE", "Tile", "part_of", "shrunk", "tiles_of"]

Tile = tuple[float, float, float, float]
"""Left, right, bottom and top, as shares of the picture's sides."""

WHOLE: Tile = (0.0, 1.0, 0.0, 1.0)


def shrunk(tile: Tile, share: float) -> Tile:
    """A tile of a picture that is drawn at this share of its sides, in the lower left corner."""
    left, right, bottom, top = tile
    return (left * share, right * share, bottom * share, top * share)


def tiles_of(size: Size, across: int, upwards: int, within: Tile = WHOLE) -> list[Tile]:
    """A picture, or what lies `within` a tile of it, cut at whole pixels, so that its tiles meet. There are fewer where
    it has fewer pixels: no lens shows a tile without any."""
    (wide, tall), (west, east, south, north) = size, within
    columns = _whole(wide, west, east, across)
    return [(*column, *row) for row in _whole(tall, south, north, upwards) for column in columns]


def _whole(pixels: int, begin: float, end: float, parts: int) -> list[tuple[float, float]]:
    """The part of a side from `begin` to `end` in so many parts, or as many as it has pixels."""
    cuts = [round(pixels * (begin + (end - begin) * n / parts)) / pixels for n in range(parts + 1)]
    return [(one, other) for one, other in pairwise(cuts) if one < other]


def part_of(lens: Any, tile: Tile) -> Any:
    """A lens that shows a tile of what another one shows."""
    left, right, bottom, top = tile
    film, offset = lens.get_film_size(), lens.get_film_offset()
    part = lens.make_copy()
    length = lens.get_focal_length()
    part.set_film_size(film[0] * (right - left), film[1] * (top - bottom))
    if not lens.is_orthographic():
        part.set_focal_length(length)
    part.set_film_offset(
        offset[0] + film[0] * ((left + right) / 2 - 0.5), offset[1] + film[1] * ((bottom + top) / 2 - 0.5)
    )
    return part
