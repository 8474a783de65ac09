"""The panels of a game, each as tall as what it holds."""

from __future__ import annotations

from sim.app.hud.actions import Actions
from sim.app.hud.agendas import Agendas
from sim.app.hud.bar import Bar
from sim.app.hud.card import Card
from sim.app.hud.chronicle import Chronicle
from sim.app.hud.layout import Heights, Layout, layout
from sim.app.hud.roster import Roster
from sim.app.hud.theme import Fonts
from sim.app.hud.tray import Tray
from sim.app.table.controller import TableController


class GamePanels:
    """Draws the panels of one game. `commands` are what their buttons ask of the window."""

    def __init__(self, table: TableController, fonts: Fonts) -> None:
        self.fonts = fonts
        self.commands: list[str] = []
        with_all = (table, fonts, self.commands)
        self.bar, self.roster, self.card = Bar(*with_all), Roster(*with_all), Card(*with_all)
        self.agendas, self.chronicle, self.tray = Agendas(*with_all), Chronicle(*with_all), Tray(*with_all)
        self.actions = Actions(*with_all)
        self._heights = Heights()  # what the panels wanted when they were last drawn

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels lie in a window of so many pixels."""
        return layout(width, height, self.fonts.scale, self._heights)

    def draw(self, where: Layout) -> None:
        self.bar.draw(where.bar)
        self._heights = Heights(
            roster=self.roster.draw(where.roster),
            card=self.card.draw(where.card),
            agendas=self.agendas.draw(where.agendas),
            tray=self.tray.draw(where.tray),
            actions=self.actions.draw(where.actions),
        )
        self.chronicle.draw(where.log)
