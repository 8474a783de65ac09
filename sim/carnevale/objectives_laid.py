"""Objectives as they are laid where a board is tried out: at the first places that the rules take; and what is told of
those that find none, or come to lie elsewhere than the map has them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal

import numpy as np

from sim.board.board import Board
from sim.board.files.map_marks import MapObjective
from sim.board.model.tableau import Point
from sim.board.refused_places import refused_places
from sim.carnevale.events.objectives import ObjectivePlaced, ObjectiveSettled
from sim.carnevale.names import names_of, objective_called
from sim.carnevale.objectives.placing import (
    ASIDE,
    Lies,
    ObjectiveSpots,
    PlaceObjective,
    WhereObjectiveLies,
    may_be_given,
)
from sim.carnevale.scenario import zones
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure
from sim.words import say

__all__ = ["first_place", "placeless", "unsettled", "without_laying"]

OVER = 3.0  # inches over the street, from where objectives are set down
OVER_ROOFS = 40.0  # inches over the street, from where objectives are set down onto roofs
SPARSE = 1.0  # inches between places where an objective is tried
BESIDE = 3.0  # inches from a place beyond which nothing tells on whether it can be there
HAIR = 0.1  # inches from its place that an objective may come to lie without a word

Told = tuple[str, str, str, Literal["error", "warning"], Point | None]  # where, what, mend, how bad, at


def first_place(board: Board, measure: Measure, region: ObjectiveSpots, state: State) -> Lies | None:
    """The first place where the rules let an objective lie: on the street, then wherever it comes to lie."""
    what = (region.objective.id, region.line, tuple(zones(state)), state.tableau())
    places = _sparse(board.size, region)
    refused = refused_places(board, what, BESIDE)
    for at in (rounded((x, y, 0.0)) for x, y in places):
        if at in refused or not region.allowed_by_plan(state, at):
            continue
        if region.refusal(state, measure, Lies(at)) is None:
            return Lies(at)
        refused.add(at)
    refused = refused_places(board, what, ASIDE + BESIDE)
    for over in _all_over(places, region, state):
        if over in refused:
            continue
        settled = region.settle(state, measure, over)  # to be put aside takes a long search
        if settled is not None and region.refusal(state, measure, settled) is None:
            return settled
        refused.add(over)
    return None


def _sparse(size: tuple[float, float], region: ObjectiveSpots) -> list[tuple[float, float]]:
    """Points all over the board, or along the line on which an objective must lie."""
    if region.line is not None:
        (x0, y0), (x1, y1) = region.line
        steps = np.linspace(0.0, 1.0, round(math.dist((x0, y0), (x1, y1)) / SPARSE * 2) + 1).tolist()
        return [(x0 + s * (x1 - x0), y0 + s * (y1 - y0)) for s in steps]
    xs, ys = (np.arange(SPARSE, side, SPARSE).tolist() for side in size)
    return [(x, y) for y in ys for x in xs]


def _all_over(places: list[tuple[float, float]], region: ObjectiveSpots, state: State) -> Iterator[Point]:
    """Places over the street, then over the roofs.

    Those that a plan of the board allows come first: from the others it may yet be nudged to where it can lie.
    """
    left = list[Point]()
    for at in ((x, y, z) for z in (OVER, OVER_ROOFS) for x, y in places):
        if region.allowed_by_plan(state, at):
            yield at
        else:
            left.append(at)
    yield from left


def placeless(question: WhereObjectiveLies, state: State) -> tuple[str, str]:
    """What is told of an objective that finds no place, and what would mend it."""
    called = objective_called(question.objective.id, names_of(state))
    if question.line is None:
        none = say('no place is left for {objective}, 4" from zones and other objectives', objective=called)
        return none, say("clear ground for it, off the zones")
    (x0, y0), (x1, y1) = question.line
    none = say(
        "no place is left for {objective} on the centre line, from [{x0:g}, {y0:g}] to [{x1:g}, {y1:g}], "
        '4" from zones and other objectives',
        objective=called, x0=x0, y0=y0, x1=x1, y1=y1,
    )  # fmt: skip
    return none, say("clear ground for it there, or draw the zones away from it")


def without_laying(state: State) -> State:
    """The same, with nobody asked any more where an objective lies, so that gangs are set up although one has no place:
    the next would have none either."""
    left = state.copy()
    left.todo = [step for step in state.todo if not isinstance(step, PlaceObjective) or not _asks(state, step)]
    return left


def _asks(state: State, step: PlaceObjective) -> bool:
    """Is a player asked, since the map has no place for it, or none that is allowed?"""
    return step.given is None or may_be_given(state, step.given, step.line) is not None


def unsettled(state: State, own: Mapping[str, MapObjective]) -> Iterator[Told]:
    """Objectives that cannot lie where the scenario or the map has them. `own`: the map's places, by the objectives
    that are to take them."""
    own = dict(own)
    for event in state.log:
        if isinstance(event, ObjectivePlaced) and event.seat:
            own.pop(event.objective.id, None)  # a player was asked
        if not isinstance(event, ObjectiveSettled) or event.ground is None:
            continue
        mark, called = own.get(event.objective), names_of(state)(event.objective)
        if not event.ground.whole:
            where = mark.id if mark is not None else event.ground.part or say("objectives")
            yield (where, *_unlaid(called, event), "error", None)
        elif mark is not None and (off := math.dist((*mark.at, mark.z), event.at)) > HAIR:
            yield mark.id, _moved(called, mark, event.at, off), _LIES, "warning", (*mark.at, mark.z)


_LIES = say("move it, or give it the height of what it is to lie on as its z")


def _unlaid(called: str, event: ObjectiveSettled) -> tuple[str, str]:
    """What is told of an objective that can lie neither at its place nor near it, and what would mend it."""
    x, y, z = event.at
    if event.ground is not None and event.ground.kind == "air":
        what = say("{objective} hangs in the air at [{x:g}, {y:g}, {z:g}]", objective=called, x=x, y=y, z=z)
        return what, say("give it the height of what it is to lie on as its z")
    what = say("{objective} cannot lie at [{x:g}, {y:g}], nor near it", objective=called, x=x, y=y)
    return what, say("clear ground for it")


def _moved(called: str, mark: MapObjective, at: Point, off: float) -> str:
    """What is told of an objective that comes to lie elsewhere than the map has it."""
    (x, y), (u, v, w) = mark.at, at
    return say(
        "{objective} cannot lie at [{x:g}, {y:g}, {z:g}] and comes to lie at [{u:g}, {v:g}, {w:g}], "
        '{inches:.1f}" from there',
        objective=called, x=x, y=y, z=mark.z, u=u, v=v, w=w, inches=off,
    )  # fmt: skip
