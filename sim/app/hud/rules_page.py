"""The book of rules in the window: looked up by word, ability, spell or id; the texts of `bauta rules`."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.key_scroll import KeyScroll
from sim.app.hud.layout import Rect
from sim.app.hud.open_list import one_of
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.app.table.key_bindings import TURNED
from sim.carnevale import rulebook
from sim.carnevale.rulebook import Entry
from sim.words import counted, joined, say, term
from sim.words.tongues import told

__all__ = ["RulesPage"]


class RulesPage:
    """`word`: what is looked for; `kind`: of these alone; `opened`: the entry that is read."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.word, self.kind = "", ""
        self.opened: Entry | None = None
        self.focus = True  # the field takes the keys next
        self._field = 0
        self._scroll = KeyScroll()
        self._goes_to = False  # what is read is brought into view in the list
        self._found: tuple[tuple[str, str], list[Entry]] | None = None

    def look_up(self, word: str) -> None:
        """Open the page at a word."""
        self.word, self.kind, self.focus = word, "", True
        self._field += 1  # a new one: the old one holds on to what was typed into it
        found = self.found()
        self.opened = found[0] if found else None

    def found(self) -> list[Entry]:
        """All that fits: of one word what `bauta rules` finds, with what only mentions it behind it."""
        asked = (self.word, self.kind)
        if self._found is None or self._found[0] != asked:
            every = rulebook.find_all(self.word, told) if self.word.strip() else rulebook.entries()
            self._found = (asked, [each for each in every if not self.kind or each.kind == self.kind])
        return self._found[1]

    def press(self, key: str) -> str:
        """A key went down: `TURNED` where it opens the next entry that was found, or scrolls in the open one."""
        found = self.found()
        if self._scroll.turn(key):
            return TURNED
        if key not in ("arrow_up", "arrow_down") or not found:
            return ""
        at = found.index(self.opened) if self.opened in found else -1
        step = 1 if key == "arrow_down" else -1
        self.opened, self._goes_to = found[min(max(at + step, 0), len(found) - 1)], True
        return TURNED

    def draw(self, rect: Rect) -> str:
        """Returns "back" when it is to be closed."""
        f, said = self.fonts, ""
        with widgets.panel("rules", rect, alpha=0.98, front=True, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Rules"), 26)
            self._asking(rect)
            top, bottom = imgui.get_cursor_screen_pos().y + f.px(4), rect.bottom - f.px(52)
            left = round(rect.w * 0.36)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(12), top))
            imgui.begin_child("found", V(left, bottom - top))
            with font(f, "text", 13.5):
                self._list()
            imgui.end_child()
            imgui.set_cursor_screen_pos(V(rect.x + left + f.px(28), top))
            imgui.begin_child("entry", V(rect.w - left - f.px(44), bottom - top))
            if self.opened is not None:
                self._entry(self.opened)
            else:
                widgets.wrapped(say("Type a word, or choose one: its rule is told here."), theme.FADED)
            self._scroll.draw()
            imgui.end_child()
            imgui.set_cursor_screen_pos(V(rect.right - f.px(116), rect.bottom - f.px(44)))
            if key_button(f, say("Back"), "Esc", width=f.px(100)):
                said = "back"
        return said

    def _asking(self, rect: Rect) -> None:
        """The field, and the kinds."""
        f = self.fonts
        if self.focus:
            imgui.set_keyboard_focus_here()
            self.focus = False
        hint, beside = told(say("A word, an ability, a spell, an id")), f.px(190 + 16 + 14 + 28)
        with font(f, "text", 13):
            beside += imgui.calc_text_size(told(counted("{n} found", "{n} found", len(rulebook.entries())))).x
        room = imgui.calc_text_size(hint).x + 2 * imgui.get_style().frame_padding.x + f.px(4)
        imgui.set_next_item_width(max(rect.w * 0.36, min(room, rect.w - beside)))
        changed, self.word = imgui.input_text_with_hint(f"##rule{self._field}", hint, self.word)
        kinds = list(dict.fromkeys(each.kind for each in rulebook.entries()))
        imgui.same_line(0, f.px(16))
        kind = one_of(f, "kind", self.kind, ("", *kinds), _kind_words, f.px(190))
        self.kind, changed = kind, changed or kind != self.kind
        found = self.found()
        imgui.same_line(0, f.px(14))
        with font(f, "text", 13):
            colour(counted("{n} found", "{n} found", len(found)), theme.FADED)
        if changed:
            self.opened = found[0] if found and self.word.strip() else None

    def _list(self) -> None:
        f, found = self.fonts, self.found()
        if not found:
            near = rulebook.near(self.word)
            words = (
                say("Nothing is called so. Near: {words}", words=joined(", ", map(term, near)))
                if near
                else say("Nothing is called so.")
            )
            widgets.wrapped(words, theme.FADED)
        for number, entry in enumerate(found):
            at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
            pressed, _ = imgui.selectable(f"##{number}", entry == self.opened, 0, V(wide, f.px(20)))
            if pressed:
                self.opened = entry
            if self._goes_to and entry == self.opened:
                imgui.set_scroll_here_y(0.5)
                self._goes_to = False
            draw = imgui.get_window_draw_list()
            label = told(entry.id if entry.kind in ("rule", "agenda") else term(entry.kind))
            with font(f, "text", 11.5):
                aside = imgui.calc_text_size(told(label)).x
                draw.add_text(V(at.x + wide - aside - f.px(6), at.y + f.px(3)), ink(theme.FADED), told(label))
            room = wide - aside - f.px(20)
            widgets.draw_fitted(draw, V(at.x + f.px(4), at.y + f.px(1)), term(entry.name), room, ink(theme.PARCHMENT))

    def _entry(self, entry: Entry) -> None:
        f = self.fonts
        widgets.title(f, term(entry.name), 22)
        about = joined(", ", (term(entry.kind), entry.id or entry.rule, entry.numbers))
        with font(f, "text", 13):
            colour(about, theme.GOLD)
        imgui.dummy(V(1, f.px(4)))
        with font(f, "text", 15):
            widgets.wrapped(term(entry.text))
        named = [each for each in rulebook.named_in(entry.text) if each != entry]
        if named:
            imgui.dummy(V(1, f.px(6)))
            with font(f, "text", 13):
                colour(say("See also"), theme.FADED)
                for each in named:
                    if imgui.small_button(f"{told(term(each.name))}##{each.kind}{each.id}"):
                        self.opened = each


def _kind_words(kind: str) -> str:
    return told(term(kind.capitalize()) if kind else say("Everything"))
