"""The roster: whoever may be hired, with a picture, the numbers, the cost, and what speaks against it."""

from __future__ import annotations

import time

from imgui_bundle import imgui

from sim.app.gang_builder.cards import card_tooltip, keywords_of
from sim.app.gang_builder.desk import RANKS, GangDesk
from sim.app.gang_builder.gallery import Gallery
from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.open_list import number_of
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.carnevale.characters import Profile
from sim.carnevale.recruiting import GangOffer
from sim.words import joined, say, term
from sim.words.tongues import told

__all__ = ["FROM_GANG", "FROM_ROSTER", "RosterShelf", "stat_line"]

FROM_ROSTER, FROM_GANG = "hire", "member"  # what is dragged
DOUBLE = 0.5  # seconds between two clicks that are one, also where frames are slow
ROW = 82.0  # pixels at 1280x800


def stat_line(p: Profile) -> str:
    """The numbers of a card in a line."""
    stats = (
        (say("MOV"), p.move),
        (say("DEX"), p.dexterity),
        (say("ATT"), p.attack),
        (say("PRO"), p.protection),
        (say("MND"), p.mind),
    )
    points = ((term("LP"), p.lp), (term("WP"), p.wp), (term("CP"), p.cp))
    return joined(" ", (say("{label} {value}", label=label, value=value) for label, value in (*stats, *points)))


class RosterShelf:
    """The pane of one desk. `focus`: the search is to be typed into."""

    def __init__(self, desk: GangDesk, gallery: Gallery, fonts: Fonts) -> None:
        self.desk, self.gallery, self.fonts = desk, gallery, fonts
        self.focus = False
        self._pressed = ("", 0.0)  # who was clicked last, and when
        self.follow = False  # is who is picked to be brought into view?

    def draw(self, rect: Rect) -> None:
        f, desk = self.fonts, self.desk
        with widgets.panel("gang roster", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Roster of the {faction}", faction=desk.roster.faction), 20)
            self._search()
            found = desk.shelf()
            if not found:
                widgets.wrapped(say("Nobody in the roster is like that."), theme.FADED)
            imgui.begin_child("shelf", V(0, 0))
            for offer in found:
                self._row(offer)
            imgui.end_child()
            if imgui.begin_drag_drop_target():
                dropped = imgui.accept_drag_drop_payload_py_id(FROM_GANG)
                if dropped is not None:
                    desk.remove(dropped.data_id)
                imgui.end_drag_drop_target()

    def _search(self) -> None:
        f, desk = self.fonts, self.desk
        ranks = [told(words) for words in (say("all ranks"), say("Leaders"), say("Heroes"), say("Henchmen"))]
        wide = max(imgui.calc_text_size(words).x for words in ranks) + f.px(34)
        room = max(imgui.get_content_region_avail().x - f.px(118) - wide, f.px(60))
        imgui.set_next_item_width(room)
        hint = told(say("search   Ctrl F"))
        if imgui.calc_text_size(hint).x > room - f.px(14):  # the key is on the page of keys, too
            hint = told(say("search"))
        if self.focus:
            imgui.set_keyboard_focus_here()
            self.focus = False
        whole = int(imgui.InputTextFlags_.auto_select_all)
        _, desk.words = imgui.input_text_with_hint("##sought", hint, desk.words, whole)
        f.stops.here()
        imgui.same_line(0, f.px(5))
        desk.rank = ("", *RANKS)[number_of(f, "rank", ("", *RANKS).index(desk.rank), ranks, wide)]
        imgui.same_line(0, f.px(5))
        _, desk.fitting = imgui.checkbox(told(say("may join")), desk.fitting)
        f.stops.here()
        if imgui.is_item_hovered():
            widgets.tooltip(f, say("Only those that nothing speaks against"))

    def _row(self, offer: GangOffer) -> None:
        f, desk = self.fonts, self.desk
        profile = desk.card(offer.name)
        imgui.push_id(offer.name)
        at = imgui.get_cursor_screen_pos()
        wide = imgui.get_content_region_avail().x
        double = int(imgui.SelectableFlags_.allow_double_click)
        picked = desk.picked == offer.name
        if picked and self.follow:
            imgui.set_scroll_here_y(0.5)
            self.follow = False
        pressed, _ = imgui.selectable("##row", picked, double, V(wide, f.px(ROW)))
        f.stops.here()
        hovered = imgui.is_item_hovered()
        if pressed:
            desk.picked = offer.name
            again = self._pressed[0] == offer.name and time.monotonic() - self._pressed[1] < DOUBLE
            self._pressed = (offer.name, time.monotonic())
            if again or imgui.is_mouse_double_clicked(0):
                desk.add(offer.name)
                self._pressed = ("", 0.0)
        if imgui.begin_drag_drop_source():
            number = [each.name for each in desk.roster.characters].index(offer.name)
            imgui.set_drag_drop_payload_py_id(FROM_ROSTER, number)
            imgui.text(f"{offer.name}, {offer.cost}")
            imgui.end_drag_drop_source()
        elif hovered and not picked:  # whose card stands at the side
            card_tooltip(f, profile)
        self._written(offer, profile, at.x, at.y, wide)
        imgui.pop_id()

    def _written(self, offer: GangOffer, profile: Profile, x: float, y: float, wide: float) -> None:
        f, draw = self.fonts, imgui.get_window_draw_list()
        self.gallery.draw(profile, x + f.px(3), y + f.px(4), f.px(63))
        left, right = x + f.px(74), x + wide - f.px(8)
        with font(f, "bold", 16):
            cost = str(offer.cost)
            size = imgui.calc_text_size(told(cost))
            draw.add_text(V(right - size.x, y + f.px(4)), ink(theme.GOLD_BRIGHT), told(cost))
        with font(f, "title", 17):
            count = f"  x {offer.taken}" if offer.taken else ""
            room = right - left - size.x - f.px(10) - imgui.calc_text_size(told(count)).x
            named = widgets.draw_fitted(draw, V(left, y + f.px(3)), offer.name, room, ink(theme.PARCHMENT))
            draw.add_text(V(left + named, y + f.px(3)), ink(theme.GOLD), told(count))
        with font(f, "text", 12.5):
            widgets.draw_fitted(draw, V(left, y + f.px(25)), keywords_of(profile), right - left, ink(theme.FADED))
        with font(f, "text", 11):
            widgets.draw_fitted(draw, V(left, y + f.px(43)), stat_line(profile), right - left, ink(theme.PARCHMENT))
        with font(f, "text", 12):
            if offer.against:
                words = joined("; ", offer.against)
                widgets.draw_fitted(draw, V(left, y + f.px(60)), words, right - left, ink(theme.ALERT))
            else:
                draw.add_text(V(left, y + f.px(60)), ink(theme.GOLD_DIM), told(say("may join")))
