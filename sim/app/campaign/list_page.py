"""All campaigns: with a picture of where each stands, the way to a new one, and those that are laid aside."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from imgui_bundle import imgui

from sim.app.campaign.desk import Aside
from sim.app.campaign.parts import row, tall_of, wrapped_at
from sim.app.campaign.view import CampaignLine, campaign_lines
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.map_pictures import BOARD, MapPictures
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.campaign.errors import CampaignError
from sim.campaign.files import brought_back, laid_aside
from sim.words import capital, listed, reason, say

__all__ = ["CampaignList"]

PICTURE = 124.0  # at 1280x800: how wide a campaign's is
STILL = int(imgui.WindowFlags_.no_scrollbar)


class CampaignList:
    """The list. `asked`: the campaign that is to be opened; `commands`: what its buttons ask of the room; `aside`: are
    those shown that were laid aside?"""

    def __init__(self, aside: Aside, pictures: MapPictures, fonts: Fonts, commands: list[str]) -> None:
        self.work, self.pictures, self.fonts, self.commands = aside, pictures, fonts, commands
        self.aside = False
        self.asked: CampaignLine | None = None
        self.picked = 0
        self.said, self.alert = "", True
        self.lines: Sequence[CampaignLine] = ()
        self._job: Future[Sequence[CampaignLine]] | None = None
        self._follow = False
        self.look()

    def look(self) -> None:
        """Look anew at what there is."""
        aside = self.aside
        self._job = self.work.submit(lambda: campaign_lines(aside=aside))
        self.tick()

    @property
    def busy(self) -> bool:
        return self._job is not None

    def tick(self) -> None:
        """Once a frame."""
        if self._job is not None and self._job.done():
            self.lines, self._job = self._job.result(), None
            self.picked = max(0, min(self.picked, len(self.lines) - 1))

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("campaigns", rect, flags=STILL):
            widgets.title(f, say("Campaigns that are laid aside") if self.aside else say("Campaigns"), 28)
            with font(f, "text", 13.5):
                widgets.wrapped(
                    say("Nothing of them is lost: each can be brought back.")
                    if self.aside
                    else say(
                        "Games that follow on each other: the gangs learn, are hurt, earn, and hire. Everything is "
                        "kept as it is decided."
                    ),
                    theme.FADED,
                )
            if self.said:
                widgets.wrapped(self.said, theme.ALERT if self.alert else theme.GOLD)
            foot = imgui.get_frame_height() + f.px(14)
            imgui.begin_child(
                "kept campaigns", V(0, max(rect.bottom - imgui.get_cursor_screen_pos().y - foot - f.px(8), 1))
            )
            if not self.lines:
                words = say("There is none.") if self.aside else say("There is none yet: begin one.")
                words = say("They are being looked for.") if self.busy else words
                widgets.wrapped(words, theme.FADED)
            for number, line in enumerate(self.lines):
                self._line(number, line)
            imgui.end_child()
            self._foot(rect)
        self._follow = False

    def _foot(self, rect: Rect) -> None:
        f, able = self.fonts, bool(self.lines) and not self.busy
        wide = (rect.w - f.px(44)) / 4
        if self.aside:
            rows = [(say("Bring it back"), "Del", "dismiss", able), (say("The others"), "G", "tick gang", True)]
        else:
            rows = [
                (say("A new campaign"), "F", "found", True),
                (say("Lay it aside"), "Del", "dismiss", able),
                (say("Laid aside"), "G", "tick gang", True),
            ]
        for label, key, command, can in [*rows, (say("Back"), "Esc", "menu", True)]:
            lit = command == "found" and not self.lines
            if key_button(f, label, key, lit=lit, able=can, width=wide):
                self.commands.append(command)
            imgui.same_line(0, f.px(6))
        imgui.new_line()

    def _line(self, number: int, line: CampaignLine) -> None:
        f = self.fonts
        wide = imgui.get_content_region_avail().x
        shown = V(f.px(PICTURE), f.px(PICTURE) * BOARD[1] / BOARD[0])
        left = shown.x + f.px(14)
        room = wide - left - f.px(6)
        gangs = listed(line.kept.gangs) if line.kept.gangs else ""
        tall = max(shown.y, f.px(30) + tall_of(f, gangs, room, 13.5) + tall_of(f, line.stands, room, 13.5)) + f.px(8)
        lit = number == self.picked
        pressed, at, _ = row(str(line.kept.path), tall, lit=lit, follow=lit and self._follow)
        if pressed:
            self.picked, self.asked = number, None if self.aside else line
        draw, low = imgui.get_window_draw_list(), V(at.x + f.px(3), at.y + f.px(4))
        high = V(low.x + shown.x, low.y + shown.y)
        picture = self._picture(line)
        if picture is not None:
            draw.add_image(picture, low, high)
        else:
            draw.add_rect_filled(low, high, ink((0.12, 0.09, 0.085, 1)), 2.0)
        draw.add_rect(low, high, ink(theme.GOLD_DIM), 2.0)
        with font(f, "title", 20):
            place = V(at.x + left, at.y + f.px(2))
            widgets.draw_fitted(draw, place, line.kept.name, room, ink(theme.GOLD_BRIGHT))
        y = wrapped_at(f, at.x + left, at.y + f.px(30), gangs, room, size=13.5)
        paint = theme.ALERT if line.kept.trouble else theme.FADED
        wrapped_at(f, at.x + left, y, line.stands, room, paint, 13.5)

    def _picture(self, line: CampaignLine) -> Any:
        own = self.pictures.picture(line.picture) if line.picture is not None else None
        return own or (self.pictures.board(line.map) if line.map else None)

    def command(self, name: str) -> None:
        """What a key asks for."""
        if name in ("up", "down") and self.lines:
            self.picked = max(0, min(len(self.lines) - 1, self.picked + (1 if name == "down" else -1)))
            self._follow = True
        elif name == "dismiss" and self.lines and not self.busy:
            self._move(self.lines[self.picked])
        elif name == "tick gang":
            self.aside, self.said, self.picked = not self.aside, "", 0
            self.look()
        elif name == "menu" and self.aside:
            self.command("tick gang")
        elif name == "enter" and self.lines and self.aside:
            self._move(self.lines[self.picked])
        elif name == "enter" and self.lines:
            self.asked = self.lines[min(self.picked, len(self.lines) - 1)]
        elif name == "enter" and not self.aside:
            self.commands.append("found")

    def _move(self, line: CampaignLine) -> None:
        """Lay it aside, or bring it back."""
        try:
            (brought_back if self.aside else laid_aside)(line.kept.path)
        except CampaignError as error:
            self.said, self.alert = capital(reason(error)), True
            return
        told = {"name": line.kept.name}
        self.said = say("{name} is back.", **told) if self.aside else say("{name} is laid aside.", **told)
        self.alert = False
        self.look()
