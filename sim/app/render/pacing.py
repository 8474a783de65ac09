"""How much effort a moving scene is drawn with in software, so that it keeps its time."""

from __future__ import annotations

import math

__all__ = ["HARDLY", "SHARES", "Pace"]

SHARES = (0.5, 1.0)  # of the full size, at the least and the most effort
HARDLY = 1 / 32  # of the full size: nothing to look at, but the driver has all that it draws from then on


class Pace:
    """The `effort`, from 0 to 1, of the frames that are drawn one after another. `software`: the processor draws."""

    def __init__(self, software: bool, seconds: float) -> None:
        """`seconds`: what a frame may take while the scene moves."""
        self.software, self.seconds = software, seconds
        self.effort = 0.5
        self.unseen = False  # does something lie over the scene, so that its size is all one?
        self._last: float | None = None

    def frame(self, now: float) -> None:
        """A frame of a moving scene begins."""
        if self.software and self._last is not None:
            took = now - self._last
            change = 0.3 * math.log(self.seconds / min(max(took, 1e-3), 2.0))
            self.effort = min(max(self.effort + min(max(change, -0.3), 0.1), 0.0), 1.0)
        self._last = now

    def rest(self) -> None:
        """Nothing moves."""
        self._last = None

    @property
    def share(self) -> float:
        """Of the full size on each side, that a moving scene is drawn at."""
        if self.unseen:
            return HARDLY
        return SHARES[0] + (SHARES[1] - SHARES[0]) * self.effort if self.software else 1.0
