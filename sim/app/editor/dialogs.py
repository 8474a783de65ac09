"""Over the board in the editor: keys, menu, earlier versions, a draft that was left, a file that changed outside."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from sim.app.editor.commands import COMMANDS
from sim.app.editor.model import EditorModel
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.keys_page import KeySheet
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
from sim.builder.drafts import LeftDraft, Version
from sim.words import say

__all__ = ["SHEET", "draw_asked", "draw_menu", "draw_versions", "menu_command"]

MOUSE = (
    ("left", say("choose, put down")), ("Shift left", say("choose more, or less")),
    ("left drag", say("move things; a box over some")), ("Alt held", say("move freely")),
    ("right drag", say("turn the view")), ("middle drag", say("move the view")), ("W A S D", say("move the view")),
    ("wheel", say("nearer, farther")), ("Ctrl wheel", say("turn what is in hand")),
    ("arrows", say("nudge what is chosen")),
)  # fmt: skip


def _groups() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    groups: dict[str, list[tuple[str, str]]] = {say("Mouse"): list(MOUSE)}
    for command in COMMANDS:
        groups.setdefault(command.group, []).append((command.shown, command.words))
    return tuple((heading, tuple(rows)) for heading, rows in groups.items())


SHEET = KeySheet(say("Keys of the editor"), _groups(), (1160, 600), columns=4, wide=98)


def draw_menu(model: EditorModel, fonts: Fonts, width: float, height: float) -> str:
    """The menu: "back", "save", "versions", "play", "trial", "leave", "quit", or nothing."""
    f = fonts
    rect = centred(width, height, f.px(400), f.px(370))
    dim(width, height)
    said = ""
    with widgets.panel("editor menu", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, model.map.name, 28)
        with font(f, "text", 13):
            widgets.wrapped(str(model.source), theme.FADED)
            words = say("Every edit is kept as a draft as it is made. What is not saved is offered again next time.")
            widgets.wrapped(words, theme.FADED)
        imgui.dummy(V(1, f.px(4)))
        wide = rect.w - f.px(26)
        for label, key, command, able in _menu(model):
            if key_button(f, label, key, able=able, width=wide):
                said = command
    return said


def menu_command(model: EditorModel, key: str, held: set[str]) -> str:
    """What a key of the menu asks for, or nothing."""
    shown = "Ctrl " * ("control" in held) + key.capitalize()
    return next((command for _, own, command, able in _menu(model) if own == shown and able), "")


def _menu(model: EditorModel) -> tuple[tuple[str, str, str, bool], ...]:
    """Its rows: what each is called, its key, its command, and whether it can be given."""
    return (
        (say("Go on building"), "Esc", "back", True), (say("Save"), "Ctrl S", "save", model.document.changed),
        (say("Play on it"), "F5", "play", True), (say("Bots try it"), "F6", "trial", True),
        (say("Earlier versions"), "V", "versions", True), (say("Leave to the start"), "S", "leave", True),
        (say("Quit"), "Q", "quit", True),
    )  # fmt: skip


def draw_versions(versions: Sequence[Version], fonts: Fonts, width: float, height: float) -> Version | str | None:
    """Earlier versions of the map: the one that is chosen, "back", or nothing."""
    f = fonts
    rect = centred(width, height, f.px(460), f.px(420))
    dim(width, height)
    said: Version | str | None = None
    with widgets.panel("editor versions", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, say("Earlier versions"), 26)
        widgets.wrapped(say("One that is taken up is an edit like any other: it can be taken back."), theme.FADED)
        imgui.begin_child("versions", V(0, rect.h - f.px(140)))
        if not versions:
            widgets.wrapped(say("There are none yet: each save keeps what was there before."), theme.FADED)
        for version in versions:
            pressed, _ = imgui.selectable(
                widgets.marked(say("{when:%Y-%m-%d, %H:%M:%S}", when=version.when), version.path.name), False
            )
            f.stops.here()
            if pressed:
                said = version
        imgui.end_child()
        if key_button(f, say("Back"), "Esc", width=f.px(100)):
            said = "back"
    return said


def draw_asked(kind: str, left: LeftDraft | None, model: EditorModel, fonts: Fonts, width: float, height: float) -> str:
    """A question about the file ("recover" or "outside"): "take", "keep", or nothing."""
    f = fonts
    rect = centred(width, height, f.px(520), f.px(204))
    dim(width, height)
    said = ""
    if kind == "recover":
        assert left is not None
        heading = say("A draft was never saved")
        words = say(
            "{name} was last built on {when:%d/%m, %H:%M}, and the program ended before it was saved. "
            "The draft can be taken up as it was; if not, it stays among the earlier versions.",
            name=model.map.name,
            when=left.when,
        )
        choices = ((say("Take it up"), "Enter", "take"), (say("Begin with the file"), "Esc", "keep"))
    else:
        heading = say("The file was changed by another program")
        words = say(
            "{file} is not what it was. Take over what it holds now, as an edit that can be taken back; or "
            "keep what is here: then the next save writes over it, and theirs stays among the earlier versions.",
            file=model.source,
        )
        choices = ((say("Take over theirs"), "Enter", "take"), (say("Keep mine"), "Esc", "keep"))
    with widgets.panel("editor question", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, heading, 24)
        widgets.wrapped(words, theme.PARCHMENT)
        imgui.set_cursor_screen_pos(V(rect.x + f.px(12), rect.bottom - f.px(46)))
        wide = (rect.w - f.px(30)) / 2
        for number, (label, key, answer) in enumerate(choices):
            if number:
                imgui.same_line(0, f.px(6))
            if key_button(f, label, key, lit=number == 0, width=wide):
                said = answer
    return said
