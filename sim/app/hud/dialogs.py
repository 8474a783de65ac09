"""Over everything: pause, and what is not asked."""

from __future__ import annotations

from collections.abc import Iterator

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim, whole
from sim.app.hud.layout import Rect
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font, marked
from sim.app.sound.stage import SoundStage
from sim.app.table.campaign_games import campaign_of
from sim.app.table.controller import TableController
from sim.app.table.key_bindings import WAYS_OUT_KEYS
from sim.app.table.lesson_table import LessonTable
from sim.words import counted, joined, say

__all__ = ["draw_pause", "draw_yields"]


def draw_pause(
    table: TableController,
    fonts: Fonts,
    width: float,
    height: float,
    *,
    built: bool = False,
    sound: SoundStage | None = None,
) -> str:
    """The menu of a game: returns "back", "leave", "campaign", "quit", a command to the sound, or nothing.

    `built`: one leaves it to build its board.
    """
    dim(width, height)
    said = ""
    tall = (408 if sound is None else 484) - (30 if isinstance(table, LessonTable) else 0)
    with whole(fonts, width, height, 360, tall) as (f, rect), widgets.panel("pause", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, say("Pause"), 28)
        _how_kept(table, f, rect)
        wide, yields = rect.w - f.px(26), say("What I am not asked")
        if table.model.onlooker is not None:  # else nobody is asked now, and all of them look
            yields = say("What I am not asked ({kept})", kept=len(table.model.kept_yields()))
        for label, key, command in (
            (say("Back to the table"), "Esc", "back"),
            (say("Keys"), "?", "help"),
            (say("Rules"), "F3", "rules"),
            (say("The game so far"), "F4", "story"),
            (say("How it looks"), "V", "view"),
            (say("Golden Rule, Fortune's Favour"), "F", "by agreement"),
            (yields, "N", "yields"),
        ):
            if key_button(f, label, key, width=wide):
                said = command
        if sound is not None:
            said = _sound_row(sound, f, wide) or said
        imgui.dummy(V(1, f.px(2)))
        for (label, command), key in zip(_ways_out(table, built=built), WAYS_OUT_KEYS, strict=True):
            if key_button(f, label, key, width=wide):
                said = command
    return said


def _how_kept(table: TableController, f: Fonts, rect: Rect) -> None:
    """What becomes of the game once it is left."""
    journal = table.model.session.journal
    with font(f, "text", 13):
        if isinstance(table, LessonTable):
            widgets.wrapped(say("A lesson that is left begins anew the next time."), theme.FADED)
            return
        widgets.wrapped(say("Every answer is kept as it is given; the game goes on where you leave it."), theme.FADED)
        if journal is not None:
            colour(widgets.fitted(journal.path.name, rect.w - f.px(28)), theme.FADED)
            if imgui.is_item_hovered():
                widgets.tooltip(f, str(journal.path))


def _ways_out(table: TableController, *, built: bool) -> Iterator[tuple[str, str]]:
    """Where one may go from the game, each with its command."""
    if isinstance(table, LessonTable):
        yield say("All lessons"), "leave"
        yield say("Quit"), "quit"
        return
    journal = table.model.session.journal
    if not built and campaign_of(None if journal is None else journal.path) is not None:
        yield say("Save and go to the campaign"), "campaign"
        yield say("Save and quit"), "quit"
        return
    yield say("Save and go back to building") if built else say("Save and go to the start"), "leave"
    yield say("Save and quit"), "quit"


def _sound_row(sound: SoundStage, fonts: Fonts, wide: float) -> str:
    """How loud it is, and whether what is heard is written: returns a command, or nothing."""
    f, said = fonts, ""
    with font(f, "text", 13):
        words = (
            say("Sound {said}", said=sound.said)
            if sound.can_play
            else say("No sound can be played here; captions tell of it")
        )
        colour(words, theme.FADED)
    own = (wide - f.px(6)) / 2
    for label, key, command, lit in (
        (say("Softer"), "-", "quieter", False),
        (say("Louder"), "+", "louder", False),
        (say("Mute"), "M", "mute", sound.choices.muted),
        (say("Captions"), "C", "captions", sound.choices.captions),
    ):
        if command in ("louder", "captions"):
            imgui.same_line(0, f.px(6))
        if key_button(f, label, key, width=own, lit=lit):
            said = command
    return said


def draw_yields(table: TableController, fonts: Fonts, width: float, height: float) -> str:
    """What the player who looks has yielded: each can be taken back. Returns "back", or nothing."""
    f, kept = fonts, table.model.kept_yields()
    rect = centred(width, height, f.px(560), f.px(min(150 + 46 * max(1, len(kept)), 520)))
    dim(width, height)
    said = ""
    with widgets.panel("yields", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        seat = table.model.onlooker
        widgets.title(f, say("What I am not asked"), 24)
        with font(f, "text", 13):
            words = (
                say("{seat}'s, and for nobody else's eyes.", seat=table.model.names(seat)) if seat is not None else ""
            )
            widgets.wrapped(
                words or say("Nobody is asked anything now: each player sees what is their own."), theme.FADED
            )
            if seat is not None and not kept:
                widgets.wrapped(say("Every question is asked."), theme.PARCHMENT)
        for i, each in enumerate(kept):
            at = imgui.get_cursor_screen_pos()
            squeezed(f, each.topic, rect.w - f.px(150))
            with font(f, "text", 13):
                saved = counted("{n} question saved", "{n} questions saved", each.saved) if each.saved else ""
                squeezed(f, joined("  ", (each.words, saved)), rect.w - f.px(150), theme.FADED)
            below = imgui.get_cursor_screen_pos()
            imgui.set_cursor_screen_pos(V(rect.right - f.px(116), at.y + f.px(3)))
            if key_button(f, marked(say("Ask again"), i), str(i + 1) if i < 9 else "", width=f.px(100)):
                table.revoke(each.said)
            imgui.set_cursor_screen_pos(V(at.x, max(below.y, at.y + f.px(40))))
        imgui.set_cursor_screen_pos(V(rect.right - f.px(116), rect.bottom - f.px(44)))
        if key_button(f, say("Back"), "Esc", width=f.px(100)):
            said = "back"
    return said
