"""Where dialogs lie, and what lies behind them darkened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font

__all__ = ["centred", "dim", "whole"]


def dim(width: float, height: float) -> None:
    """Darken what lies behind a dialog."""
    imgui.get_background_draw_list().add_rect_filled(V(0, 0), V(width, height), theme.ink((0.02, 0.01, 0.01, 0.55)))


def centred(width: float, height: float, wide: float, tall: float) -> Rect:
    """A rectangle in the middle of the window, no larger than it."""
    wide, tall = min(wide, width - 20), min(tall, height - 20)
    return Rect(round((width - wide) / 2), round((height - tall) / 2), wide, tall)


@contextmanager
def whole(fonts: Fonts, width: float, height: float, wide: float, tall: float) -> Iterator[tuple[Fonts, Rect]]:
    """Where a dialog lies that is so large at 1280x800, and its fonts: no larger than the window has room for all of
    it, so that nobody has to scroll."""
    scale = min(fonts.scale, (width - 20) / wide, (height - 20) / tall)
    f = msgspec.structs.replace(fonts, scale=scale)
    pushed = theme.push_gaps(scale / fonts.scale)
    with font(f, "text", 15):
        yield f, centred(width, height, f.px(wide), f.px(tall))
    imgui.pop_style_var(pushed)
