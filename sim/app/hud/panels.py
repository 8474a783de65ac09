"""The panels of a game, each as tall as what it holds."""

from __future__ import annotations

from sim.app.hud.action_panel import ActionPanel
from sim.app.hud.agenda_panel import AgendaPanel
from sim.app.hud.dice_panel import DicePanel
from sim.app.hud.layout import Layout, PanelHeights, layout
from sim.app.hud.log_panel import LogPanel
from sim.app.hud.mini_card import MiniCard
from sim.app.hud.question_card import QuestionCard, Silhouette
from sim.app.hud.roster_panel import RosterPanel
from sim.app.hud.theme import Fonts
from sim.app.hud.top_bar import TopBar
from sim.app.table.controller import TableController

__all__ = ["GamePanels"]


class GamePanels:
    """Draws the panels of one game. `commands` are what their buttons ask of the window."""

    def __init__(self, table: TableController, fonts: Fonts) -> None:
        self.fonts = fonts
        self.commands: list[str] = []
        with_all = (table, fonts, self.commands)
        self.bar, self.roster, self.card = TopBar(*with_all), RosterPanel(*with_all), MiniCard(*with_all)
        self.agendas, self.chronicle, self.tray = AgendaPanel(*with_all), LogPanel(*with_all), DicePanel(*with_all)
        self.actions, self.question = ActionPanel(*with_all), QuestionCard(*with_all)
        self._heights = PanelHeights()  # what the panels wanted when they were last drawn

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels lie in a window of so many pixels."""
        return layout(width, height, self.fonts.scale, self._heights)

    def draw(self, where: Layout, silhouette: Silhouette) -> None:
        """`silhouette`: where a mini is seen in the window."""
        self.bar.draw(where.bar)
        in_place = self.question.is_asked
        self._heights = PanelHeights(
            roster=self.roster.draw(where.roster),
            card=self.card.draw(where.card),
            agendas=self.agendas.draw(where.agendas),
            tray=self.tray.draw(where.tray),
            actions=-1.0 if in_place else self.actions.draw(where.actions),
        )
        self.chronicle.draw(where.log)
        if in_place:
            self.question.draw(where.free, silhouette)
