"""A question beside the mini that it is about: who decides, about what, what each answer comes to, and what if not."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import FINAL, final_mark, key_button, key_width
from sim.app.hud.fitted_letters import FittedLetters
from sim.app.hud.key_scroll import KeyScroll
from sim.app.hud.key_words import with_keys
from sim.app.hud.layout import Layout, Rect, Silhouette, rows_of
from sim.app.hud.panel import Panel
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font, marked
from sim.app.key_map import on_keyboard
from sim.app.table.controller import TableController
from sim.app.table.key_actions import pick_best
from sim.app.table.key_bindings import key_of_kept, keys_of, keys_of_offers
from sim.app.table.tools import Button, Menu, Tool
from sim.carnevale.questions import Question
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.yielding import YieldOffer
from sim.words import counted, say
from sim.words.tongues import told

__all__ = ["RINGED", "QuestionCard", "beside", "ringed"]

WIDE, LEAST, DICED = 344.0, 300.0, 316.0  # at 1280x800; where its mini leaves less; and with dice, keys beside them
MOST_ROWS = 7  # buttons, before one scrolls
DIE, RINGED = 40, 1.22  # at 1280x800, a row of dice; of a die's radius, that of its ring
BESIDE = 6  # dice in a row, at most: each with its key
GAP = 6.0  # pixels between the ring round a mini and its question
RING = 0.72  # of a mini's longer side: the radius of that ring
PREVIEW = 230.0  # at 1280x800: what a preview beside a question is wide at the least


class QuestionCard(Panel):
    """What is asked beside a mini. Its place is kept while the same is asked, unless the mini leaves it.

    `hides`: where it lies, if that is over its own mini.
    """

    tall = 200.0  # as it was drawn last

    def __init__(self, table: TableController, fonts: Fonts, commands: list[str]) -> None:
        super().__init__(table, fonts, commands)
        self.letters, self.scroll = FittedLetters(), KeyScroll()
        self.hides: Rect | None = None

    @property
    def is_asked(self) -> bool:
        """Is a window open, to be answered beside a mini?"""
        table = self.table
        return not table.failure and table.menu is not None and table.menu.place is not None and bool(table.choice)

    def draw(self, where: Layout, silhouette: Silhouette) -> Rect:
        """Returns where it lies: in what is free, or where that is too little for it and its mini, over the panels on
        the left as well."""
        whole, menu = self.fonts, self.table.menu
        assert menu is not None
        assert menu.place is not None
        mini = silhouette(menu.place)
        narrow = mini is not None and _room_beside(where.free, ringed(mini)) < self.fonts.px(LEAST)
        free = where.beyond(-1) if narrow else where.free
        with self.letters.fonts(whole, (menu.question, free.w, free.h)) as self.fonts:
            rect = self._drawn(free, silhouette, menu)
        self.fonts = whole
        self.letters.drawn(self.tall, rect.h)
        self.hides = rect if mini is not None and rect.meets(mini) and self.letters.is_found else None
        return rect

    def _drawn(self, free: Rect, silhouette: Silhouette, menu: Menu) -> Rect:
        table, f, choice = self.table, self.fonts, self.table.choice
        assert menu.place is not None
        assert choice is not None
        mini = silhouette(menu.place)
        ring = ringed(mini) if mini is not None else None
        others = [found for who in menu.concerns if (found := silhouette(who)) is not None]
        wide = min(f.px(WIDE) / self.letters.share, free.w)
        points = menu.tool not in (Tool.LOOK, Tool.PICK)
        above = points and free.w - wide < f.px(PREVIEW)  # what is pointed at is told below it
        if ring is not None and not above:
            least = f.px(DICED if isinstance(choice, RerollDice) else LEAST)
            wide = max(min(wide, least), min(wide, _room_beside(free, ring)))
        rect = beside(free, wide, min(self.tall, free.h), ring, others, above=above)
        if mini is not None and _inside(mini, free):
            _tie(rect, mini)
        whole, fits = rect, self.tall <= rect.h + 1  # else the rest is scrolled to
        flags = int(imgui.WindowFlags_.no_scrollbar) if fits else 0
        with widgets.panel("question", rect, flags=flags, alpha=0.95, front=True):
            if not fits:
                rect = Rect(rect.x, rect.y, rect.w - imgui.get_style().scrollbar_size, rect.h)
            self._head(menu, choice, rect)
            if mini is None or not _inside(mini, free):
                self._out_of_view(menu.place)
            if isinstance(choice, RerollDice):
                self._dice(choice, menu, rect)
            self._buttons(menu, rect)
            if not above or table.preview is None:  # whoever points at the board presses none of them
                self._yields(menu, choice, rect)
            self.tall = widgets.used(f)
            if not self._lists(menu):
                self.scroll.draw()
        return whole

    def _head(self, menu: Menu, choice: Question, rect: Rect) -> None:
        """Who decides, about what; and the key that goes on where not all answers are seen."""
        table, f = self.table, self.fonts
        at = imgui.get_cursor_screen_pos()
        widgets.seat_mark(at.x + f.px(6), at.y + f.px(8), f.px(5), table.model.seat_number(choice.seat))
        imgui.set_cursor_screen_pos(V(at.x + f.px(17), at.y))
        with font(f, "bold", 11):
            key = told(on_keyboard(f.keys.shown(self.scroll.key)))
            aside = imgui.calc_text_size(key).x + f.px(8) if key else 0.0
            where = V(at.x + rect.w - f.px(24) - aside, at.y + f.px(1))
            imgui.get_window_draw_list().add_text(where, ink(theme.GOLD), key)
        with font(f, "text", 12.5):
            who = say("Up to {seat}", seat=table.model.names(choice.seat))
            widgets.headline(f, who, 12.5, rect.w - f.px(40) - aside, theme.FADED, face="text")
        with font(f, "title", 18):
            widgets.wrapped(menu.question, theme.GOLD_BRIGHT)
            widgets.explain(f, menu.question)
        with font(f, "text", 13):
            if table.model.notice:
                widgets.wrapped(with_keys(table.model.notice, f.keys), theme.ALERT)
                widgets.explain(f, table.model.notice)
            if menu.detail:
                widgets.wrapped(with_keys(menu.detail, f.keys), theme.PARCHMENT)
                widgets.explain(f, menu.detail)
            widgets.wrapped(say("By default: {default}", default=menu.default), theme.FADED)

    def _out_of_view(self, who: str) -> None:
        """The mini is not in the picture: a word, and a button that brings it there."""
        with font(self.fonts, "text", 13):
            colour(say("Out of view."), theme.ALERT)
            imgui.same_line()
            if key_button(self.fonts, say("Show"), "C" if self.table.selected == who else ""):
                self.table.selected = who
                self.commands.append("centre")

    def _dice(self, asked: RerollDice, menu: Menu, rect: Rect) -> None:
        """The dice that lie, each with its key beside it: a click picks one to be thrown again."""
        table, f = self.table, self.fonts
        radius, step, low = f.px(15), (rect.w - f.px(24)) / BESIDE, f.px(DIE)
        at = imgui.get_cursor_screen_pos()
        rows = rows_of(len(asked.faces), BESIDE)
        for i, face in enumerate(asked.faces):
            row, place = next((r, i - sum(rows[:r])) for r in range(len(rows)) if i < sum(rows[: r + 1]))
            x, y = at.x + f.px(20) + step * place, at.y + f.px(20) + row * low
            picked = i in table.picked
            widgets.die(
                f, x, y - (f.px(3) if picked else 0), radius, face, destiny=i == 0, ace=i in asked.aces, picked=picked
            )
            if i in asked.among:
                self._key_of_die(i, x + radius * RINGED, y)
            imgui.set_cursor_screen_pos(V(x - radius, y - radius))
            if imgui.invisible_button(f"pick{i}", V(step - f.px(4), 2 * radius)):
                table.pick_die(i)
        imgui.set_cursor_screen_pos(V(at.x, at.y + f.px(3) + len(rows) * low))
        best = asked.chances()[1].dice
        default = asked.by_default(table.model.shown)
        label = counted("Throw {n} again", "Throw {n} again", len(table.picked)) if table.picked else default
        half = (rect.w - f.px(32)) / 2
        if key_button(f, label, "Enter", lit=True, width=half if best else rect.w - f.px(26)):
            table.give_dice()
        final = "dice" if table.picked else menu.final
        if final:
            final_mark(f, final)
        if best:
            imgui.same_line(0, f.px(6))
            if key_button(
                f,
                counted("Pick the best one", "Pick the best {n}", len(best)),
                "Q",
                width=half,
                hint=say("Which re-rolls serve most"),
            ):
                pick_best(table)

    def _key_of_die(self, die: int, x: float, y: float) -> None:
        """The key that picks it, right of the ring that an Ace has."""
        f, key = self.fonts, str((die + 1) % 10)
        with font(f, "text", 11):
            place = V(x + f.px(3), y - imgui.get_text_line_height() / 2)
            imgui.get_window_draw_list().add_text(place, ink(theme.GOLD), key)

    def _buttons(self, menu: Menu, rect: Rect) -> None:
        """A line for each answer, with what it comes to."""
        table, f = self.table, self.fonts
        if isinstance(table.choice, RerollDice):
            return
        keys, row = keys_of(menu.buttons), f.px(30)
        if scrolled := self._lists(menu):
            imgui.begin_child("answers", V(rect.w - f.px(24), row * MOST_ROWS))
        wide = imgui.get_content_region_avail().x
        answers = list(zip(menu.buttons, keys, strict=True))
        within = all(key_width(f, _with_hint(button), key) <= wide for button, key in answers)
        for i, (button, key) in enumerate(answers):
            self._answer(button, key, i, wide, within=within)
        if scrolled:
            self.scroll.draw()
            imgui.end_child()

    def _lists(self, menu: Menu) -> bool:
        """Are there so many answers that they are scrolled to by themselves?"""
        return len(menu.buttons) > MOST_ROWS and not isinstance(self.table.choice, RerollDice)

    def _answer(self, button: Button, key: str, number: int, wide: float, *, within: bool) -> None:
        """What it comes to stands in the button; under it, as with all of them, where one is too long for that."""
        table, f = self.table, self.fonts
        hint = FINAL.get(button.final, "")
        label = marked(_with_hint(button) if within else button.label, number)
        if key_button(f, label, key, lit=button is table.by_enter, able=not button.why, width=wide, hint=hint):
            table.press(button)
        if button.final:
            final_mark(f, button.final)
        if not within and button.hint:
            with font(f, "text", 12.5):
                widgets.wrapped(button.hint, theme.FADED)

    def _yields(self, menu: Menu, choice: Question, rect: Rect) -> None:
        """Not again: how long, and unless what."""
        table, f = self.table, self.fonts
        if not menu.offers:
            return
        at, end = imgui.get_cursor_screen_pos(), rect.right - f.px(12)
        imgui.get_window_draw_list().add_line(V(at.x, at.y + 1), V(end, at.y + 1), ink(theme.GOLD_DIM))
        imgui.dummy(V(1, f.px(2)))
        asked = table.model.session.times(choice.seat, choice.topic or "", asked=True) + 1
        with font(f, "text", 12.5):
            so_far = say("Not again; asked {asked} times so far:", asked=asked) if asked > 1 else say("Not again:")
            widgets.wrapped(so_far, theme.FADED)
            x = imgui.get_cursor_screen_pos().x
            keys = keys_of_offers(menu)
            for i, offer in enumerate(menu.offers):
                self._offer(offer, keys[i] if i < len(keys) else "", x, end)
            imgui.new_line()
            kept = len(table.model.kept_yields())
            if kept and key_button(f, say("What I am not asked ({kept})", kept=kept), key_of_kept(menu)):
                self.commands.append("yields")

    def _offer(self, offer: YieldOffer, key: str, x: float, right: float) -> None:
        table, f = self.table, self.fonts
        holds = "will" in offer.said.unless
        label = say("{label} {points} WP", label=offer.label, points=table.held) if holds else offer.label
        wide = key_width(f, label, key)
        here = imgui.get_cursor_screen_pos()
        if here.x > x and here.x + wide + (f.px(70) if holds else 0) > right:
            imgui.new_line()
        if key_button(f, label, key, width=wide, hint=offer.hint):
            table.say(table.said(offer))
        imgui.same_line(0, f.px(5))
        if holds:
            for sign, step in (("-", -1), ("+", 1)):
                if key_button(f, f"{sign}##points", width=f.px(30)):
                    table.hold(step)
                imgui.same_line(0, f.px(3))


def _with_hint(button: Button) -> str:
    """An answer, and what it comes to."""
    if button.hint and button.tool is None:
        return say("{label}: {hint}", label=button.label, hint=button.hint)
    return button.label


def beside(
    free: Rect, wide: float, tall: float, mini: Rect | None, others: Sequence[Rect] = (), *, above: bool = False
) -> Rect:
    """Where a card of this size lies: beside its mini, whole in the free area, and over none of the others if may be.

    Where the mini is not in view it lies at the edge nearest to it; behind the camera, at the top. `above`: there in
    any case, so that there is room below it.
    """
    if above or mini is None:
        return Rect(free.x + (free.w - wide) / 2, free.y, wide, tall)
    x, y = mini.x + mini.w / 2, mini.y + mini.h / 2
    places = [
        (mini.right + GAP, y - tall / 2),
        (mini.x - GAP - wide, y - tall / 2),
        (x - wide / 2, mini.bottom + GAP),
        (x - wide / 2, mini.y - GAP - tall),
    ]
    ends = (free.y, y - tall / 2, free.bottom - tall)
    places += [(left, top) for left in (free.x, free.right - wide) for top in ends]
    whole = [
        Rect(min(max(left, free.x), free.right - wide), min(max(top, free.y), free.bottom - tall), wide, tall)
        for left, top in places
    ]

    def cost(rect: Rect, place: tuple[float, float]) -> float:
        hidden = 8000.0 * rect.meets(mini) + 900.0 * sum(rect.meets(other) for other in others)
        far = abs(rect.x + wide / 2 - x) + abs(rect.y + tall / 2 - y)
        return hidden + abs(rect.x - place[0]) + abs(rect.y - place[1]) + far

    return min(zip(whole, places, strict=True), key=lambda pair: cost(*pair))[0]


def ringed(mini: Rect) -> Rect:
    """A mini with the ring that is drawn round it while it is asked about."""
    radius = max(mini.w, mini.h) * RING
    return Rect(mini.x + mini.w / 2 - radius, mini.y + mini.h / 2 - radius, 2 * radius, 2 * radius)


def _room_beside(free: Rect, ring: Rect) -> float:
    """How wide a card may be that lies at one side of a mini and hides nothing of its ring."""
    return max(ring.x - free.x, free.right - ring.right) - GAP


def _inside(mini: Rect, free: Rect) -> bool:
    """Is a mini in view, between the panels?"""
    return free.holds(mini.x + mini.w / 2, mini.y + mini.h / 2)


def _tie(card: Rect, mini: Rect) -> None:
    """A line from the card to its mini, and a ring round it."""
    draw = imgui.get_background_draw_list()
    x, y = mini.x + mini.w / 2, mini.y + mini.h / 2
    start = V(min(max(x, card.x), card.right), min(max(y, card.y), card.bottom))
    far = ((start.x - x) ** 2 + (start.y - y) ** 2) ** 0.5
    radius = max(mini.w, mini.h) * RING
    if far > radius:
        end = V(x + (start.x - x) * radius / far, y + (start.y - y) * radius / far)
        draw.add_line(start, end, ink((0, 0, 0, 0.55)), 4.0)
        draw.add_line(start, end, ink(theme.GOLD_BRIGHT), 2.0)
    draw.add_circle(V(x, y), radius, ink((0, 0, 0, 0.5)), 40, 4.0)
    draw.add_circle(V(x, y), radius, ink(theme.GOLD_BRIGHT), 40, 1.8)
