"""Which dialog lies over a game or the start screen, and what is said in it."""

from __future__ import annotations

from typing import Protocol

import msgspec
from imgui_bundle import imgui

from sim.app.hud import dialogs, theme
from sim.app.hud.agreement_dialog import AgreementDialog
from sim.app.hud.curtain import draw_curtain
from sim.app.hud.keys_page import START, TABLE, draw_keys
from sim.app.hud.lesson_end import draw_lesson_end
from sim.app.hud.start_screen import StartScreen
from sim.app.hud.theme import Fonts
from sim.app.hud.view_dialog import draw_view
from sim.app.table.controller import TableController
from sim.app.table.lesson_table import LessonTable
from sim.app.table.own_keys import OwnKeys
from sim.app.window.editor_door import EditorDoor
from sim.app.window.game_pages import GamePages
from sim.app.window.mouse_and_keys import MouseAndKeys
from sim.app.window.table_scene import TableScene

__all__ = ["draw_dialog", "draw_over_start", "has_ended"]


class DialogHost(Protocol):
    """What dialogs have to do with of a window."""

    fonts: Fonts
    dialog: str
    scene: TableScene | None
    editor: EditorDoor
    agreeing: AgreementDialog | None
    pages: GamePages | None
    controls: MouseAndKeys


def has_ended(table: TableController) -> bool:
    """Is the game over, or the lesson, and its end shown?"""
    if isinstance(table, LessonTable):
        return table.ended
    return table.model.over and not table.worker.busy


def draw_over_start(start: StartScreen, own: OwnKeys, fonts: Fonts, width: float, height: float) -> None:
    """Draw the page that lies over the start screen, if one does, and do what it says."""
    if start.measuring is not None and not start.shows_keys:
        if start.measuring.draw(width, height):
            start.measuring = None
        return
    text = start.settings.text if start.settings is not None else 1.0
    large = max(fonts.scale, theme.scale_of(width, height, text=text))  # the start screen itself grows less
    pushed = theme.push_gaps(large / fonts.scale)
    grown = msgspec.structs.replace(fonts, scale=large)
    if start.shows_keys:
        start.shows_keys = not draw_keys(own, START, grown, width, height)
    elif start.shows_view and start.settings is not None:
        said = draw_view(start.settings, grown, width, height)
        start.shows_view = said != "back"
        start.settings.obey(said)
    imgui.pop_style_var(pushed)


def draw_dialog(window: DialogHost, table: TableController, width: float, height: float) -> str:
    """Draw the dialog that is open, or the end. Returns a command, or nothing."""
    fonts = window.fonts
    if (said := draw_curtain(table, fonts, width, height)) is not None:
        return said
    match window.dialog:
        case "help":
            return "back" if draw_keys(window.controls.own, TABLE, fonts, width, height) else ""
        case "pause":
            sound = window.scene.sound if window.scene is not None else None
            return dialogs.draw_pause(table, fonts, width, height, built=window.editor.is_left, sound=sound)
        case "by agreement" if window.agreeing is not None:
            return window.agreeing.draw(fonts, width, height)
        case "view" if window.scene is not None:
            return draw_view(window.scene.settings, fonts, width, height)
        case "yields":
            return dialogs.draw_yields(table, fonts, width, height)
        case "consent" if window.pages is not None:
            return window.pages.consent.draw(fonts, width, height)
        case "" if isinstance(table, LessonTable) and table.ended:
            return draw_lesson_end(table, fonts, width, height)
        case _ if window.pages is not None:
            return window.pages.draw(window, width, height)
    return ""
