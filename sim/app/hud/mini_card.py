"""The card of a mini: its points, numbers, weapons and abilities."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.card_parts import draw_stats, draw_weapons, draw_words
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.theme import ink
from sim.app.hud.widgets import V, colour, font
from sim.app.table.tools import Tool
from sim.carnevale.characters import Character
from sim.carnevale.names import keywords_told, names_of
from sim.carnevale.objectives.carrying import carried_by
from sim.carnevale.rerolls import left_over
from sim.carnevale.stats import at_present
from sim.carnevale.weapons.use import spent
from sim.words import counted, joined, say, term

__all__ = ["MiniCard"]

COUNTERS = (
    ("stunned", say("Stunned")),
    ("hidden", say("Hidden")),
    ("guarding", say("On guard")),
    ("underwater", say("Underwater")),
)
UNTIL = {
    "end_of_round": say("to the end of the round"),
    "end_of_turn": say("to the end of the turn"),
    "end_of_next_turn": say("to the end of its next turn"),
    "end_of_action": say("to the end of the action"),
    "start_of_next_turn": say("until its next turn begins"),
}
"""How long effects last; what lasts for the whole game does not say so."""


class MiniCard(Panel):
    """The mini that is pointed at, or else the selected one. More than the panel holds is scrolled to."""

    _wanted = 0.0

    @property
    def about(self) -> str | None:
        """The mini that it tells of."""
        table = self.table
        who = table.deploying if table.tool is Tool.DEPLOY else (table.hovered or table.selected)
        return who if who is not None and who in table.model.shown.characters else None

    def draw(self, rect: Rect) -> float:
        """Returns the height that it wants; 0 where there is no mini to tell of."""
        table, f = self.table, self.fonts
        state, who = table.model.shown, self.about
        if who is None:
            return 0.0
        # its first frame finds out how tall it is, outside the window
        rect = rect if rect.h > 0 else Rect(rect.x, -5000.0, rect.w, 400.0)
        fits = self._wanted <= rect.h + 1
        with widgets.panel("card", rect, flags=int(imgui.WindowFlags_.no_scrollbar) if fits else 0):
            if not fits:
                rect = Rect(rect.x, rect.y, rect.w - imgui.get_style().scrollbar_size, rect.h)
            c, name = state[who], names_of(state)(who)
            draw = imgui.get_window_draw_list()
            at = imgui.get_cursor_screen_pos()
            widgets.seat_mark(at.x + f.px(7), at.y + f.px(12), f.px(6.5), table.model.seat_number(c.seat))
            imgui.set_cursor_screen_pos(V(at.x + f.px(20), at.y))
            widgets.headline(f, name, 20, rect.w - f.px(62))
            if (keywords := keywords_told(c.profile.keywords)) or c.profile.name != name:
                with font(f, "text", 12):
                    widgets.wrapped(keywords or c.profile.name, theme.FADED)
            draw.add_line(
                V(rect.x + f.px(12), imgui.get_cursor_screen_pos().y),
                V(rect.right - f.px(12), imgui.get_cursor_screen_pos().y),
                ink(theme.GOLD_DIM),
            )
            imgui.dummy(V(1, f.px(1)))
            self._points(c, rect)
            draw_stats(f, c.profile, rect.w - f.px(24), at_present(state, who))
            draw_weapons(f, c.profile, spent(state, who), whole=True)
            self._traits(c)
            self._wanted = widgets.used(f)
            return self._wanted

    def _traits(self, c: Character) -> None:
        """Abilities, spells and commands, each with its rule when pointed at; then effects."""
        f = self.fonts
        named = [str(trait) for trait in c.profile.traits]
        named += [command.name for command in c.profile.commands]
        named += list(c.profile.spells)
        draw_words(f, named)
        with font(f, "text", 12.5):
            lasting = {each.source for each in c.effects if each.until != "end_of_action"}
            own = (each for each in c.effects if each.until != "end_of_action" or each.source not in lasting)
            for source, until in dict.fromkeys((each.source, UNTIL.get(each.until, "")) for each in own):
                words: str = term(source)
                if left := left_over(self.table.model.shown, c.id, source):
                    words = counted(
                        "{what}, {n} die left to re-roll", "{what}, {n} dice left to re-roll", left, what=words
                    )
                if until:
                    words = say("{what} ({until})", what=words, until=until)
                widgets.wrapped(words, theme.WILL)
                widgets.explain(f, source)

    def _points(self, c: Character, rect: Rect) -> None:
        f = self.fonts
        for label, now, most, paint in (
            (say("LP"), c.lp, c.profile.lp, theme.LIFE),
            (say("AP"), c.ap, c.profile.ap, theme.ACTION),
            (say("WP"), c.wp, c.profile.wp, theme.WILL),
            (say("CP"), c.cp, c.profile.cp, theme.COMMAND),
        ):
            with font(f, "bold", 12.5):
                x = imgui.get_cursor_pos_x()
                colour(label, paint)
                imgui.same_line(x + f.px(32))
                imgui.text(f"{now}")
                imgui.same_line(x + f.px(54))
                if label == "LP":
                    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + f.px(4))
                    widgets.bar(f, now, most, paint, rect.w - f.px(76))
                else:
                    widgets.pips(f, now, most, paint)
        signs = [_counted(word, int(getattr(c, field))) for field, word in COUNTERS if getattr(c, field)]
        if c.on_wall:
            signs.append(say("on a wall"))
        if c.inside:
            signs.append(say("inside what is solid"))
        held = carried_by(self.table.model.shown, c.id)
        if held is not None:
            signs.append(say("carries {name}", name=names_of(self.table.model.shown)(held.id)))
        if c.aboard:
            signs.append(say("aboard"))
        if signs:
            widgets.wrapped(joined(", ", signs), theme.ALERT)
            widgets.explain(f, ", ".join(signs).replace("On guard", "on guard"))


def _counted(word: str, n: int) -> str:
    """A counter, and how many of it where there are several."""
    return say("{name} ({x})", name=word, x=n) if n > 1 else word
