"""Stops of an Ethereal inside a house: of a way that takes several runs through it, which end nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

import numpy as np

from sim.board.model.queries import PathTo
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.bots.places_in_reach import PlacesInReach
from sim.carnevale.characters import Point

__all__ = ["ends_inside", "passes", "stops_inside"]

SHARES = (0.99, 0.9, 0.8, 0.65, 0.5, 0.35)  # of a run, to where on the straight line a stop is tried
SPARE = 0.1  # inches of the runs from there that are not counted on


def passes(plans: PlacesInReach, goal: Point, points: int, gap: float = 0.0) -> bool:
    """Does a stop inside lead on to a goal with so many AP?"""
    return next(stops_inside(plans, goal, points, gap), None) is not None


def stops_inside(plans: PlacesInReach, goal: Point, points: int, gap: float = 0.0) -> Iterator[Point]:
    """Where a first run may end inside what is solid, so that those after it lead on to a goal, the furthest first.

    `gap`: so near to the goal is there, in inches.
    """
    here, far = plans.me.here, dist(plans.me.here, goal)
    if not plans.wide.ethereal or points < 2 or far - gap <= plans.move:
        return
    for share in SHARES:
        run = share * plans.move
        if far - gap - run > (points - 1) * (plans.dry - SPARE):
            return
        at = candidate_places.as_point(np.array(here) + (np.array(goal) - np.array(here)) * run / far)
        if ends_inside(plans, at):
            yield at


def ends_inside(plans: PlacesInReach, to: Point) -> bool:
    """Does a run to a place end inside what is solid (ABIL-Ethereal)?"""
    if not plans.wide.ethereal:
        return False
    mover = candidate_places.runner(plans.view, plans.who, plans.measure)
    path: Path = plans.measure(plans.view, PathTo(mover, to))
    return path.refusal is None and bool(path.legs) and path.legs[-1].kind == "inside"
