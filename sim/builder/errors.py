"""What building refuses."""

from __future__ import annotations

from sim.errors import BautaError

__all__ = ["BuilderError", "Refused"]


class BuilderError(BautaError):
    """Something cannot be done to a map or its files; the message says what would mend it."""


class Refused(BuilderError):
    """An edit that would leave no map behind: nothing was changed."""
