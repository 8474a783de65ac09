"""The board told to who does not see it: what is about a mini, who sees whom, the lie of the board."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import dist, hypot
from typing import NamedTuple

from sim.app.text.seat_view import SeatView
from sim.app.text.wording import WINDS, inches, rise, towards, way_of
from sim.board.model.part_names import bearer_of, on
from sim.board.model.queries import CoverOf, DistanceOf
from sim.board.model.verdicts import Cover, Distance
from sim.carnevale import sighting
from sim.carnevale.characters import Character, Point
from sim.carnevale.evidence import behind
from sim.carnevale.sighting import CoverFrom
from sim.engine.requests import Refusal, measured
from sim.words import capital, counted, listed, say, term

__all__ = [
    "about",
    "gap_between",
    "look",
    "look_at",
    "objectives",
    "people",
    "places_of",
    "sees",
    "spot",
    "stretches",
    "who_sees",
]

FARTHEST = 12.0  # inches that one looks about
STEP = 0.5  # inches between two soundings
SLIVER = 0.6  # inches: what is narrower is not told
MOST = 4  # things in one direction
STEEP = 1.0  # inches: a higher step is a wall or a drop
ORDER = (2, 1, 0, 7, 6, 5, 4, 3)  # of `WINDS`, from the north round by the east


class Stretch(NamedTuple):
    """Ground of one kind along a line: from where, how long, and how high it begins."""

    what: str
    start: float
    length: float
    high: float
    water: bool
    beneath: str = ""  # what one comes through under it


def look(view: SeatView, who: str) -> Iterator[str]:
    """All that is about a mini: where it stands, enemies, friends, objectives, and the board in eight winds."""
    c = view.state[who]
    yield _mini(view, c)
    yield from people(view, who)
    yield from objectives(view, c.here)
    yield from about(view, c.here)


def _mini(view: SeatView, c: Character) -> str:
    """A mini with its points and its place."""
    return say(
        "{name}, {whose}: {points}; {place}.",
        name=view.name(c.id), whose=view.whose(c), points=view.points(c), place=view.stands(c.id),
    )  # fmt: skip


def people(view: SeatView, who: str, only: str = "") -> Iterator[str]:
    """Enemies, then friends, the nearest first; of enemies whether they are in sight. `only`: "enemies", "friends"."""
    here, enemies = view.state[who].here, view.state.enemies(who) if only != "friends" else []
    seen = [e.id for e in enemies if sees(view, who, e.id) is None]
    if seen:
        gaps = {id: view.measure(view.state, DistanceOf(who, id)).distance for id in seen}
        near = min(seen, key=gaps.__getitem__)
        yield counted(
            "{n} enemy in sight: {name}, {gap} from base to base.",
            "{n} enemies in sight; nearest is {name}, {gap} from base to base.",
            len(seen), name=view.name(near), gap=inches(gaps[near]),
        )  # fmt: skip
    elif enemies:
        nearest = min(enemies, key=lambda e: dist(e.here, here))
        way = towards(here, nearest.here)
        yield say("No enemies in sight; nearest is {name}, {way}.", name=view.name(nearest.id), way=way)
    for enemy in sorted(enemies, key=lambda e: dist(e.here, here)):
        yield say(
            "  {name}, {whose}: {way}; {points}.",
            name=view.name(enemy.id), whose=view.whose(enemy), way=between(view, who, enemy.id),
            points=view.points(enemy),
        )  # fmt: skip
    for friend in sorted([] if only == "enemies" else view.state.friends(who), key=lambda f: dist(f.here, here)):
        yield say(
            "  {name}, friend: {way}; {points}.",
            name=view.name(friend.id), way=towards(here, friend.here), points=view.points(friend),
        )  # fmt: skip


def between(view: SeatView, who: str, other: str) -> str:
    """How far another mini is, whether it is in sight, and what of it is hidden."""
    apart: Distance = view.measure(view.state, DistanceOf(who, other))
    way = towards(view.state[who].here, view.state[other].here)
    if apart.base_contact:
        return say("in base contact, {way}", way=way)
    gap, refusal = inches(apart.distance), sees(view, who, other)
    if refusal is not None:
        why = _reason(view, refusal, who, other)
        return say("{gap} from base to base, {way}, out of sight: {why}", gap=gap, way=way, why=why)
    hidden = _cover(cover(view, who, other, apart))
    return say("{gap} from base to base, {way}, in sight, {cover}", gap=gap, way=way, cover=hidden)


def sees(view: SeatView, who: str, other: str) -> Refusal | None:
    """Why a mini does not see another, or None."""
    return measured(sighting.sees(view.state, who, other), view.state, view.measure)


def cover(view: SeatView, attacker: str, target: str, apart: Distance) -> CoverFrom:
    return measured(sighting.cover_of(view.state, attacker, target, apart), view.state, view.measure)


def _cover(found: CoverFrom) -> str:
    if found.lost_to:
        return say("in cover, and gains nothing from it ({ability}): {why}", ability=term(found.lost_to), why=found.why)
    return say("in cover: {why}", why=found.why) if found.in_cover else say("no cover: {why}", why=found.why)


def _reason(view: SeatView, refusal: Refusal, who: str, other: str) -> str:
    """What is in the way, by its name on the board."""

    def name(part: str) -> str:
        return view.name(part) if (bearer_of(part) or part) in view.state.characters else view.land.part(part)

    blocker = getattr(refusal.evidence, "blocker", None)
    if blocker is None:
        return refusal.why
    options = view.state.options
    hidden: Cover = view.measure(
        view.state,
        CoverOf(who, other, minis_block=options.minis_block, low_terrain=options.low_terrain_gives_cover),
    )
    return say("behind {what}", what=behind(hidden.by, name) or name(blocker))


def who_sees(view: SeatView, who: str) -> Iterator[str]:
    """Every enemy, whether it sees the mini, and what cover that has from it."""
    for enemy in sorted(view.state.enemies(who), key=lambda e: dist(e.here, view.state[who].here)):
        way = towards(view.state[who].here, enemy.here)
        told = {"name": view.named_with_gang(enemy), "way": way, "who": view.name(who)}
        refusal = sees(view, enemy.id, who)
        if refusal is not None:
            yield say("{name}, {way}, does not see {who}: {why}.", why=_reason(view, refusal, enemy.id, who), **told)
            continue
        apart: Distance = view.measure(view.state, DistanceOf(enemy.id, who))
        if apart.base_contact:
            yield say("{name}, {way}, sees {who}, in base contact.", **told)
        else:
            hidden = _cover(cover(view, enemy.id, who, apart))
            yield say("{name}, {way}, sees {who}, {cover}.", cover=hidden, **told)


def look_at(view: SeatView, who: str | None, target: Character) -> Iterator[str]:
    """Another mini, and what lies between."""
    if target.at is None or not target.on_board:
        yield say("{name} is not on the board.", name=view.name(target.id))
        return
    yield _mini(view, target)
    if who is not None and who != target.id and view.state[who].on_board:
        yield say("From {name}: {way}.", name=view.name(who), way=between(view, who, target.id))


def objectives(view: SeatView, here: Point | None = None, only: Collection[str] | None = None) -> Iterator[str]:
    """Every objective, by name, where it is and who has it; as it lies from `here`, else in inches of the board."""
    for o in view.state.objectives.values():
        if o.destroyed or (only is not None and o.id not in only):
            continue
        what = view.objective(o.id)
        if o.value is not None:
            what = say("{what}, {worth}", what=what, worth=o.value)
        lies = ""
        if o.carrier is not None:
            lies = say("{what} is carried by {name}", what=capital(what), name=view.name(o.carrier))
        elif o.at is not None:
            x, y, _ = o.at
            way = towards(here, o.at) if here is not None else say("at {x:.1f}, {y:.1f}", x=x, y=y)
            place = on(view.ground(o.at))
            lies = say("{what}: {way}, {place}", what=capital(what), way=way, place=place)
        if lies and o.claimed:
            yield say("  {lies}, claimed by {name}.", lies=lies, name=view.name(o.claimed))
        elif lies:
            yield say("  {lies}.", lies=lies)


def places_of(view: SeatView, only: str = "") -> Iterator[str]:
    """Where everybody is, gang by gang. `only`: "enemies", "friends"."""
    for seat in view.state.seats.values():
        if only and (seat.id == view.seat) != (only == "friends"):
            continue
        gang = [c for c in view.state.characters.values() if c.seat == seat.id]
        if gang:
            yield say("{gang}:", gang=view.name(seat.id))
        for c in gang:
            if c.on_board:
                points, place = view.points(c), view.stands(c.id)
                yield say("  {name}, {points}: {place}.", name=view.name(c.id), points=points, place=place)
            else:
                gone = (
                    say("waits to be set up")
                    if c.alive and not c.escaped
                    else say("away")
                    if c.alive
                    else say("fallen")
                )
                yield say("  {name}: {gone}.", name=view.name(c.id), gone=gone)


# --- the ground about a place -----------------------------------------------------------------------------


def spot(view: SeatView, at: Point) -> str:
    """What one stands on at a place, and what lies under it."""
    place = view.under(at[0], at[1], at[2] + STEP)
    told = {"x": at[0], "y": at[1], "ground": view.ground(at)}
    under = view.beneath(place)
    if under:
        return say("At {x:.1f}, {y:.1f}: {ground}, over {under}.", under=under, **told)
    return say("At {x:.1f}, {y:.1f}: {ground}.", **told)


def about(view: SeatView, here: Point, far: float = FARTHEST) -> Iterator[str]:
    """What lies in the eight winds: roofs with their height, gaps with their depth, canals with their width."""
    for wind in ORDER:
        ground = listed(_told(here, stretches(view, here, wind, far)), last="then")
        yield say("  {wind}: {ground}.", wind=capital(WINDS[wind]), ground=ground)


def stretches(view: SeatView, here: Point, wind: int, far: float) -> list[Stretch]:
    """What a line from a place crosses, as seen from above, in stretches of one ground."""
    step = way_of(wind)
    found: list[Stretch] = []
    wide, deep = view.state.size
    along = 0.0
    while along <= far:
        x, y = here[0] + step[0] * along, here[1] + step[1] * along
        if not (0.0 <= x <= wide and 0.0 <= y <= deep):
            found.append(Stretch(say("the edge of the board"), along, 0.0, here[2], False))
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
    return [each._replace(beneath=_beneath(view, here, step, each)) for each in kept]


def _beneath(view: SeatView, here: Point, step: tuple[float, float], stretch: Stretch) -> str:
    """What lies under the middle of a stretch of bridge."""
    along = stretch.start + stretch.length / 2
    place = view.under(here[0] + step[0] * along, here[1] + step[1] * along)
    return view.beneath(place) if view.land.part(place.part, place.at[2]) == stretch.what else ""


def _told(here: Point, found: list[Stretch]) -> list[str]:
    """Stretches in words, each as it lies to the place that one stands on."""
    words: list[str] = []
    for i, each in enumerate(found[: MOST + 1]):
        high = each.high - here[2]
        what, length, start, up = each.what, inches(each.length), inches(each.start), rise(high)
        if each.beneath:
            what = say("{bridge} over {ground}", bridge=what, ground=each.beneath)
        if not each.length:
            words.append(say("{what} at {start}", what=what, start=start))
            continue
        if high < -STEEP and i and i + 1 < len(found) and not each.water:
            deep = inches(-high)
            words.append(
                say(
                    "a gap of {length} from {start}, {deep} deep ({what})",
                    what=what,
                    length=length,
                    start=start,
                    deep=deep,
                )
            )
            continue
        if i:
            what = say("{what} from {start}", what=what, start=start)
        if each.water:
            words.append(
                say("{what}, {rise}, {length} wide", what=what, rise=up, length=length)
                if up
                else say("{what}, {length} wide", what=what, length=length)
            )
        elif high > STEEP:
            words.append(say("{what}, {rise}", what=what, rise=up))
        elif up:
            words.append(say("{what}, {rise}, for {length}", what=what, rise=up, length=length))
        else:
            words.append(say("{what} for {length}", what=what, length=length))
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
