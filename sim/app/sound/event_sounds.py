"""Which event is heard as what, where, and what a caption says of it.

Nothing is decided here that a rule says: an event tells by itself what happened. Who may not know of an event does not
hear it either; that is asked before (`TableModel.open_to_all`).
"""

from __future__ import annotations

import msgspec

from sim.board.model.tableau import Point
from sim.carnevale import events
from sim.carnevale.events import Event
from sim.carnevale.events.objectives import ObjectiveDropped, ObjectiveRevealed, ObjectiveTaken
from sim.carnevale.state import State
from sim.words import say

__all__ = ["Heard", "heard_of"]


class Heard(msgspec.Struct, frozen=True):
    """A sound: one of `synthesis.MAKERS`, the words of its caption, and where it is; None is everywhere."""

    kind: str
    words: str
    at: Point | None = None


def heard_of(event: Event, before: State) -> Heard | None:
    """What is heard of an event, by the board as it was just before it; None where it is silent."""
    match event:
        case events.Moved():
            return _moved(event, before)
        case events.Jumped():
            return Heard("jump", say("a leap"), event.to)
        case events.Fell():
            wet = event.landing == "water"
            return Heard("splash", say("a splash"), event.rest) if wet else Heard("fall", say("a fall"), event.rest)
        case events.Rowed():
            return Heard("row", say("an oar"), event.to.at)
        case events.Pushed():
            return Heard("shove", say("a shove"), event.path[-1])
        case events.Deployed():
            return Heard("set down", say("a mini is set down"), event.at)
        case events.DiceThrown() | events.Rerolled():
            return Heard("dice", say("dice"))
        case events.RoundBegan():
            return Heard("round", say("bells"))
        case events.GameEnded():
            return Heard("fanfare", say("a fanfare"))
        case events.PointsGained() | events.Scored():
            return Heard("coin", say("coins"))
    return _of_somebody(event, before)


def _moved(event: events.Moved, before: State) -> Heard:
    if event.in_water:
        was = before[event.who].at
        came_in = was is None or event.leg is None or event.leg.kind == "enter_water"
        return Heard("splash", say("a splash"), event.to) if came_in else Heard("swim", say("strokes"), event.to)
    climbs = event.on_wall or (event.leg is not None and event.leg.kind in ("climb", "ladder", "ruin"))
    return Heard("climb", say("hands on stone"), event.to) if climbs else Heard("step", say("steps"), event.to)


def _of_somebody(event: Event, before: State) -> Heard | None:
    """What is heard where somebody is."""
    match event:
        case events.Attacked():
            shot = not event.contact and event.distance > 1.0
            return _at(event.who, before, *(("shot", say("a shot")) if shot else ("blade", say("blades"))))
        case events.Charged():
            return _at(event.who, before, "rush", say("a charge"))
        case events.LostLife():
            return _at(event.who, before, "hit", say("a blow"))
        case events.Killed():
            return Heard("toll", say("a bell tolls"), event.where)
        case events.Fled() | events.Escaped():
            return Heard("rush", say("somebody runs away"), event.where)
        case events.Stunned():
            return _at(event.who, before, "daze", say("a head rings"))
        case events.SpellCast():
            return _at(event.who, before, "spell", say("a spell"))
        case events.DispelTried():
            return _at(event.who, before, "dispel", say("a spell comes undone"))
        case events.CommandUsed():
            return _at(event.who, before, "drum", say("an order"))
        case events.TurnBegan():
            return _at(event.who, before, "click", "")
        case events.CounterGained(counter="hidden"):
            return _at(event.who, before, "hush", say("cloth in the shade"))
        case events.CounterGained(counter="guarding"):
            return _at(event.who, before, "ward", say("steel at the ready"))
        case ObjectiveTaken():
            return _at(event.who, before, "chest", say("a chest"))
        case ObjectiveDropped() | ObjectiveRevealed():
            return Heard("chest", say("a chest"))
    return None


def _at(who: str, before: State, kind: str, words: str) -> Heard:
    c = before.characters.get(who)
    return Heard(kind, words, c.at if c is not None else None)
