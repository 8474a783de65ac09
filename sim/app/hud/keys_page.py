"""All keys on one page: each can be given another, which trades places with what that one did."""

from __future__ import annotations

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.dialogs import centred, dim
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font, key_button
from sim.app.key_map import FREE, NAMES
from sim.app.table.own_keys import OwnKeys

__all__ = ["KEYS", "PAGE", "draw_keys", "keys_in"]

_KEYS = {
    "Mouse": "left=choose, go, attack|left drag=move the view|right drag=turn the view|wheel=nearer, farther|"
    "Shift left=a corner of a path",
    "View": "T=straight from above|V=the mini's eye|C=centre on the mini|Home=the whole board|"
    "arrows=move the view|Shift arrows=turn the view|I held=what it costs to stand where|"
    "Alt held=names, life, actions|O held=who sees whom|PgDn, PgUp=open the houses; close them",
    "Actions": "R=run|J=jump|A=attack|G=grapple|X=drown|W=row|D=dive|H=hide|U=guard|E=end turn|"
    "1 to 9, 0=other buttons; then B, Y, S, Z",
    "In hand": "Enter=confirm|Esc=put back; menu|Q=weapon; controlled landing|, .=turn a vessel|Tab=next mini|"
    "P=place the rest of a gang|N, K=not again: turn, game|1 to 9, 0=a real die; 0 is 10|"
    "Backspace=take a typed die back",
    "Table": "M=measuring tape|F=Golden Rule, Favour|Ctrl Z=undo|Space=show at once|"
    "+ -=pace of what is shown|L=hide the panels|F2=own secrets, alone|F3=rules|F4=the game so far|?=this page",
}
KEYS = tuple((heading, tuple(row.partition("=")[::2] for row in rows.split("|"))) for heading, rows in _KEYS.items())
FIRST = {name: key for key, name in NAMES.items()}
PAGE = (880, 556)  # at 1280x800; larger text grows as far as the window has room
COLUMNS = 3
ROW = 20  # at 1280x800: how far rows lie apart
WIDE = 92  # the same, of what stands before the words


def keys_in(label: str) -> tuple[str, ...]:
    """The keys of a row that may be given another, as they are at first."""
    words, found = label.split(), list[str]()
    for before, word in zip(("", *words), words, strict=False):
        key = word if word in (",", ".") else word.rstrip(",")
        first = FIRST.get(key, key.lower())
        if first in FREE and before not in ("Ctrl", "Shift"):
            found.append(first)
    return tuple(found)


def draw_keys(keys: OwnKeys, fonts: Fonts, width: float, height: float) -> bool:
    """Draw the page. True: close it."""
    f = msgspec.structs.replace(fonts, scale=min(fonts.scale, (width - 20) / PAGE[0], (height - 20) / PAGE[1]))
    rect = centred(width, height, f.px(PAGE[0]), f.px(PAGE[1]))
    dim(width, height)
    with widgets.panel("help", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, "Keys", 26)
        imgui.same_line(0, f.px(14))
        with font(f, "text", 13):
            imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + f.px(10))
            colour(_advice(keys), theme.ALERT if keys.asked else theme.FADED)
        step = (rect.w - f.px(30)) / COLUMNS
        top, bottom = imgui.get_cursor_screen_pos().y + f.px(2), rect.bottom - f.px(50)
        x, y, column = rect.x + f.px(16), top, 0
        for heading, rows in KEYS:
            if y + f.px(30) + len(rows) * f.px(ROW) > bottom and y > top:
                column, y = column + 1, top
            x = rect.x + f.px(16) + column * step
            imgui.set_cursor_screen_pos(V(x, y))
            widgets.title(f, heading, 18)
            y += f.px(26)
            for label, words in rows:
                _row(keys, f, label, words, (x, y, step - f.px(14)))
                y += f.px(ROW)
            y += f.px(8)
        imgui.set_cursor_screen_pos(V(rect.x + f.px(16), rect.bottom - f.px(44)))
        if key_button(f, "All as at first", width=f.px(150), able=bool(keys.map.own)):
            keys.as_at_first()
        imgui.set_cursor_screen_pos(V(rect.right - f.px(116), rect.bottom - f.px(44)))
        return key_button(f, "Back", "Esc", width=f.px(100))


def _advice(keys: OwnKeys) -> str:
    if keys.asked:
        return "Press the key that shall do it; Esc leaves it as it is."
    return keys.said or "A click on a framed key gives it another one."


def _row(keys: OwnKeys, f: Fonts, label: str, words: str, where: tuple[float, float, float]) -> None:
    x, y, wide = where
    free = keys_in(label)
    with font(f, "text", 13.5):
        imgui.set_cursor_screen_pos(V(x, y))
        if free:
            _chips(keys, f, free, label, y)
        else:
            colour(label, theme.GOLD)
        imgui.set_cursor_screen_pos(V(x + f.px(WIDE), y))
        fitted = widgets.fitted(words, wide - f.px(WIDE))
        imgui.text(fitted)
        if fitted != words and imgui.is_item_hovered():
            widgets.tooltip(f, words)


def _chips(keys: OwnKeys, f: Fonts, free: tuple[str, ...], label: str, y: float) -> None:
    """A frame for each key; what else the row says of it stands behind."""
    draw = imgui.get_window_draw_list()
    for first in free:
        name = NAMES.get(first, first.upper())
        shown = "..." if keys.asked == first else keys.map.shown(name)
        at, size = imgui.get_cursor_screen_pos(), imgui.calc_text_size(shown)
        wide, tall = max(size.x + f.px(9), f.px(20)), size.y + f.px(1)
        if imgui.invisible_button(f"##{label}{first}", V(wide, tall)):
            keys.ask(first)
        lit = imgui.is_item_hovered() or keys.asked == first
        paint = theme.GOLD_BRIGHT if lit else theme.GOLD if first in keys.map.own else theme.GOLD_DIM
        draw.add_rect(V(at.x, y - f.px(1)), V(at.x + wide, y + tall), theme.ink(paint), 2.0)
        draw.add_text(
            V(at.x + (wide - size.x) / 2, y - f.px(1)), theme.ink(theme.GOLD_BRIGHT if lit else theme.GOLD), shown
        )
        imgui.same_line(0, f.px(4))
    if label.endswith("held"):
        colour("held", theme.GOLD)
