"""The buttons of a gamepad on a page: which one does what; a click gives what it does another one."""

from __future__ import annotations

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.app.key_map import KeyMap
from sim.app.pad_map import DOES, FIXED, NAMES, OwnPad
from sim.app.table.led_choice import LedChoice
from sim.words import say
from sim.words.tongues import told

__all__ = ["draw_pad"]

PAGE = (820, 430)
ROW = 27  # at 1280x800: how far rows lie apart
CHIP = 150  # how wide what stands before its words is
COLUMNS = 2


def draw_pad(pad: OwnPad, led: LedChoice, fonts: Fonts, width: float, height: float) -> str:
    """Draw it; `led`: the button that arrows chose. Returns "back" or "keys" for what is wanted instead, or nothing."""
    across, tall = PAGE
    f = msgspec.structs.replace(fonts, scale=min(fonts.scale, (width - 20) / across, (height - 20) / tall))
    rect = centred(width, height, f.px(across), f.px(tall))
    led.begin()
    dim(width, height)
    with widgets.panel("gamepad", rect, flags=int(imgui.WindowFlags_.no_scrollbar), alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, say("Gamepad"), 26)
        with font(f, "text", 13.5):
            squeezed(f, _state(pad), rect.w - f.px(40))
            colour(_advice(pad), theme.ALERT if pad.asked else theme.FADED)
        top, step = imgui.get_cursor_screen_pos().y + f.px(8), (rect.w - f.px(30)) / COLUMNS
        rows: list[str | tuple[str, str]] = [*DOES, *FIXED]
        deep = -(-len(rows) // COLUMNS)
        with font(f, "text", 14):
            for i, row in enumerate(rows):
                where = V(rect.x + f.px(16) + i // deep * step, top + i % deep * f.px(ROW))
                _row(pad, led, f, row, where, step - f.px(14))
        with font(f, "text", 15):
            foot = rect.bottom - f.px(44)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(16), foot))
            at_first = msgspec.structs.replace(f, keys=KeyMap())  # keys of this page stay as they are
            if key_button(at_first, say("All as at first"), "Del", width=f.px(190), able=bool(pad.map.own)):
                pad.as_at_first()
            imgui.same_line(0, f.px(8))
            if key_button(at_first, say("Keys"), "K", width=f.px(120)):
                return "keys"
            imgui.set_cursor_screen_pos(V(rect.right - f.px(136), foot))
            return "back" if key_button(f, say("Back"), "Esc", width=f.px(120)) else ""


def _state(pad: OwnPad) -> str:
    if pad.plugged:
        return say("Plugged in: {pad}", pad=pad.plugged)
    return say("No gamepad is plugged in. One that is plugged in now is heard at once.")


def _advice(pad: OwnPad) -> str:
    if pad.asked:
        return say("Press the button that shall do it; Esc leaves it as it is.")
    return pad.said or say("What a framed button does gets another button: click it, or arrows and Enter.")


def _row(pad: OwnPad, led: LedChoice, f: Fonts, row: str | tuple[str, str], at: imgui.ImVec2, wide: float) -> None:
    """A button in its frame, or a stick without one, and what it does."""
    imgui.set_cursor_screen_pos(at)
    if isinstance(row, tuple):
        colour(row[0], theme.GOLD)
        words = row[1]
    else:
        words = DOES[row][1]
        _chip(pad, led, f, row)
    imgui.set_cursor_screen_pos(V(at.x + f.px(CHIP), at.y))
    squeezed(f, words, wide - f.px(CHIP))


def _chip(pad: OwnPad, led: LedChoice, f: Fonts, first: str) -> None:
    at, name = imgui.get_cursor_screen_pos(), told(NAMES[pad.map.chosen(first)])
    shown = "..." if pad.asked == first else name
    room = f.px(CHIP - 10)
    size = imgui.calc_text_size(shown)
    wide, tall = min(max(size.x + f.px(12), f.px(26)), room), size.y + f.px(3)
    if imgui.invisible_button(f"##pad {first}", V(wide, tall)):
        pad.ask(first)
    chosen = led.lies(f"pad {first}", at.x, at.y)
    lit = imgui.is_item_hovered() or chosen or pad.asked == first
    paint = theme.GOLD_BRIGHT if lit else theme.GOLD if first in pad.map.own else theme.GOLD_DIM
    imgui.get_window_draw_list().add_rect(
        at, V(at.x + wide, at.y + tall), theme.ink(paint), 2.0, 0, 2.5 if chosen else 1.0
    )
    imgui.set_cursor_screen_pos(V(at.x + max(f.px(6), (wide - size.x) / 2), at.y + f.px(1)))
    squeezed(f, shown, room - f.px(12))
