"""What has more to be read than it has room for, turned by keys as by a wheel."""

from __future__ import annotations

from imgui_bundle import imgui

__all__ = ["KeyScroll"]

WAYS = {"page_down": 1, "page_up": -1}
STEP = 0.8  # of what is seen: some of it is seen again


class KeyScroll:
    """The scrolling of one list or panel. `key`: what goes on in it, as it stands on keyboards; empty: all is seen."""

    def __init__(self) -> None:
        self.key = ""
        self._steps = 0

    def turn(self, key: str) -> bool:
        """A key went down. False: there is no more to be seen, or it is no key for this."""
        if not self.key or key not in WAYS:
            return False
        self._steps += WAYS[key]
        return True

    def draw(self) -> None:
        """In what is scrolled, once all of it is drawn."""
        most, at = imgui.get_scroll_max_y(), imgui.get_scroll_y()
        if self._steps:
            at = min(max(at + self._steps * STEP * imgui.get_window_size().y, 0.0), most)
            imgui.set_scroll_y(at)
            self._steps = 0
        self.key = "" if most <= 1 else "PgDn" if at < most - 1 else "PgUp"
