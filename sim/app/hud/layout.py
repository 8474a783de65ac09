"""Where the panels lie: rectangles that never overlap, for every size of window."""

from __future__ import annotations

import msgspec


class Rect(msgspec.Struct, frozen=True):
    """Pixels from the top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def meets(self, other: Rect) -> bool:
        """Do they overlap?"""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


class Layout(msgspec.Struct, frozen=True):
    """The panels of a game, and the middle of the window that they leave free."""

    bar: Rect
    roster: Rect
    card: Rect
    log: Rect
    tray: Rect
    actions: Rect
    free: Rect

    @property
    def panels(self) -> tuple[Rect, ...]:
        return (self.bar, self.roster, self.card, self.log, self.tray, self.actions)


def layout(width: float, height: float, scale: float) -> Layout:
    """The panels of a window of so many pixels."""
    gap, bar = round(8 * scale), round(46 * scale)
    left, right = round(240 * scale), round(264 * scale)
    card, tray, actions = round(296 * scale), round(196 * scale), round(128 * scale)
    top = bar + gap
    middle_x, middle_w = left + 2 * gap, width - left - right - 4 * gap
    return Layout(
        bar=Rect(0, 0, width, bar),
        roster=Rect(gap, top, left, height - top - card - 2 * gap),
        card=Rect(gap, height - card - gap, left, card),
        log=Rect(width - right - gap, top, right, height - top - tray - 2 * gap),
        tray=Rect(width - right - gap, height - tray - gap, right, tray),
        actions=Rect(middle_x, height - actions - gap, middle_w, actions),
        free=Rect(middle_x, top, middle_w, height - top - actions - 2 * gap),
    )
