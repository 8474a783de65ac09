"""What all panels of a game have in hand."""

from __future__ import annotations

from sim.app.hud.theme import Fonts
from sim.app.table.controller import TableController

__all__ = ["Panel"]


class Panel:
    """A panel of one game. `commands`: what its buttons ask of the window."""

    def __init__(self, table: TableController, fonts: Fonts, commands: list[str]) -> None:
        self.table, self.fonts, self.commands = table, fonts, commands
