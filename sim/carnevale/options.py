"""The table options: named switches for the rulings that a table might want otherwise."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.carnevale.fields import MarkerInches

__all__ = ["Forgone", "Options"]

Forgone = Literal["jumping", "swimming", "roofs"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults are the rulings of this project; the rule that each belongs to is named beside it."""

    minis_block: bool = True  # GEO-07
    low_terrain_gives_cover: bool = True  # GEO-03
    blast_across: MarkerInches = 3.0  # GEO-13, inches
    teardrop_length: MarkerInches = 8.0  # GEO-14
    teardrop_wide: MarkerInches = 3.0
    teardrop_narrow: MarkerInches = 0.75
    water_fall_twice: bool = False  # FALL-03
    typed_dice: bool = False  # players roll real dice and type the faces in
    morale: bool = False  # CAMP-04: do characters take morale tests?
    without: Annotated[tuple[Forgone, ...], Meta(max_length=3)] = ()  # TURN-12: what nobody does, as if agreed
