"""The colours of what is drawn over the board, by what they mean, and three palettes that say how each is painted.

Marks name their colours by the constants below, which are those of the standard palette; a palette says what is
painted in place of them. No two meanings are told apart by colour alone: what is blocked is dashed, what takes a roll
is hatched. `tests/app/test_overlay_contrast.py` holds what each of them must keep, for every kind of eye.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

__all__ = [
    "AMBER",
    "CALM",
    "CASING",
    "FALLS",
    "FREE",
    "GOLD",
    "HIDDEN",
    "PALE",
    "PALETTES",
    "ROLLED",
    "SEEN",
    "STANDARD",
    "TAPE",
    "VEIL",
    "WHITE",
    "Colour",
    "Inks",
    "faint",
]

Rgb = tuple[float, float, float]
Colour = tuple[float, float, float, float]  # the last: how strong

FREE: Colour = (0.55, 0.96, 0.86, 0.95)  # the edge of what can be reached
ROLLED: Colour = (0.98, 0.72, 0.18, 0.95)  # what takes a roll
SEEN: Colour = (0.30, 0.92, 0.60, 0.95)
HIDDEN: Colour = (0.96, 0.30, 0.22, 0.95)  # out of sight, refused
WHITE: Colour = (1.0, 0.98, 0.92, 0.95)
GOLD: Colour = (0.98, 0.82, 0.42, 0.95)  # what is chosen, and what it would do
AMBER: Colour = (0.98, 0.66, 0.20, 0.95)  # with a cost: in cover, in contact, pushed
PALE: Colour = (1.0, 0.96, 0.85, 0.60)  # where something was
FALLS: Colour = (0.93, 0.36, 0.24, 0.95)
CALM: Colour = (0.45, 0.80, 0.95, 0.95)  # the best that may come
TAPE: Colour = (1.0, 0.86, 0.35, 0.95)
CASING: Colour = (0.035, 0.025, 0.025, 0.80)  # round every line, so that it is seen on any ground
VEIL: Colour = (0.02, 0.02, 0.05, 0.40)  # over what cannot be reached


class Inks(msgspec.Struct, frozen=True, eq=False):
    """A palette: what is painted in place of the standard colours. `bold`: how much wider lines are drawn."""

    title: str
    instead: Mapping[Rgb, Rgb] = MappingProxyType({})
    bold: float = 1.0
    veil: Colour = VEIL

    def of(self, colour: Colour) -> Colour:
        """How a colour is painted; one that stands for nothing stays as it is."""
        return (*self.instead.get(colour[:3], colour[:3]), colour[3])


def faint(colour: Colour, strength: float) -> Colour:
    """The same colour, as strong as told."""
    return (*colour[:3], strength)


STANDARD = Inks("Standard")
PALETTES: Mapping[str, Inks] = MappingProxyType(
    {
        "standard": STANDARD,
        "high contrast": Inks(
            "High contrast",
            MappingProxyType(
                {
                    FREE[:3]: (1.0, 1.0, 1.0),
                    ROLLED[:3]: (1.0, 0.90, 0.0),
                    SEEN[:3]: (0.35, 1.0, 0.55),
                    HIDDEN[:3]: (1.0, 0.22, 0.16),
                    WHITE[:3]: (1.0, 1.0, 1.0),
                    GOLD[:3]: (1.0, 0.95, 0.30),
                    AMBER[:3]: (1.0, 0.78, 0.0),
                    PALE[:3]: (1.0, 1.0, 1.0),
                    FALLS[:3]: (1.0, 0.30, 0.22),
                    CALM[:3]: (0.35, 0.95, 1.0),
                    TAPE[:3]: (1.0, 1.0, 0.30),
                }
            ),
            bold=1.5,
            veil=(0.0, 0.0, 0.0, 0.62),
        ),
        "colour-blind": Inks(  # blue against orange and vermilion (Okabe and Ito), apart in lightness too
            "Colour-blind",
            MappingProxyType(
                {
                    FREE[:3]: (0.72, 0.90, 1.0),
                    ROLLED[:3]: (0.94, 0.89, 0.26),
                    SEEN[:3]: (0.42, 0.78, 1.0),
                    HIDDEN[:3]: (0.84, 0.37, 0.0),
                    GOLD[:3]: (0.98, 0.93, 0.60),
                    AMBER[:3]: (0.94, 0.72, 0.10),
                    FALLS[:3]: (0.84, 0.37, 0.0),
                    CALM[:3]: (0.45, 0.80, 1.0),
                    TAPE[:3]: (0.98, 0.93, 0.45),
                }
            ),
            bold=1.15,
        ),
    }
)
