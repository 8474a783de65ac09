"""The hull of a vessel, where it lies and with whom it carries (TERR-12 to 14). Inches, turns in degrees."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, Vessel
from sim.board.model.errors import MissingError
from sim.board.model.tableau import Point, Tableau, VesselAt
from sim.geometry.ground.vessel_hulls import outline

__all__ = ["berth_of", "carried", "hull_of", "middle_of", "posed", "turned", "turned_by"]

Floats = NDArray[np.float64]


def berth_of(board: Board, tableau: Tableau, piece: str) -> VesselAt:
    """Where a vessel lies. Raises KeyError: there is none."""
    lies = next((v for v in board.vessels_at(tableau) if v.piece == piece), None)
    if lies is None:
        raise MissingError(f"no vessel {piece!r} lies on the board")
    return lies


def hull_of(board: Board, vessel: Vessel) -> tuple[Floats, float]:
    """The outline about the vessel's origin, rows x, y, 0, and how high its hull stands over the water."""

    def make() -> tuple[Floats, float]:
        points = np.concatenate([p.triangles.reshape(-1, 3) for p in vessel.parts if not p.meaning.decor])
        low = points[points[:, 2] <= 1.0]  # prow irons and lanterns overhang and pass
        return outline(low[:, :2]), float(low[:, 2].max())

    return board.derived(f"hull {vessel.id}", make)


def posed(hull: Floats, pose: VesselAt) -> Floats:
    """An outline where a vessel lies."""
    x, y = turned(hull[:, 0], hull[:, 1], pose.turn)
    return np.column_stack([x + pose.at[0], y + pose.at[1], np.zeros(len(hull))])


def carried(seat: Point, lies: VesselAt, pose: VesselAt) -> Point:
    """Where a vessel takes somebody aboard, from one pose to another."""
    x, y = turned(seat[0] - lies.at[0], seat[1] - lies.at[1], pose.turn - lies.turn)
    return (float(pose.at[0] + x), float(pose.at[1] + y), seat[2] + pose.at[2] - lies.at[2])


def middle_of(seats: Iterable[Point], lies: VesselAt) -> Point:
    """The middle between those who stand furthest apart aboard; that of the vessel, where nobody is."""
    x, y, _ = np.array(list(seats) or [lies.at]).T
    return (float(x.min() + x.max()) / 2, float(y.min() + y.max()) / 2, lies.at[2])


def turned(x: Floats | float, y: Floats | float, degrees: float) -> tuple[Floats | float, Floats | float]:
    """A place turned about nothing, counter-clockwise."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return cos * x - sin * y, sin * x + cos * y


def turned_by(start: float, end: float) -> float:
    """From one turn to another the shorter way round: -180 to 180."""
    return (end - start + 180.0) % 360.0 - 180.0
