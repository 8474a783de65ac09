"""The games to go on with, on the start screen."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.table.games import SavedGame, saves
from sim.app.table.model import HUMAN
from sim.carnevale import scenarios

__all__ = ["SavedGamesPanel", "nice", "who_plays"]


class SavedGamesPanel:
    """Lists the games that are not over. `asked`: the one to go on with."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.asked: SavedGame | None = None
        found = saves()
        self.kept = tuple(kept for kept in found.games if not kept.note.over)
        self.left_out = found.left_out

    def take(self) -> SavedGame | None:
        """The game that was asked for, once."""
        asked, self.asked = self.asked, None
        return asked

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("go on", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, "Go on with a game", 22)
            if not self.kept:
                widgets.wrapped("Games are kept as they are played, and wait here.", theme.FADED)
            imgui.begin_child("kept", V(0, 0))
            for kept in self.kept:
                self._line(kept)
            for why in self.left_out:
                widgets.wrapped(f"Left out: {why}", theme.FADED)
            imgui.end_child()

    def _line(self, kept: SavedGame) -> None:
        f = self.fonts
        imgui.push_id(str(kept.path))
        at = imgui.get_cursor_screen_pos()
        wide, tall = imgui.get_content_region_avail().x, f.px(56)
        pressed, _ = imgui.selectable("##kept", False, 0, V(wide, tall))
        if pressed:
            self.asked = kept
        draw, left = imgui.get_window_draw_list(), at.x + f.px(8)
        with font(f, "text", 12.5):
            when = f"{kept.when:%d %b, %H:%M}"
            room = imgui.calc_text_size(when).x
            draw.add_text(V(at.x + wide - room - f.px(8), at.y + f.px(6)), ink(theme.GOLD), when)
        with font(f, "title", 17):
            words = widgets.fitted(" against ".join(kept.gangs), wide - room - f.px(30))
            draw.add_text(V(left, at.y + f.px(2)), ink(theme.PARCHMENT), words)
        page = scenarios.find(kept.scenario)
        score = " : ".join(str(vp) for vp in kept.note.score.values())
        stage = f"round {kept.note.round}" + (f", {score}" if score else "") if kept.note.round else "setting up"
        with font(f, "text", 12.5):
            lines = (f"{page.title if page else kept.scenario}, {nice(kept.board)}, {stage}", who_plays(kept))
            for number, line in enumerate(lines):
                place = V(left, at.y + f.px(23 + 15 * number))
                draw.add_text(place, ink(theme.FADED), widgets.fitted(line, wide - f.px(16)))
        imgui.pop_id()


def who_plays(kept: SavedGame) -> str:
    """Persons and bots, seat by seat."""
    kinds = list(kept.note.players.values())
    if all(kind == HUMAN for kind in kinds):
        return f"{len(kinds) or len(kept.gangs)} persons at one table"
    return " against ".join("a person" if kind == HUMAN else f"the {nice(kind)} bot" for kind in kinds)


def nice(name: str) -> str:
    """A file's name as people write it."""
    stem = name.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")
    return " ".join(word[:1].upper() + word[1:] for word in stem.replace("_", "-").split("-"))
