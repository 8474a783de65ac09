"""Directions, lengths and heights as one says them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import atan2, cos, hypot, pi, sin

from sim.carnevale.characters import Point

__all__ = [
    "EVEN",
    "FLOOR",
    "WINDS",
    "bearing",
    "inches",
    "joined",
    "level",
    "rise",
    "spoken",
    "towards",
    "wind_name",
    "wind_of",
]

WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")  # 45 degrees each
SHORT = {"e": 0, "ne": 1, "n": 2, "nw": 3, "w": 4, "sw": 5, "s": 6, "se": 7}
FLOOR = 2.0  # inches: about a storey of the houses
HERE = 0.05  # inches: so near is the same place
EVEN = 0.65  # inches: so much higher or lower is no other level
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def inches(length: float) -> str:
    """A length: `7.4 inches`, `1 inch`."""
    text = f"{length:.1f}".removesuffix(".0")
    return f"{text} inch" if text == "1" else f"{text} inches"


def bearing(start: Point, end: Point) -> str:
    """The wind in which a place lies; empty where it is the same place, seen from above."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if hypot(dx, dy) < HERE:
        return ""
    return WINDS[round(atan2(dy, dx) / (pi / 4)) % 8]


def rise(high: float) -> str:
    """How much higher or lower, with the floors that this is about; empty on one level."""
    if abs(high) < EVEN:
        return ""
    floors = round(abs(high) / FLOOR)
    count = NUMBERS[floors] if floors < len(NUMBERS) else str(floors)
    said = f" ({count} floor{'s' if floors > 1 else ''})" if floors else ""
    return f"{inches(abs(high))} {'up' if high > 0 else 'down'}{said}"


def towards(start: Point, end: Point) -> str:
    """From one place to another: `4.2 inches north-east, 3.7 inches up (two floors)`."""
    flat = hypot(end[0] - start[0], end[1] - start[1])
    wind = bearing(start, end)
    return ", ".join(filter(None, (f"{inches(flat)} {wind}" if wind else "", rise(end[2] - start[2])))) or "here"


def level(high: float) -> str:
    """A height over the street: `on street level`, `3.7 inches over the street`."""
    if abs(high) < EVEN:
        return "on street level"
    return f"{inches(abs(high))} {'over' if high > 0 else 'under'} the street"


def wind_of(word: str) -> tuple[float, float] | None:
    """The way that a word for a wind points, one inch long; None for other words."""
    plain = word.casefold().replace("-", "")
    numbers = {wind.replace("-", ""): i for i, wind in enumerate(WINDS)} | SHORT
    if plain not in numbers:
        return None
    angle = numbers[plain] * pi / 4
    return (cos(angle), sin(angle))


def wind_name(word: str) -> str:
    """A wind by its whole name."""
    plain = word.casefold()
    return WINDS[SHORT[plain]] if plain in SHORT else plain


def spoken(line: str) -> str:
    """A line of the table as it is read aloud: inches by their name, and no signs that are left out."""
    line = re.sub(r'(?<![\d.])1"', "1 inch", line)
    line = re.sub(r'(\d)"', r"\1 inches", line)
    return line.replace(" → ", " to ").replace(" ±", ", give or take ").replace("“", '"').replace("”", '"')


def joined(parts: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *most, end = list(parts) or [""]
    return f"{', '.join(most)} {last} {end}" if most else end
