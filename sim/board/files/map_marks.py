"""What a map says about the games that are played on it: deployment zones, places of objectives, and notes.

They stand in the map's file as `[[zones]]`, `[[objectives]]` and `[[notes]]`; nothing that is measured heeds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from sim.board.model.ranges import Coordinate, Height, Name
from sim.words import say

__all__ = ["MARKS", "MapMark", "MapNote", "MapObjective", "MapZone", "misplaced_marks"]

MARKS = ("zones", "objectives", "notes")  # the lists of a map that hold them
LEAST_ZONE = 4.0  # square inches: less holds nobody

Spot = Annotated[tuple[Coordinate, Coordinate], Meta(description="[x, y] in inches.", examples=[[12, 9]])]
Scenarios = Annotated[
    tuple[Name, ...],
    Meta(max_length=20, description="Scenarios that it is for; none: all.", examples=[["gang-war"]]),
]


class MapZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a gang deploys, in place of a zone of the scenario's own."""

    id: Annotated[Name, Meta(description="Its name, with spaces for hyphens.", examples=["fish-market"])]
    outline: Annotated[
        tuple[Spot, ...],
        Meta(
            min_length=3,
            max_length=100,
            description="Its corners in order, [x, y] each, on the board.",
            examples=[[[0, 0], [8, 0], [8, 24], [0, 24]]],
        ),
    ]
    scenarios: Scenarios = ()
    side: Annotated[
        Name, Meta(description="Whose it is in scenarios with sides.", examples=["attacker", "defender"])
    ] = ""


class MapObjective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an objective lies that the players would else place."""

    id: Annotated[Name, Meta(description="Its name.", examples=["old-well"])]
    at: Spot
    z: Annotated[Height, Meta(description="Height of what it lies on.", examples=[4.5])] = 0.0
    scenarios: Scenarios = ()


class MapNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A remark that is shown where it stands while one builds, and while a game is set up."""

    id: Annotated[Name, Meta(description="Its name.", examples=["note"])]
    text: Annotated[
        str, Meta(min_length=1, max_length=200, description="What it says.", examples=["The tide takes these steps."])
    ]
    at: Spot
    z: Annotated[Height, Meta(description="Height at which it stands.")] = 0.0


MapMark = MapZone | MapObjective | MapNote

Wrong = tuple[tuple[str | int, ...], str]  # where, and what with its mend


def misplaced_marks(
    size: tuple[float, float],
    zones: Sequence[MapZone],
    objectives: Sequence[MapObjective],
    notes: Sequence[MapNote],
) -> Iterator[Wrong]:
    """Zones that are no shape on a board of this size, and objectives and notes beside it."""
    wide, deep = size
    off = say("lies off the board, which is {wide:g} x {deep:g}: move it in", wide=wide, deep=deep)

    def on_board(at: tuple[float, float]) -> bool:
        return 0.0 <= at[0] <= wide and 0.0 <= at[1] <= deep

    for number, zone in enumerate(zones):
        beside = next((n for n, corner in enumerate(zone.outline) if not on_board(corner)), None)
        if beside is not None:
            yield ("zones", number, "outline", beside), off
        elif fault := _shapeless(zone):
            yield ("zones", number, "outline"), fault
    spots = [("objectives", n, o.at) for n, o in enumerate(objectives)]
    spots += [("notes", n, note.at) for n, note in enumerate(notes)]
    for name, number, at in spots:
        if not on_board(at):
            yield (name, number, "at"), off


def _shapeless(zone: MapZone) -> str:
    """Why an outline is none of a zone; empty where it is one."""
    from shapely import Polygon

    shape = Polygon(zone.outline)
    if not shape.is_valid:
        return say("crosses itself: list its corners in order")
    if shape.area < LEAST_ZONE:
        return say("has {area:.1f} square inches, and nobody has room in it: make it larger", area=shape.area)
    return ""
