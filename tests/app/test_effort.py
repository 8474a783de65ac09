"""How much work the picture is worth: three levels, chosen by hand or by what was measured."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sim.app.render.pacing import Pace
from sim.app.render.quality import FAST, LEVELS, PRESETS, SLOW, level_for
from sim.app.render.renderer import PAUSED
from sim.app.render.shadow_maps import ShadowMaps
from sim.app.table.view_choices import ViewChoices, ViewSettings
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import until
from tests.carnevale.tables import street

pytestmark = pytest.mark.drawn


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
    play("none")  # what the board before took is kept here, if that was measured
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


@pytest.mark.parametrize(("effort", "pieces"), [(0.5, 2), (0.0, 4)])
def test_what_stands_still_is_shown_at_full_size_before_it_is_smooth(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, effort: float, pieces: int
) -> None:
    """A moving scene is drawn at a share of it: the fine picture alone came half a second after it stood still."""
    if not window.screen.software:
        pytest.skip("the card draws all of it while it moves, too")
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    renderer = window.scene.view.renderer
    monkeypatch.setattr(Pace, "frame", lambda *_: None)
    until(window, lambda: renderer.settled, 2000)
    shown: list[tuple[str, float, int]] = []
    real = renderer._present
    monkeypatch.setattr(
        renderer, "_present", lambda *what: shown.append((what[0].name, what[2], renderer._still)) or real(*what)
    )
    renderer.pace.effort = effort
    renderer.touch()
    window.step()
    assert not renderer.is_sharp
    until(window, lambda: renderer.is_sharp)
    assert not renderer.settled
    assert shown == [("scene", 0.5 + 0.5 * effort, 0), ("sharp scene", 1.0, PAUSED + pieces)]
    until(window, lambda: renderer.settled, 2000)
    assert {name for name, _, _ in shown[2:]} == {"sum"}


def test_a_mini_at_rest_casts_the_shadow_of_its_finest_shape(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It kept the one of the coarse shape that it has while something moves."""
    if not window.screen.software:
        pytest.skip("a card draws the finest shapes always")
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    renderer = window.scene.view.renderer
    monkeypatch.setattr(Pace, "frame", lambda *_: None)
    until(window, lambda: renderer.settled, 2000)
    shapes: list[set[int]] = []  # of minis, whenever the map of their shadows at rest is drawn
    real = ShadowMaps._aim

    def aim(self: ShadowMaps, name: str, *part: Any) -> None:
        if name == "moving_map":
            shapes.append(levels(renderer))
        real(self, name, *part)

    monkeypatch.setattr(ShadowMaps, "_aim", aim)
    renderer.pace.effort = 0.0
    renderer.touch(moving=True)
    window.step()
    assert levels(renderer) != {0}
    until(window, lambda: renderer.settled, 2000)
    assert shapes == [{0}]


def levels(renderer: Any) -> set[int]:
    """How coarse the shapes of minis are that are drawn now; 0: the finest."""
    return {body.get_python_tag("level") for thing in renderer.moving.get_children() for body in thing.get_children()}


def test_what_is_drawn_at_full_size_while_it_moves_needs_no_other(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    renderer = window.scene.view.renderer
    monkeypatch.setattr(Pace, "frame", lambda *_: None)
    until(window, lambda: renderer.settled, 2000)
    renderer.pace.effort = 1.0
    renderer.touch()
    window.step()
    assert renderer.is_sharp
