"""The start screen: a new game, a quick one, one to go on with, or a board to build."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from sim.app.hud import kernel_line, theme, widgets
from sim.app.hud.build_panel import BuildPanel, BuildRequest
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.gang_panel import GangPanel, GangRequest
from sim.app.hud.layout import Rect
from sim.app.hud.loading_screen import backdrop
from sim.app.hud.map_pictures import MapPictures
from sim.app.hud.measure_page import MeasurePage, RealTableRequest
from sim.app.hud.new_game_panel import NewGamePanel, board_title
from sim.app.hud.saved_games_panel import SavedGamesPanel
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.titled_button import titled_button
from sim.app.hud.widgets import V, font, marked
from sim.app.key_map import on_keyboard
from sim.app.table.games import NewGame
from sim.app.table.new_game_form import QUICK, NewGameForm
from sim.app.table.view_choices import ViewSettings
from sim.board.files.file_names import nice
from sim.board.preparation import READY, Progress
from sim.bots import base as bots
from sim.lessons.progress import is_finished, read_progress
from sim.words import say, term
from sim.words.tongues import LANGUAGES, spoken, told

__all__ = ["StartScreen"]

LEVELS = tuple(name for name in QUICK if name in bots.names())
BOTH = 860  # at 1280x800: so wide a window shows a new game and all else beside each other
BESIDE = 640  # the same, lessons and gangs
GAMES, BRIEF = 120, 58  # at 1280x800: how tall games to go on with are at the least; what is told in a line
LEARN = say("Six short games teach it in an evening; then there are puzzles.")
WORDS = say("Gangs of Venice, on a board that means what it shows")


class StartScreen:
    """Asks for a game. `plan`, `saved.asked`, `build`, `muster` or `campaigns` is set once the player has chosen.

    `quit`: to leave.

    `built`: the board was just built, and there is a way back to it. `ui`: the ImGui backend, which holds pictures.
    `settings`: with them, a language and all else of how it looks can be chosen. `shows_keys`, `shows_view`: their page
    lies over it.
    """

    def __init__(
        self,
        fonts: Fonts,
        plan: NewGame | None = None,
        trouble: str = "",
        *,
        built: bool = False,
        ui: Any = None,
        settings: ViewSettings | None = None,
    ) -> None:
        self.fonts = fonts
        self.plan: NewGame | None = None
        self.quit = False
        self.learn = False  # to the page of lessons
        self.learnt = is_finished(read_progress())
        self.form = NewGameForm(plan)
        self.form.trouble = trouble
        self.built = built
        self.settings = settings
        self.shows_keys = self.shows_view = False
        self.measuring: MeasurePage | None = None  # while its page lies over it
        self.shows_rest = False  # in a window that has no room for a new game beside it
        self.pictures = MapPictures(ui)
        self.saved = SavedGamesPanel(fonts, self.pictures)
        self.building = BuildPanel(fonts, self.form.maps, self.form.maps.index(self.form.map), self._board_title)
        self.mustering = GangPanel(fonts)
        self._new = NewGamePanel(fonts, self.form, self.pictures)

    def _board_title(self, board: str) -> str:
        return board_title(self.form, board)

    @property
    def build(self) -> BuildRequest | None:
        """A board that is to be built on."""
        return self.building.asked

    @property
    def measure(self) -> RealTableRequest | None:
        """A real table that is to be measured."""
        return self.measuring.asked if self.measuring is not None else None

    @property
    def muster(self) -> GangRequest | None:
        """A gang that is to be built."""
        return self.mustering.asked or self._new.asked

    @property
    def campaigns(self) -> bool:
        """Are campaigns to be seen?"""
        return self.mustering.campaigns

    @property
    def drafted(self) -> NewGame:
        """The game as it stands, to come back to."""
        return self.form.drafted()

    def press(self, key: str) -> None:
        """A key went down."""
        if self.measuring is not None:
            self.measuring.press(key)
            self.measuring = None if key == "escape" else self.measuring
        elif self.shows_view:
            self.shows_view = key not in ("v", "escape")
            if self.settings is not None:
                self.settings.press(key)
        elif key in ("?", "f1") or (self.shows_keys and key == "escape"):
            self.shows_keys = not self.shows_keys
        elif self.shows_keys:
            return
        elif key == "v":
            self.shows_view = self.settings is not None
        elif key == "escape":
            if imgui.is_popup_open("", int(imgui.PopupFlags_.any_popup)):
                imgui.internal.close_popup_to_level(0, True)  # a list
        elif key == "enter":
            self.begin()
        elif key == "l":
            self.learn = True
        elif key == "m":
            self.open_measuring()
        elif key.isdecimal() and 0 < int(key) <= len(LEVELS):
            self.quick(LEVELS[int(key) - 1])
        elif key == "c":
            self.saved.go_on_with_latest()
        elif key == "k":
            self.mustering.campaigns = True
        elif key == "g":
            self.mustering.asked = GangRequest(ducats=self.form.page.ducats)

    def open_measuring(self, mesh: Path | None = None) -> None:
        """Ask which real table is measured; of a `mesh` that is known only in which unit it is made."""
        self.measuring = MeasurePage(self.fonts, self.form.maps, self._board_title, mesh)

    def take_plan(self) -> NewGame | None:
        """The game that was asked for, once."""
        plan, self.plan = self.plan, None
        return plan

    def begin(self) -> None:
        """Take the form as it stands."""
        self.plan = self.form.begin()

    def quick(self, bot: str) -> None:
        """A short game against a bot, the rest by chance."""
        self.plan = self.form.quick(bot)

    def clear(self) -> None:
        """Stop what is being drawn for it."""
        self.pictures.close()
        self.saved.unread.close()

    def draw(self, width: float, height: float, kernels: Progress = READY) -> None:
        """Draw it all; at the foot, how far the kernels are, while they are being compiled."""
        f = self.fonts
        backdrop(f, width, height, self.pictures.held)
        if self.shows_keys or self.shows_view or self.measuring is not None:
            return
        if not kernels.over:
            kernel_line.draw_at_foot(f, width, height, kernels)
        else:
            self._by_keys(width, height)
        top = self._title(width)
        if self.settings is not None:
            self._looks()
            self._languages(self.settings, width)
        gap = f.px(16)
        wide = min(width - 2 * gap, f.px(1120))
        if wide < f.px(BOTH):
            tabs = f.px(44)
            page = Rect((width - wide) / 2, top + tabs, wide, min(height - top - tabs - f.px(30), f.px(668)))
            self._tabs(Rect(page.x, top, wide, tabs - f.px(6)))
            if self.shows_rest:
                self._rest(page, gap)
            else:
                self._new.draw(page, self._foot)
            return
        tall = min(height - top - f.px(30), f.px(668))
        left = Rect((width - wide) / 2, top, round((wide - gap) * 0.575), tall)
        self._new.draw(left, self._foot)
        self._rest(Rect(left.right + gap, top, wide - left.w - gap, tall), gap)

    def _tabs(self, rect: Rect) -> None:
        """A narrow window shows a new game, or all else."""
        f = self.fonts
        with widgets.panel("pages", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            imgui.set_cursor_pos(V(f.px(7), f.px(6)))
            half = (rect.w - f.px(20)) / 2
            for rest, words in ((False, say("A new game")), (True, say("Learn, go on, build"))):
                if key_button(f, marked(words, "page"), lit=rest == self.shows_rest, width=half):
                    self.shows_rest = rest
                imgui.same_line(0, f.px(6))

    def _rest(self, rect: Rect, gap: float) -> None:
        """What one may do besides a new game, one below the other; where that leaves little to games to go on with,
        all else is told in a line, and where it is wide, lessons and gangs lie beside each other."""
        f, x, top, wide, tall = self.fonts, rect.x, rect.y, rect.w, rect.h
        learn, quick, build, gangs = f.px(104 if not self.learnt else 66), f.px(102), f.px(150), f.px(96)
        brief = tall - learn - quick - build - gangs - 4 * gap < f.px(GAMES)
        if brief:
            learn, quick, gangs, gap = f.px(BRIEF), f.px(76), f.px(BRIEF), f.px(8)
        beside = brief and wide >= f.px(BESIDE)
        half = (wide - gap) / 2 if beside else wide
        own = 0.0 if beside else gangs + gap  # of gangs, in the column
        self._learn(Rect(x, top, half, learn), brief=brief or self.learnt)
        self._quick(Rect(x, top + learn + gap, wide, quick), brief=brief)
        rest = tall - learn - quick - build - own - 3 * gap
        self.saved.draw(Rect(x, top + learn + quick + 2 * gap, wide, rest))
        muster = Rect(x, top + tall - build - gap - gangs, wide, gangs)
        if beside:
            muster = Rect(x + half + gap, top, half, gangs)
        self.mustering.draw(muster, self.form.page.ducats, brief=brief)
        self.building.draw(Rect(x, top + tall - build, wide, build))
        if self.building.measures:
            self.building.measures = False
            self.open_measuring()

    def _title(self, width: float) -> float:
        """The name of the game; returns where it ends."""
        f, draw = self.fonts, imgui.get_background_draw_list()
        with font(f, "title", 58):
            size = imgui.calc_text_size("Bauta")
            draw.add_text(V((width - size.x) / 2 + 2, f.px(14) + 3), ink((0, 0, 0, 0.7)), "Bauta")
            draw.add_text(V((width - size.x) / 2, f.px(14)), ink(theme.GOLD_BRIGHT), "Bauta")
        with font(f, "title", 18):
            words = told(WORDS)
            under = imgui.calc_text_size(words)
            draw.add_text(V((width - under.x) / 2, f.px(16) + size.y), ink(theme.PARCHMENT), words)
        return float(f.px(26) + size.y + under.y)

    def _by_keys(self, width: float, height: float) -> None:
        """At the foot: how whoever has no mouse points."""
        f, room = self.fonts, width - 20
        words = told(
            say(
                "F1 shows all keys. Without a mouse: {tab} and the arrows go from button to button, Enter presses one; "
                "at the table, {b} points.",
                tab=on_keyboard(f.keys.shown("Tab")),
                b=f.keys.shown("B"),
            )
        )
        with font(f, "text", 12):
            size = imgui.calc_text_size(words)
            place = V(max((width - size.x) / 2, 10), height - f.px(14) - size.y / 2)
            widgets.draw_fitted(imgui.get_background_draw_list(), place, words, room, ink(theme.FADED))

    def _looks(self) -> None:
        """In one corner: the way to how it looks."""
        f, words = self.fonts, say("How it looks")
        with font(f, "text", 13):
            wide = key_width(f, words, "V")
        rect = Rect(f.px(12), f.px(12), wide + f.px(14), f.px(40))
        with widgets.panel("looks", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            imgui.set_cursor_pos(V(f.px(7), f.px(8)))
            with font(f, "text", 13):
                hint = say("Size of letters, colours, effort of the picture")
                if key_button(f, words, "V", width=wide, hint=hint):
                    self.shows_view = True

    def _languages(self, settings: ViewSettings, width: float) -> None:
        """In the other: in which language all is told."""
        f = self.fonts
        wide = f.px(38)
        rect = Rect(width - 3 * wide - f.px(40), f.px(12), 3 * wide + f.px(28), f.px(40))
        with widgets.panel("languages", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            imgui.set_cursor_pos(V(f.px(7), f.px(8)))
            with font(f, "text", 13):
                for code, name in LANGUAGES.items():
                    lit = spoken().language == code
                    if key_button(f, f"{code.upper()}##language", lit=lit, width=wide, hint=name):
                        settings.take_language(code)
                    imgui.same_line(0, f.px(6))

    def _foot(self) -> None:
        """The way in, and out."""
        f = self.fonts
        wide = imgui.get_content_region_avail().x
        aside = f.px(150) if self.built else 0.0
        if key_button(f, say("Open the table"), "Enter", lit=True, width=wide - f.px(114) - aside):
            self.begin()
        imgui.same_line(0, f.px(8))
        if self.built:
            if key_button(f, say("Back to building"), width=aside - f.px(8)):
                self.building.asked = BuildRequest()
            imgui.same_line(0, f.px(8))
        if key_button(f, say("Quit"), width=f.px(106)):
            self.quit = True

    def _learn(self, rect: Rect, *, brief: bool) -> None:
        """Lessons and puzzles: the first thing for whoever has not learnt the game here. `brief`: in a line."""
        f = self.fonts
        with widgets.panel("learn", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            title = say("Learn") if self.learnt else say("New to Carnevale?")
            label = say("Lessons and puzzles") if self.learnt else say("Learn")
            if brief:
                self.learn |= titled_button(f, rect, title, label, "L", lit=not self.learnt)
                return
            widgets.title(f, title, 22)
            with font(f, "text", 12.5):
                squeezed(f, LEARN, rect.w - f.px(26), theme.FADED)
            if key_button(f, label, "L", lit=not self.learnt, width=rect.w - f.px(26)):
                self.learn = True

    def _quick(self, rect: Rect, *, brief: bool) -> None:
        f = self.fonts
        with widgets.panel("quick game", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Quick game"), 22)
            if not brief:
                with font(f, "text", 12.5):
                    words = say("You against a bot; board, scenario and gangs by chance.")
                    squeezed(f, words, rect.w - f.px(26), theme.FADED)
            gap = f.px(6)
            wide = (imgui.get_content_region_avail().x - gap * (len(LEVELS) - 1)) / len(LEVELS)
            for number, bot in enumerate(LEVELS):
                if number:
                    imgui.same_line(0, gap)
                if key_button(f, marked(term(nice(bot)), "quick"), str(number + 1), width=wide):
                    self.quick(bot)
