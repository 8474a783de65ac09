"""What goes wrong with sheets."""

from __future__ import annotations

from sim.errors import BautaError

__all__ = ["SheetNotWritten"]


class SheetNotWritten(BautaError):
    """A sheet cannot be made here."""
