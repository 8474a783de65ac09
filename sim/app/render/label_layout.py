"""Labels that stand beside each other instead of over each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import msgspec

__all__ = ["GAP", "LabelBox", "clear_of", "lay_labels", "outside", "spread_labels"]

GAP = 3.0  # pixels between two labels
NOWHERE = -9999.0  # beyond the window


class LabelBox(msgspec.Struct, frozen=True):
    """A label on the screen, in pixels: its middle and its size."""

    x: float
    y: float
    wide: float
    tall: float

    def beside(self, other: LabelBox) -> bool:
        """Do they overlap seen from above: would one have to give way upwards or downwards?"""
        return abs(self.x - other.x) < (self.wide + other.wide) / 2 + GAP

    def holds(self, x: float, y: float) -> bool:
        return abs(x - self.x) <= self.wide / 2 and abs(y - self.y) <= self.tall / 2

    def meets(self, other: LabelBox) -> bool:
        return self.beside(other) and abs(self.y - other.y) < (self.tall + other.tall) / 2 + GAP - 1e-6


def outside(wide: float, tall: float) -> list[LabelBox]:
    """What lies beyond the four edges of a window: no label is read there."""
    return [
        *(LabelBox(x, tall / 2, wide, 3 * tall) for x in (-wide / 2, 1.5 * wide)),
        *(LabelBox(wide / 2, y, 3 * wide, tall) for y in (-tall / 2, 1.5 * tall)),
    ]


def clear_of(box: LabelBox, panels: Sequence[LabelBox]) -> LabelBox:
    """The label, moved by as little as may be off the panels that hide it: along one side of one, or into the corner of
    two; where that is not enough it stays hidden."""
    aside = {each.x + side * ((box.wide + each.wide) / 2 + GAP) for each in panels for side in (-1, 1)}
    along = {each.y + side * ((box.tall + each.tall) / 2 + GAP) for each in panels for side in (-1, 1)}
    places = [(x, y) for x in (box.x, *aside) for y in (box.y, *along)]
    places.sort(key=lambda place: hypot(place[0] - box.x, place[1] - box.y))
    moved = (msgspec.structs.replace(box, x=x, y=y) for x, y in places)
    return next((each for each in moved if not any(each.meets(panel) for panel in panels)), box)


def spread_labels(wanted: Sequence[LabelBox], panels: Sequence[LabelBox] = ()) -> list[float]:
    """How far down each label moves (up where negative), so that none lies over another, or under a panel; the first
    stay. Where there is no room between panels one stays, too."""
    laid = [*panels]
    for box in wanted:
        near = [other for other in laid if box.beside(other)]
        tries = [box.y]
        for other in near:
            step = (box.tall + other.tall) / 2 + GAP
            tries += [other.y - step, other.y + step]
        free = (msgspec.structs.replace(box, y=y) for y in sorted(tries, key=lambda y: abs(y - box.y)))
        laid.append(next((each for each in free if not any(each.meets(other) for other in near)), box))
    return [now.y - box.y for now, box in zip(laid[len(panels) :], wanted, strict=True)]


def lay_labels(
    wanted: Sequence[LabelBox], panels: Sequence[LabelBox], marks: Sequence[LabelBox] = ()
) -> list[LabelBox]:
    """Labels off the panels that would cut them, off small marks, and off each other. What stands under a panel itself
    is not shown: half of it would look out from there."""
    walls = [*panels, *marks]
    hidden = [any(panel.holds(box.x, box.y) for panel in panels) for box in wanted]
    clear = [
        msgspec.structs.replace(box, x=NOWHERE) if under else clear_of(box, walls)
        for box, under in zip(wanted, hidden, strict=True)
    ]
    downs = spread_labels(clear, [wall for wall in walls if not any(wall.meets(box) for box in clear)])
    return [msgspec.structs.replace(box, y=box.y + down) for box, down in zip(clear, downs, strict=True)]
