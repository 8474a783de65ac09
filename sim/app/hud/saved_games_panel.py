"""The games that were played, on the start screen: those to go on with, and the films of all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.map_pictures import MapPictures
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font, key_button, marked
from sim.app.table.games import SavedGame, picture_of, saves
from sim.app.table.model import HUMAN
from sim.app.table.unread_games import UnreadGames
from sim.board.model.part_names import SMALL_WORDS
from sim.carnevale import scenarios
from sim.words import counted, say, term

__all__ = ["TALL", "SavedGamesPanel", "nice", "who_plays"]

MOST = 60  # that are listed of either
TALL = 66  # pixels of a game


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
        at = imgui.get_cursor_screen_pos()
        wide, tall = imgui.get_content_region_avail().x, f.px(TALL)
        imgui.set_next_item_allow_overlap()
        pressed, _ = imgui.selectable("##kept", False, 0, V(wide, tall))
        if pressed:
            self.asked, self.as_film = kept, kept.note.over
        after = imgui.get_cursor_screen_pos()
        draw, picture = imgui.get_window_draw_list(), self._picture(kept)
        shown = V((tall - f.px(6)) * 1.6, tall - f.px(6))
        low, high = V(at.x + f.px(3), at.y + f.px(3)), V(at.x + f.px(3) + shown.x, at.y + f.px(3) + shown.y)
        if picture is not None:
            draw.add_image(picture, low, high)
        draw.add_rect(low, high, ink(theme.GOLD_DIM), 2.0)
        left = high.x + f.px(9)
        button = self._buttons(kept, key, at, wide)
        room = at.x + wide - left - button - f.px(14)
        with font(f, "title", 17):
            widgets.draw_fitted(draw, V(left, at.y + f.px(3)), against(kept.gangs), room, ink(theme.PARCHMENT))
        with font(f, "text", 12.5):
            for number, line in enumerate((_stage(kept), who_plays(kept), f"{kept.when:%d/%m, %H:%M}")):
                paint = theme.GOLD if number == 2 else theme.FADED
                widgets.draw_fitted(draw, V(left, at.y + f.px(23 + 14 * number)), line, room, ink(paint))
        imgui.set_cursor_screen_pos(after)
        imgui.pop_id()

    def _buttons(self, kept: SavedGame, key: str, at: imgui.ImVec2, wide: float) -> float:
        """At the right end of a line that begins there; returns how wide they are."""
        f = self.fonts
        ways = [(say("Film"), "", True)] if kept.note.over else [(say("Go on"), key, False), (say("Film"), "", True)]
        with font(f, "text", 13):
            width = max(widgets.key_width(f, label, "C") for label, _, _ in ways)
            tall = imgui.get_frame_height()
            top = at.y + (f.px(TALL) - len(ways) * tall - (len(ways) - 1) * f.px(5)) / 2
            for number, (label, each, film) in enumerate(ways):
                imgui.set_cursor_screen_pos(V(at.x + wide - width - f.px(6), top + number * (tall + f.px(5))))
                if key_button(f, marked(label, "film" if film else "on"), each, lit=bool(each), width=width):
                    self.asked, self.as_film = kept, film
        return width

    def _picture(self, kept: SavedGame) -> Any:
        """The board as it was left, or else as it is."""
        if self.pictures is None:
            return None
        return self.pictures.picture(picture_of(kept.path)) or self.pictures.board(kept.board)


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


def nice(name: str) -> str:
    """A file's name as people write it."""
    stem = name.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")
    words = enumerate(stem.replace("_", "-").split("-"))
    return " ".join(word if i and word in SMALL_WORDS else word[:1].upper() + word[1:] for i, word in words)
