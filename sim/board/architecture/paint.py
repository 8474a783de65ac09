"""Materials by name, and the colours of Venice."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "BLUE_SHUTTER",
    "BROWN_SHUTTER",
    "CREAM",
    "DARK_WOOD",
    "GILT",
    "GLASS",
    "GREEN_SHUTTER",
    "IRON",
    "LEAD",
    "LEAF",
    "MUSTARD",
    "OCHRE",
    "PEACH",
    "RED",
    "RED_SHUTTER",
    "ROPE",
    "ROSE",
    "SIENNA",
    "STONE",
    "TILE",
    "WHITE",
    "WOOD",
    "Paint",
    "linear",
]

STONE = "#e9e1d0"  # Istrian
BRICK = "#ffffff"  # the renderer's brick has its own colour
TILE = "#b4613c"
WOOD = "#8a6a4a"
DARK_WOOD = "#4a3626"
IRON = "#22211f"
GILT = "#d9a63a"
GLASS = "#2c3d4a"
LEAD = "#5d7a78"
LEAF = "#3f6a2a"
ROPE = "#b79a6a"

OCHRE, ROSE, CREAM, RED = "#dfa85a", "#d07f6a", "#e8d2a0", "#b4533f"
PEACH, WHITE, MUSTARD, SIENNA = "#e8a986", "#e6ddc8", "#d09a3a", "#c07a4a"
GREEN_SHUTTER, BLUE_SHUTTER, BROWN_SHUTTER, RED_SHUTTER = "#2f6b4c", "#35586e", "#6b4630", "#7a2f28"


@dataclass(frozen=True)
class Paint:
    """A material, its tint in sRGB, and another paint for the faces that look `way`, where that differs."""

    material: str
    colour: str = "#ffffff"
    up: Paint | None = None
    way: tuple[float, float, float] = (0.0, 0.0, 1.0)


def linear(colour: str) -> tuple[float, float, float]:
    """An sRGB colour `#rrggbb` as linear numbers from 0 to 1."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue
