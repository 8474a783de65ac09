"""A new campaign is asked for: its name, who plays with which gang, and for how many ducats."""

from __future__ import annotations

from concurrent.futures import Future

from imgui_bundle import imgui

from sim.app.campaign.desk import Aside
from sim.app.campaign.gang_columns import player_told
from sim.app.campaign.parts import ducats_row
from sim.app.campaign.view import OpenedCampaign, looked_at
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.map_pictures import GANG, MapPictures
from sim.app.hud.open_list import one_of
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.app.table.games import NewGame
from sim.app.table.new_game_form import OPPONENT, NewGameForm
from sim.campaign.campaign import SEATS, Campaign
from sim.campaign.campaign_file import MOST_PLAYERS
from sim.carnevale.fields import LONGEST_NAME, MOST_DUCATS
from sim.engine.table import HUMAN
from sim.errors import BautaError
from sim.words import capital, reason, say
from sim.words.tongues import told

__all__ = ["FoundingPage"]

FIRST = 150  # what the rulebook begins with
STILL = int(imgui.WindowFlags_.no_scrollbar)


class FoundingPage:
    """The form. `made`: the campaign, once it has begun; `trouble`: why it cannot."""

    def __init__(self, aside: Aside, pictures: MapPictures, fonts: Fonts, commands: list[str]) -> None:
        self.aside, self.pictures, self.fonts, self.commands = aside, pictures, fonts, commands
        self.form = NewGameForm(NewGame())
        self.name = ""
        self.ducats = FIRST
        self.typed_dice = False
        self.players = [HUMAN, OPPONENT]
        self.gangs: list[str] = []
        self.trouble = ""
        self.made: OpenedCampaign | None = None
        self._job: Future[OpenedCampaign] | None = None
        self._deal()

    @property
    def busy(self) -> bool:
        return self._job is not None

    def choosable(self) -> tuple[str, ...]:
        """Gangs of as many ducats as are given, the dearest first."""
        fit = [each for each in self.form.listed if 0 < each.ducats <= self.ducats]
        return tuple(each.file for each in sorted(fit, key=lambda each: -each.ducats))

    def seat(self, count: int) -> None:
        """So many players; bots take the new places."""
        self.players = [*self.players, *[OPPONENT] * count][:count]
        self._deal()

    def limit(self, ducats: int) -> None:
        """So many ducats for each gang."""
        self.ducats = max(1, min(MOST_DUCATS, ducats))
        self._deal()

    def _deal(self) -> None:
        """Gangs for those without one that fits: of factions that nobody has yet."""
        fit = self.choosable()
        taken = [file if file in fit else "" for file in self.gangs[: len(self.players)]]
        taken += [""] * (len(self.players) - len(taken))
        for place, file in enumerate(taken):
            if not file:
                factions = [self.form.line(each).faction for each in taken if each]
                others = [each for each in fit if self.form.line(each).faction not in factions]
                taken[place] = next(iter(others or fit), "")
        self.gangs = taken

    def begin(self) -> None:
        """Begin it as it is asked for."""
        if self._job is not None:
            return
        self.trouble = ""
        name = self.name.strip() or told(say("Carnival"))
        pairs, ducats, typed = list(zip(self.gangs, self.players, strict=True)), self.ducats, self.typed_dice
        if not all(self.gangs):
            self.trouble = say("No gang is of {ducats} ducats or fewer.", ducats=ducats)
            return

        def founded() -> OpenedCampaign:
            made = Campaign.new(name, pairs, ducats, typed_dice=typed)
            return OpenedCampaign(made, looked_at(made))

        self._job = self.aside.submit(founded)
        self.tick()

    def tick(self) -> None:
        """Once a frame."""
        if self._job is None or not self._job.done():
            return
        job, self._job = self._job, None
        try:
            self.made = job.result()
        except BautaError as error:
            self.trouble = capital(reason(error))

    # -- frames ---------------------------------------------------------------------------------------------

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("founding", rect, flags=STILL):
            widgets.title(f, say("A new campaign"), 28)
            foot = imgui.get_frame_height() + f.px(14)
            imgui.begin_child(
                "founding form", V(0, max(rect.bottom - imgui.get_cursor_screen_pos().y - foot - f.px(8), 1))
            )
            self._name()
            self._count()
            for number, seat in enumerate(SEATS[: len(self.players)]):
                self._seat(number, seat)
            _, self.typed_dice = imgui.checkbox(told(say("Real dice, typed in")), self.typed_dice)
            f.stops.here()
            if self.trouble:
                widgets.wrapped(self.trouble, theme.ALERT)
            imgui.end_child()
            wide = (rect.w - f.px(32)) / 2
            if key_button(f, say("Begin it"), "Enter", lit=True, able=not self.busy, width=wide):
                self.begin()
            imgui.same_line(0, f.px(6))
            if key_button(f, say("Back"), "Esc", width=wide):
                self.commands.append("campaigns")

    def _label(self, words: str) -> None:
        imgui.align_text_to_frame_padding()
        colour(words, theme.FADED)
        imgui.same_line(0, self.fonts.px(8))

    def _name(self) -> None:
        self._label(say("Name"))
        imgui.set_next_item_width(-1)
        _, self.name = imgui.input_text_with_hint("##campaign name", told(say("Carnival")), self.name)
        self.fonts.stops.here()
        self.name = self.name[:LONGEST_NAME]

    def _count(self) -> None:
        """How many play, and for how many ducats."""
        f = self.fonts
        self._label(say("Players"))
        for count in range(2, MOST_PLAYERS + 1):
            if key_button(f, f"{count}##players", lit=count == len(self.players), width=f.px(36)):
                self.seat(count)
            imgui.same_line(0, f.px(4))
        imgui.new_line()
        self._label(say("Ducats for each gang"))
        if (ducats := ducats_row(f, self.ducats)) is not None:
            self.limit(ducats)

    def _seat(self, number: int, seat: str) -> None:
        """Its gang, who plays it, and who is in the gang."""
        f = self.fonts
        at = imgui.get_cursor_screen_pos()
        widgets.seat_mark(at.x + f.px(10), at.y + f.px(14), f.px(8), number)
        imgui.set_cursor_screen_pos(V(at.x + f.px(30), at.y))
        room = imgui.get_content_region_avail().x - f.px(6)
        files = self.choosable()
        self.gangs[number] = one_of(f, f"gang {seat}", self.gangs[number], files, self._gang_words, room * 0.62)
        imgui.same_line(0, f.px(6))
        who = self.players[number]
        self.players[number] = one_of(f, f"who {seat}", who, self.form.kinds, _player, room * 0.38 - f.px(2))
        wide = imgui.get_content_region_avail().x
        picture = self.pictures.gang(self.gangs[number], number)
        if picture is not None and len(self.players) == 2:
            low = imgui.get_cursor_screen_pos()
            tall = wide * GANG[1] / GANG[0]
            imgui.get_window_draw_list().add_image(picture, low, V(low.x + wide, low.y + tall))
            imgui.get_window_draw_list().add_rect(low, V(low.x + wide, low.y + tall), ink(theme.GOLD_DIM), 2.0)
            imgui.dummy(V(wide, tall))
        with font(f, "text", 12.5):
            widgets.wrapped(self.form.line(self.gangs[number]).muster, theme.FADED)

    def _gang_words(self, file: str) -> str:
        line = self.form.line(file)
        if not line.faction:
            return line.name
        return say("{faction}: {name}, {ducats}", faction=line.faction, name=line.name, ducats=line.ducats)


def _player(kind: str) -> str:
    return capital(player_told(kind))
