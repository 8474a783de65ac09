"""Over the gang builder: keys, all gangs, and what is asked before something would be lost."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from imgui_bundle import imgui

from sim.app.gang_builder.cards import ducats
from sim.app.gang_builder.layout import KEYS
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.keys_page import KeySheet
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.gangs.files import GangFile
from sim.words import say
from sim.words.tongues import told

__all__ = ["SHEET", "GangAsked", "draw_gangs", "draw_question", "trouble_of"]


class GangAsked(msgspec.Struct, frozen=True):
    """What is wanted of the list of gangs: "open", "copy", "delete", "new" or "back"."""

    what: str
    file: GangFile | None = None
    faction: str = ""


SHEET = KeySheet(
    say("Keys of the gang builder"),
    tuple((heading, tuple((key, words) for key, _, words in rows)) for heading, rows in KEYS),
    (820, 440),
    columns=2,
    wide=108,
    points="Ctrl Shift arrows",
)


def draw_gangs(
    files: Sequence[GangFile], factions: Sequence[str], fonts: Fonts, width: float, height: float
) -> GangAsked | None:
    """All gangs, and new ones."""
    f = fonts
    rect = centred(width, height, f.px(760), f.px(600))
    dim(width, height)
    said: GangAsked | None = None
    with widgets.panel("all gangs", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, say("Gangs"), 28)
        colour(say("A new gang of the"), theme.FADED)
        wide = (rect.w - f.px(26) - f.px(5) * (len(factions) - 1)) / max(1, len(factions))
        with font(f, "text", 14):
            for number, faction in enumerate(factions):
                if number:
                    imgui.same_line(0, f.px(5))
                if key_button(f, faction, width=wide):
                    said = GangAsked("new", faction=faction)
        imgui.dummy(V(1, f.px(4)))
        imgui.begin_child("files", V(0, rect.h - f.px(160)))
        for own in (True, False):
            rows = [file for file in files if file.own == own]
            if own and not rows:
                colour(say("Your own gangs will stand here."), theme.FADED)
            elif rows:
                colour(say("Your own") if own else say("With the game: copied, they are yours to change"), theme.FADED)
            for file in rows:
                said = _row(file, f) or said
        imgui.end_child()
        if key_button(f, say("Back"), "Esc", width=f.px(100)):
            said = GangAsked("back")
    return said


def _row(file: GangFile, f: Fonts) -> GangAsked | None:
    said: GangAsked | None = None
    imgui.push_id(str(file.path))
    imgui.align_text_to_frame_padding()
    at = imgui.get_cursor_screen_pos()
    wide = imgui.get_content_region_avail().x
    with font(f, "title", 17):
        squeezed(f, file.name, f.px(230))
    imgui.set_cursor_screen_pos(V(at.x + f.px(240), at.y))
    imgui.align_text_to_frame_padding()
    with font(f, "text", 13):
        about = say("cannot be read") if file.trouble else f"{file.faction}, {ducats(file.ducats)}, {file.path.stem}"
        squeezed(f, about, f.px(210), theme.ALERT if file.trouble else theme.FADED)
    own = ((say("Delete"), "delete"), (say("Copy"), "copy"), (say("Open"), "open"))
    buttons = own if file.own else ((say("Copy"), "copy"),)
    for number, (label, what) in enumerate(buttons):
        x = at.x + wide - f.px(78) * (len(buttons) - number)
        imgui.set_cursor_screen_pos(V(x, at.y))
        able = not file.trouble or what == "delete"
        if key_button(f, label, able=able, width=f.px(74)):
            said = GangAsked(what, file)
    if file.trouble:
        with font(f, "text", 13):
            widgets.wrapped(trouble_of(file), theme.ALERT)
    imgui.pop_id()
    return said


def trouble_of(file: GangFile) -> str:
    """Why it cannot be opened, as it is told below its name: without its path."""
    return told(file.trouble).removeprefix(str(file.path)).lstrip(",: ")


def draw_question(
    heading: str, words: str, choices: Sequence[tuple[str, str, str]], fonts: Fonts, width: float, height: float
) -> str:
    """A question with its answers (words, key, what is returned), or nothing yet."""
    f, wide = fonts, fonts.px(660)
    tall = imgui.calc_text_size(told(words), wrap_width=min(wide, width - 20) - f.px(26)).y
    rect = centred(width, height, wide, f.px(116) + tall)
    dim(width, height)
    said = ""
    with widgets.panel("gang question", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.headline(f, heading, 24, rect.w - f.px(30))
        widgets.wrapped(words, theme.PARCHMENT)
        imgui.set_cursor_screen_pos(V(rect.x + f.px(12), rect.bottom - f.px(46)))
        wide = (rect.w - f.px(24) - f.px(6) * (len(choices) - 1)) / len(choices)
        for number, (label, key, answer) in enumerate(choices):
            if number:
                imgui.same_line(0, f.px(6))
            if key_button(f, label, key, lit=number == 0, width=wide):
                said = answer
    return said
