"""What ImGui lays out in a frame, measured: texts that are cut or leave their panel, words and controls over each
other, panels over panels.

A text that scrolls out of its panel is not cut, and neither is one under a dialog that the window is dimmed for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from imgui_bundle import imgui

__all__ = ["LayoutWatch", "watched"]

PLAIN = ("text", "text_colored", "text_wrapped", "text_unformatted")
LABELLED = ("checkbox", "radio_button", "slider_float", "slider_int", "input_int", "input_float")
PRESSED = ("button", "small_button", "invisible_button", "selectable", "combo", "begin_combo", "input_text",
    "input_text_with_hint", *LABELLED)  # fmt: skip
SLACK = 1.5  # pixels: letters are whole pixels, places are not
LEADING = 0.3  # of a line: so far lines may run into each other, where no letter does
SCROLLBAR = int(imgui.WindowFlags_.no_scrollbar)
ASIDE = -500  # pixels: panels are laid out for the first time above the window
BACKGROUND = "##Background"
FREE = ("fold ", "view list", "##Tooltip", "##Combo", "##Popup", "##Foreground")  # they lie over others by their nature


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: Box) -> tuple[float, float]:
        """How wide and how tall what both cover is; below 0 where they are apart."""
        return (
            min(self.right, other.right) - max(self.left, other.left),
            min(self.bottom, other.bottom) - max(self.top, other.top),
        )

    def holds(self, other: Box, slack: float = SLACK) -> bool:
        """Is the other one within it?"""
        return all((
            self.left - slack <= other.left, self.top - slack <= other.top,
            other.right <= self.right + slack, other.bottom <= self.bottom + slack,
        ))  # fmt: skip

    def within(self, other: Box) -> Box:
        return Box(
            max(self.left, other.left), max(self.top, other.top),
            min(self.right, other.right), min(self.bottom, other.bottom),
        )  # fmt: skip

    @property
    def empty(self) -> bool:
        return self.right - self.left < 1 or self.bottom - self.top < 1


class Thing(NamedTuple):
    """A text, or what can be pressed. `clip`: where it may be seen; `scrolls`: up and down, it can be scrolled to."""

    words: str
    box: Box
    clip: Box
    panel: str
    scrolls: bool
    pressed: bool = False

    @property
    def seen(self) -> Box:
        return self.box.within(self.clip)

    def __str__(self) -> str:
        return f"{self.panel.split('/')[0]}: {self.words[:60]!r}"


class LayoutWatch:
    """The things of the frame in hand, and the panels in the order in which they are drawn."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self.panels: dict[str, Box] = {}
        self.dimmed = (0, 0)  # so many things and panels were there when the window was dimmed

    def begin(self) -> None:
        """A frame begins."""
        self.things, self.panels, self.dimmed = [], {}, (0, 0)

    # --- what is found --------------------------------------------------------------------------------

    def faults(self) -> list[str]:
        """What is wrong with the frame, in words."""
        under, panels = self.dimmed
        over, every = [*self.panels][panels:], self.things[under:]
        things = [each for each in every if not each.seen.empty]
        texts = [each for each in things if not each.pressed]
        found = [f"lost: {each}" for each in every if _lost(each)]
        found += _cut(texts)
        for one, other in _met(things):
            if not one.pressed and not other.pressed and _collide(one, other):
                found.append(f"overlap: {one} and {other}")
            elif one.pressed and other.pressed and _press(one, other):
                found.append(f"controls: {one} and {other}")
            elif one.pressed != other.pressed and _straddles(*(other, one) if one.pressed else (one, other)):
                found.append(f"across: {one} and {other}")
        found += self._under(texts, over)
        return list(dict.fromkeys(found))

    def _under(self, texts: list[Thing], over: list[str]) -> list[str]:
        """Texts that lie under another panel, or half under one."""
        order = [each._owner_name for each in imgui.get_draw_data().cmd_lists]  # from the undermost to the uppermost
        found = []
        for each in texts:
            root = each.panel.split("/")[0]
            rank = order.index(root) if root in order else len(order)
            for name in over:
                wide, tall = each.seen.shared(self.panels[name])
                if name in order and order.index(name) > rank and wide > SLACK and tall > SLACK:
                    found.append(f"under {name}: {each}")
        return found


def _met(things: list[Thing]) -> Iterator[tuple[Thing, Thing]]:
    """Things of one panel that share some height and width."""
    rooted: dict[str, list[tuple[Box, Thing]]] = {}
    for each in things:
        rooted.setdefault(each.panel.split("/")[0], []).append((each.seen, each))
    for own in rooted.values():
        own.sort(key=lambda pair: pair[0].top)
        for number, (box, one) in enumerate(own):
            for next_box, other in own[number + 1 :]:
                if next_box.top >= box.bottom:
                    break
                if next_box.left < box.right and box.left < next_box.right:
                    yield one, other


def _lost(thing: Thing) -> bool:
    """Is nothing of a text to be seen, though nobody can scroll to it?"""
    return not thing.pressed and thing.seen.empty and not thing.scrolls and thing.box.top > ASIDE


def _cut(texts: list[Thing]) -> list[str]:
    found = [f"shortened: {each}" for each in texts if each.words.endswith("…")]
    for each in texts:
        box, clip = each.box, each.clip
        if box.left < clip.left - SLACK or box.right > clip.right + SLACK:
            found.append(f"cut at the side by {max(clip.left - box.left, box.right - clip.right):.0f}: {each}")
        elif not each.scrolls and (box.top < clip.top - SLACK or box.bottom > clip.bottom + SLACK):
            found.append(f"cut above or below by {max(clip.top - box.top, box.bottom - clip.bottom):.0f}: {each}")
    return found


def _collide(one: Thing, other: Thing) -> bool:
    """Do two texts of one panel run into each other?"""
    wide, tall = one.seen.shared(other.seen)
    least = min(one.box.bottom - one.box.top, other.box.bottom - other.box.top)
    if wide <= SLACK or tall <= LEADING * least:
        return False
    return one.words != other.words or abs(one.box.left - other.box.left) > 4  # a text and its own shadow


def _press(one: Thing, other: Thing) -> bool:
    """Do two controls of one panel lie over each other, and neither within the other?"""
    if one.panel != other.panel:
        return False
    wide, tall = one.seen.shared(other.seen)
    return wide > 2 and tall > 2 and not one.box.holds(other.box) and not other.box.holds(one.box)


def _straddles(text: Thing, control: Thing) -> bool:
    """Does a text begin on a control and end beside it?"""
    if text.panel != control.panel:
        return False
    wide, tall = text.seen.shared(control.seen)
    least = text.box.bottom - text.box.top
    return wide > SLACK and tall > LEADING * least and not control.box.holds(text.box, LEADING * least)


# --- listening to ImGui ---------------------------------------------------------------------------------------


def _item(low: Any = None, high: Any = None) -> Box:
    low, high = low or imgui.get_item_rect_min(), high or imgui.get_item_rect_max()
    return Box(low.x, low.y, high.x, high.y)


def _clip(drawn: Any) -> Box:
    low, high = drawn.get_clip_rect_min(), drawn.get_clip_rect_max()
    return Box(low.x, low.y, high.x, high.y)


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[LayoutWatch]:
    """All that is drawn from now on is noted."""
    watch = LayoutWatch()

    def note(words: str, box: Box, *, pressed: bool = False, drawn: Any = None) -> None:
        own = imgui.internal.get_current_window()
        if own.hidden:  # its first frame finds out how large it is
            return
        drawn = drawn if drawn is not None else own.draw_list
        name = drawn._owner_name
        inside = name == own.name
        scrolls = inside and not own.flags & SCROLLBAR and own.scroll_max.y > 0
        words = re.sub(r"##.*", "", words, flags=re.DOTALL)
        watch.things.append(Thing(words, box, _clip(drawn), name, bool(scrolls), pressed))

    def after(name: str, take: Any) -> None:
        real = getattr(imgui, name)

        def call(*args: Any, **named: Any) -> Any:
            made = real(*args, **named)
            take(*args, **named)
            return made

        monkeypatch.setattr(imgui, name, call)

    for name in PLAIN:
        after(name, lambda *args, **_: note(args[-1], _item()) if str(args[-1]).strip() else None)
    for name in PRESSED:
        after(name, lambda label, *_, name=name, **__: _control(note, name, label, *_))
    real_add = imgui.ImDrawList.add_text

    def add_text(self: Any, *args: Any, **named: Any) -> Any:
        words = next(each for each in args if isinstance(each, str))
        at = next(each for each in args if isinstance(each, imgui.ImVec2))
        wrap = args[-1] if isinstance(args[0], imgui.ImFont) and isinstance(args[-1], float) else -1.0
        size = imgui.calc_text_size(words, wrap_width=wrap)
        if words.strip():
            note(words, Box(at.x, at.y, at.x + size.x, at.y + size.y), drawn=self)
        return real_add(self, *args, **named)

    monkeypatch.setattr(imgui.ImDrawList, "add_text", add_text)

    def begun(name: str, *_: Any, **__: Any) -> None:
        at, size = imgui.get_window_pos(), imgui.get_window_size()
        whole = imgui.get_io().display_size
        if size.x >= whole.x and size.y >= whole.y:  # a curtain
            watch.dimmed = (len(watch.things), len(watch.panels))
        if not name.startswith(FREE):
            watch.panels[name] = Box(at.x, at.y, at.x + size.x, at.y + size.y)

    after("begin", begun)
    real_fill = imgui.ImDrawList.add_rect_filled

    def fill(self: Any, low: Any, high: Any, *args: Any) -> None:
        whole = imgui.get_io().display_size
        if self._owner_name == BACKGROUND and high.x - low.x >= whole.x and high.y - low.y >= whole.y:
            watch.dimmed = (len(watch.things), len(watch.panels))
        real_fill(self, low, high, *args)

    monkeypatch.setattr(imgui.ImDrawList, "add_rect_filled", fill)
    yield watch


def _control(note: Any, kind: str, label: str, *args: Any) -> None:
    """A control, and its own words where it writes them itself."""
    box = _item()
    note(label, box, pressed=True)
    words, style = label.split("##")[0], imgui.get_style()
    if kind in LABELLED and words:
        note(words, Box(box.right - imgui.calc_text_size(words).x, box.top, box.right, box.bottom))
    elif kind in ("button", "small_button", "selectable") and words:
        size = imgui.calc_text_size(words)
        aside = 0.0 if kind == "selectable" else (box.right - box.left - size.x) / 2
        note(words, Box(box.left + aside, box.top, box.left + aside + size.x, box.bottom))
    elif kind in ("combo", "begin_combo") and args:
        shown = args[1][args[0]] if kind == "combo" else args[0]
        left = box.left + style.frame_padding.x
        if shown and left + imgui.calc_text_size(shown).x > box.right - (box.bottom - box.top) + SLACK:
            note(f"{shown}…", box)
