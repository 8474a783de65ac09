"""What bars the way to a place that none leads to: each told for which there would be a way without it, or at least
what is next in the way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from math import dist

import msgspec

from sim.board.board import Board
from sim.board.model.journeys import Bar, BarKind, Hop
from sim.board.model.queries import PathAlong
from sim.board.model.tableau import Figure, Point
from sim.board.model.verdicts import Path
from sim.board.movement.way_cuts import CLIMBED
from sim.carnevale.journeys.traveller import FAR, Stance, Traveller, Wayfarer
from sim.carnevale.odds import jump_chance
from sim.percent import percent
from sim.words import say

__all__ = ["bars_between"]

SMALLEST = 10  # mm: a base that gets through where any does
HIGHEST = 3.0  # inches that a jump may lead up (JUMP-01)
STEP = 0.25  # inches between places that are looked at
WALL = 1.0  # inches: a higher wall of a canal is left by a water access only (MOVE-08)
KINDS: dict[str, BarKind] = {"MOVE-02": "base", "MOVE-03": "wall", "MOVE-06": "gap", "TERR-06": "wall"}


def bars_between(
    walker: Wayfarer, here: Stance, goal: Point, hops: Sequence[Hop], others: Sequence[Figure]
) -> tuple[Bar, ...]:
    """Of a way from `here`, as near as one comes. `hops`: jumps that begin where one can go, and were not made."""
    board, traveller = walker.board, walker.traveller
    found = (
        *_other_minis(board, traveller, others, here, goal),
        *_no_climb(board, traveller, here, goal),
        *_height(walker, here, goal),
        *_gaps(walker, goal, hops),
        *_water(walker, here, goal),
    )
    narrow = () if found else tuple(_room(walker, here, goal))
    return (*found, *(narrow or _straight_on(walker, here, goal, {bar.kind for bar in found})))


def _other_minis(
    board: Board, traveller: Traveller, others: Sequence[Figure], here: Stance, goal: Point
) -> Iterator[Bar]:
    if others and Wayfarer(board, traveller).way(here, goal) is not None:
        yield Bar("base", say("others stand in the way"), here.at, "MOVE-02")


def _no_climb(board: Board, traveller: Traveller, here: Stance, goal: Point) -> Iterator[Bar]:
    if traveller.climbs:
        return
    climbing = Wayfarer(board, msgspec.structs.replace(traveller, climbs=True))
    path = climbing.way(here, goal)
    first = None if path is None else next((leg for leg in path.legs if leg.kind in CLIMBED), None)
    if first is not None:
        yield Bar("climb", say('only a climb of {inches:.1f}" leads on', inches=first.cost), first.points[0], "MOVE-03")


def _height(walker: Wayfarer, here: Stance, goal: Point) -> Iterator[Bar]:
    """A wall that no turn is long enough for (MOVE-04)."""
    traveller, path = walker.traveller, walker.way(here, goal)
    high = [leg for leg in path.legs if leg.kind in CLIMBED] if path is not None else []
    leg = max(high, key=lambda each: each.cost, default=None)
    if leg is not None and leg.cost > traveller.move * traveller.actions:
        words = say(
            'a climb of {inches:.1f}" from wall to place to stand, and a turn has {most:g}": nobody ends it on a wall',
            inches=leg.cost,
            most=float(traveller.move * traveller.actions),
        )
        yield Bar("height", words, leg.points[0], "MOVE-04")


def _gaps(walker: Wayfarer, goal: Point, hops: Sequence[Hop]) -> Iterator[Bar]:
    """The jump that arrives most often, of those that lead on to the goal."""
    dexterity = walker.traveller.dexterity
    for hop in sorted(hops, key=lambda each: -jump_chance(dexterity, each.carries)):
        if walker.way(Stance(hop.end), goal) is None:
            continue
        share = percent(jump_chance(dexterity, hop.carries))
        words = (
            say('a gap that takes a jump of {inches:g}": {share} of tries arrive', inches=min(hop.carries), share=share)
            if walker.traveller.jumps
            else say('only a jump of {inches:g}" leads on', inches=min(hop.carries))
        )
        yield Bar("gap", words, hop.start, "JUMP-01")
        return


def _water(walker: Wayfarer, here: Stance, goal: Point) -> Iterator[Bar]:
    """Between water and dry ground a wall of more than 1", without an access (MOVE-08, 09)."""
    mine, its = walker.ground(here), walker.ground(Stance(goal))
    high = abs(goal[2] - here.at[2])
    if mine.water != its.water and high > WALL:
        out = say(
            'out of water over a wall of {inches:.1f}", and {most:g}" is the most without an access',
            inches=high, most=WALL,
        )  # fmt: skip
        into = say(
            'into water over a wall of {inches:.1f}", and {most:g}" is the most without an access',
            inches=high, most=WALL,
        )  # fmt: skip
        yield Bar("water", out if mine.water else into, here.at, "MOVE-08")


def _room(walker: Wayfarer, here: Stance, goal: Point) -> Iterator[Bar]:
    """Too narrow for the base: where, of the way of the smallest."""
    traveller = walker.traveller
    if traveller.base_mm <= SMALLEST:
        return
    small = Wayfarer(walker.board, msgspec.structs.replace(traveller, base_mm=SMALLEST))
    path = small.way(here, goal)
    if path is None:
        return
    fits = (at for at in _along(path) if not walker.ground(Stance(at)).free)
    words = say(
        "too narrow for a base of {mm} mm; one of {small} mm gets through", mm=traveller.base_mm, small=SMALLEST
    )
    yield Bar("room", words, next(fits, path.points[-1]), "TERR-06")


def _along(path: Path) -> Iterator[Point]:
    """Places on a way, a step from each other."""
    for a, b in pairwise(path.points):
        steps = max(1, int(dist(a, b) / STEP))
        for n in range(steps):
            x, y, z = (p + n / steps * (q - p) for p, q in zip(a, b, strict=True))
            yield round(x, 3), round(y, 3), round(z, 3)


def _straight_on(walker: Wayfarer, here: Stance, goal: Point, told: Collection[BarKind]) -> Iterator[Bar]:
    """What a straight way on meets first, but for a kind that is told already."""
    path = walker.ask(here, PathAlong(walker.mover(FAR, here), (goal,)))
    assert isinstance(path, Path)
    if path.refusal is not None:
        rule, why = path.refusal
        found = Bar(KINDS.get(rule, "wall"), why, path.points[-1] if path.points else here.at, rule)
    elif path.legs and path.legs[-1].kind == "off_edge":
        found = _edge(walker, path.legs[-1].points[0], path.points[-1], goal)
    else:
        return
    if found.kind not in told and not (told and found.kind == "wall"):
        yield found


def _edge(walker: Wayfarer, edge: Point, over: Point, goal: Point) -> Bar:
    """The ground ends, over water or a gap."""
    below = walker.let_down(over)
    if below is not None and walker.ground(Stance(below)).water:
        words = say(
            'the ground ends {inches:.1f}" over water, and {most:g}" is the most that one gets in and out by without an'
            " access",
            inches=edge[2] - below[2],
            most=WALL,
        )
        return Bar("water", words, edge, "MOVE-08")
    far = _across(walker, edge, goal)
    if far is None:
        return Bar("gap", say("the ground ends here; only a jump leads over a gap"), edge, "MOVE-06")
    return Bar("gap", say('a gap of {inches:.1f}" from place to place, too wide to jump', inches=far), edge, "JUMP-01")


def _across(walker: Wayfarer, edge: Point, goal: Point) -> float | None:
    """Inches from the edge of the ground to the next place that carries a base on the straight line to the goal, if no
    more than a jump may lead up lies between; None where there is none."""
    whole = dist(edge[:2], goal[:2])
    for far in range(3, int(whole / STEP) + 1):
        share = far * STEP / whole
        x, y = (p + share * (q - p) for p, q in zip(edge[:2], goal[:2], strict=True))
        at = walker.let_down((x, y, edge[2] + HIGHEST))
        if at is not None and at[2] > edge[2] - HIGHEST and dist(at[:2], (x, y)) < STEP / 2:
            return far * STEP
    return None
