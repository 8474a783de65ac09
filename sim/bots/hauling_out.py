"""Ways ashore for large bases: from where such a base swims beside a bank, its whole move may only just lead out of the
water (MOVE-07). So it swims to the bank first, to the hundredth of an inch, and comes out square to it with the next
action.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

import msgspec
import numpy as np

from sim.board.model.queries import PathTo
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.bots.places_in_reach import PlacesInReach
from sim.carnevale.actions import Run
from sim.carnevale.characters import Point
from sim.carnevale.state import State

__all__ = ["hauls_out"]

SPARE = (0.004, 0.012)  # inches from the edge of the bank, on either side, that are tried
BANKS, APART = 3, 1.0  # that are tried; inches between them
FURTHER = 0.5  # inches over its move that a way over a bank may take by what is told of places
HAIR = 0.02  # inches: it ends no further from where it wants to


def hauls_out(plans: PlacesInReach, towards: Point) -> Iterator[Run]:
    """Runs of a swimmer over the bank nearest to where it wants to be: out of the water where its move leads so far,
    else to the bank, from where the next one will."""
    rows = plans.banks
    rows = rows[np.argsort(np.linalg.norm(plans.at[rows[:, 0]] - np.array(towards), axis=1), kind="stable")]
    for _ in range(BANKS):
        if not len(rows):
            return
        ashore, afloat = rows[0]
        yield from _over(
            plans, candidate_places.as_point(plans.at[afloat]), candidate_places.as_point(plans.at[ashore])
        )
        rows = rows[np.linalg.norm(plans.at[rows[:, 0]] - plans.at[ashore], axis=1) > APART]


def _over(plans: PlacesInReach, afloat: Point, ashore: Point) -> Iterator[Run]:
    """Over the bank between two places that are told, one on either side of it."""
    here = plans.me.here
    beside = _from(plans, afloat, ashore, FURTHER)
    edge = next((leg.points[-1] for leg in beside.legs if leg.kind == "leave_water"), None)
    if edge is None:
        return
    apart, radius = dist(afloat[:2], ashore[:2]), plans.me.profile.size * MM / 2
    over = ((ashore[0] - afloat[0]) / apart, (ashore[1] - afloat[1]) / apart)
    for spare in SPARE:
        x, y = ((radius + spare) * each for each in over)
        out = (round(edge[0] + x, 3), round(edge[1] + y, 3), ashore[2])
        alongside = (round(edge[0] - x, 3), round(edge[1] - y, 3), here[2])
        if _leads(_from(plans, here, out), out):
            yield Run(to=out)
            return
        if dist(here, alongside) < HAIR or not _leads(_from(plans, here, alongside), alongside):
            continue
        if _leads(_from(plans, alongside, out), out):
            yield Run(to=alongside)
            return


def _from(plans: PlacesInReach, start: Point, to: Point, more: float = 0.0) -> Path:
    """The way of one move of it from some place to another, or of a somewhat longer one."""
    trial: State = plans.view
    if start != plans.me.here:
        trial = trial.copy()
        trial.set(plans.who, at=start)
    mover = candidate_places.runner(trial, plans.who, plans.measure)
    mover = msgspec.structs.replace(mover, move=mover.move + more)
    path: Path = plans.measure(trial, PathTo(mover, to))
    return path


def _leads(path: Path, to: Point) -> bool:
    return path.refusal is None and path.ends is not None and dist(path.ends.at[:2], to[:2]) < HAIR
