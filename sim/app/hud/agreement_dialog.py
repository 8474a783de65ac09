"""What the players agree on between actions: the Golden Rule (TURN-12) and Fortune's Favour (TURN-11)."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.open_list import one_of
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.app.table.controller import TableController
from sim.carnevale.actions.favour import FAVOUR, Favour
from sim.carnevale.actions.override import POINTS, Override
from sim.carnevale.characters import MOST_AP, Character
from sim.carnevale.events import Change
from sim.carnevale.legality import WhichAction
from sim.carnevale.names import names_of
from sim.carnevale.turn import WhoseTurn
from sim.words import say, term
from sim.words.tongues import told

__all__ = ["AgreementDialog"]

REASONS = (say("A slip of the hand"), say("It stood elsewhere"), say("As on the real table"))  # for a hand without keys
SIGNS = (("stunned", say("Stunned")), ("hidden", say("Hidden")), ("guarding", say("On guard")))


class AgreementDialog:
    """Sets one mini by hand, with a reason; or rewards it, with a story."""

    def __init__(self, table: TableController) -> None:
        self.table = table
        on_board = [c.id for c in table.model.shown.on_board()]
        self.who = table.selected if table.selected in on_board else next(iter(on_board), "")
        self.why = self.story = ""
        self._take()

    def _take(self) -> None:
        """Begin with the mini as it is."""
        self.points: dict[str, int] = {}
        self.signs: dict[str, bool] = {}
        self.table.pointed = None
        if self.who:
            c = self.table.model.shown[self.who]
            self.points = {field: int(getattr(c, field)) for field in POINTS}
            self.signs = {field: bool(getattr(c, field)) for field, _ in SIGNS}

    def draw(self, fonts: Fonts, width: float, height: float) -> str:
        """Returns "back", "place" (to point at a place on the board), or nothing."""
        f, state = fonts, self.table.model.shown
        on_board = [c.id for c in state.on_board()]
        able = bool(on_board) and isinstance(self.table.choice, (WhoseTurn, WhichAction))
        rect = centred(width, height, f.px(600), f.px(478 if able else 140))
        dim(width, height)
        said = ""
        with widgets.panel("agree", rect, alpha=0.98, front=True):
            widgets.title(f, say("By agreement"), 26)
            if able:
                self._mini(f, on_board)
                said = self._rule(f, state[self.who]) or self._favour(f)
            elif not on_board:
                widgets.wrapped(say("Nobody is on the board."), theme.FADED)
            else:
                widgets.wrapped(say("Between two actions of a person only; answer what is asked first."), theme.ALERT)
            if self.table.model.notice:
                widgets.wrapped(self.table.model.notice, theme.ALERT)
            imgui.set_cursor_screen_pos(V(rect.right - f.px(116), rect.bottom - f.px(44)))
            if key_button(f, say("Back"), "Esc", width=f.px(100)):
                said = "back"
        return said

    def _mini(self, f: Fonts, on_board: list[str]) -> None:
        if self.who not in on_board:
            self.who = on_board[0]
            self._take()
        name = names_of(self.table.model.shown)
        chosen = one_of(f, "who", self.who, on_board, name, f.px(300))
        if chosen != self.who:
            self.who = chosen
            self._take()

    def _rule(self, f: Fonts, c: Character) -> str:
        said = ""
        widgets.title(f, say("The Golden Rule"), 19)
        for i, field in enumerate(POINTS):
            if i:
                imgui.same_line(0, f.px(12))
            imgui.align_text_to_frame_padding()
            colour(term(field.upper()), theme.FADED)
            imgui.same_line(0, f.px(5))
            imgui.set_next_item_width(f.px(104))
            _, value = imgui.input_int(f"##{field}", self.points[field], 1)
            most = int(getattr(c.profile, field))
            most = max(most, MOST_AP) if field == "ap" else most  # as an ORDER may bring it to (TURN-07)
            self.points[field] = min(max(value, 0), most)
        for i, (field, label) in enumerate(SIGNS):
            if i:
                imgui.same_line(0, f.px(18))
            _, self.signs[field] = imgui.checkbox(told(label), self.signs[field])
        imgui.same_line(0, f.px(18))
        if key_button(f, say("Move it: point at a place")):
            said = "place"
        if self.table.pointed is not None:
            x, y, z = self.table.pointed
            colour(say("It will stand at {x:.1f}, {y:.1f}, {z:.1f}.", x=x, y=y, z=z), theme.GOLD)
        self.why = self._line(f, say("Why"), self.why)
        for number, reason in enumerate(REASONS):
            if key_button(f, reason, beside=number > 0):
                self.why = told(reason)
        change = self._change(c)
        if key_button(f, say("Set it so"), able=change != Change() and bool(self.why.strip()), lit=True):
            self.settle()
            said = "back"
        return said

    def settle(self) -> None:
        """Ask for what was set; the other players are asked to agree."""
        change = self._change(self.table.model.shown[self.who])
        self.table.pointed = None
        self.table.give(Override(changes={self.who: change}, why=self.why.strip()))

    def _change(self, c: Character) -> Change:
        """Only what differs."""
        wanted: dict[str, Any] = {**self.points, **self.signs}
        differs = {field: value for field, value in wanted.items() if value != getattr(c, field)}
        return Change(at=self.table.pointed, **differs)

    def _favour(self, f: Fonts) -> str:
        imgui.dummy(V(1, f.px(4)))
        widgets.title(f, term(FAVOUR), 19)
        award = Favour(self.who, self.story.strip())
        wrong = award.wrong(self.table.model.shown)
        with font(f, "text", 13):
            widgets.wrapped(
                say("For a daring feat: it regains a Will Point, and a second one for its story."), theme.FADED
            )
        self.story = self._line(f, say("Story"), self.story)
        if key_button(f, say("Award it"), able=wrong is None, hint=wrong.words if wrong is not None else ""):
            self.table.give(award)
            return "back"
        return ""

    @staticmethod
    def _line(f: Fonts, label: str, words: str) -> str:
        imgui.align_text_to_frame_padding()
        colour(label, theme.FADED)
        imgui.same_line(max(f.px(64), imgui.get_item_rect_size().x + f.px(24)))
        imgui.set_next_item_width(-1)
        _, words = imgui.input_text(f"##{label}", words)
        return str(words)
