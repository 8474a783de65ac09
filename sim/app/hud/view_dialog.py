"""How the table looks and plays: palette, labels, motion, houses that open, turns that go on; each is kept."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import dim, whole
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.app.render.palettes import AMBER, FALLS, FREE, GOLD, HIDDEN, ROLLED, SEEN
from sim.app.render.quality import Level
from sim.app.table.view_choices import SETTINGS, ViewSettings
from sim.words import say, sense, term
from sim.words.tongues import LANGUAGES, told

__all__ = ["draw_view"]

LABELS = {"chosen": say("over the chosen mini"), "all": say("over all minis"), "none": say("only while Alt is held")}
EFFORTS: dict[Level, str] = {
    "light": sense("effort", "light"),
    "middle": sense("effort", "middling"),
    "full": sense("effort", "full"),
}
SHOWN = ((FREE, say("reach")), (ROLLED, say("a roll")), (SEEN, say("seen")), (AMBER, say("cover")),
         (HIDDEN, say("not seen")),
         (GOLD, say("way")),
         (FALLS, say("falls")))  # fmt: skip


def draw_view(settings: ViewSettings, fonts: Fonts, width: float, height: float) -> str:
    """Returns "back", a command of the settings, or nothing."""
    said = ""
    settings.read_languages()  # one of them may be chosen here
    dim(width, height)
    with whole(fonts, width, height, 460, 432) as (f, rect), widgets.panel("view", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, say("How it looks"), 26)
        wide = rect.w - f.px(26)
        for words, command, lit, hint in _rows(settings):
            if _setting(f, words, command, lit, hint, wide):
                said = command
        _swatches(settings, f, wide)
        if key_button(f, say("Back"), "Esc", width=wide):
            said = "back"
    return said


def _rows(settings: ViewSettings) -> tuple[tuple[str, str, bool | None, str], ...]:
    """Each setting in words, what it asks for, whether it is on (None: it goes to the next of several), its hint."""
    now = settings.choices
    language = say("the system's") if now.language == "system" else LANGUAGES[now.language]
    return (
        (
            say("Language: {language}", language=language),
            "language",
            None,
            say("English, French, Italian: games are the same"),
        ),
        (
            say("Colours: {title}", title=term(settings.palette.title)),
            "palette",
            None,
            say("Three palettes; no mark is told by colour alone"),
        ),
        (
            say("Names and life: {labels}", labels=LABELS[now.labels]),
            "labels",
            None,
            say("Alt shows them all while it is held"),
        ),
        (say("Size of text: {text:.0%}", text=now.text), "text", None, say("All that is read, from 100% to 200%")),
        (
            say("Effort of the picture: {effort}", effort=_effort(settings)),
            "effort",
            None,
            say("Smoothness, shadows, mirrors: from the next board on. As measured: what this machine has time for"),
        ),
        (
            say("Dice roll on the board"),
            "dice",
            now.dice,
            say("Beside whoever throws them, and in the tray as well"),
        ),
        (
            say("Houses open over the chosen mini"),
            "open houses",
            now.open_houses,
            say("Page down opens them all by hand"),
        ),
        (say("Little motion"), "calm", now.calm, say("Nothing glides, walks or tumbles: all is there at once")),
        (
            say("Turns begin and end by themselves"),
            "turns go on",
            now.turns_go_on,
            say("Where one mini or one answer is left; what comes then may keep it from being undone"),
        ),
    )


def _setting(fonts: Fonts, words: str, command: str, lit: bool | None, hint: str, wide: float) -> bool:
    """A button that goes to the next of several (`lit`: None), or is on or off; was it pressed? It is the same button,
    whatever it says."""
    mark = told(say("next") if lit is None else sense("a setting", "on") if lit else sense("a setting", "off"))
    key, label = f"{mark}  {1 + SETTINGS.index(command)}", f"{told(words)}###{command}"
    return key_button(fonts, label, key, lit=bool(lit), width=wide, hint=hint)


def _effort(settings: ViewSettings) -> str:
    """How much, and of what is measured what came of it."""
    level: str = EFFORTS[settings.effort]
    return say("as measured, {level}", level=level) if settings.choices.effort == "measured" else level


def _swatches(settings: ViewSettings, f: Fonts, wide: float) -> None:
    """The palette's colours with what they stand for."""
    at, draw, step = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), wide / 4
    for i, (paint, words) in enumerate(SHOWN):
        x, y = at.x + (i % 4) * step, at.y + f.px(6) + (i // 4) * f.px(24)
        draw.add_line(V(x, y + f.px(8)), V(x + f.px(22), y + f.px(8)), ink((0.03, 0.02, 0.02, 1)), f.px(7))
        own = settings.palette.of(paint)
        draw.add_line(V(x, y + f.px(8)), V(x + f.px(22), y + f.px(8)), ink((*own[:3], 1.0)), f.px(4))
        imgui.set_cursor_screen_pos(V(x + f.px(28), y))
        with font(f, "text", 13):
            colour(words, theme.FADED)
    imgui.set_cursor_screen_pos(V(at.x, at.y + f.px(62)))
