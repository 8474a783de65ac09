"""Labels that stand beside each other instead of over each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign

import msgspec

__all__ = ["GAP", "LabelBox", "clear_of", "spread_labels"]

GAP = 3.0  # pixels between two labels


class LabelBox(msgspec.Struct, frozen=True):
    """A label on the screen, in pixels: its middle and its size."""

    x: float
    y: float
    wide: float
    tall: float

    def beside(self, other: LabelBox) -> bool:
        """Do they overlap seen from above: would one have to give way upwards or downwards?"""
        return abs(self.x - other.x) < (self.wide + other.wide) / 2 + GAP

    def meets(self, other: LabelBox) -> bool:
        return self.beside(other) and abs(self.y - other.y) < (self.tall + other.tall) / 2 + GAP - 1e-6


def clear_of(box: LabelBox, panels: Sequence[LabelBox]) -> LabelBox:
    """The label, moved by as little as may be off the panels that hide it; between two of them it may stay hidden."""
    for panel in panels:
        if box.meets(panel):
            right, down = box.x - panel.x, box.y - panel.y
            aside = (box.wide + panel.wide) / 2 + GAP - abs(right)
            along = (box.tall + panel.tall) / 2 + GAP - abs(down)
            if aside < along:
                box = msgspec.structs.replace(box, x=box.x + copysign(aside, right))
            else:
                box = msgspec.structs.replace(box, y=box.y + copysign(along, down))
    return box


def spread_labels(wanted: Sequence[LabelBox]) -> list[float]:
    """How far down each label moves (up where negative), so that none lies over another; the first stay."""
    laid: list[LabelBox] = []
    for box in wanted:
        near = [other for other in laid if box.beside(other)]
        tries = [box.y]
        for other in near:
            step = (box.tall + other.tall) / 2 + GAP
            tries += [other.y - step, other.y + step]
        free = (msgspec.structs.replace(box, y=y) for y in sorted(tries, key=lambda y: abs(y - box.y)))
        laid.append(next(each for each in free if not any(each.meets(other) for other in near)))
    return [now.y - box.y for now, box in zip(laid, wanted, strict=True)]
