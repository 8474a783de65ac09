"""The screen while a board is made ready, and what lies behind it and the start screen."""

from __future__ import annotations

from math import sin
from typing import Any

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.pictures import Pictures
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import Points, V, colour, font
from sim.board.files.folders import assets_dir
from sim.board.preparation import Progress
from sim.words import listed, say, term

__all__ = ["COMPILED_ONCE", "Loading", "backdrop", "compiling"]

CITY, EVENING = (1600, 900), (0.56, 0.47, 0.47, 1)  # pixels of the picture, and the light that it is shown in
STEPS, MARK = 30, 0.15  # of the running mark: in how many steps it goes along the bar, how much of which it covers
COMPILED_ONCE = say("Once for this installation, a minute or two: later games open at once.")


class Loading(msgspec.Struct):
    """How far a board is made ready."""

    title: str
    share: float | None = None  # None: nobody can tell
    words: str = ""
    note: str = ""  # why it takes a while
    beats: int = 0  # how often it was drawn without a share: so far its mark has gone

    @property
    def compiles(self) -> bool:
        """Does it tell of kernels itself?"""
        return self.note == COMPILED_ONCE

    def draw(self, fonts: Fonts, width: float, height: float, pictures: Pictures | None = None) -> None:
        f = fonts
        backdrop(f, width, height, pictures)
        rect = Rect(width / 2 - f.px(250), height / 2 - f.px(70), f.px(500), f.px(140))
        with widgets.panel("loading", rect):
            widgets.title(f, widgets.fitted(self.title, rect.w - f.px(60)), 28)
            colour(self.words or say("The board is laid out"), theme.FADED)
            imgui.dummy(V(1, f.px(4)))
            if self.share is None:
                self.beats += 1
                _running_mark(f, self.beats, rect.w - f.px(26))
            else:
                widgets.bar(f, round(self.share * 100), 100, theme.GOLD, rect.w - f.px(26), 10)
            with font(f, "text", 12.5):
                widgets.wrapped(self.note, theme.FADED)


def _running_mark(f: Fonts, beats: int, width: float) -> None:
    """A bar whose mark goes on with each picture, so that what takes long is seen to go on."""
    at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    low, high = at, V(at.x + width, at.y + f.px(10))
    step = abs(beats % (2 * STEPS) - STEPS)  # there and back
    left = at.x + (width - width * MARK) * step / STEPS
    draw.add_rect_filled(low, high, ink((0, 0, 0, 0.55)), 2.0)
    draw.add_rect_filled(V(left, low.y), V(left + width * MARK, high.y), ink(theme.GOLD), 2.0)
    draw.add_rect(low, high, ink(theme.GOLD_DIM), 2.0)
    imgui.dummy(V(width, f.px(10)))


def compiling(kernels: Progress) -> Loading:
    """The screen while a game waits for what measures."""
    what = listed(map(term, kernels.measures)) or say("what measures")
    share = kernels.share
    return Loading(
        say("Getting ready to measure"),
        share,
        say("Compiling {what}: {share:.0%}", what=what, share=share),
        COMPILED_ONCE,
    )


def backdrop(fonts: Fonts, width: float, height: float, pictures: Pictures | None = None) -> None:
    """Venice at dusk, where there are `pictures` to take it from; else lacquer with a damask of lozenges, and water at
    the foot. All of it is still, so that it is drawn once."""
    city = pictures.of_file(assets_dir() / "pictures" / "dusk.jpg") if pictures is not None else None
    if city is not None:
        _dusk(city, fonts, width, height)
    else:
        _damask(fonts, width, height)


def _dusk(city: Any, f: Fonts, width: float, height: float) -> None:
    """The city fills the window, cut at the sides or below; dark, and darker where words stand."""
    draw, wide = imgui.get_background_draw_list(), CITY[0] / CITY[1]
    across, down = min(1.0, width / height / wide), min(1.0, wide * height / width)
    low, high = V((1 - across) / 2, 0), V((1 + across) / 2, down)
    draw.add_image(city, V(0, 0), V(width, height), low, high, ink(EVENING))
    for top, over, foot, under in ((0, 0.72, f.px(150), 0.0), (height - f.px(120), 0.0, height, 0.86)):
        above, below = ink((0.03, 0.01, 0.015, over)), ink((0.03, 0.01, 0.015, under))
        draw.add_rect_filled_multi_color(V(0, top), V(width, foot), above, above, below, below)


def _damask(f: Fonts, width: float, height: float) -> None:
    draw = imgui.get_background_draw_list()
    top, low = ink((0.10, 0.035, 0.04, 1)), ink((0.025, 0.020, 0.028, 1))
    draw.add_rect_filled_multi_color(V(0, 0), V(width, height), top, top, low, low)
    step = f.px(56)
    paint = ink(theme.GOLD, 0.055)
    for row in range(int(height / step * 2) + 3):
        for column in range(int(width / step) + 2):
            x = column * step + (step / 2 if row % 2 else 0)
            y = row * step / 2
            a, b = step * 0.26, step * 0.21
            draw.add_quad(V(x - a, y), V(x, y - b), V(x + a, y), V(x, y + b), paint, 1.0)
    for line in range(9):
        y = height - f.px(12) - line * f.px(11)
        fade = 0.20 * (1 - line / 9)
        points: Points = [V(x, y + f.px(3) * sin(x / f.px(70) + line * 1.9)) for x in range(0, int(width) + 24, 24)]
        draw.add_polyline(points, ink((0.45, 0.62, 0.66, 1), fade), 0, 1.5)
