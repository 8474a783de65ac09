"""What terrain means: the kind of ground that a part is, and what landing on it does (TERR, FALL-03)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

__all__ = ["NATURES", "UNTOLD", "Barricade", "Kind", "Landing", "Meaning", "Obstacle", "VesselKind"]


class Landing(StrEnum):
    """The landing spots of FALL-03."""

    SOFT = "soft"
    WATER = "water"
    SOLID = "solid"
    DIFFICULT = "difficult"
    DANGEROUS = "dangerous"


class Kind(StrEnum):
    """What the faces of a part are to a mover; `nature` tells the rules of each kind."""

    SOLID = "solid"
    DIFFICULT = "difficult"
    WATER = "water"
    IMPASSABLE = "impassable"
    LADDER = "ladder"

    @property
    def nature(self) -> Nature:
        return NATURES[self]


class Nature(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a kind of terrain, and its look where a part names no material."""

    stood_on: bool = True  # on its faces up to 45 degrees (TERR-01)
    climbed: bool = True  # steeper ones are vertical terrain, where the part is `climbable` (TERR-06)
    rolled_for: bool = False  # to cross it takes a DEXTERITY roll (TERR-02)
    barred: bool = False  # no base may be over any of it (TERR-05)
    ladder: bool = False  # climbed without a roll, and in nobody's way (TERR-07)
    landing: Landing = Landing.SOLID  # where the part does not say otherwise (FALL-03)
    material: str = ""  # a name of the renderer's materials; empty: paved above, plain walls below


NATURES: dict[Kind, Nature] = {
    Kind.SOLID: Nature(),
    Kind.DIFFICULT: Nature(rolled_for=True, landing=Landing.DIFFICULT),
    Kind.WATER: Nature(climbed=False, landing=Landing.WATER, material="water"),  # and swum in
    Kind.IMPASSABLE: Nature(stood_on=False, climbed=False, barred=True),
    Kind.LADDER: Nature(stood_on=False, climbed=False, ladder=True, material="timber"),
}


class Obstacle(StrEnum):
    """The kinds of obstacles (TERR-09, 10)."""

    SMALL = "small"
    LARGE = "large"
    DEBRIS = "debris"


class Barricade(StrEnum):
    """Barricades (TERR-11)."""

    LIGHT = "light"
    HEAVY = "heavy"


class VesselKind(StrEnum):
    """What can be rowed or cast off (TERR-12, 14)."""

    GONDOLA = "gondola"
    BOAT = "boat"


class Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terrain rules of one part, as they stand in the `extras` of its glTF node."""

    kind: Annotated[Kind, Meta(description="What its faces are to whoever moves.")] = Kind.SOLID
    landing: Annotated[Landing, Meta(description="What a fall onto it is (FALL-03); none: as its kind.")] | None = None
    climbable: Annotated[bool, Meta(description="May its steep faces be climbed? Canal walls are slick (MOVE-08).")] = (
        True
    )
    obstacle: Annotated[Obstacle, Meta(description="Nobody ends a turn on small ones and debris (TERR-09).")] | None = (
        None
    )
    barricade: Annotated[Barricade, Meta(description="Protects who stands behind it (TERR-11).")] | None = None
    vessel: Annotated[VesselKind, Meta(description="The whole piece floats and is rowed (TERR-12).")] | None = None
    unstable: Annotated[bool, Meta(description="Who comes onto it shakes the others (TERR-03).")] = False
    ruin: Annotated[bool, Meta(description="Climbed without a roll between its floors (TERR-08).")] = False
    access: Annotated[bool, Meta(description="A way out of the water, as steps and ladders are (MOVE-09).")] = False
    decor: Annotated[bool, Meta(description="Seen, but no terrain: takes no part in any ruling.")] = False
    joined: Annotated[bool, Meta(description="Nothing else is told of it: ruled on as one with its like (GEO-03).")] = (
        False
    )
    material: Annotated[str, Meta(max_length=100, description="Its look: a material of the renderer.")] = ""

    @property
    def says_nothing(self) -> bool:
        """Is it what a mesh is of which nothing is told?"""
        return self.joined and msgspec.structs.replace(self, material="") == UNTOLD

    @property
    def landing_spot(self) -> Landing:
        return self.landing if self.landing is not None else self.kind.nature.landing

    @property
    def is_floor(self) -> bool:
        """Is it stood on, and no water?"""
        return self.kind.nature.stood_on and self.kind is not Kind.WATER


UNTOLD = Meaning(joined=True)  # of a part of a mesh that says nothing about it
