"""What stands on the table, as plain data for other programs."""

from __future__ import annotations

from typing import Any

from sim.carnevale.state import State


def characters_report(state: State) -> dict[str, dict[str, Any]]:
    """Each character's place, points and counters."""
    return {
        c.id: {
            "seat": c.seat,
            "name": c.name,
            "at": c.at,
            "lp": c.lp,
            "wp": c.wp,
            "ap": c.ap,
            "cp": c.cp,
            "counters": {
                "stunned": c.stunned,
                "hidden": c.hidden,
                "guard": c.guarding,
                "underwater": c.underwater,
            },
            "alive": c.alive,
        }
        for c in state.characters.values()
    }
