"""What each key does at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sim.app.table import key_actions
from sim.app.table.controller import TableController
from sim.app.table.lesson_table import COMMANDS as COACH
from sim.app.table.lesson_table import LessonTable
from sim.app.table.tools import Button, Menu, picks_dice
from sim.app.table.view_choices import SETTINGS

__all__ = ["TURNED", "VIEW", "WAYS_OUT_KEYS", "KeyWindow", "key_of_kept", "keys_of", "keys_of_offers", "press_key"]


class StartPage(Protocol):
    """A screen on which a game is chosen."""

    shows_keys: bool

    def press(self, key: str) -> None: ...


class Pages(Protocol):
    """The pages over a game."""

    def press(self, key: str, dialog: str) -> str: ...


class KeyWindow(Protocol):
    """What keys have to do with of a window."""

    dialog: str

    @property
    def start(self) -> StartPage | None: ...

    @property
    def table(self) -> TableController | None: ...

    @property
    def pages(self) -> Pages | None: ...

    def run_command(self, command: str) -> None: ...


VIEW = {
    "t": "top",
    "v": "eye",
    "c": "centre",
    "home": "home",
    "l": "panels",
    "m": "tape",
    "f": "by agreement",
    "page_down": "page_down",  # in what is asked; else it opens houses
    "page_up": "page_up",
}
PAGES = {"f3": "rules", "f4": "story"}
WAYS_OUT_KEYS = ("S", "Q")  # of the menu: to where the game was begun, and out of the program
PAUSE = {
    "v": "view",
    "f": "by agreement",
    "n": "yields",
    "q": "quit",
    "+": "louder",
    "=": "louder",
    "-": "quieter",
    "m": "mute",
    "c": "captions",
}
LEARNT = {  # at the end of a lesson
    "enter": "coach next",
    "return": "coach next",
    "escape": "coach leave",
    "f9": "coach again",
}
DIALOGS = ("help", "pause", "yields", "view", "consent", "by agreement", "rules", "story")  # which take all keys
TURNED = "turned"  # what a page says to a key that opens another of its tabs
SPARE = (*"1234567890", *"YSZ")  # keys of buttons without one of their own; no letter that reads as a digit
OFFERS = "NKUHGRJ"  # keys of the yields of a window, in their order, but for those of its buttons


def keys_of(buttons: Sequence[Button]) -> tuple[str, ...]:
    """The key of each button: its own, or the next that is spare; none where none is left."""
    own = {button.key for button in buttons}
    spare = iter([key for key in SPARE if key not in own])
    return tuple(button.key or next(spare, "") for button in buttons)


def keys_of_offers(menu: Menu) -> tuple[str, ...]:
    """The key of each yield of a window."""
    return tuple(_spare_of(menu)[: len(menu.offers)])


def key_of_kept(menu: Menu) -> str:
    """The key of what is not asked, beside the yields of a window; none where none is left."""
    return next(iter(_spare_of(menu)[len(menu.offers) :]), "") if menu.offers else ""


def _spare_of(menu: Menu) -> list[str]:
    own = {key.upper() for key in keys_of(menu.buttons)}
    return [each for each in OFFERS if each not in own]


def press_key(window: KeyWindow, key: str, name: str) -> None:
    """A key went down; `name` has its modifiers before it."""
    if window.start is not None:
        window.start.press(key)
    elif window.table is not None:
        _at_table(window, window.table, key, name)


def _at_table(window: KeyWindow, table: TableController, key: str, name: str) -> None:
    """What lies over the table takes all keys; then some belong to the window, and the others to the game."""
    if table.curtain.before is not None:
        _at_curtain(window, table, key)
    elif isinstance(table, LessonTable) and table.ended and not window.dialog:
        if key in LEARNT:
            window.run_command(LEARNT[key])
    elif window.pages is not None and (asked := window.pages.press(key, window.dialog)):
        if asked != TURNED:
            window.run_command(asked)
    elif window.dialog in DIALOGS:
        _in_dialog(window, key)
    elif not (
        _in_window(window, table, key, name) or _in_lesson(window, table, key) or _opens(window, table, key, name)
    ):
        _in_game(table, key, name)


def _at_curtain(window: KeyWindow, table: TableController, key: str) -> None:
    if key in ("enter", "return"):
        table.curtain.lift()
    elif key == "escape":
        table.curtain.leave()
    elif key == WAYS_OUT_KEYS[0].lower() and not table.curtain.may_leave:
        window.run_command("leave")


def _in_window(window: KeyWindow, table: TableController, key: str, name: str) -> bool:
    """Is it a key of the window, whatever is played?"""
    if key == "escape":
        if window.dialog == "looked":
            window.dialog = ""
        elif not table.cancel():
            window.run_command("pause")
    elif (key == "z" and "control" in name) or (key == "backspace" and key_actions.retypes(table)):
        window.run_command("undo")
    elif key in ("?", "f1") or (key == "/" and "shift" in name):
        window.run_command("help")
    else:
        return False
    return True


def _in_lesson(window: KeyWindow, table: TableController, key: str) -> bool:
    """Is it a key of the coach, or a number that a lesson has asked for?"""
    if not isinstance(table, LessonTable):
        return False
    if key in COACH:
        window.run_command(COACH[key])
    return key in COACH or table.takes_digit(key)


def _opens(window: KeyWindow, table: TableController, key: str, name: str) -> bool:
    """Is it a key that asks for the curtain, for a page, a line of the chronicle or another view?"""
    if key in ("enter", "return") and table.curtain.reader is not None:
        table.curtain.hide()
    elif key == "f2" and table.curtain.whose is not None:
        table.curtain.ask(table.curtain.whose)
    elif key == "f" and "control" in name:
        window.run_command("find")
    elif table.menu is not None and key == key_of_kept(table.menu).lower() and table.model.kept_yields():
        window.run_command("yields")
    elif key == "end":
        window.run_command("next line" if "shift" in name else "last line")
    elif command := PAGES.get(key) or VIEW.get(key):
        window.run_command(command)
    else:
        return False
    return True


def _in_dialog(window: KeyWindow, key: str) -> None:
    if key == "escape":
        window.run_command("back")
    elif key == "enter" and window.dialog == "consent":
        window.run_command("agree")
    elif (key in ("?", "f1") and window.dialog == "help") or (key in PAGES and PAGES[key] == window.dialog):
        window.run_command("back")
    elif key in PAGES:
        window.run_command(PAGES[key])
    elif window.dialog == "yields" and window.table is not None:
        key_actions.ask_again(window.table, key)
    elif window.dialog == "view" and key.isdecimal() and 0 < int(key) <= len(SETTINGS):
        window.run_command(SETTINGS[int(key) - 1])
    elif window.dialog == "pause" and key == "s" and window.table is not None:
        window.run_command(key_actions.way_out(window.table))
    elif window.dialog == "pause" and key in PAUSE:
        window.run_command(PAUSE[key])


def _in_game(table: TableController, key: str, name: str) -> None:
    if key in ("enter", "return"):
        key_actions.enter(table)
    elif key == "backspace":
        table.untype_die()
    elif key == "space":
        table.skip_animations()
    elif key == "tab":
        table.evidence = None  # what was read makes room for what is pointed at
        key_actions.next_mini(table, -1 if "shift" in name else 1)
    elif picks_dice(table.choice) and (key == "q" or key.isdecimal()):
        if key == "q":
            key_actions.pick_best(table)
        else:
            table.pick_die((int(key) or 10) - 1)
    elif key == "q":
        key_actions.other_way(table)
    elif key in (",", "."):
        table.turn_by(15.0 if key == "," else -15.0)
    elif key in ("+", "=", "-", "_"):
        key_actions.more_or_less(table, 1 if key in ("+", "=") else -1)
    elif key.isdecimal() and table.roll is not None:
        table.type_die(int(key) or 10)
    else:
        _button(table, key)


def _button(table: TableController, key: str) -> None:
    """A button by its key; before there is one, it waits for the next question."""
    if table.menu is None:
        table.early = key
        return
    for button, own in zip(table.menu.buttons, keys_of(table.menu.buttons), strict=True):
        if own.lower() == key:
            table.evidence = None  # and for what is taken in hand
            table.press(button)
            return
    for offer, own in zip(table.menu.offers, keys_of_offers(table.menu), strict=False):
        if own.lower() == key:
            table.say(table.said(offer))
            return
