"""The story of a campaign beside its gangs: its games, the latest first, with what came after each."""

from __future__ import annotations

from pathlib import Path

from imgui_bundle import imgui

from sim.app.campaign.desk import CampaignDesk
from sim.app.campaign.parts import die_line, row, tall_of, wrapped_at
from sim.app.hud import theme, widgets
from sim.app.hud.map_pictures import BOARD, MapPictures
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.table.games import picture_of
from sim.board.files.file_names import nice
from sim.campaign.story import StoryGame, StoryLine
from sim.carnevale import scenarios
from sim.words import say, term
from sim.words.tongues import told

__all__ = ["StoryPane", "game_told"]

PICTURE = 104.0  # at 1280x800: how wide a game's is


class StoryPane:
    """The story of one desk. `film`: the journal that is to be looked at."""

    def __init__(self, desk: CampaignDesk, pictures: MapPictures, fonts: Fonts) -> None:
        self.desk, self.pictures, self.fonts = desk, pictures, fonts
        self.film: Path | None = None

    def draw(self) -> None:
        """In the panel that is open."""
        games = self.desk.view.story.games
        imgui.begin_child("story", V(0, 0))
        if not games:
            widgets.wrapped(say("The story begins with the first game."), theme.FADED)
        for game in reversed(games):
            if game.number:
                self._game(game)
            seat = ""
            for line in game.lines:
                if line.seat != seat and line.seat:
                    with font(self.fonts, "bold", 13):
                        widgets.colour(self.desk.view.state.gang(line.seat).name, theme.GOLD)
                seat = line.seat
                self._line(game, line)
            imgui.dummy(V(1, self.fonts.px(6)))
        imgui.end_child()

    def _game(self, game: StoryGame) -> None:
        """Its picture, where and what it was, who won; pressed, its film."""
        f = self.fonts
        wide = imgui.get_content_region_avail().x
        journal = self.desk.campaign.journals / game.journal
        has_film = bool(game.outcome) and journal.is_file()
        shown = V(f.px(PICTURE), f.px(PICTURE) * BOARD[1] / BOARD[0])
        left = shown.x + f.px(12)
        room = wide - left - f.px(4)
        with font(f, "title", 16.5):
            heading = told(game_told(game))
            above = float(imgui.calc_text_size(heading, wrap_width=room).y)
        words = game.outcome or say("Under way")
        hint = say("Press it for the film.") if has_film else ""
        tall = max(shown.y, above + tall_of(f, words, room) + tall_of(f, hint, room)) + f.px(8)
        pressed, at, _ = row(f"game {game.number}", tall)
        if pressed and has_film:
            self.film = journal
        draw, low = imgui.get_window_draw_list(), V(at.x + f.px(2), at.y + f.px(3))
        picture = self.pictures.picture(picture_of(journal)) or self.pictures.board(game.map)
        if picture is not None:
            draw.add_image(picture, low, V(low.x + shown.x, low.y + shown.y))
        draw.add_rect(low, V(low.x + shown.x, low.y + shown.y), ink(theme.GOLD_DIM), 2.0)
        x = at.x + left
        with font(f, "title", 16.5):
            own = imgui.get_font_size()
            draw.add_text(imgui.get_font(), own, V(x, at.y + f.px(2)), ink(theme.GOLD_BRIGHT), heading, None, room)
        y = wrapped_at(f, x, at.y + f.px(2) + above, words, room)
        wrapped_at(f, x, y, hint, room, theme.FADED)

    def _line(self, game: StoryGame, line: StoryLine) -> None:
        view = self.desk.view
        if line.words == game.outcome:
            return
        last = view.last_game
        face = view.faces.get(line.words) if line.die and last is not None and game.number == last.number else None
        if face is not None:
            die_line(self.fonts, line.words, face)
            return
        with font(self.fonts, "text", 13):
            widgets.wrapped(line.words, theme.PARCHMENT if line.seat else theme.FADED)


def game_told(game: StoryGame) -> str:
    """Which game it was, and where."""
    page = scenarios.find(game.scenario)
    title = term(page.title) if page is not None else game.scenario
    return say("Game {n}: {title}, {board}", n=game.number, title=title, board=nice(game.map))
