"""Carnevale, by its rulebook: each rule stands where the book has it, under the word that the book has for it.

    from sim.carnevale import Carnevale, Setup

Where to look: `turn` and `turn_end` (who acts when), `actions` (what a mini does, a module each) and `acting` (how any
of them goes), `moving`, `landing`, `falling`, `unstable_ground`, `water`, `pushing`; `dice`, `rolls`, `rerolls`, `will`
(a roll, from its pool to its reading); `weapons`, `damage`, `effects`; `abilities`, `equipment`, `magic`,
`disciplines`; `scenarios`, `objectives`, `agendas`; `odds`, `action_odds`, `preview` (what might happen); `rulings`
(the one door to the board); `events` (what has happened) and `state` (how things are); `narration` and `rulebook` (in
words).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.lazy import handed_on

if TYPE_CHECKING:
    from sim.carnevale.game import Carnevale
    from sim.carnevale.referee import Referee
    from sim.carnevale.setup import Setup
    from sim.carnevale.state import State

__all__ = [
    "Carnevale",
    "Referee",
    "Setup",
    "State",
]

__getattr__, __dir__ = handed_on(
    __name__,
    {
        "sim.carnevale.game": ("Carnevale",),
        "sim.carnevale.referee": ("Referee",),
        "sim.carnevale.setup": ("Setup",),
        "sim.carnevale.state": ("State",),
    },
)
