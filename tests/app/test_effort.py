"""How much work the picture is worth: three levels, chosen by hand or by what was measured."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sim.app.render.quality import FAST, LEVELS, PRESETS, SLOW, level_for
from sim.app.table.view_choices import ViewChoices, ViewSettings
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import until
from tests.carnevale.tables import street


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))


@pytest.mark.parametrize(
    ("seconds", "level"), [(SLOW, "light"), (3.0, "light"), (0.5, "middle"), (FAST, "full"), (0.01, "full")]
)
def test_a_machine_has_the_level_that_it_has_time_for(seconds: float, level: str) -> None:
    assert level_for(seconds) == level


def test_each_level_does_more_than_the_one_before() -> None:
    made = [PRESETS[level] for level in LEVELS]
    for less, more in pairwise(made):
        assert less.mirror < more.mirror
        assert less.frames < more.frames
        assert less.shadow < more.shadow


def test_what_was_measured_holds_unless_a_level_was_chosen_and_is_kept() -> None:
    settings = ViewSettings()
    assert settings.effort == "middle"
    settings.keep_measured("light")
    assert ViewSettings().effort == "light"
    chosen = [settings.obey("effort") and settings.effort for _ in range(4)]
    assert chosen == ["light", "middle", "full", "light"]
    assert settings.choices.effort == "measured"


def test_the_next_board_is_drawn_with_the_effort_that_was_measured(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(name: str) -> Any:
        window.play(free_fight(board, tmp_path / name, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
        return window.scene.view

    board = street()
    window.settings.choices = ViewChoices()
    first = play("one")
    assert first.preset == "middle"
    until(window, lambda: first.renderer.took is not None, 2000)
    assert 0 < first.renderer.took < 60
    monkeypatch.setattr(type(first.renderer), "took", 2 * SLOW)
    second = play("two")
    assert (second.preset, second.renderer.quality) == ("light", PRESETS["light"])
    third = play("three")
    assert third is second
    window.settings.choices = ViewChoices()
    assert play("four").preset == "middle"
