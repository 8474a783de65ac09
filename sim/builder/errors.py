"""What building refuses."""

from __future__ import annotations

from sim.errors import BautaError

__all__ = ["BuilderError", "EditRefused"]


class BuilderError(BautaError):
    """Something cannot be done to a map or its files; the message says what would mend it."""


class EditRefused(BuilderError):
    """An edit that would leave no map behind: nothing was changed."""
