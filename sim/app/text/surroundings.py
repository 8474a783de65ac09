"""The board told to who does not see it: what is about a mini, who sees whom, the lie of the board."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, hypot
from typing import NamedTuple

from sim.app.text.seat_view import SeatView
from sim.app.text.wording import EVEN, inches, joined, rise, towards, wind_of
from sim.board.model.queries import DistanceOf
from sim.board.model.verdicts import Distance, PointInfo
from sim.carnevale import sighting
from sim.carnevale.characters import Character, Point
from sim.carnevale.sighting import CoverFrom
from sim.engine.requests import Refusal, measured

__all__ = [
    "about",
    "gap_between",
    "layout",
    "look",
    "look_at",
    "objectives",
    "people",
    "places_of",
    "sees",
    "stretches",
    "who_sees",
]

FARTHEST = 12.0  # inches that one looks about
STEP = 0.5  # inches between two soundings
SLIVER = 0.6  # inches: what is narrower is not told
MOST = 4  # things in one direction
STEEP = 1.0  # inches: a higher step is a wall or a drop
SQUARE = 6.0  # inches of the told layout's squares
ORDER = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Stretch(NamedTuple):
    """Ground of one kind along a line: from where, how long, and how high it begins."""

    what: str
    start: float
    length: float
    high: float
    water: bool


def look(view: SeatView, who: str) -> Iterator[str]:
    """All that is about a mini: where it stands, enemies, friends, objectives, and the board in eight winds."""
    c = view.state[who]
    yield f"{view.name(who)}, {view.whose(c)}: {view.points(c)}; {view.stands(who)}."
    yield from people(view, who)
    yield from objectives(view, c.here)
    yield from about(view, c.here)


def people(view: SeatView, who: str, only: str = "") -> Iterator[str]:
    """Enemies, then friends, the nearest first; of enemies whether they are in sight. `only`: "enemies", "friends"."""
    here, enemies = view.state[who].here, view.state.enemies(who) if only != "friends" else []
    seen = [e.id for e in enemies if sees(view, who, e.id) is None]
    near = min(enemies, key=lambda e: dist(e.here, here), default=None)
    if near is not None:
        yield f"{_count(len(seen), 'enemy', 'enemies')} in sight; nearest is {towards(here, near.here)}."
    for enemy in sorted(enemies, key=lambda e: dist(e.here, here)):
        yield f"  {view.name(enemy.id)}, enemy: {between(view, who, enemy.id)}; {view.points(enemy)}."
    for friend in sorted([] if only == "enemies" else view.state.friends(who), key=lambda f: dist(f.here, here)):
        yield f"  {view.name(friend.id)}, friend: {towards(here, friend.here)}; {view.points(friend)}."


def between(view: SeatView, who: str, other: str) -> str:
    """How far another mini is, whether it is in sight, and what of it is hidden."""
    apart: Distance = view.measure(view.state, DistanceOf(who, other))
    way = towards(view.state[who].here, view.state[other].here)
    if apart.base_contact:
        return f"in base contact, {way}"
    gap = f"{inches(apart.distance)} from base to base, {way}"
    refusal = sees(view, who, other)
    if refusal is not None:
        return f"{gap}, out of sight: {_reason(view, refusal)}"
    return f"{gap}, in sight, {_cover(view, cover(view, who, other, apart))}"


def sees(view: SeatView, who: str, other: str) -> Refusal | None:
    """Why a mini does not see another, or None."""
    return measured(sighting.sees(view.state, who, other), view.state, view.measure)


def cover(view: SeatView, attacker: str, target: str, apart: Distance) -> CoverFrom:
    return measured(sighting.cover_of(view.state, attacker, target, apart), view.state, view.measure)


def _cover(view: SeatView, found: CoverFrom) -> str:
    return f"in cover: {found.why}" if found.in_cover else f"no cover: {found.why}"


def _reason(view: SeatView, refusal: Refusal) -> str:
    """What is in the way, by its name on the board."""
    blocker = getattr(refusal.evidence, "blocker", None)
    if blocker is None:
        return refusal.why
    if blocker in view.state.characters:
        return f"behind {view.name(blocker)}"
    return "behind " + view.land.part(blocker)


def who_sees(view: SeatView, who: str) -> Iterator[str]:
    """Every enemy, whether it sees the mini, and what cover that has from it."""
    for enemy in sorted(view.state.enemies(who), key=lambda e: dist(e.here, view.state[who].here)):
        name, way = view.name(enemy.id), towards(view.state[who].here, enemy.here)
        refusal = sees(view, enemy.id, who)
        if refusal is not None:
            yield f"{name}, {way}, does not see {view.name(who)}: {_reason(view, refusal)}."
            continue
        apart: Distance = view.measure(view.state, DistanceOf(enemy.id, who))
        said = "in base contact" if apart.base_contact else _cover(view, cover(view, enemy.id, who, apart))
        yield f"{name}, {way}, sees {view.name(who)}, {said}."


def look_at(view: SeatView, who: str | None, target: Character) -> Iterator[str]:
    """Another mini, and what lies between."""
    if target.at is None or not target.on_board:
        yield f"{view.name(target.id)} is not on the board."
        return
    yield f"{view.name(target.id)}, {view.whose(target)}: {view.points(target)}; {view.stands(target.id)}."
    if who is not None and who != target.id and view.state[who].on_board:
        yield f"From {view.name(who)}: {between(view, who, target.id)}."


def objectives(view: SeatView, here: Point) -> Iterator[str]:
    """Every objective, by name, where it is and who has it."""
    for o in view.state.objectives.values():
        if o.destroyed:
            continue
        has = f", claimed by {view.name(o.claimed)}" if o.claimed else ""
        worth = f", {o.value}" if o.value is not None else ""
        if o.carrier is not None:
            yield f"  The {o.name}{worth} is carried by {view.name(o.carrier)}{has}."
        elif o.at is not None:
            yield f"  The {o.name}{worth}: {towards(here, o.at)}, on {view.ground(o.at)}{has}."


def places_of(view: SeatView) -> Iterator[str]:
    """Where everybody is, gang by gang."""
    for seat in view.state.seats.values():
        yield f"{seat.gang or seat.id.capitalize()} ({seat.id}):"
        for c in view.state.characters.values():
            if c.seat != seat.id:
                continue
            if c.on_board:
                yield f"  {view.name(c.id)}, {view.points(c)}: {view.stands(c.id)}."
            else:
                gone = "waits to be set up" if c.alive and not c.escaped else "away" if c.alive else "fallen"
                yield f"  {view.name(c.id)}: {gone}."


# --- the ground about a place -----------------------------------------------------------------------------


def about(view: SeatView, here: Point, far: float = FARTHEST) -> Iterator[str]:
    """What lies in the eight winds: roofs with their height, gaps with their depth, canals with their width."""
    for wind in ORDER:
        yield f"  {wind.capitalize()}: {joined(_told(view, here, stretches(view, here, wind, far)), last='then')}."


def stretches(view: SeatView, here: Point, wind: str, far: float) -> list[Stretch]:
    """What a line from a place crosses, as seen from above, in stretches of one ground."""
    step = wind_of(wind)
    assert step is not None
    found: list[Stretch] = []
    wide, deep = view.state.size
    along = 0.0
    while along <= far:
        x, y = here[0] + step[0] * along, here[1] + step[1] * along
        if not (0.0 <= x <= wide and 0.0 <= y <= deep):
            found.append(Stretch("the edge of the board", along, 0.0, here[2], False))
            break
        place = view.under(x, y, here[2] + 0.5) if along < STEP else view.under(x, y)
        what = view.land.part(place.part, place.at[2])
        if found and found[-1].what == what:
            found[-1] = found[-1]._replace(length=along + STEP - found[-1].start)
        else:
            found.append(Stretch(what, along, STEP, place.at[2], place.water))
        along += STEP
    kept: list[Stretch] = []
    for each in found:
        if kept and kept[-1].what == each.what:  # what was between is a sliver
            kept[-1] = kept[-1]._replace(length=each.start + each.length - kept[-1].start)
        elif not kept or each.length > SLIVER or not each.length:
            kept.append(each)
    return kept


def _told(view: SeatView, here: Point, found: list[Stretch]) -> list[str]:
    """Stretches in words, each as it lies to the place that one stands on."""
    words: list[str] = []
    for i, each in enumerate(found[: MOST + 1]):
        high = each.high - here[2]
        begins = f" from {inches(each.start)}" if i else ""
        if not each.length:
            words.append(f"{each.what} at {inches(each.start)}")
        elif each.water:
            words.append(", ".join(filter(None, (f"{each.what}{begins}", rise(high), f"{inches(each.length)} wide"))))
        elif high < -STEEP and i and i + 1 < len(found):
            words.append(f"a gap of {inches(each.length)}{begins}, {inches(-high)} deep ({each.what})")
        elif high > STEEP:
            words.append(f"{each.what}{begins}, {rise(high)}")
        elif abs(high) > EVEN:
            words.append(f"{each.what}{begins}, {rise(high)}, for {inches(each.length)}")
        else:
            words.append(f"{each.what}{begins} for {inches(each.length)}")
    return words


def gap_between(view: SeatView, start: Point, end: Point, step: float = STEP) -> float:
    """How many inches of the straight line between two places have nothing under them at either one's height."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    low = min(start[2], end[2]) - STEEP
    count = max(1, round(length / step))
    open_ = 0
    for i in range(1, count):
        share = i / count
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        open_ += view.under(x, y, max(start[2], end[2]) + 0.5).at[2] < low
    return open_ * length / count


# --- the whole board ---------------------------------------------------------------------------------------


def layout(view: SeatView) -> Iterator[str]:
    """The board square by square, from the north-west: what lies in each, and who stands there."""
    wide, deep = view.state.size
    columns, rows = round(wide / SQUARE), round(deep / SQUARE)
    yield (
        f"{inches(wide)} from west to east, {inches(deep)} from south to north, in squares of {inches(SQUARE)}. "
        f"Columns A to {chr(64 + columns)} go east, rows 1 to {rows} go north; A1 is the south-west corner."
    )
    for row in reversed(range(rows)):
        for column in range(columns):
            words = joined(_square(view, column * SQUARE, row * SQUARE))
            yield f"{chr(65 + column)}{row + 1}: {words}."


def _square(view: SeatView, x: float, y: float) -> list[str]:
    """Of most of a square's ground, what it is; then landmarks whose middle lies in it, then minis."""
    half = SQUARE / 6
    soundings: list[PointInfo] = [
        view.under(x + half * (1 + 2 * i), y + half * (1 + 2 * j)) for i in range(3) for j in range(3)
    ]
    share: dict[str, int] = {}
    for place in soundings:
        what = view.land.part(place.part, place.at[2])
        share[what] = share.get(what, 0) + 1
    words = [what for what, count in sorted(share.items(), key=lambda each: -each[1]) if count >= 2]

    def within(at: Point) -> bool:
        return x <= at[0] < x + SQUARE and y <= at[1] < y + SQUARE

    said = " ".join(words)
    words += [mark.full for mark in view.land.all.values() if within(mark.middle) and mark.name not in said]
    words += [f"{view.name(c.id)} ({view.whose(c)})" for c in view.state.on_board() if within(c.here)]
    return words or ["nothing"]


def _count(n: int, one: str, many: str) -> str:
    return f"{n if n else 'No'} {one if n == 1 else many}"
