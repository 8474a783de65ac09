"""Directions, lengths and heights as one says them."""

from __future__ import annotations

import re
from math import atan2, cos, hypot, pi, sin

from sim.app.text.matching import plain, typed
from sim.carnevale.characters import Point
from sim.words import say, sense
from sim.words.tongues import told

__all__ = [
    "EVEN",
    "FLOOR",
    "WINDS",
    "bearing",
    "inches",
    "level",
    "number",
    "read_aloud",
    "rise",
    "towards",
    "way_of",
    "wind_in",
    "winds_typed",
]

WINDS = (  # 45 degrees each, as the way to something
    sense("towards it", "east"), sense("towards it", "north-east"), sense("towards it", "north"),
    sense("towards it", "north-west"), sense("towards it", "west"), sense("towards it", "south-west"),
    sense("towards it", "south"), sense("towards it", "south-east"),
)  # fmt: skip
TYPED = (
    sense("words to type", "east, e"), sense("words to type", "north-east, northeast, ne"),
    sense("words to type", "north, n"), sense("words to type", "north-west, northwest, nw"),
    sense("words to type", "west, w"), sense("words to type", "south-west, southwest, sw"),
    sense("words to type", "south, s"), sense("words to type", "south-east, southeast, se"),
)  # fmt: skip
FLOORS = (
    "", say("one floor"), say("two floors"), say("three floors"), say("four floors"), say("five floors"),
    say("six floors"), say("seven floors"), say("eight floors"), say("nine floors"),
)  # fmt: skip
FLOOR = 2.0  # inches: about a storey of the houses
LOWEST = 1.5  # inches: what is lower is no floor
HERE = 0.05  # inches: so near is the same place
EVEN = 0.65  # inches: so much higher or lower is no other level
LENGTH = re.compile(r'(?<![\d.,])(\d+(?:[.,]\d+)?)"')  # as the table writes it


def number(value: float) -> float:
    """A number with one decimal; without, where it is a whole one."""
    short = round(value, 1)
    return int(short) if short == int(short) else short


def inches(length: float) -> str:
    """A length: `7.4 inches`, `1 inch`."""
    short = number(length)
    if short == 1:
        return say("1 inch")
    if isinstance(short, int):
        return say("{n} inches", n=short)
    return sense("less than two", "{n} inches", n=short) if short < 2 else say("{n} inches", n=short)


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
    count = round(abs(high) / FLOOR) if abs(high) >= LOWEST else 0
    floors = FLOORS[count] if count < len(FLOORS) else say("{n} floors", n=count)
    length = inches(abs(high))
    if not floors:
        return say("{length} up", length=length) if high > 0 else say("{length} down", length=length)
    if high > 0:
        return say("{length} up ({floors})", length=length, floors=floors)
    return say("{length} down ({floors})", length=length, floors=floors)


def towards(start: Point, end: Point) -> str:
    """From one place to another: `4.2 inches north-east, 3.7 inches up (two floors)`."""
    flat = hypot(end[0] - start[0], end[1] - start[1])
    wind, high = bearing(start, end), rise(end[2] - start[2])
    if not wind:
        return high or say("here")
    along = say("{length} {wind}", length=inches(flat), wind=wind)
    return say("{along}, {high}", along=along, high=high) if high else along


def level(high: float, even: float = EVEN) -> str:
    """A height over the street: `on street level`, `3.7 inches over the street`. `even`: what is no height yet."""
    if abs(high) < even:
        return say("on street level")
    if high > 0:
        return say("{length} over the street", length=inches(high))
    return say("{length} under the street", length=inches(-high))


def winds_typed(*, whole: bool = False) -> dict[str, int]:
    """Each word for a wind that may be typed, and which of `WINDS` it is; `whole`: without single letters."""
    found = {word: i for i, words in enumerate(TYPED) for word in reversed(typed(words))}
    return {word: i for word, i in found.items() if len(word) > 1 or not whole}


def wind_in(word: str) -> int | None:
    """Which wind a word is."""
    return winds_typed().get(plain(word))


def way_of(wind: int) -> tuple[float, float]:
    """The way that a wind points, one inch long."""
    return (cos(wind * pi / 4), sin(wind * pi / 4))


def read_aloud(line: str) -> str:
    """A line of the table as it is read aloud, in the language that is spoken: inches by their name, and no signs that
    are left out.
    """
    words = told(line)
    words = LENGTH.sub(lambda found: f"{found[1]} {told(_unit(float(found[1].replace(',', '.'))))}", words)
    to, about = told(say("to")), told(say("give or take"))
    return words.replace(" → ", f" {to} ").replace(" ±", f", {about} ").replace("“", '"').replace("”", '"')


def _unit(length: float) -> str:
    if length == 1:
        return say("inch")
    return sense("less than two", "inches") if length < 2 else say("inches")
