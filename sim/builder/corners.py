"""What is shaped by its corners: canals, streets and zones, and houses on a drawn ground plan."""

from __future__ import annotations

import math

from sim.board.architecture.plans import Building
from sim.board.architecture.plots import outline_fault
from sim.board.files.map_marks import MapZone
from sim.board.files.mapfile import Canal, PiecePlacement, Street
from sim.builder.edits import Edit, Point, SetFlat
from sim.builder.errors import EditRefused
from sim.builder.flat_things import FlatThing, is_ring, points_of, with_points
from sim.builder.shaping import Reshape, plan_with
from sim.words import say

__all__ = ["Cornered", "corners_of", "foot_of", "goes_round", "least_corners", "with_corners", "with_one_more"]

Cornered = FlatThing | PiecePlacement


def corners_of(thing: Cornered | None) -> tuple[Point, ...]:
    """The corners of a thing where it lies on the board; none of what corners do not shape."""
    match thing:
        case PiecePlacement():
            return tuple(_on_board(thing, corner) for corner in _plot(thing))
        case Canal() | Street() | MapZone():
            return points_of(thing)
        case _:
            return ()


def goes_round(thing: Cornered) -> bool:
    """Does an edge lead from its last corner to its first?"""
    return isinstance(thing, PiecePlacement) or is_ring(thing)


def least_corners(thing: Cornered) -> int:
    """It cannot have fewer."""
    return 3 if goes_round(thing) else 2


def foot_of(thing: Cornered) -> float:
    """Inches over the common level at which its corners lie."""
    return thing.z if isinstance(thing, PiecePlacement) else float(getattr(thing, "level", 0.0))


def with_corners(thing: Cornered, corners: tuple[Point, ...]) -> Edit:
    """The edit that gives a thing other corners. Raises EditRefused for those that no house can be built on."""
    if not isinstance(thing, PiecePlacement):
        return SetFlat(with_points(thing, corners))
    if fault := outline_fault(corners):
        raise EditRefused(say("the plot: {fault}", fault=fault))
    assert not isinstance(thing.piece, str)
    own = tuple(_in_plan(thing, corner) for corner in corners)
    return Reshape(thing.id, plan_with(thing.piece, "outline", own))


def with_one_more(thing: Cornered, after: int) -> tuple[Point, ...]:
    """Its corners, and a new one half way from one to the next."""
    corners = corners_of(thing)
    (x0, y0), (x1, y1) = corners[after], corners[(after + 1) % len(corners)]
    middle = (round((x0 + x1) / 2, 2), round((y0 + y1) / 2, 2))
    return (*corners[: after + 1], middle, *corners[after + 1 :])


def _plot(placed: PiecePlacement) -> tuple[Point, ...]:
    return placed.piece.outline if isinstance(placed.piece, Building) else ()


def _on_board(placed: PiecePlacement, corner: Point) -> Point:
    """From a plan's own axes to the board's."""
    angle = math.radians(placed.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = (-corner[0] if placed.mirror else corner[0]), corner[1]
    return (round(placed.at[0] + x * cos - y * sin, 3), round(placed.at[1] + x * sin + y * cos, 3))


def _in_plan(placed: PiecePlacement, corner: Point) -> Point:
    """From the board's axes to a plan's own."""
    angle = math.radians(placed.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    east, north = corner[0] - placed.at[0], corner[1] - placed.at[1]
    x, y = east * cos + north * sin, north * cos - east * sin
    return (round(-x if placed.mirror else x, 3), round(y, 3))
