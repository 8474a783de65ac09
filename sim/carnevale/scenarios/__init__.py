"""The scenarios, a module each."""

from __future__ import annotations

from sim.carnevale.scenario import (
    Aim,
    Scenario,
    aims,
    bounty,
    find,
    fitting,
    known,
    misfit,
    of,
    page_words,
    spoils,
    zones,
    zones_for,
)
from sim.carnevale.scenarios import (  # noqa: F401  (they register themselves)
    acquisition,
    gang_war,
    secure_arms,
    street_fight,
    take_what_is_theirs,
)

__all__ = [
    "Aim",
    "Scenario",
    "aims",
    "bounty",
    "find",
    "fitting",
    "known",
    "misfit",
    "of",
    "page_words",
    "spoils",
    "zones",
    "zones_for",
]
