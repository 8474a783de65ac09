"""Vessels that are rowed or cast off: where they can go, and what a way there takes (TERR-13, 14)."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, dist, radians, sin
from typing import NamedTuple

import numpy as np
import shapely

from sim.app.table.previews.areas import area_level, joined_reach
from sim.app.table.previews.kinds import VesselPreview
from sim.app.table.vessel_hints import cast_off_reach
from sim.board.model.queries import BerthOf, GroundOf, SailTo, WatersOf
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Berth, Ground, Level, Reach, VesselMove, Waters
from sim.carnevale import action_odds, rulings
from sim.carnevale.actions import CastOff, Row
from sim.carnevale.actions.row import FAR, Berths, VesselPose
from sim.carnevale.names import names_of
from sim.carnevale.questions import OfOne
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure, measured
from sim.percent import percent
from sim.words import listed, say

__all__ = ["berths_near", "preview_rowing", "sailing_area"]

DEAR = 0.05  # inches nearer that an inch more of the way must bring
ROUND = 4.0  # degrees: poses of the lattice are as near to any turn
NEAR = 0.45  # inches from a place within which headings are looked for that a vessel can have there
SMOOTH = 0.25  # inches: places that are nearer to one another are shown as one
JOINED, WITHIN = 0.7, 0.2  # inches: places of an area are joined that lie twice so close, and it reaches so far beyond


class _Craft(NamedTuple):
    """What is moved, by whom, with whom, and how far at most."""

    who: str
    lies: Berth
    riders: tuple[str, ...]
    gondola: bool
    most: float


def _craft(state: State, measure: Measure, region: OfOne) -> _Craft | None:
    """Of a choice; None: whoever it is of is aboard nothing."""
    place: Ground = measure(state, GroundOf(region.who))
    piece = region.piece if isinstance(region, Berths) else place.vessel
    if piece is None:
        return None
    lies: Berth = measure(state, BerthOf(piece))
    riders = tuple(measured(rulings.standing_on(state, piece), state, measure))
    most = FAR
    if isinstance(region, Berths):
        most = region.inches
    elif not place.gondola:
        most = cast_off_reach(state, measure, region.who, piece)[1]
    return _Craft(region.who, lies, riders, place.gondola, most)


def preview_rowing(
    state: State, measure: Measure, region: OfOne, at: Point, turn: float | None
) -> VesselPreview | None:
    """A gondola rowed to a place, as far as the roll carries it; or a boat cast off. `turn` None: as it lies, or, where
    it cannot come there so, the way round in which it comes there soonest."""
    craft = _craft(state, measure, region)
    if craft is None:
        return None
    to = rounded((at[0], at[1], craft.lies.at[2]))
    move, turn = _move(state, measure, craft, to, turn)
    pose = VesselPose(to, turn, move.by if move.refusal is None else ())
    answer: VesselPose | Row | CastOff = pose
    if not isinstance(region, Berths):
        answer = Row(to=to, turn=turn, by=pose.by) if craft.gondola else CastOff(to, turn, pose.by)
    refusal = region.refusal(state, measure, answer)
    far = move.rider_moved if pose.by else dist(craft.lies.at, to)
    if refusal is not None and craft.gondola:
        words = [say('{far:.1f}" away', far=far), refusal.words]  # there are no odds of what cannot be
    else:
        words = [*_words(state, measure, craft, answer, far), *(() if refusal is None else (refusal.words,))]
    return VesselPreview(
        answer=answer,
        refusal=refusal,
        title=say("Cast off") if isinstance(answer, CastOff) else say("Row here"),
        words=tuple(words),
        piece=craft.lies.piece,
        at=to,
        turn=craft.lies.turn if turn is None else turn,
        start=craft.lies.at,
        hull=_outline(_waters(state, measure, craft), to, craft.lies.turn if turn is None else turn),
        way=tuple((x, y, to[2]) for x, y, _ in move.way),
    )


def _waters(state: State, measure: Measure, craft: _Craft) -> Waters:
    found: Waters = measure(state, WatersOf(craft.lies.piece, craft.riders, craft.most))
    return found


def _move(
    state: State, measure: Measure, craft: _Craft, to: Point, turn: float | None
) -> tuple[VesselMove, float | None]:
    """How it comes to a place, and the way round in which it does; None: as it lies."""

    def sailed(heading: float) -> VesselMove:
        query = SailTo(craft.lies.piece, to, heading, craft.riders, craft.most, shortest=True)
        found: VesselMove = measure(state, query)
        return found

    move = sailed(craft.lies.turn if turn is None else turn)
    if turn is not None or move.refusal is None:
        return move, turn
    waters = _waters(state, measure, craft)
    near = np.flatnonzero(np.hypot(*(waters.poses[:, :2] - to[:2]).T) <= NEAR)
    for n in near[np.argsort(waters.cost[near], kind="stable")][:1]:
        heading = float(waters.poses[n, 2])
        found = sailed(heading)
        if found.refusal is None:
            return found, heading
    return move, turn


def _outline(waters: Waters, at: Point, turn: float) -> tuple[Point, ...]:
    """The hull in a pose, from corner to corner."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return tuple((at[0] + c * x - s * y, at[1] + s * x + c * y, at[2]) for x, y in waters.outline.tolist())


def _words(state: State, measure: Measure, craft: _Craft, answer: VesselPose | Row | CastOff, far: float) -> list[str]:
    """How far it goes, and what that takes."""
    if isinstance(answer, CastOff):
        return _cast_off_words(state, measure, craft, far)
    words = [say('{far:.1f}" away', far=far)]
    if isinstance(answer, Row) and answer.to is not None:
        pose = VesselPose(answer.to, answer.turn, answer.by)
        found = measured(action_odds.rowing(state, craft.who, pose), state, measure)
        chances = {"dice": found.dice, "arrives": percent(found.arrives)}
        words.append(
            say("{dice} dice: arrives {arrives}, with will points {best}", best=percent(found.with_will), **chances)
            if found.with_will > found.arrives
            else say("{dice} dice: arrives {arrives}", **chances)
        )
        words.append(say("all aboard go overboard {chance}", chance=percent(found.overboard)))
    return words


def _cast_off_words(state: State, measure: Measure, craft: _Craft, far: float) -> list[str]:
    """How far a boat goes of what it may go, what that costs, and who else goes along."""
    cost, most = cast_off_reach(state, measure, craft.who, craft.lies.piece)
    others = [rider for rider in craft.riders if rider != craft.who]
    along = [say("takes {whom} along", whom=listed(map(names_of(state), others)))] if others else []
    return [say('{cost:.1f}" of {most:g}"', cost=far, most=most), say("{cost} CP", cost=cost), *along]


def berths_near(
    state: State, measure: Measure, region: OfOne, goal: tuple[float, float], turn: float | None = None
) -> Iterator[tuple[Point, float]]:
    """Where the vessel can come to lie, and which way round, nearest to a goal first; `turn`: about so."""
    craft = _craft(state, measure, region)
    if craft is None:
        return
    waters, z = _waters(state, measure, craft), craft.lies.at[2]
    far = np.hypot(*(waters.poses[:, :2] - goal).T) + waters.cost * DEAR
    if turn is not None:
        far[np.abs((waters.poses[:, 2] - turn + 180.0) % 360.0 - 180.0) > ROUND] = np.inf
    for n in np.argsort(far, kind="stable"):
        if not np.isfinite(far[n]):
            return
        x, y, lies = waters.poses[n].tolist()
        yield (x, y, z), lies


def sailing_area(state: State, measure: Measure, region: OfOne) -> Reach:
    """Where the middle of the vessel can come to lie, whichever way round: before a roll, in one area what any roll
    but a fumble carries it to, in another as far as one of twenty does."""
    craft = _craft(state, measure, region)
    if craft is None:
        return Reach((), 0.0)
    if not craft.gondola or isinstance(region, Berths):
        level = _level(_waters(state, measure, craft), craft.lies.at[2], craft.most, False)
        return Reach((level,), level.area)
    least, most = action_odds.row_reach(state, craft.who)
    found: Waters = measure(state, WatersOf(craft.lies.piece, craft.riders, most))
    sure, rolled = (_level(found, craft.lies.at[2], far, needs) for far, needs in ((least, False), (most, True)))
    return joined_reach(Reach((sure,), sure.area), Reach((rolled,), rolled.area))


def _level(waters: Waters, z: float, most: float, needs_roll: bool) -> Level:
    """The places of a lattice that cost no more, as an area."""
    places = np.unique(np.round(waters.poses[waters.cost <= most, :2] / SMOOTH), axis=0) * SMOOTH
    discs = shapely.buffer(shapely.points(places), JOINED, quad_segs=4)
    area = shapely.union_all(discs).buffer(WITHIN - JOINED).simplify(WITHIN / 2)
    return area_level(area, (z, z), needs_roll)
