"""The base of the events, as it is derived from: for the state of this game."""

from __future__ import annotations

from sim.carnevale.event import BaseEvent
from sim.carnevale.state import State

__all__ = ["Event"]

Event = BaseEvent[State]
