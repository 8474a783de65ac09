"""What can be wrong with kernels before they measure anything."""

from __future__ import annotations

__all__ = ["SourceError", "UnknownNumba"]


class SourceError(ImportError):
    """A module of ours that is imported, or that holds a kernel, cannot be found: nobody could tell when it changes."""


class UnknownNumba(ImportError):
    """A name inside numba that kernels are kept by is missing."""
