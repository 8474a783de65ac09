"""What the players want to bring about: the scenario, agendas with their conditions, and what gangs have with them."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.fitted_letters import FittedLetters
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font, marked
from sim.app.table.controller import TableController
from sim.app.table.glossary import agenda_words
from sim.app.table.model import HUMAN
from sim.carnevale import scenarios
from sim.carnevale.equipment import find as find_item
from sim.carnevale.names import seat_called
from sim.carnevale.state import Seat
from sim.words import counted, say, sense, term

__all__ = ["AgendaPanel"]

SECRET = "?"  # what is told of an agenda that whoever looks may not see
WHOLE = 250  # at 1280x800: letters are not larger than a panel so wide has room for
LOOK, TITLE = 84, 84  # at 1280x800: of the button that shows secrets; of a title beside it, at the least


class AgendaPanel(Panel):
    """What the scenario is about, and the agendas of whoever looks."""

    def __init__(self, table: TableController, fonts: Fonts, commands: list[str]) -> None:
        super().__init__(table, fonts, commands)
        self.letters = FittedLetters()

    def draw(self, rect: Rect) -> float:
        """Returns the height that it wants; 0 where there is nothing to tell."""
        shown, whole = self._shown(), self.fonts
        if not self.is_shown:
            return 0.0
        if rect.h <= 0:
            return self._drawn(Rect(rect.x, -5000.0, rect.w, 400.0), shown, in_full=False)
        in_full = self._is_told_in_full(rect, shown)
        with self.letters.fonts(whole, (tuple(seat.id for seat in shown), in_full, rect.w)) as self.fonts:
            tall = self._drawn(rect, shown, in_full=in_full)
        self.fonts = whole
        self.letters.drawn(tall, rect.h)
        return tall

    def _drawn(self, rect: Rect, shown: list[Seat], *, in_full: bool) -> float:
        f, model = self.fonts, self.table.model
        with widgets.panel("agendas", rect):
            self._scenario(rect, in_full=in_full)
            for number, seat in enumerate(shown):
                if number:
                    imgui.dummy(V(1, f.px(3)))  # what a gang has is read as its own
                gang = seat_called(seat.id, seat.gang)
                words = say("{what}: {gang}", what=self._what(seat.id), gang=gang)
                room, left = rect.w - f.px(48), rect.w - f.px(LOOK + 66)  # beside the fold, and a button
                looks = model.is_shared and model.keeps_secrets and bool(seat.agendas)
                beside = looks and left >= f.px(TITLE)
                widgets.headline(
                    f, words if len(shown) > 1 or model.is_shared else self._what(seat.id), 17, left if beside else room
                )
                if looks:
                    self._look_button(rect, seat.id, beside=beside)
                imgui.push_style_var(imgui.StyleVar_.item_spacing, V(f.px(6), f.px(2)))
                self._agendas(seat.id, full=len(shown) == 1)
                imgui.pop_style_var()
            return widgets.used(f)

    def _scenario(self, rect: Rect, *, in_full: bool) -> None:
        """What is played, and how it is won."""
        f = self.fonts
        if (page := scenarios.find(self.table.model.shown.scenario)) is None:
            return
        words = scenarios.page_words(self.table.model.shown)
        widgets.headline(f, term(page.title), 17, rect.w - f.px(48))
        if imgui.is_item_hovered():
            widgets.tooltip(f, words)
        if in_full:
            with font(f, "text", 12):
                widgets.wrapped(words, theme.FADED)

    def _is_told_in_full(self, rect: Rect, shown: list[Seat]) -> bool:
        """Is the scenario told in full? Until the second round, where large letters leave room for it."""
        alone = not any(seat.agendas for seat in shown)
        return self.table.model.shown.round <= 1 and (alone or rect.w >= self.fonts.px(WHOLE))

    def _look_button(self, rect: Rect, seat: str, *, beside: bool) -> None:
        """Beside the title, or below it: to see one's own secrets behind the curtain, and to hide them again."""
        f, model = self.fonts, self.table.model
        asked = self.table.curtain.whose
        below = imgui.get_cursor_screen_pos()
        if beside:
            imgui.set_cursor_screen_pos(V(rect.right - f.px(LOOK + 38), imgui.get_item_rect_min().y))
        with font(f, "text", 12):
            label = sense("secrets behind a curtain", "Hide") if model.alone == seat else say("Look")
            if key_button(f, marked(label, seat), "F2" if seat == asked else "", width=f.px(LOOK)):
                self.table.curtain.ask(seat)
        imgui.set_cursor_screen_pos(V(below.x, max(below.y, imgui.get_item_rect_max().y + f.px(2))))

    @property
    def is_shown(self) -> bool:
        """Is there a scenario, or has anybody here an agenda?"""
        return bool(self._shown()) or scenarios.find(self.table.model.shown.scenario) is not None

    def _shown(self) -> list[Seat]:
        """Whoever is alone with their own sees nothing else."""
        model = self.table.model
        here = [seat for seat in model.shown.seats.values() if model.players[seat.id] == HUMAN and self._has(seat.id)]
        return [seat for seat in here if model.alone in (None, seat.id)]

    def _what(self, seat: str) -> str:
        held = self.table.model.shown.seats[seat]
        return say("Agendas") if held.agendas or held.scored else say("Equipment")

    def _gear_line(self, seat: str, title: str) -> str:
        """An item; under agendas it says that it is none."""
        title = term(title)
        return say("Equipment: {title}", title=title) if self._what(seat) == say("Agendas") else title

    def _has(self, seat: str) -> bool:
        held = self.table.model.shown.seats[seat]
        return bool(held.agendas or held.scored or held.equipment)

    def _agendas(self, seat: str, full: bool) -> None:
        f = self.fonts
        held = self.table.model.shown.seats[seat]
        open_ones = self.table.model.agendas(seat)
        if hidden := open_ones.count(SECRET):
            with font(f, "bold", 13):
                widgets.wrapped(counted("{n} secret", "{n} secret", hidden), theme.PARCHMENT)
        for id in (*open_ones, *held.scored):
            if id == SECRET:
                continue
            words, text = agenda_words(id)
            done = id in held.scored
            line = words
            if done:
                line = say("{agenda} (done)", agenda=words)
            elif id in held.doubled:
                line = say("{agenda} (kept for double)", agenda=words)
            with font(f, "bold", 13):
                widgets.wrapped(line, theme.GOLD if done else theme.PARCHMENT)
            if imgui.is_item_hovered() and text:
                widgets.tooltip(f, say("{what}: {words}", what=words, words=text))
            if full and not done:
                with font(f, "text", 12):
                    widgets.wrapped(text, theme.FADED)
        with font(f, "text", 12):
            for gear in filter(None, map(find_item, held.equipment)):
                widgets.wrapped(self._gear_line(seat, gear.title), theme.FADED)
                if imgui.is_item_hovered():
                    widgets.tooltip(f, say("{what}: {words}", what=term(gear.title), words=term(gear.text)))
