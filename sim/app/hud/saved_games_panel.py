"""The games that were played, on the start screen: those to go on with, and the films of all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.layout import Rect
from sim.app.hud.map_pictures import MapPictures
from sim.app.hud.theme import Fonts, Rgba, ink
from sim.app.hud.widgets import V, font, marked
from sim.app.table.games import SavedGame, picture_of, saves
from sim.app.table.model import HUMAN
from sim.app.table.unread_games import UnreadGames
from sim.board.files.file_names import nice
from sim.carnevale import scenarios
from sim.words import counted, say, term
from sim.words.tongues import told

__all__ = ["TALL", "SavedGamesPanel", "who_plays"]

MOST = 60  # that are listed of either
TALL = 66  # at 1280x800: of a game, at the least

SMALLER = (1.0, 0.92, 0.85, 0.78)  # of letters that are still read: what is wider goes on in the next row


class _Line(NamedTuple):
    """A text of a game's line. `size`: at 1280x800; `tall`: pixels of all its rows."""

    words: str
    face: str
    size: float
    paint: Rgba
    tall: float


class SavedGamesPanel:
    """Lists the games, those that are not over first. `asked`: the one to go on with, or to be seen: `as_film`."""

    def __init__(self, fonts: Fonts, pictures: MapPictures | None = None) -> None:
        self.fonts, self.pictures = fonts, pictures
        self.asked: SavedGame | None = None
        self.as_film = False
        found = saves(most=MOST)
        self.kept: tuple[SavedGame, ...] = ()
        self.over: tuple[SavedGame, ...] = ()
        self._sort(found.games)
        self.left_out = found.left_out
        self.unread = UnreadGames(found.games)

    def _sort(self, games: Iterable[SavedGame]) -> None:
        """Those to go on with, and those that are over; the latest first."""
        ordered = sorted(games, key=lambda kept: kept.when, reverse=True)
        self.kept = tuple(kept for kept in ordered if not kept.note.over)
        self.over = tuple(kept for kept in ordered if kept.note.over)

    def take_read(self) -> None:
        """Sort in what has been played through meanwhile."""
        if read := {kept.path: kept for kept in self.unread.take()}:
            self._sort(read.get(kept.path, kept) for kept in (*self.kept, *self.over))

    def go_on_with_latest(self) -> None:
        """Ask for the game that was played last of those that are not over, if there is one."""
        if self.kept:
            self.asked, self.as_film = self.kept[0], False

    def take(self) -> SavedGame | None:
        """The game that was asked for, once."""
        asked, self.asked = self.asked, None
        return asked

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        self.take_read()
        with widgets.panel("go on", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Go on with a game") if self.kept or not self.over else say("Films of games"), 22)
            if not self.kept and not self.over:
                widgets.wrapped(say("Games are kept as they are played, and wait here."), theme.FADED)
            imgui.begin_child("kept", V(0, 0))
            for number, kept in enumerate(self.kept):
                self._line(kept, "" if number else "C")
            if self.over and self.kept:
                widgets.title(f, say("Films of games"), 18)
            for kept in self.over:
                self._line(kept)
            for why in self.left_out:
                widgets.wrapped(say("Left out: {why}", why=why), theme.FADED)
            imgui.dummy(V(0, 0))  # ImGui wants an item after the last move of its cursor
            imgui.end_child()

    def _line(self, kept: SavedGame, key: str = "") -> None:
        """A picture, whose game it is and how it stands, with buttons that go on with it and show its film; a click
        beside them does what the first does. `key`: that goes on with it."""
        f = self.fonts
        imgui.push_id(str(kept.path))
        at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        shown = V((f.px(TALL) - f.px(6)) * 1.6, f.px(TALL) - f.px(6))
        left = at.x + f.px(3) + shown.x + f.px(9)
        room = at.x + wide - left - self._button_width(kept) - f.px(14)
        words = self._words(kept, room)
        tall = max(f.px(TALL), sum(line.tall for line in words) + f.px(8))
        imgui.set_next_item_allow_overlap()
        pressed, _ = imgui.selectable("##kept", False, 0, V(wide, tall))
        if pressed:
            self.asked, self.as_film = kept, kept.note.over
        after = imgui.get_cursor_screen_pos()
        draw, picture = imgui.get_window_draw_list(), self._picture(kept)
        low, high = V(at.x + f.px(3), at.y + f.px(3)), V(at.x + f.px(3) + shown.x, at.y + f.px(3) + shown.y)
        if picture is not None:
            draw.add_image(picture, low, high)
        draw.add_rect(low, high, ink(theme.GOLD_DIM), 2.0)
        self._buttons(kept, key, at, wide)
        y = at.y + f.px(3)
        for line in words:
            with font(f, line.face, line.size):
                place, paint = V(left, y), ink(line.paint)
                draw.add_text(imgui.get_font(), imgui.get_font_size(), place, paint, line.words, None, room)
            y += line.tall
        imgui.set_cursor_screen_pos(after)
        imgui.pop_id()

    def _words(self, kept: SavedGame, room: float) -> list[_Line]:
        """Whose game it is and how it stands, each as small as is still read, and then on as many rows as it needs."""
        lines: list[_Line] = []
        for text, face, size, paint in (
            (against(kept.gangs), "title", 17.0, theme.PARCHMENT),
            (_stage(kept), "text", 12.5, theme.FADED),
            (who_plays(kept), "text", 12.5, theme.FADED),
            (f"{kept.when:%d/%m, %H:%M}", "text", 12.5, theme.GOLD),
        ):
            with font(self.fonts, face, size):
                share = widgets.shrunk(told(text), room, SMALLER)
            with font(self.fonts, face, size * share):
                tall = max(imgui.calc_text_size(told(text), wrap_width=room).y, self.fonts.px(14))
            lines.append(_Line(told(text), face, size * share, paint, tall))
        return lines

    def _button_width(self, kept: SavedGame) -> float:
        with font(self.fonts, "text", 13):
            return max(key_width(self.fonts, label, "C") for label, _ in _ways(kept))

    def _buttons(self, kept: SavedGame, key: str, at: imgui.ImVec2, wide: float) -> None:
        """At the right end of a line that begins there."""
        f, width = self.fonts, self._button_width(kept)
        ways = [(label, "" if film else key, film) for label, film in _ways(kept)]
        with font(f, "text", 13):
            tall = imgui.get_frame_height()
            top = at.y + (f.px(TALL) - len(ways) * tall - (len(ways) - 1) * f.px(5)) / 2
            for number, (label, each, film) in enumerate(ways):
                imgui.set_cursor_screen_pos(V(at.x + wide - width - f.px(6), top + number * (tall + f.px(5))))
                if key_button(f, marked(label, "film" if film else "on"), each, lit=bool(each), width=width):
                    self.asked, self.as_film = kept, film

    def _picture(self, kept: SavedGame) -> Any:
        """The board as it was left, or else as it is."""
        if self.pictures is None:
            return None
        return self.pictures.picture(picture_of(kept.path)) or self.pictures.board(kept.board)


def _ways(kept: SavedGame) -> list[tuple[str, bool]]:
    """What can be done with a game, in words; is it to see its film?"""
    film = (say("Film"), True)
    return [film] if kept.note.over else [(say("Go on"), False), film]


def _stage(kept: SavedGame) -> str:
    """Scenario, board, how far it is, and the score."""
    page = scenarios.find(kept.scenario)
    score = " : ".join(str(vp) for vp in kept.note.score.values())
    stage = (
        say("round {round}, {score}", round=kept.note.round, score=score)
        if kept.note.round and score
        else say("round {round}", round=kept.note.round)
        if kept.note.round
        else say("setting up")
    )
    stage = say("over, {score}", score=score) if kept.note.over else stage
    stage = stage if kept.is_noted else say("being read")
    title = term(page.title if page else kept.scenario)
    return say("{scenario}, {board}, {stage}", scenario=title, board=nice(kept.board), stage=stage)


def who_plays(kept: SavedGame) -> str:
    """Persons and bots, seat by seat."""
    kinds = list(kept.note.players.values())
    if not kinds:
        return say("who played is not known")
    if all(kind == HUMAN for kind in kinds):
        return counted("{n} person at one table", "{n} persons at one table", len(kinds))
    return against(say("a person") if kind == HUMAN else say("the {kind} bot", kind=term(nice(kind))) for kind in kinds)


def against(sides: Iterable[str]) -> str:
    """Who plays whom."""
    first, *others = sides
    for other in others:
        first = say("{one} against {other}", one=first, other=other)
    return first
