"""How whoever is aboard moves the vessel: a gondola is rowed (TERR-13), a boat is cast off (TERR-14)."""

from __future__ import annotations

from typing import NamedTuple

from sim.board.model.queries import GroundOf
from sim.board.model.verdicts import Ground
from sim.carnevale import rulings
from sim.carnevale.actions import CastOff
from sim.carnevale.actions.cast_off import reach
from sim.carnevale.state import State
from sim.engine.requests import Measure, measured
from sim.words import joined, say

__all__ = ["VesselHint", "cast_off_reach", "vessel_hint"]


class VesselHint(NamedTuple):
    """`why`: why it cannot be moved at all now."""

    label: str
    ap: int
    hint: str
    why: str = ""


def vessel_hint(state: State, measure: Measure, who: str) -> VesselHint | None:
    """Of the vessel that somebody stands on; None where it stands on none."""
    place: Ground = measure(state, GroundOf(who))
    if place.vessel is None:
        return None
    if place.gondola:
        return VesselHint(say("Row"), 1, say("Row the gondola"))
    refusal = measured(CastOff.barred_anywhere(state, who), state, measure)
    cost, far = cast_off_reach(state, measure, who, place.vessel)
    hint = joined(". ", (say("{cost} CP", cost=cost), say('Move the boat up to {far:g}", with all aboard', far=far)))
    return VesselHint(say("Cast off"), 0, hint, refusal.words if refusal is not None else "")


def cast_off_reach(state: State, measure: Measure, who: str, boat: str) -> tuple[int, float]:
    """What it costs to cast off in Command Points, and how many inches the boat goes."""
    riders = list(measured(rulings.standing_on(state, boat), state, measure))
    return reach(state, riders, state[who].seat)
