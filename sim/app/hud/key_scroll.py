"""What has more to be read than it has room for, turned by keys as by a wheel; the key stands where it goes on."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.key_map import on_keyboard
from sim.words.tongues import told

__all__ = ["KeyScroll"]

WAYS = {"page_down": 1, "page_up": -1}
STEP = 0.8  # of what is seen: some of it is seen again


class KeyScroll:
    """The scrolling of one list or panel. `more`: has it more than is seen at once?"""

    def __init__(self) -> None:
        self.more = False
        self._steps = 0

    def turn(self, key: str) -> bool:
        """A key went down. False: there is no more to be seen, or it is no key for this."""
        if not self.more or key not in WAYS:
            return False
        self._steps += WAYS[key]
        return True

    def draw(self, fonts: Fonts) -> None:
        """In what is scrolled, once all of it is drawn."""
        most, at, tall = imgui.get_scroll_max_y(), imgui.get_scroll_y(), imgui.get_window_size().y
        self.more = most > 1
        if self._steps:
            at = min(max(at + self._steps * STEP * tall, 0.0), most)
            imgui.set_scroll_y(at)
            self._steps = 0
        if self.more:
            self._name(fonts, "PgDn" if at < most - 1 else "PgUp")

    def _name(self, fonts: Fonts, key: str) -> None:
        """The key that goes on, in the lower right corner of what is seen."""
        words, corner, size = told(on_keyboard(fonts.keys.shown(key))), imgui.get_window_pos(), imgui.get_window_size()
        with font(fonts, "bold", 11):
            wide = imgui.calc_text_size(words)
            x = corner.x + size.x - imgui.get_style().scrollbar_size - wide.x - fonts.px(8)
            y = corner.y + size.y - wide.y - fonts.px(6)
            draw, edge = imgui.get_window_draw_list(), fonts.px(3)
            draw.add_rect_filled(
                V(x - edge, y - edge), V(x + wide.x + edge, y + wide.y + edge), ink(theme.LACQUER_DEEP), 2.0
            )
            draw.add_text(V(x, y), ink(theme.GOLD), words)
