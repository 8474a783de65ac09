"""Where the panels lie: rectangles that never overlap, for every size of window and of text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

__all__ = ["ACROSS", "BAR", "Layout", "PanelHeights", "Rect", "Silhouette", "layout", "roomiest", "rows_of"]

LEFT, RIGHT = 0.21, 0.23  # of the window's width, at most
COACHED = 0.3  # the same, where the coach's words stand on the right
BAR = 46  # at 1280x800: how tall the bar is
TAB = 30  # at 1280x800: how tall a folded panel is
LINES = 138  # the same, of the chronicle: its last lines stay
LISTED = 0.8  # of the height under the bar, at most: answers that are a list
TRAY = 0.63  # of the height between the bar and the edge, at most: real dice are typed in there
ACROSS = 5  # dice in a row, at most


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

    def over(self, other: Rect) -> float:
        """How much of the other one it covers, from 0 to 1."""
        wide = min(self.right, other.right) - max(self.x, other.x)
        tall = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0.0, wide) * max(0.0, tall) / max(1.0, other.w * other.h)


def roomiest(free: Rect, taken: Iterable[Rect]) -> Rect:
    """The largest part of a rectangle that lies on one side of each of those that are taken."""
    parts = [free]
    for each in taken:
        parts = [side for part in parts for side in (_sides(part, each) if part.meets(each) else (part,))]
    return max(parts, key=lambda part: part.w * part.h, default=free)


def _sides(part: Rect, taken: Rect) -> list[Rect]:
    """What is left of a rectangle on each side of another."""
    sides = (
        Rect(part.x, part.y, taken.x - part.x, part.h),
        Rect(taken.right, part.y, part.right - taken.right, part.h),
        Rect(part.x, part.y, part.w, taken.y - part.y),
        Rect(part.x, taken.bottom, part.w, part.bottom - taken.bottom),
    )
    return [side for side in sides if side.w > 0 and side.h > 0]


Silhouette = Callable[[str], Rect | None]
"""Where a mini is seen in the window; None: nowhere."""


class PanelHeights(msgspec.Struct, frozen=True):
    """How tall the panels want to be, in pixels. 0: not shown; of the roster, as tall as it may be.

    Actions below 0: what is asked is asked on the board. `listed`: buttons alone answer it, and hide the board if need
    be.
    """

    roster: float = 0.0
    card: float = 0.0
    agendas: float = 0.0
    tray: float = 0.0
    actions: float = 0.0
    listed: bool = False


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
    track: Rect  # along the upper edge of what is free: as much room as the turn track may take

    @property
    def panels(self) -> tuple[Rect, ...]:
        every = (self.bar, self.roster, self.card, self.agendas, self.log, self.tray, self.actions)
        return tuple(rect for rect in every if rect.h > 0)

    def beyond(self, side: int) -> Rect:
        """What is free, and the panels on its left (-1) or right (1) as far as it is tall."""
        free = self.free
        left, right = (self.card.x, free.right) if side < 0 else (free.x, self.log.right)
        return Rect(left, free.y, right - left, free.h)

    @property
    def over_buttons(self) -> Rect:
        """What is free, the panels on its left, and what is asked below it."""
        left, bottom = self.card.x, max(self.free.bottom, self.actions.bottom)
        return Rect(left, self.free.y, self.free.right - left, bottom - self.free.y)

    @property
    def open_share(self) -> float:
        """How much of the window no panel covers, from 0 to 1."""
        whole = self.bar.w * max(self.bar.h, *(rect.bottom for rect in (*self.panels, self.free)))
        return 1.0 - sum(rect.w * rect.h for rect in self.panels) / whole


def layout(
    width: float,
    height: float,
    scale: float,
    wanted: PanelHeights | None = None,
    folded: Collection[str] = (),
    *,
    coached: bool = False,
) -> Layout:
    """The panels of a window of so many pixels, as tall as they want to be where there is room.

    `folded`: those of which only a tab is to be seen, and of the chronicle its last lines. `coached`: the coach stands
    in place of the agendas, and what it says goes before the chronicle.
    """
    wanted = wanted or PanelHeights()
    gap, bar, tab = round(8 * scale), round(BAR * scale), round(TAB * scale)
    left = round(min(240 * scale, LEFT * width))
    right = round(min(264 * scale, (COACHED if coached else RIGHT) * width))
    top = bar + gap
    room = height - top - gap
    if "card" in folded:
        card: float = tab if wanted.card else 0
    else:
        above = tab + gap if "roster" in folded else round(min(200 * scale, room / 2))  # the roster's, at the least
        card = max(0, min(round(wanted.card), room - above))
    roster: float = room - card - (gap if card else 0)
    roster = tab if "roster" in folded else min(roster, round(wanted.roster)) if wanted.roster else roster
    tray = tab if "tray" in folded else _between(wanted.tray, 76 * scale, min(300 * scale, TRAY * room))
    others = tab + 2 * gap if coached else round(min(180 * scale, room / 3))
    agendas: float = min(round(wanted.agendas), max(0, room - tray - others))
    if "agendas" in folded:
        agendas = min(agendas, tab)
    elif agendas < tab:  # in less nothing is read
        agendas = 0.0
    most = LISTED * room if wanted.listed else min(300 * scale, room / 2)
    actions = 0 if wanted.actions < 0 else _between(wanted.actions, 56 * scale, most)
    middle_x, middle_w = left + 2 * gap, width - left - right - 4 * gap
    log_y = top + agendas + (gap if agendas else 0)
    log: float = height - log_y - tray - 2 * gap
    log = min(log, round(LINES * scale)) if "log" in folded else log
    x, below = width - right - gap, height - tray - gap
    if "log" in folded:
        log_y = below - gap - log
    free_x = middle_x if (card and "card" not in folded) or "roster" not in folded else gap
    free_y = top + (tab + gap if "roster" in folded else 0)  # under the tab of the roster, and under the turn track
    bottom = height - actions - (2 * gap if actions else gap)
    return Layout(
        bar=Rect(0, 0, width, bar),
        roster=Rect(gap, top, left, roster),
        card=Rect(gap, height - card - gap, left, card),
        agendas=Rect(x, top, right, agendas),
        log=Rect(x, log_y, right, log),
        tray=Rect(x, below, right, tray),
        actions=Rect(middle_x, height - actions - gap, middle_w, actions),
        free=Rect(free_x, free_y, x - gap - free_x, bottom - free_y),
        track=Rect(middle_x, top, middle_w, tab),
    )


def _between(wanted: float, least: float, most: float) -> float:
    return round(min(max(wanted, least), most))


def rows_of(count: int, across: int = ACROSS) -> list[int]:
    """So many dice in rows of about the same length, `across` at most: six are three and three in the tray."""
    rows = max(1, -(-count // across))
    return [count // rows + (row < count % rows) for row in range(rows)]
