"""Campaigns in the window: their pages, keys and dialogs, and what they ask of the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from imgui_bundle import imgui

from sim.app.campaign.bar import CampaignBar
from sim.app.campaign.bot_game import BotGame
from sim.app.campaign.desk import Aside, CampaignDesk
from sim.app.campaign.dialogs import ENTERED, draw_asked
from sim.app.campaign.founding import FoundingPage
from sim.app.campaign.gang_columns import GangColumns
from sim.app.campaign.hire_pane import recruit_cards
from sim.app.campaign.layout import HINTS, CampaignLayout, campaign_command, campaign_layout
from sim.app.campaign.list_page import CampaignList
from sim.app.campaign.next_game_form import NextGameForm
from sim.app.campaign.next_game_page import NextGamePage
from sim.app.campaign.now_pane import NowPane
from sim.app.campaign.story_pane import StoryPane
from sim.app.campaign.view import OpenedCampaign, opened_campaign
from sim.app.gang_builder.gallery import Gallery
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.key_words import with_keys
from sim.app.hud.layout import Rect
from sim.app.hud.loading_screen import backdrop
from sim.app.hud.map_pictures import MapPictures
from sim.app.hud.rules_page import RulesPage
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import font
from sim.campaign.ending import export_gang
from sim.campaign.next_game import NextGame
from sim.errors import BautaError
from sim.words import capital, reason, say

__all__ = ["CampaignRoom", "CampaignRoomHost"]

PAGE = (760, 640)  # at 1280x800: the list, and a new campaign


class CampaignRoomHost(Protocol):
    """What campaigns need of a window. `ui`: its ImGui, whose library has no types."""

    ui: Any
    fonts: Fonts
    threaded: bool


class CampaignRoom:
    """All campaigns, or one of them. `wants`: what the window is to do next: "play", "film", "leave", or nothing.

    `page`: "campaigns", "founding", "campaign" or "game". `plan`: the game that is to be begun; None: the one under
    way. `film`: the journal that is to be looked at.
    """

    def __init__(self, host: CampaignRoomHost, opened: OpenedCampaign | None, trouble: str = "") -> None:
        self.fonts, self.ui = host.fonts, host.ui
        self.aside = Aside(threaded=host.threaded)
        self.gallery, self.pictures = Gallery(host.ui), MapPictures(host.ui)
        self.rules = RulesPage(host.fonts)
        self.commands: list[str] = []
        self.wants = self.dialog = ""  # "help", "rules", "end", "abandon", "undecided"
        self.page = "campaigns"
        self.story = False  # is it shown, in place of what is next?
        self.plan: NextGame | None = None
        self.film: Path | None = None
        self.desk: CampaignDesk | None = None
        self.founding: FoundingPage | None = None
        self.game: NextGamePage | None = None
        self.bots: BotGame | None = None
        self.list: CampaignList | None = None
        self._then: Callable[[], None] | None = None  # once all is given that is about to be given
        self._faces: tuple[object, ...] = ()
        self._opening: Future[OpenedCampaign] | None = None
        self._stopped = False  # did the bots not play to the end?
        if opened is None:
            self._list(trouble)
        else:
            self._take(opened)
            if trouble and self.desk is not None:
                self.desk.notify(trouble, alert=True)

    def _take(self, opened: OpenedCampaign) -> None:
        """Lay a campaign on the desk."""
        self.desk = desk = CampaignDesk(opened.campaign, opened.view, self.aside)
        if opened.trouble:
            desk.notify(opened.trouble, alert=True)
        self.bar = CampaignBar(desk, self.fonts, self.commands)
        self.columns = GangColumns(desk, self.gallery, self.fonts)
        self.now = NowPane(desk, self.gallery, self.pictures, self.fonts, self.commands)
        self.told = StoryPane(desk, self.pictures, self.fonts)
        self.page, self.story, self.game = "campaign", False, None
        self._faces = ()

    def _list(self, trouble: str = "") -> None:
        self.list = CampaignList(self.aside, self.pictures, self.fonts, self.commands)
        self.list.said = trouble
        self.page = "campaigns"

    @property
    def in_motion(self) -> bool:
        """Is something being worked out that takes no longer than a blink?"""
        busy = (self.desk, self.list, self.founding, self.game.form if self.game is not None else None)
        return self._opening is not None or any(each is not None and each.busy for each in busy)

    @property
    def awaits(self) -> bool:
        """Is something on its way, that is looked for now and then?"""
        return not self.gallery.complete or self.bots is not None

    # -- keys -----------------------------------------------------------------------------------------------

    def down(self, key: str, modifiers: set[str], typing: bool) -> None:
        """A key went down. `typing`: into a field."""
        if key.startswith(("mouse", "wheel")):
            return
        if self.dialog:
            self._dialog_key(key)
        elif not typing or key in ("escape", "enter", "return", "f1", "f3"):
            self.command(campaign_command(key, modifiers))

    def _dialog_key(self, key: str) -> None:
        if key == "escape" or (key, self.dialog) in (("f1", "help"), ("f3", "rules")):
            self.dialog = ""
        elif key in ("enter", "return"):
            self._answer(ENTERED.get(self.dialog, ""))

    def command(self, name: str) -> None:
        """What a key or button asks for."""
        match name:
            case "help":
                self.dialog = name
            case "rules":
                self.dialog, self.rules.focus = name, True
            case "leave":
                self._once_given(lambda: self._want("leave"))
            case "menu":
                self._back()
            case _ if self.bots is not None:
                return
            case "campaigns":
                self._once_given(self._list)
            case "found":
                self._once_given(self._found)
            case _ if self.page == "campaigns" and self.list is not None:
                self.list.command(name)
            case "enter" if self.page == "founding" and self.founding is not None:
                self.founding.begin()
            case _ if self.page == "game" and self.game is not None:
                self._of_game(self.game, name)
            case _ if self.page == "campaign" and self.desk is not None:
                self._of_campaign(self.desk, name)

    def _back(self) -> None:
        """Out of what is open."""
        if imgui.is_popup_open("", int(imgui.PopupFlags_.any_popup)):
            imgui.internal.close_popup_to_level(0, True)  # a list
        elif self.bots is not None:
            self._stop_bots()
        elif self.page == "game":
            self.page = "campaign"
        elif self.page == "founding":
            self._list()
        elif self.page == "campaigns" and self.list is not None and self.list.aside:
            self.list.command("menu")
        elif self.page == "campaign" and self.story:
            self.story = False
        else:
            self._once_given(lambda: self._want("leave"))

    def _want(self, what: str) -> None:
        self.wants = what

    def _found(self) -> None:
        self.founding, self.page = FoundingPage(self.aside, self.pictures, self.fonts, self.commands), "founding"

    def _once_given(self, then: Callable[[], None]) -> None:
        """Go on once what is about to be given is given."""
        if self.desk is None:
            then()
            return
        self._then = then
        self.desk.give()

    def _of_campaign(self, desk: CampaignDesk, name: str) -> None:
        state, campaign = desk.view.state, desk.campaign
        match name:
            case "game" if state.open_game is None and not state.over:
                if desk.view.asked:
                    self.dialog = "undecided"
                else:
                    self._plan()
            case "enter" if state.open_game is not None:
                self._play(None)
            case "enter" if not desk.view.asked and not state.over:
                self._plan()
            case "story":
                self.story = not self.story
            case "next":
                desk.next_seat()
            case "undo":
                desk.undo()
            case "accept" if desk.view.stage(desk.seat) is not None:
                desk.accept()
            case "done":
                desk.done()
            case "end" | "abandon":
                self.dialog = name
            case _ if name.startswith("keep "):
                gang = state.gang(name.removeprefix("keep "))
                desk.do(lambda: export_gang(gang, campaign.file.name), say("Kept among your own gangs: {gang}.",
                                                                            gang=gang.name))  # fmt: skip
            case _:
                self.now.command(name)

    # -- games ----------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        assert self.desk is not None
        form = NextGameForm(self.desk)
        self.game = NextGamePage(form, self.gallery, self.pictures, self.fonts, self.commands)
        self.page = "game"

    def _of_game(self, page: NextGamePage, name: str) -> None:
        if name == "begin" and page.may_begin:
            self._play(page.form.plan)
        elif name == "bots play" and page.may_begin and page.form.bots_alone and self.desk is not None:
            self.bots = BotGame(self.desk.campaign.path, page.form.plan)
        else:
            page.command(name)

    def _play(self, plan: NextGame | None) -> None:
        self.plan = plan
        self._once_given(lambda: self._want("play"))

    def _stop_bots(self) -> None:
        """The bots' game is left where it is."""
        if self.bots is not None:
            self.bots.close()
            self._look_again(self.bots)

    def _look_again(self, bots: BotGame) -> None:
        """The campaign as the bots' game left it."""
        assert self.desk is not None
        self._stopped, self.bots = bots.failed, None
        self._open(self.desk.campaign.path)

    def _open(self, path: Path) -> None:
        """Read a campaign; `tick` lays it on the desk. A game that is over by now is counted, which takes seconds."""
        if self._opening is None:
            self._opening = self.aside.submit(lambda: opened_campaign(path))
            if self.list is not None:
                self.list.said, self.list.alert = say("The campaign is being opened."), False

    def _take_opened(self) -> None:
        """The campaign that was to be read."""
        if self._opening is None or not self._opening.done():
            return
        job, self._opening = self._opening, None
        stopped, self._stopped = self._stopped, False
        try:
            self._take(job.result())
        except BautaError as error:
            self._list(capital(reason(error)))
            return
        if stopped and self.desk is not None and self.desk.view.state.open_game is not None:
            self.desk.notify(say("The bots were stopped; the game goes on from there."))
        elif stopped and self.desk is not None:
            self.desk.notify(say("The bots could not play this game."), alert=True)

    # -- frames ---------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Once a frame: what was worked out meanwhile."""
        self._take_opened()
        desk = self.desk
        if desk is not None:
            desk.tick()
        if self._then is not None and (desk is None or not desk.busy):
            then, self._then = self._then, None
            then()
        if self.list is not None and self.page == "campaigns":
            self.list.tick()
            if (asked := self.list.asked) is not None:
                self.list.asked = None
                self._open(asked.kept.path)
        if self.founding is not None and self.page == "founding":
            self.founding.tick()
            if (made := self.founding.made) is not None:
                self.founding = None
                self._take(made)
        if self.game is not None and self.page == "game":
            self.game.form.tick()
        if self.bots is not None and self.bots.over:
            self._look_again(self.bots)
        if desk is not None and self.told.film is not None:
            self.film, self.told.film = self.told.film, None
            self._once_given(lambda: self._want("film"))

    def draw(self, size: tuple[float, float]) -> None:
        """One frame: between ImGui's new frame and its render."""
        f, (width, height) = self.fonts, size
        self.tick()
        self._want_faces()
        self.gallery.tick()
        backdrop(f, width, height)
        imgui.begin_disabled(bool(self.dialog) or self.bots is not None)
        if self.page == "campaigns" and self.list is not None:
            self.list.draw(centred(width, height, f.px(PAGE[0]), f.px(PAGE[1])))
        elif self.page == "founding" and self.founding is not None:
            self.founding.draw(centred(width, height, f.px(PAGE[0]), f.px(PAGE[1])))
        elif self.desk is not None:
            self._campaign(self.desk, campaign_layout(width, height, f.scale))
        imgui.end_disabled()
        self._dialogs(width, height)
        for name in self.commands:
            self.command(name)
        self.commands.clear()

    def _campaign(self, desk: CampaignDesk, where: CampaignLayout) -> None:
        self.bar.draw(where.bar, story=self.story)
        if self.page == "game" and self.game is not None:
            self.game.draw(where)
        else:
            self.columns.draw(where.columns(len(desk.view.story.gangs), self.fonts.px(8)))
            with widgets.panel("campaign side", where.side, flags=int(imgui.WindowFlags_.no_scrollbar)):
                (self.told if self.story else self.now).draw()
        self._foot(desk, where.foot)

    def _foot(self, desk: CampaignDesk, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("campaign foot", rect, flags=int(imgui.WindowFlags_.no_scrollbar)), font(f, "text", 13):
            words = say("It is being worked out.") if desk.busy else desk.said
            words = words or with_keys(HINTS["game" if self.page == "game" else "campaign"], f.keys)
            squeezed(f, words, rect.w - f.px(26), theme.ALERT if desk.alert and not desk.busy else theme.FADED)

    def _want_faces(self) -> None:
        """Portraits of all who are to be seen."""
        if self.desk is None or self.page in ("campaigns", "founding"):
            return
        desk = self.desk
        hires = desk.view.stage(desk.seat) == "hiring"
        key = (tuple(desk.view.cards), hires and desk.seat)
        if key != self._faces:
            self._faces = key
            recruits = recruit_cards(desk).values() if hires else ()
            self.gallery.want([*desk.view.cards.values(), *recruits])

    # -- dialogs --------------------------------------------------------------------------------------------

    def _dialogs(self, width: float, height: float) -> None:
        f = self.fonts
        if self.bots is not None:
            dim(width, height)
            rect = centred(width, height, f.px(560), f.px(120))
            with widgets.panel("bots play", rect, alpha=0.98, front=True):
                imgui.set_window_focus()
                widgets.headline(f, say("The bots play"), 24, rect.w - f.px(30))
                widgets.wrapped(say("It takes a few minutes. Where they are stopped, the game goes on later."))
                if key_button(f, say("Stop them"), "Esc", width=rect.w - f.px(26)):
                    self.commands.append("menu")
        elif self.dialog == "rules":
            dim(width, height)
            if self.rules.draw(centred(width, height, f.px(940), f.px(640))):
                self.dialog = ""
        elif self.dialog and self.dialog != "help" and self.desk is not None:
            self._answer(draw_asked(self.dialog, self.desk.view, f, width, height))

    def _answer(self, said: str) -> None:
        """The answer to a question."""
        desk = self.desk
        if not said or desk is None:
            return
        dialog, self.dialog = self.dialog, ""
        if said != "sure":
            return
        if dialog == "end":
            desk.do(desk.campaign.end)
        elif dialog == "abandon":
            desk.do(desk.campaign.abandon, say("The game is abandoned; its journal stays."))
        elif dialog == "undecided":
            self._once_given(self._plan)

    def close(self) -> None:
        if self.bots is not None:
            self.bots.close()
        if self.desk is not None:
            self.desk.settle()
        self.aside.close()
        self.gallery.close()
        self.pictures.close()
