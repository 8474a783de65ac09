"""Undo against persons: what is taken back is told, and the others agree."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import font
from sim.app.table.model import TableModel
from sim.app.table.taken_back import taken_back
from sim.words import listed, say
from sim.words.tongues import told

__all__ = ["ConsentDialog"]


class ConsentDialog:
    """Asks all others of one game whether they agree to an undo."""

    def __init__(self, model: TableModel) -> None:
        self.model = model
        self._deeds: tuple[str, ...] = ()
        self._deeds_of: tuple[int, str | None] = (-1, None)  # after how many answers, and of which seat they are

    @property
    def deeds(self) -> tuple[str, ...]:
        """What is taken back, in words."""
        now = (self.model.session.count, self.model.undo_seat)
        if now != self._deeds_of:
            self._deeds, self._deeds_of = taken_back(self.model), now
        return self._deeds

    def draw(self, fonts: Fonts, width: float, height: float) -> str:
        """Returns "agree", "back", or nothing."""
        f, style, asked, deeds = fonts, imgui.get_style(), _asks_consent(self.model), self.deeds
        wide = min(f.px(400), width - 20)
        tall = 2 * (style.window_padding.y + style.item_spacing.y + style.frame_padding.y)
        with font(f, "title", 24):
            tall += imgui.get_text_line_height()
        for words in (*deeds, asked):
            tall += imgui.calc_text_size(told(words), wrap_width=wide - 2 * style.window_padding.x).y
        tall += len(deeds) * style.item_spacing.y + imgui.get_text_line_height()
        dim(width, height)
        said, plain = "", int(imgui.WindowFlags_.no_scrollbar)
        with widgets.panel("consent", centred(width, height, wide, tall), flags=plain, alpha=0.98, front=True):
            imgui.set_window_focus()
            widgets.title(f, say("Take it back?"), 24)
            for words in deeds:
                widgets.wrapped(words, theme.GOLD)
            widgets.wrapped(asked)
            half = (wide - f.px(32)) / 2
            if key_button(f, say("Agreed"), "Enter", width=half, lit=True):
                said = "agree"
            imgui.same_line()
            if key_button(f, say("No"), "Esc", width=half):
                said = "back"
        return said


def _asks_consent(model: TableModel) -> str:
    """What is to be taken back, and who has to agree; one other need not be named."""
    seat = model.undo_seat or ""
    others = [model.names(each) for each in model.humans if each != seat]
    if len(others) == 1:
        if model.undo_retypes:
            return say("The dice that were typed in last are to be typed anew. Does the other player agree?")
        return say(
            "The last choice of {seat} is to be taken back. Does the other player agree?", seat=model.names(seat)
        )
    if model.undo_retypes:
        return say(
            "The dice that were typed in last are to be typed anew. Do the others agree: {others}?",
            others=listed(others),
        )
    return say(
        "The last choice of {seat} is to be taken back. Do the others agree: {others}?",
        seat=model.names(seat),
        others=listed(others),
    )
