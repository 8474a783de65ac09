"""What was made last and may be asked for again: of more than so much, what was not asked for longest is let go."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, ItemsView
from typing import Generic, TypeVar

__all__ = ["MostRecent"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class MostRecent(Generic[K, V]):
    """Values by their keys, those of the keys that were asked for last."""

    def __init__(self, most: int) -> None:
        """`most`: so many are kept."""
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def of(self, key: K, make: Callable[[], V]) -> V:
        """What is kept under a key, made where it is not."""
        if key in self._kept:
            self._kept.move_to_end(key)
        else:
            self._kept[key] = make()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return self._kept[key]

    def items(self) -> ItemsView[K, V]:
        """All that is kept, the one that was not asked for longest first."""
        return self._kept.items()

    def clear(self) -> None:
        """Nothing of it holds any more."""
        self._kept.clear()
