"""Of all places that a run can end on, the one that words mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import msgspec
import numpy as np
import shapely

from sim.app.table.previews.moves import reach_area
from sim.app.table.previews.walls import movers_of
from sim.app.text.aims import SaidPlace, is_on, places
from sim.app.text.seat_view import SeatView
from sim.board.model.part_names import CANAL
from sim.board.model.queries import Mover, ProspectOf
from sim.board.model.verdicts import Prospect
from sim.bots import candidate_places
from sim.carnevale import moving
from sim.carnevale.characters import Point
from sim.carnevale.questions import OfOne

__all__ = ["jump_to", "nearest_place", "reached", "toward"]

Goal = tuple[float, float, float, float]  # x, y, z, radius

NEAR = 0.6  # inches: a place that is pointed at in words is not meant to the hair
LONGEST_JUMP, STRIDE, MOST_JUMPS = 8.0, 0.6, 6  # inches; and places that are looked at
ALIKE = 0.05  # inches by which ways are as good
BESIDE = 1.6  # inches from a landmark
LEVEL = 0.5  # inches
OFF = 0.05  # inches by which areas may be wrong


def reached(view: SeatView, region: OfOne, *goals: Point) -> Prospect:
    """The places that a run can end on, or a flight, and how far it is on from each to beside each goal."""
    *in_the_air, by = movers_of(view.state, view.measure, region)
    sets = tuple(((*goal, BESIDE),) for goal in goals)
    on_foot = _on_foot(view, region, by, sets)
    flown: list[Prospect] = [view.measure(view.state, ProspectOf(each, sets)) for each in in_the_air]
    return _joined((*flown, on_foot)) if flown else on_foot


def _on_foot(view: SeatView, region: OfOne, by: Mover, sets: tuple[tuple[Goal, ...], ...]) -> Prospect:
    """The same of runs alone, out of water by an access as well (MOVE-09)."""
    spared = 0.0
    if not isinstance(region, moving.Further):
        spared = candidate_places.runner(view.state, region.who, view.measure, spared=True).move
    if spared <= by.move:
        own: Prospect = view.measure(view.state, ProspectOf(by, sets))
        return own
    found: Prospect = view.measure(view.state, ProspectOf(msgspec.structs.replace(by, move=spared), sets))
    may = found.cost <= by.move - OFF
    for level in reach_area(view.state, view.measure, region).levels:
        low, high = level.z
        area = shapely.MultiPolygon([(rings[0], rings[1:]) for rings in level.polygons])
        here = (found.at[:, 2] >= low - LEVEL) & (found.at[:, 2] <= high + LEVEL)
        may |= here & shapely.contains_xy(area, found.at[:, :2])
    return msgspec.structs.replace(
        found, at=found.at[may], cost=found.cost[may], left=found.left[:, may], wet=found.wet[may],
        perch=found.perch[may],
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
            return _row(found.at[nearest])
    return None


def toward(view: SeatView, region: OfOne, goal: Point) -> tuple[Point, float] | None:
    """Of all places within reach the one with the shortest way on to a goal, and how many inches that is; None where
    no way is known."""
    found = reached(view, region, goal)
    if not len(found.at):
        return None
    ways = np.where(found.left[0] <= found.left[0].min() + ALIKE, 0.0, np.inf)
    nearest = int(np.argmin(ways + np.linalg.norm(found.at - np.array(goal), axis=1)))
    left = float(found.left[0][nearest])
    return (_row(found.at[nearest]), left) if np.isfinite(left) and left < found.now[0] else None


def _at_landmark(view: SeatView, found: Prospect, aim: SaidPlace, here: Point) -> Point | None:
    """Beside a landmark, or on it where that was said, by the shortest way."""
    assert aim.mark is not None
    low, high = np.array(aim.mark.low[:2]), np.array(aim.mark.high[:2])
    gaps = np.linalg.norm(np.maximum(np.maximum(low - found.at[:, :2], found.at[:, :2] - high), 0.0), axis=1)
    fits = gaps <= (0.0 if aim.level == "up" or aim.mark.kind == CANAL else BESIDE)
    level = "water" if aim.mark.kind == CANAL else aim.level
    fits &= np.array([is_on(level, z, wet, here[2]) for z, wet in zip(found.at[:, 2], found.wet, strict=True)])
    if not fits.any():
        return None
    cost = np.where(fits, gaps * 2.0 + found.cost, np.inf)
    if aim.level == "up":  # as high as it goes, within that the nearest
        cost = np.where(fits, found.cost - found.at[:, 2] * 10.0, np.inf)
    best = _row(found.at[int(np.argmin(cost))])
    return best if dist(best, here) > 0.0 else None


def _row(row: np.ndarray) -> Point:
    return (round(float(row[0]), 3), round(float(row[1]), 3), round(float(row[2]), 3))


def jump_to(view: SeatView, who: str, aim: SaidPlace) -> list[Point]:
    """The nearest places of a landmark that somebody could jump to; or of a level, where no landmark was said."""
    here = view.state[who].here
    found: Prospect = view.measure(view.state, ProspectOf(Mover(who, LONGEST_JUMP, ethereal=True)))
    far = np.linalg.norm(found.at[:, :2] - np.array(here[:2]), axis=1)
    places: list[Point] = []
    for i in np.argsort(far, kind="stable"):
        at = _row(found.at[i])
        if aim.mark is not None and aim.mark.gap(at) > 0.0:
            continue
        if not is_on(aim.level, at[2], bool(found.wet[i]), here[2]) or any(dist(at, p) < STRIDE for p in places):
            continue
        ground = view.under(at[0], at[1], at[2] + LEVEL)
        if aim.mark is None or (ground.part or "").startswith(f"{aim.mark.id}/"):
            places.append(at)
        if len(places) == MOST_JUMPS:
            break
    return places
