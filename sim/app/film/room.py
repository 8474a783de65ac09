"""A film in the window: the board, its timeline and chronicle, and what is done with a moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from imgui_bundle import imgui

from sim.app.clipboard import SystemClipboard
from sim.app.film import dialogs
from sim.app.film.bar import draw_bar
from sim.app.film.camera import FilmCamera
from sim.app.film.going_on import GoingOn
from sim.app.film.line_list import LineList
from sim.app.film.photo import KEYS_OF_PHOTOS, PhotoMode, photo_path
from sim.app.film.player import FilmPlayer, Shown
from sim.app.film.sources import FilmSource, NoBranch, branched
from sim.app.film.timeline import Timeline
from sim.app.hud import theme, widgets
from sim.app.hud.captions import draw_captions
from sim.app.hud.layout import Rect
from sim.app.hud.rising_words import RisingWords
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.app.render.board_view import BoardView
from sim.app.render.figures import FigureLook
from sim.app.render.film_motion import set_in_motion
from sim.app.render.overlay import Overlay
from sim.app.render.screen import Screen
from sim.app.sound.speakers import Speakers
from sim.app.sound.stage import SoundStage
from sim.app.table.evidence_marks import draw_evidence
from sim.app.table.picking import Picker
from sim.board.movement.nav_scene import body_height
from sim.carnevale.film import still_at, tableau_of
from sim.carnevale.names import seat_called
from sim.errors import BautaError
from sim.words import say
from sim.words.tongues import told

__all__ = ["KEYS", "FilmRoom", "FilmRoomHost"]

Pixel = tuple[float, float]
FAR = 5.0  # pixels that the mouse moves before a press is a drag
BARE = 2  # frames without panels, before a photo is taken of what the window shows
KEYS = {
    "space": "play", "c": "copy", "g": "go on", "p": "photo", "l": "lines", "f": "follow", "escape": "leave",
    "home": "home", "t": "top", ",": "step back", ".": "step", "+": "faster", "=": "faster", "-": "slower",
    "n": "swing", "?": "help", "f1": "help",
}  # fmt: skip


class FilmRoomHost(Protocol):
    """What a film needs of a window. `ui`: its ImGui, whose library has no types, as the window itself."""

    ui: Any
    base: Any
    fonts: Fonts
    screen: Screen

    def size(self) -> tuple[int, int]: ...


class FilmRoom:
    """A film being looked at. `wants`: what the window does next: "leave", or "go on" with the game in `branch`."""

    def __init__(self, host: FilmRoomHost, source: FilmSource, view: BoardView, number: int = 0) -> None:
        self.host, self.source, self.view = host, source, view
        self.fonts = host.fonts
        self.wants = ""
        self.branch: Path | None = None
        self.commands: list[str] = []
        self.clipboard = SystemClipboard()
        self.player = FilmPlayer(source.film, number)
        self.camera = FilmCamera(view, Picker(view.board), host.size())
        self.timeline = Timeline(self.player, self.fonts, self.commands)
        self.lines = LineList(self.player, self.fonts, self.commands)
        self.photo = PhotoMode(self.camera, self.fonts, self.commands)
        self.marks = Overlay(view.renderer, through=0.45, name="film evidence")
        self.rising = RisingWords()
        self.sound = SoundStage(Speakers(host.screen.audio) if host.screen.audio is not None else None)
        self.dialog = ""  # "help", "go on"
        self.going_on: GoingOn | None = None  # while its dialog is open
        self.lines_shown, self.taking_photos = True, False
        self.said = source.notice
        film = source.film
        seats = [seat.id for seat in film.seats]
        self.looks = {mini.id: FigureLook(seat=seats.index(mini.seat)) for mini in film.minis}
        self._held: dict[str, tuple[Pixel, bool]] = {}  # button -> where it went down, dragged?
        self._last: Pixel = (0.0, 0.0)
        self._news = True
        self._marked: int | None = None
        self._show()

    @property
    def in_motion(self) -> bool:
        """Is there something to draw?"""
        moving = self.player.playing or self.view.animating or self.camera.gliding or bool(self.rising)
        return moving or self._news or self.photo.is_busy or not self.view.settled

    def close(self) -> None:
        self.marks.remove()
        self.sound.stop()
        self.view.finish()

    def resize(self, size: tuple[int, int]) -> None:
        self.camera.resize(size)
        self.view.resize(size)

    # --- mouse and keys -----------------------------------------------------------------------------------------

    def down(self, key: str, modifiers: set[str], place: Pixel, captured: bool, typing: bool) -> None:
        """A button or key went down. `captured`: over a panel; `typing`: into a field."""
        self._news = True
        if key.startswith("mouse"):
            if not captured and not self.dialog:
                self._held[key] = (place, False)
                self._last = place
        elif key in ("wheel_up", "wheel_down"):
            if not captured and not self.dialog:
                self.camera.zoom(0.87 if key == "wheel_up" else 1.15)
        elif not typing:
            self.commands.append(self._command(key, modifiers))

    def _command(self, key: str, modifiers: set[str]) -> str:
        """What a key asks for."""
        if self.dialog:
            if self.dialog == "go on" and key.isdecimal():
                return f"plays {key}"
            return {"escape": "back", "enter": "confirm", "return": "confirm"}.get(key, "")
        if self.taking_photos:
            return KEYS_OF_PHOTOS.get(key, "")
        if key in ("arrow_left", "arrow_right"):
            whole = "turn" if "shift" in modifiers else "line"
            return f"{whole} {'back' if key == 'arrow_left' else 'on'}"
        if key == "/" and "shift" in modifiers:
            return "help"
        return KEYS.get(key, "")

    def up(self, key: str) -> None:
        self._held.pop(key, None)

    def _drag(self, mouse: Pixel) -> None:
        for key, (start, dragged) in list(self._held.items()):
            if dragged or max(abs(a - b) for a, b in zip(mouse, start, strict=True)) > FAR:
                self._held[key] = (start, True)
                dx, dy = mouse[0] - self._last[0], mouse[1] - self._last[1]
                self.camera.drag(key, dx, dy, self.view.size)
        self._last = mouse

    # --- frames -------------------------------------------------------------------------------------------------

    def draw(self, seconds: float, size: tuple[int, int], mouse: Pixel, keys: set[str]) -> None:
        """A frame: time goes on, then what is seen."""
        self._news = False
        if self.photo.wanted and self.view.settled:
            self.photo.bare += 1
            if self.photo.bare > BARE:
                self._take_photo()
        self._drag(mouse)
        if not self.host.ui.io.want_text_input and not self.dialog and not keys & {"control", "lcontrol"}:
            self.camera.fly(keys - {"shift"}, seconds)
        self.rising.pass_time(seconds)
        for shown in self.player.pass_time(seconds):
            self._begin(shown)
        self.camera.look(seconds)
        self.sound.tick(seconds, self.view.view.eye, self.view.view.forward)
        self._mark()
        if not self.photo.wanted:
            self.rising.draw(self.fonts, self.view.to_screen)
        if not self.taking_photos:
            draw_captions(self.sound.captions, self.fonts, self.view.to_screen)
        if self.taking_photos:
            self.photo.draw(*size)
        else:
            self._panels(*size)
        for command in [each for each in self.commands if each]:
            self._obey(command)
        self.commands.clear()

    def _begin(self, shown: Shown) -> None:
        """A moment begins: what moves is set in motion, what is lost rises."""
        moment = shown.moment
        seen = self.source.seen(moment.number)
        if seen is not None:
            self.sound.hear(*seen)
        self.view.finish()
        set_in_motion(self.view, moment, shown.before, shown.seconds)
        self._show()
        pose = shown.before.get(moment.who) if moment.who is not None else None
        if pose is None:
            return
        if moment.rises:
            x, y, z = pose.at
            size = next((mini.size for mini in self.source.film.minis if mini.id == moment.who), 30.0)
            self.rising.rise(moment.rises, moment.tone, (x, y, z + body_height(size) + 0.3))
        if moment.kind == "turn_began" and self.camera.follows:
            self.camera.go_to(pose.at)

    def _show(self) -> None:
        """Show what stands after the moment in hand."""
        self.view.update(tableau_of(self.source.film, dict(self.player.poses)), self.looks)

    def _mark(self) -> None:
        """What was measured for the moment that is shown, drawn on the board."""
        number = -1 if self.taking_photos else self.player.number  # a photo is of the board alone
        if number == self._marked:
            return
        self._marked = number
        self.marks.clear()
        seen = self.source.seen(number) if number > 0 else None
        if seen is not None and seen[0].evidence:
            draw_evidence(seen[0], seen[1], self.marks)

    def _panels(self, width: float, height: float) -> None:
        f, gap = self.fonts, self.fonts.px(8)
        imgui.begin_disabled(bool(self.dialog))  # what lies behind a dialog takes no click
        draw_bar(self, Rect(0, 0, width, f.px(46)))
        tall = f.px(168 if self.timeline.chances.shown else 132)
        timeline = Rect(gap, height - tall - gap, width - 2 * gap, tall)
        self.timeline.draw(timeline, self.source.address(self.player.number))
        top = f.px(46) + gap
        if self.lines_shown:
            wide = f.px(300)
            self.lines.draw(Rect(width - wide - gap, top, wide, timeline.y - top - gap))
        self._standing(Rect(gap, top, f.px(236), timeline.y - top - gap))
        imgui.end_disabled()
        self.going_on = self._going_on() if self.dialog == "go on" else None
        if self.going_on is not None and (said := self.going_on.draw(f, width, height)):
            self.commands.append(said)

    def _standing(self, rect: Rect) -> None:
        """Points and life as they are now, and what is said or was measured."""
        f, film, player = self.fonts, self.source.film, self.player
        tall = f.px(30) * len(film.seats) + f.px(19) * len(film.minis) + f.px(16)
        with widgets.panel("standing", Rect(rect.x, rect.y, rect.w, min(rect.h, tall))):
            for number, seat in enumerate(film.seats):
                at = imgui.get_cursor_screen_pos()
                widgets.seat_mark(at.x + f.px(7), at.y + f.px(11), f.px(6), number)
                imgui.set_cursor_screen_pos(V(at.x + f.px(20), at.y))
                widgets.headline(f, seat_called(seat.id, seat.gang), 17, rect.w - f.px(110))
                imgui.same_line(rect.w - f.px(56))
                with font(f, "bold", 14):
                    colour(say("{points} VP", points=player.points.get(seat.id, 0)), theme.PARCHMENT)
                with font(f, "text", 12.5):
                    for mini in film.minis:
                        if mini.seat == seat.id:
                            self._mini(mini.name, player.life.get(mini.id, 0), mini.life, rect.w)
        below = Rect(rect.x, rect.y + tall + f.px(8), rect.w, rect.h - tall - f.px(8))
        dialogs.draw_told(f, below, self.said, dialogs.moment_words(self.source, player.number))

    def _mini(self, name: str, life: int, most: int, wide: float) -> None:
        """A mini's name, its life as a bar, and in a number."""
        f, at, draw = self.fonts, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        paint = theme.PARCHMENT if life else theme.FADED
        widgets.draw_fitted(draw, at, name, wide - f.px(116), ink(paint))
        x, middle = at.x + wide - f.px(108), at.y + f.px(8)
        if life:
            low, high = V(x, middle - f.px(4)), V(x + f.px(48), middle + f.px(4))
            draw.add_rect_filled(low, high, ink((0, 0, 0, 0.6)), 2.0)
            draw.add_rect_filled(low, V(x + f.px(48) * min(1.0, life / max(1, most)), high.y), ink(theme.LIFE), 2.0)
        draw.add_text(V(x + f.px(56) if life else x, at.y), ink(paint), told(str(life) if life else say("fallen")))
        imgui.dummy(V(1, f.px(13)))

    # --- what is asked for --------------------------------------------------------------------------------------

    def _obey(self, command: str) -> None:
        """What a button or key asks for."""
        player, self._news = self.player, True
        word, _, number = command.partition(" ")
        if word == "seek":
            self._to(lambda: player.seek(int(number)))
        elif word in ("line", "turn"):
            kinds = ("turn", "round") if word == "turn" else ()
            self._to(lambda: player.to_line(-1 if number == "back" else 1, kinds))
        elif word == "swing" and (swing := self.timeline.chances.next()) is not None:
            self._to(lambda: player.seek(swing.before))
        elif word == "plays":
            self._going_on().turn(number)
        elif command == "step back":
            self._to(lambda: player.step(-1))
        else:
            self._obey_plainly(command)

    def _obey_plainly(self, command: str) -> None:
        player, camera = self.player, self.camera
        match command:
            case "play":
                player.toggle()
                if not player.number:
                    self._show()
            case "step":
                for shown in player.step(1):
                    self._begin(shown)
            case "faster" | "slower":
                player.faster(1 if command == "faster" else -1)
            case "follow":
                camera.follows = not camera.follows
            case "lines":
                self.lines_shown = not self.lines_shown
            case "home":
                camera.home()
            case "top":
                camera.orbit.top()
            case "copy":
                self.clipboard.put(self.source.address(player.number))
                self.said = say("Copied: {address}", address=self.source.address(player.number))
            case "photo":
                self.taking_photos, player.playing = not self.taking_photos, False
                self.photo.turn(on=self.taking_photos)
            case "take photo":
                self.photo.wanted, self.photo.bare = True, 0
            case "go on":
                player.playing, self.dialog = False, "go on"
            case "help":
                self.dialog = "help"
            case "confirm" if self.dialog == "go on":
                self._go_on()
            case "back" | "confirm":
                self.dialog = ""
            case "leave":
                self.wants = "leave"

    def _to(self, move: Callable[[], object]) -> None:
        """Show another moment at once."""
        self.view.finish()
        self.rising.clear()
        move()
        self._show()
        moment = self.player.moment
        who = moment.who if moment is not None and moment.who in self.player.poses else None
        if who is not None and self.camera.follows and not self.player.playing:
            self.camera.go_to(still_at(self.source.film, self.player.number)[who].at)

    def _going_on(self) -> GoingOn:
        """What the dialog asks before a new game goes on from here."""
        return self.going_on or GoingOn(self.source, self.player.number)

    def _go_on(self) -> None:
        try:
            self.branch = branched(self.source, self.player.number, self._going_on().players)
            self.wants = "go on"
        except (BautaError, NoBranch) as error:
            self.said, self.dialog = str(error), ""

    def _take_photo(self) -> None:
        try:
            path = photo_path(self.source.path, self.player.number, datetime.now())
            self.photo.take(self.host.base.win, path)
        except (BautaError, OSError) as error:
            self.photo.wanted, self.photo.said = False, str(error)
