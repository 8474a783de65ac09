"""Kernels on threads of their own: everything is done once, in order, and nobody who fails leaves others at work."""

from __future__ import annotations

from concurrent import futures
from threading import Event

import pytest

from sim.geometry.ground import side_by_side
from sim.geometry.ground.side_by_side import in_threads
from sim.geometry.ground.terrain_bins import empty_terrain
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walls import scratch

SCENE = Scene((empty_terrain(), empty_terrain()))


@pytest.fixture(autouse=True)
def processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)


@pytest.mark.parametrize("number", [0, 1, 9, 10, 11, 23, 24, 25, 1000])
def test_everything_is_done_once_and_told_in_order(number: int) -> None:
    shares = in_threads(SCENE, scratch(), number, 5, lambda _scene, _room, first, end: list(range(first, end)))
    assert [n for share in shares for n in share] == list(range(number))


def test_each_other_thread_has_lists_and_room_of_its_own() -> None:
    own = scratch()
    both = Event()
    seen: list[tuple[int, int]] = []

    def work(scene: Scene, room: Floats, _first: int, _end: int) -> None:
        seen.append((id(scene), id(room)))
        if len(set(seen)) > 1:
            both.set()
        both.wait(60)

    in_threads(SCENE, own, 10, 5, work)
    assert (id(SCENE), id(own)) in seen
    assert len({scene for scene, _ in seen}) == len({room for _, room in seen}) == 2


def test_whoever_is_called_away_lets_nobody_begin_anything_more(monkeypatch: pytest.MonkeyPatch) -> None:
    own, away, begun = scratch(), Event(), []

    def work(_scene: Scene, room: Floats, first: int, _end: int) -> None:
        begun.append(first)
        if room is own:
            raise KeyboardInterrupt
        assert away.wait(60)

    def waiting(others: object) -> None:
        away.set()
        futures.wait(others)  # type: ignore[arg-type]

    monkeypatch.setattr(side_by_side, "wait", waiting)
    with pytest.raises(KeyboardInterrupt):
        in_threads(SCENE, own, 100, 5, work)
    assert len(begun) <= 4, "each thread has ended what it had begun"


def test_what_fails_beside_is_told() -> None:
    own, failed = scratch(), Event()

    def work(_scene: Scene, room: Floats, _first: int, _end: int) -> None:
        if room is not own:
            failed.set()
            raise ValueError("beside")
        failed.wait(60)

    with pytest.raises(ValueError, match="beside"):
        in_threads(SCENE, own, 100, 5, work)
