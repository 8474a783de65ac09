"""What each key does at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.app.table import handles

if TYPE_CHECKING:
    from sim.app.table.controller import Table
    from sim.app.table.tools import Button
    from sim.app.table.window import TableWindow

VIEW = {"t": "top", "v": "eye", "c": "centre", "home": "home", "l": "panels", "m": "tape", "f": "by agreement"}
SPARE = (*"1234567890", *"BYSZ")  # keys of buttons without one of their own; no letter that reads as a digit


def keys_of(buttons: Sequence[Button]) -> tuple[str, ...]:
    """The key of each button: its own, or the next that is spare; none where none is left."""
    own = {button.key for button in buttons}
    spare = iter([key for key in SPARE if key not in own])
    return tuple(button.key or next(spare, "") for button in buttons)


def press_key(window: TableWindow, key: str, name: str) -> None:
    """A key went down; `name` has its modifiers before it."""
    if window.start is not None:
        if key == "enter":
            window.start.begin()
        return
    table = window.table
    if table is None:
        return
    if window.dialog in ("help", "pause", "consent", "by agreement"):
        _in_dialog(window, key)
    elif key == "escape":
        if window.dialog == "looked":
            window.dialog = ""
        elif not table.cancel():
            window.wish("pause")
    elif key == "z" and "control" in name:
        window.wish("undo")
    elif key in ("?", "f1") or (key == "/" and "shift" in name):
        window.wish("help")
    elif key in VIEW:
        window.wish(VIEW[key])
    else:
        _in_game(table, key, name)


def _in_dialog(window: TableWindow, key: str) -> None:
    if key == "escape":
        window.wish("back")
    elif key == "enter" and window.dialog == "consent":
        window.wish("agree")
    elif key in ("?", "f1") and window.dialog == "help":
        window.wish("back")
    elif key == "f" and window.dialog == "pause":
        window.wish("by agreement")


def _in_game(table: Table, key: str, name: str) -> None:
    if key in ("enter", "return"):
        table.confirm()
    elif key == "backspace":
        table.untype_die()
    elif key == "space":
        table.hurry()
    elif key == "tab":
        handles.next_mini(table, -1 if "shift" in name else 1)
    elif key == "q":
        table.other_way()
    elif key in (",", "."):
        handles.turn_by(table, 15.0 if key == "," else -15.0)
    elif key in ("+", "="):
        handles.faster(table, 1)
    elif key in ("-", "_"):
        handles.faster(table, -1)
    elif key.isdigit() and table.roll is not None:
        table.type_die(int(key) or 10)
    else:
        _button(table, key)


def _button(table: Table, key: str) -> None:
    """A button by its key."""
    if table.menu is None:
        return
    for button, own in zip(table.menu.buttons, keys_of(table.menu.buttons), strict=True):
        if own.lower() == key:
            table.press(button)
            return
