"""When a window is drawn: while something moves and shortly after, and now and then at rest, to spare the processor."""

from __future__ import annotations

from typing import Any

__all__ = ["PROGRESS_EVERY", "REDRAWN_EVERY", "Waking"]

STAYS_AWAKE = 1.0  # seconds for which things are drawn after the last stir
REDRAWN_EVERY = 5.0  # seconds: so often the window is drawn at rest, should another have lain over it
PROGRESS_EVERY = 1.0  # seconds: so often while something else is being made ready


class Waking:
    """Wakes and rests one window. `ui`: its ImGui. Times are seconds of the window's own clock."""

    def __init__(self, base: Any, ui: Any) -> None:
        self._base, self._ui = base, ui
        self.awake = True  # is the window drawn?
        self._last_input: tuple[object, ...] = ()
        self._last_motion = self._drawn = 0.0  # when something last moved, and when the window was last drawn

    def stir(self, now: float) -> None:
        """Something moved."""
        self._last_motion = now

    def is_lively(self, now: float, moving: bool, snapshot: tuple[object, ...], rest: float) -> bool:
        """Does anything move, or has a hand just moved? `rest`: seconds between two looks at a window at rest."""
        if moving or snapshot != self._last_input:
            self._last_input, self._last_motion = snapshot, now
        return now - self._last_motion < STAYS_AWAKE or now - self._drawn > rest

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
