"""What all panels of a game have in hand."""

from __future__ import annotations

from sim.app.hud.theme import Fonts
from sim.app.table.controller import Table


class Part:
    """A panel of one game. `wishes`: what its buttons ask of the window."""

    def __init__(self, table: Table, fonts: Fonts, wishes: list[str]) -> None:
        self.table, self.fonts, self.wishes = table, fonts, wishes
