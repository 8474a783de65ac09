"""Panels are drawn anew only where they change, and look as if all of them were drawn."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sim.app.hud.build_panel import BuildRequest
from sim.app.hud.panel_picture import PanelPicture
from sim.app.hud.pixel_boxes import TILE, Box, apart, covering, meet

pytestmark = pytest.mark.drawn

WIDE, TALL = 320, 200

_sides = (
    some.tuples(some.integers(0, WIDE - 1), some.integers(1, 90)),
    some.tuples(some.integers(0, TALL - 1), some.integers(1, 90)),
)
boxes = some.lists(
    some.tuples(*_sides).map(lambda s: (s[0][0], s[1][0], min(s[0][0] + s[0][1], WIDE), min(s[1][0] + s[1][1], TALL))),
    max_size=9,
)


def grid(some_boxes: Any) -> np.ndarray:
    """How many boxes lie over each pixel."""
    made = np.zeros((TALL, WIDE), int)
    for left, top, right, bottom in some_boxes:
        made[top:bottom, left:right] += 1
    return made


@given(boxes)
def test_what_is_laid_over_the_window_covers_each_panel_once_and_little_else(given_: list[Box]) -> None:
    covered = grid(covering(given_, (WIDE, TALL)))
    assert covered.max(initial=0) <= 1
    wanted = grid(given_) > 0
    assert covered[wanted].all()
    tiles = wanted[: TALL // TILE * TILE, : WIDE // TILE * TILE].reshape(TALL // TILE, TILE, WIDE // TILE, TILE)
    empty = ~tiles.any(axis=(1, 3))
    laid = covered[: TALL // TILE * TILE, : WIDE // TILE * TILE].reshape(TALL // TILE, TILE, WIDE // TILE, TILE)
    assert not laid.any(axis=(1, 3))[empty].any()


@given(boxes)
def test_what_is_drawn_anew_together_is_a_few_boxes_apart_that_hold_all(given_: list[Box]) -> None:
    made = apart(given_)
    assert len(made) <= 4
    assert not any(meet(one, two) for one, two in combinations(made, 2))
    assert (grid(made) > 0)[grid(given_) > 0].all()


@pytest.fixture
def picture(window: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> PanelPicture:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    window.hand.move(640, 400)
    step(window, 12)
    settle(window)
    made: PanelPicture = window.panel_picture
    return made


def step(window: Any, count: int = 1) -> None:
    for _ in range(count):
        window.step()


def settle(window: Any) -> None:
    """Until all is measured and drawn: what is told of it meanwhile changes panels by itself."""
    room = window.room
    for _ in range(8000):
        if room.live.complete and room.scene.view.settled:
            break
        step(window)
    assert room.live.complete
    assert room.scene.view.settled
    step(window)


def seen(window: Any) -> np.ndarray:
    from panda3d.core import PNMImage, Texture

    image, texture = PNMImage(), Texture()
    assert window.base.win.get_screenshot(image)
    texture.load(image)
    return np.frombuffer(bytes(texture.get_ram_image_as("RGB")), np.uint8).reshape(800, 1280, 3)[::-1].astype(int)


def drawn(picture: PanelPicture, monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """The parts that are drawn anew from now on."""
    parts = list[Box]()
    changed = picture._changed

    def heard(lists: Any) -> list[Box]:
        found = changed(lists)
        parts.extend(found)
        return found

    monkeypatch.setattr(picture, "_changed", heard)
    return parts


def test_panels_are_left_alone_while_the_board_turns(
    window: Any, picture: PanelPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = drawn(picture, monkeypatch)
    window.hand.press("mouse3")
    for x in range(0, 200, 20):
        window.hand.move(640 + x, 400)
        step(window)
    window.hand.release("mouse3")
    step(window)
    assert not parts
    assert not picture.buffer.is_active()


def test_a_lit_button_is_drawn_anew_and_no_other_panel(
    window: Any, picture: PanelPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = drawn(picture, monkeypatch)
    before = seen(window)
    window.hand.move(900, 24)  # a button of the bar
    step(window, 2)
    assert parts
    assert all(bottom <= 100 for _, _, _, bottom in parts)  # the bar, and what is told under the button
    differs = np.abs(seen(window) - before).max(axis=2)[:60] > 8
    assert differs.any()


def test_what_was_drawn_part_by_part_looks_as_if_all_were_drawn(window: Any, picture: PanelPicture) -> None:
    for at in ((60, 160), (900, 24), (330, 75), (1100, 180), (640, 400), (700, 75)):
        window.hand.move(*at)
        step(window, 3)
    for key in ("p", "f1", "escape", "n"):
        window.hand.press(key)
        step(window)
        window.hand.release(key)
        step(window, 2)
    window.hand.move(60, 240)
    settle(window)
    parts = seen(window)
    picture._stale = True
    step(window)
    assert np.abs(seen(window) - parts).max() <= 2  # of 255: letters are reckoned from another corner
    assert picture.buffer.is_active()


def test_panels_fill_a_window_that_grew(window: Any, picture: PanelPicture) -> None:
    data = _Data((1000.0, 700.0))
    picture.take(data)
    assert (picture.buffer.get_x_size(), picture.buffer.get_y_size()) == (1000, 700)
    step(window, 2)
    assert (picture.buffer.get_x_size(), picture.buffer.get_y_size()) == (1280, 800)


class _Data:
    """What ImGui draws in a window of another size: nothing."""

    def __init__(self, size: tuple[float, float]) -> None:
        from imgui_bundle import imgui

        self.display_size = imgui.ImVec2(*size)
        self.cmd_lists: list[Any] = []
