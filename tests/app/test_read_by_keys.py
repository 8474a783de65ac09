"""What is read by keys in large text: lines of the chronicle where it has little room, and their cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.hud import evidence_card, log_panel, preview_panel, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.log_panel import LogPanel
from sim.app.table.glossary import explained
from sim.app.table.lesson_table import LessonTable
from sim.app.table.tools import Tool
from sim.carnevale.characters import Weapon
from tests.app.table_games import free_fight, member
from tests.app.test_editor import key as pressed
from tests.app.test_lessons_by_keys import LESSON, begun
from tests.app.test_lists_by_keys import fighting
from tests.app.test_table_window import key, steps, until
from tests.app.window_sizes import FIRST, Way, show
from tests.carnevale.tables import street

LARGE = Way((1280, 800), 2.0, "en")


@pytest.fixture
def large(window: Any) -> Iterator[Any]:
    yield window
    show(window, FIRST)


def drawn_in(window: Any, tall: float, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[float]]:
    """The words of the chronicle in a panel so tall, at 200%, and where they end beyond it."""
    rows: list[str] = []
    beyond: list[float] = []
    draw, real = LogPanel.draw, widgets.wrapped
    add = imgui.ImDrawList.add_text

    class Watched:
        def __init__(self, made: Any) -> None:
            self.made = made

        def __getattr__(self, name: str) -> Any:
            return getattr(self.made, name)

        def add_text(self, *said: Any) -> None:
            add(self.made, *said)
            if len(said) == 7:
                rows.append(said[4])
                imgui.push_font(said[0], said[1])
                size = imgui.calc_text_size(said[4], wrap_width=said[6])
                imgui.pop_font()
                beyond.append(said[2].y + size.y - (100 + tall))

    def wrapped(words: str, *paint: Any) -> None:
        low, high = imgui.get_window_draw_list().get_clip_rect_min(), imgui.get_window_draw_list().get_clip_rect_max()
        at = imgui.get_cursor_screen_pos()
        if high.y - low.y > 4 and at.y < high.y - 4 and at.y + imgui.get_text_line_height() > low.y + 4:
            rows.append(words)
        real(words, *paint)

    def chronicle(self: LogPanel, _: Rect) -> None:
        rows.clear()
        with monkeypatch.context() as patch:
            patch.setattr(log_panel.widgets, "wrapped", wrapped)
            list_of = imgui.get_window_draw_list
            patch.setattr(log_panel.imgui, "get_window_draw_list", lambda: Watched(list_of()))
            draw(self, Rect(880, 100, 384, tall))

    monkeypatch.setattr(LogPanel, "draw", chronicle)
    steps(window, 6)
    return rows, beyond


@pytest.mark.parametrize("tall", [56, 64, 80, 98, 118])
def test_a_folded_chronicle_tells_its_last_line_whole_however_low_it_is(
    large: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tall: int
) -> None:
    """At 175% and 200% stood a heading and a scroll bar there, and no line."""
    table = fighting(large, tmp_path)
    table.give({"act": "run", "path": [(13, 12, 0)]})
    until(large, lambda: table.menu is not None and not large.scene.in_motion)
    show(large, LARGE)
    rows, beyond = drawn_in(large, tall, monkeypatch)
    assert rows[-1] == 'A runs 1.0".'
    assert all(each <= 0 for each in beyond)


def test_a_card_that_a_key_opened_is_read_beside_no_preview(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The preview of the place that the board's pointer was at lay over it, and then what was to be confirmed."""
    table = fighting(window, tmp_path)
    table.give({"act": "run", "path": [(13, 12, 0)]})
    until(window, lambda: table.menu is not None and not window.scene.in_motion)
    real, seen = preview_panel.draw_preview, list[bool]()

    def preview(*where: Any) -> Any:
        made = real(*where)
        seen.append(made is not None)
        return made

    monkeypatch.setattr(preview_panel, "draw_preview", preview)

    def is_previewed() -> bool:
        seen.clear()
        steps(window, 4)
        return any(seen)

    key(window, "b")
    key(window, "arrow_right")
    assert is_previewed(), "what comes of standing there"
    key(window, "end")
    assert table.evidence is not None
    assert not is_previewed()
    key(window, "tab")
    assert table.evidence is None, "whoever points on has read it"
    key(window, "end")
    key(window, "j")
    assert (table.evidence, table.tool) == (None, Tool.JUMP)
    key(window, "b")


def test_a_card_of_a_line_has_all_its_words_in_large_text(
    large: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 200% it was cut at its lower end, where the odds stand, and lay over the panel on the left."""
    ends: list[float] = []
    model = free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (13.5, 12, 0))], dice=[9, 8] * 20)
    large.play(model)
    table = large.table
    until(large, lambda: table.menu is not None)
    table.give("a")
    until(large, lambda: table.menu is not None and table.choice.prompt == "act")
    table.give({"act": "run", "path": [(12.3, 12, 0)]})
    for _ in range(8):
        until(large, lambda: table.menu is not None and not large.scene.in_motion)
        if table.choice.prompt == "act":
            break
        options = [each for each in table.choice.options if each not in ("decline", table.choice.default)]
        table.give(options[0] if table.choice.prompt == "opportunity" and options else table.choice.default)
    show(large, LARGE)
    key(large, "end")
    drawn: list[tuple[Rect, Any]] = []
    real, told = large.hud.evidence.draw, widgets.wrapped

    def card(free: Rect) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(evidence_card.widgets, "wrapped", wrapped)
            made = real(free)
        drawn.append((free, made))
        return made

    def wrapped(words: str, *paint: Any) -> None:
        told(words, *paint)
        ends.append(imgui.get_item_rect_max().y)

    monkeypatch.setattr(large.hud.evidence, "draw", card)
    ends.clear()
    steps(large, 4)
    free, made = drawn[-1]
    assert made is not None
    assert (free.x <= made.x, made.bottom <= free.bottom) == (True, True)
    assert max(low for low in ends) <= made.bottom


def test_the_chronicle_is_searched_by_keys(window: Any, tmp_path: Path) -> None:
    """Only the pointer reached *Find*."""
    fighting(window, tmp_path)
    panel = window.hud.chronicle
    pressed(window, "control", "f")
    until(window, lambda: panel.finding and window.ui.io.want_text_input)  # a word may be typed at once
    key(window, "escape")
    steps(window, 3)
    pressed(window, "control", "f")
    steps(window, 2)
    assert not panel.finding
    assert window.dialog == ""


def test_tab_takes_up_the_boards_pointer_where_a_place_is_asked_for(window: Any, tmp_path: Path) -> None:
    """With the tape in hand it chose one's own minis, one after the other, and nothing was measured."""
    table = fighting(window, tmp_path)
    key(window, "m")
    key(window, "tab")
    pointer = window.scene.pointer
    assert pointer.under()[0] == "a"
    key(window, "enter")
    for _ in range(3):
        key(window, "tab")
        if pointer.under()[0] == "b":
            break
    until(window, lambda: table.preview is not None)
    key(window, "escape")
    key(window, "b")


def test_rules_at_the_end_of_a_lesson_are_pointed_at_by_tab(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says to point at one for its words, and only a mouse could."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    begun(window, tmp_path, f'{LESSON}\n[[learnt]]\nrule = "MOVE-01"\nsay = "A run has its length"\n')
    monkeypatch.setattr(LessonTable, "ended", property(lambda _: True))
    monkeypatch.setattr(window.controls, "_point", window.hand.move)
    window.hand.move(1, 799)
    told: list[str] = []
    real = widgets.tooltip
    monkeypatch.setattr(widgets, "tooltip", lambda f, text: (told.append(text), real(f, text))[1])
    asked: list[str] = []
    steps(window, 2)
    key(window, "tab")
    steps(window, 6)
    assert told
    assert told[-1] == explained("MOVE-01")
    monkeypatch.setattr(window, "run_command", asked.append)
    key(window, "enter")
    assert asked == ["coach next"], "a rule answers to no click"
    for _ in range(3):
        key(window, "tab")
        steps(window, 6)
    key(window, "enter")
    steps(window, 3)
    assert len(asked) == 2


def test_the_key_of_another_weapon_is_as_large_as_the_preview_that_it_stands_in(
    large: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In large text the preview becomes smaller to have room, and that line did not."""
    fighting(large, tmp_path, weapons=(Weapon("Bow", range=12), Weapon("Sling", range=12)))
    show(large, LARGE)
    key(large, "a")
    key(large, "tab")
    letters: dict[str, float] = {}
    wrapped, colour = widgets.wrapped, widgets.colour

    def keep(draw: Any) -> Any:
        return lambda words, *paint: (letters.update({str(words): imgui.get_font_size()}), draw(words, *paint))[1]

    monkeypatch.setattr(widgets, "wrapped", keep(wrapped))
    monkeypatch.setattr(widgets, "colour", keep(colour))
    until(large, lambda: "Q: another weapon" in letters)
    assert letters["Q: another weapon"] == next(size for words, size in letters.items() if "hits" in words)
