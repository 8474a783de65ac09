"""What is clicked in one long frame is dealt with in its order, and each click where the pointer was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.table.tools import Tool
from sim.app.window.pointer_path import places_of
from tests.app.table_games import free_fight, member
from tests.app.test_by_mouse import Places, begun, buttons
from tests.app.test_table_window import steps
from tests.carnevale.tables import street

__all__ = ["buttons"]

A, B, C, D = (100.0, 100.0), (300.0, 300.0), (310.0, 320.0), (320.0, 340.0)
DOWN, UP, RIGHT = (True, "mouse1"), (False, "mouse1"), (True, "mouse3")


@pytest.mark.parametrize(
    ("told", "presses", "places"),
    [
        ([A, A, B], [DOWN, UP], [A, A]),  # it was there before
        ([B, B, B, C], [DOWN, UP], [B, B]),
        ([B, B, B, C, C, C, D], [DOWN, UP, DOWN, UP], [B, B, C, C]),
        ([B, B, C, D, D], [DOWN, UP], [B, D]),  # it is dragged
        ([A, B, B, B, C], [DOWN, UP], [B, B]),  # a place was told twice of which nothing came
        ([B, B, C], [RIGHT], [B]),
        ([B, C, D], [DOWN, UP], [D, D]),  # a system that does not tell
        ([], [DOWN], [D]),
    ],
)
def test_a_place_that_is_told_twice_is_where_a_button_was(
    told: Sequence[tuple[float, float]], presses: Sequence[tuple[bool, str]], places: Sequence[tuple[float, float]]
) -> None:
    assert places_of(told, A, presses, D) == places


def clicks(window: Any, *places: tuple[float, float]) -> None:
    """All of it before the next frame."""
    for place in places:
        window.hand.move(*place)
        window.hand.press("mouse1")
        window.hand.release("mouse1")


def test_a_button_is_clicked_though_the_pointer_is_elsewhere_by_the_next_frame(
    window: Any, tmp_path: Path, buttons: Places
) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    buttons.clear()
    steps(window, 2)
    clicks(window, buttons["Jump"])
    window.hand.move(*window.scene.view.to_screen((15, 12, 0)))
    steps(window, 4)
    assert table.tool is Tool.JUMP
    assert not table.pinned
    assert table.model.shown["a"].here == (12, 12, 0)


def test_a_button_and_then_the_board_within_one_frame(window: Any, tmp_path: Path, buttons: Places) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    buttons.clear()
    steps(window, 2)
    clicks(window, buttons["Choose the way"], window.scene.view.to_screen((13, 12, 0)))
    steps(window, 8)
    assert table.by_corners
    assert [corner[:2] for corner in table.corners] == [pytest.approx((13, 12), abs=0.2)]
    assert table.model.shown["a"].here == (12, 12, 0)
    assert not imgui.get_io().mouse_down[0]


def type_seed(window: Any) -> None:
    """Type the seed of a new game, to the letter in the frame of the click that leads there."""
    window.show_start()
    fields: Places = {}
    real = imgui.input_text_with_hint

    def field(label: str, *rest: Any) -> Any:
        found = real(label, *rest)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        fields[label] = ((low.x + high.x) / 2, (low.y + high.y) / 2)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imgui, "input_text_with_hint", field)
        steps(window, 3)
    (seed,) = (place for label, place in fields.items() if "seed" in label)
    clicks(window, seed)
    window.hand.press("1")
    window.hand.letter("1")
    window.hand.release("1")
    steps(window, 8)


def test_what_is_typed_within_the_frame_of_a_click_goes_where_that_click_led(window: Any, buttons: Places) -> None:
    type_seed(window)
    assert window.start.form.seed == "1"
    assert window.start.plan is None


def test_a_new_page_has_nothing_of_what_was_typed_into_a_field_of_the_one_before(window: Any, buttons: Places) -> None:
    type_seed(window)
    window.show_start()  # where the field has the same name
    steps(window, 3)
    assert not window.start.form.seed
    type_seed(window)
    window.show_start()
    window.hand.press("l")
    window.hand.letter("l")
    steps(window, 2)
    window.hand.release("l")
    assert window.rooms.learn.room is not None
    window.show_start()
