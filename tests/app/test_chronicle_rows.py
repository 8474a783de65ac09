"""No row of the chronicle is cut in half where it is scrolled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from imgui_bundle import imgui

from sim.app.hud import log_panel, widgets
from sim.app.hud.log_panel import whole_rows
from tests.app.table_games import ready
from tests.app.test_table import deploying
from tests.app.test_table_window import steps, until
from tests.app.window_sizes import FIRST, show


@pytest.mark.parametrize(
    ("first", "seen"),
    [
        (100.0, (100.0, 200.0)),  # all of its rows are whole
        (95.0, (116.6, 195.0)),  # a quarter of its first row would be hidden, and of the sixth all but that
        (50.0, (111.6, 190.0)),  # and what hangs down from the third
        (99.0, (100.0, 199.0)),  # a twentieth of a row may be
    ],
)
def test_rows_that_edges_would_cut_are_left_out(first: float, seen: tuple[float, float]) -> None:
    assert whole_rows(first, 20.0, 100.0, 200.0) == pytest.approx(seen)


def test_the_chronicle_shows_whole_rows_however_it_is_scrolled(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[float] = []
    scrolled: list[float] = []
    real = widgets.wrapped

    def wrapped(words: str, *paint: Any) -> None:
        if window.hud is not None and drawing:
            y, tall = imgui.get_cursor_screen_pos().y, imgui.get_text_line_height()
            low, top = imgui.get_window_draw_list().get_clip_rect_min().y, imgui.get_window_pos().y
            scrolled.append((top - y) / tall)
            if y < low < y + 10 * tall:
                cut.append((low - y) / tall)
        real(words, *paint)

    drawing: list[bool] = []
    draw = log_panel.LogPanel.draw

    def chronicle(self: Any, rect: Any) -> None:
        drawing.append(True)
        draw(self, rect)
        drawing.clear()

    monkeypatch.setattr(log_panel.LogPanel, "draw", chronicle)
    monkeypatch.setattr(widgets, "wrapped", wrapped)
    window.play(deploying(tmp_path).model)
    until(window, lambda: window.table.menu is not None)
    ready(window.table)
    cut.clear()
    for number in range(8):  # scrolled by hand, wherever that ends
        window.fonts.scale = window.screen.text = 1.0 + 0.03 * number
        steps(window, 1)
    assert any(0.2 < share % 1 < 0.8 for share in scrolled if share > 0), (
        "somewhere the panel's edge goes through a row"
    )
    assert cut
    assert all(share % 1 < 0.11 or share % 1 > 0.89 for share in cut)


def test_the_chronicle_shows_its_end_in_a_window_of_another_width(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lines wrap anew there, so that it is longer or shorter than it was."""
    ends: list[tuple[float, float]] = []
    real, draw = imgui.end_child, log_panel.LogPanel.draw

    def end_child() -> None:
        ends.append((imgui.get_scroll_y(), imgui.get_scroll_max_y()))
        real()

    def chronicle(self: Any, rect: Any) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(log_panel.imgui, "end_child", end_child)
            draw(self, rect)

    monkeypatch.setattr(log_panel.LogPanel, "draw", chronicle)
    window.play(deploying(tmp_path).model)
    until(window, lambda: window.table.menu is not None)
    try:
        for size in ((1280, 800), (560, 800), (1280, 800), (700, 800)):
            show(window, FIRST._replace(size=size))
            steps(window, 6)
            assert ends[-1][0] == pytest.approx(ends[-1][1], abs=1), size
        assert ends[-1][1] > 0
    finally:
        show(window, FIRST)


def test_what_is_typed_once_the_search_is_opened_is_looked_for_in_a_chronicle_that_is_unfolded(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.play(deploying(tmp_path).model)
    until(window, lambda: window.table.menu is not None)
    window.settings.choices = msgspec.structs.replace(window.settings.choices, folded=("log",))
    steps(window, 2)
    before, real = window.hud.layout(*window.size()).log, imgui.small_button
    pressed: list[bool] = []

    def press_once(label: str) -> bool:
        return bool(real(label)) or (label.endswith("find") and not pressed and not pressed.append(True))

    monkeypatch.setattr(imgui, "small_button", press_once)
    until(window, lambda: window.ui.io.want_text_input)
    assert window.hud.chronicle.finding
    assert window.hud.layout(*window.size()).log.h > before.h
