"""Objectives placed in turn before deployment (SCEN-03)."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, floor
from typing import Any, ClassVar

import msgspec

from sim.board.model.queries import DistanceOf, DropOf, GroundOf
from sim.board.model.verdicts import Distance, Drop, Ground
from sim.carnevale import rulings, scenario
from sim.carnevale.characters import Point
from sim.carnevale.events.objectives import ObjectivePlaced, ObjectiveSettled
from sim.carnevale.names import names_of, objective_called
from sim.carnevale.objective import RADIUS, Objective
from sim.carnevale.questions import Question
from sim.carnevale.state import State, rounded
from sim.carnevale.steps import Step
from sim.engine.requests import Gesture, Measure, Refusal, Rule
from sim.words import joined, say, term

__all__ = [
    "APART",
    "ASIDE",
    "Lies",
    "ObjectiveSpots",
    "PlaceObjective",
    "Segment",
    "WhereObjectiveLies",
    "in_turn",
    "may_be_given",
    "settle",
]

ASIDE = 6.0  # inches that an objective is moved from where it should lie at the most, where it cannot lie there
APART = 4.0  # inches between objectives, and from deployment zones
ON_LINE = 0.1  # inches that the middle of a marker may lie beside a line that it must lie on
FURTHER = (0.0, 0.5, -0.5, 1.0, -1.0)  # inches along that line

Segment = tuple[tuple[float, float], tuple[float, float]]


class Lies(msgspec.Struct, frozen=True):
    """Where an objective is to lie: the centre of its underside."""

    at: Point


class ObjectiveSpots(msgspec.Struct, frozen=True, tag="objective_spots"):
    """What `WhereObjectiveLies` takes: on ground or water, 4" from zones and from other objectives."""

    answers: ClassVar[Any] = Lies

    objective: Objective
    line: Segment | None = None  # it must lie on this

    def refusal(self, state: State, measure: Measure, answer: Lies) -> Refusal | None:
        at = rounded(answer.at)
        astray = _astray(state, at, self.line)
        if astray is not None:
            return astray
        trial = self._trial(state, at)
        laid = (other.id for other in state.objectives.values() if other.at is not None)
        apart: dict[str, Distance] = {other: measure(trial, DistanceOf(self.objective.id, other)) for other in laid}
        near = [other for other, verdict in apart.items() if verdict.distance < APART]
        if near:
            each = (
                say(
                    '{distance:.1f}" from {other}; {least:g}" is the least',
                    distance=_told(apart[other].distance),
                    other=names_of(state)(other),
                    least=APART,
                )
                for other in near
            )
            return Refusal("SCEN-03", joined(", ", each), apart[near[0]])
        ground: Ground = measure(trial, GroundOf(self.objective.id))
        if not ground.whole or abs(ground.at[2] - at[2]) > 0.01:
            return Refusal("SCEN-03", say("an objective cannot lie there"), ground)
        return None

    def allowed_by_plan(self, state: State, at: Point) -> bool:
        """May it lie straight below a place, as far as a plan of the board tells?"""
        laid = (o.at[:2] for o in state.objectives.values() if o.at is not None)
        return all(dist(at[:2], o) - 2 * RADIUS >= APART for o in laid) and _astray(state, at, self.line) is None

    def settle(self, state: State, measure: Measure, over: Point) -> Lies | None:
        """Where it comes to lie when it is set down from `over`, on its line if it has one; None off the board. Where
        it would slip off the line, a little further along it."""
        first: Lies | None = None
        for start in self._starts(over):
            drop: Drop = measure(self._trial(state, start), DropOf(self.objective.id, start))
            if drop.rest is None:
                continue
            at = rounded(drop.rest)
            if self.line is None or dist(at[:2], _on(self.line, at)) <= ON_LINE:
                return Lies(at)
            first = first or Lies(at)
        return first

    def _starts(self, over: Point) -> Iterator[Point]:
        """A place; or the one on its line that is nearest to it, and others along that."""
        if self.line is None:
            yield over
            return
        (x0, y0), (x1, y1) = self.line
        length = dist((x0, y0), (x1, y1))
        for further in FURTHER:
            beside = (over[0] + further * (x1 - x0) / length, over[1] + further * (y1 - y0) / length, over[2])
            yield (*_on(self.line, beside), over[2])

    def _trial(self, state: State, at: Point) -> State:
        trial = state.copy()
        trial.objectives[self.objective.id] = msgspec.structs.replace(self.objective, at=at)
        return trial


def _astray(state: State, at: Point, line: Segment | None) -> Refusal | None:
    """Why an objective does not lie there, as far as a plan of the board tells."""
    width, depth = state.size
    if not (RADIUS <= at[0] <= width - RADIUS and RADIUS <= at[1] <= depth - RADIUS):
        return Refusal("SCEN-03", say("an objective lies wholly on the board"))
    if line is not None and dist(at[:2], _on(line, at)) > ON_LINE:
        (x0, y0), (x1, y1) = line
        where = {"x0": x0, "y0": y0, "x1": x1, "y1": y1}
        words = say("this objective has to lie on the centre line, from [{x0:g}, {y0:g}] to [{x1:g}, {y1:g}]", **where)
        return Refusal("SCEN-03", words)
    for zone in scenario.zones(state):
        gap = zone.gap(at) - RADIUS
        if gap < APART:
            told = {"gap": _told(gap), "zone": term(zone.name), "least": APART}
            inside = say('it would lie in the deployment zone ({zone}); {least:g}" from it is the least', **told)
            near = say('{gap:.1f}" from the deployment zone ({zone}); {least:g}" is the least', **told)
            return Refusal("SCEN-03", inside if gap < 0 else near)
    return None


def _told(gap: float) -> float:
    """Inches in whole tenths, rounded down: what falls short by a hair is not told as if it did not."""
    return max(0, floor(gap * 10)) / 10


def _on(line: Segment, at: Point) -> tuple[float, float]:
    """The point of a line that is nearest to a place, seen from above."""
    (x0, y0), (x1, y1) = line
    dx, dy = x1 - x0, y1 - y0
    share = ((at[0] - x0) * dx + (at[1] - y0) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return (round(x0 + share * dx, 3), round(y0 + share * dy, 3))


class WhereObjectiveLies(Question, frozen=True, kw_only=True, tag="place_objective"):
    """Where a player lays an objective (SCEN-03)."""

    gesture = Gesture.POINT

    objective: Objective
    line: Segment | None

    @property
    def region(self) -> ObjectiveSpots:
        return ObjectiveSpots(self.objective, self.line)

    def asks(self, state: State) -> str:
        return say("Lay {objective}", objective=objective_called(self.objective.id, names_of(state)))

    def detail(self, state: State) -> str:
        if self.line is not None:
            return say('On the centre line, {least:g}" from zones and from other objectives.', least=APART)
        return say('{least:g}" from zones and from other objectives.', least=APART)


class PlaceObjective(Step, frozen=True, tag="place_objective"):
    """One player places one objective; one that lies where the board has a place for it is asked of nobody."""

    seat: str
    objective: Objective
    line: Segment | None = None
    given: Point | None = None  # the board's own place for it

    def run(self, game: State) -> Rule[None]:
        if self.given is not None and may_be_given(game, self.given, self.line) is None:
            game.emit(ObjectivePlaced(objective=msgspec.structs.replace(self.objective, at=rounded(self.given))))
            yield from settle(game, self.objective.id)
            return
        lies: Lies = yield WhereObjectiveLies(seat=self.seat, objective=self.objective, line=self.line)
        o = msgspec.structs.replace(self.objective, at=rounded(lies.at))
        game.emit(ObjectivePlaced(objective=o, seat=self.seat))
        yield from settle(game, o.id)


def in_turn(game: State, objectives: list[Objective], line: Segment | None = None) -> list[Step]:
    """The objectives of a scenario: where the board has places for them, and the others placed by the players in
    turn."""
    seats = list(game.seats)
    given = {o.id: at for o, at in zip(objectives, game.layout.objectives, strict=False)}
    return [PlaceObjective(seats[i % len(seats)], o, line, given.get(o.id)) for i, o in enumerate(objectives)]


def may_be_given(game: State, at: Point, line: Segment | None) -> Refusal | None:
    """Why a place of the board's own does not keep the distances that a player would have to keep. As seen from above:
    where the rule would allow more, the player is asked."""
    for o in game.objectives.values():
        if o.at is not None and (gap := dist(at[:2], o.at[:2]) - 2 * RADIUS) < APART:
            return Refusal(
                "SCEN-03",
                say(
                    '{gap:.1f}" from {objective}; {least:g}" is the least',
                    gap=_told(gap),
                    objective=names_of(game)(o.id),
                    least=APART,
                ),
            )
    return _astray(game, at, line)


def settle(game: State, id: str) -> Rule[None]:
    """An objective that has been placed: what it lies on, or beside its place where it cannot lie there."""
    o = game.objectives[id]
    assert o.at is not None
    ground = yield from rulings.ground(id)
    at, spot = o.at, None
    if not ground.whole:
        spot = yield from rulings.spot(id, o.at, ASIDE)
        if spot.at is not None:
            assert spot.ground is not None
            at, ground = rounded(spot.at), spot.ground
    game.emit(ObjectiveSettled(objective=id, at=at, aboard=ground.vessel, ground=ground, placing=spot))
