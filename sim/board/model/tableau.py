"""What stands on a board and may move: figures, vessels, markers.

A board is fixed; a tableau is a plain value that says where the movable things are at one moment.
Every ruling is measured on a board and a tableau.
"""

from __future__ import annotations

import msgspec

from sim.board.model.errors import MissingError
from sim.geometry.ground.distance import in_contact
from sim.geometry.tolerance import LOW

__all__ = ["BASES_MM", "BASE_HEIGHT", "IGNORED", "MM", "Barred", "Figure", "Marker", "Point", "Tableau", "VesselAt"]

Point = tuple[float, float, float]  # inches; x east, y north, z up; street level is z = 0

MM = 1 / 25.4  # inches in a millimetre
BASE_HEIGHT = 0.12  # inches from the underside of a base to its top, on which bodies stand
BASES_MM = (25.0, 30.0, 40.0, 50.0, 60.0)  # across, of minis as they are sold; a profile may have any other
IGNORED = LOW  # inches of height that measuring, moving and sight ignore (GEO-03)


class Figure(msgspec.Struct, frozen=True, cache_hash=True):
    """A mini: a round base and the body on it. `at` is the centre of the underside of the base."""

    id: str
    at: Point
    base_mm: float = 30.0
    body: str = "human"
    facing: float = 0.0  # degrees, counter-clockwise from east

    @property
    def radius(self) -> float:
        """Of the base, in inches."""
        return self.base_mm * MM / 2

    def touches(self, other: Figure) -> bool:
        """Base contact with another figure (GEO-04), as every distance says."""
        return in_contact(self.at, self.radius, other.at, other.radius)


class VesselAt(msgspec.Struct, frozen=True):
    """Where a gondola or boat lies now: the origin of its piece and its turn in degrees.

    `piece` is the id of a piece of the map, or "PIECE#anything" for one that players set up (SCEN-05).
    """

    piece: str
    at: Point
    turn: float = 0.0


class Marker(msgspec.Struct, frozen=True):
    """A round marker: one that changes the board while it lies (MAGIC-10, Smoke), or an objective (SCEN-03)."""

    id: str
    kind: str  # "smoke" blocks sight; "ice" is solid ground on water; "chasm" is impassable; others do nothing here
    at: Point
    radius: float = 1.5
    height: float = 3.0


class Barred(msgspec.Struct, frozen=True):
    """A piece that is impassable terrain to these figures, and to no others (SPELL-Otherworldly-Oddity)."""

    piece: str
    to: tuple[str, ...]
    by: str = ""  # what bars it, as players call that


class Tableau(msgspec.Struct, frozen=True):
    """All that may move on a board, at one moment, and what it forbids to some."""

    figures: tuple[Figure, ...] = ()
    vessels: tuple[VesselAt, ...] = ()  # pieces of the map not named here lie where the map puts them
    markers: tuple[Marker, ...] = ()
    barred: tuple[Barred, ...] = ()

    def figure(self, id: str) -> Figure:
        """A figure by its id; a marker counts as a base of its size, to be measured to and set down.

        Raises:
            MissingError: neither has this id.
        """
        for figure in self.figures:
            if figure.id == id:
                return figure
        for marker in self.markers:
            if marker.id == id:
                return Figure(id, marker.at, 2 * marker.radius / MM)
        there = ", ".join(repr(i) for i in (*(f.id for f in self.figures), *(m.id for m in self.markers))) or "none"
        raise MissingError(f"no figure or marker {id!r} in the tableau; there are: {there}")
