"""A gamepad acts as mouse and keys do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sim.app.pad_map import DOES, OwnPad, PadMap
from sim.app.window.gamepad import Gamepad, PadState, move_pointer, read_pad
from tests.app.layout_watch import watched
from tests.app.test_gang_builder import key
from tests.app.test_table_window import steps


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the player owns."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return tmp_path


class Table:
    """What the pad did."""

    def __init__(self) -> None:
        self.pressed: list[tuple[bool, str]] = []
        self.at, self.turned = (600.0, 400.0), (0.0, 0.0)
        self.pad = Gamepad(lambda down, name: self.pressed.append((down, name)), self._move, self._turn)

    def mouse(self) -> tuple[float, float]:
        return self.at

    def size(self) -> tuple[int, int]:
        return (1280, 800)

    def _move(self, way: tuple[float, float], seconds: float) -> bool:
        return move_pointer(self, self._point, way, seconds)

    def _point(self, x: float, y: float) -> None:
        self.at = (x, y)

    def _turn(self, dx: float, dy: float) -> None:
        self.turned = (self.turned[0] + dx, self.turned[1] + dy)


def test_a_button_goes_down_once_and_up_once() -> None:
    table = Table()
    for held in ({"face_a"}, {"face_a"}, set()):
        table.pad.take(PadState(frozenset(held)), 0.02)
    assert table.pressed == [(True, "mouse1"), (False, "mouse1")]


def test_a_shoulder_is_a_key_with_its_modifier() -> None:
    table = Table()
    table.pad.take(PadState(frozenset({"lshoulder"})), 0.02)
    table.pad.take(PadState(), 0.02)
    assert table.pressed == [(True, "shift-tab"), (False, "tab")]


def test_the_left_stick_moves_the_pointer_and_stays_in_the_window() -> None:
    table = Table()
    assert not table.pad.take(PadState(left=(0.1, 0.1)), 1.0)
    assert table.at == (600.0, 400.0)
    assert table.pad.take(PadState(left=(1.0, 0.0)), 0.1)
    assert table.at == pytest.approx((672.0, 400.0))
    table.pad.take(PadState(left=(0.0, 1.0)), 5.0)
    assert table.at[1] == 0.0


def test_half_a_tilt_is_much_slower_than_a_whole_one() -> None:
    half, whole = Table(), Table()
    half.pad.take(PadState(left=(0.6, 0.0)), 0.1)
    whole.pad.take(PadState(left=(1.0, 0.0)), 0.1)
    assert 0 < half.at[0] - 600 < 0.3 * (whole.at[0] - 600)


def test_the_right_stick_turns_the_view_and_triggers_zoom() -> None:
    table = Table()
    table.pad.take(PadState(right=(1.0, 0.0), triggers=(0.0, 1.0)), 0.1)
    assert table.turned == (pytest.approx(26.0), 0.0)
    assert table.pressed == [(True, "wheel_up"), (False, "wheel_up")]
    table.pad.take(PadState(triggers=(0.0, 1.0)), 0.05)
    assert len(table.pressed) == 2, "not before its time"


def test_the_first_pad_that_is_there_is_read() -> None:
    def device(connected: bool) -> Any:
        buttons = [
            SimpleNamespace(handle=SimpleNamespace(name="face_a"), pressed=True),
            SimpleNamespace(handle=SimpleNamespace(name="face_b"), pressed=False),
        ]

        def axis(_: Any) -> Any:
            return SimpleNamespace(value=0.5)

        return SimpleNamespace(
            connected=connected, buttons=buttons, find_axis=axis, poll=lambda: None, name="Wireless Controller"
        )

    gone = SimpleNamespace(get_devices=lambda _: [device(False)])
    there = SimpleNamespace(get_devices=lambda _: [device(False), device(True)])
    assert read_pad(gone) is None
    assert read_pad(there) == PadState(frozenset({"face_a"}), (0.5, 0.5), (0.5, 0.5), (0.5, 0.5), "Wireless Controller")


def press(table: Table, *buttons: str) -> None:
    for button in buttons:
        table.pad.take(PadState(frozenset({button})), 0.02)
        table.pad.take(PadState(), 0.02)


def test_a_button_that_was_chosen_trades_places_and_is_kept() -> None:
    table = Table()
    table.pad.own.ask("dpad_up")
    press(table, "face_y")
    assert table.pressed == [], "it was an answer, and does nothing else"
    press(table, "face_y", "dpad_up")
    assert [name for down, name in table.pressed if down] == ["r", "q"]
    assert (OwnPad().map, table.pad.own.said) == (table.pad.own.map, "Y does it now.")
    table.pad.own.as_at_first()
    assert OwnPad().map == PadMap()


def test_a_button_that_does_nothing_is_not_chosen() -> None:
    table = Table()
    table.pad.own.ask("dpad_up")
    press(table, "guide")
    assert (table.pad.own.map, table.pad.own.said) == (PadMap(), "That one does nothing here.")


def test_a_button_that_is_held_while_its_place_is_traded_comes_up_as_it_went_down() -> None:
    table = Table()
    table.pad.take(PadState(frozenset({"face_a"})), 0.02)
    table.pad.own.map = PadMap().traded("face_a", "face_x")
    table.pad.take(PadState(), 0.02)
    assert table.pressed == [(True, "mouse1"), (False, "mouse1")]


@pytest.mark.parametrize("text", ['{"own": {"start": "back"}}', '{"own": {"x": "x"}}', "{", "3", "\xff"])
def test_a_file_that_is_wrong_leaves_the_buttons_there_are_at_first(folder: Path, text: str) -> None:
    (folder / "gamepad.json").write_bytes(text.encode("latin-1"))
    assert OwnPad().map == PadMap()


def test_all_that_a_turn_takes_has_a_button() -> None:
    keys = {key for key, _ in DOES.values()}
    assert {"mouse1", "escape", "enter", "tab", "r", "a", "j", "e"} <= keys


@pytest.mark.parametrize("text", [1.0, 2.0])
def test_its_page_says_what_each_button_does(window: Any, monkeypatch: pytest.MonkeyPatch, text: float) -> None:
    window.show_start()
    own, before = window.controls.own, window.fonts.scale
    window.start.shows_keys = own.shows_pad = True
    window.fonts.scale = before * text
    try:
        with watched(monkeypatch) as watch:
            steps(window, 2)
            watch.begin()
            window.step()
            words = {each.words for each in watch.things}
        assert {str(does) for _, does in DOES.values()} <= words
        assert "No gamepad is plugged in. One that is plugged in now is heard at once." in words
    finally:
        window.start.shows_keys = own.shows_pad = False
        window.fonts.scale = before


@pytest.mark.parametrize(("room", "held"), [("l", ("control",)), ("g", ("control", "shift"))])
def test_without_a_mouse_keys_point_and_click_in_every_room(
    window: Any, monkeypatch: pytest.MonkeyPatch, room: str, held: tuple[str, ...]
) -> None:
    """Rooms heard none of it: a field of the film, a list of players, a framed key were out of reach."""
    controls, moved, clicked = window.controls, list[tuple[float, float]](), list[tuple[bool, str]]()
    window.show_start()
    key(window, room)
    steps(window, 3)
    assert window.rooms.is_open
    window.hand.move(300, 300)
    steps(window, 2)
    monkeypatch.setattr(controls, "_point", lambda x, y: moved.append((x, y)))
    monkeypatch.setattr(controls, "clicked", lambda down, name: clicked.append((down, name)))
    key(window, "arrow_right", *held)
    assert moved
    assert moved[-1][0] > 300
    assert moved[-1][1] == 300
    for name in ("enter", "page_down"):
        key(window, name, *held)
    window.rooms.close()
    window.show_start()
    assert clicked == [(True, "mouse1"), (False, "mouse1"), (True, "wheel_down"), (False, "wheel_down")]


def test_in_the_gang_builder_ctrl_and_an_arrow_sort_and_do_not_point(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = list[tuple[float, float]]()
    window.show_start()
    key(window, "g")
    steps(window, 3)
    monkeypatch.setattr(window.controls, "_point", lambda x, y: moved.append((x, y)))
    key(window, "arrow_down", "control")
    window.rooms.close()
    window.show_start()
    assert not moved


def test_a_press_moves_the_pointer_a_little_and_a_held_arrow_far(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short press moved it as far as a frame took: past what was small, on a machine that draws slowly."""
    moved = list[tuple[float, float]]()
    window.show_start()
    window.hand.move(300, 300)
    steps(window, 2)
    monkeypatch.setattr(window.controls, "_point", lambda x, y: moved.append((x, y)))
    for name in ("control", "arrow_right"):
        window.hand.press(name)
        steps(window, 1)
    assert [x - 300 <= 8 for x, _ in moved] == [True]
    steps(window, 8)
    for name in ("arrow_right", "control"):
        window.hand.release(name)
        steps(window, 1)
    assert len(moved) > 2
    assert moved[-1][0] - 300 > 8
