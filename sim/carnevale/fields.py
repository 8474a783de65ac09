"""What may stand in a field of a card, a gang, a script or a setup: the ranges of numbers and the shapes of words.

They hold all that the rulebook prints and what players may sensibly invent. Numbers with two bounds are finite.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sim.board.model.ranges import FARTHEST, Place

__all__ = [
    "LONGEST_NAME",
    "MOST_DUCATS",
    "MOST_GANGS",
    "MOST_MEMBERS",
    "USUAL_DUCATS",
    "Ability",
    "Base",
    "Bends",
    "Corners",
    "Cost",
    "Dice",
    "Ducats",
    "Face",
    "Gains",
    "Inches",
    "Life",
    "LongText",
    "MarkerInches",
    "Move",
    "Name",
    "Names",
    "OwnName",
    "Point",
    "Points",
    "Seed",
    "Side",
    "Source",
    "Stat",
    "StatChange",
    "Turn",
    "VesselPlace",
]

Point = Place
Corners = Annotated[tuple[Point, ...], Meta(max_length=1000)]  # of a way
Side = Annotated[float, Meta(ge=0, le=FARTHEST)]  # of a board
Turn = Annotated[float, Meta(ge=-3600, le=3600)]  # degrees
VesselPlace = tuple[
    Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)], Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)], Turn
]
Bends = Annotated[tuple[VesselPlace, ...], Meta(max_length=100)]  # of the way of a vessel: x, y, degrees
Inches = Annotated[float, Meta(ge=0, le=120)]
MarkerInches = Annotated[float, Meta(gt=0, le=48)]  # of templates

Base = Annotated[int, Meta(ge=10, le=500)]  # mm
Life = Annotated[int, Meta(ge=1, le=200)]
Points = Annotated[int, Meta(ge=0, le=100)]
Dice = Annotated[int, Meta(ge=0, le=15)]
Move = Annotated[int, Meta(ge=0, le=24)]
StatChange = Annotated[int, Meta(ge=-15, le=15)]  # of a stat
Cost = Annotated[int, Meta(ge=0, le=1000)]  # ducats of one character
MOST_DUCATS, USUAL_DUCATS = 10_000, 150
Ducats = Annotated[int, Meta(ge=1, le=MOST_DUCATS)]  # of a gang
Face = Annotated[int, Meta(ge=1, le=10)]
Seed = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
MOST_GANGS = 8  # in a game
MOST_MEMBERS = 100  # of a gang
Stat = Literal["move", "dexterity", "attack", "protection", "mind"]

LONGEST_NAME = 100  # letters
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Names = Annotated[tuple[Name, ...], Meta(max_length=60)]
OwnName = Annotated[str, Meta(max_length=LONGEST_NAME)]  # empty: another holds
Source = Annotated[str, Meta(min_length=1, max_length=1000)]  # a name or a path
LongText = Annotated[str, Meta(max_length=2000)]
Ability = Annotated[
    str, Meta(pattern=r"^[^()]+(\([^()]*\)\s*)?$", max_length=100, examples=["Slippery", "Acrobatic (2)"])
]
Gains = Annotated[
    dict[Literal["ap", "lp", "wp", "cp"], Annotated[int, Meta(ge=0, le=100)]],
    Meta(extra_json_schema={"propertyNames": {"enum": ["ap", "lp", "wp", "cp"]}}),
]
