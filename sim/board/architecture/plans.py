"""What a made piece is made from: one struct a kind, each key with its range, its step and what it means.

A map file holds one of them in the place of a piece's name, as `[pieces.house]` or `house = { floors = 3 }`. `fields`
reads the ranges back for whoever shows them. All lengths are inches; where a piece has a front, it looks south.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

__all__ = [
    "KINDS",
    "BridgePlan",
    "Building",
    "CampanilePlan",
    "ChurchPlan",
    "Colour",
    "HousePlan",
    "PalazzoPlan",
    "PiecePlan",
    "Planned",
    "QuayPlan",
    "Roof",
    "ScaffoldingPlan",
    "Spire",
    "StairsPlan",
    "Stuff",
    "Towards",
    "WallPlan",
]

Meta = msgspec.Meta

Colour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$")]
Ordinate = Annotated[float, Meta(ge=-20, le=20)]
Point = tuple[Ordinate, Ordinate]
Outline = Annotated[
    tuple[Point, ...],
    Meta(max_length=24, description="corners of the ground plan round the piece's origin, in place of width and depth"),
]
Plot = Annotated[float, Meta(ge=2.5, le=16, description="inches", extra={"step": 0.5})]
Share = Annotated[float, Meta(ge=0, le=1, description="the share that has fallen down", extra={"step": 0.05})]
Pitch = Annotated[float, Meta(ge=0.25, le=0.95, description="rise of the roof over its run", extra={"step": 0.05})]
Seed = Annotated[int, Meta(ge=0, le=9999, description="another number, other details")]


class Roof(StrEnum):
    """What a building ends in."""

    FLAT = "flat"  # paved, within a parapet
    GABLE = "gable"
    HIP = "hip"
    TERRACE = "terrace"  # hipped, with a wooden altana over it


class Towards(StrEnum):
    """The sides of a building."""

    SOUTH = "south"
    EAST = "east"
    NORTH = "north"
    WEST = "west"


class Stuff(StrEnum):
    """What bridges and walls are built of."""

    STONE = "stone"
    BRICK = "brick"
    WOOD = "wood"


class Spire(StrEnum):
    """What a bell tower ends in."""

    PYRAMID = "pyramid"
    DOME = "dome"
    FLAT = "flat"


class Planned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What every kind of made piece can be told."""

    seed: Seed = 1


class Building(Planned, frozen=True, kw_only=True):
    """What houses and palazzi have in common."""

    width: Plot = 6.0
    depth: Plot = 5.0
    outline: Outline = ()
    floors: Annotated[int, Meta(ge=1, le=5, description="storeys, the ground floor among them")] = 3
    bays: Annotated[int, Meta(ge=0, le=10, description="windows in a row on the front; 0: as many as fit")] = 0
    roof: Roof = Roof.HIP
    pitch: Pitch = 0.45
    balconies: Annotated[int, Meta(ge=0, le=4, description="on the front first, then on the sides")] = 0
    chimneys: Annotated[int, Meta(ge=0, le=4)] = 1
    doors: Annotated[tuple[Towards, ...], Meta(max_length=4, description="the sides that have a door")] = (
        Towards.SOUTH,
    )
    blind: Annotated[
        tuple[Towards, ...], Meta(max_length=4, description="the sides without windows, where a neighbour stands")
    ] = ()
    colour: Colour = "#dfa85a"
    shutters: Colour = "#2f6b4c"
    brick: bool = False
    ruin: Share = 0.0


class HousePlan(Building, frozen=True, tag="house", tag_field="kind", kw_only=True):
    """A house of the quarter."""

    arcade: Annotated[bool, Meta(description="an arched walk under the front, at street level")] = False
    awnings: Annotated[int, Meta(ge=0, le=4, description="striped cloths over the street, soft to fall onto")] = 0


class PalazzoPlan(Building, frozen=True, tag="palazzo", tag_field="kind", kw_only=True):
    """A palace with tall rooms: gothic windows on its noble floor, most of them in one loggia."""

    width: Plot = 8.0
    depth: Plot = 6.0
    floors: Annotated[int, Meta(ge=2, le=5, description="storeys, the ground floor among them")] = 4
    balconies: Annotated[int, Meta(ge=0, le=4, description="the first runs before the loggia")] = 1
    chimneys: Annotated[int, Meta(ge=0, le=4)] = 2
    pitch: Pitch = 0.42
    colour: Colour = "#b4533f"
    loggia: Annotated[int, Meta(ge=0, le=8, description="arches side by side in the middle of the noble floor")] = 4
    merlons: Annotated[bool, Meta(description="stone merlons along a flat roof")] = False


class BridgePlan(Planned, frozen=True, tag="bridge", tag_field="kind", kw_only=True):
    """A bridge along x, its middle over the origin and its ends at street level."""

    stuff: Stuff = Stuff.STONE
    length: Annotated[float, Meta(ge=5, le=16, description="from end to end", extra={"step": 0.2})] = 8.4
    width: Annotated[float, Meta(ge=1.4, le=5, extra={"step": 0.2})] = 2.4
    rise: Annotated[
        float,
        Meta(
            ge=0.4,
            le=2.5,
            description="of its middle over the street; no steeper than one can walk",
            extra={"step": 0.1},
        ),
    ] = 1.5
    parapet: Annotated[bool, Meta(description="low walls or rails along both sides")] = True


class QuayPlan(Planned, frozen=True, tag="quay", tag_field="kind", kw_only=True):
    """A stone quay that juts southwards into the water from its origin, as high as the street."""

    width: Annotated[float, Meta(ge=1.5, le=16, extra={"step": 0.5})] = 6.0
    depth: Annotated[float, Meta(ge=1.5, le=8, extra={"step": 0.5})] = 2.0
    steps: Annotated[
        float, Meta(ge=0, le=4, description="width of steps into the water; 0: none", extra={"step": 0.5})
    ] = 0.0
    bollards: Annotated[int, Meta(ge=0, le=6)] = 2


class StairsPlan(Planned, frozen=True, tag="stairs", tag_field="kind", kw_only=True):
    """Stone steps: up northwards to a landing, or down southwards into the water from the edge of a street."""

    width: Annotated[float, Meta(ge=1.3, le=6, extra={"step": 0.1})] = 2.2
    height: Annotated[float, Meta(ge=0.4, le=8, description="from street to landing", extra={"step": 0.1})] = 2.0
    landing: Annotated[
        float, Meta(ge=0, le=4, description="depth of the landing at their top", extra={"step": 0.1})
    ] = 1.3
    steep: Annotated[float, Meta(ge=0.3, le=0.95, description="rise over run", extra={"step": 0.05})] = 0.7
    parapet: Annotated[bool, Meta(description="low walls along both sides")] = True
    water: Annotated[bool, Meta(description="down into the water; its height counts no more")] = False


class WallPlan(Planned, frozen=True, tag="wall", tag_field="kind", kw_only=True):
    """A free wall along x, with a broad top."""

    stuff: Stuff = Stuff.BRICK
    length: Annotated[float, Meta(ge=1, le=24, extra={"step": 0.5})] = 4.0
    height: Annotated[float, Meta(ge=0.5, le=6, extra={"step": 0.1})] = 1.8
    thick: Annotated[float, Meta(ge=0.3, le=2, extra={"step": 0.1})] = 0.4
    gate: Annotated[bool, Meta(description='an arched way through its middle, where it is over 2" high')] = False
    ivy: Annotated[
        float, Meta(ge=0, le=1, description="the share of its south side that is green", extra={"step": 0.1})
    ] = 1.0
    ruin: Share = 0.0


class ScaffoldingPlan(Planned, frozen=True, tag="scaffolding", tag_field="kind", kw_only=True):
    """A builders' scaffold along x: decks on poles, with ladders between them."""

    bays: Annotated[int, Meta(ge=1, le=6, description="of 1.9 inches between poles")] = 2
    decks: Annotated[int, Meta(ge=1, le=5)] = 2
    storey: Annotated[float, Meta(ge=1.6, le=3, description="from deck to deck", extra={"step": 0.1})] = 2.2
    ladders: bool = True


class ChurchPlan(Planned, frozen=True, tag="church", tag_field="kind", kw_only=True):
    """A church with a white front to the south: a nave, and aisles as steps up to its roof."""

    width: Annotated[float, Meta(ge=5, le=12, description="with its aisles", extra={"step": 0.2})] = 6.8
    length: Annotated[float, Meta(ge=5, le=16, extra={"step": 0.2})] = 7.6
    height: Annotated[float, Meta(ge=4, le=10, description="of the walls of its nave", extra={"step": 0.2})] = 6.0
    aisles: bool = True
    colour: Colour = "#d8c3a0"


class CampanilePlan(Planned, frozen=True, tag="campanile", tag_field="kind", kw_only=True):
    """A bell tower of brick with an open belfry."""

    width: Annotated[float, Meta(ge=2.4, le=5, extra={"step": 0.2})] = 3.2
    height: Annotated[float, Meta(ge=6, le=20, description="of its shaft, up to the belfry", extra={"step": 0.2})] = (
        12.2
    )
    gallery: Annotated[float, Meta(ge=0, le=16, description="height of a balcony; 0: none", extra={"step": 0.2})] = 6.4
    spire: Spire = Spire.PYRAMID


PiecePlan = (
    HousePlan
    | PalazzoPlan
    | BridgePlan
    | QuayPlan
    | StairsPlan
    | WallPlan
    | ScaffoldingPlan
    | ChurchPlan
    | CampanilePlan
)

KINDS: dict[str, type[Planned]] = {
    "house": HousePlan,
    "palazzo": PalazzoPlan,
    "bridge": BridgePlan,
    "quay": QuayPlan,
    "stairs": StairsPlan,
    "wall": WallPlan,
    "scaffolding": ScaffoldingPlan,
    "church": ChurchPlan,
    "campanile": CampanilePlan,
}
