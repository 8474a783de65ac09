"""The part of the start screen where a new game is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.gang_panel import GangRequest
from sim.app.hud.layout import Rect
from sim.app.hud.map_pictures import BOARD, GANG, MapPictures
from sim.app.hud.open_list import one_of
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font, marked
from sim.app.table.model import HUMAN
from sim.app.table.new_game_form import DICE, NewGameForm
from sim.board.files.file_names import nice
from sim.carnevale import scenarios
from sim.words import say, term
from sim.words.tongues import told

__all__ = ["NewGamePanel", "board_title"]

DICE_WORDS = {
    "thrown": say("thrown by the program"),
    "typed": say("real ones, typed in"),
    "sealed": say("sealed: nobody foretells them"),
}

SMALL = 0.84  # of the letters of a gang's names: smaller ones are not read


class NewGamePanel:
    """Board, scenario, gangs, who plays and the dice."""

    def __init__(self, fonts: Fonts, form: NewGameForm, pictures: MapPictures) -> None:
        self.fonts, self.form, self.pictures = fonts, form, pictures
        self.asked: GangRequest | None = None  # a gang that is to be built

    def draw(self, rect: Rect, foot: Callable[[], None]) -> None:
        """Draw it, with `foot` at its end, which stays in sight."""
        f = self.fonts
        with widgets.panel("new game", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("A new game"), 22)
            imgui.begin_child("form", V(0, imgui.get_content_region_avail().y - f.px(40)))
            self.draw_board()
            self._count()
            for number, seat in enumerate(tuple(self.form.players)):
                self._seat(number, seat)
            self._dice()
            self._morale()
            if self.form.trouble:
                widgets.wrapped(self.form.trouble, theme.ALERT)
            imgui.end_child()
            foot()

    def draw_board(self, *, stacked: bool = False) -> None:
        """The board's picture, and beside it what is played there; `stacked`: below it."""
        f, room = self.fonts, imgui.get_content_region_avail().x
        wide = room if stacked else min(f.px(252), room * 0.46)
        tall = wide * BOARD[1] / BOARD[0]
        imgui.begin_child("picture", V(wide, tall + f.px(22)))
        self._shown_board(wide, tall)
        imgui.end_child()
        if stacked:
            self._what()
            return
        imgui.same_line(0, f.px(12))
        imgui.begin_child("what", V(0, tall + f.px(22)))
        self._what()
        imgui.end_child()

    def _shown_board(self, wide: float, tall: float) -> None:
        """How it looks, how large it is, and what is played for how much."""
        form = self.form
        self._picture(self.pictures.board(form.map, chosen=True), wide, tall, drawn=self.pictures.draws(form.map))
        page, laid = form.page, form.map_of(form.map)
        with font(self.fonts, "text", 12.5):
            words = say("{ducats} ducats each, {rounds} rounds", ducats=page.ducats, rounds=page.rounds)
            if laid is not None:
                words = say('{width:g}" x {depth:g}", {words}', width=laid.size[0], depth=laid.size[1], words=words)
            squeezed(self.fonts, words, wide, theme.GOLD)

    def _what(self) -> None:
        """Scenario and board."""
        form = self.form
        titles = {id: term(found.title) for id in form.scenarios if (found := scenarios.find(id)) is not None}
        scenario = self._choice(say("Scenario"), form.scenario, form.scenarios, titles.__getitem__)
        if scenario != form.scenario:
            form.choose_scenario(scenario)
        form.map = self._choice(say("Board"), form.map, form.boards(), self._board_words)
        with font(self.fonts, "text", 12.5):
            widgets.wrapped(form.page_words, theme.FADED)

    def _board_words(self, name: str) -> str:
        title = board_title(self.form, name)
        return title if self.form.misfit(name) is None else say("{name} (another size)", name=title)

    def _picture(self, picture: Any, wide: float, tall: float, *, drawn: bool = False) -> None:
        at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        corner = V(at.x + wide, at.y + tall)
        if picture is not None:
            draw.add_image(picture, at, corner)
        else:
            draw.add_rect_filled(at, corner, ink((0.12, 0.09, 0.085, 1)), 2.0)
            if drawn:
                words = told(say("Its picture is being drawn."))
                long = imgui.calc_text_size(words)
                draw.add_text(V(at.x + (wide - long.x) / 2, at.y + (tall - long.y) / 2), ink(theme.FADED), words)
        draw.add_rect(at, corner, ink(theme.GOLD_DIM), 2.0)
        imgui.dummy(V(wide, tall))

    def _count(self) -> None:
        """How many seats, and at which hour the board is shown."""
        f, form = self.fonts, self.form
        least, most = form.page.players
        imgui.align_text_to_frame_padding()
        colour(say("Players"), theme.FADED)
        for count in range(least, most + 1):
            imgui.same_line(f.px(92) if count == least else 0, -1 if count == least else f.px(4))
            if key_button(f, f"{count}##seats", lit=count == len(form.players), width=f.px(36)):
                form.seat(count)
        imgui.same_line(0, f.px(18))
        imgui.align_text_to_frame_padding()
        colour(say("Hour"), theme.FADED)
        imgui.same_line(0, f.px(8))
        words = form.hours
        shown = {text: hour for hour, text in words.items()}
        form.hour = shown[self._combo("hour", words[form.hour], tuple(shown), lambda hour: hour, -1)]
        if imgui.is_item_hovered():
            widgets.tooltip(f, say("The light that the board is shown in. It changes no rule."))

    def _seat(self, number: int, seat: str) -> None:
        """A seat: its gang, who plays it, and who is in the gang."""
        f, form = self.fonts, self.form
        at = imgui.get_cursor_screen_pos()
        widgets.seat_mark(at.x + f.px(8), at.y + f.px(13), f.px(7.5), number)
        imgui.set_cursor_screen_pos(V(at.x + f.px(24), at.y + f.px(1)))
        widgets.title(f, str(number + 1), 19)
        left = f.px(44)
        edit = say("Edit")
        wide = max(f.px(50), imgui.calc_text_size(told(edit)).x + 2 * imgui.get_style().frame_padding.x)
        room = imgui.get_content_region_avail().x - left - wide - f.px(6)
        imgui.set_cursor_screen_pos(V(at.x + left, at.y))
        lines = form.choosable(number)
        chosen = self._combo(f"gang {seat}", form.gangs[number], lines, self._gang_words, room * 0.58, self._short)
        form.gangs[number] = chosen
        imgui.same_line(0, f.px(6))
        kinds = form.kinds
        form.players[seat] = self._combo(f"kind {seat}", form.players[seat], kinds, _who, room * 0.42 - f.px(6))
        imgui.same_line(0, f.px(6))
        if key_button(f, marked(edit, seat), width=wide, hint=say("Edit this gang")):
            self.asked = GangRequest(chosen, ducats=form.page.ducats, seat=number, leader=form.page.needs_leader)
        wide = imgui.get_content_region_avail().x
        if len(form.players) == 2 and (picture := self.pictures.gang(chosen, number)) is not None:
            self._picture(picture, wide, wide * GANG[1] / GANG[0])
        with font(f, "text", 12.5):
            self._muster(form.line(chosen).muster, wide)

    def _muster(self, names: str, wide: float) -> None:
        """Who is in a gang: on two lines where one would need letters that nobody reads."""
        if SMALL * imgui.calc_text_size(told(names)).x <= wide:
            squeezed(self.fonts, names, wide, theme.FADED)
        else:
            widgets.wrapped(names, theme.FADED)

    def _gang_words(self, file: str) -> str:
        line = self.form.line(file)
        return say("{what}: {words}", what=line.faction, words=line.name) if line.faction else line.name

    def _short(self, file: str) -> str:
        """A gang without its faction, where that finds no room."""
        return self.form.line(file).name

    def _dice(self) -> None:
        f, form = self.fonts, self.form
        self._label(say("Dice"))
        form.dice = self._combo(
            "dice", form.dice, DICE, DICE_WORDS.__getitem__, min(f.px(232), imgui.get_content_region_avail().x * 0.6)
        )
        imgui.same_line(0, f.px(14))
        imgui.align_text_to_frame_padding()
        colour(say("Seed"), theme.FADED)
        imgui.same_line(0, f.px(8))
        imgui.set_next_item_width(-1)
        only = int(imgui.InputTextFlags_.chars_decimal)
        imgui.begin_disabled(form.dice == "sealed")
        _, form.seed = imgui.input_text_with_hint("##seed", told(say("by chance")), form.seed, only)
        f.stops.here(able=form.dice != "sealed")
        imgui.end_disabled()
        if imgui.is_item_hovered():
            widgets.tooltip(f, say("Games of one seed have the same dice: who knows it foretells them."))

    def _morale(self) -> None:
        self._label(say("Morale"))
        _, self.form.morale = imgui.checkbox(told(say("gangs that lose too much may flee")), self.form.morale)
        self.fonts.stops.here()
        if imgui.is_item_hovered():
            widgets.tooltip(self.fonts, say("Tests of MIND at the end of a round, as in campaigns (CAMP-04)."))

    def _label(self, label: str) -> None:
        imgui.align_text_to_frame_padding()
        colour(label, theme.FADED)
        imgui.same_line(self.fonts.px(92))

    def _choice(self, label: str, now: str, items: Iterable[str], words: Callable[[str], str]) -> str:
        imgui.align_text_to_frame_padding()
        colour(label, theme.FADED)
        imgui.same_line(self.fonts.px(68))
        return self._combo(label, now, items, words, -1)

    def _combo(
        self,
        id: str,
        now: str,
        items: Iterable[str],
        words: Callable[[str], str],
        wide: float,
        short: Callable[[str], str] | None = None,
    ) -> str:
        """One of some items. They and their words are asked for when the list is open: it may cost something to know
        them. `short`: what it is called where its words are too wide."""
        shown, room = told(words(now)), wide - imgui.get_frame_height() - 2 * imgui.get_style().frame_padding.x
        if short is not None and imgui.calc_text_size(shown).x > room:
            shown = told(short(now))
        return one_of(self.fonts, id, now, items, words, wide, shown=shown)


def _who(kind: str) -> str:
    return say("A person") if kind == HUMAN else say("{kind} bot", kind=term(nice(kind)))


def board_title(form: NewGameForm, name: str) -> str:
    """What a listed board is called."""
    return form.title_of(name) or nice(name)
