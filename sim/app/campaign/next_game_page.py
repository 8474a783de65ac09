"""The next game: scenario and board with their picture, ducats, and beside them who of each gang takes part."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.campaign.layout import CampaignLayout
from sim.app.campaign.next_game_form import NextGameForm
from sim.app.campaign.parts import draw_face, ducats_row, face_tall, row, tall_of, tick_box, wrapped_at
from sim.app.gang_builder.cards import card_tooltip, ducats
from sim.app.gang_builder.gallery import Gallery
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.map_pictures import MapPictures
from sim.app.hud.new_game_panel import NewGamePanel
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font, marked
from sim.app.table.glossary import explained
from sim.campaign.state import CampaignGang, CampaignMember
from sim.carnevale import equipment
from sim.words import joined, say, term

__all__ = ["NextGamePage"]

FACE = 30.0  # at 1280x800: how wide a portrait is here
NAME = 16.0  # the same: of the letters of a name
STILL = int(imgui.WindowFlags_.no_scrollbar)


class NextGamePage:
    """The page of one desk. `commands`: what its buttons ask of the room: "begin", "bots play", "menu"."""

    def __init__(
        self, form: NextGameForm, gallery: Gallery, pictures: MapPictures, fonts: Fonts, commands: list[str]
    ) -> None:
        self.form, self.gallery, self.fonts, self.commands = form, gallery, fonts, commands
        self.board = NewGamePanel(fonts, form.form, pictures)
        self.seat = next(iter(form.desk.view.state.gangs))
        self.picked = 0

    def draw(self, where: CampaignLayout) -> None:
        self._game(where.side)
        gangs = self.form.desk.view.state.gangs
        for number, (seat, rect) in enumerate(zip(gangs, where.columns(len(gangs), self.fonts.px(8)), strict=True)):
            self._gang(number, seat, gangs[seat], rect)

    def _game(self, rect: Rect) -> None:
        """What is played where, and the way in."""
        f, form = self.fonts, self.form
        with widgets.panel("campaign game", rect, flags=STILL):
            number = sum(game.outcome is not None for game in form.desk.view.state.games) + 1
            widgets.title(f, say("Game {n}", n=number), 24)
            before = form.form.scenario, form.form.map
            buttons = 1 + form.bots_alone + 1
            foot = buttons * (imgui.get_frame_height() + imgui.get_style().item_spacing.y) + f.px(4)
            imgui.begin_child("game form", V(0, max(imgui.get_content_region_avail().y - foot, f.px(80))))
            self.board.draw_board(stacked=True)
            if form.form.scenario != before[0]:
                form.take_scenario()
            elif form.form.map != before[1]:
                form.take_board()
            self._limit()
            if form.trouble:
                widgets.wrapped(form.trouble, theme.ALERT)
            imgui.end_child()
            wide = imgui.get_content_region_avail().x
            label = say("Watch it at the table") if form.bots_alone else say("Begin the game")
            if key_button(f, label, "Enter", lit=True, able=self.may_begin, width=wide):
                self.commands.append("begin")
            if form.bots_alone and key_button(f, say("Let the bots play it"), "B", able=self.may_begin, width=wide):
                self.commands.append("bots play")
            if key_button(f, say("Back"), "Esc", width=wide):
                self.commands.append("menu")

    @property
    def may_begin(self) -> bool:
        return self.form.plan is not None and not self.form.trouble

    def _limit(self) -> None:
        """Ducats for each gang."""
        f, form = self.fonts, self.form
        widgets.colour(say("Ducats for each gang"), theme.FADED)
        if (limit := ducats_row(f, form.ducats)) is not None:
            form.limit(limit)

    # -- gangs ----------------------------------------------------------------------------------------------

    def _gang(self, number: int, seat: str, gang: CampaignGang, rect: Rect) -> None:
        f, form = self.fonts, self.form
        plays = seat in form.playing
        with widgets.panel(f"fielded {seat}", rect, flags=STILL):
            widgets.seat_mark(rect.x + f.px(20), rect.y + f.px(24), f.px(8), number, hollow=not plays)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(36), rect.y + f.px(11)))
            with font(f, "title", 20):
                squeezed(f, gang.name, rect.w - f.px(48), theme.GOLD_BRIGHT if plays else theme.FADED)
            wide = imgui.get_content_region_avail().x
            if len(form.desk.view.state.gangs) > 2:
                label = say("Takes part") if plays else say("Stays at home")
                if key_button(f, marked(label, seat), lit=plays, width=wide):
                    form.turn(seat)
            if not plays:
                return
            spent = form.spent(seat)
            with font(f, "bold", 14):
                words = say("{spent} of {ducats}", spent=spent, ducats=ducats(form.ducats))
                squeezed(f, words, wide, theme.ALERT if spent > form.ducats else theme.GOLD)
            with font(f, "text", 13):
                for fault in form.faults(seat):
                    widgets.wrapped(say("{words}.", words=fault), theme.ALERT)
                if key_button(f, marked(say("As many as the ducats pay"), seat), width=wide):
                    form.usual(seat)
            imgui.begin_child("who", V(0, 0))
            for place, member in enumerate(gang.present):
                self._member(seat, place, member)
            self._items(seat, gang)
            imgui.end_child()

    def _member(self, seat: str, place: int, member: CampaignMember) -> None:
        """A member, ticked where it takes part."""
        f, form = self.fonts, self.form
        profile = form.desk.view.cards[member.id]
        may = member in form.able(seat)
        there = member.id in form.fielded(seat).members
        words = ducats(profile.cost) if may else say("misses this game")
        if member.injuries and may:
            words = joined(", ", (words, *map(term, member.injuries)))
        left = f.px(FACE + 36)
        room = imgui.get_content_region_avail().x - left - f.px(6)
        tall = tall_of(f, member.name, room, NAME, "title") + tall_of(f, words, room)
        tall = max(tall, face_tall(f, FACE)) + f.px(6)
        lit = (seat, place) == (self.seat, self.picked)
        pressed, at, _ = row(member.id, tall, lit=lit)
        hovered = imgui.is_item_hovered()
        if pressed:
            self.seat, self.picked = seat, place
            if may:
                form.turn_member(seat, member.id)
        tick_box(f, at.x + f.px(6), at.y + tall / 2, ticked=there, able=may)
        draw_face(f, self.gallery, profile, at.x + f.px(26), at.y + f.px(3), wide=FACE, gone=not there,
                  misses=member.misses and not may)  # fmt: skip
        paint = theme.PARCHMENT if there else theme.FADED
        y = wrapped_at(f, at.x + left, at.y + f.px(1), member.name, room, paint, NAME, "title")
        wrapped_at(f, at.x + left, y, words, room, theme.ALERT if member.injuries or not may else theme.FADED)
        if hovered:
            card_tooltip(f, profile)

    def _items(self, seat: str, gang: CampaignGang) -> None:
        """What the gang owns, ticked where it is taken along."""
        f = self.fonts
        for number, item in enumerate(gang.equipment):
            title = equipment.title(item)
            words = say("{item}, {ducats}", item=term(title), ducats=ducats(equipment.price([item])))
            left = f.px(26)
            room = imgui.get_content_region_avail().x - left - f.px(6)
            tall = max(tall_of(f, words, room, 13.5), f.px(16)) + f.px(6)
            pressed, at, _ = row(f"item {number}", tall)
            if imgui.is_item_hovered() and (meaning := explained(title)):
                widgets.tooltip(f, say("{what}: {words}", what=term(title), words=meaning))
            ticked = self.form.takes(seat, number)
            tick_box(f, at.x + f.px(6), at.y + tall / 2, ticked=ticked, able=True)
            wrapped_at(f, at.x + left, at.y + f.px(3), words, room, theme.PARCHMENT if ticked else theme.FADED, 13.5)
            if pressed:
                self.form.turn_item(seat, number)

    def command(self, name: str) -> None:
        """What a key asks for."""
        form, seats = self.form, list(self.form.desk.view.state.gangs)
        members = form.desk.view.state.gang(self.seat).present
        if name in ("up", "down"):
            self.picked = max(0, min(len(members) - 1, self.picked + (1 if name == "down" else -1)))
        elif name in ("less", "more", "next"):
            step = -1 if name == "less" else 1
            self.seat, self.picked = seats[(seats.index(self.seat) + step) % len(seats)], 0
        elif name == "tick":
            member = members[min(self.picked, len(members) - 1)]
            if self.seat in form.playing and member in form.able(self.seat):
                form.turn_member(self.seat, member.id)
        elif name == "tick gang" and len(seats) > 2:
            form.turn(self.seat)
        elif name == "enter" and self.may_begin:
            self.commands.append("begin")
        elif name == "bots play" and form.bots_alone and self.may_begin:
            self.commands.append("bots play")
