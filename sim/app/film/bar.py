"""The bar over a film: which one it is, and what can be done, each with its key as far as there is room."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from typing import Protocol

from imgui_bundle import imgui

from sim.app.film.camera import FilmCamera
from sim.app.film.player import FilmPlayer
from sim.app.film.sources import FilmSource
from sim.app.hud import widgets
from sim.app.hud.buttons import key_button, key_width, keyed_first
from sim.app.hud.layout import Rect
from sim.app.hud.theme import GOLD_BRIGHT, Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.key_map import on_keyboard
from sim.carnevale.names import seat_called
from sim.words import joined, say

__all__ = ["draw_bar"]

TITLE = 160  # at 1280x800: of the gangs' names, at the least
NAMED_FIRST = ("help", "leave", "go on", "lines", "photo", "follow", "top", "home")
"""Whose keys are shown, where not all have room."""


class ShownFilm(Protocol):
    """A film that is looked at."""

    fonts: Fonts
    source: FilmSource
    player: FilmPlayer
    camera: FilmCamera
    commands: list[str]
    lines_shown: bool


def draw_bar(shown: ShownFilm, rect: Rect) -> None:
    """What film it is, and what can be done."""
    f = shown.fonts
    with widgets.panel("film bar", rect, flags=int(imgui.WindowFlags_.no_scrollbar), alpha=0.96):
        buttons = [
            (say("Board"), "Home", "home", False, say("See the whole board")),
            (say("Top"), "T", "top", False, say("Look straight down")),
            (say("Follow"), "F", "follow", shown.camera.follows, say("The camera goes along with whose turn it is")),
            (say("Lines"), "L", "lines", shown.lines_shown, say("The chronicle")),
            (say("Photo"), "P", "photo", False, say("A picture without panels")),
            (say("Go on from here"), "G", "go on", False, say("A new game from this moment")),
            (say("Keys"), "?", "help", False, say("All keys")),
            (say("Back"), "Esc", "leave", False, say("To the start screen")),
        ]

        def row(keyed: Collection[str]) -> float:
            return sum(key_width(f, label, key if does in keyed else "") + f.px(5) for label, key, does, *_ in buttons)

        x = rect.right - f.px(8)
        if row(()) + f.px(TITLE) > x:
            buttons = buttons[2:]  # in a small window keys alone turn the camera
        keyed = keyed_first(NAMED_FIRST, row, x - f.px(TITLE))
        for label, own, command, lit, hint in reversed(buttons):
            key = own if command in keyed else ""  # else its tooltip tells it
            said = hint if key else say("{hint} ({key})", hint=hint, key=on_keyboard(f.keys.shown(own)))
            wide = key_width(f, label, key)
            x -= wide + f.px(5)
            imgui.set_cursor_screen_pos(V(x, rect.y + f.px(9)))
            if key_button(f, widgets.marked(label, command), key, lit=lit, hint=said, width=wide):
                shown.commands.append(command)
        _name(shown, rect, x - rect.x - f.px(24))


def _name(shown: ShownFilm, rect: Rect, room: float) -> None:
    """The round, and who played, if that has room."""
    f, moment = shown.fonts, shown.player.moment
    round = say("Round {round}", round=moment.round) if moment is not None and moment.round else say("Setting up")
    gangs = _against([seat_called(seat.id, seat.gang) for seat in shown.source.film.seats])
    imgui.set_cursor_screen_pos(V(rect.x + f.px(16), rect.y + f.px(9)))
    with font(f, "title", 21):
        draw, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
        words = joined("   ", (round, gangs)) if room >= f.px(TITLE) else round
        widgets.draw_fitted(draw, at, words, room, ink(GOLD_BRIGHT))


def _against(gangs: Sequence[str]) -> str:
    """Gangs, each against the ones before it."""
    return reduce(lambda before, gang: say("{one} against {other}", one=before, other=gang), gangs)
