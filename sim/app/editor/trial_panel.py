"""Where bots are asked to try a board out, and what they tell of it."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.editor.trial import HOW_MANY, BoardTrial, told_of
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
from sim.carnevale import scenarios
from sim.playtest.builder_lines import first_lines
from sim.playtest.report_numbers import PlaytestReport
from sim.words import counted, say

__all__ = ["draw_trial"]


def draw_trial(trial: BoardTrial, fonts: Fonts, width: float, height: float) -> str:
    """The page: "back", or nothing."""
    f, said = fonts, ""
    wide, tall = (720, 640) if trial.report is not None and not trial.busy else (560, 430)
    rect = centred(width, height, f.px(wide), f.px(tall))
    dim(width, height)
    with widgets.panel("editor trial", rect, alpha=0.98, front=True):
        imgui.set_window_focus()
        widgets.title(f, say("Bots try the board"), 26)
        imgui.begin_child("trial", V(0, rect.h - f.px(104)))
        if trial.busy:
            _draw_busy(trial, f)
        else:
            _draw_asked(trial, f)
            if trial.failed:
                widgets.wrapped(trial.failed, theme.ALERT)
            if trial.report is not None and trial.folder is not None:
                _draw_report(trial, trial.report, f)
                words = say("All of it, with pictures: {file}", file=trial.folder / "report.html")
                widgets.wrapped(words, theme.FADED)
        imgui.end_child()
        if key_button(f, say("Back"), "Esc", width=f.px(100)):
            said = "back"
    return said


def _draw_report(trial: BoardTrial, report: PlaytestReport, f: Fonts) -> None:
    """What came of it, and what a builder can look at."""
    for line in told_of(report):
        widgets.wrapped(line)
    for section in trial.builder:
        imgui.dummy(V(1, f.px(4)))
        widgets.wrapped(section.title, theme.GOLD)
        with font(f, "text", 14):
            for line in first_lines(section):
                widgets.wrapped(line)
    imgui.dummy(V(1, f.px(4)))


def _draw_busy(trial: BoardTrial, f: Fonts) -> None:
    """How far they are."""
    words = (
        say("{done} of {n} games are over", done=trial.done, n=trial.games)
        if trial.done < trial.games
        else say("The games are over; who sees and reaches what is measured for the report")
    )
    widgets.wrapped(words)
    widgets.bar(f, trial.done, trial.games, theme.GOLD, f.px(400))
    imgui.dummy(V(1, f.px(10)))
    widgets.wrapped(say("A game takes a minute or so. Building goes on meanwhile, on the board as it is now."),
                    theme.FADED)  # fmt: skip
    if key_button(f, say("Stop")):
        trial.stop()


def _draw_asked(trial: BoardTrial, f: Fonts) -> None:
    """Which scenario, and how many games."""
    with font(f, "text", 13):
        words = say("Two equal bots play here, in pairs of games with the zones exchanged. The map is saved first.")
        widgets.wrapped(words, theme.FADED)
    fitting = trial.fitting()
    if not fitting:
        widgets.wrapped(say("No scenario is played on a board of this size."), theme.ALERT)
        return
    if trial.scenario not in fitting:  # the board had another size
        trial.scenario = fitting[0]
    room = imgui.get_content_region_avail().x
    for number, id in enumerate(fitting):
        page = scenarios.find(id)
        assert page is not None
        if number and imgui.get_item_rect_max().x + f.px(130) < imgui.get_window_pos().x + room:
            imgui.same_line(0, f.px(5))
        if key_button(f, widgets.marked(page.title, id), lit=id == trial.scenario):
            trial.scenario = id
    for number, games in enumerate(HOW_MANY):
        if number:
            imgui.same_line(0, f.px(5))
        if key_button(f, counted("Play {n} game", "Play {n} games", games)):
            trial.start(games)
    imgui.dummy(V(1, f.px(4)))
