"""All keys on one page: each can be given another, which trades places with what that one did."""

from __future__ import annotations

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.pad_page import draw_pad
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.app.key_map import FREE, NAMES, KeyMap, on_keyboard
from sim.app.table.own_keys import OwnKeys
from sim.words import say
from sim.words.tongues import told

__all__ = ["KEYS", "PAGE", "START", "TABLE", "KeySheet", "draw_keys", "keys_in"]

KEYS = (
    (
        say("Mouse"),
        (
            ("left", say("choose, go, attack")),
            ("left drag", say("move the view")),
            ("right", say("put back")),
            ("right drag", say("turn the view")),
            ("wheel", say("nearer, farther")),
            ("Shift left", say("a corner of a path")),
        ),
    ),
    (
        say("View"),
        (
            ("T", say("straight from above")),
            ("V", say("the mini's eye")),
            ("C", say("centre on the mini")),
            ("Home", say("the whole board")),
            ("arrows", say("move the view")),
            ("Shift arrows", say("turn the view")),
            ("Ctrl arrows", say("move the pointer")),
            ("Ctrl Tab", say("to the next button; Shift: back")),
            ("Ctrl Enter", say("click there")),
            ("Ctrl PgUp", say("nearer; a list up; PgDn: back")),
            ("I held", say("what it costs to stand where")),
            ("Alt held", say("names, life, actions")),
            ("O held", say("who sees whom")),
            ("PgDn, PgUp", say("lists; houses open, close; levels")),
        ),
    ),
    (
        say("A place, by keys"),
        (
            ("B", say("point on the board; leave it")),
            ("arrows", say("lead the pointer, once it is out")),
            ("Shift PgUp", say("up a wall; PgDn: down")),
            ("Shift Enter", say("a corner of a path")),
        ),
    ),
    (
        say("Actions"),
        (
            ("R", say("run")),
            ("J", say("jump")),
            ("A", say("attack")),
            ("G", say("grapple")),
            ("X", say("drown")),
            ("W", say("row")),
            ("D", say("dive")),
            ("H", say("hide")),
            ("U", say("guard")),
            ("E", say("end turn")),
            ("1 to 9, 0", say("other buttons; then Y, S, Z")),
        ),
    ),
    (
        say("Lesson"),
        (
            ("F6", say("show me, after two mistakes")),
            ("F7", say("the step once more")),
            ("F9", say("all of it once more")),
            ("F8", say("fold the coach")),
        ),
    ),
    (
        say("In hand"),
        (
            ("Enter", say("confirm; click there")),
            ("Esc", say("put back; menu")),
            ("Q", say("weapon, landing, way, best dice")),
            (", .", say("turn a vessel")),
            ("Tab", say("next mini")),
            ("P", say("place the rest of a gang")),
            ("N, K", say("not again: for a turn, longer")),
            ("1 to 9, 0", say("a real die; a die to re-roll")),
            ("Backspace", say("take typed dice back")),
        ),
    ),
    (
        say("Table"),
        (
            ("M", say("measuring tape")),
            ("F", say("Golden Rule, Favour")),
            ("Ctrl Z", say("undo")),
            ("Space", say("show at once")),
            ("+ -", say("pace of what is shown")),
            ("L", say("hide the panels")),
            ("End", say("the chronicle, line by line")),
            ("Ctrl F", say("find in the chronicle")),
            ("F2", say("own secrets, alone")),
            ("F3", say("rules")),
            ("F4", say("the game so far")),
            ("?", say("this page")),
        ),
    ),
)
START_KEYS = (
    say("Start"),
    (
        ("Tab", say("from button to button; arrows, too")),
        ("Enter", say("press it; open the table")),
        ("L", say("lessons, puzzles; arrows choose")),
        ("1 to 3", say("a quick game")),
        ("C", say("go on with the latest game")),
        ("G", say("gangs")),
        ("K", say("campaigns")),
        ("M", say("measure a real table")),
        ("V", say("how it looks")),
        ("Esc", say("close a list")),
    ),
)
OTHERS = {
    "left": say("left"),
    "left drag": say("left drag"),
    "right": say("right"),
    "right drag": say("right drag"),
    "wheel": say("wheel"),
    "Shift left": say("Shift left"),
    "arrows": say("arrows"),
    "Shift arrows": say("Shift arrows"),
    "Ctrl arrows": say("Ctrl arrows"),
    "Ctrl Shift arrows": say("Ctrl Shift arrows"),
    "Ctrl Enter": say("Ctrl Enter"),
    "Alt held": say("Alt held"),
    "middle drag": say("middle drag"),
    "Ctrl wheel": say("Ctrl wheel"),
    "1 to 9, 0": say("1 to 9, 0"),
    "1 to 3": say("1 to 3"),
}
"""What stands before a row that no key can be changed of."""
FIRST = {name: key for key, name in NAMES.items()}
PAGE = (880, 570)
ROW = 20  # at 1280x800: how far rows lie apart


class KeySheet(msgspec.Struct, frozen=True):
    """A page of keys: groups of keys with what they do. `size`, and `wide`, how far words stand behind their keys: at
    1280x800; larger text grows as far as the window has room."""

    title: str
    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    size: tuple[int, int] = PAGE
    columns: int = 3
    wide: int = 92
    points: str = "Ctrl arrows"  # what moves the pointer; empty where a row tells it

    @property
    def all_groups(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Its groups, with that of the pointer."""
        if not self.points:
            return self.groups
        rows = (
            (self.points, say("move the pointer")),
            ("Ctrl Tab", say("to the next button; Shift: back")),
            ("Ctrl Enter", say("click there")),
            ("Ctrl PgUp", say("nearer; a list up; PgDn: back")),
        )
        return (*self.groups, (say("Without a mouse"), rows))


TABLE = KeySheet(say("Keys"), KEYS, points="")
_MOUSE, _VIEW, _PLACE, _ACTIONS, _, _HAND, _TABLE = KEYS
START = KeySheet(say("Keys"), (START_KEYS, _ACTIONS, _MOUSE, _VIEW, _PLACE, _HAND, _TABLE), points="")
"""On the start screen: its own, and those of the table that it opens."""


def keys_in(label: str) -> tuple[str, ...]:
    """The keys of a row that may be given another, as they are at first."""
    words, found = label.split(), list[str]()
    for before, word in zip(("", *words), words, strict=False):
        key = word if word in (",", ".") else word.rstrip(",")
        first = FIRST.get(key, key.lower())
        if first in FREE and before not in ("Ctrl", "Shift"):
            found.append(first)
    return tuple(found)


def draw_keys(keys: OwnKeys, sheet: KeySheet, fonts: Fonts, width: float, height: float) -> bool:
    """Draw a page, or that of the gamepad in its place. True: close it."""
    if keys.shows_pad:
        wanted = draw_pad(keys.pad, keys.led, fonts, width, height)
        keys.shows_pad = not wanted
        return wanted == "back"
    (across, tall), wide = sheet.size, sheet.wide
    f = msgspec.structs.replace(fonts, scale=min(fonts.scale, (width - 20) / across, (height - 20) / tall))
    rect = centred(width, height, f.px(across), f.px(tall))
    keys.led.begin()
    dim(width, height)
    flags = int(imgui.WindowFlags_.no_scrollbar)
    with widgets.panel("help", rect, flags=flags, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, sheet.title, 26)
        imgui.same_line(0, f.px(14))
        with font(f, "text", 13):
            imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + f.px(10))
            colour(_advice(keys), theme.ALERT if keys.asked else theme.FADED)
        step = (rect.w - f.px(30)) / sheet.columns
        top, bottom = imgui.get_cursor_screen_pos().y + f.px(2), rect.bottom - f.px(50)
        small = f
        while _columns(sheet, small, bottom - top)[-1][0] >= sheet.columns:  # more than it has room for
            small = msgspec.structs.replace(small, scale=small.scale * 0.97)
        for (heading, rows), (column, down) in zip(sheet.all_groups, _columns(sheet, small, bottom - top), strict=True):
            x, y = rect.x + f.px(16) + column * step, top + down
            imgui.set_cursor_screen_pos(V(x, y))
            widgets.title(small, heading, 18)
            y += small.px(26)
            for label, words in rows:
                _row(keys, small, label, words, (x, y, step - f.px(14)), f.px(wide))
                y += small.px(ROW)
        with font(f, "text", 15):  # as large as the page
            imgui.set_cursor_screen_pos(V(rect.x + f.px(16), rect.bottom - f.px(44)))
            at_first = msgspec.structs.replace(f, keys=KeyMap())  # keys of this page stay as they are
            if key_button(at_first, say("All as at first"), "Del", width=f.px(190), able=bool(keys.map.own)):
                keys.as_at_first()
            imgui.same_line(0, f.px(8))
            if key_button(at_first, say("Gamepad"), "G", width=f.px(130)):
                keys.shows_pad = True
            imgui.set_cursor_screen_pos(V(rect.right - f.px(136), rect.bottom - f.px(44)))
            return key_button(f, say("Back"), "Esc", width=f.px(120))


def _columns(sheet: KeySheet, f: Fonts, tall: float) -> list[tuple[int, float]]:
    """For each group its column, and how far down it begins, in columns so tall."""
    places: list[tuple[int, float]] = []
    column, y = 0, 0.0
    for _, rows in sheet.all_groups:
        own = f.px(26) + len(rows) * f.px(ROW)
        if y and y + own > tall:
            column, y = column + 1, 0.0
        places.append((column, y))
        y += own + f.px(8)
    return places


def _advice(keys: OwnKeys) -> str:
    if keys.asked:
        return say("Press the key that shall do it; Esc leaves it as it is.")
    return keys.said or say("What a framed key does gets another key: click it, or arrows and Enter.")


def _row(keys: OwnKeys, f: Fonts, label: str, words: str, where: tuple[float, float, float], behind: float) -> None:
    x, y, wide = where
    free = keys_in(label)
    with font(f, "text", 13.5):
        imgui.set_cursor_screen_pos(V(x, y))
        if free:
            _chips(keys, f, free, (label, words), y)
        else:
            colour(_key_words(label), theme.GOLD)
        imgui.set_cursor_screen_pos(V(x + behind, y))
        squeezed(f, words, wide - behind)


def _chips(keys: OwnKeys, f: Fonts, free: tuple[str, ...], row: tuple[str, str], y: float) -> None:
    """A frame for each key of a row, its label and its words; what else the label says stands behind."""
    draw = imgui.get_window_draw_list()
    for first in free:
        name = keys.map.shown(NAMES.get(first, first.upper()))
        sign = name if name in (",", ".") else on_keyboard(name)  # in a frame of its own it is seen well enough
        shown = "..." if keys.asked == first else sign
        at, size = imgui.get_cursor_screen_pos(), imgui.calc_text_size(told(shown))
        wide, tall = max(size.x + f.px(9), f.px(20)), size.y + f.px(1)
        own = f"{' '.join(row)} {first}"  # a key may do one thing at the start and another at the table
        if imgui.invisible_button(f"##{own}", V(wide, tall)):
            keys.ask(first)
        led = keys.led.lies(own, at.x, y)
        lit = imgui.is_item_hovered() or led or keys.asked == first
        paint = theme.GOLD_BRIGHT if lit else theme.GOLD if first in keys.map.own else theme.GOLD_DIM
        draw.add_rect(V(at.x, y - f.px(1)), V(at.x + wide, y + tall), theme.ink(paint), 2.0, 0, 2.5 if led else 1.0)
        draw.add_text(
            V(at.x + (wide - size.x) / 2, y - f.px(1)), theme.ink(theme.GOLD_BRIGHT if lit else theme.GOLD), told(shown)
        )
        imgui.same_line(0, f.px(4))
    if row[0].endswith("held"):
        colour(say("held"), theme.GOLD)


def _key_words(label: str) -> str:
    """What is no single key, such as the arrows."""
    return OTHERS.get(label) or on_keyboard(label)
