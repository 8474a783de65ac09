"""What the end of its turn brings: whoever is where none may end is put off (MOVE-04, TERR-09, 10, 12, ABIL-Flight),
and whoever touches an objective may handle it (SCEN-04)."""

from __future__ import annotations

from sim.board.model.queries import DropOf
from sim.board.model.verdicts import Drop, Spot
from sim.carnevale.characters import Point
from sim.carnevale.objectives import handling
from sim.carnevale.state import State
from sim.carnevale.turn_end import put_off
from sim.engine.requests import Measure, measured
from sim.words import listed, say

__all__ = ["ending_words", "objective_words", "put_aside", "put_aside_words"]


def put_aside(state: State, measure: Measure, who: str, at: Point) -> Spot | None:
    """Where the end of its turn would put it from a place; None where it stays, or is not its turn."""
    if state.active != who:
        return None
    there = state.copy()
    there.set(who, at=at, inside=state[who].inside and at == state[who].here)
    off = measured(put_off(there, who), there, measure)
    return off.spot if off is not None and off.spot.at is not None else None


def put_aside_words(spot: Spot | None) -> list[str]:
    """What is said of a place from which one is put aside."""
    if spot is None:
        return []
    if spot.ground is not None and spot.ground.water:
        return [say('no turn ends here: put off {inches:.1f}", into the water', inches=spot.moved)]
    return [say('no turn ends here: put off {inches:.1f}"', inches=spot.moved)]


def objective_words(state: State, measure: Measure, who: str, at: Point) -> list[str]:
    """What may be done with objectives where a mini's turn ends at a place; nothing where it is not its turn."""
    if state.active != who or not state.objectives:
        return []
    there = state.copy()
    there.set(who, at=at, inside=state[who].inside and at == state[who].here)
    offers = measured(handling.offered(there, who), there, measure)
    does = listed([handling.in_words(state, offer) for offer in offers], last="or")
    return [say("if its turn ends here it may {does}", does=does)] if offers else []


def ending_words(state: State, measure: Measure, who: str) -> str:
    """What comes of ending the turn where it is; empty where it stays."""
    c = state[who]
    if not c.on_board:
        return ""
    if c.on_wall:
        drop: Drop = measure(state, DropOf(who, c.here))
        if c.aloft:
            return say('it is in mid-air, and falls {height:.1f}"', height=drop.height)
        return say('it hangs on a wall, and falls {height:.1f}"', height=drop.height)
    return next(iter(put_aside_words(put_aside(state, measure, who, c.here))), "")
