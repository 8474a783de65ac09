"""The panels of a game, each as tall as what it holds; what is not needed folds away into a tab."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from imgui_bundle import imgui

from sim.app.hud import preview_panel, theme, widgets
from sim.app.hud.action_panel import ActionPanel
from sim.app.hud.agenda_panel import AgendaPanel
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.coach_panel import CoachPanel
from sim.app.hud.dice_panel import DicePanel
from sim.app.hud.evidence_card import EvidenceCard
from sim.app.hud.imgui_backend import draw_anew
from sim.app.hud.layout import Layout, PanelHeights, Rect, Silhouette, layout
from sim.app.hud.log_panel import LogPanel
from sim.app.hud.mini_card import MiniCard
from sim.app.hud.preview_panel import Place
from sim.app.hud.question_card import QuestionCard
from sim.app.hud.roster_panel import RosterPanel
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.top_bar import TopBar
from sim.app.hud.turn_track import TurnTrack
from sim.app.hud.view_list import COMMAND
from sim.app.hud.widgets import V, font
from sim.app.table.controller import TableController
from sim.app.table.lesson_table import LessonTable
from sim.app.table.view_choices import ViewSettings
from sim.words import say

__all__ = ["MOST_DRAWN", "GamePanels"]

TABS = {
    "roster": say("Gangs"),
    "card": say("Card"),
    "agendas": say("Agendas"),
    "coach": say("The coach"),
    "tray": say("Dice"),
}
"""Folded panels by name, and what their tabs say; the chronicle keeps its last lines instead."""

MOST_DRAWN = 7  # times in a frame: as often as letters are looked for that fit


class GamePanels:
    """Draws the panels of one game. `commands` are what their buttons ask of the window."""

    def __init__(self, table: TableController, fonts: Fonts, settings: ViewSettings) -> None:
        self.table, self.fonts, self.settings = table, fonts, settings
        self.commands: list[str] = []
        with_all = (table, fonts, self.commands)
        self.bar, self.roster, self.card = TopBar(*with_all), RosterPanel(*with_all), MiniCard(*with_all)
        self.agendas: AgendaPanel | CoachPanel = AgendaPanel(*with_all)
        if isinstance(table, LessonTable):
            self.agendas = CoachPanel(table, fonts, self.commands)
        self._upper = "agendas" if isinstance(self.agendas, AgendaPanel) else "coach"
        self.chronicle, self.tray = LogPanel(*with_all), DicePanel(*with_all)
        self.actions, self.question = ActionPanel(*with_all), QuestionCard(*with_all)
        self.actions.lately = self.chronicle.last_line
        self.track, self.views = TurnTrack(*with_all), self.bar.views
        self.evidence = EvidenceCard(*with_all)
        self.shown = True
        self._behind: frozenset[str] = frozenset()  # panels that are not drawn: a preview or a question lies there
        self._asked: Rect | None = None  # where a question beside a mini lies
        self.over: list[Rect | None] = []  # what lay over the board when it was last drawn
        self._heights = PanelHeights()  # what the panels wanted when they were last drawn
        self._size = (0.0, 0.0)  # of the window that they were last laid out in

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels lie in a window of so many pixels."""
        folded, coached = self.settings.choices.folded, self._upper == "coach"
        if coached:  # who stands where the agendas stand elsewhere, and folds by itself
            folded = tuple("agendas" if name == "coach" else name for name in folded if name != "agendas")
        if self.chronicle.finding:  # what is found is not to be read in two lines
            folded = tuple(name for name in folded if name != "log")
        self._size = (width, height)
        return layout(width, height, self.fonts.scale, self._heights, folded, coached=coached)

    def draw(self, where: Layout, silhouette: Silhouette) -> Layout:
        """`silhouette`: where a mini is seen in the window. Returns where they lie: what they hold now may want another
        height than what they held before, or smaller letters, and then they are drawn once more, before anybody sees
        them.
        """
        for drawn in range(MOST_DRAWN):
            if drawn > 0:
                draw_anew()
            before = where, self.question.tall, self.views.tall
            self._draw(where, silhouette)
            where = self.layout(*self._size)
            grown = drawn == 0 and (where, self.question.tall, self.views.tall) != before
            found = all(panel.letters.is_found for panel in (self.question, self.actions, self.agendas))
            if not self.shown or (found and not grown):
                break
        return where

    def _draw(self, where: Layout, silhouette: Silhouette) -> None:
        for panel in (self.question, self.actions, self.agendas):
            panel.letters.is_found = True  # of those that are not drawn
        if not self.shown:
            self.over = [self._bring_back(where.bar)]
            return
        self.bar.draw(where.bar)
        if COMMAND in self.commands:
            self.commands.remove(COMMAND)
            self.views.is_open = not self.views.is_open
        self.over = [self.views.draw(where.bar), self.track.draw(where.track)]
        in_place, self._asked, self.question.hides = self.question.is_asked, None, None
        self._heights = PanelHeights(
            roster=self._foldable("roster", where.roster, self.roster.draw),
            card=self._foldable("card", where.card, self.card.draw, there=self.card.about is not None),
            agendas=self._foldable(self._upper, where.agendas, self.agendas.draw, there=self.agendas.is_shown),
            tray=self._foldable("tray", where.tray, self.tray.draw),
            actions=-1.0 if in_place else self._buttons(where.actions),
            listed=self.actions.is_list,
        )
        if "log" not in self._behind:
            self.chronicle.draw(where.log)
            self._handle("log", where.log)
        if not self.table.pinned:  # which is about to be answered
            self.over.append(self.evidence.draw(where.free))
        if in_place:
            self._asked = self.question.draw(where, silhouette)
            self.over.append(self._asked)

    def draw_preview(self, where: Layout, mouse: Place, marks: Sequence[Place], silhouette: Silhouette) -> Rect | None:
        """What would come of what is pointed at, unless the list of views is open. Returns where it lies. Panels that
        it needs the room of stand aside, in the same frame."""
        made = self._preview(where, mouse, marks, silhouette)
        behind = _covered(where, made) | _covered(where, self._asked) if self.shown else frozenset()
        if behind != self._behind:
            self._behind = behind
            draw_anew()
            self._draw(where, silhouette)
            made = self._preview(where, mouse, marks, silhouette)
        self.over.append(made)
        return made

    def _preview(self, where: Layout, mouse: Place, marks: Sequence[Place], silhouette: Silhouette) -> Rect | None:
        if self.views.is_open or (self.chronicle.reads and not self.table.pinned):  # a key opened what is read now
            return None
        taken = [each for each in self.over if each is not None]  # no panel over another
        hidden = [spot for each in taken for spot in _spots(each)]
        sides = (-1,) if isinstance(self.agendas, CoachPanel) else (1, -1)  # what a coach says is read meanwhile
        return preview_panel.draw_preview(
            self.table, self.fonts, where, mouse, [*marks, *hidden], silhouette, taken, sides
        )

    def obey(self, command: str) -> bool:
        """Do what a key asks of the panels. False: it is for something else."""
        if command == "panels":
            self.shown = not self.shown
        elif command == "find":
            self.chronicle.find()
        elif command in ("last line", "next line"):
            self.chronicle.read_on(1 if command == "next line" else -1)
        else:
            return self._turn(command)
        return True

    def _turn(self, key: str) -> bool:
        """Scroll by a key in what is asked, or in the coach's words. False: there is nothing more to be seen."""
        asked = self.question if self.question.is_asked else self.actions
        panels = [asked, self.agendas] if isinstance(self.agendas, CoachPanel) else [asked]
        return self.shown and any(panel.scroll.turn(key) for panel in panels)

    def covering(self, where: Layout) -> tuple[Rect, ...]:
        """All that lies over the board, for what is written there."""
        over = (*(where.panels if self.shown else ()), *self.over)
        return tuple(each for each in over if each is not None)

    def _bring_back(self, bar: Rect) -> Rect:
        """All panels are hidden: what brings them back stays. Returns where it lies."""
        f, words = self.fonts, say("Panels")
        wide = key_width(f, words, "L") + f.px(26)
        rect = Rect(bar.right - wide - f.px(8), f.px(8), wide, f.px(46))
        with widgets.panel("hidden", rect, flags=int(imgui.WindowFlags_.no_scrollbar), alpha=0.6):
            if key_button(f, words, "L"):
                self.commands.append("panels")
        return rect

    def _buttons(self, rect: Rect) -> float:
        """What is asked below the board; returns how tall it wants to be."""
        return self._heights.actions if "actions" in self._behind else self.actions.draw(rect)

    def _foldable(self, name: str, rect: Rect, draw: Callable[[Rect], float], *, there: bool = True) -> float:
        """A panel, or its tab; returns how tall it wants to be, 0 where it is not there."""
        if name in self._behind:
            wanted = self._heights
            return {"roster": wanted.roster, "card": wanted.card, "tray": wanted.tray}.get(name, wanted.agendas)
        if name not in self.settings.choices.folded:
            tall = draw(rect)
            if rect.h > 0 and tall > 0:
                self._handle(name, rect)
            return tall
        if not there:
            return 0.0
        if rect.h > 0:
            plain = int(imgui.WindowFlags_.no_scrollbar)
            with widgets.panel(name, rect, flags=plain), font(self.fonts, "title", 15):
                imgui.set_cursor_pos(V(self.fonts.px(12), self.fonts.px(6)))
                widgets.colour(TABS[name], theme.GOLD_BRIGHT)
            self._handle(name, rect, whole=True)
        return self.fonts.px(30)

    def _handle(self, name: str, rect: Rect, *, whole: bool = False) -> None:
        """The corner that folds a panel, or unfolds it; `whole`: all of a tab does."""
        f = self.fonts
        folded = name in self.settings.choices.folded
        side = f.px(20)
        x, y = rect.right - side - f.px(6), rect.y + f.px(5)
        area = rect if whole else Rect(x, y, side, side)
        imgui.set_next_window_pos(V(area.x, area.y))
        imgui.set_next_window_size(V(area.w, area.h))
        imgui.push_style_var(imgui.StyleVar_.window_padding, V(0, 0))
        imgui.push_style_var(imgui.StyleVar_.window_min_size, V(1, 1))
        imgui.begin(f"fold {name}", None, widgets.FIXED | int(imgui.WindowFlags_.no_background))
        pressed = imgui.invisible_button("fold", V(area.w, area.h))
        f.stops.here()
        hovered = imgui.is_item_hovered()
        draw, middle = imgui.get_window_draw_list(), V(x + side / 2, y + side / 2)
        paint, arm = ink(theme.GOLD_BRIGHT if hovered else theme.GOLD), f.px(4)
        up = arm if folded else -arm  # an arrow the way that it will go
        up = -up if name in ("card", "tray", "log") else up
        tip: widgets.Points = [
            V(middle.x - arm, middle.y - up / 2), V(middle.x, middle.y + up / 2), V(middle.x + arm, middle.y - up / 2)
        ]  # fmt: skip
        draw.add_polyline(tip, paint, 0, f.px(2))
        imgui.end()
        imgui.pop_style_var(2)
        if hovered:
            what = TABS.get(name, say("Chronicle"))
            widgets.tooltip(f, say("Unfold: {what}", what=what) if folded else say("Fold away: {what}", what=what))
        if pressed:
            self.commands.append(f"fold {name}")


def _covered(where: Layout, rect: Rect | None) -> frozenset[str]:
    """The panels that lie under a rectangle."""
    sides = {
        "roster": where.roster,
        "card": where.card,
        "agendas": where.agendas,
        "coach": where.agendas,
        "log": where.log,
        "tray": where.tray,
        "actions": where.actions,
    }
    return frozenset(name for name, panel in sides.items() if rect is not None and panel.h > 0 and rect.meets(panel))


def _spots(rect: Rect) -> list[Place]:
    """Nine places all over a rectangle."""
    return [(rect.x + rect.w * a, rect.y + rect.h * b) for a in (0.05, 0.5, 0.95) for b in (0.05, 0.5, 0.95)]
