"""The watchdog over frames, and pictures that are drawn in tiles so that no frame is long."""

from __future__ import annotations

import gc
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.app.render.tiles import WHOLE, Tile, part_of, tiles_of
from sim.app.window.frame_watch import FrameWatch, LongFrame


class Clock:
    """Goes on by what it is told."""

    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


def test_only_frames_over_100_ms_are_counted(tmp_path: Path) -> None:
    clock = Clock()
    watch = FrameWatch(tmp_path / "frames.txt", clock)
    for seconds in (0.03, 0.25, 0.1, 0.4):
        watch.begin()
        clock.now += seconds
        watch.end()
        clock.now += 2.0  # it sleeps until the next
    watch.close()
    assert watch.seen.frames == 4
    assert [round(frame.wall, 3) for frame in watch.seen.long] == [0.25, 0.4]
    assert watch.seen.slow == 0, "it waited, and used no processor"
    told = (tmp_path / "frames.txt").read_text(encoding="utf-8").splitlines()
    assert len(told) == 3
    assert told[-1].startswith("4 frames, 2 over 100 ms (0 by the window's own processor); worst 400 ms")


def test_what_a_long_frame_spent_in_pythons_collector_is_told(tmp_path: Path) -> None:
    class Ticking(Clock):
        def __call__(self) -> float:
            if threading.current_thread() is threading.main_thread():  # and not where it is looked what takes so long
                self.now += 0.06
            return self.now

    watch = FrameWatch(tmp_path / "frames.txt", Ticking())
    gc.disable()  # no pass but this one
    watch.begin()
    gc.collect()
    watch.end()
    gc.enable()
    watch.close()
    assert [round(frame.collecting, 3) for frame in watch.seen.long] == [0.06]
    assert "60 collecting" in (tmp_path / "frames.txt").read_text(encoding="utf-8")
    assert watch._collect not in gc.callbacks


def test_no_game_ends_because_the_list_of_frames_cannot_be_written(tmp_path: Path) -> None:
    clock = Clock()
    watch = FrameWatch(tmp_path / "gone" / "frames.txt", clock)
    watch.begin()
    clock.now += 0.3
    watch.end()
    watch.close()
    assert [round(frame.wall, 3) for frame in watch.seen.long] == [0.3]


def _slow(seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        sorted(range(500))


def test_a_long_frame_tells_what_it_was_busy_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.app.window.frame_watch.PACKAGE", str(Path(__file__).parent))
    watch = FrameWatch(tmp_path / "frames.txt")
    watch.begin()
    _slow(0.4)
    watch.end()
    watch.close()
    (long,) = watch.seen.long
    assert any(where.startswith("test_frame_watch._slow") for where in long.busy)
    assert "test_frame_watch._slow" in (tmp_path / "frames.txt").read_text(encoding="utf-8")


def test_a_frame_that_was_never_looked_at_says_so() -> None:
    assert LongFrame(1.0, 0.11, 0.0, 0.0, {}).line().endswith("over before it was looked at")


@pytest.mark.parametrize("within", [WHOLE, (0.25, 0.8, 0.1, 0.7)])
@pytest.mark.parametrize("size", [(1280, 800), (961, 641)])
def test_tiles_meet_at_whole_pixels_and_cover_what_is_seen(size: tuple[int, int], within: Tile) -> None:
    tiles = tiles_of(size, 3, 4, within)
    seen = np.zeros(size, int)
    for left, right, bottom, top in tiles:
        edges = [left * size[0], right * size[0], bottom * size[1], top * size[1]]
        assert np.allclose(edges, np.round(edges))
        x0, x1, y0, y1 = (round(edge) for edge in edges)
        seen[x0:x1, y0:y1] += 1
    x0, x1, y0, y1 = (round(share * side) for share, side in zip(within, np.repeat(size, 2), strict=True))
    wanted = np.zeros(size, int)
    wanted[x0:x1, y0:y1] = 1
    assert (seen == wanted).all()
    assert tiles_of(size, 1, 1) == [WHOLE]


@pytest.mark.parametrize("flat", [False, True])
def test_a_lens_of_a_tile_shows_that_tile_of_what_the_whole_one_shows(flat: bool) -> None:
    core: Any = pytest.importorskip("panda3d.core")
    lens = core.OrthographicLens() if flat else core.PerspectiveLens()
    if flat:
        lens.set_film_size(33.3, 20.8)
    else:
        lens.set_fov(44.0, 28.3)
    lens.set_film_offset(0.004, -0.003)
    point = core.LPoint3(1.3, 30.0, -2.2)
    whole, found = core.LPoint2(), core.LPoint2()
    assert lens.project(point, whole)
    inside = 0
    for left, right, bottom, top in tiles_of((1280, 800), 3, 3):
        if part_of(lens, (left, right, bottom, top)).project(point, found):
            inside += 1
            x, y = left + (found[0] / 2 + 0.5) * (right - left), bottom + (found[1] / 2 + 0.5) * (top - bottom)
            assert (x, y) == pytest.approx((whole[0] / 2 + 0.5, whole[1] / 2 + 0.5), abs=1e-5)
    assert inside == 1


def test_a_picture_of_fewer_pixels_than_tiles_has_none_without_a_pixel() -> None:
    """In a window less than 512 pixels tall no game could be opened: its first tile was no pixel tall."""
    tiles = tiles_of((640, 400), 1, 1024)
    assert [round((top - bottom) * 400, 6) for _, _, bottom, top in tiles] == [1.0] * 400
