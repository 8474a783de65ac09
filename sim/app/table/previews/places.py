"""Places for minis, objectives and vessels, and points for whatever asks for one."""

from __future__ import annotations

from math import atan2, degrees, dist

import msgspec

from sim.app.table.previews.kinds import DeploymentPreview, ObjectivePreview, PathPreview, TapePreview, VesselPreview
from sim.app.table.previews.spells import meets_at
from sim.board.model.queries import MoorAt
from sim.board.model.verdicts import VesselMove as Rowing
from sim.carnevale import rulings
from sim.carnevale.characters import Point
from sim.carnevale.disciplines.runes import Wave
from sim.carnevale.magic.area_effects import SpellPlaces
from sim.carnevale.names import names_of, objective_called, refusal_of
from sim.carnevale.objectives.placing import ObjectiveSpots
from sim.carnevale.questions import OfOne
from sim.carnevale.scenarios.deployment import Deployment
from sim.carnevale.scenarios.gondolas import Mooring, Moorings
from sim.carnevale.state import State, rounded
from sim.carnevale.unstable_ground import Footing, Stride
from sim.engine.requests import Measure, Refusal, Region, measured
from sim.words import say

__all__ = [
    "height_words",
    "preview_deployment",
    "preview_mooring",
    "preview_objective",
    "preview_point",
    "preview_step",
]

MOORED = (0.0, 90.0, 45.0, 135.0, 22.5, 67.5, 112.5, 157.5)  # ways round that a gondola is tried in
EVEN = 0.05  # inches from street level that are none
LIFTED = 0.4  # inches: minis are set down from so far above the place pointed at


def preview_point(state: State, measure: Measure, region: Region, at: Point) -> TapePreview:
    """A point for an answer that is any point."""
    answer = rounded(at)
    refusal = region.refusal(state, measure, answer)
    if isinstance(region, Wave):  # whoever casts it may stand far from where it begins
        start, far = region.start, say('{far:.1f}" from where it begins', far=dist(region.start, answer))
    else:
        start = state[region.who].here if isinstance(region, OfOne) else answer
        far = say('{far:.1f}" away', far=_reaches(state, measure, region, start, answer))
    met, under = meets_at(state, measure, region, answer) if refusal is None else ([], None)
    words = (far, *met, *(() if refusal is None else (refusal.words,)))
    return TapePreview(
        answer=answer, refusal=refusal, title=say("Here"), words=words, start=start, end=answer, under=under
    )


def _reaches(state: State, measure: Measure, region: Region, start: Point, to: Point) -> float:
    """How far a place is, as whoever asks for it measures: spells reach from the base."""
    if isinstance(region, SpellPlaces):
        return measured(rulings.place(region.who, to), state, measure).distance
    return dist(start, to)


def preview_step(state: State, measure: Measure, region: Footing, at: Point) -> PathPreview:
    """A step on shaking ground (TERR-03)."""
    answer = Stride(rounded(at))
    refusal = region.refusal(state, measure, answer)
    far = dist(state[region.who].here, answer.to)
    words = (
        say('{far:.1f}" of {inches:g}"', far=far, inches=round(region.inches, 1)),
        *(() if refusal is None else (refusal.words,)),
    )
    return PathPreview(answer=answer, refusal=refusal, title=say("Step here"), words=words)


def height_words(height: float) -> str:
    """How high over the street a place is, or how deep under it, in inches."""
    if abs(height) < EVEN:
        return say("on street level")
    if height < 0:
        return say('{depth:.1f}" below street level', depth=-height)
    return say('{height:.1f}" above street level', height=height)


def preview_deployment(state: State, measure: Measure, region: Deployment, who: str, at: Point) -> DeploymentPreview:
    """A mini set down where one points, facing the middle of the board."""
    place = region.settle(state, measure, who, (at[0], at[1], at[2] + LIFTED))
    name = names_of(state)(who)
    if place is None:
        none = Refusal("SCEN-02", say("there is nothing to stand on"))
        return DeploymentPreview(refusal=none, title=name, words=(none.words,), who=who)
    x, y = state.size[0] / 2 - place.at[0], state.size[1] / 2 - place.at[1]
    place = msgspec.structs.replace(place, facing=round(degrees(atan2(y, x)), 1))
    refusal = region.refusal(state, measure, place)
    aboard = (say("aboard {aboard}", aboard=names_of(state)(place.aboard)),) if place.aboard else ()
    words = (
        height_words(place.at[2]),
        *aboard,
        *(() if refusal is None else (refusal.words,)),
    )
    return DeploymentPreview(
        answer=place, refusal=refusal, title=say("Set up {name}", name=name), words=words, who=who, at=place.at
    )


def preview_objective(state: State, measure: Measure, region: ObjectiveSpots, at: Point) -> ObjectivePreview:
    """An objective laid where one points (SCEN-03)."""
    lies = region.settle(state, measure, (at[0], at[1], at[2] + LIFTED))
    title = say("Lay {name} here", name=objective_called(region.objective.id, names_of(state)))
    if lies is None:
        none = Refusal("SCEN-03", say("there is nothing for it to lie on"))
        return ObjectivePreview(refusal=none, title=title, words=(none.words,))
    refusal = region.refusal(state, measure, lies)
    words = () if refusal is None else (refusal.words,)
    return ObjectivePreview(answer=lies, refusal=refusal, title=title, words=words, at=lies.at)


def preview_mooring(state: State, measure: Measure, region: Moorings, at: Point, turn: float | None) -> VesselPreview:
    """A gondola laid in the water. `turn` None: the first way round that it fits."""
    x, y = round(at[0], 3), round(at[1], 3)
    turns = MOORED if turn is None else (turn,)
    found = ((each, _moored(state, measure, region, x, y, each)) for each in turns)
    turn, verdict = next((pair for pair in found if pair[1].refusal is None), (turns[0], None))
    if verdict is None:
        verdict = _moored(state, measure, region, x, y, turn)
    answer = Mooring(x, y, turn)
    refusal = refusal_of(state, verdict)
    words = () if refusal is None else (refusal.words,)
    return VesselPreview(
        answer=answer,
        refusal=refusal,
        title=say("Moor here"),
        words=words,
        piece=region.piece,
        at=verdict.at,
        turn=turn,
    )


def _moored(state: State, measure: Measure, region: Moorings, x: float, y: float, turn: float) -> Rowing:
    verdict: Rowing = measure(state, MoorAt(region.piece, (x, y), turn))
    return verdict
