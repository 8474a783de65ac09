"""When a window is drawn: while something moves and shortly after, and now and then at rest, to spare the processor."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

__all__ = ["HUSHED_EVERY", "PROGRESS_EVERY", "REDRAWN_EVERY", "SETTLES", "STAYS_AWAKE", "Waking"]

FRAME_SECONDS = 1 / 40  # of a frame, at least
IDLE_SECONDS = 1 / 20  # of a look at mouse and keys while nothing is drawn
HUSHED_SECONDS = 1 / 80  # the same, where something is awaited
HUSHED_EVERY = 0.25  # seconds: so often the window is drawn then

STAYS_AWAKE = 1.0  # seconds for which things are drawn after the last stir
SETTLES = 5  # frames, at the least: panels find their heights one after another, and a frame is seen with the next one
REDRAWN_EVERY = 5.0  # seconds: so often the window is drawn at rest, should another have lain over it
PROGRESS_EVERY = 1.0  # seconds: so often while something else is being made ready


class Waking:
    """Wakes and rests one window. `ui`: its ImGui. Times are seconds of the window's own clock."""

    def __init__(self, base: Any, ui: Any) -> None:
        self._base, self._ui = base, ui
        self.awake = True  # is the window drawn?
        self._last_input: tuple[object, ...] = ()
        self._last_motion = self._drawn = 0.0  # when something last moved, and when the window was last drawn
        self._hushed = False
        self._due = 0  # frames to draw before it is hushed
        self._unsettled = 0  # frames to draw before it rests, however long they take

    def stir(self, now: float) -> None:
        """Something moved."""
        self._last_motion, self._unsettled = now, SETTLES

    def is_lively(self, now: float, moving: bool, snapshot: tuple[object, ...], waits: bool, hush: int = 0) -> bool:
        """Does anything move, or has a hand just moved? `waits`: is something else being made ready? `hush`: so many
        frames show what a hand did, and then something is awaited that wants the processors to itself."""
        if moving or snapshot != self._last_input:
            self.stir(now)
            self._last_input, self._due = snapshot, hush
        self._hushed = hush > 0
        if self._hushed:
            self._due -= 1
            return self._due >= 0 or now - self._drawn > HUSHED_EVERY
        rest = PROGRESS_EVERY if waits else REDRAWN_EVERY
        self._unsettled -= 1
        return self._unsettled >= 0 or now - self._last_motion < STAYS_AWAKE or now - self._drawn > rest

    def rest_others(self) -> None:
        """Draw the window alone: a renderer that is half made cannot be drawn; its `frame` wakes it."""
        engine, host = self._base.graphics_engine, self._base.win
        engine.open_windows()
        for i in range(engine.get_num_windows()):
            if engine.get_window(i) != host:
                engine.get_window(i).set_active(False)

    def set(self, awake: bool, now: float) -> None:
        """Draw from now on, or only look out for mouse and keys."""
        if awake:
            self._drawn = now
        if awake == self.awake:
            return
        self.awake = awake
        self._base.win.set_active(awake)
        if awake:
            self._ui.show()
        else:
            self._ui.hide()

    def pause(self, began: float, wait: Callable[[float], None]) -> None:
        """`wait` until the next frame, or the next look, is due after one that began then."""
        each = FRAME_SECONDS if self.awake else HUSHED_SECONDS if self._hushed else IDLE_SECONDS
        left = each - (time.perf_counter() - began)
        if left > 0:
            wait(left)
