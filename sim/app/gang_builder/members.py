"""The gang: who is in it, what it costs, and what is wrong, in words beside what causes it; and its equipment."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.gang_builder.cards import card_tooltip, ducats, keywords_of
from sim.app.gang_builder.desk import GangDesk
from sim.app.gang_builder.gallery import Gallery
from sim.app.gang_builder.shelf import FROM_GANG, FROM_ROSTER
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.carnevale import equipment
from sim.carnevale.characters import Profile
from sim.carnevale.recruiting import GangOffer, spell_choice
from sim.carnevale.rulebook import explained
from sim.words import counted, joined, say, term
from sim.words.tongues import told

__all__ = ["MemberList"]

ROW, LINE = 57.0, 16.0  # pixels at 1280x800: of a member, and of a line below it
ONE_BY_ONE = ("weapons", "spells", "character")  # faults of a member alone


class MemberList:
    """The panes of one desk."""

    def __init__(self, desk: GangDesk, gallery: Gallery, fonts: Fonts) -> None:
        self.desk, self.gallery, self.fonts = desk, gallery, fonts
        self.follow = False  # is the chosen member to be brought into view?

    # -- the gang -------------------------------------------------------------------------------------------

    def draw(self, rect: Rect) -> None:
        f, desk = self.fonts, self.desk
        with widgets.panel("gang members", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            self._head(rect)
            imgui.begin_child("members", V(0, 0))
            imgui.push_style_var(imgui.StyleVar_.item_spacing, V(f.px(8), 0))
            if not desk.gang.members:
                widgets.wrapped(
                    say("Nobody is in it yet: drag them here from the roster, double click there, or press Enter."),
                    theme.FADED,
                )
                imgui.dummy(V(1, f.px(6)))
            for place in range(len(desk.gang.members)):
                self._row(place)
            room = max(imgui.get_content_region_avail().y - f.px(4), f.px(16))
            imgui.invisible_button("##end", V(imgui.get_content_region_avail().x, room))
            self._target(len(desk.gang.members))
            imgui.pop_style_var()
            imgui.end_child()

    def _head(self, rect: Rect) -> None:
        f, desk = self.fonts, self.desk
        check, ranks = desk.check, desk.check.ranks()
        count = len(desk.gang.members)
        over = check.left < 0
        limit, left = ducats(check.limit), ducats(abs(check.left))
        line = say("{spent} of {limit}, {left} left", spent=check.spent, limit=limit, left=left)
        if over:
            line = say("{spent} of {limit}, {left} too many", spent=check.spent, limit=limit, left=left)
        with font(f, "bold", 15):
            colour(line, theme.ALERT if over else theme.GOLD_BRIGHT)
        with font(f, "text", 13):
            if rect.w > f.px(440):
                imgui.same_line(0, f.px(16))
            in_ranks = (
                counted("{n} Leader", "{n} Leaders", ranks["Leader"]),
                counted("{n} Hero", "{n} Heroes", ranks["Hero"]),
                counted("{n} Henchman", "{n} Henchmen", ranks["Henchman"]),
            )
            told_of = say("{number} in all: {ranks}", number=count, ranks=joined(", ", in_ranks))
            squeezed(f, told_of, imgui.get_content_region_avail().x, theme.FADED)
        spent = min(check.spent, check.limit)
        at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        wide, tall = rect.w - f.px(26), f.px(7)
        draw.add_rect_filled(at, V(at.x + wide, at.y + tall), ink((0, 0, 0, 0.55)), 2.0)
        paint = theme.ALERT if over else theme.GOLD
        draw.add_rect_filled(at, V(at.x + wide * spent / max(1, check.limit), at.y + tall), ink(paint), 2.0)
        imgui.dummy(V(wide, tall))
        whole = [fault.words for fault in check.faults if fault.about not in (*ONE_BY_ONE, "equipment")]
        others = sum(fault.about in (*ONE_BY_ONE, "equipment") for fault in check.faults)
        with font(f, "text", 13.5):
            if not check.faults:
                colour(say("Legal: it may take the field."), theme.ACTION)
            for words in whole:
                widgets.wrapped(say("{words}.", words=words), theme.ALERT)
            if others and not whole:
                colour(say("Not legal yet: see below."), theme.ALERT)
        imgui.separator()

    def _row(self, place: int) -> None:
        f, desk = self.fonts, self.desk
        profile = desk.check.profiles[place]
        lines = self._lines(place, profile)
        tall = f.px(ROW) + f.px(LINE) * max(0, len(lines) - 1)
        imgui.push_id(place)
        at = imgui.get_cursor_screen_pos()
        wide = imgui.get_content_region_avail().x
        chosen = desk.selected == place
        if chosen and self.follow:
            imgui.set_scroll_here_y(0.5)
            self.follow = False
        overlap = int(imgui.SelectableFlags_.allow_overlap)
        pressed, _ = imgui.selectable("##member", chosen, overlap, V(wide, tall))
        f.stops.here()
        hovered = imgui.is_item_hovered()
        if pressed:
            desk.selected = place
            if profile is not None:
                desk.picked = desk.gang.members[place].character
        if imgui.begin_drag_drop_source():
            imgui.set_drag_drop_payload_py_id(FROM_GANG, place)
            imgui.text(told(desk.gang.members[place].character))
            imgui.end_drag_drop_source()
        self._target(place)
        self._written(place, profile, lines, (at.x, at.y, wide))
        imgui.set_cursor_screen_pos(V(at.x + wide - f.px(30), at.y + f.px(5)))
        gone = key_button(f, "x", width=f.px(26), hint=say("Take out   Delete"))
        over_button = imgui.is_item_hovered()
        imgui.set_cursor_screen_pos(V(at.x, at.y + tall + f.px(3)))
        imgui.dummy(V(0, 0))
        free = hovered and not over_button and not chosen  # whose card stands at the side
        if free and profile is not None and imgui.get_drag_drop_payload_py_id() is None:
            card_tooltip(f, profile)
        imgui.pop_id()
        if gone:
            desk.remove(place)

    def _lines(self, place: int, profile: Profile | None) -> list[tuple[str, theme.Rgba]]:
        """What stands below a member's name: its choices, and what is wrong with it."""
        desk = self.desk
        member = desk.gang.members[place]
        lines: list[tuple[str, theme.Rgba]] = []
        sheet = desk.roster.sheet(member.character)
        if sheet is not None and sheet.choices:
            lines.append(
                (say("Takes {what}", what=joined(", ", map(term, member.weapons)) or say("nothing")), theme.PARCHMENT)
            )
        if profile is not None and (member.spells or spell_choice(profile).spells):
            number, known = spell_choice(profile).number, joined(", ", map(term, member.spells))
            words = (
                say("Spells, {number} beside the cantrip: {what}", number=number, what=known or say("none"))
                if number or known
                else say("Its cantrip")
            )
            lines.append((words, theme.WILL))
        lines += [(fault.words, theme.ALERT) for fault in desk.faults_of(place)]
        return lines

    def _written(
        self,
        place: int,
        profile: Profile | None,
        lines: list[tuple[str, theme.Rgba]],
        where: tuple[float, float, float],
    ) -> None:
        f, draw = self.fonts, imgui.get_window_draw_list()
        x, y, wide = where
        member = self.desk.gang.members[place]
        if profile is not None:
            self.gallery.draw(profile, x + f.px(24), y + f.px(3), f.px(46))
        with font(f, "bold", 12.5):
            draw.add_text(V(x + f.px(2), y + f.px(5)), ink(theme.FADED), f"{place + 1}.")
        left, right = x + f.px(80), x + wide - f.px(40)
        with font(f, "bold", 15):
            cost = str(profile.cost) if profile is not None else "?"
            size = imgui.calc_text_size(told(cost))
            draw.add_text(V(right - size.x, y + f.px(4)), ink(theme.GOLD_BRIGHT), told(cost))
        with font(f, "title", 17):
            name = f"{member.name}, {member.character}" if member.name else member.character
            room = right - left - size.x - f.px(10)
            widgets.draw_fitted(draw, V(left, y + f.px(2)), name, room, ink(theme.PARCHMENT))
        with font(f, "text", 12.5):
            words = keywords_of(profile) if profile is not None else say("unknown here")
            widgets.draw_fitted(draw, V(left, y + f.px(23)), words, right - left, ink(theme.FADED))
            for number, (line, paint) in enumerate(lines):
                top = y + f.px(39) + number * f.px(LINE)
                widgets.draw_fitted(draw, V(left, top), line, x + wide - left - f.px(6), ink(paint))

    def _target(self, place: int) -> None:
        """What is dropped on the item just drawn goes before the member of this place."""
        desk = self.desk
        if not imgui.begin_drag_drop_target():
            return
        hired = imgui.accept_drag_drop_payload_py_id(FROM_ROSTER)
        if hired is not None:
            desk.add(desk.roster.characters[hired.data_id].name, place)
        moved = imgui.accept_drag_drop_payload_py_id(FROM_GANG)
        if moved is not None:
            desk.move(moved.data_id, place)
        imgui.end_drag_drop_target()

    # -- equipment ------------------------------------------------------------------------------------------

    def draw_items(self, rect: Rect) -> None:
        f, desk = self.fonts, self.desk
        with widgets.panel("gang equipment", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Equipment"), 18)
            with font(f, "text", 12.5):
                imgui.same_line(0, f.px(12))
                said = ducats(equipment.price(desk.gang.equipment)) if desk.gang.equipment else say("none")
                wrong = [fault.words for fault in desk.check.faults if fault.about == "equipment"]
                line = joined("; ", wrong) or say("{said}; each item once, and used once", said=said)
                squeezed(f, line, imgui.get_content_region_avail().x, theme.ALERT if wrong else theme.FADED)
            left, top = rect.x + f.px(12), imgui.get_cursor_screen_pos().y
            column, step = (rect.w - f.px(24)) / 2, (rect.bottom - f.px(8) - top) / 5
            for number, offer in enumerate(desk.offers.equipment):
                imgui.set_cursor_screen_pos(V(left + number // 5 * column, top + number % 5 * step))
                self._item(offer, column)

    def _item(self, offer: GangOffer, wide: float) -> None:
        f, desk = self.fonts, self.desk
        item = equipment.find(offer.name)
        assert item is not None
        with font(f, "text", 13):
            imgui.push_style_var(imgui.StyleVar_.frame_padding, V(f.px(4), f.px(1)))
            words = say("{item}, {cost}", item=term(item.title), cost=offer.cost)
            pressed, _ = imgui.checkbox(
                widgets.marked(words, offer.name),
                offer.taken > 0,
            )
            f.stops.here()
            imgui.pop_style_var()
            hovered = imgui.is_item_hovered()
            against = joined("; ", offer.against) if not offer.taken else ""
            if against:
                imgui.same_line(0, f.px(8))
                room = wide - (imgui.get_cursor_screen_pos().x - imgui.get_item_rect_min().x) - f.px(4)
                whole = imgui.calc_text_size(told(against)).x * 0.72 < room - f.px(4)
                squeezed(f, against if whole else "!", room, theme.ALERT)
                hovered = hovered or imgui.is_item_hovered()
        if hovered:
            about = say("{what}: {words}", what=term(item.title), words=explained(item.title))
            widgets.tooltip(f, joined("\n\n", (about, against)))
        if pressed:
            desk.buy(offer.name)
