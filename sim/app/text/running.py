"""Of all places that a run can end on, the one that words mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

import msgspec
import numpy as np
import shapely

from sim.app.table.previews.moves import reach_area
from sim.app.table.previews.walls import FARTHER, movers_of
from sim.app.text.aims import SaidPlace, is_at, is_ground, is_on, is_over_water, places
from sim.app.text.seat_view import SeatView
from sim.board.model.queries import Mover, ProspectOf
from sim.board.model.verdicts import Prospect
from sim.board.movement.lattice import LONGER
from sim.bots import candidate_places
from sim.bots.candidate_places import as_point
from sim.carnevale import moving
from sim.carnevale.characters import Point
from sim.carnevale.questions import OfOne

__all__ = ["Goal", "WithinReach", "jump_to", "nearest_place", "reached", "reached_toward"]

Goal = tuple[float, float, float, float]  # x, y, z, radius

NEAR = 0.6  # inches: a place that is pointed at in words is not meant to the hair
LONGEST_JUMP, STRIDE, MOST_JUMPS = 8.0, 0.6, 6  # inches; and places that are looked at
LEVEL = 0.5  # inches
MOST_SOUNDED = 200  # places at a landmark whose ground is looked up
OFF = 0.05  # inches by which areas may be wrong


class WithinReach(NamedTuple):
    """The places that a run can end on, and of all that several may lead to, how far each is on to sets of goals."""

    now: Prospect
    later: Prospect


def reached(view: SeatView, region: OfOne) -> Prospect:
    """The places that a run can end on, or a flight."""
    return reached_toward(view, region).now


def reached_toward(view: SeatView, region: OfOne, *sets: tuple[Goal, ...], farther: bool = False) -> WithinReach:
    """The same, with how far it is on from each to the nearest goal of each set: also over walls that take several
    actions, on which a climber hangs in between (MOVE-04)."""
    *in_the_air, by = movers_of(view.state, view.measure, region)
    more = FARTHER if sets or farther else 0.0
    later = _on_foot(view, by, by.move, more, sets)
    now = _cut(later, _is_near(later, by.move))
    spared = 0.0
    if not isinstance(region, moving.Further):
        spared = candidate_places.runner(view.state, region.who, view.measure, spared=True).move
    if spared > by.move:  # out of water by an access as well (MOVE-09)
        later = _on_foot(view, by, spared, more, sets)
        may = _is_near(later, by.move)
        for level in reach_area(view.state, view.measure, region).levels:
            low, high = level.z
            area = shapely.MultiPolygon([(rings[0], rings[1:]) for rings in level.polygons])
            here = (later.at[:, 2] >= low - LEVEL) & (later.at[:, 2] <= high + LEVEL)
            may |= here & shapely.contains_xy(area, later.at[:, :2])
        now = _cut(later, may & _is_near(later, spared))
    flown: list[Prospect] = [view.measure(view.state, ProspectOf(each, sets)) for each in in_the_air]
    return WithinReach(_joined((*flown, now)), later) if flown else WithinReach(now, later)


def _on_foot(view: SeatView, by: Mover, move: float, more: float, sets: tuple[tuple[Goal, ...], ...]) -> Prospect:
    found: Prospect = view.measure(view.state, ProspectOf(msgspec.structs.replace(by, move=move + more), sets))
    return found


def _is_near(found: Prospect, move: float) -> np.ndarray:
    """Which of these places a move of so many inches leads to."""
    return found.cost * LONGER <= move - OFF


def _cut(found: Prospect, kept: np.ndarray) -> Prospect:
    return msgspec.structs.replace(
        found, at=found.at[kept], cost=found.cost[kept], left=found.left[:, kept], wet=found.wet[kept],
        perch=found.perch[kept],
    )  # fmt: skip


def _joined(found: Sequence[Prospect]) -> Prospect:
    """The places of several kinds of moves; how far it is on from where it is now, by the shortest."""
    return Prospect(
        np.concatenate([each.at for each in found]),
        np.concatenate([each.cost for each in found]),
        np.concatenate([each.left for each in found], axis=1),
        np.min([each.now for each in found], axis=0),
        np.concatenate([each.wet for each in found]),
        np.concatenate([each.perch for each in found]),
    )


def nearest_place(view: SeatView, region: OfOne, aim: SaidPlace) -> Point | None:
    """The place within reach that is nearest to what is aimed at; None where none is near it."""
    found = reached(view, region)
    if not len(found.at):
        return None
    if aim.mark is not None:
        return _at_landmark(view, found, aim, view.state[region.who].here)
    for at in places(view, aim):
        away = np.linalg.norm(found.at[:, :2] - np.array(at[:2]), axis=1)
        away[np.abs(found.at[:, 2] - at[2]) > LEVEL] = np.inf
        nearest = int(np.argmin(away))
        if away[nearest] <= NEAR:
            return as_point(found.at[nearest])
    return None


def _at_landmark(view: SeatView, found: Prospect, aim: SaidPlace, here: Point) -> Point | None:
    """Beside a landmark, or on it where that was said, by the shortest way."""
    assert aim.mark is not None
    fits = np.array([is_at(aim, as_point(at), wet) for at, wet in zip(found.at, found.wet, strict=True)], bool)
    gaps = np.array([aim.mark.gap(as_point(at)) for at in found.at])
    cost = np.where(fits, gaps * 2.0 + found.cost, np.inf)
    if aim.level == "up":  # as high as it goes, within that the nearest
        cost = np.where(fits, found.cost - found.at[:, 2] * 10.0, np.inf)
    order = np.argsort(cost, kind="stable")[: int(fits.sum())]
    onto, beside = is_over_water(view, aim), None
    for i in order[:: max(1, len(order) // MOST_SOUNDED)]:
        best = as_point(found.at[i])
        ground = view.under(best[0], best[1], best[2] + LEVEL)
        if dist(best, here) == 0.0 or not is_ground(view, aim, ground):
            continue
        if not onto or view.land.bears(aim.mark, ground.part, ground.at[2]):
            return best
        beside = beside or best
    return beside


def jump_to(view: SeatView, who: str, aim: SaidPlace) -> list[Point]:
    """The nearest places of a landmark that somebody could jump to; or of a level, where no landmark was said."""
    here = view.state[who].here
    found: Prospect = view.measure(view.state, ProspectOf(Mover(who, LONGEST_JUMP, ethereal=True)))
    far = np.linalg.norm(found.at[:, :2] - np.array(here[:2]), axis=1)
    places: list[Point] = []
    for i in np.argsort(far, kind="stable"):
        at = as_point(found.at[i])
        if aim.mark is not None and aim.mark.gap(at) > 0.0:
            continue
        wet = bool(found.wet[i])
        fits = is_on(aim.level, at[2], wet, here[2], aim.least) if aim.mark is None else is_at(aim, at, wet)
        if not fits or any(dist(at, p) < STRIDE for p in places):
            continue
        ground = view.under(at[0], at[1], at[2] + LEVEL)
        if aim.mark is None or view.land.bears(aim.mark, ground.part, at[2]):
            places.append(at)
        if len(places) == MOST_JUMPS:
            break
    return places
