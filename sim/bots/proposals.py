"""Answers that a choice takes: its options, and answers of its region found at random.

What a question offers is tried, and what its gesture says: points around whom it is about, ways of a run, a selection.
For kinds of regions that bots know more of, a function of its own proposes answers. What the region refuses is left
out, so that everything proposed here is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import singledispatch
from itertools import islice
from math import cos, pi, sin
from random import Random

from sim.board.model.queries import BerthOf, GroundOf, PlaceAt, ProspectOf, WatersOf
from sim.board.model.verdicts import Berth, Ground, Prospect, Waters
from sim.board.model.verdicts import PointInfo as Surface
from sim.bots import candidate_places
from sim.carnevale.actions import CastOff, Jump, Row, Run
from sim.carnevale.actions.grapple import ThrowPoints
from sim.carnevale.actions.jump import Chained
from sim.carnevale.actions.row import Berths, VesselPose
from sim.carnevale.characters import Point
from sim.carnevale.disciplines.runes import Wave
from sim.carnevale.events import Deployed
from sim.carnevale.legality import Acts
from sim.carnevale.magic.area_effects import SpellPlaces
from sim.carnevale.magic.spells import named
from sim.carnevale.moving import Further
from sim.carnevale.objectives.placing import ObjectiveSpots
from sim.carnevale.scenarios.deployment import Deployment, Place, open_places, standing, undeployed
from sim.carnevale.scenarios.gondolas import Moorings
from sim.carnevale.state import State, rounded
from sim.carnevale.unstable_ground import Footing, Stride
from sim.carnevale.ways import Way
from sim.engine.requests import Choice, Gesture, Measure, Selection

__all__ = ["proposals", "proposed"]

TRIES = 60  # random places before a bot gives up on a kind of answer
TO_DEPLOY = 400  # of them before a character is said to have no room
PACKED = 3  # times that each character is set up, on the average, after which a zone is said to have no room
DROP_FROM = 3.0  # inches: what is aimed at a place is aimed from so high over it
AFLOAT = 6  # poses of a vessel that are tried
ROWED, SAILED = 6.0, 12.0  # inches that a bot looks for them
ODD = 12.0  # inches: how far a bot looks for a piece of terrain to make odd
HIGH = 40.0  # inches, over every roof: objectives are dropped from there


def proposals(view: State, choice: Choice, measure: Measure, rng: Random) -> Iterator[object]:
    """Legal answers in a random order: first those of the region, then the options, then the default."""
    region = choice.region
    if region is not None:
        own = proposed(region, view, measure, rng)
        for answer in own if own is not None else by_gesture(choice, view, measure, rng):
            if region.refusal(view, measure, answer) is None:
                yield answer
    options = list(choice.options)
    rng.shuffle(options)
    yield from options
    if choice.default is not None:
        yield choice.default


def by_gesture(choice: Choice, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    """Answers to try for a question of which nothing is known but how it is answered."""
    offers = list(choice.offers(view, measure))
    rng.shuffle(offers)
    yield from offers
    region, who = choice.region, choice.about
    if isinstance(region, Selection):
        yield tuple(sorted(rng.sample(region.among, rng.randint(0, min(region.most, len(region.among))))))
    if who is not None and choice.gesture is Gesture.POINT:
        yield from _around(who, getattr(choice, "inches", None) or ODD, view, measure, rng)
    if who is not None and choice.gesture is Gesture.PATH:
        yield from _runs(who, view, measure, rng)


def _around(who: str, inches: float, view: State, measure: Measure, rng: Random) -> Iterator[Point]:
    """Places on the board around a character, at random."""
    x, y, z = view[who].here
    for _ in range(TRIES):
        turn, out = rng.uniform(0, 2 * pi), rng.uniform(0.5, inches)
        over = (x + out * cos(turn), y + out * sin(turn), z + DROP_FROM)
        verdict: Surface = measure(view, PlaceAt(who, over))
        if verdict.part is not None:
            yield verdict.at


@singledispatch
def proposed(region: object, view: State, measure: Measure, rng: Random) -> Iterator[object] | None:
    """Answers to try for a kind of region that bots know more of; not all of them need be legal. None: they do not."""
    return None


@proposed.register
def _(region: Acts, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    kinds: list[Callable[[str, State, Measure, Random], Iterator[object]]] = [_runs, _jumps, _rows, _sails]
    kinds.append(lambda *_: iter(region.offers(view, measure)))
    rng.shuffle(kinds)
    for kind in kinds:
        found = list(kind(region.who, view, measure, rng))
        rng.shuffle(found)
        yield from found


def _runs(who: str, view: State, measure: Measure, rng: Random) -> Iterator[Run]:
    return (Run(to=place) for place in islice(candidate_places.within(view, who, measure, rng), 4))


def _jumps(who: str, view: State, measure: Measure, rng: Random) -> Iterator[Jump]:
    return (Jump(place) for place in islice(candidate_places.to_jump_to(view, who, measure, rng), 2))


def _rows(who: str, view: State, measure: Measure, rng: Random) -> Iterator[Row]:
    return (Row(to=pose.to, turn=pose.turn) for pose in _berths(view[who].aboard, ROWED, view, measure, rng))


def _sails(who: str, view: State, measure: Measure, rng: Random) -> Iterator[CastOff]:
    return (CastOff(pose.to, pose.turn) for pose in _berths(view[who].aboard, SAILED, view, measure, rng))


def _berths(piece: str | None, inches: float, view: State, measure: Measure, rng: Random) -> Iterator[VesselPose]:
    """Poses that a vessel can go to."""
    if piece is None:
        return
    lies: Berth = measure(view, BerthOf(piece))
    riders = tuple(c.id for c in view.on_board() if c.aboard == piece)
    waters: Waters = measure(view, WatersOf(piece, riders, inches))
    for n in rng.sample(range(len(waters.poses)), min(AFLOAT, len(waters.poses))):
        x, y, turn = waters.poses[n].tolist()
        yield VesselPose((x, y, lies.at[2]), turn)


@proposed.register
def _(region: Moorings, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    found = list(region.candidates(view))
    rng.shuffle(found)
    yield from found


@proposed.register
def _(region: Deployment, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    waiting = undeployed(view, region.seat)
    rng.shuffle(waiting)
    waiting.sort(key=lambda c: -c.profile.size)  # whoever needs the most room first
    own = [c.id for c in view.characters.values() if c.seat == region.seat]
    stand = [c for c in view.on_board() if c.seat == region.seat]  # one of them makes room, where there is none
    rng.shuffle(stand)
    if sum(isinstance(event, Deployed) and event.who in own for event in view.log) > PACKED * len(own):
        stand = []
    for c in (*waiting, *stand):
        trial = standing(view, c, (0.0, 0.0, 0.0))  # where it is measured instead does not matter
        inside = open_places(view, measure, c.id)
        for row in inside[rng.sample(range(len(inside)), min(TO_DEPLOY, len(inside)))]:
            ground: Ground = measure(trial, GroundOf(c.id, candidate_places.as_point(row)))
            yield Place(c.id, rounded(ground.at), aboard=ground.vessel)
    yield from (c.id for c in waiting)  # for them there is no room


@proposed.register
def _(region: ObjectiveSpots, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    width, depth = view.size
    for _ in range(TO_DEPLOY):
        lies = region.settle(view, measure, (rng.uniform(0, width), rng.uniform(0, depth), HIGH))
        if lies is not None:
            yield lies


@proposed.register
def _(region: ThrowPoints, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    x, y, z = view[region.who].here
    for _ in range(TRIES):
        turn, far = rng.uniform(0, 2 * pi), rng.uniform(0.5, region.inches)
        yield (x + far * cos(turn), y + far * sin(turn), z)


@proposed.register
def _(region: Chained, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    yield from _jumps(region.who, view, measure, rng)


@proposed.register
def _(region: Further, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    verdict: Prospect = measure(view, ProspectOf(region.by))
    for _ in range(min(TRIES, len(verdict.at))):
        yield Way(to=candidate_places.as_point(verdict.at[rng.randrange(len(verdict.at))]))


@proposed.register
def _(region: Footing, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    x, y, z = view[region.who].here
    for _ in range(TRIES):
        turn, far = rng.uniform(0, 2 * pi), rng.uniform(0.2, region.inches)
        yield Stride((x + far * cos(turn), y + far * sin(turn), z))


@proposed.register
def _(region: Berths, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    for pose in _berths(region.piece, region.inches, view, measure, rng):
        if region.refusal(view, measure, pose) is None:
            yield pose


# --- spells -------------------------------------------------------------------------------------------------


@proposed.register
def _(region: SpellPlaces, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    """Under enemies first, then anywhere in reach."""
    spell = named(region.spell)
    far = spell.reach if spell is not None and spell.reach else ODD
    enemies = [c.here for c in view.enemies(region.who)]
    rng.shuffle(enemies)
    yield from enemies
    yield from _around(region.who, far, view, measure, rng)


@proposed.register
def _(region: Wave, view: State, measure: Measure, rng: Random) -> Iterator[object]:
    x, y, z = region.start
    near = [c.here for c in view.enemies(region.who)]
    rng.shuffle(near)
    yield from near
    turn = rng.uniform(0, 2 * pi)
    yield (x + region.longest * 0.99 * cos(turn), y + region.longest * 0.99 * sin(turn), z)
