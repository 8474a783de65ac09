"""The table in a window: one without a display, driven by an injected mouse and keys; and real ones under Xvfb."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import msgspec
import pytest
from imgui_bundle import imgui

from sim.app.hud import dialogs, mini_labels, widgets
from sim.app.hud.imgui_backend import unheard
from sim.app.hud.layout import Layout, PanelHeights, layout
from sim.app.hud.question_card import QuestionCard
from sim.app.hud.top_bar import TopBar
from sim.app.render import thing_shapes
from sim.app.render.figures import FigureLook
from sim.app.render.hours import AFTERNOON
from sim.app.render.label_layout import LabelBox
from sim.app.render.later import Later
from sim.app.render.thing_shapes import ThingShapes
from sim.app.table.games import NewGame, resume_game, start
from sim.app.table.model import TableModel
from sim.app.table.tools import Tool
from sim.app.table.worker import Worker
from sim.app.window import game_dialogs, table_window
from sim.board.files.folders import assets_dir
from sim.carnevale.actions import Combat, Run
from sim.carnevale.agendas.plan import PlanAgendas
from sim.carnevale.characters import Weapon
from sim.carnevale.events import Moved
from sim.carnevale.gangs import read_gang
from sim.carnevale.legality import END
from sim.carnevale.scenarios.deployment import WhichZone
from sim.carnevale.setup import GangSetup, Setup
from sim.carnevale.zones import Zone
from sim.engine.dice import SeededDice
from sim.engine.requests import Choice
from sim.words import say
from sim.words.tongues import load, speak, told
from tests.app.screens import WAIT, come_true, display, needs_display
from tests.app.table_games import free_fight, member
from tests.app.test_new_questions import Ring
from tests.app.test_table import deploying
from tests.carnevale.stages import board_for, played, staged
from tests.carnevale.tables import house, street

__all__ = ["display"]

# --- without a display ----------------------------------------------------------------------------------------


def steps(window: Any, count: int = 3) -> None:
    for _ in range(count):
        window.step()


def until(window: Any, true: Callable[[], bool], most: int = 400) -> None:
    for _ in range(most):
        if true():
            return
        window.step()
    raise AssertionError(f"it never came: {window.table.failure}")


def click(window: Any, place: tuple[float, float]) -> None:
    """Click once what is there can have been read."""
    window.hand.move(*place)
    steps(window)
    while window.table is not None and window.table.fresh.left > 0:
        window.step()
    window.hand.press("mouse1")
    steps(window, 2)
    window.hand.release("mouse1")
    steps(window, 2)


def key(window: Any, name: str) -> None:
    window.hand.press(name)
    steps(window, 1)
    window.hand.release(name)
    steps(window, 1)


def test_the_window_rests_only_once_all_that_was_typed_is_dealt_with(window: Any) -> None:
    """ImGui takes a press of a key a frame: on a slow machine a name that was typed in one go came in letter by letter,
    seconds apart, and the click on *Build* after it later still."""
    window.show_start()
    for _ in range(40):
        window.controls.pressed(True, "a")
        window.controls.pressed(False, "a")
    steps(window, 90)
    assert unheard() == 0


@pytest.mark.parametrize("keys", [("-",), ("shift", "-"), ("control", "z")])
def test_no_key_is_held_once_it_was_let_go(window: Any, keys: tuple[str, ...]) -> None:
    """A film's minus was, as a modifier without a name: the view of a board in the editor never became sharp again."""
    window.show_start()
    for number in range(len(keys)):
        window.hand.press("-".join(keys[: number + 1]))
    steps(window, 1)
    assert window.controls.keys <= {*keys}
    for key in keys:
        window.hand.release(key)
    steps(window, 1)
    assert not window.controls.keys


def test_a_turn_is_played_with_the_mouse_and_keys(window: Any, tmp_path: Path) -> None:
    board = street(house((4, 4), (9, 9), 4.0))
    model = free_fight(board, tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))])
    window.play(model)
    table, view = window.table, window.scene.view
    until(window, lambda: table.menu is not None)
    click(window, view.to_screen((12, 12, 0.7)))
    until(window, lambda: model.shown.active == "a" and table.menu is not None and table.reach is not None)
    place = view.to_screen((14, 12, 0))
    window.hand.move(*place)
    until(window, lambda: table.preview is not None and table.preview.refusal is None)
    click(window, place)
    until(window, lambda: model.shown["a"].here != (12, 12, 0) and table.menu is not None)
    assert model.shown["a"].here == pytest.approx((14, 12, 0), abs=0.2)
    key(window, "e")
    until(window, lambda: isinstance(table.choice, Choice) and table.choice.seat == "south")


@pytest.mark.drawn
def test_what_is_only_drawn_from_afar_waits_for_what_a_gang_is_set_up_by(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: set[str] = set()
    monkeypatch.setattr(window.kernels, "has", there.__contains__)
    board = street(house((4, 4), (9, 9), 4.0))
    window.play(free_fight(board, tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    view = window.scene.view
    if view.complete:
        pytest.skip("nothing is drawn in fewer triangles here")
    until(window, lambda: view.settled)
    assert not view.complete
    there.add("ground")
    until(window, lambda: view.complete)


def test_a_game_that_goes_on_has_its_minis_made_before_its_first_frame(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is made while the board is put together, and all are awaited before the table is drawn."""
    made: list[str] = []
    awaited: list[bool] = []
    monkeypatch.setattr(window.boards, "until_minis", lambda view, _: awaited.append(view.minis_made))
    real = ThingShapes.mini
    monkeypatch.setattr(ThingShapes, "mini", lambda self, *look: made.append(look[0]) or real(self, *look))
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    assert awaited
    assert made == []
    until(window, lambda: len(made) == 2)


def test_minis_that_nobody_waits_for_are_begun_once_the_board_has_been_seen(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    real = thing_shapes.painted_mini
    monkeypatch.setattr(thing_shapes, "painted_mini", lambda body, *look: begun.append(body) or real(body, *look))
    with ThreadPoolExecutor(1) as pool:
        light: Any = Later(lambda: begun.append("light"))
        things = thing_shapes.ThingShapes(window.screen, None, AFTERNOON, light, pool)
        things.expect([("matron", 30.0, FigureLook())])
        for _ in range(thing_shapes.LET_DRAW):
            things.go_on()
        pool.submit(begun.append, "the board is seen").result()
        things.go_on()
        things.mini("matron", 30.0, FigureLook())
    assert begun == ["the board is seen", "light", "matron"]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_no_button_of_the_bar_is_cut(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Words and keys are as long as they are called in each language."""
    cut: list[str] = []
    real = widgets.fitted

    def watched(text: str, width: float) -> str:
        shown = real(text, width)
        if shown != told(text):
            cut.append(told(text))
        return shown

    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    speak(load(language))
    try:
        monkeypatch.setattr(widgets, "fitted", watched)
        steps(window, 3)
        assert not {told(button.label) for button in window.hud.bar._buttons()} & set(cut)
    finally:
        speak(load("en"))


def test_names_of_gangs_are_whole_on_two_lines_where_text_is_large(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 200% a seat has room for half of most names on one line."""
    gangs = [read_gang(path.stem)[0].name for path in sorted((assets_dir() / "gangs").glob("*.toml"))]
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    bar, shown = window.hud.bar, dict[str, list[str]]()
    real = bar.draw

    def draw(rect: Any) -> None:
        real(rect)
        shown.update({gang: bar._name(gang, bar.fonts.px(75))[0] for gang in gangs})

    monkeypatch.setattr(bar, "draw", draw)
    steps(window, 1)
    assert [" ".join(shown[gang]) for gang in gangs] == gangs
    assert {len(lines) for lines in shown.values()} == {1, 2}


def test_who_plays_each_of_four_gangs_is_told_beside_names_on_two_lines(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the bar has it at 1280x800, for gangs that ship and for persons and bots alike."""
    names = [read_gang(f"{each}-75")[0].name for each in ("doctors", "guild", "patricians", "vatican")]
    minis = ((12, 12, 0), (18, 16, 0), (12, 18, 0), (18, 10, 0))
    seats = tuple(
        GangSetup(seat, (member(seat[0], at),), name)
        for seat, at, name in zip(("north", "east", "south", "west"), minis, names, strict=True)
    )
    setup = Setup("street", seats, size=street().size, seed=1)
    window.play(start(setup, street(), {"south": "greedy", "west": "random"}, tmp_path / "game.jsonl", SeededDice(1)))
    until(window, lambda: window.table.menu is not None)
    lines, told_of = dict[str, int](), set[str]()
    named, fitted = TopBar._name, widgets.fitted

    def watched(bar: TopBar, gang: str, room: float) -> tuple[list[str], float]:
        found = named(bar, gang, room)
        lines[gang] = len(found[0])
        return found

    def noted(text: str, width: float) -> str:
        shown = fitted(text, width)
        told_of.add(shown)
        return shown

    monkeypatch.setattr(TopBar, "_name", watched)
    monkeypatch.setattr(widgets, "fitted", noted)
    steps(window, 1)
    assert 2 in lines.values()
    assert told_of >= {"Player 1", "Player 2", "Greedy bot", "Random bot"}


def test_help_and_pause_open_and_close_with_keys(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    key(window, "f1")
    assert window.dialog == "help"
    key(window, "escape")
    assert window.dialog == ""
    key(window, "escape")
    assert window.dialog == "pause"
    key(window, "escape")
    assert window.dialog == ""


@pytest.mark.parametrize(("name", "leads"), [("n", "yields"), ("s", "start"), ("q", "pause")])
def test_each_line_of_the_menu_has_a_key(window: Any, tmp_path: Path, name: str, leads: str) -> None:
    """Nobody left a game without a mouse."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    key(window, "escape")
    key(window, name)
    steps(window, 2)
    at, runs, window.running = "start" if window.start is not None else window.dialog, window.running, True
    assert (at, runs) == (leads, name != "q")


def test_the_ways_out_of_a_game_are_the_last_of_its_menu(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one is not asked, and the sound, stood below them, where nobody looks."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    labels: list[str] = []
    real = dialogs.key_button
    monkeypatch.setattr(
        dialogs, "key_button", lambda f, label, *a, **k: (labels.append(label), real(f, label, *a, **k))[1]
    )
    key(window, "escape")
    assert labels[-2:] == ["Save and go to the start", "Save and quit"]
    assert labels[6].startswith("What I am not asked")
    key(window, "escape")


@pytest.mark.rule("TURN-12")
def test_the_golden_rule_is_called_with_a_key_and_agreed_by_the_other_player(window: Any, tmp_path: Path) -> None:
    model = free_fight(street(), tmp_path, [member("a", (12, 12, 0), lp=6)], [member("b", (18, 16, 0))])
    window.play(model)
    until(window, lambda: window.table.menu is not None)
    key(window, "f")
    assert window.dialog == "by agreement"
    window.agreeing.points["lp"] = 3
    window.agreeing.why = "it fell from the table"
    window.agreeing.settle()
    key(window, "escape")
    until(window, lambda: window.table.menu is not None and window.table.choice.prompt == "agree")
    assert window.table.menu.question == "The North calls the Golden Rule. Agreed?"
    assert window.table.menu.detail == "A has 3 Life Points. it fell from the table"
    key(window, "1")
    until(window, lambda: model.shown["a"].lp == 3)


@pytest.mark.rule("TURN-12")
def test_a_place_is_pointed_at_once_and_the_dialog_stays_away_after_it(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0), lp=13)], [member("b", (18, 16, 0))]))
    table, view = window.table, window.scene.view
    until(window, lambda: table.menu is not None)
    key(window, "f")
    window.agreeing.why = "it was knocked over"
    window.run_command("place")
    click(window, view.to_screen((10, 12, 0)))
    assert window.dialog == "by agreement"
    assert table.pointed == pytest.approx((10, 12, 0), abs=0.2)
    assert window.agreeing.why == "it was knocked over"
    assert not table.model.notice, "nobody is to point any more"
    key(window, "escape")
    assert table.pointed is None
    click(window, view.to_screen((8, 12, 0)))
    assert window.dialog == ""
    key(window, "f")
    window.run_command("place")
    key(window, "escape")
    steps(window, 1)
    assert window.dialog == "by agreement", "nothing was pointed at: back to the dialog"
    key(window, "escape")


def test_a_click_that_begins_and_ends_between_two_frames_is_not_lost(window: Any, tmp_path: Path) -> None:
    model = free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))])
    window.play(model)
    until(window, lambda: window.table.menu is not None and not window.table.fresh.left)
    window.hand.move(120, 100)  # over the roster
    steps(window)
    window.hand.move(*window.scene.view.to_screen((12, 12, 0.7)))
    window.hand.press("mouse1")
    window.hand.release("mouse1")
    until(window, lambda: model.shown.active == "a", 40)


def test_a_quick_click_on_a_panel_does_not_reach_the_board_behind_it(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))])
    window.play(model)
    until(window, lambda: window.table.menu is not None)
    asked: list[Any] = []
    monkeypatch.setattr(window.table, "click", lambda *place, **_: asked.append(place))
    window.hand.move(640, 300)
    steps(window)
    window.hand.move(120, 24)
    window.hand.press("mouse1")
    window.hand.release("mouse1")
    steps(window)
    assert asked == []


def test_panels_fold_at_a_click_and_unfold_at_another(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    settings, before = window.scene.settings, window.hud.layout(*window.size())
    assert "roster" in settings.choices.folded
    click(window, (before.roster.x + 40, before.roster.y + 12))
    assert "roster" not in settings.choices.folded
    steps(window, 3)
    unfolded = window.hud.layout(*window.size())
    assert unfolded.roster.h > before.roster.h
    click(window, (unfolded.roster.right - 16, unfolded.roster.y + 15))
    assert "roster" in settings.choices.folded
    assert window.hud.layout(*window.size()).open_share > unfolded.open_share


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """How tall each panel was when it was drawn last."""
    drawn: dict[str, float] = {}
    real = widgets.panel

    def panel(name: str, rect: Any, **more: Any) -> Any:
        drawn[name] = rect.h
        return real(name, rect, **more)

    monkeypatch.setattr(widgets, "panel", panel)
    return drawn


def test_a_panel_is_as_tall_as_what_it_holds_in_the_frame_in_which_that_changes(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rooms: dict[str, float]
) -> None:
    armed = member("b", (18, 16, 0), weapons=tuple(Weapon(f"Bow {n}", range=12) for n in range(4)))
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [armed]))
    until(window, lambda: window.table.menu is not None)
    monkeypatch.setattr(window.settings, "choices", msgspec.structs.replace(window.settings.choices, folded=()))
    window.table.selected = "a"
    steps(window)
    before = rooms["card"]
    window.table.selected = "b"
    window.step()
    first = rooms["card"]
    steps(window)
    assert before < first == rooms["card"]


def test_a_question_beside_a_mini_is_as_tall_as_its_words_from_its_first_frame_on(
    window: Any, tmp_path: Path, rooms: dict[str, float]
) -> None:
    north = [member("a", (12, 12, 0), wp=2, weapons=(Weapon("Bow", range=12),))]
    window.play(free_fight(street(), tmp_path, north, [member("b", (15, 12, 0))]))
    for answer in ("a", Combat("b", "Bow")):
        until(window, lambda: window.table.menu is not None)
        window.table.give(answer)
        steps(window, 2)
    until(window, lambda: "question" in rooms)
    first = rooms["question"]
    steps(window)
    assert first == rooms["question"] != QuestionCard.tall


def test_keys_that_are_held_show_labels_and_who_sees_whom_and_open_houses(window: Any, tmp_path: Path) -> None:
    board = street(house((4, 4), (9, 9), 4.0))
    window.play(free_fight(board, tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    table, scene = window.table, window.scene
    until(window, lambda: table.menu is not None)
    table.selected = "a"
    window.hand.press("lalt")
    steps(window, 2)
    assert scene.all_labels
    window.hand.release("lalt")
    steps(window, 2)
    assert not scene.all_labels
    window.hand.press("o")
    until(window, lambda: table.looks is not None)
    steps(window, 2)
    assert [enemy for enemy, _, _ in table.looks.each] == ["b"]
    assert scene.sight_marks.labels
    window.hand.release("o")
    steps(window, 3)
    assert not scene.sight_marks.labels
    key(window, "page_down")
    assert scene.houses_open
    key(window, "page_up")
    assert not scene.houses_open


def test_whoever_is_asked_next_is_brought_into_view(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[tuple[float, ...]] = []
    window.play(
        free_fight(street(), tmp_path, [member("a", (3, 3, 0)), member("c", (21, 21, 0))], [member("b", (12, 12, 0))])
    )
    table = window.table
    until(window, lambda: table.menu is not None)
    monkeypatch.setattr(window.scene.camera, "follow", followed.append)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    steps(window)
    assert followed[-1] == (3, 3, 0)
    followed.clear()
    log, asked = len(table.model.shown.log), table.menu
    other = msgspec.structs.replace(asked, who="c")
    table.menu = other
    steps(window)
    assert len(table.model.shown.log) == log
    assert followed == [(21, 21, 0)]


def test_who_may_have_a_turn_is_seen_when_it_is_asked_whose_turn_it_is(window: Any, tmp_path: Path) -> None:
    """An enemy had acted far off, and none of those to choose from was in the picture."""
    minis = [member(who, at) for who, at in (("a", (3, 3, 0)), ("c", (5, 3, 0)), ("d", (3, 5, 0)))]
    window.play(free_fight(street(), tmp_path, minis, [member("b", (21, 21, 0))]))
    camera, table = window.scene.camera, window.table
    for answer in ("a", END, "b"):
        until(window, lambda: table.menu is not None)
        table.give(answer)
        steps(window)
    until(window, lambda: table.menu is not None)
    camera.show_place((21, 21, 0), distance=8.0)
    until(window, lambda: not camera.gliding)
    table.give(END)
    until(window, lambda: table.menu is not None and table.choice.seat == "north")
    assert table.choice.waiting == ("c", "d")
    steps(window, 2)
    until(window, lambda: not camera.gliding)
    for at in ((5, 3, 0), (3, 5, 0)):
        x, y = window.scene.view.to_screen(at)
        assert 256 < x < 1000
        assert 60 < y < 700


@pytest.mark.parametrize("actions", [56.0, 180.0, 300.0])
def test_from_above_the_whole_board_lies_between_the_panels_whatever_they_hold(
    window: Any, tmp_path: Path, actions: float
) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (3, 3, 0))], [member("b", (21, 21, 0))]))
    until(window, lambda: window.table.menu is not None)
    camera, (width, height) = window.scene.camera, window.size()

    def laid(tall: float) -> Layout:
        where = layout(width, height, window.fonts.scale, PanelHeights(roster=200, actions=tall))
        camera.keep_clear(where)
        camera.look(0.0)
        return where

    laid(56.0)
    camera.run_command("top", None)
    where = laid(actions)
    for corner in ((0, 0, 0), (0, 24, 0), (24, 0, 0), (24, 24, 0)):
        x, y = camera.view.to_screen(corner)
        assert where.free.holds(x, y)
        assert y > where.track.bottom
    seen = (camera.orbit.centre, camera.orbit.zoom_top)
    laid(56.0)
    assert (camera.orbit.centre, camera.orbit.zoom_top) == seen, "it does not go to and fro with the panels"
    camera.zoom(0.8)
    seen = (camera.orbit.centre, camera.orbit.zoom_top)
    laid(300.0)
    assert (camera.orbit.centre, camera.orbit.zoom_top) == seen, "it was moved by hand"


@pytest.mark.parametrize("watch", ["follow", "keep"])
def test_what_is_in_sight_stays_there_as_what_is_asked_grows_over_it(window: Any, tmp_path: Path, watch: str) -> None:
    """Who acted, or the pointer of the board, lay under the buttons of its own turn."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (21, 21, 0))]))
    until(window, lambda: window.table.menu is not None)
    camera, (width, height), at = window.scene.camera, window.size(), (12.0, 12.0, 0.0)

    def laid(tall: float) -> Layout:
        where = layout(width, height, window.fonts.scale, PanelHeights(roster=200, actions=tall))
        camera.keep_clear(where)
        return where

    laid(56.0)
    camera.rest()
    camera.orbit.steep = 55.0
    for inch in range(20):
        turn = radians(camera.orbit.turn)
        camera.orbit.look_at((at[0] - 0.5 * inch * cos(turn), at[1] - 0.5 * inch * sin(turn), 0.0))
        camera.look(0.0)
        if camera.view.to_screen(at)[1] > 520:
            break
    getattr(camera, watch)(at)
    assert not camera.gliding
    where = laid(300.0)
    until(window, lambda: not camera.gliding)
    assert where.free.holds(*camera.view.to_screen(at))


def test_from_above_the_board_stays_where_it_is_as_a_question_takes_two_rows(window: Any, tmp_path: Path) -> None:
    """It shrank under the pointer, and the click that was on its way met another place."""
    window.play(free_fight(street(), tmp_path, [member("a", (3, 3, 0))], [member("b", (21, 21, 0))]))
    until(window, lambda: window.table.menu is not None)
    camera, (width, height) = window.scene.camera, window.size()
    seen = []
    for actions in (75.0, 85.0, 116.0):
        camera.keep_clear(layout(width, height, window.fonts.scale, PanelHeights(roster=200, actions=actions)))
        if not seen:
            camera.run_command("top", None)
        seen.append((camera.orbit.centre, camera.orbit.zoom_top))
    assert len(set(seen)) == 1


def test_from_straight_above_one_comes_back_to_what_one_looked_at(window: Any, tmp_path: Path) -> None:
    """Unless the view was moved meanwhile: then to that place."""
    window.play(free_fight(street(), tmp_path, [member("a", (3, 3, 0))], [member("b", (21, 21, 0))]))
    until(window, lambda: window.table.menu is not None)
    camera = window.scene.camera
    camera.orbit.look_at((4, 20, 0.5))
    for _ in range(2):
        camera.run_command("top", None)
        steps(window, 2)
    assert camera.orbit.mode == "orbit"
    assert camera.orbit.centre == (4, 20, 0.5)
    camera.run_command("top", None)
    camera.drag("mouse1", 60, 0, window.size())
    moved = camera.orbit.centre
    camera.run_command("top", None)
    assert camera.orbit.centre == moved


def test_from_above_whoever_acts_is_followed_where_it_is_out_of_sight(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (3, 3, 0))], [member("b", (21, 21, 0))]))
    until(window, lambda: window.table.menu is not None)
    camera = window.scene.camera
    camera.run_command("top", None)
    camera.follow((3, 3, 0))
    assert not camera.gliding, "all of it is seen"
    camera.zoom(0.3)
    steps(window, 2)
    camera.follow((3, 3, 0))
    until(window, lambda: not camera.gliding)
    assert camera.orbit.mode == "top"
    assert camera.orbit.centre[:2] == pytest.approx((3, 3), abs=0.2)


def test_little_motion_puts_minis_where_they_go_at_once(window: Any, tmp_path: Path) -> None:
    model = free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))])
    window.play(model)
    table = window.table
    until(window, lambda: table.menu is not None)
    window.run_command("calm")
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    table.give(Run(to=(14, 12, 0)))
    moving = []
    until(window, lambda: moving.append(window.scene.view.animating) or (table.menu is not None and len(moving) > 5))
    window.run_command("calm")
    assert not any(moving)
    assert model.shown["a"].here == pytest.approx((14, 12, 0), abs=0.05)


def test_nothing_is_drawn_while_nothing_happens(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: not window.awake)
    assert not window.base.win.is_active()
    window.hand.move(500, 400)
    steps(window, 1)
    assert window.awake
    until(window, lambda: not window.awake)
    window.hand.press("f1")
    window.hand.release("f1")
    steps(window, 3)
    assert window.dialog == "help"
    key(window, "escape")


def test_nothing_is_drawn_while_something_is_thought_about_for_long(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    table = window.table
    until(window, lambda: table.menu is not None and not table.worker.busy)
    thought, told = threading.Event(), []
    table.worker = Worker(threaded=True)
    table.worker.submit(lambda: thought.wait(WAIT), told.append)
    until(window, lambda: not window.awake)
    assert table.worker.busy
    drawn = [window.step() or window.awake for _ in range(40)]  # two seconds of the window's clock
    assert 1 <= sum(drawn) <= 3  # it is looked at now and then all the same
    thought.set()
    until(window, lambda: bool(told), 20_000)  # what does not draw hardly takes time
    assert window.awake
    table.worker.close()


@pytest.mark.parametrize("page", ["view", "yields", "help", "story", "rules"])
def test_what_was_opened_from_pause_goes_back_to_pause(window: Any, tmp_path: Path, page: str) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    window.run_command("pause")
    window.run_command(page)
    assert window.dialog == page
    key(window, "escape")
    assert window.dialog == "pause"
    key(window, "escape")
    assert window.dialog == ""
    window.run_command(page)
    key(window, "escape")
    assert window.dialog == ""


def test_a_start_screen_comes_to_rest(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    until(window, lambda: not window.awake, 60)


def test_f1_shows_the_keys_on_the_start_screen_and_they_do_nothing_meanwhile(window: Any) -> None:
    window.show_start()
    key(window, "f1")
    assert window.start.shows_keys
    assert imgui.internal.find_window_by_name("help").active
    for pressed in ("1", "enter", "l", "g"):
        key(window, pressed)
    assert window.start.shows_keys
    key(window, "escape")
    assert not window.start.shows_keys
    assert imgui.internal.find_window_by_name("new game").active


def test_how_it_looks_is_chosen_before_a_game_is_opened(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    key(window, "v")
    assert imgui.internal.find_window_by_name("view").active
    key(window, "g")
    assert window.start.muster is None
    before = window.settings.choices.calm
    monkeypatch.setattr(game_dialogs, "draw_view", lambda *_: "calm")
    steps(window, 1)
    assert window.settings.choices.calm is not before
    monkeypatch.setattr(game_dialogs, "draw_view", lambda *_: "back")
    steps(window, 1)
    assert not window.start.shows_view
    window.settings.obey("calm")


def test_a_key_chosen_on_the_start_screen_is_kept(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    key(window, "f1")
    own = window.controls.own
    own.ask("r")
    key(window, "y")
    assert own.map.chosen("r") == "y"
    own.as_at_first()


def test_a_tooltip_is_as_large_as_its_words_at_once(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the words became others while it was shown, as in another language."""
    said = say("Short")
    window.show_start()
    real = type(window.start).draw

    def draw(self: Any, *size: Any) -> None:
        real(self, *size)
        widgets.tooltip(window.fonts, said)

    monkeypatch.setattr(type(window.start), "draw", draw)
    window.hand.move(700, 500)
    steps(window, 1)
    window.hand.move(400, 300)
    steps(window, 4)
    said = say("Prepared: the first time, what measures is compiled, which takes some minutes")
    steps(window, 1)
    tip = imgui.internal.find_window_by_name("##Tooltip_00")
    assert tip.size.x == pytest.approx(widgets._tip_size(window.fonts, said).x, abs=1)


def test_a_tooltip_becomes_slim_rather_than_lie_over_the_next_rows(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 200% it hid the answers below the one that was pointed at."""
    said = say("Prepared: the first time, what measures is compiled, which takes some minutes")
    window.show_start()
    real = type(window.start).draw

    def draw(self: Any, *size: Any) -> None:
        real(self, *size)
        imgui.set_next_window_pos((200, 200))
        imgui.set_next_window_size((880, 400))
        imgui.begin("rows")
        imgui.button("a row", (860, 30))
        widgets.tooltip(window.fonts, said)
        imgui.end()

    monkeypatch.setattr(type(window.start), "draw", draw)
    window.hand.move(700, 500)
    steps(window, 1)
    window.hand.move(400, 300)
    steps(window, 4)
    tip = imgui.internal.find_window_by_name("##Tooltip_00")
    assert tip.pos.x >= 1080
    assert tip.pos.x + tip.size.x <= window.size()[0]


def test_marks_on_the_board_are_told_in_the_language_that_was_chosen_last(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    table = window.table
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    key(window, "j")
    window.hand.move(*window.scene.view.to_screen((14, 12, 0)))
    until(window, lambda: table.preview is not None and table.from_there is not None and not table.worker.busy)
    steps(window, 3)
    before = {label.text for label in window.scene.marks.labels}
    speak(load("it"))
    steps(window, 2)
    after = {label.text for label in window.scene.marks.labels}
    speak(load("en"))
    assert "99% lands" in before
    assert "99% atterra" in after


def test_a_line_of_the_chronicle_that_is_clicked_brings_what_it_tells_into_view(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    table, camera = window.table, window.scene.camera
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    table.give({"act": "run", "path": [(14, 12, 0)]})
    until(window, lambda: table.menu is not None and not window.scene.in_motion)
    (number,) = (at for at, event in enumerate(table.model.shown.log) if isinstance(event, Moved))
    camera.show_place((2.0, 3.0, 0.0), 12.0)
    until(window, lambda: not camera.gliding)
    table.line = number
    steps(window, 3)
    assert not camera.gliding
    assert not camera._between_panels((14.0, 12.0, 0.0))
    table.evidence = number
    steps(window, 2)
    until(window, lambda: not camera.gliding)
    assert camera._between_panels((14.0, 12.0, 0.0))
    assert camera._between_panels((12.0, 12.0, 0.0))


def test_the_view_turns_back_to_the_bearing_of_whoever_is_asked(window: Any, tmp_path: Path) -> None:
    """After an enemy that was looked at from elsewhere, nobody knew any more which side was which."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    camera = window.scene.camera
    until(window, lambda: window.table.menu is not None)
    camera.drag("mouse3", 60.0, 0.0, window.size())
    own = camera.bearing
    camera.orbit.orbit(150.0, 0.0)
    camera.show_one_of([(12, 12, 0)])
    until(window, lambda: not camera.gliding)
    assert abs((camera.orbit.turn - own.turn + 180.0) % 360.0 - 180.0) <= 51.0
    camera.orbit.orbit(-100.0, 0.0)
    camera.sit_down("south")
    assert camera.bearing != own
    camera.sit_down("north")
    assert camera.bearing == own


@pytest.mark.parametrize(
    ("x", "y", "turn"),
    [((0, 8), (0, 24), 180.0), ((16, 24), (0, 24), 0.0), ((0, 24), (0, 8), -90.0), ((0, 24), (16, 24), 90.0)],
)
def test_a_zone_is_seen_from_the_edge_that_it_lies_at(
    window: Any, tmp_path: Path, x: tuple[float, float], y: tuple[float, float], turn: float
) -> None:
    """Whoever set up in the west looked at the board from the north."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    camera = window.scene.camera
    camera.show_zone(Zone("zone", x, y))
    assert camera.orbit.turn == turn
    camera.sit_down("west", Zone("zone", x, y))
    assert camera.bearing == (turn, camera.orbit.steep), "in a game that is gone on with nobody is shown its zone"


def test_back_from_above_one_looks_from_where_one_sits(window: Any, tmp_path: Path) -> None:
    """It was from where the other player sat who had looked from above first."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    camera = window.scene.camera
    until(window, lambda: window.table.menu is not None)
    camera.sit_down("west", Zone("zone", (0, 8), (0, 24)))
    camera.run_command("top", None)
    camera.sit_down("east", Zone("zone", (16, 24), (0, 24)))
    camera.run_command("top", None)
    assert camera.orbit.mode == "orbit"
    assert (camera.orbit.turn, camera.orbit.steep) == camera.bearing


def test_back_from_above_one_sees_who_acts_now(window: Any, tmp_path: Path) -> None:
    """It was the corner that had been looked at before somebody else's turn."""
    window.play(free_fight(street(), tmp_path, [member("a", (3, 3, 0))], [member("b", (21, 21, 0))]))
    table, camera = window.table, window.scene.camera
    until(window, lambda: table.menu is not None)
    camera.show_place((21, 21, 0), distance=8.0)
    until(window, lambda: not camera.gliding)
    camera.run_command("top", None)
    steps(window, 3)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    steps(window, 3)
    camera.run_command("top", None)
    steps(window, 2)
    until(window, lambda: not camera.gliding)
    assert camera.orbit.mode == "orbit"
    assert camera._between_panels((3, 3, 0))


def test_who_is_asked_about_nobody_sees_their_own_gang(window: Any) -> None:
    """They looked at the corner of whoever had played before."""
    minis = [("a", "north", (3.0, 3.0, 0.0)), ("b", "south", (20.0, 20.0, 0.0))]
    game = staged("acquisition", *minis, agendas={"north": ["A1"], "south": []})
    game.set("a", cp=1)
    game.then(PlanAgendas())
    window.play(TableModel(board_for("acquisition"), played(game), {"south": "random"}))
    camera = window.scene.camera
    camera.show_place((20.0, 20.0, 0.0), 8.0)
    until(window, lambda: window.table.menu is not None and not camera.gliding)
    steps(window, 2)
    until(window, lambda: not camera.gliding)
    assert camera._between_panels((3.0, 3.0, 0.0))


def test_who_may_counter_sees_what_is_countered(window: Any, tmp_path: Path) -> None:
    """And not their own gang, which may stand elsewhere."""
    south = [member("b", (21, 21, 0), cp=3), member("c", (21, 19, 0), weapons=(Weapon("Long bow", range=48),))]
    window.play(free_fight(street(), tmp_path, [member("a", (3, 3, 0))], south))
    table, camera = window.table, window.scene.camera
    for answer in ("a", {"act": "run", "path": [(4, 3, 0)]}):
        until(window, lambda: table.menu is not None)
        table.give(answer)
        steps(window)
    until(window, lambda: table.menu is not None and table.choice.seat == "south")
    steps(window, 2)
    until(window, lambda: not camera.gliding)
    assert table.menu.place == "a"
    assert camera._between_panels((4, 3, 0))


def test_who_looks_from_above_chooses_a_zone_from_there(window: Any) -> None:
    game = staged("acquisition", ("a", "north", (3.0, 3.0, 0.0)), ("b", "south", (20.0, 20.0, 0.0)))
    game.then(Ring(WhichZone(seat="north", free=("north-west", "south-east")), {}))
    model = TableModel(board_for("acquisition"), played(game), {"south": "random"})
    window.play(model)
    camera = window.scene.camera
    camera.run_command("top", None)
    until(window, lambda: window.table.menu is not None)
    steps(window, 2)
    assert camera.orbit.mode == "top"


@pytest.mark.parametrize("calm", [False, True])
def test_whom_an_attack_may_be_aimed_at_is_seen_beside_who_aims(window: Any, tmp_path: Path, calm: bool) -> None:
    """Also where the camera has gone to who aims, from a place where the only target was in sight."""
    archers = [member("a", (10, 8, 0), weapons=(Weapon("Long bow", range=48),))]
    window.play(free_fight(street(), tmp_path, archers, [member("b", (23, 17, 0))]))
    table, camera = window.table, window.scene.camera
    until(window, lambda: table.menu is not None)
    camera.calm = calm
    camera.show_place((23.0, 17.0, 0.0), 14.0)
    until(window, lambda: not camera.gliding)
    steps(window, 3)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    key(window, "a")
    assert table.tool is Tool.ATTACK
    steps(window, 3)
    until(window, lambda: not camera.gliding)
    steps(window, 3)
    assert camera._between_panels((23.0, 17.0, 0.0))
    assert camera._between_panels((10.0, 8.0, 0.0))


def test_the_name_of_who_attacks_hides_nobody_who_may_be_attacked(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lay over the only target, which stood just beyond."""
    drawn: list[LabelBox] = []

    def draw(label: Any, down: float, *_: object) -> None:
        drawn.append(msgspec.structs.replace(label.box, y=label.box.y + down))

    monkeypatch.setattr(mini_labels, "_draw", draw)
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (12, 13.18, 0))]))
    table, camera = window.table, window.scene.camera
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    key(window, "a")
    assert table.tool is Tool.ATTACK
    for pitch in (30.0, 50.0, 75.0):
        camera.show_place((12.0, 12.0, 0.0), 20.0, heading=0.0, pitch=pitch)
        until(window, lambda: not camera.gliding)
        window.hand.move(600.0, 600.0)
        drawn.clear()
        steps(window, 1)
        assert drawn
        assert not any(box.meets(mini_labels.box_of(window.scene.silhouette("b"))) for box in drawn)


@pytest.mark.parametrize("way", ["film", "again", "leave"])
def test_what_a_game_leads_on_to_is_opened_between_two_frames(
    window: Any, tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is made, the window shows how far it is: within a frame nothing could be drawn."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    within: list[bool] = []
    for opens in ("open_film", "open_new", "show_start"):
        monkeypatch.setattr(window, opens, lambda *_: within.append(drawing[-1]))
    monkeypatch.setattr(window, "plan", NewGame())
    drawing = [False]
    real = window._draw

    def draw() -> None:
        drawing.append(True)
        window.run_command(way)
        drawing.append(False)

    window._events.accept("imgui-new-frame", lambda: (draw(), real()))
    steps(window, 1)
    window._events.accept("imgui-new-frame", real)
    assert within == [False]


def test_the_start_screen_offers_games_that_wait(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    free_fight(street(), tmp_path / "games", [member("a", (12, 12, 0))], [member("b", (18, 16, 0))])
    window.show_start()
    steps(window)
    assert [kept.gangs for kept in window.start.saved.kept] == [("The North", "The South")]
    window.start.press("c")
    assert window.start.saved.asked is window.start.saved.kept[0]
    assert not window.start.saved.as_film


def test_a_game_has_its_picture_also_where_the_window_is_closed_while_gangs_are_set_up(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Path] = []
    window.play(deploying(tmp_path).model)
    assert window.table.model.shown.round == 0
    monkeypatch.setattr(table_window, "keep_picture", lambda _base, _ui, journal: kept.append(journal))
    monkeypatch.setattr(window, "running", False)
    window.close_game()
    assert [each.parent for each in kept] == [tmp_path]


# --- in a real window -----------------------------------------------------------------------------------------

SMALL = """
format = 1
name = "Small"
size = [36, 36]

[[canals]]
id = "rio"
outline = [[0, 16], [36, 16], [36, 20], [0, 20]]
"""


class Played:
    """`bauta play` in a window, with a hand at its mouse and keys."""

    def __init__(self, display: str, folder: Path, *arguments: str) -> None:
        self.env = {**os.environ, "DISPLAY": display, "BAUTA_DATA": str(folder / "data")}
        self.games = folder / "data" / "games"
        self.program = subprocess.Popen([sys.executable, "-m", "sim", "play", *arguments], env=self.env)
        self.window = come_true(self.found).split()[-1]

    def found(self) -> str:
        assert self.program.poll() is None, "the program has ended"
        return self.do("search", "--onlyvisible", "--name", "Bauta")

    def do(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True)
        return done.stdout.strip()

    def key(self, name: str) -> None:
        self.do("windowfocus", self.window, "key", "--delay", "120", name)

    def journal(self) -> Path | None:
        return next(iter(self.games.glob("*.jsonl")), None) if self.games.is_dir() else None

    def answers(self) -> int:
        path = self.journal()
        return path.read_bytes().count(b'"choice"') if path is not None else 0


@pytest.mark.window
@needs_display
def test_the_start_screen_is_left_with_its_button(display: str, tmp_path: Path) -> None:
    played = Played(display, tmp_path)
    try:

        def left() -> bool:
            played.do("mousemove", "--window", played.window, "650", "736", "click", "--delay", "150", "1")
            return played.program.poll() is not None

        come_true(left)  # once the window draws and answers
        assert played.program.returncode == 0
    finally:
        played.program.kill()


@pytest.mark.window
@needs_display
def test_a_game_killed_in_its_window_resumes_at_the_request_that_it_was_at(display: str, tmp_path: Path) -> None:
    small = tmp_path / "small.toml"
    small.write_text(SMALL, encoding="utf-8")
    played = Played(
        display, tmp_path, "--map", str(small), "--seat", "north=human", "--seat", "south=human", "--seed", "3"
    )
    try:
        come_true(played.journal)

        def pressed(wanted: int) -> bool:
            played.key("1")  # no gondola; then the first zone
            return played.answers() >= wanted

        come_true(lambda: pressed(3))
        played.program.send_signal(signal.SIGKILL)
        played.program.wait(WAIT)
    finally:
        played.program.kill()
    journal = played.journal()
    assert journal is not None
    model = resume_game(journal)
    assert isinstance(model.session.request, Choice)
    assert model.session.request.prompt in ("zone", "deploy")
    assert sum(answer.kind == "choice" for answer in model.session.journal.answers) >= 3  # type: ignore[union-attr]


def test_the_pages_over_a_game_are_turned_with_keys(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The story while it goes on, and its end with what can be done then."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    key(window, "f4")
    key(window, "3")
    assert (window.dialog, window.pages.story.tab) == ("story", "Deeds")
    key(window, "escape")
    assert window.pages.press("a", "") == ""
    monkeypatch.setattr(type(window.pages), "_ended", True)
    key(window, "2")
    assert window.pages.end.tab == "Rounds"
    key(window, "enter")  # whoever still answers does not begin another game by it
    assert window.start is None
    key(window, "l")
    assert window.dialog == "looked"
    key(window, "escape")
    key(window, "s")
    assert window.start is not None


def test_one_looks_with_the_eye_of_who_may_act_before_anybody_is_chosen(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    assert window.table.selected is None
    key(window, "v")
    assert window.scene.camera.orbit.mode == "eye"
    assert window.scene.camera.orbit.view.eye[:2] == pytest.approx((12, 12), abs=1.0)
    key(window, "v")
    assert window.scene.camera.orbit.mode == "orbit"
