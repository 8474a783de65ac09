"""What may be made later: when it is first wanted, or before that on another thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["Later"]

T = TypeVar("T")


class Later(Generic[T]):
    """Called, it gives what `make` made, which is done once, by whoever comes first."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make: Callable[[], T] | None = make
        self._made: list[T] = []
        self._begun = False
        self._lock = Lock()

    def __call__(self) -> T:
        with self._lock:
            if self._make is not None:
                self._made.append(self._make())
                self._make = None  # and what it holds
            return self._made[0]

    @property
    def awaited(self) -> bool:
        """Was it begun elsewhere, and is not there yet?"""
        return self._begun and not self._made

    def begin(self, pool: Executor) -> None:
        """Have it made there."""
        if not (self._begun or self._made):
            self._begun = True
            pool.submit(self)
