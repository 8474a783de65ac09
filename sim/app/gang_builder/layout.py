"""Where the panes of the gang builder lie, and what its keys do."""

from __future__ import annotations

import msgspec

from sim.app.hud.layout import Rect
from sim.words import say

__all__ = ["KEYS", "GangLayout", "gang_command", "gang_layout"]


class GangLayout(msgspec.Struct, frozen=True):
    """The panes of a window."""

    bar: Rect
    shelf: Rect  # the roster
    gang: Rect
    items: Rect  # equipment
    side: Rect  # choices and card
    foot: Rect

    @property
    def panes(self) -> tuple[Rect, ...]:
        return (self.bar, self.shelf, self.gang, self.items, self.side, self.foot)


def gang_layout(width: float, height: float, scale: float) -> GangLayout:
    """The panes of a window of so many pixels."""
    gap, bar, foot = round(8 * scale), round(92 * scale), round(34 * scale)
    left, right = round(min(396 * scale, width * 0.32)), round(min(330 * scale, width * 0.27))
    items = round(158 * scale)
    top = bar + gap
    tall = height - top - foot - 2 * gap
    middle, wide = left + 2 * gap, width - left - right - 4 * gap
    return GangLayout(
        bar=Rect(0, 0, width, bar),
        shelf=Rect(gap, top, left, tall),
        gang=Rect(middle, top, wide, tall - items - gap),
        items=Rect(middle, top + tall - items, wide, items),
        side=Rect(width - right - gap, top, right, tall),
        foot=Rect(gap, height - foot - gap, width - 2 * gap, foot),
    )


KEYS: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        say("The gang"),
        (
            ("Enter", "add", say("add who is picked in the roster")),
            ("Delete", "remove", say("take the chosen member out")),
            ("Ctrl Up", "earlier", say("move it up the list")),
            ("Ctrl Down", "later", say("move it down")),
            ("Ctrl Z", "undo", say("take back")),
            ("Ctrl Y", "redo", say("do again")),
        ),
    ),
    (
        say("Looking"),
        (
            (say("Up, Down"), "", say("pick in the roster")),
            (say("Shift arrows"), "", say("choose a member")),
            ("Ctrl F", "find", say("search the roster")),
            ("F3", "rules", say("the rules: abilities, spells and what cards name")),
        ),
    ),
    (
        say("The file"),
        (
            ("Ctrl S", "save", say("save")),
            ("Ctrl N", "new", say("a new gang")),
            ("Ctrl O", "gangs", say("all gangs: open, copy, delete")),
            ("Ctrl P", "print", say("a sheet of paper: HTML or PDF")),
            ("Ctrl C", "copy", say("copy it as text, for a chat")),
            ("Ctrl V", "paste", say("a gang from such a text")),
            ("F5", "play", say("save, and play with it")),
            ("F1", "help", say("this page")),
            ("Esc", "menu", say("back; leave")),
        ),
    ),
    (
        say("Mouse"),
        (
            (say("Double click"), "", say("add from the roster")),
            (say("Drag"), "", say("from the roster into the list; within it; out of it")),
            (say("Point"), "", say("at a word for its rule, at a row for its card")),
        ),
    ),
)
"""Groups of keys: the key as it is shown, its command ("" where it is none of a single key), and what it does."""

ARROWS = {
    ("arrow_up", ""): "pick up",
    ("arrow_down", ""): "pick down",
    ("arrow_up", "shift"): "choose up",
    ("arrow_down", "shift"): "choose down",
    ("arrow_up", "control"): "earlier",
    ("arrow_down", "control"): "later",
}


def gang_command(key: str, held: set[str]) -> str:
    """What a key asks for; empty for those that ask for nothing."""
    modifier = next((each for each in ("control", "shift") if each in held), "")
    if (key, modifier) in ARROWS:
        return ARROWS[key, modifier]
    if key == "?" or (key == "/" and modifier == "shift"):
        return "help"
    if key == "escape" or (key == "z" and modifier == "control" and "shift" in held):
        return "menu" if key == "escape" else "redo"
    shown = f"Ctrl {key.upper()}" if modifier == "control" else key.upper() if len(key) == 2 else key.capitalize()
    return next((command for _, rows in KEYS for own, command, _ in rows if own == shown and command), "")
