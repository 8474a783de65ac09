"""The keys of a real table, and the page that tells them."""

from __future__ import annotations

from sim.app.hud.keys_page import KeySheet
from sim.words import say

__all__ = ["SHEET", "command_of"]

KEYS = {
    "n": "put", "m": "tape", "j": "jump", "x": "marker", "t": "teardrop", "r": "reach",
    "p": "push", "g": "way", "f": "smoke", "f4": "page",
    "tab": "next", "o": "other", "q": "turn 15", "e": "turn -15", "page_up": "lift", "page_down": "lower",
    ";": "base", "b": "body", "[": "less", "]": "more", "delete": "remove", "f2": "name", "enter": "here",
    "return": "here", "u": "table", "c": "centre", "v": "eye", "home": "home", "k": "top",
    "escape": "back", "?": "help", "f1": "help",
}  # fmt: skip
SHIFTED = {"q": "turn 1", "e": "turn -1", "tab": "previous", "b": "body back", "o": "other back", "/": "help"}
WITH_CONTROL = {"z": "undo", "y": "redo", "c": "copy"}
ARROWS = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, 1), "arrow_down": (0, -1)}

SHEET = KeySheet(
    say("Keys of a real table"),
    (
        (
            say("Minis"),
            (
                ("N", say("put one down by a click")), ("Enter", say("in the middle of the view")),
                ("left", say("choose; drag to move, boats too")),
                (say("Shift left"), say("whom it looks at")), ("Tab", say("the next one")),
                ("O", say("the next one it looks at")), ("Q, E", say("turn by 15°; Shift: by 1°")),
                (say("PgUp, PgDn"), say("a storey up, down")), (say("arrows"), say('by 0.1"; Shift: by 1"')),
                (";", say("next size of base")), ("B", say("next body")), ("F2", say("another name")),
                (say("Del"), say("off the table")), (say("Ctrl Z, Ctrl Y"), say("take back; do again")),
            ),
        ),
        (
            say("Measure"),
            (
                ("M", say("tape: from its base to a place")), ("R", say("its reach")), ("J", say("a jump")),
                ("X", say("a round marker")), ("T", say("a teardrop from it")),
                ("P", say("pushed: where it lands")), ("G", say("its way there, turn by turn")),
                ("F", say("smoke, laid or lifted by a click")), ("F4", say("all of it as a page for a phone")),
                ("[ ]", say("less, more inches")), (say("left"), say("keep what is measured in view")),
                ("U", say("who sees whom, as a table")), (say("Ctrl C"), say("copy what is told")),
            ),
        ),
        (
            say("View"),
            (
                ("left drag", say("move")), ("right drag", say("turn")), ("wheel", say("nearer, farther")),
                ("W A S D", say("move")), ("K, Home", say("from above; the whole table")),
                ("C, V", say("centre on it; its eye")), ("F1", say("this page")), ("Esc", say("put back; leave")),
            ),
        ),
    ),
    (980, 420),
    wide=118,
)  # fmt: skip


def command_of(key: str, modifiers: set[str]) -> str:
    """What a key asks for, or nothing."""
    if "control" in modifiers:
        return WITH_CONTROL.get(key, "")
    if key in ARROWS:
        x, y = ARROWS[key]
        step = 1.0 if "shift" in modifiers else 0.1
        return f"nudge {x * step:g} {y * step:g}"
    if "shift" in modifiers and key in SHIFTED:
        return SHIFTED[key]
    return KEYS.get(key, "")
