"""Climbs up and down that take two actions or more: between them a climber stays on the wall (MOVE-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

import msgspec

from sim.board.model.queries import DropOf, Mover, PathTo, ReachOf
from sim.board.model.verdicts import Drop, Path, Reach
from sim.board.movement.way_cuts import LEAST_CLIMB, climbed, length
from sim.bots import candidate_places
from sim.bots.places_in_reach import PlacesInReach
from sim.carnevale import scenarios
from sim.carnevale.actions import Run
from sim.carnevale.characters import Point
from sim.carnevale.events import Moved
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["SPARE", "climbs_on", "off_the_wall", "onto_the_wall"]

SPARE = 0.1  # inches of a MOVE that are not counted on
EDGE = 0.02  # inches: so far from the edge of what it can reach
TRIED = 6  # places
LOWER, LOWEST = 0.5, 2.0  # inches: it is tried whether it may hang so much lower, and lower, up to this
HIGH = 2.0  # inches: whoever climbs no further up or down can do it in one action


def onto_the_wall(plans: PlacesInReach, place: Point, points: int) -> Run | None:
    """A run that ends on a wall, from where another leads on to a place, or several; None where there is none."""
    if points < 2 or plans.flies or abs(place[2] - plans.me.here[2]) < HIGH:
        return None
    mover = candidate_places.runner(plans.view, plans.who, plans.measure)
    further = (points - 1) * (plans.dry - SPARE)
    wide = msgspec.structs.replace(mover, move=mover.move + further)
    path: Path = plans.measure(plans.view, PathTo(wide, place))
    if path.refusal is not None or path.cost <= mover.move:
        return None
    gone, corners = 0.0, list[Point]()
    for leg in path.legs:
        left = mover.move - SPARE - gone
        if leg.cost > left:
            hung = climbed(leg, left, plans.weights.hangs)
            if not hung or path.cost - gone - length((leg.points[0], *hung)) > further:
                return None
            return Run(path=(*corners, *hung))
        corners += leg.points[1:]
        gone += leg.cost
    return None


def climbs_on(plans: PlacesInReach, points: int) -> Iterator[Run]:
    """The runs to try of one who hangs on a wall: up off it with one move, on up it where others lead off, and down;
    the other way round of one who has come down it."""
    mover = candidate_places.runner(plans.view, plans.who, plans.measure)
    here, down = plans.me.here, _comes_down(plans.view, plans.who)
    places = off_the_wall(plans.view, plans.measure, mover)
    yield from (Run(to=at) for at in places if (at[2] < here[2]) == down)
    if points > 1:
        further = (points - 1) * (plans.dry - SPARE)
        wide = msgspec.structs.replace(mover, move=mover.move + further)
        there = [at for at in _edges(plans.view, plans.measure, wide) if (at[2] < here[2]) == down]
        for place in _stood_on(plans.view, plans.measure, plans.who, sorted(there, key=lambda at: dist(at, here))):
            path: Path = plans.measure(plans.view, PathTo(wide, place))
            if path.refusal is None and path.cost <= mover.move:
                yield Run(to=place)
            elif path.refusal is None:
                yield from (
                    Run(path=((here[0], here[1], z),))
                    for z in _holds(plans, path)
                    if path.cost - abs(z - here[2]) <= further
                )
    yield from (Run(to=at) for at in places if (at[2] < here[2]) != down)


def _comes_down(view: State, who: str) -> bool:
    """Has it come down to where it hangs?"""
    moves = (event for event in reversed(view.log) if isinstance(event, Moved) and event.who == who)
    last = next((event for event in moves if len(event.path) > 1), None)
    return last is not None and last.how == "climb" and last.path[-1][2] < last.path[-2][2]


def off_the_wall(view: State, measure: Measure, mover: Mover) -> list[Point]:
    """Where this move leads from a wall to a place to stand: the nearest to what scores first, else the highest; lower
    ones first of who comes down."""
    aims, high, down = scenarios.aims(view, mover.figure), view[mover.figure].here[2], _comes_down(view, mover.figure)
    found = _edges(view, measure, mover)
    found.sort(key=lambda at: (down and at[2] >= high, min((dist(at, aim.at) for aim in aims), default=0.0), -at[2]))
    return _stood_on(view, measure, mover.figure, found)


def _holds(plans: PlacesInReach, path: Path) -> Iterator[float]:
    """How high it may hang after one move up a wall, the highest first: under eaves there is nothing to hold on to up
    to where a base rests on the roof. Down it: as low as it gets."""
    leg, here = path.legs[0], plans.me.here
    hung = climbed(leg, plans.dry - SPARE, plans.weights.hangs)
    if not hung:
        return
    hangs, lower = hung[-1][2], 0.0
    if hangs < here[2]:
        yield hangs
    while hangs - lower >= here[2] + LEAST_CLIMB and lower <= LOWEST:
        yield round(hangs - lower, 3)
        lower += LOWER


def _edges(view: State, measure: Measure, mover: Mover) -> list[Point]:
    """Of all areas that this move leads to, what is nearest to the mover and to all that scores."""
    import shapely
    import shapely.ops

    who = mover.figure
    reach: Reach = measure(view, ReachOf(mover))
    near = [shapely.Point(at[:2]) for at in (view[who].here, *(aim.at for aim in scenarios.aims(view, who)))]
    found = list[Point]()
    for level in reach.levels:
        for rings in level.polygons:
            inside = shapely.Polygon(rings[0], rings[1:]).buffer(-EDGE)
            if not inside.is_empty:
                places = (shapely.ops.nearest_points(inside, each)[0] for each in near)
                found += [(round(at.x, 3), round(at.y, 3), level.z[1]) for at in places]
    return found


def _stood_on(view: State, measure: Measure, who: str, places: Sequence[Point]) -> list[Point]:
    """Where it stands at the first of these places."""
    dropped: Iterator[Drop] = (measure(view, DropOf(who, at)) for at in places[:TRIED])
    return [drop.rest for drop in dropped if drop.rest is not None and not drop.nudged]
