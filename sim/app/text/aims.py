"""A place in words, as places of the board: `4 east`, `beside the well`, `12, 14`, `the roof of Ca Rosa`, `Grim`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import dist, hypot
from typing import NamedTuple

from sim.app.text.landmarks import Landmark
from sim.app.text.matching import ELIDED, fitting, hint, plain, typed, words_of
from sim.app.text.seat_view import SeatView
from sim.app.text.wording import EVEN, WINDS, way_of, wind_in, winds_typed
from sim.board.model.part_names import CANAL, STREET
from sim.board.model.tableau import VesselAt
from sim.board.model.verdicts import PointInfo
from sim.carnevale.characters import Point
from sim.carnevale.objectives.carrying import carried_by
from sim.words import joined, listed, say, sense
from sim.words.tongues import spoken

__all__ = [
    "ABOUT",
    "MY",
    "STOREY",
    "NotUnderstood",
    "SaidPlace",
    "aim_of",
    "are_coordinates",
    "is_at",
    "is_ground",
    "is_on",
    "is_over_water",
    "level_aim",
    "own_first",
    "places",
]

NUMBER = r"((?<![\w.,])-?\d+(?:[.,]\d+)?)"
PAIR = r"^\s*({n})\s*{sign}\s*({n})(?:\s*{sign}\s*({n}))?\s*$"
COORDINATES = (  # where decimals have a comma, a semicolon parts them, or a comma with a space after it
    re.compile(PAIR.format(n=r"-?\d+(?:[.,]\d+)?", sign=";")),
    re.compile(PAIR.format(n=r"-?\d+(?:\.\d+)?", sign=",")),
    re.compile(PAIR.format(n=r"-?\d+(?:[.,]\d+)?", sign=r",(?=\s)")),
)
LEVELS = {
    "street": sense("words to type", "street, ground"),
    "water": sense("words to type", "water"),
    "up": sense("words to type", "up, roof, top, onto, upstairs"),
    "down": sense("words to type", "down, below"),
}
SMALL = sense(
    "words to type, left out where a place is named",
    "the, a, an, to, of, at, on, in, into, by, near, beside, next, from, my, towards, toward",
)
BESIDE_IT = sense("words to type", "beside, next, near, by")
MY = sense("words to type", "my, mine")
UNITS = sense("words to type", "inch, inches")
NEXT = 0.75  # inches from a landmark: where one stands beside it
LONGEST = 12.0  # inches that are looked along a wind
STEP = 0.5
STOREY = 0.9  # inches: so much higher or lower is another level
OFF_THE_WALL = 0.1  # inches: the same for whoever hangs on a wall
BESIDE = 1.6  # inches from a landmark
CLEAR = 0.65  # inches from a landmark: whose middle is nearer may stand on it, or hang on it
GRID, MOST_SPOTS = 1.0, 7  # inches between places of a landmark that are looked at, and how many along each side
ABOUT = 0.5  # inches by which a height may be another than the one that was said
RINGS = (1.0, 1.75, 2.5, 3.5, 4.5)  # inches at which another level is looked for


class NotUnderstood(Exception):
    """The words name no place, or several; the message says so, with a hint."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


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
    rise: float | None = None  # inches over where it starts
    name: str = ""  # of what was named
    least: float = STOREY  # inches: so much higher or lower is another level
    beside: bool = False  # beside the landmark, and not on it

    @property
    def called(self) -> str:
        """What was named, with the level that was said: `the roof of Ca Rosa`."""
        match self.level if self.mark is not None and not self.mark.is_part else "":
            case "up":
                return say("the roof of {name}", name=self.name)
            case "street":
                return say("the street beside {name}", name=self.name)
        return self.name


def aim_of(view: SeatView, words: str, start: Point | None, *, hangs: bool = False) -> SaidPlace:
    """Read a place. `start`: where whoever is asked about stands, or hangs on a wall. Raises NotUnderstood."""
    return _read(view, words, start)._replace(least=OFF_THE_WALL if hangs else STOREY)


def _read(view: SeatView, words: str, start: Point | None) -> SaidPlace:
    line = _bare(words)
    if not line:
        raise NotUnderstood(say("Where? Say a place, as in: beside the well, or 12, 3.5"))
    small = set(typed(SMALL))
    apart = " ".join(word for word in line.split() if word not in small)
    exact = next(filter(None, (form.match(apart) for form in COORDINATES)), None)
    if exact is not None:
        x, y, z = (float(each.replace(",", ".")) if each else None for each in exact.groups())
        assert x is not None
        assert y is not None
        return SaidPlace(((x, y),), high=z, start=start)
    said = set(words_of(line))
    level = next((name for name, among in LEVELS.items() if said & set(typed(among))), "")
    alone = [wind_in(word) for word in apart.split()]
    if len(alone) == 1 and alone[0] is not None:
        return SaidPlace(_along(_needed(start), alone[0]), start=start, along=True)
    dx, dy, left = _offset(line)
    levels = {word for among in LEVELS.values() for word in typed(among)}
    unsaid = small | levels | set(typed(UNITS))
    rise = _rise(left, level, unsaid)
    named = [word for word in words_of(left) if word not in unsaid] if rise is None else []
    offset = left != line
    if not named and offset:
        x, y, _ = _needed(start)
        return SaidPlace(((x + dx, y + dy),), level=level, start=start, rise=rise)
    if not named and level:
        return level_aim(level, _needed(start))._replace(rise=rise)
    if not named:
        raise NotUnderstood(_unknown(view, words.strip(), start))
    aim = _thing(view, " ".join(named), start, mine=bool(said & set(typed(MY))))
    middle = aim.points[0]
    points = ((middle[0] + dx, middle[1] + dy),) if offset else aim.points
    aim = aim._replace(points=points, level=level, start=start if level or aim.start is None else aim.start)
    if offset:
        return aim._replace(who=None, mark=None, name="")
    if said & set(typed(BESIDE_IT)) and aim.mark is not None and not (level or aim.mark.is_part):
        around = tuple(at for at in points if aim.mark.gap((*at, 0.0)) > 0.0)
        return aim._replace(points=around, beside=True) if aim.mark.kind != CANAL else aim
    return aim


def are_coordinates(words: str) -> bool:
    """Is it a place by its inches, and nothing else?"""
    return any(form.match(plain(words)) for form in COORDINATES)


def level_aim(level: str, start: Point, *, hangs: bool = False) -> SaidPlace:
    """Another level, whatever is there: `up`, `down`, `street` or `water`."""
    least = OFF_THE_WALL if hangs else STOREY
    return SaidPlace(_around(start), level=level, start=start, only=True, least=least)


def _bare(words: str) -> str:
    """A line without accents and capitals, and with its words apart."""
    line = plain(words.strip())
    return ELIDED.sub(" ", line) if spoken().language != "en" else line


def _offset(line: str) -> tuple[float, float, str]:
    """Inches to the east and to the north that a line says, `3 north 2 inches west`, and what is left of it."""
    small = "|".join(map(re.escape, sorted(typed(SMALL), key=len, reverse=True)))
    units = "|".join(map(re.escape, sorted(typed(UNITS), key=len, reverse=True)))
    winds = "|".join(sorted(winds_typed(), key=len, reverse=True))
    whole = "|".join(sorted(winds_typed(whole=spoken().language != "en"), key=len, reverse=True))
    unit = rf"\s*(?:\"|(?:{units})\b)?"
    found = re.compile(
        rf"{NUMBER}{unit}\s*(?:(?:{small})\b\s*)*\b({winds})\b|\b({whole})\s+{NUMBER}{unit}", re.IGNORECASE
    )
    dx = dy = 0.0
    for each in found.finditer(line):
        length, wind = float((each[1] or each[4]).replace(",", ".")), wind_in(each[2] or each[3])
        assert wind is not None
        way = way_of(wind)
        dx, dy = dx + length * way[0], dy + length * way[1]
    return dx, dy, found.sub(" ", line)


def _rise(left: str, level: str, unsaid: set[str]) -> float | None:
    """How many inches up a line says, `3 up`, if it names nothing else; less than none are down."""
    bare = " ".join(word for word in left.replace('"', " ").split() if word not in unsaid)
    if level not in ("up", "down") or re.fullmatch(NUMBER, bare) is None:
        return None
    length = float(bare.replace(",", "."))
    return length if level == "up" else -length


def _needed(start: Point | None) -> Point:
    if start is None:
        raise NotUnderstood(say("From where? Say a place, as in: beside the well, or 12, 3.5"))
    return start


def _around(start: Point) -> tuple[tuple[float, float], ...]:
    """Places round about, the nearest first."""
    ways = [way_of(wind) for wind in range(len(WINDS))]
    return tuple((start[0] + far * dx, start[1] + far * dy) for far in RINGS for dx, dy in ways)


def _along(start: Point, wind: int) -> tuple[tuple[float, float], ...]:
    """As far as it goes in a wind, the farthest first."""
    way = way_of(wind)
    count = int(LONGEST / STEP)
    return tuple((start[0] + way[0] * STEP * i, start[1] + way[1] * STEP * i) for i in range(count, 0, -1))


def _thing(view: SeatView, name: str, start: Point | None, *, mine: bool = False) -> SaidPlace:
    """A mini, an objective or a landmark by its name; `mine`: of vessels the gang's own. Raises NotUnderstood."""
    minis = list(view.state.on_board())
    found = fitting(name, [view.name(c.id) for c in minis])
    if len(found) > 1:
        names = listed((view.name(minis[i].id) for i in found), last="or")
        raise NotUnderstood(say("Which one: {names}?", names=names))
    if found:
        c = minis[found[0]]
        return SaidPlace((c.here[:2],), who=c.id, start=c.here, name=view.name(c.id))
    lying = [o for o in view.state.objectives.values() if o.at is not None]
    hit = fitting(name, [view.objective(o.id) for o in lying])
    if hit:
        o = min((lying[i] for i in hit), key=lambda each: dist(each.at or (0.0, 0.0, 0.0), start or (0.0, 0.0, 0.0)))
        at = o.at or (0.0, 0.0, 0.0)
        return SaidPlace((at[:2],), start=at, name=view.objective(o.id))
    for c in minis:  # what is carried is where its carrier is
        held = carried_by(view.state, c.id)
        if held is not None and fitting(name, [view.objective(held.id)]):
            return SaidPlace((c.here[:2],), who=c.id, start=c.here, name=view.name(c.id))
    afloat = own_first(view, view.land.afloat(view.state.vessels), mine=mine)
    hit = fitting(name, [view.land.name(vessel.piece) for vessel in afloat])
    if hit:
        vessel = min((afloat[i] for i in hit), key=lambda each: dist(each.at, start or (0.0, 0.0, 0.0)))
        return SaidPlace((vessel.at[:2],), start=vessel.at, name=view.land.name(vessel.piece))
    for marks in (list(view.land.all.values()), list(view.land.parts.values())):
        fits = fitting(name, [joined(" ", (mark.name, mark.kind)) for mark in marks])
        if fits:
            break
    else:
        raise NotUnderstood(_unknown(view, name, start))
    mark = min((marks[i] for i in fits), key=lambda each: each.gap(start) if start is not None else 0.0)
    return SaidPlace(_beside(mark, start), mark=mark, name=mark.name)


def own_first(view: SeatView, afloat: Sequence[VesselAt], *, mine: bool) -> Sequence[VesselAt]:
    """The vessels that words may name: of `my gondola` those that the gang brought, where it has some."""
    own = [vessel for vessel in afloat if vessel.piece.partition("#")[2] == view.seat]
    return own if mine and own else afloat


def _unknown(view: SeatView, name: str, start: Point | None) -> str:
    known = [view.name(c.id) for c in view.state.on_board()] + [mark.full for mark in view.land.all.values()]
    if near := hint(name, known):
        return near
    if start is None:
        return say(
            "No place is called '{name}'. Say a name (beside the well, the well 3 inches east), or coordinates "
            "(12, 3.5); 'map' tells the board.",
            name=name,
        )
    return say(
        "No place is called '{name}'. Say a wind with inches (4 east), a name (beside the well, the well 3 inches "
        "east), or coordinates (12, 3.5); 'map' tells the board.",
        name=name,
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
    for x, y in _spots(aim):
        if not (0.0 <= x <= wide and 0.0 <= y <= deep):
            continue
        if aim.high is not None:
            found.append((x, y, aim.high))
            continue
        grounds = view.levels(x, y)
        near = 0.0 if aim.start is None else aim.start[2]
        if aim.only:
            level = aim.level if aim.rise is None else "up" if aim.rise > 0 else "down"
            grounds = [place for place in grounds if is_on(level, place.at[2], place.water, near, aim.least)]
        elif aim.mark is not None and (aim.level or aim.mark.is_part):
            grounds = [place for place in grounds if is_at(aim, place.at, place.water) and is_ground(view, aim, place)]
        elif aim.mark is not None and aim.mark.kind != CANAL:  # a roof over barrels is not at them
            low, high = aim.mark.low[2] - STOREY, aim.mark.high[2] + STOREY
            grounds = [place for place in grounds if low <= place.at[2] <= high] or grounds
        if aim.mark is not None and is_over_water(view, aim):  # what is under a bridge or a boat is another place
            grounds = [place for place in grounds if view.land.bears(aim.mark, place.part, place.at[2])] or grounds
        heights = [place.at[2] for place in grounds]
        if aim.level == "up":
            heights.sort(reverse=True)
        elif aim.level in ("street", "water"):
            heights.sort(key=abs)
        else:
            heights.sort(key=lambda z: (aim.level == "down" and z > near - STEP, abs(z - near)))
        if aim.rise is not None:
            heights.sort(key=lambda z: abs(z - near - (aim.rise or 0.0)))
        found += [(x, y, z) for z in heights[:most]]
    if aim.rise is not None and aim.start is not None:
        wanted = aim.start[2] + aim.rise
        found.sort(key=lambda at: abs(at[2] - wanted) > ABOUT)  # what is as high as that comes first
    return found


def _spots(aim: SaidPlace) -> Sequence[tuple[float, float]]:
    """Where an aim may be, seen from above, the best first: of a part, a roof or a canal what lies within it."""
    mark = aim.mark
    if mark is None or not (mark.is_part or mark.kind == CANAL or aim.level == "up"):
        return aim.points
    x, y, _ = mark.middle
    return sorted(
        ((a, b) for a in _grid(mark.low[0], mark.high[0]) for b in _grid(mark.low[1], mark.high[1])),
        key=lambda at: dist(at, (x, y)),
    )


def _grid(low: float, high: float) -> list[float]:
    count = max(1, min(MOST_SPOTS, int((high - low) / GRID)))
    return [low + (high - low) * (i + 0.5) / count for i in range(count)]


def is_over_water(view: SeatView, aim: SaidPlace) -> bool:
    """Is it a bridge, a jetty or a boat that was said, and nothing of beside or below it? Such a one is gone onto."""
    mark = aim.mark
    if mark is None or aim.level or aim.beside or mark.is_part or mark.kind == CANAL:
        return False
    levels = view.levels(*mark.middle[:2])
    own = [view.land.bears(mark, place.part, place.at[2]) for place in levels]
    if not any(own):
        return False
    around = [view.under(*at).water for at in _beside(mark, None)[1:]]
    return any(place.water for place in levels[own.index(True) :]) or 2 * sum(around) > len(around)


def is_at(aim: SaidPlace, at: Point, water: bool) -> bool:
    """Is a place at the landmark that was said, and on the level?"""
    mark = aim.mark
    if mark is None:
        return False
    gap = mark.gap(at)
    if aim.beside and gap < CLEAR:
        return False
    if mark.is_part:
        return gap <= 0.0 and mark.low[2] - OFF_THE_WALL <= at[2] <= mark.high[2] + OFF_THE_WALL
    if mark.kind == CANAL:
        return gap <= 0.0 and water
    if aim.level == "up":
        return gap <= 0.0 and at[2] > mark.low[2] + STOREY
    return gap <= BESIDE and is_on(aim.level, at[2], water, aim.start[2] if aim.start is not None else 0.0, aim.least)


def is_ground(view: SeatView, aim: SaidPlace, place: PointInfo) -> bool:
    """Is the ground there the landmark's own, where one stands on it, or the street, where that was said?"""
    if aim.mark is None or aim.mark.kind == CANAL:
        return True
    if aim.level == "up" or aim.mark.is_part:
        return view.land.bears(aim.mark, place.part, place.at[2])
    return aim.level != "street" or view.land.part(place.part, place.at[2]) == STREET


def is_on(level: str, high: float, water: bool, start: float, least: float = STOREY) -> bool:
    """Is ground of this height on the level that was said, from where one starts?"""
    match level:
        case "up":
            return high > start + least
        case "down":
            return high < start - least
        case "street":
            return abs(high) < EVEN and not water
        case "water":
            return water
    return True
