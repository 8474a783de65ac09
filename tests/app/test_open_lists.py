"""A list that is opened shows all its lines where there is room, and no bar to scroll them by."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from sim.app.hud import theme

SIZES = ((1280, 800), (1366, 768), (1600, 900), (1920, 1080), (2560, 1440), (3840, 2160))


@pytest.fixture
def alone() -> Iterator[None]:
    """A context of its own, which draws nothing."""
    before, own = imgui.get_current_context(), imgui.create_context()
    imgui.set_current_context(own)
    io = imgui.get_io()
    io.set_ini_filename("")  # else it leaves a file where the tests are run
    io.backend_flags |= int(imgui.BackendFlags_.renderer_has_textures)
    yield
    imgui.destroy_context(own)
    if before is not None:
        imgui.set_current_context(before)


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_a_list_of_five_lines_has_no_bar(alone: None, size: tuple[int, int], text: float) -> None:
    scale, io = theme.scale_of(*size, text=text), imgui.get_io()
    theme.load_fonts(scale)
    theme.apply_style(scale)
    io.display_size, scrolled, at = imgui.ImVec2(*size), list[float](), imgui.ImVec2(0, 0)
    for frame in range(14):
        if frame == 1:
            io.add_mouse_pos_event(at.x + 20, at.y + 10)
        if frame in (2, 3):
            io.add_mouse_button_event(0, frame == 2)
        imgui.new_frame()
        imgui.set_next_window_pos(imgui.ImVec2(10, 10))
        imgui.set_next_window_size(imgui.ImVec2(600, 200))
        imgui.begin("panel", None, int(imgui.WindowFlags_.no_title_bar))
        at = imgui.get_cursor_screen_pos()
        if imgui.begin_combo("##scenario", "Street Fight", int(imgui.ComboFlags_.height_large)):
            for line in range(5):
                imgui.selectable(f"line {line}", line == 1)
            scrolled.append(imgui.get_scroll_max_y())
            imgui.end_combo()
        imgui.end()
        imgui.render()
    assert len(scrolled) > 3, "it was opened"
    assert scrolled[-1] == 0.0
