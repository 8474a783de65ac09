"""While the view stands still only the part of the picture is drawn anew where something moves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sim.app.hud.build_panel import BuildRequest
from sim.app.render.camera import bird
from sim.app.render.stale_part import StalePart, around, box_round, with_shadow
from sim.app.render.tiles import WHOLE
from tests.app.test_editor import key, point, steps, take, until
from tests.app.test_panel_picture import seen

pytestmark = pytest.mark.drawn

SUN = (-0.6, -0.5, 0.62)
VIEW, SIZE = bird((24.0, 24.0)), (1280, 800)
CRATE = ((10.0, 10.0, 0.0), (11.0, 12.0, 2.0))


def test_all_is_drawn_until_little_moves_under_a_view_that_stands_still() -> None:
    stale = StalePart(SUN)
    stale.touch([CRATE])
    assert stale.take(VIEW, SIZE, 0.5, WHOLE) == WHOLE  # nothing was drawn before
    stale.touch([CRATE])
    assert stale.is_little(VIEW, SIZE, 0.5, WHOLE)
    left, right, bottom, top = stale.take(VIEW, SIZE, 0.5, WHOLE)
    assert (right - left) * (top - bottom) < 0.2
    for view, size, share in ((bird((30.0, 24.0)), SIZE, 0.5), (VIEW, (1000, 800), 0.5), (VIEW, SIZE, 0.6)):
        stale.touch([CRATE])
        assert stale.take(view, size, share, WHOLE) == WHOLE
        stale.take(VIEW, SIZE, 0.5, WHOLE)
    stale.touch([CRATE])
    stale.touch(None)  # something else, anywhere
    stale.touch([CRATE])
    assert stale.take(VIEW, SIZE, 0.5, WHOLE) == WHOLE


def test_the_part_holds_what_moves_with_its_shadow_in_whole_pixels() -> None:
    stale = StalePart(SUN)
    stale.take(VIEW, SIZE, 0.5, WHOLE)
    stale.touch([CRATE])
    left, right, bottom, top = stale.take(VIEW, SIZE, 0.5, WHOLE)
    for corner in with_shadow(CRATE, SUN):
        x, y, _ = VIEW.project(corner, 1.6)
        assert left <= x / 2 + 0.5 <= right
        assert bottom <= y / 2 + 0.5 <= top
    edges = [left * 640, right * 640, bottom * 400, top * 400]
    assert edges == pytest.approx([round(edge) for edge in edges])


def test_what_stands_before_the_eye_may_be_seen_anywhere() -> None:
    stale = StalePart(SUN)
    stale.take(VIEW, SIZE, 0.5, WHOLE)
    stale.touch([(tuple(e - 1 for e in VIEW.eye), tuple(e + 1 for e in VIEW.eye))])  # type: ignore[list-item]
    assert stale.take(VIEW, SIZE, 0.5, WHOLE) == WHOLE


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("turn", [0.0, 30.0, 90.0, -135.0])
def test_the_box_round_a_turned_piece_holds_its_corners(turn: float, mirror: bool) -> None:
    own = ((-1.0, -0.5, 0.0), (3.0, 0.5, 2.0))
    low, high = box_round(own, (5.0, 6.0, 1.0), turn, mirror=mirror)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for x, y, z in around(own):
        x = -x if mirror else x
        at = (x * c - y * s + 5.0, x * s + y * c + 6.0, z + 1.0)
        assert all(a - 1e-9 <= p <= b + 1e-9 for a, p, b in zip(low, at, high, strict=True))


def test_a_dragged_piece_looks_as_if_all_were_drawn(
    window: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    steps(window)
    take(window, "campanile")
    for at in ((12, 12), (17, 17)):
        point(window, at)
        window.hand.press("mouse1")
        steps(window, 1)
        window.hand.release("mouse1")
        steps(window, 2)
    key(window, "escape")
    renderer = window.room.scene.view.renderer
    parts = []
    taken = renderer._stale.take
    monkeypatch.setattr(renderer._stale, "take", lambda *how: parts.append(taken(*how)) or parts[-1])
    point(window, (12, 12, 0.5))
    window.hand.press("mouse1")
    steps(window, 1)
    for x in (12.5, 13.5, 15.0, 14.0):
        point(window, (x, 12.5, 0.5))
    assert parts
    assert all((right - left) * (top - bottom) < 0.5 for left, right, bottom, top in parts[-3:])
    dragged = seen(window)
    renderer.touch(moving=True)
    steps(window, 1)
    off = np.abs(seen(window) - dragged).max(axis=2) > 24
    window.hand.release("mouse1")
    steps(window, 2)
    assert off.mean() < 0.002  # a pixel here and there at edges


def test_a_piece_that_is_let_go_leaves_nothing_where_it_was(
    window: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    steps(window)
    window.hand.move(640, 300)
    until(window, lambda: window.room.scene.view.settled)
    bare = seen(window)[130:700, 280:1000]
    take(window, "campanile")
    point(window, (12, 12))
    point(window, (13, 12))
    key(window, "escape")
    window.hand.move(640, 300)
    until(window, lambda: window.room.scene.view.settled)
    assert np.abs(seen(window)[130:700, 280:1000] - bare).max() <= 8
