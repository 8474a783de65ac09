"""The scenarios, a module each."""

from __future__ import annotations

from sim.carnevale.scenarios import gang_war
from sim.carnevale.scenarios.base import Scenario, find, known, of

__all__ = ["Scenario", "find", "gang_war", "known", "of"]
