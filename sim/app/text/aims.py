"""A place in words, as places of the board: `4 east`, `beside the well`, `12, 14`, `the roof of Ca Rosa`, `Grim`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import dist, hypot
from typing import NamedTuple

from sim.app.text.landmarks import Landmark
from sim.app.text.matching import fitting, hint, words_of
from sim.app.text.seat_view import SeatView
from sim.app.text.wording import WINDS, joined, wind_of
from sim.carnevale.characters import Point

__all__ = ["NotUnderstood", "SaidPlace", "aim_of", "is_on", "places"]

NUMBER = r"(\d+(?:\.\d+)?)"
WIND = r"(north-?east|north-?west|south-?east|south-?west|north|east|south|west|ne|nw|se|sw|n|e|s|w)\b"
UNIT = r"\s*(?:\"|inch(?:es)?\b|in\b)?\s*(?:to the\s+)?"
COORDINATES = re.compile(rf"^\s*(?:at\s+|to\s+)?{NUMBER}\s*,\s*{NUMBER}(?:\s*,\s*(-?\d+(?:\.\d+)?))?\s*$")
OFFSET = re.compile(rf"{NUMBER}{UNIT}{WIND}|\b{WIND}\s+{NUMBER}\s*(?:\"|inch(?:es)?\b)?", re.IGNORECASE)
ONLY_WIND = re.compile(rf"^\s*(?:to the\s+)?{WIND}\s*$", re.IGNORECASE)
HIGH = frozenset(("up", "roof", "top", "onto", "upstairs"))
LOW = frozenset(("down", "below"))
STREET = frozenset(("street", "ground"))
WATER = frozenset(("water",))
LEVELS = {"street": STREET, "water": WATER, "up": HIGH, "down": LOW}
WORDS = STREET | WATER | HIGH | LOW
SMALL = frozenset(
    (
        "the",
        "a",
        "an",
        "to",
        "of",
        "at",
        "on",
        "in",
        "into",
        "by",
        "near",
        "beside",
        "next",
        "from",
        "my",
        "towards",
        "toward",
        "inches",
        "inch",
    )
)
NEXT = 0.75  # inches from a landmark: where one stands beside it
LONGEST = 12.0  # inches that are looked along a wind
STEP = 0.5
STOREY = 0.9  # inches: so much higher or lower is another level
RINGS = (1.0, 1.75, 2.5, 3.5, 4.5)  # inches at which another level is looked for


class NotUnderstood(Exception):
    """The words name no place, or several; the message says so, with a hint."""


class SaidPlace(NamedTuple):
    """What words for a place come to: a point, somebody, or a landmark; and on which level."""

    points: tuple[tuple[float, float], ...]  # seen from above, the best first
    who: str | None = None
    mark: Landmark | None = None
    high: float | None = None  # said outright
    level: str = ""  # "up", "down", "street" or "water", where that was said
    start: Point | None = None  # levels are looked for near this one's
    only: bool = False  # no other level is meant
    along: bool = False  # as far as it goes
    name: str = ""  # of what was named


def aim_of(view: SeatView, words: str, start: Point | None) -> SaidPlace:
    """Read a place. `start`: where whoever is asked about stands. Raises NotUnderstood."""
    plain = words.strip().casefold()
    exact = COORDINATES.match(plain)
    if exact is not None:
        high = float(exact[3]) if exact[3] else None
        return SaidPlace(((float(exact[1]), float(exact[2])),), high=high, start=start)
    said = set(words_of(plain))
    level = next((name for name, among in LEVELS.items() if said & among), "")
    alone = ONLY_WIND.match(plain)
    if alone is not None:
        return SaidPlace(_along(_needed(start), alone[1]), start=start, along=True)
    dx = dy = 0.0
    offsets = list(OFFSET.finditer(plain))
    for found in offsets:
        length, wind = float(found[1] or found[4]), wind_of(found[2] or found[3])
        assert wind is not None
        dx, dy = dx + length * wind[0], dy + length * wind[1]
    rest = [w for w in words_of(OFFSET.sub(" ", plain)) if w not in SMALL]
    named = [w for w in rest if w not in WORDS]
    if not named and offsets:
        x, y, _ = _needed(start)
        return SaidPlace(((x + dx, y + dy),), level=level, start=start)
    if not named and level:
        return SaidPlace(_around(_needed(start)), level=level, start=start, only=True)
    if not named:
        raise NotUnderstood(_unknown(view, plain, start))
    aim = _thing(view, " ".join(named), start)
    middle = aim.points[0]
    points = ((middle[0] + dx, middle[1] + dy),) if offsets else aim.points
    aim = aim._replace(points=points, level=level, start=start if level or aim.start is None else aim.start)
    return aim._replace(who=None, mark=None, name="") if offsets else aim


def _needed(start: Point | None) -> Point:
    if start is None:
        raise NotUnderstood("From where? Say a place, as in: beside the well, or 12, 3.5")
    return start


def _around(start: Point) -> tuple[tuple[float, float], ...]:
    """Places round about, the nearest first."""
    ways = [way for wind in WINDS if (way := wind_of(wind)) is not None]
    return tuple((start[0] + far * dx, start[1] + far * dy) for far in RINGS for dx, dy in ways)


def _along(start: Point, wind: str) -> tuple[tuple[float, float], ...]:
    """As far as it goes in a wind, the farthest first."""
    way = wind_of(wind)
    assert way is not None
    count = int(LONGEST / STEP)
    return tuple((start[0] + way[0] * STEP * i, start[1] + way[1] * STEP * i) for i in range(count, 0, -1))


def _thing(view: SeatView, name: str, start: Point | None) -> SaidPlace:
    """A mini, an objective or a landmark by its name. Raises NotUnderstood."""
    minis = list(view.state.on_board())
    found = fitting(name, [view.name(c.id) for c in minis])
    if len(found) > 1:
        raise NotUnderstood(f"Which one: {joined((view.name(minis[i].id) for i in found), last='or')}?")
    if found:
        c = minis[found[0]]
        return SaidPlace((c.here[:2],), who=c.id, start=c.here, name=view.name(c.id))
    lying = [o for o in view.state.objectives.values() if o.at is not None]
    hit = fitting(name, [o.name for o in lying])
    if hit:
        o = min((lying[i] for i in hit), key=lambda each: dist(each.at or (0.0, 0.0, 0.0), start or (0.0, 0.0, 0.0)))
        at = o.at or (0.0, 0.0, 0.0)
        return SaidPlace((at[:2],), start=at, name=f"the {o.name}")
    marks = list(view.land.all.values())
    fits = fitting(name, [f"{mark.name} {mark.kind}" for mark in marks])
    if not fits:
        raise NotUnderstood(_unknown(view, name, start))
    mark = min((marks[i] for i in fits), key=lambda each: each.gap(start) if start is not None else 0.0)
    return SaidPlace(_beside(mark, start), mark=mark, name=mark.name)


def _unknown(view: SeatView, name: str, start: Point | None) -> str:
    known = [view.name(c.id) for c in view.state.on_board()] + [mark.full for mark in view.land.all.values()]
    near = hint(name, known)
    wind = "a wind with inches (4 east), " if start is not None else ""
    return near or (
        f"No place is called '{name}'. Say {wind}a name (beside the well, the well 3 inches east), or "
        "coordinates (12, 3.5); 'map' tells the board."
    )


def _beside(mark: Landmark, start: Point | None) -> tuple[tuple[float, float], ...]:
    """Places in the middle of a landmark and round about it, the nearest first."""
    (x0, y0, _), (x1, y1, _) = mark.low, mark.high
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    xs, ys = (x0 - NEXT, middle[0], x1 + NEXT), (y0 - NEXT, middle[1], y1 + NEXT)
    around = [(x, y) for x in xs for y in ys if (x, y) != middle]
    if start is not None:
        around.sort(key=lambda at: hypot(at[0] - start[0], at[1] - start[1]))
    return (middle, *around)


def places(view: SeatView, aim: SaidPlace, most: int = 2) -> Sequence[Point]:
    """The places of the board that an aim may mean, the likeliest first: for each point, the levels there."""
    found: list[Point] = []
    wide, deep = view.state.size
    for x, y in aim.points:
        if not (0.0 <= x <= wide and 0.0 <= y <= deep):
            continue
        if aim.high is not None:
            found.append((x, y, aim.high))
            continue
        grounds = view.levels(x, y)
        near = 0.0 if aim.start is None else aim.start[2]
        if aim.only:
            grounds = [place for place in grounds if is_on(aim.level, place.at[2], place.water, near)]
        heights = [place.at[2] for place in grounds]
        if aim.level == "up":
            heights.sort(reverse=True)
        elif aim.level in ("street", "water"):
            heights.sort(key=abs)
        else:
            heights.sort(key=lambda z: (aim.level == "down" and z > near - STEP, abs(z - near)))
        found += [(x, y, z) for z in heights[:most]]
    return found


def is_on(level: str, high: float, water: bool, start: float) -> bool:
    """Is ground of this height on the level that was said, from where one starts?"""
    match level:
        case "up":
            return high > start + STOREY
        case "down":
            return high < start - STOREY
        case "street":
            return abs(high) < STOREY and not water
        case "water":
            return water
    return True
