"""The numbers and names that board files may hold: each kind of them once, with its bounds.

Bounds on both sides also refuse what is no number or infinite.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

__all__ = [
    "FARTHEST",
    "LARGEST_BASE",
    "MOST_TRIANGLES",
    "SMALLEST_BASE",
    "BaseSize",
    "Colour",
    "Coordinate",
    "Depth",
    "Height",
    "Length",
    "Name",
    "Place",
    "Turn",
]

FARTHEST = 1e5  # inches from the corner of the table: rays and grids are made for tables
MOST_TRIANGLES = 3_000_000  # of a board: more are finer than its minis, and take all the memory there is
SMALLEST_BASE, LARGEST_BASE = 1.0, 300.0  # millimetres

Coordinate = Annotated[float, Meta(ge=-1000, le=1000, description="Inches east or north of the south-west corner.")]
Height = Annotated[float, Meta(ge=-100, le=100, description="Inches above the street, which is at 0.")]
Depth = Annotated[float, Meta(ge=-20, lt=0, description="Inches above the street: under 0.")]
Length = Annotated[float, Meta(ge=1, le=120, description="Inches.")]
Turn = Annotated[float, Meta(ge=-360, le=360, description="Degrees, counter-clockwise as seen from above.")]
Name = Annotated[
    str,
    Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=80, description="Lower-case letters, digits and hyphens."),
]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$", description="Red, green and blue: #rrggbb.")]
Place = tuple[
    Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)],
    Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)],
    Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)],
]
BaseSize = Annotated[
    float, Meta(ge=SMALLEST_BASE, le=LARGEST_BASE, description="Diameter of a base in millimetres.", examples=[30])
]
