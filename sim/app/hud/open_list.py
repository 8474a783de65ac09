"""A list that opens, of which one is chosen: with the mouse, or with keys that go through its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from imgui_bundle import imgui

from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import marked
from sim.words.tongues import told

__all__ = ["number_of", "one_of"]

LARGE = int(imgui.ComboFlags_.height_large)


def one_of(
    fonts: Fonts,
    id: str,
    now: str,
    items: Iterable[str],
    words: Callable[[str], str],
    wide: float,
    *,
    shown: str | None = None,
    flags: int = LARGE,
) -> str:
    """One of some items. They and their words are asked for when the list is open: it may cost something to know them.
    `wide`: pixels, below 0 as far as there is room; `shown`: what stands there while it is closed, if not its words."""
    imgui.set_next_item_width(wide)
    if imgui.begin_combo(f"##{id}", told(words(now) if shown is None else shown), flags):
        for item in items:
            pressed, _ = imgui.selectable(marked(words(item), item), item == now)
            fonts.stops.here(chosen=item == now)
            if pressed:
                now = item
            if item == now:
                imgui.set_item_default_focus()
        imgui.end_combo()
    fonts.stops.here()
    return now


def number_of(fonts: Fonts, id: str, now: int, words: Sequence[str], wide: float) -> int:
    """The number of one of some lines, from 0; below 0 while it is none of them."""
    numbers = [str(number) for number in range(len(words))]
    shown = words[now] if now >= 0 else ""
    return int(one_of(fonts, id, str(now), numbers, lambda number: words[int(number)], wide, shown=shown))
