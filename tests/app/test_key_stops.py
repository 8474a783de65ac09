"""Whoever has no mouse goes from button to button by Tab and arrows, and presses them with Enter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.hud import widgets
from sim.words import say
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import key, steps, until
from tests.carnevale.tables import street

MOST = 80  # more stops than a page has
COMES = 8  # frames until a line that was out of sight is in hand
Place = tuple[float, float]


class Led:
    """A hand that has keys alone. `buttons`: where the middle of each was drawn last, by its words."""

    def __init__(self, window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window = window
        self.buttons: dict[str, Place] = {}
        real = imgui.button

        def button(label: str, *size: Any) -> bool:
            pressed = real(label, *size)
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            self.buttons[label.strip("#").split("##")[0]] = ((low.x + high.x) / 2, (low.y + high.y) / 2)
            return bool(pressed)

        monkeypatch.setattr(imgui, "button", button)
        monkeypatch.setattr(window.controls, "_point", window.hand.move)

    def press(self, name: str) -> Place:
        """Returns where the pointer is then."""
        key(self.window, name)
        steps(self.window, COMES)
        return (self.window.mouse()[0], self.window.mouse()[1])

    def is_on(self, words: str) -> bool:
        at, (x, y) = self.buttons[words], self.window.mouse()
        return abs(at[0] - x) < 2 and abs(at[1] - y) < 2

    def go_to(self, words: str, by: str = "tab") -> None:
        for _ in range(MOST):
            self.press(by)
            if self.is_on(words):
                return
        raise AssertionError(f"{by} never comes to {words}")


@pytest.fixture
def led(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Led:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.setattr(window, "running", True)  # other tests share this window, and some here close it
    window.show_start()
    window.hand.move(1279, 799)
    steps(window, 3)
    return Led(window, monkeypatch)


def test_tab_comes_to_all_that_can_be_pressed_on_the_start_screen(led: Led) -> None:
    """Quit, Edit, Build and the languages had no key: the pointer was led to them with Ctrl, a bit at a time."""
    round: list[Place] = []
    while (at := led.press("tab")) not in round:
        round.append(at)
        assert len(round) < MOST
    assert at == round[0]
    missed = [w for w, (x, y) in led.buttons.items() if not any(abs(x - p) < 2 and abs(y - q) < 2 for p, q in round)]
    assert missed == []
    assert led.press("shift-tab") == round[-1]


@pytest.mark.parametrize("by", ["tab", "shift-tab"])
def test_quit_is_pressed_by_keys(led: Led, by: str) -> None:
    led.go_to("Quit", by)
    led.press("enter")
    assert led.window.start.quit or not led.window.running
    assert led.window.table is None


def test_a_list_is_opened_and_chosen_from_by_keys(led: Led) -> None:
    """An open list has the keys to itself."""
    form = led.window.start.form
    before = form.scenario
    led.go_to("IT")
    at = led.press("tab")
    led.press("enter")
    led.press("arrow_down")
    inside = led.press("arrow_down")
    assert inside[1] > at[1] + 30
    led.press("arrow_down")
    led.press("enter")
    assert form.scenario not in ("", before)
    led.press("shift-tab")
    assert led.is_on("IT"), "it goes on from where the list was opened"
    assert led.window.start.plan is None, "Enter chose, and opened no table"


def test_a_list_that_is_opened_goes_on_from_what_is_chosen(led: Led) -> None:
    """The arrows began at its first line, wherever the choice was."""
    form = led.window.start.form
    form.scenario = list(form.scenarios)[2]
    led.go_to("IT")
    led.press("tab")
    led.press("enter")
    led.press("arrow_up")
    led.press("enter")
    assert form.scenario == list(form.scenarios)[1]


def test_all_that_was_typed_is_kept_where_tab_follows_at_once(led: Led) -> None:
    """ImGui takes a letter a frame, and Tab left the field before the last ones."""
    led.go_to("Campaign")
    led.press("tab")
    led.press("enter")
    for letter in "Campo Tasti":
        led.window.controls.pressed(None, letter)
    led.press("tab")
    steps(led.window, 20)
    assert led.window.start.building.name == "Campo Tasti"


def test_keys_go_on_from_the_field_that_is_typed_into(led: Led) -> None:
    """They went on from where the pointer had been left."""
    led.go_to("Campaign")
    led.press("tab")
    led.press("enter")
    name = led.window.mouse()
    led.window.hand.move(1279, 799)
    steps(led.window, 2)
    size = led.press("tab")
    assert size[1] == pytest.approx(name[1], abs=2)
    assert size[0] > name[0]


def test_no_words_come_up_over_a_question_while_keys_answer(led: Led) -> None:
    """A mouse that was left in the middle of the window had a tooltip over the answers below."""
    tips: list[object] = []
    window = led.window
    real = type(window.start).draw

    def draw(self: Any, *size: Any) -> None:
        real(self, *size)
        widgets.tooltip(window.fonts, say("Short"))
        tip = imgui.internal.find_window_by_name("##Tooltip_00")
        tips.append(tip is not None and tip.active)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(window.start), "draw", draw)
        window.hand.move(640, 400)
        steps(window, 2)
        assert tips[-1]
        key(window, "o")
        steps(window, 2)
        assert not tips[-1]
        window.hand.move(660, 400)
        steps(window, 2)
        assert tips[-1]
        key(window, "shift")
        steps(window, 2)
        assert tips[-1], "a key that is held beside others answers nothing"
        led.press("tab")
        assert tips[-1], "keys point"


def test_what_is_out_of_sight_comes_into_it(led: Led) -> None:
    """Four gangs leave the form no room for its last lines."""
    form = led.window.start.form
    form.seat(4)
    led.go_to("Quit")
    led.press("shift-tab")
    assert led.is_on("Open the table")
    led.press("shift-tab")
    led.press("space")
    assert form.morale, "the last line of the form"
    led.go_to("4", "shift-tab")
    led.press("enter")
    assert (len(form.players), led.window.start.plan) == (4, None)


def test_arrows_go_to_what_lies_on_their_side(led: Led) -> None:
    led.go_to("Novice")
    led.press("arrow_right")
    assert led.is_on("Seasoned")
    led.press("arrow_down")
    assert led.is_on("Campaign")
    led.press("arrow_up")
    assert led.is_on("Master")


def test_a_field_is_left_by_tab(led: Led) -> None:
    led.go_to("Campaign")
    field = led.press("tab")
    led.press("enter")
    for letter in "abc":
        led.window.hand.letter(letter)
    steps(led.window, 8)
    assert led.window.start.building.name == "abc"
    row = [led.press("tab") for _ in range(4)]
    assert [place[1] == field[1] for place in row] == [True, True, True, False], "its size, sizes, and Build, as it may"


def test_in_a_room_ctrl_goes_with_it(led: Led) -> None:
    """Plain Tab may mean something there."""
    led.window.start.learn = True
    steps(led.window, 3)
    assert led.window.rooms.is_open
    led.go_to("Back", "control-tab")
    led.press("control-enter")
    assert not led.window.rooms.is_open


def test_what_lies_under_a_dialog_is_not_gone_to(led: Led) -> None:
    """It answers to no click."""
    key(led.window, "g")
    steps(led.window, 8)
    assert led.window.rooms.gangs.room.dialog
    led.press("control-tab")
    places = {led.press("control-tab") for _ in range(12)}
    assert len(places) > 5
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    assert (left > 200, right < 1080) == (True, True), "the dialog's own"


def test_the_gangs_that_the_builder_opens_with_are_chosen_with_tab_and_enter(led: Led) -> None:
    """Nothing there had a key but Back, and Tab went nowhere."""
    key(led.window, "g")
    steps(led.window, 8)
    room = led.window.rooms.gangs.room
    led.go_to("Guild")
    led.press("enter")
    assert (room.dialog, room.desk.gang.faction) == ("", "Guild")


def test_a_list_of_any_page_has_the_keys_to_itself(led: Led, tmp_path: Path) -> None:
    """Its lines were for the pointer alone: arrows were the page's, and Enter and Escape its buttons'."""
    window = led.window
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    key(window, "f3")
    page = window.pages.rules
    opens = led.press("control-tab")
    led.press("control-enter")
    led.press("arrow_down")
    assert led.press("arrow_down")[1] > opens[1]
    led.press("enter")
    assert page.kind != ""
    assert window.dialog == "rules"
    before = page.kind
    led.press("control-enter")
    led.press("arrow_down")
    led.press("escape")
    assert (page.kind, window.dialog) == (before, "rules"), "the list alone is closed"
    led.press("escape")
    assert window.dialog == ""


def test_buttons_of_the_menu_are_gone_through_by_plain_keys(led: Led, tmp_path: Path) -> None:
    window = led.window
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    window.run_command("pause")
    led.go_to("How it looks")
    led.press("arrow_down")
    led.press("arrow_up")
    assert led.is_on("How it looks")
    led.press("enter")
    assert window.dialog == "view"
    led.press("escape")
    led.press("escape")
    assert window.dialog == ""


def test_a_setting_stays_in_hand_while_it_is_changed(led: Led) -> None:
    """It lies elsewhere in larger text, and reads otherwise."""
    start = led.window.start
    before = start.settings.choices
    start.shows_view = True
    steps(led.window, 3)
    led.go_to("Size of text: 100%")
    led.press("enter")
    assert led.is_on("Size of text: 115%")
    led.press("enter")
    assert led.is_on("Size of text: 130%")
    assert led.window.fonts.stops.takes_click
    start.settings.choices = before
    steps(led.window, 2)
