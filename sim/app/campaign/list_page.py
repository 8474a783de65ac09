"""All campaigns: with a picture of where each stands, and the way to a new one."""

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
from sim.words import listed, say

__all__ = ["CampaignList"]

PICTURE = 124.0  # at 1280x800: how wide a campaign's is
STILL = int(imgui.WindowFlags_.no_scrollbar)


class CampaignList:
    """The list. `asked`: the campaign that is to be opened; `commands`: what its buttons ask of the room."""

    def __init__(self, aside: Aside, pictures: MapPictures, fonts: Fonts, commands: list[str]) -> None:
        self.aside, self.pictures, self.fonts, self.commands = aside, pictures, fonts, commands
        self.asked: CampaignLine | None = None
        self.picked = 0
        self.said = ""
        self.lines: Sequence[CampaignLine] = ()
        self._job: Future[Sequence[CampaignLine]] | None = None
        self._follow = False
        self.look()

    def look(self) -> None:
        """Look anew at what there is."""
        self._job = self.aside.submit(campaign_lines)
        self.tick()

    @property
    def busy(self) -> bool:
        return self._job is not None

    def tick(self) -> None:
        """Once a frame."""
        if self._job is not None and self._job.done():
            self.lines, self._job = self._job.result(), None

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("campaigns", rect, flags=STILL):
            widgets.title(f, say("Campaigns"), 28)
            with font(f, "text", 13.5):
                widgets.wrapped(
                    say(
                        "Games that follow on each other: the gangs learn, are hurt, earn, and hire. Everything is "
                        "kept as it is decided."
                    ),
                    theme.FADED,
                )
            if self.said:
                widgets.wrapped(self.said, theme.ALERT)
            foot = imgui.get_frame_height() + f.px(14)
            imgui.begin_child(
                "kept campaigns", V(0, max(rect.bottom - imgui.get_cursor_screen_pos().y - foot - f.px(8), 1))
            )
            if not self.lines:
                words = say("They are being looked for.") if self.busy else say("There is none yet: begin one.")
                widgets.wrapped(words, theme.FADED)
            for number, line in enumerate(self.lines):
                self._line(number, line)
            imgui.end_child()
            wide = (rect.w - f.px(32)) / 2
            if key_button(f, say("A new campaign"), "F", lit=not self.lines, width=wide):
                self.commands.append("found")
            imgui.same_line(0, f.px(6))
            if key_button(f, say("Back"), "Esc", width=wide):
                self.commands.append("leave")
        self._follow = False

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
            self.picked, self.asked = number, line
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
        elif name == "enter" and self.lines:
            self.asked = self.lines[min(self.picked, len(self.lines) - 1)]
        elif name == "enter":
            self.commands.append("found")
