"""The window without a display in other sizes, with larger text, in another language; what is wrong with it there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import pytest

from sim.app.table.view_choices import ViewChoices
from sim.words.tongues import load, speak
from tests.app.layout_watch import watched
from tests.app.test_table_window import steps

__all__ = ["FIRST", "FRAMES", "SIZES", "TEXTS", "TONGUES", "WAYS", "Look", "Way", "look", "panels_alone", "show"]

FRAMES = 4  # a panel finds out in one frame how tall it is, what lies about it in the next


class Way(NamedTuple):
    """How a window is looked at."""

    size: tuple[int, int]
    text: float
    language: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]}, {self.text:.0%}, {self.language}"


SIZES, TEXTS, TONGUES = ((1280, 800), (1920, 1080)), (1.0, 2.0), ("en", "fr", "it")
WAYS = [Way(size, text, tongue) for size in SIZES for text in TEXTS for tongue in TONGUES]
FIRST = WAYS[0]
Look = Callable[..., None]


def show(window: Any, way: Way) -> None:
    """Bring the window to this size, text and language."""
    from panda3d.core import WindowProperties

    speak(load(way.language))
    if window.settings.choices.text != way.text:
        window.settings.choices = msgspec.structs.replace(window.settings.choices, text=way.text)
    if window.size() != way.size:
        window.hand.window.request_properties(WindowProperties.size(*way.size))
        engine = window.base.graphics_engine
        drawn = [each for each in map(engine.get_window, range(engine.get_num_windows())) if each.is_active()]
        for each in drawn:
            each.set_active(False)
        for _ in range(2):  # it is asked in one frame, and is so in the next
            engine.render_frame()
        for each in drawn:
            each.set_active(True)
        window.base.win.set_size(*way.size)
        window.base.messenger.send("window-event", [window.hand.window])
        if window.scene is not None:
            window.scene.resize(way.size)
        window.rooms.resize(way.size)
    assert window.size() == way.size


@contextmanager
def panels_alone(window: Any) -> Iterator[None]:
    """Frames lay out panels, and nothing is drawn: they take a fifth of the time."""
    from panda3d.core import ClockObject

    def pass_time(task: Any) -> Any:
        ClockObject.get_global_clock().tick()  # as drawing does
        return task.cont

    tasks = window.base.task_mgr
    loops = tasks.getTasksNamed("igLoop")
    if not loops:  # so it is already
        yield
        return
    tasks.remove("igLoop")
    passing = tasks.add(pass_time, "time passes", sort=loops[0].sort)
    try:
        with patch.object(window.panel_picture, "take"):
            yield
    finally:
        tasks.remove(passing)
        tasks.add(loops[0])


@pytest.fixture
def look(window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Look]:
    """Looks at what the window shows now, in all these ways; what was wrong is told at the end of the test."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    window.hand.move(2, 400)  # where it points at nothing
    found: dict[str, list[str]] = {}

    def look_at(name: str, ways: Sequence[Way] = WAYS) -> None:
        with monkeypatch.context() as patch, panels_alone(window), watched(patch) as watch:
            patch.setattr(window._waking, "is_lively", lambda *_: True)  # every frame is drawn
            show(window, ways[0])
            steps(window, FRAMES)
            for way in ways:
                show(window, way)
                for _ in range(FRAMES):
                    watch.begin()
                    window.step()
                for fault in watch.faults():
                    found.setdefault(fault, []).append(f"{name} at {way}")
            show(window, FIRST)
            steps(window, FRAMES)

    yield look_at
    window.settings.choices = ViewChoices()
    show(window, FIRST)
    window.show_start()
    assert not found, "\n".join(f"{each} ({len(where)} times: {where[0]})" for each, where in found.items())
