"""Fields that are typed into: what stands in each counts once Enter or a click elsewhere ends it."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import colour
from sim.words import say

__all__ = ["TypedFields"]


class TypedFields:
    """The fields of a panel. `refuse`: says that what was typed cannot be."""

    def __init__(self, fonts: Fonts, refuse: Callable[[str], None]) -> None:
        self.fonts, self.refuse = fonts, refuse
        self._typed: dict[str, str] = {}  # what stands in fields that are being typed into

    def text(self, key: str, now: str, wide: float) -> str | None:
        """A field; what was typed into it, if that is another text than `now`."""
        imgui.set_next_item_width(wide)
        whole = int(imgui.InputTextFlags_.auto_select_all)  # what is typed takes the place of what stands there
        _, text = imgui.input_text(f"##{key}", self._typed.get(key, now), whole)
        self.fonts.stops.here()
        if imgui.is_item_active():
            self._typed[key] = text
            return None
        typed = self._typed.pop(key, None)
        return typed if typed is not None and typed != now else None

    def number(self, key: str, now: float, unit: str, wide: float) -> float | None:
        """A field for a number, its unit behind it; what is none is refused."""
        typed = self.text(key, f"{now:g}", wide)
        imgui.same_line(0, self.fonts.px(4))
        colour(unit, theme.FADED)
        if typed is None:
            return None
        try:
            return float(typed.replace(",", "."))
        except ValueError:
            self.refuse(say("'{typed}' is no number", typed=typed))
            return None
