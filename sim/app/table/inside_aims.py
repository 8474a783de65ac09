"""Whether a run may be aimed into what is solid, and at which height (ABIL-Ethereal)."""

from __future__ import annotations

from sim.app.table.controller import TableController
from sim.app.table.tools import Tool
from sim.carnevale import hooks
from sim.carnevale.abilities.moving import Ethereal

__all__ = ["level_within"]


def level_within(table: TableController) -> float | None:
    """The height at which whoever runs may stop inside what is solid: that of its own base; None where it may not."""
    state, who = table.model.shown, table.menu.who if table.menu is not None else None
    if table.tool is not Tool.RUN or who is None or who not in state.characters or state[who].at is None:
        return None
    return state[who].here[2] if hooks.has(state, who, Ethereal.name) else None
