"""Lists and lines that the pointer alone reached: what has more than it shows is turned by keys, and says by which."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec
import pytest
from imgui_bundle import imgui

from sim.app.hud import end_page, question_card, top_bar, widgets
from sim.app.hud.buttons import keyed_first
from sim.app.hud.end_page import EndPage
from sim.app.hud.story_page import StoryPage
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Weapon
from sim.carnevale.events import Moved
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import key, steps, until
from tests.carnevale.tables import house, street

LINES = 80


def fighting(window: Any, folder: Path, **profile: Any) -> Any:
    """A game in which A has its turn."""
    window.play(free_fight(street(), folder, [member("a", (12, 12, 0), **profile)], [member("b", (15, 12, 0))]))
    table = window.table
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    return table


def with_shift(window: Any, name: str) -> None:
    window.hand.press("shift")
    key(window, f"shift-{name}")
    for each in (name, "shift"):
        window.hand.release(each)
    steps(window, 1)


def many_lines(where: list[float]) -> None:
    where.append(imgui.get_scroll_y())
    for number in range(LINES):
        imgui.text(str(number))


def test_the_game_so_far_is_read_to_its_end_by_keys(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fighting(window, tmp_path)
    where: list[float] = []
    monkeypatch.setattr(StoryPage, "_rounds", lambda _: many_lines(where))
    key(window, "f4")
    steps(window, 2)
    assert (where[-1], window.pages.story.scroll.key) == (0.0, "PgDn")
    for _ in range(6):
        key(window, "page_down")
    steps(window, 2)
    assert where[-1] > 300
    assert window.pages.story.scroll.key == "PgUp"
    key(window, "page_up")
    steps(window, 2)
    assert (window.pages.story.scroll.key, where[-1] > 0.0) == ("PgDn", True)
    key(window, "escape")
    assert window.dialog == ""


def test_how_each_gang_made_its_points_is_read_by_keys(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = fighting(window, tmp_path)
    where: list[float] = []
    monkeypatch.setattr(type(table.model), "over", property(lambda _: True))
    monkeypatch.setattr(end_page.widgets, "wrapped", lambda *_: many_lines(where))
    until(window, lambda: isinstance(window.pages.end, EndPage) and window.pages.end._points["north"].key == "PgDn")
    assert where[-1] == 0.0
    key(window, "page_down")
    steps(window, 2)
    assert where[-1] > 0.0
    assert where[-2] > 0.0, "the other gang's, too"


def test_answers_beside_a_mini_that_are_a_list_are_read_by_keys(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each had a key; which, stood out of sight."""
    monkeypatch.setattr(question_card, "MOST_ROWS", 1)
    table = fighting(window, tmp_path, wp=2, weapons=(Weapon("Bow", range=12),))
    key(window, "b")
    table.give(Combat("b", "Bow"))
    until(window, lambda: table.menu is not None and window.hud.question.is_asked)
    steps(window, 2)
    assert window.hud.question.scroll.key == "PgDn"
    for _ in range(6):
        key(window, "page_down")
    steps(window, 2)
    assert window.hud.question.scroll.key == "PgUp"
    assert not window.scene.houses_open
    key(window, "escape")
    window.dialog = ""


def test_houses_open_by_the_same_key_where_there_is_no_more_to_be_read(window: Any, tmp_path: Path) -> None:
    window.play(
        free_fight(street(house((4, 4), (9, 9), 4.0)), tmp_path, [member("a", (12, 12, 0))], [member("b", (15, 12, 0))])
    )
    until(window, lambda: window.table.menu is not None)
    steps(window, 2)
    key(window, "page_down")
    assert window.scene.houses_open
    key(window, "page_up")
    assert not window.scene.houses_open


def test_lines_of_the_chronicle_are_opened_one_after_the_other_by_a_key(window: Any, tmp_path: Path) -> None:
    """A click alone opened one, and the third lesson asks for it."""
    table = fighting(window, tmp_path)
    table.give({"act": "run", "path": [(13, 12, 0)]})
    until(window, lambda: table.menu is not None and not window.scene.in_motion)
    log, panel = table.model.shown.log, window.hud.chronicle
    steps(window, 2)
    key(window, "end")
    last = table.evidence
    assert isinstance(log[last], Moved)
    key(window, "end")
    assert table.evidence is not None
    assert table.evidence < last
    with_shift(window, "end")
    assert table.evidence == last
    with_shift(window, "end")
    assert (table.evidence, panel.opened) == (None, set())
    key(window, "end")
    assert table.evidence == last
    key(window, "escape")
    assert (table.evidence, window.dialog) == (None, "")
    key(window, "end")
    table.give({"act": "run", "path": [(12, 12, 0)]})
    until(window, lambda: len(log) > last + 1 and table.menu is not None)
    steps(window, 2)
    assert (table.evidence, panel.opened) == (None, set()), "it lies over nothing that comes"


def test_rules_that_were_found_are_gone_through_by_keys_while_a_word_is_typed(window: Any, tmp_path: Path) -> None:
    fighting(window, tmp_path)
    key(window, "f3")
    steps(window, 2)
    page = window.pages.rules
    page.look_up("jump")
    steps(window, 2)
    found = page.found()
    assert page.opened == found[0]
    for name, number in (("down", 1), ("down", 2), ("up", 1), ("up", 0), ("up", 0)):
        key(window, f"arrow_{name}")
        assert page.opened == found[number]
    assert page.word == "jump"
    key(window, "escape")
    assert window.dialog == ""


def test_what_one_is_not_asked_is_asked_again_by_its_number(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = fighting(window, tmp_path)
    kept = table.model.kept_yields()
    assert kept
    labels: list[str] = []
    real = widgets.marked
    monkeypatch.setattr("sim.app.hud.dialogs.marked", lambda label, i: (labels.append(label), real(label, i))[1])
    window.run_command("yields")
    steps(window, 2)
    assert labels.count("Ask again") >= len(kept)
    key(window, "1")
    until(window, lambda: len(table.model.kept_yields()) == len(kept) - 1)
    assert kept[0].said.topic not in [each.said.topic for each in table.model.kept_yields()]
    key(window, "9")
    assert len(table.model.kept_yields()) == len(kept) - 1
    key(window, "escape")


def test_where_text_is_large_the_bar_shows_the_keys_that_have_room(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It showed all or none: at 150% nobody was told that there are any."""
    shown: dict[str, str] = {}
    real = top_bar.key_button

    def noted(fonts: Any, label: str, key: str = "", **more: Any) -> bool:
        shown[label.partition("##")[2]] = key
        return bool(real(fonts, label, key, **more))

    monkeypatch.setattr(top_bar, "key_button", noted)
    fighting(window, tmp_path)
    monkeypatch.setattr(window.settings, "choices", msgspec.structs.replace(window.settings.choices, text=1.5))
    steps(window, 1)
    shown.clear()
    steps(window, 2)
    assert (shown["help"], shown["pause"]) == ("?", "")
    monkeypatch.undo()
    steps(window, 2)


def test_in_a_row_the_first_keys_that_have_room_are_shown() -> None:
    wide = {"help": 10, "menu": 30, "tape": 15}

    def row(keyed: Collection[str]) -> float:
        return 100.0 + sum(wide[each] for each in keyed)

    found = [keyed_first(("help", "menu", "tape"), row, room) for room in (90, 112, 130, 145, 155)]
    assert found == [(), ("help",), ("help", "tape"), ("help", "menu"), ("help", "menu", "tape")]
