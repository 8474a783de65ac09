"""Where the panels lie: rectangles that never overlap, for every size of window."""

from __future__ import annotations

import msgspec

__all__ = ["Layout", "PanelHeights", "Rect", "layout"]


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


class PanelHeights(msgspec.Struct, frozen=True):
    """How tall the panels want to be, in pixels. 0: not shown; of the roster, as tall as it may be.

    Actions below 0: what is asked is asked on the board.
    """

    roster: float = 0.0
    card: float = 0.0
    agendas: float = 0.0
    tray: float = 0.0
    actions: float = 0.0


class Layout(msgspec.Struct, frozen=True):
    """The panels of a game, and the middle of the window that they leave free."""

    bar: Rect
    roster: Rect
    card: Rect
    agendas: Rect
    log: Rect
    tray: Rect
    actions: Rect
    free: Rect

    @property
    def panels(self) -> tuple[Rect, ...]:
        every = (self.bar, self.roster, self.card, self.agendas, self.log, self.tray, self.actions)
        return tuple(rect for rect in every if rect.h > 0)


def layout(width: float, height: float, scale: float, wanted: PanelHeights | None = None) -> Layout:
    """The panels of a window of so many pixels, as tall as they want to be where there is room."""
    wanted = wanted or PanelHeights()
    gap, bar = round(8 * scale), round(46 * scale)
    left, right = round(240 * scale), round(264 * scale)
    top = bar + gap
    room = height - top - gap
    card = min(round(wanted.card), room - round(200 * scale))
    roster = room - card - (gap if card else 0)
    roster = min(roster, round(wanted.roster)) if wanted.roster else roster
    tray = min(max(round(wanted.tray), round(76 * scale)), round(300 * scale))
    agendas = min(round(wanted.agendas), room - tray - round(180 * scale))
    actions = 0 if wanted.actions < 0 else min(max(round(wanted.actions), round(78 * scale)), round(300 * scale))
    middle_x, middle_w = left + 2 * gap, width - left - right - 4 * gap
    log = top + agendas + (gap if agendas else 0)
    x = width - right - gap
    return Layout(
        bar=Rect(0, 0, width, bar),
        roster=Rect(gap, top, left, roster),
        card=Rect(gap, height - card - gap, left, card),
        agendas=Rect(x, top, right, agendas),
        log=Rect(x, log, right, height - log - tray - 2 * gap),
        tray=Rect(x, height - tray - gap, right, tray),
        actions=Rect(middle_x, height - actions - gap, middle_w, actions),
        free=Rect(middle_x, top, middle_w, height - top - actions - (2 * gap if actions else gap)),
    )
