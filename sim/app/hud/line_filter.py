"""Which lines of a chronicle are shown: by a word, by kind, by mini, by round."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from imgui_bundle import imgui

from sim.app.hud.open_list import one_of
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import font
from sim.carnevale.chronicle import HEADINGS, KINDS
from sim.words import say, term
from sim.words.tongues import spoken, told

__all__ = ["LineFilter"]

ALL = say("All")


class LineFilter:
    """What is looked for. `names`: of the minis, by id. Empty fields let everything through. `begins`: it was opened
    just now, and what is typed is the word."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = dict(names)
        self.word, self.kind, self.who, self.round = "", "", "", 0
        self.begins = False

    @property
    def is_set(self) -> bool:
        return bool(self.word or self.kind or self.who or self.round)

    @property
    def wanted(self) -> tuple[object, ...]:
        """What is looked for, and in which language. While it is the same, so is what is found in the same lines."""
        return (self.word, self.kind, self.who, self.round, spoken())

    def clear(self) -> None:
        self.word, self.kind, self.who, self.round = "", "", "", 0

    def passes(self, words: str, kind: str, concerns: Collection[str], round: int) -> bool:
        """Is a line shown? Headings stand while nothing but the round is asked for."""
        if self.round and round != self.round:
            return False
        if kind in HEADINGS and (self.word or self.kind or self.who):
            return bool(self.word) and not (self.kind or self.who) and self._has_word(words)
        kept = (not self.kind or kind == self.kind) and (not self.who or self.who in concerns)
        return kept and (not self.word or self._has_word(words))

    def _has_word(self, words: str) -> bool:
        return self.word.casefold() in told(words).casefold()

    def draw(self, fonts: Fonts, width: float, rounds: int) -> None:
        """A field and three lists to choose from, in two rows."""
        f = fonts
        with font(f, "text", 12.5):
            aside = f.px(24) if self.is_set else 0.0
            imgui.set_next_item_width(width - aside - (f.px(4) if aside else 0))
            if self.begins:
                self.begins = False
                imgui.set_keyboard_focus_here()
            _, self.word = imgui.input_text_with_hint("##word", told(say("Search")), self.word)
            f.stops.here()
            if aside:
                imgui.same_line(0, f.px(4))
                if imgui.button("x##clear", imgui.ImVec2(aside, 0)):
                    self.clear()
                f.stops.here()
            third = (width - 2 * f.px(4)) / 3
            self.kind = self._choice(
                f, "kind", say("Kind"), {kind: term(kind.capitalize()) for kind in KINDS}, self.kind, third
            )
            imgui.same_line(0, f.px(4))
            self.who = self._choice(f, "who", say("Mini"), self.names, self.who, third)
            imgui.same_line(0, f.px(4))
            each = {str(number): say("Round {number}", number=number) for number in range(1, rounds + 1)}
            self.round = int(
                self._choice(f, "round", say("Round"), each, str(self.round) if self.round else "", third) or 0
            )

    def _choice(self, f: Fonts, name: str, all_: str, options: Mapping[str, str], now: str, width: float) -> str:
        """A list to choose from; its first entry lets all through."""
        shown = options.get(now, all_)
        return one_of(f, name, now, ("", *options), lambda each: options.get(each, ALL), width, shown=shown)
