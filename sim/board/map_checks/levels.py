"""What is wrong with streets that have levels of their own, and with what stands on them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board
from sim.board.files.canals import canal_shape, street_places
from sim.board.files.mapfile import MapFile, Street
from sim.board.map_checks.survey import bounds, seen_from_above
from sim.board.model.plans import common, union
from sim.board.model.tableau import Point
from sim.words import say

__all__ = ["levels"]

Wrong = tuple[str, str, str, Point]  # where, what, what would mend it, and a place

STEP = 1.0  # inches that a base steps over (MOVE-01)
DEEP = 0.06  # inches that the feet of a piece may reach into the paving
LEAST = 0.5  # square inches of a street
MOSTLY = 0.5  # of a piece lies on a street: it stands there


def levels(board: Board) -> Iterator[Wrong]:
    """Streets that nothing is left of, that lie under the water beside them, or that nobody gets out of; and pieces
    that are sunk into a raised one."""
    made = board.map
    if made is None:
        return
    names = {part.name for part in board.parts}
    for street, place in street_places(made):
        if place.area < LEAST:
            at = canal_shape(street, made).representative_point()
            yield (
                street.id,
                say("canals and later streets cover all of it"),
                say("move it, or take it away"),
                (at.x, at.y, 0.0),
            )
            continue
        middle = place.representative_point()
        spot = (middle.x, middle.y, street.level)
        if street.level > 0 and street.steps and f"ground/level-{street.id}" not in names:
            what = say('its steps meet before they reach its level, {level:g}"', level=street.level)
            yield street.id, what, say("draw it larger, lower it, or make its steps narrower"), spot
        wet = _drowned(street, made, place)
        if wet is not None:
            what = say("lies at {level:g}, and the water of {canal} beside it at {water:g}", level=street.level, **wet)
            yield street.id, what, say("raise it, or let ground lie between"), spot
        if street.level < -STEP and not street.steps:
            what = say('lies {inches:g}" deep within slick walls', inches=-street.level)
            yield street.id, what, say("give it steps, or put stairs or a ladder into it"), spot
        if street.level > DEEP:
            yield from _sunk(board, street, place)


def _drowned(street: Street, made: MapFile, place: BaseGeometry) -> dict[str, object] | None:
    """The canal whose water is higher than a street that it touches."""
    for canal in made.canals:
        if canal.surface > street.level and canal_shape(canal, made).buffer(0.01).intersects(place):
            return {"canal": canal.id, "water": canal.surface}
    return None


def _sunk(board: Board, street: Street, place: BaseGeometry) -> Iterator[Wrong]:
    """Pieces most of which lies within a street, and whose feet are under its paving."""
    boxes = bounds(board)
    own: dict[str, list[int]] = {}
    for number, part in enumerate(board.parts):
        if part.is_built:
            own.setdefault(part.piece, []).append(number)
    for id, numbers in own.items():
        under = street.level - float(boxes[numbers, 0, 2].min())
        if under <= DEEP or not place.intersects(_box(boxes[numbers])):
            continue
        seen = union([seen_from_above(board, board.parts[n]) for n in numbers])
        if common(seen, place).area > MOSTLY * seen.area:
            low, high = boxes[numbers, 0].min(0), boxes[numbers, 1].max(0)
            x, y = ((low + high) / 2)[:2]
            yield (
                id,
                say('is sunk {inches:.2f}" into {street}', inches=under, street=street.id),
                say('raise it by {inches:.2f}"', inches=under),
                (float(x), float(y), float(high[2])),
            )


def _box(boxes: NDArray[np.float64]) -> BaseGeometry:
    (west, south, _), (east, north, _) = boxes[:, 0].min(0), boxes[:, 1].max(0)
    return box(west, south, east, north)
