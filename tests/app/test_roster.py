"""The list of the gangs: names that are read, and which row is lit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.app.hud import roster_panel, widgets
from sim.app.hud.roster_panel import is_lit
from sim.words.tongues import told
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import until
from tests.carnevale.tables import plain_street

LONG = "Confessor of the Night Office"


def test_after_the_gangs_are_set_up_no_row_is_kept_lit_for_it(window: Any, tmp_path: Path) -> None:
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (9, 16, 0))]))
    table = window.table
    until(window, lambda: table.menu is not None)
    table.deploying, table.selected = "b", "a"
    assert [is_lit(table, table.model.shown[who]) for who in "ab"] == [True, False]


def test_a_long_name_is_about_as_large_as_its_neighbours_also_while_it_acts(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was on two lines in the room of one, in half as large letters."""
    sizes: dict[str, float] = {}
    real = widgets.draw_fitted

    def drawn(draw: Any, at: Any, text: str, width: float, paint: int) -> float:
        sizes[told(text)] = widgets.shrunk(told(text), width, widgets.LINE)
        return real(draw, at, text, width, paint)

    north = [member("a", (3, 12, 0), name=LONG), member("c", (6, 12, 0), name="Battuto")]
    window.play(free_fight(plain_street(), tmp_path, north, [member("b", (9, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    monkeypatch.setattr(window.settings, "choices", msgspec.structs.replace(window.settings.choices, folded=()))
    monkeypatch.setattr(roster_panel.widgets, "draw_fitted", drawn)
    window.step()
    assert sizes[LONG] >= roster_panel.LEAST
    assert sizes["Battuto"] == 1.0
    window.table.give("a")
    until(window, lambda: window.table.menu is not None)
    window.step()
    assert sizes[LONG] >= roster_panel.LEAST
