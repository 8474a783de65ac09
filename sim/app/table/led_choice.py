"""Something on a page that arrow keys have led to, by where it lies."""

from __future__ import annotations

__all__ = ["LedChoice"]

WAYS = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, -1), "arrow_down": (0, 1)}
ASIDE = 3.0  # pixels that one aside of the way counts for
WIDE = 1.5  # pixels aside, for each one on the way: what lies farther aside is not in the way


class LedChoice:
    """`at`: the name of what is chosen; empty until an arrow chooses. Whoever draws the page tells where each lies."""

    def __init__(self) -> None:
        self.at = ""
        self._places = dict[str, tuple[float, float]]()

    def begin(self) -> None:
        """The page is drawn anew."""
        self._places.clear()

    def lies(self, name: str, x: float, y: float) -> bool:
        """Something lies there, x to the right and y down. Returns whether it is chosen."""
        self._places[name] = (x, y)
        return name == self.at

    def lead(self, key: str) -> bool:
        """To the next in the way of an arrow, if there is one. False: it is no arrow."""
        if key not in WAYS:
            return False
        across, down = WAYS[key]
        if self.at not in self._places:
            self.at = min(self._places, key=lambda name: (self._places[name][0], self._places[name][1]), default="")
            return True
        x, y = self._places[self.at]
        costs = dict[str, float]()
        for name, (left, top) in self._places.items():
            along = (left - x) * across + (top - y) * down
            aside = abs((left - x) * down + (top - y) * across)
            if along > 1 and aside <= WIDE * along:
                costs[name] = along + ASIDE * aside
        self.at = min(costs, key=lambda name: costs[name], default=self.at)
        return True
