"""A window shows a board alike whatever it, or another screen of the same program, has drawn before."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.app.table.view_choices import ViewChoices
from tests.app.drawn_by_turns import KEPT, seen
from tests.app.pictures import own_cache
from tests.app.reference_stages import Pixels, prepare, settled, small
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import steps, until
from tests.carnevale.tables import house, street

__all__ = ["own_cache"]

pytestmark = pytest.mark.drawn


@pytest.fixture
def own(window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    if not window.screen.shaders:
        pytest.skip("only the tiny renderer is here: no shaders")
    monkeypatch.setattr(window._waking, "is_lively", lambda *_: True)
    prepare(window)
    yield window
    window.settings.choices = ViewChoices()
    window.show_start()


def test_another_screen_changes_nothing_of_what_a_window_shows(tmp_path: Path) -> None:
    """Nor a board that was drawn between."""
    env = {**os.environ, "BAUTA_CACHE": str(tmp_path / "cache")}
    root, program = Path(__file__).parents[2], [sys.executable, "-m", "tests.app.drawn_by_turns", str(tmp_path)]
    done = subprocess.run(program, env=env, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    with np.load(tmp_path / KEPT) as shown:
        if not shown:
            pytest.skip("only the tiny renderer is here: no shaders")
        assert np.array_equal(shown["again"], shown["before"])
        assert np.abs(shown["by_night"] - shown["before"]).mean() > 10
        assert np.array_equal(shown["other_again"], shown["other"])


def test_a_board_opens_with_its_large_map_of_shadows_and_what_the_driver_compiles(own: Any, tmp_path: Path) -> None:
    """Else the first picture at rest would wait for them."""
    board = street(house((3.5, 4.5), (8.5, 9.5), 4.7))  # that no other test has drawn
    own.play(free_fight(board, tmp_path, [member("a", (20, 20, 0))], [member("b", (22, 20, 0))]))
    renderer = own.scene.view.renderer
    assert not renderer.sun.pieces_left
    assert not renderer.fine.primes


def test_the_large_map_of_shadows_is_drawn_in_four_frames(
    own: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no card: each quarter takes so long that two in one would be felt."""
    if not own.screen.software:
        pytest.skip("a card draws it at once")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    seen(own, "noon", tmp_path / "noon")
    renderer = own.scene.view.renderer
    large, drawn = renderer.sun.buffers[0], []
    renderer.touch(fixed=True)
    for _ in range(8):
        steps(own, 1)
        if large.is_active():
            region = large.get_display_region(1)
            drawn.append((region.get_left(), region.get_right()))
    assert drawn == [(0.75, 1.0), (0.5, 0.75), (0.25, 0.5), (0.0, 0.25)]


def test_a_board_has_its_shadows_while_the_view_moves_from_its_first_frames_on(own: Any, tmp_path: Path) -> None:
    """In software they are in a map of their own, that is drawn once."""
    board = street(house((3.5, 3.5), (7.5, 9.5), 5.2))  # that no other test has drawn
    own.play(free_fight(board, tmp_path, [member("a", (20, 20, 0))], [member("b", (22, 20, 0))]))
    renderer = own.scene.view.renderer
    settled(own)

    def moving(*, anew: bool) -> Pixels:
        until(own, lambda: renderer.settled)  # so that no time of a frame before tells how fine this one is
        renderer.touch(fixed=anew, moving=True)  # those of minis are as fine as these were when they were drawn
        steps(own, 1)
        return small(own)

    assert np.array_equal(moving(anew=False), moving(anew=True))
