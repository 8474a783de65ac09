"""In the window: a player's own keys, larger text, and the size that it was left with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.editor import dialogs as editor
from sim.app.film import dialogs as film
from sim.app.gang_builder import dialogs as gangs
from sim.app.hud.keys_page import KEYS, PAGE, TABLE, KeySheet, keys_in
from sim.app.hud.theme import scale_of
from sim.app.key_map import FREE, KeyMap
from sim.app.table.own_keys import OwnKeys
from sim.app.table.view_choices import ViewChoices, ViewSettings
from sim.app.window.mouse_and_keys import NUDGE
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import click, key, steps, until
from tests.carnevale.tables import street


@pytest.fixture
def own(window: Any) -> Iterator[Any]:
    before = window.settings.choices
    yield window
    window.controls.own.as_at_first()
    window.settings.choices = before  # not what is kept: another test may have kept large text


def test_buttons_show_the_keys_that_a_player_chose(own: Any) -> None:
    own.controls.own.ask("r")
    own.controls.pressed(True, "k")
    own.dialog = "help"
    own.controls.take()
    own.step()
    own.dialog = ""
    assert own.fonts.keys.shown("R") == "K"


@pytest.mark.parametrize("place", ["start", "table"])
def test_each_setting_of_how_it_looks_has_a_key(
    own: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Larger text was there for those alone who could point at it."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    own.settings.choices = ViewChoices()
    if place == "start":
        own.show_start()
        key(own, "v")
    else:
        own.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
        until(own, lambda: own.table.menu is not None)
        own.run_command("view")
    before = own.settings.choices
    for name in ("2", "4", "4", "8", "9"):
        key(own, name)
    now = own.settings.choices
    assert (now.palette != before.palette, now.text, now.calm) == (True, 1.3, not before.calm)
    key(own, "escape")
    assert own.dialog == ""
    assert own.start is None or not own.start.shows_view


def test_a_click_on_another_page_forgets_that_a_key_was_asked_for(own: Any) -> None:
    own.controls.own.ask("r")
    own.controls.pressed(True, "k")
    own.controls.take()
    assert own.controls.own.map == KeyMap()


def test_a_held_key_is_held_by_what_it_means_and_let_go(own: Any) -> None:
    own.controls.own.ask("i")
    own.controls.own.hear("k")
    own.controls.pressed(True, "k")
    own.controls.take()
    assert "i" in own.controls.keys
    own.controls.pressed(False, "k")
    own.controls.take()
    assert "i" not in own.controls.keys


def test_arrows_move_the_pointer_with_control_and_enter_clicks_there(own: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[tuple[float, float]] = []
    monkeypatch.setattr(own.controls, "_point", lambda x, y: moved.append((x, y)))
    own.show_start()
    own.hand.move(400, 300)
    own.step()
    for name in ("control", "control-arrow_right"):
        own.controls.pressed(True, name)
    own.controls.take(0.0)
    own.controls.take(0.1)
    assert moved == [pytest.approx((400 + own.fonts.px(NUDGE), 300))], "a press moves it a little"
    own.controls.take(0.2)
    assert moved[-1] == pytest.approx((400 + 0.2 * 0.45 * 0.9 * own.size()[1], 300)), "it goes on while it is held"
    for name in ("arrow_right", "control"):
        own.controls.pressed(False, name)
    own.controls.take(0.0)
    moved.clear()
    own.controls.take(0.1)
    assert not moved
    own.controls.pressed(True, "control-enter")
    own.controls.take(0.0)
    assert [(down, name) for down, name, _ in own.controls.waiting] == [(True, "mouse1"), (False, "mouse1")]
    own.controls.waiting.clear()


def test_escape_closes_an_open_list_of_the_start_screen(own: Any) -> None:
    own.show_start()
    steps(own, 3)
    with pytest.MonkeyPatch.context() as patch:
        lists: dict[str, tuple[float, float]] = {}
        opened: list[str] = []
        real = imgui.begin_combo

        def begin(label: str, *rest: Any) -> bool:
            is_open = bool(real(label, *rest))
            if is_open:
                opened.append(label)
            else:
                low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
                lists[label] = ((low.x + high.x) / 2, (low.y + high.y) / 2)
            return is_open

        patch.setattr(imgui, "begin_combo", begin)
        steps(own, 2)
        click(own, next(iter(lists.values())))
        assert opened
        key(own, "escape")
        opened.clear()
        steps(own, 2)
        assert not opened
        key(own, "escape")
        assert own.start is not None, "without a list that is open, nothing comes of it"


def test_every_key_of_the_page_that_may_change_stands_there_once_in_its_place() -> None:
    free = [key for _, rows in KEYS for label, _ in rows for key in keys_in(label)]
    assert set(free) <= FREE
    assert len(free) == len(set(free))
    assert {"r", "j", "tab", "page_down", ",", ".", "f2"} <= set(free)
    assert not {"z", "?"} & set(free)


@pytest.mark.parametrize("sheet", [TABLE, film.SHEET, editor.SHEET, gangs.SHEET], ids=lambda sheet: str(sheet.title))
def test_all_pages_of_keys_offer_each_free_key_once(sheet: KeySheet) -> None:
    free = [key for _, rows in sheet.groups for label, _ in rows for key in keys_in(label)]
    assert free
    assert set(free) <= FREE
    assert len(free) == len(set(free))


def test_a_room_has_keys_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    keys = OwnKeys("film")
    keys.ask("f")
    keys.hear("l")
    assert OwnKeys("film").map == KeyMap({"f": "l", "l": "f"})
    assert OwnKeys().map == OwnKeys("editor").map == KeyMap()


def test_text_grows_to_twice_its_size_and_a_full_page_as_far_as_it_has_room() -> None:
    assert scale_of(1280, 800, text=2.0) == 2.0
    assert scale_of(1280, 800, text=1.0, full_page=True) == 1.0
    for width, height in ((960, 640), (1280, 800), (1920, 1080), (2560, 1440)):
        page = scale_of(width, height, text=2.0, full_page=True)
        assert scale_of(width, height) <= page <= 2 * scale_of(width, height)
    assert scale_of(1280, 800, text=2.0, full_page=True) > 1.2
    assert scale_of(2560, 1600, density=2.0) == 2.0
    assert scale_of(2560, 1600, density=2.0, text=1.5) == 3.0
    assert min(1280 / PAGE[0], 800 / PAGE[1]) > 1.4, "the page of keys itself"


def test_a_window_opens_as_large_as_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    assert ViewSettings().window == (1280, 800)
    ViewSettings().keep_window((1720, 960))
    ViewSettings().keep_window((300, 200))
    assert ViewSettings().window == (1720, 960)


def test_sizes_of_text_are_gone_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    settings, sizes = ViewSettings(), []
    for _ in range(6):
        settings.obey("text")
        sizes.append(settings.text)
    assert sizes == [1.15, 1.3, 1.5, 1.75, 2.0, 1.0]
