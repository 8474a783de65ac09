"""The run of an ethereal mini is aimed into an open house, by the mouse and by keys; nobody else's is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app.test_board_pointer import acting, asked, key, lead, previewed
from tests.app.test_table_window import click, steps
from tests.carnevale.tables import house, street

INSIDE = "inside what is solid: it can only run on, and must come out before its turn ends"
HOUSE = street(house((8, 8), (16, 16), 4.0))


def pixel(window: Any, at: tuple[float, float, float]) -> tuple[float, float]:
    x, y = window.scene.view.to_screen(at)
    (wide, tall), seen = window.size(), window.scene.view.size
    return x * wide / seen[0], y * tall / seen[1]


@pytest.mark.rule("ABIL-Ethereal")
@pytest.mark.parametrize("ethereal", [True, False])
def test_in_an_open_house_the_mouse_points_at_the_ground_of_an_ethereal(
    window: Any, tmp_path: Path, ethereal: bool
) -> None:
    pointer = acting(window, tmp_path, HOUSE, (12, 6, 0), abilities=("Ethereal",) if ethereal else ())
    pointer.put_away()
    window.hand.move(5, 5)  # a mouse that rests where it was points nowhere, once keys have
    steps(window, 1)
    roof = window.scene.under(pixel(window, (12, 10, 4)), window.size())[1]
    assert roof is not None
    assert roof[2] == pytest.approx(4.0, abs=0.1), "a closed house is pointed at from without"
    key(window, "page_down")
    assert window.scene.houses_open
    place = pixel(window, (12, 10, 0))
    window.hand.move(*place)
    shown = previewed(window)
    assert (INSIDE in shown.words) is ethereal
    if ethereal:
        assert shown.refusal is None
        assert shown.path.points[-1] == pytest.approx((12, 10, 0), abs=0.1)
        click(window, place)
        while not asked(window) or window.table.model.shown["a"].at[1] < 9:
            window.step()
        assert window.table.model.shown["a"].inside


@pytest.mark.rule("ABIL-Ethereal")
def test_a_pointer_that_was_lifted_is_led_through_its_wall(window: Any, tmp_path: Path) -> None:
    acting(window, tmp_path, HOUSE, (12, 6, 0), abilities=("Ethereal",))
    window.hand.press("shift")
    key(window, "page_up")
    key(window, "page_down")
    window.hand.release("shift")
    lead(window, 12, 10)
    shown = previewed(window)
    assert INSIDE in shown.words
    assert shown.refusal is None
