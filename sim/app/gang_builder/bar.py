"""The bar over the gang builder: the gang's name, faction and ducats, and what can be done with it."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.gang_builder.desk import GangDesk
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.open_list import one_of
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.words import say
from sim.words.tongues import told

__all__ = ["GangBar"]

USUAL = (75, 100, 125, 150)  # ducats of most scenarios
WHOLE = int(imgui.InputTextFlags_.auto_select_all)  # what is typed takes the place of what was there
STILL = int(imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)


class GangBar:
    """The bar of one desk. `commands`: what its buttons ask for."""

    def __init__(self, desk: GangDesk, fonts: Fonts, commands: list[str]) -> None:
        self.desk, self.fonts, self.commands = desk, fonts, commands
        self._typed: str | None = None  # the name while it is typed

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("gang bar", rect, flags=STILL, alpha=0.96):
            draw = imgui.get_window_draw_list()
            with font(f, "title", 24):
                heading = told(say("Gang builder"))
                draw.add_text(V(rect.x + f.px(14), rect.y + f.px(9)), ink(theme.GOLD_BRIGHT), heading)
                wide = imgui.calc_text_size(heading).x
            imgui.set_cursor_screen_pos(V(rect.x + max(f.px(180), wide + f.px(28)), rect.y + f.px(10)))
            self._fields()
            imgui.set_cursor_screen_pos(V(rect.x + f.px(12), rect.y + f.px(52)))
            self._buttons(rect)

    def take_typed(self) -> None:
        """The name that is being typed, as it is by now."""
        if self._typed is not None and self._typed != self.desk.gang.name:
            self.desk.rename(self._typed)

    def _fields(self) -> None:
        f, desk = self.fonts, self.desk
        gang = desk.gang
        imgui.set_next_item_width(f.px(250))
        _, typed = imgui.input_text("##gang name", gang.name if self._typed is None else self._typed, WHOLE)
        f.stops.here()
        if imgui.is_item_deactivated_after_edit():
            desk.rename(typed)
            self._typed = None
        else:
            self._typed = typed if imgui.is_item_active() else None
        if imgui.is_item_hovered():
            widgets.tooltip(f, say("The gang's name: its file is called so, too"))
        imgui.same_line(0, f.px(10))
        titles, title = [each.title for each in desk.rosters], desk.roster_title
        wide = imgui.calc_text_size(title).x + f.px(44)
        chosen = one_of(f, "faction", title, titles, str, max(f.px(130), min(f.px(220), wide)))
        if chosen != title:
            desk.take_roster(chosen)
        if imgui.is_item_hovered():
            widgets.tooltip(f, say("Whose characters it takes: {roster}", roster=title))
        imgui.same_line(0, f.px(18))
        for usual in USUAL:
            if key_button(f, str(usual), lit=gang.ducats == usual):
                desk.limit(usual)
            imgui.same_line(0, f.px(4))
        imgui.set_next_item_width(f.px(96))
        _, other = imgui.input_int("##ducats", gang.ducats, 5, 25)
        f.stops.here()
        if other != gang.ducats and not imgui.is_item_active():
            desk.limit(other)
        imgui.same_line(0, f.px(6))
        imgui.align_text_to_frame_padding()
        colour(say("ducats"), theme.FADED)

    def _buttons(self, rect: Rect) -> None:
        f, document = self.fonts, self.desk.document
        write = say("Write it among your own gangs")
        if document.source is not None:
            write = say("Write it {path}", path=str(document.source))
        items = (
            (say("New"), "Ctrl N", "new", True, say("Another gang, with nobody in it yet")),
            (say("Gangs"), "Ctrl O", "gangs", True, say("Open, copy or delete gangs")),
            (say("Save"), "Ctrl S", "save", document.changed or document.source is None, write),
            (say("Undo"), "Ctrl Z", "undo", bool(document.undo_words), document.undo_words),
            (say("Redo"), "Ctrl Y", "redo", bool(document.redo_words), document.redo_words),
            (say("Print"), "Ctrl P", "print", True, say("A sheet of paper with all cards and boxes to tick")),
            (say("Play with it"), "F5", "play", True, say("Save it, and choose a game for it")),
            (say("Keys"), "F1", "help", True, say("All keys")),
            (say("Leave"), "Esc", "leave", True, say("Back to the start")),
        )
        for number, (label, key, command, able, hint) in enumerate(items):
            if number:
                imgui.same_line(0, f.px(5))
            lit = command == "save" and document.changed
            if key_button(f, widgets.marked(label, command), key, able=able, lit=lit, hint=hint):
                self.commands.append(command)
        imgui.same_line(0, f.px(14))
        imgui.align_text_to_frame_padding()
        with font(f, "text", 13):
            state = say("not saved") if document.changed or document.source is None else say("saved")
            room = rect.right - imgui.get_cursor_screen_pos().x - f.px(10)
            squeezed(f, state, room, theme.FADED)
