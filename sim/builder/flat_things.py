"""What lies flat on a board, and is shaped and moved by its points alone: canals, streets, zones, objectives, notes."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from sim.board.files.map_marks import MapMark, MapNote, MapObjective, MapZone
from sim.board.files.mapfile import Canal, MapFile, Street
from sim.builder.map_blocks import number
from sim.words import counted

__all__ = [
    "FLAT",
    "LEVELS",
    "FlatThing",
    "Point",
    "each_flat",
    "flat_things",
    "how_many",
    "is_ring",
    "list_of",
    "moved",
    "points_of",
    "with_points",
]

Point = tuple[float, float]
FlatThing = Canal | Street | MapMark
LEVELS = (-5.0, 10.0)  # inches that a street may lie under or above the others
FLAT = ("canals", "streets", "zones", "objectives", "notes")  # the lists of a map that hold them


def list_of(thing: FlatThing) -> str:
    """The list of a map that holds such a thing."""
    match thing:
        case Canal():
            return "canals"
        case Street():
            return "streets"
        case MapZone():
            return "zones"
        case MapObjective():
            return "objectives"
        case MapNote():
            return "notes"


def how_many(what: str, n: int) -> str:
    """So many pieces, or things of a list of the map."""
    match what:
        case "pieces":
            return counted("{n} piece", "{n} pieces", n)
        case "canals":
            return counted("{n} canal", "{n} canals", n)
        case "streets":
            return counted("{n} street", "{n} streets", n)
        case "zones":
            return counted("{n} zone", "{n} zones", n)
        case "objectives":
            return counted("{n} objective", "{n} objectives", n)
        case _:
            return counted("{n} note", "{n} notes", n)


def flat_things(made: MapFile) -> tuple[FlatThing, ...]:
    """All of them, list by list."""
    return (*made.canals, *made.streets, *made.zones, *made.objectives, *made.notes)


def moved(thing: FlatThing, image: Callable[[Point], Point]) -> FlatThing:
    """A thing with each of its points where `image` puts it."""

    def put(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((float(number(x)), float(number(y))) for x, y in map(image, points))

    match thing:
        case Canal():
            own = {name: put(getattr(thing, name)) for name in ("outline", "line", "steps_at")}
            return msgspec.structs.replace(thing, **own)
        case Street():
            return msgspec.structs.replace(thing, outline=put(thing.outline), line=put(thing.line))
        case MapZone():
            return msgspec.structs.replace(thing, outline=put(thing.outline))
        case _:
            return msgspec.structs.replace(thing, at=put((thing.at,))[0])


def points_of(thing: FlatThing) -> tuple[Point, ...]:
    """The points that shape it."""
    match thing:
        case Canal() | Street():
            return thing.outline or thing.line
        case MapZone():
            return thing.outline
        case _:
            return (thing.at,)


def is_ring(thing: FlatThing) -> bool:
    """Do its points go round?"""
    return isinstance(thing, Canal | Street | MapZone) and bool(thing.outline)


def with_points(thing: FlatThing, points: tuple[Point, ...]) -> FlatThing:
    """A thing that other points shape."""
    match thing:
        case Canal() | Street() if thing.line:
            return msgspec.structs.replace(thing, line=points)
        case Canal() | Street() | MapZone():
            return msgspec.structs.replace(thing, outline=points)
        case _:
            return msgspec.structs.replace(thing, at=points[0])


def each_flat(made: MapFile, ids: Collection[str], change: Callable[[FlatThing], FlatThing | None]) -> MapFile:
    """A map with some of these things changed, or taken away where `change` returns None."""
    lists = {}
    for name in FLAT:
        things = [change(thing) if thing.id in ids else thing for thing in getattr(made, name)]
        lists[name] = tuple(thing for thing in things if thing is not None)
    return msgspec.structs.replace(made, **lists)
