"""What terrain means: the kind of ground that a part is, and what landing on it does (TERR, FALL-03)."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What the faces of a part are to a mover.

    Of `SOLID` and `DIFFICULT` parts, faces up to 45 degrees are walked on and steeper ones are
    vertical terrain (TERR-01, 02, 06).
    """

    SOLID = "solid"
    DIFFICULT = "difficult"
    WATER = "water"
    IMPASSABLE = "impassable"  # neither stood on nor climbed (TERR-05)
    LADDER = "ladder"  # climbed without a roll (TERR-07)


class Landing(StrEnum):
    """The landing spots of FALL-03."""

    SOFT = "soft"
    WATER = "water"
    SOLID = "solid"
    DIFFICULT = "difficult"
    DANGEROUS = "dangerous"


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

    kind: Kind = Kind.SOLID
    landing: Landing | None = None  # None: as its kind
    climbable: bool = True  # canal walls are slick: False (MOVE-08)
    obstacle: Obstacle | None = None
    barricade: Barricade | None = None
    vessel: VesselKind | None = None
    unstable: bool = False  # TERR-03
    ruin: bool = False  # TERR-08
    access: bool = False  # water access (MOVE-09)
    decor: bool = False  # seen, but no terrain: takes no part in any ruling
    material: str = ""  # the look: a name of the renderer's materials

    @property
    def landing_spot(self) -> Landing:
        if self.landing is not None:
            return self.landing
        if self.kind is Kind.WATER:
            return Landing.WATER
        return Landing.DIFFICULT if self.kind is Kind.DIFFICULT else Landing.SOLID
