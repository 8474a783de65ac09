"""Buttons, fields and lists of a page as stops that keys go through: each says where it lies as it is drawn."""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

__all__ = ["KeyStops"]

Place = tuple[float, float]

ASIDE = 2.0  # how much farther than ahead something counts that lies aside of where an arrow points
NUDGE = 0.05  # the same, of what is not straight ahead
WAYS = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, -1), "arrow_down": (0, 1)}
HANDED = 3.0  # pixels: so near to a stop's middle the pointer was put there by keys
COMES = 6  # frames at most until a stop that was out of sight has come into it
HAIR = 2.5  # pixels of the frame around the one in hand


class _Stop(NamedTuple):
    """Pixels of an item, and of what is seen of it. `window`: ImGui's number of what it lies in."""

    id: int
    low: Place
    high: Place
    seen: tuple[float, float, float, float]
    window: int
    listed: bool  # in a list that is open
    clicked: bool  # it answers to a click, too
    chosen: bool  # of the lines of a list it is the one that is chosen now
    typed: bool  # a field that is being typed into

    @property
    def middle(self) -> Place:
        """Of what is seen of it."""
        left, top, right, bottom = self.seen
        return ((left + right) / 2, (top + bottom) / 2)

    @property
    def whole(self) -> Place:
        """The middle of all of it."""
        return ((self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2)

    @property
    def is_seen(self) -> bool:
        left, top, right, bottom = self.seen
        return right - left > 0 and bottom - top >= min(6.0, self.high[1] - self.low[1])

    @property
    def is_whole(self) -> bool:
        """Is all of it seen, from top to bottom?"""
        return self.seen[1] <= self.low[1] and self.high[1] <= self.seen[3]

    def holds(self, place: Place) -> bool:
        left, top, right, bottom = self.seen
        return left <= place[0] <= right and top <= place[1] <= bottom


class KeyStops:
    """The stops of one window, in the order in which they are drawn."""

    def __init__(self) -> None:
        self._drawn: dict[int, _Stop] = {}  # in the frame that is made
        self._stops: tuple[_Stop, ...] = ()  # of the one before
        self._wanted = 0  # that is to come into view, by ImGui's number; 0: none
        self._frames = 0  # until that is given up
        self._lay: Place | None = None  # where it lay in the frame before
        self._in_hand = 0  # where keys have put the pointer
        self._put: Place | None = None  # and the place itself
        self._held: _Stop | None = None  # what lies there
        self._opened = 0  # which of them opened the list that is open
        self._at: Place = (0.0, 0.0)  # the pointer
        self._left: Place | None = None  # where it lay when a key went down; None: it was moved since
        self._paint = 0  # of a frame around it

    def here(self, *, able: bool = True, clicked: bool = True, chosen: bool = False) -> None:
        """The item that was drawn last is one, if it answers; `clicked`: not only to be pointed at; `chosen`: of a list
        that is open, what was chosen before."""
        if not able or imgui.get_item_flags() & int(imgui.ItemFlags_.disabled):  # under a dialog
            return
        low, high, draw = imgui.get_item_rect_min(), imgui.get_item_rect_max(), imgui.get_window_draw_list()
        id = imgui.get_item_id() or hash((low.x, low.y))  # words have none of their own
        least, most = draw.get_clip_rect_min(), draw.get_clip_rect_max()
        window = imgui.internal.get_current_window_read()
        popup = int(imgui.WindowFlags_.popup) & window.root_window.flags
        seen = (max(low.x, least.x), max(low.y, least.y), min(high.x, most.x), min(high.y, most.y))
        typed = imgui.is_item_active() and imgui.get_io().want_text_input
        whole, root = ((low.x, low.y), (high.x, high.y)), window.root_window.id_
        stop = _Stop(id, *whole, seen, root, bool(popup), clicked, chosen, typed)
        self._drawn[id] = stop
        if id == self._wanted and not stop.is_whole:
            imgui.set_scroll_here_y(0.5)
        if self._is_held(stop):
            left, top, right, bottom = seen
            marks = imgui.get_foreground_draw_list()
            marks.add_rect(
                imgui.ImVec2(left - 2, top - 2), imgui.ImVec2(right + 2, bottom + 2), self._paint, 3.0, 0, HAIR
            )

    def begin(self, at: Place, paint: int) -> None:
        """A frame begins, with the pointer there; what was drawn in the one before is what keys go through. `paint`: of
        what marks the one that is in hand."""
        held = any(self._is_held(stop) for stop in self._stops)
        was, self._stops, self._drawn = self.is_listed, tuple(self._drawn.values()), {}
        if self.is_listed and not was:
            self._opened = self._in_hand
        elif was and not self.is_listed and held:  # back to what it was opened by
            self._wanted, self._frames, self._lay = self._opened, COMES, None
        self._at, self._paint = at, paint
        if self._left is not None and _apart(self._left, at) >= HANDED:
            self._left = None
        self._hold()

    def _hold(self) -> None:
        """What keys have put the pointer on stays in hand while nobody moves the pointer: where it lies elsewhere now,
        the pointer comes along; where its words have changed, it is what lies there."""
        if self._put is None or self.comes or _apart(self._put, self._at) >= HANDED:
            return
        here, was = next((stop for stop in self._stops if stop.id == self._in_hand), None), self._held
        if here is None and was is not None:
            here = next((s for s in self._stops if (s.window, s.low) == (was.window, was.low)), None)
        if here is None:
            return
        self._in_hand, self._held = here.id, here
        if here.is_whole and not self._is_held(here):
            self._wanted, self._frames, self._lay = here.id, COMES, None

    def key_went_down(self) -> None:
        """Whoever answers by keys does not point with the mouse that was left somewhere: no words come up over what
        appears under it, until it is moved."""
        self._left = self._at

    @property
    def points(self) -> bool:
        """Has somebody put the pointer where it is, with the mouse or by keys, and pressed no other key since?"""
        return self._left is None or any(self._is_held(stop) for stop in self._stops)

    def arrived(self) -> Place | None:
        """Where the pointer is to be put, once what was asked for is in view."""
        if not self._wanted:
            return None
        found = next((stop for stop in self._stops if stop.id == self._wanted), None)
        self._frames -= 1
        if found is None or self._frames <= 0:
            self._wanted = 0
        elif found.is_seen and (found.is_whole or found.low == self._lay):  # scrolled as far as it goes
            self._wanted, self._in_hand, self._put, self._held = 0, found.id, found.middle, found
            return found.middle
        self._lay = found.low if found is not None else None
        return None

    def go(self, key: str, *, back: bool = False) -> bool:
        """Tab goes on to the next one, or back; an arrow to the nearest on its side. False: there is none."""
        stops = self._reached()
        if not stops:
            return False
        now = self._from(stops)
        if now is None:
            to: _Stop | None = stops[-1 if back else 0]
        elif key in WAYS:
            to = _nearest(stops, now, WAYS[key])
        else:
            to = stops[(stops.index(now) + (-1 if back else 1)) % len(stops)]
        if to is not None:
            self._wanted, self._frames, self._lay = to.id, COMES, None
        return True

    def _from(self, stops: list[_Stop]) -> _Stop | None:
        """The one that keys go on from: the field that is typed into, else what they have in hand, else what the
        pointer is at, else what is chosen in a list that was opened."""
        if typed := next((stop for stop in stops if stop.typed), None):
            return typed
        at, here = self._at, self._wanted or self._in_hand
        now = next((stop for stop in stops if stop.id == here and (self.comes or stop.holds(at))), None)
        now = now or next((stop for stop in stops if stop.is_seen and stop.holds(at)), None)
        return now or next((stop for stop in stops if stop.listed and stop.chosen), None)

    @property
    def is_listed(self) -> bool:
        """Is a list open?"""
        return any(stop.listed for stop in self._stops)

    @property
    def comes(self) -> bool:
        """Is one on its way into view?"""
        return bool(self._wanted)

    @property
    def takes_click(self) -> bool:
        """Have keys put the pointer where it is, on what answers to a click?"""
        return any(stop.clicked and self._is_held(stop) for stop in self._stops)

    def _is_held(self, stop: _Stop) -> bool:
        """Have keys put the pointer there, and is it there still?"""
        return stop.id == self._in_hand and _apart(stop.middle, self._at) < HANDED

    def _reached(self) -> list[_Stop]:
        """Those that a click would reach: of an open list its lines alone, and nothing that lies under something."""
        if listed := [stop for stop in self._stops if stop.listed]:
            return listed
        return [stop for stop in self._stops if not stop.is_seen or _on_top(stop)]


def _apart(one: Place, other: Place) -> float:
    """How many pixels, on the longer side."""
    return max(abs(one[n] - other[n]) for n in (0, 1))


def _nearest(stops: list[_Stop], now: _Stop, way: tuple[int, int]) -> _Stop | None:
    """The one that lies next on a side of another."""
    across = 0 if way[0] else 1
    sign = way[across]
    found: list[tuple[bool, float, _Stop]] = []
    for stop in stops:
        ahead = (stop.whole[across] - now.whole[across]) * sign
        gap = max(stop.low[across] - now.high[across], now.low[across] - stop.high[across])
        if stop.id == now.id or ahead <= 0 or gap < -1:
            continue
        other = 1 - across
        aside = max(stop.low[other] - now.high[other], now.low[other] - stop.high[other], 0.0)
        off = abs(stop.whole[other] - now.whole[other])
        found.append((aside > 0, gap + ASIDE * aside + NUDGE * off, stop))
    return min(found, key=lambda each: each[:2])[2] if found else None


def _on_top(stop: _Stop) -> bool:
    """Does nothing else lie over its middle?"""
    x, y = stop.middle
    deaf = int(imgui.WindowFlags_.no_mouse_inputs)
    for window in reversed(list(imgui.get_current_context().windows)):
        if not window.was_active or window.hidden or window.flags & deaf:
            continue
        box = window.outer_rect_clipped
        if box.min.x <= x < box.max.x and box.min.y <= y < box.max.y:
            return bool(window.root_window.id_ == stop.window)
    return False
