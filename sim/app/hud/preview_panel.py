"""The words of a preview, beside the mouse or, once pinned, with its two buttons; and banners over the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from imgui_bundle import imgui

from sim.app.hud import from_there_panel, theme, widgets
from sim.app.hud.buttons import FINAL, key_button
from sim.app.hud.layout import Layout, Rect, Silhouette, roomiest
from sim.app.hud.loss_chart import draw_loss
from sim.app.hud.theme import Fonts, Rgba, ink
from sim.app.hud.widgets import V, font, shrunk
from sim.app.key_map import on_keyboard
from sim.app.table import key_actions
from sim.app.table.controller import TableController
from sim.app.table.previews import AimPreview, AttackPreview, JumpPreview, PathPreview, Preview, standing
from sim.words import capital, say
from sim.words.tongues import told

__all__ = ["CRAMPED", "LEGIBLE", "SMALLER", "WIDEST", "Place", "draw_banner", "draw_preview"]

Place = tuple[float, float]


WIDEST, LEAST = 350, 190  # at 1280x800
BANNER_EDGE, BANNER_ASIDE = 80, 12  # round its words, in it, and beside it at the least
SMALLER, SHRINKS = 0.85, 7  # letters, each time; times that letters become smaller, at most
LEGIBLE = 3  # sizes of letters, the largest of these, in which enemies are told of
CRAMPED = 0.4  # of the board between the panels: what covers more of it lies over panels, where it may


class Room(NamedTuple):
    """Where a panel may lie; `side`: -1 at its left edge and 1 at its right, over the panels there; 0 anywhere. `low`:
    over what is asked as well, where its letters were hard to read else."""

    rect: Rect
    side: int = 0
    low: bool = False


class _Spared(NamedTuple):
    """What a panel should not hide: above all where one points, then what the preview is about, then minis."""

    marks: Sequence[Place]
    minis: Sequence[Rect]
    pointed: Sequence[Place] = ()

    def with_mouse(self, mouse: Place) -> _Spared:
        return self._replace(pointed=(mouse, *self.pointed))

    def hidden(self, panel: Rect) -> tuple[int, int, float]:
        """How many of each lie under a panel there, or at its edge; of minis, the shares of them that do."""
        rect = Rect(panel.x - 12, panel.y - 12, panel.w + 24, panel.h + 24)
        pointed, marks = (sum(rect.holds(*each) for each in places) for places in (self.pointed, self.marks))
        return pointed, marks, round(sum(rect.over(mini) for mini in self.minis), 1)


def draw_preview(
    table: TableController,
    fonts: Fonts,
    where: Layout,
    mouse: Place,
    marks: Sequence[Place] = (),
    silhouette: Silhouette = lambda _: None,
    taken: Sequence[Rect] = (),
    sides: Sequence[int] = (),
) -> Rect | None:
    """What the preview says, beside the mouse, or clear of its marks on the board and, if may be, of minis, each of
    which is seen at its `silhouette`; never over what is `taken`. The first mark is what it aims at. Where the board is
    small it lies over the panels on one of the `sides`. Returns where it lies.
    """
    preview = table.preview
    if preview is None:
        return None
    seen = [silhouette(c.id) for c in table.model.shown.on_board()]
    spared = _Spared(marks, [mini for mini in seen if mini is not None], [*marks[:1], *_who_aims(preview, silhouette)])
    f, rows, rect = _roomy(table, preview, fonts, where, mouse, spared, taken, sides)
    wide = rect.w
    pushed = theme.push_gaps(f.scale / fonts.scale)
    flags = 0 if table.pinned else int(imgui.WindowFlags_.no_inputs)
    with widgets.panel("preview", rect, flags=flags | int(imgui.WindowFlags_.no_scrollbar), front=True):
        widgets.headline(f, preview.title, 17, wide - f.px(30))
        with font(f, "text", 13.5):
            for words, paint in _lines(preview):
                widgets.wrapped(words, paint)
                widgets.explain(f, words)
        if isinstance(preview, AttackPreview) and preview.loss is not None:
            draw_loss(f, preview.loss.life_lost, table.model.shown[preview.target].lp, wide - f.px(26))
        _other_way(table, preview, f, wide)
        if table.final:
            with font(f, "text", 13.5):
                widgets.wrapped(FINAL[table.final], theme.GOLD)
        if table.from_there is not None:
            from_there_panel.draw(f, table.from_there, table.model.shown, wide - f.px(26), rows)
        if table.pinned and preview.answer is not None:
            _confirmed(table, preview, f, wide)
    imgui.pop_style_var(pushed)
    return rect


def _who_aims(preview: Preview, silhouette: Silhouette) -> Iterator[Place]:
    """Where a mini is seen whose attack or spell this is."""
    who = preview.who if isinstance(preview, AttackPreview | AimPreview) else ""
    mini = silhouette(who) if who else None
    if mini is not None:
        yield mini.x + mini.w / 2, mini.y + mini.h / 2


def _roomy(
    table: TableController,
    preview: Preview,
    fonts: Fonts,
    where: Layout,
    mouse: Place,
    spared: _Spared,
    taken: Sequence[Rect],
    sides: Sequence[int],
) -> tuple[Fonts, int, Rect]:
    """How it is drawn in the first room that leaves enough of the board in sight, in letters that are read well; else
    in that which hides least. Where it fits decides its size, and so where it lies. Whoever comes to the buttons with
    the mouse finds them."""
    pointed = _Spared([], [], spared.pointed[:1] if table.pinned else [mouse])
    rooms = [Room(where.free), Room(roomiest(where.free, taken)), *(Room(where.beyond(side), side) for side in sides)]
    if table.pinned or not where.actions.holds(*mouse):
        rooms.append(Room(where.over_buttons, -1, low=True))
    made: list[tuple[tuple[bool, int, bool, bool], tuple[Fonts, int, Rect]]] = []
    for room in rooms:

        def is_clear(rect: Rect, room: Room = room) -> bool:
            """What is pinned was seen before, and is told of at length."""
            if room.side and not room.low:
                return not pointed.hidden(rect)[0] and rect.over(where.free) <= CRAMPED
            return table.pinned or not pointed.hidden(rect)[0]

        f, rows, rect = _fitting(
            partial(_placed, table, preview, room, mouse, spared),
            _ways(fonts.scale, _tells_of_there(table, preview)),
            fonts,
            room.rect,
            is_clear,
        )
        found = (
            any(rect.meets(each) for each in taken),
            pointed.hidden(rect)[0],
            f.scale < _legible(fonts),
            rect.over(where.free) > CRAMPED,
        )
        made.append((found, (f, rows, rect)))
        if not any(found):
            break
    return min(made, key=lambda each: each[0])[1]


def _fitting(
    placed: Callable[[Fonts, int], Rect],
    ways: Iterable[tuple[float, int]],
    fonts: Fonts,
    free: Rect,
    is_clear: Callable[[Rect], bool],
) -> tuple[Fonts, int, Rect]:
    """The first of some ways to draw a panel that has room and is clear of what is to be seen; or, before letters
    become hard to read for that, the first that has room."""
    first = None
    made = fonts, 0, free
    for scale, rows in ways:
        if first is not None and scale < _legible(fonts):
            break
        f = msgspec.structs.replace(fonts, scale=scale)
        made = f, rows, placed(f, rows)
        if made[2].w <= free.w + 1 and made[2].h <= free.h + 1:
            if is_clear(made[2]):
                return made
            first = first or made
    return first or made


def _legible(fonts: Fonts) -> float:
    """Smaller letters are hard to read."""
    return float(fonts.scale * SMALLER ** (LEGIBLE - 0.5))


def _ways(scale: float, told_of_there: bool) -> Iterator[tuple[float, int]]:
    """How large its letters are, and how many enemies it tells of: where there is no room for all of them fewer, then
    smaller letters. Before these become hard to read, it says only what standing there costs."""
    sizes = [scale * SMALLER**times for times in range(SHRINKS + 1)]
    rows = from_there_panel.ROWS if told_of_there else ()
    yield from ((size, each) for size in sizes[:LEGIBLE] for each in rows)
    yield from ((size, 0) for size in sizes)


def _lines(preview: Preview) -> list[tuple[str, Rgba]]:
    """What it says, each in its colour: why not, if so, as a sentence."""
    why = preview.refusal.words if preview.refusal is not None else None
    return [(capital(words), theme.ALERT) if words == why else (words, theme.PARCHMENT) for words in preview.words]


def _confirmed(table: TableController, preview: Preview, f: Fonts, wide: float) -> None:
    """The two buttons of a preview that is pinned."""
    half = (wide - f.px(32)) / 2
    with font(f, "text", 15):  # as large as the panel
        if key_button(f, say("Confirm"), "Enter", lit=True, width=half, able=preview.refusal is None):
            table.confirm()
        imgui.same_line()
        if key_button(f, say("Not yet"), "Esc", width=half):
            table.cancel()


def _other_way(table: TableController, preview: Preview, f: Fonts, wide: float) -> None:
    """Another weapon, or a controlled landing: a key while one points, a button as well once the preview is pinned."""
    jumps = _lands_by_choice(table, preview)
    if not jumps and not _has_choices(table, preview):
        return
    key = on_keyboard(f.keys.shown("Q"))
    if table.pinned:
        label = say("Controlled landing (1 WP)") if jumps else say("Another weapon")
        with font(f, "text", 15):
            if key_button(f, label, "Q", lit=jumps and table.controlled, width=wide - f.px(26)):
                key_actions.other_way(table)
        return
    words = say("{key}: another weapon", key=key)
    if jumps:
        on = table.controlled
        words = (
            say("{key}: controlled landing (1 WP), on", key=key)
            if on
            else say("{key}: controlled landing (1 WP)", key=key)
        )
    with font(f, "text", 13.5):  # as large as the panel
        widgets.colour(words, theme.GOLD)


def _has_choices(table: TableController, preview: Preview) -> bool:
    """Is there another weapon for the same target?"""
    return isinstance(preview, AttackPreview) and sum(a.target == preview.target for a in table.attacks) > 1


def _lands_by_choice(table: TableController, preview: Preview) -> bool:
    """Is it a jump that may be landed under control, or is to be?"""
    return isinstance(preview, JumpPreview) and (preview.may_control or table.controlled)


def _tells_of_there(table: TableController, preview: Preview) -> bool:
    """Does it tell what comes of standing there, or will it beside its buttons? These stay where they are then."""
    if table.from_there is not None:
        return True
    return table.pinned and table.looks_out and standing(preview, table.model.session.state) is not None


def _placed(
    table: TableController, preview: Preview, room: Room, mouse: Place, spared: _Spared, f: Fonts, rows: int
) -> Rect:
    """Where the panel lies, as large as its words want it."""
    free = room.rect
    buttons = table.pinned and preview.answer is not None
    charted = isinstance(preview, AttackPreview) and preview.loss is not None
    there = table.from_there
    with font(f, "title", 17):
        wide = imgui.calc_text_size(told(preview.title)).x
    with font(f, "text", 13.5):
        last = [FINAL[table.final]] if table.final else []
        cost = [from_there_panel.cost(there, table.model.shown)[0]] if there is not None else []
        lines = [words for words, _ in _lines(preview)]
        wide = max(wide, *(imgui.calc_text_size(told(words)).x for words in (*lines, *last, *cost)), 0)
        most = f.px(WIDEST)
        least = most if charted or isinstance(preview, JumpPreview) else f.px(260) if buttons else f.px(LEAST)
        wide = min(max(wide + f.px(30), least), most)
        if rows and _tells_of_there(table, preview):
            wide = min(f.px(from_there_panel.WIDE), max(free.w, most))
        tall = f.px(46) + sum(
            imgui.calc_text_size(told(words), wrap_width=wide - f.px(26)).y + f.px(6) for words in (*lines, *last)
        )
    other = f.px(32 if table.pinned else 21)  # a button, or what its key does
    tall += other * _has_choices(table, preview) + other * _lands_by_choice(table, preview)
    tall += f.px(32) * buttons + f.px(69) * charted
    tall += from_there_panel.tall(f, there, table.model.shown, wide - f.px(26), rows) if there is not None else 0.0
    about = (
        isinstance(preview, PathPreview)
        and preview.path is not None
        and (preview.others or not preview.path.ends.whole)
    )
    if room.side or table.pinned or about or isinstance(preview, (JumpPreview, AttackPreview)):  # all about the mouse
        if not table.pinned:  # it does not flee from whoever confirms it
            spared = spared.with_mouse(mouse)
        x, y = _clear(room, wide, tall, spared, f.px(4), low=table.pinned)
    else:
        x, y = _beside(free, wide, tall, mouse, spared.with_mouse(mouse))
    return Rect(x, y, wide, tall)


def _beside(free: Rect, wide: float, tall: float, mouse: Place, spared: _Spared) -> Place:
    """The place beside the mouse that hides the fewest marks and minis; of equals, right of it and below."""

    def within(x: float, y: float) -> Place:
        return (min(max(x, free.x), free.right - wide), min(max(y, free.y), free.bottom - tall))

    rights, lows = (mouse[0] + 24, mouse[0] - wide - 24), (mouse[1] + 20, mouse[1] - tall - 24)
    places = [within(x, y) for y in lows for x in rights]
    return min(places, key=lambda place: spared.hidden(Rect(place[0], place[1], wide, tall)))


def _clear(room: Room, wide: float, tall: float, spared: _Spared, edge: float, low: bool) -> Place:
    """The corner, or middle of a side, that hides least; of equals, a corner, below or above. Over panels, at their
    edge of the window."""
    free = room.rect
    sides = (free.x + edge, free.right - wide - edge)
    ends = (free.bottom - tall - edge, free.y + edge)
    corners = [(x, y) for y in (ends if low else reversed(ends)) for x in (reversed(sides) if low else sides)]
    middle = (free.x + (free.w - wide) / 2, free.y + (free.h - tall) / 2)
    places = [*corners, *((x, middle[1]) for x in sides), *((middle[0], y) for y in ends)]
    if room.side:
        places = [(free.x if room.side < 0 else free.right - wide, y) for y in (free.y, free.bottom - tall)]
    return min(places, key=lambda place: spared.hidden(Rect(place[0], place[1], wide, tall)))


def draw_banner(table: TableController, fonts: Fonts, where: Layout) -> None:
    """Whose turn it is to take the mouse, and what has begun: large, for a moment."""
    title, words, left = table.banner
    title, words = told(title), told(words)
    if left <= 0 or not title or table.curtain.before:  # nothing lies over the curtain
        return
    f, free = fonts, where.free
    alpha = min(1.0, left / 0.5)
    draw = imgui.get_foreground_draw_list()
    room = free.w - f.px(BANNER_EDGE) - f.px(2 * BANNER_ASIDE)
    with font(f, "title", 34):
        large = shrunk(title, room)
    with font(f, "title", 34 * large):
        size = imgui.calc_text_size(title, wrap_width=room)
    with font(f, "title", 19):
        under = imgui.calc_text_size(words, wrap_width=room)
    wide = max(size.x, under.x) + f.px(BANNER_EDGE)
    tall = size.y + (under.y if words else 0) + f.px(26)
    x, y = free.x + (free.w - wide) / 2, free.y + f.px(24)
    draw.add_rect_filled(V(x, y), V(x + wide, y + tall), ink(theme.LACQUER_DEEP, alpha * 0.9), 4.0)
    draw.add_rect(V(x + 3, y + 3), V(x + wide - 3, y + tall - 3), ink(theme.GOLD, alpha), 3.0)
    lines = (
        (title, 34 * large, size.x, f.px(10), theme.GOLD_BRIGHT),
        (words, 19, under.x, f.px(12) + size.y, theme.PARCHMENT),
    )
    for text, letters, long, down, rgba in lines:
        with font(f, "title", letters):
            at, paint = V(x + (wide - long) / 2, y + down), ink(rgba, alpha)
            draw.add_text(imgui.get_font(), imgui.get_font_size(), at, paint, text, wrap_width=room)
