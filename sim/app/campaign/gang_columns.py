"""The gangs of a campaign side by side: how each stands, and its members with what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from sim.app.campaign.desk import CampaignDesk
from sim.app.campaign.parts import draw_face, face_tall, row, tall_of, wrapped_at
from sim.app.gang_builder.cards import draw_card
from sim.app.gang_builder.gallery import Gallery
from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts, Rgba, ink
from sim.app.hud.widgets import V, font
from sim.app.table.glossary import explained
from sim.board.files.file_names import nice
from sim.campaign.report_page import fate_told, member_told, standing_told
from sim.campaign.story import GangStanding, MemberStanding
from sim.campaign.telling import talents_told
from sim.carnevale.characters import Profile
from sim.carnevale.talents import INJURIES
from sim.engine.table import HUMAN
from sim.words import capital, counted, joined, say, term
from sim.words.tongues import told

__all__ = ["GangColumns", "member_tooltip", "player_told"]

NAME = 16.5  # at 1280x800: of the letters of a name
STILL = int(imgui.WindowFlags_.no_scrollbar)


class GangColumns:
    """The gangs of one desk. `follow`: whoever is chosen is to be brought into view."""

    def __init__(self, desk: CampaignDesk, gallery: Gallery, fonts: Fonts) -> None:
        self.desk, self.gallery, self.fonts = desk, gallery, fonts
        self.follow = False

    def draw(self, columns: tuple[Rect, ...]) -> None:
        gangs = self.desk.view.story.gangs
        for number, (gang, rect) in enumerate(zip(gangs, columns, strict=True)):
            self._gang(number, gang, rect)
        self.follow = False

    def _gang(self, number: int, gang: GangStanding, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel(f"campaign {gang.seat}", rect, flags=STILL):
            if gang.seat == self.desk.seat and self.desk.view.asked:
                edge = imgui.get_window_draw_list()
                edge.add_rect(
                    V(rect.x + 2, rect.y + 2), V(rect.right - 2, rect.bottom - 2), ink(theme.GOLD_BRIGHT), 3.0
                )
            widgets.seat_mark(rect.x + f.px(20), rect.y + f.px(24), f.px(8), number)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(36), rect.y + f.px(11)))
            with font(f, "title", 20):
                squeezed(f, gang.name, rect.w - f.px(48), theme.GOLD_BRIGHT)
            with font(f, "text", 12.5):
                who = say("{faction}, {player}", faction=term(gang.faction), player=player_told(gang.player))
                squeezed(f, who, rect.w - f.px(26), theme.FADED)
            with font(f, "text", 13):
                widgets.wrapped(capital(standing_told(gang)))
            imgui.separator()
            imgui.begin_child("members", V(0, 0))
            for member in gang.members:
                self._member(gang.seat, member)
            imgui.end_child()

    def _member(self, seat: str, member: MemberStanding) -> None:
        f, desk = self.fonts, self.desk
        profile = desk.view.cards[member.id]
        gone = bool(member.fate)
        wide = imgui.get_content_region_avail().x
        left = f.px(60)
        room = wide - left - f.px(4)
        lines = _lines(member)
        named = tall_of(f, member.name, room, NAME, "title") + f.px(4)
        tall = max(named + sum(tall_of(f, words, room) for words, _ in lines), face_tall(f)) + f.px(8)
        chosen = desk.chosen == member.id
        pressed, at, _ = row(member.id, tall, lit=chosen, follow=chosen and self.follow)
        hovered = imgui.is_item_hovered()
        if pressed:
            desk.chosen = "" if chosen else member.id
            desk.seat = seat
        draw_face(f, self.gallery, profile, at.x + f.px(4), at.y + f.px(4), gone=gone, misses=member.misses)
        paint = theme.FADED if gone else theme.PARCHMENT
        y = wrapped_at(f, at.x + left, at.y + f.px(3), member.name, room, paint, NAME, "title") + f.px(1)
        for words, rgba in lines:
            y = wrapped_at(f, at.x + left, y, words, room, theme.FADED if gone else rgba)
        if hovered:
            member_tooltip(f, profile, (*member.talents, *member.injuries))


def _lines(member: MemberStanding) -> list[tuple[str, Rgba]]:
    """What stands under a name."""
    xp = say("Unique: learns nothing more") if member.unique else say("{xp} XP", xp=member.xp)
    kills = counted("{n} kill", "{n} kills", member.kills) if member.kills else ""
    lines: list[tuple[str, Rgba]] = [(told(member_told(member)), theme.FADED)]
    if member.fate:
        lines.append((capital(fate_told(member)), theme.ALERT))
        return lines
    lines.append((joined(", ", filter(None, (xp, kills))), theme.GOLD))
    if member.talents:
        lines.append((joined(", ", talents_told(member.talents)), theme.ACTION))
    lines += [(say("{injury} in the next game", injury=term(injury)), theme.ALERT) for injury in member.injuries]
    if member.misses:
        lines.append((say("Misses the next game"), theme.ALERT))
    return lines


def member_tooltip(fonts: Fonts, profile: Profile, words: Sequence[str]) -> None:
    """The card of a member under the mouse, and below it what it has learned and suffered means."""
    width = fonts.px(290)
    imgui.set_next_window_size(V(width + fonts.px(26), 0))
    if imgui.begin_tooltip():
        draw_card(fonts, profile, width)
        with font(fonts, "text", 12.5):
            for word in dict.fromkeys(words):
                if meaning := explained(INJURIES.get(word, word)):
                    widgets.wrapped(say("{what}: {words}", what=term(word), words=meaning), theme.GOLD)
        imgui.end_tooltip()


def player_told(player: str) -> str:
    """Who plays a gang."""
    return say("a person") if player == HUMAN else say("the {kind} bot", kind=term(nice(player)))
