"""The actions of the rulebook, a module each."""

from __future__ import annotations

from sim.carnevale.actions.base import Action, Acts, act
from sim.carnevale.actions.hide import Hide

AnyAction = Hide

__all__ = ["Action", "Acts", "AnyAction", "Hide", "act"]
