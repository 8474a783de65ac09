"""A question that has just appeared: for a moment no click is meant for it, but for what was there before."""

from __future__ import annotations

__all__ = ["GRACE", "FreshQuestion"]

GRACE = 0.3  # seconds that are shown: sooner nobody has read a question and answered it


class FreshQuestion:
    """How new the question is that is asked. `left`: seconds until it takes clicks; keys are taken at once."""

    def __init__(self) -> None:
        self.left = 0.0

    def appear(self) -> None:
        """A question is asked from now on."""
        self.left = GRACE

    def pass_time(self, seconds: float) -> None:
        """It has been seen for so many seconds more."""
        self.left = max(0.0, self.left - seconds)
