"""Numbers by chance that are the same on every machine for the same seed.

Only `random()` is drawn on: of all that `random.Random` offers it alone is promised never to change.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["SeededChance"]

T = TypeVar("T")


class SeededChance:
    """A stream of chances. `seed`: any words and numbers."""

    def __init__(self, *seed: object) -> None:
        self._random = random.Random(" ".join(str(word) for word in seed))

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._random.random()

    def happens(self, share: float) -> bool:
        return self._random.random() < share

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends among them."""
        return low + int(self._random.random() * (high - low + 1))

    def one_of(self, some: Sequence[T]) -> T:
        return some[int(self._random.random() * len(some))]

    def weighted(self, some: Sequence[tuple[T, float]]) -> T:
        """One of some values, each with its weight."""
        left = self._random.random() * sum(weight for _, weight in some)
        for value, weight in some:
            left -= weight
            if left < 0:
                return value
        return some[-1][0]

    def shuffled(self, some: Sequence[T]) -> list[T]:
        """All of some values, in another order."""
        left = list(some)
        return [left.pop(int(self._random.random() * len(left))) for _ in range(len(left))]
