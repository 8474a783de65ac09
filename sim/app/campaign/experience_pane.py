"""After a game: who is given its experience, by clicks."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.campaign.desk import CampaignDesk
from sim.app.campaign.parts import draw_face, face_tall, row
from sim.app.gang_builder.cards import card_tooltip
from sim.app.gang_builder.gallery import Gallery
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font, marked
from sim.campaign.questions import AskXp, XpOption
from sim.words import counted, say, term

__all__ = ["ExperiencePane"]

FACE = 30.0  # at 1280x800: how wide a portrait is here


class ExperiencePane:
    """The experience of one desk. `picked`: the row that the keys are at."""

    def __init__(self, desk: CampaignDesk, gallery: Gallery, fonts: Fonts) -> None:
        self.desk, self.gallery, self.fonts = desk, gallery, fonts
        self.picked = 0
        self._follow = False

    def rows(self) -> list[tuple[AskXp, XpOption]]:
        """Who may be given what."""
        return [(pool, each) for pool in self.desk.pools() for each in pool.options if not each.unique]

    def draw(self) -> None:
        f, number = self.fonts, 0
        for pool in self.desk.pools():
            left = self.desk.left(pool)
            heading = counted("{n} XP of the primary objective", "{n} XP of the primary objective", pool.xp)
            if pool.deed is not None:
                heading = counted("{n} XP of “{title}”", "{n} XP of “{title}”", pool.xp, title=term(pool.title))
            with font(f, "bold", 14):
                widgets.wrapped(heading, theme.GOLD_BRIGHT)
                widgets.explain(f, heading)
            widgets.pips(f, left, pool.xp, theme.GOLD)
            for option in pool.options:
                if option.unique:
                    self._row(pool, option, -1)
                else:
                    self._row(pool, option, number)
                    number += 1
        self._follow = False

    def _row(self, pool: AskXp, option: XpOption, number: int) -> None:
        f, desk = self.fonts, self.desk
        member = desk.view.state.gang(pool.seat).member(option.who)
        profile = desk.view.cards[option.who]
        tall = face_tall(f, FACE) + f.px(6)
        lit = number >= 0 and number == self.picked
        imgui.push_id(f"{pool.deed}")
        pressed, at, wide = row(option.who, tall, lit=lit, follow=lit and self._follow)
        hovered = imgui.is_item_hovered()
        if pressed and number >= 0:
            self.picked = number
        draw_face(f, self.gallery, profile, at.x + f.px(3), at.y + f.px(3), wide=FACE, gone=option.unique)
        left, buttons = at.x + f.px(FACE + 14), f.px(92)
        draw = imgui.get_window_draw_list()
        with font(f, "title", 16):
            room = at.x + wide - buttons - left
            widgets.draw_fitted(draw, V(left, at.y + f.px(1)), option.name, room, ink(theme.PARCHMENT))
        given = desk.drafted(pool, option.who)
        words = say("{xp} XP", xp=member.xp)
        if given:
            words = say("{xp} XP, and {given} more", xp=member.xp, given=given)
        if option.unique:
            words = say("Unique: gains none")
        with font(f, "text", 12.5):
            widgets.draw_fitted(draw, V(left, at.y + f.px(19)), words, room, ink(theme.GOLD if given else theme.FADED))
        after = imgui.get_cursor_screen_pos()
        if not option.unique:
            imgui.set_cursor_screen_pos(
                V(at.x + wide - buttons + f.px(4), at.y + (tall - imgui.get_frame_height()) / 2)
            )
            if key_button(f, marked("–", "less"), able=given > 0, width=f.px(40), hint=say("Less experience")):
                desk.shift(pool, option.who, -1)
            imgui.same_line(0, f.px(5))
            if key_button(
                f, marked("+", "more"), able=desk.left(pool) > 0, width=f.px(40), hint=say("More experience")
            ):
                desk.shift(pool, option.who, 1)
            imgui.set_cursor_screen_pos(after)
        if hovered:
            card_tooltip(f, profile)
        imgui.pop_id()

    def command(self, name: str) -> None:
        """What a key asks for."""
        rows = self.rows()
        if not rows:
            return
        self.picked = min(self.picked, len(rows) - 1)
        if name in ("up", "down"):
            self.picked = max(0, min(len(rows) - 1, self.picked + (1 if name == "down" else -1)))
            self._follow = True
        elif name in ("less", "more"):
            pool, option = rows[self.picked]
            self.desk.shift(pool, option.who, 1 if name == "more" else -1)
        elif name == "enter" and not self.desk.left_of_all():
            self.desk.done()
