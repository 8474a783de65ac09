"""Which minis answer what is asked, so that a click on one of them means something."""

from __future__ import annotations

from collections.abc import Sequence

from sim.app.table.controller import TableController
from sim.app.table.tools import Tool
from sim.engine.requests import Selection

__all__ = ["ON_MINIS", "answering", "met_through_walls"]

ON_MINIS = (Tool.LOOK, Tool.PICK, Tool.MANY)  # tools that a place says nothing to


def answering(table: TableController) -> list[str]:
    """The minis on the board that what is in hand may be aimed at, or that are asked for."""
    choice, state = table.choice, table.model.shown
    among: Sequence[object] = ()
    if table.targets:
        among = list(table.targets)
    elif table.tool is Tool.ATTACK:
        among = [attack.target for attack in table.attacks]
    elif table.tool is Tool.MANY and choice is not None and isinstance(choice.region, Selection):
        among = list(choice.region.among)
    elif table.tool in ON_MINIS and choice is not None:
        among = [*(table.counters or choice.options)]
    standing = {c.id for c in state.on_board() if c.at is not None}
    return list(dict.fromkeys(who for who in among if isinstance(who, str) and who in standing))


def met_through_walls(table: TableController, coachs: Sequence[str]) -> list[str]:
    """The minis whose silhouettes behind walls are pointed at, too: those that answer what is asked, of the coach's as
    well, and with the tape all of them, since it measures to any."""
    if table.tool is Tool.TAPE:
        return [c.id for c in table.model.shown.on_board() if c.at is not None]
    return [*coachs, *answering(table)]
