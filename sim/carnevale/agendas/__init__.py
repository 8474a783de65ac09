"""Agendas: conditions over the event log, drawn at the start and checked at each round's end."""

from __future__ import annotations

from sim.carnevale.agendas import (  # noqa: F401  (they register themselves)
    table_a,
    table_b,
    table_c,
    table_d,
)
from sim.carnevale.agendas.base import Agenda, find, known, quoted

__all__ = ["Agenda", "find", "known", "quoted"]
