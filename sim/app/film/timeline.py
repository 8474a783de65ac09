"""The timeline of a film: rounds, turns, how life and points went, and what turned the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from imgui_bundle import imgui

from sim.app.film.chance_band import ChanceBand
from sim.app.film.player import FilmPlayer
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width, keyed_first
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import Points, V, colour, font, marked
from sim.app.key_map import on_keyboard
from sim.words import joined, say
from sim.words.tongues import told

__all__ = ["Timeline", "clock"]

BUTTONS = (
    ("<<", "Shift Left", "turn back", say("The turn before")),
    ("<", "Left", "line back", say("The line before")),
    ("|<", ",", "step back", say("The event before")),
    (say("Play"), "Space", "play", say("Play, or pause")),
    (">|", ".", "step", say("The next event")),
    (">", "Right", "line on", say("The next line")),
    (">>", "Shift Right", "turn on", say("The next turn")),
    ("-", "-", "slower", say("Slower")),
    ("+", "+", "faster", say("Faster")),
)

NAMED_FIRST = ("play", "line back", "line on", "turn back", "turn on", "step back", "step", "slower", "faster")
"""Whose keys are shown, where not all have room."""
LEAST = 10  # letters of an address: fewer tell nothing


class Timeline:
    """Draws it, and takes the mouse on it. `commands`: what its buttons ask for."""

    def __init__(self, player: FilmPlayer, fonts: Fonts, commands: list[str]) -> None:
        self.player, self.fonts, self.commands = player, fonts, commands
        film = player.film
        self._seats = [seat.id for seat in film.seats]
        self._of = {mini.id: mini.seat for mini in film.minis}
        self._happened = player.marks()
        self.chances = ChanceBand(player, fonts)
        self._curves = _curves(player, self._seats)
        self._dragged = False  # since it was pressed
        self._at_first: tuple[float, float] | None = None  # where the mouse was when the film opened

    def draw(self, rect: Rect, address: str) -> None:
        f = self.fonts
        with widgets.panel("timeline", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            tall = rect.h - f.px(72)
            low = tall * 0.42 if self.chances.shown else 0.0  # of the band of chances
            track = Rect(rect.x + f.px(16), rect.y + f.px(26), rect.w - f.px(32), tall - low)
            self._rounds(track)
            self._life(track)
            self._marks(track)
            band = Rect(track.x, track.bottom + f.px(4), track.w, max(0.0, low - f.px(4)))
            if self.chances.shown:
                self.chances.draw(band)
            whole = Rect(track.x, track.y, track.w, tall)
            self._head(whole)
            self._mouse(whole, band)
            self._buttons(rect, address)

    def _x(self, track: Rect, number: int) -> float:
        return track.x + track.w * self.player.share_of(number)

    def _rounds(self, track: Rect) -> None:
        """Bands of rounds, and a tick for each turn in its seat's colour."""
        f, draw = self.fonts, imgui.get_window_draw_list()
        draw.add_rect_filled(V(track.x, track.y), V(track.right, track.bottom), ink((0, 0, 0, 0.55)), 2.0)
        starts = self.player.rounds()
        for i, (number, round) in enumerate(starts):
            left = self._x(track, number)
            right = self._x(track, starts[i + 1][0]) if i + 1 < len(starts) else track.right
            if i % 2:
                draw.add_rect_filled(V(left, track.y), V(right, track.bottom), ink(theme.GOLD, 0.08))
            draw.add_line(V(left, track.y), V(left, track.bottom), ink(theme.GOLD_DIM), 1.0)
            with font(f, "title", 14):
                words = widgets.fitted(say("Round {round}", round=round), right - left - 4)
                if imgui.calc_text_size(told(words)).x <= right - left:
                    draw.add_text(V(left + 3, track.y - f.px(19)), ink(theme.FADED), told(words))
        for number, who in self.player.turns():
            x, seat = self._x(track, number), self._of.get(who, "")
            paint = theme.seat_colour(self._seats.index(seat)) if seat in self._seats else theme.FADED
            draw.add_line(V(x, track.bottom - f.px(6)), V(x, track.bottom), ink(paint), 2.0)

    def _life(self, track: Rect) -> None:
        """What share of its life each gang still has, as a line in its colour with its shape at the end."""
        f, draw = self.fonts, imgui.get_window_draw_list()
        tall = track.h - f.px(14)
        for number, (seat, curve) in enumerate(self._curves.items()):
            points: Points = [V(track.x + track.w * x, track.y + f.px(5) + tall * (1 - y)) for x, y in curve]
            draw.add_polyline(points, ink(theme.seat_colour(number), 0.9), 0, 1.8)
            share = self.player.share_of(self.player.number)
            now = [y for x, y in curve if x <= share + 1e-9][-1]
            y = track.y + f.px(5) + tall * (1 - now)
            widgets.seat_mark(track.x + track.w * share, y, f.px(5), self._seats.index(seat))

    def _marks(self, track: Rect) -> None:
        """Who fell (a cross), points (a lozenge), and wounds (a stroke as long as they are deep)."""
        f, draw = self.fonts, imgui.get_window_draw_list()
        for mark in self._happened:
            x = self._x(track, mark.number)
            if mark.kind == "points":
                y, r = track.bottom - f.px(12), f.px(4)
                draw.add_quad_filled(V(x, y - r), V(x + r, y), V(x, y + r), V(x - r, y), ink(theme.GOLD_BRIGHT))
                continue
            deep = min(f.px(4 + 1.6 * mark.size), track.h * 0.5)
            draw.add_line(V(x, track.y), V(x, track.y + deep), ink(theme.LIFE, 0.8), 2.0)
            if mark.kind == "killed":
                r, y = f.px(4), track.y + f.px(7)
                for a, b in ((-r, r), (r, -r)):
                    draw.add_line(V(x + a, y - r), V(x + b, y + r), ink(theme.PARCHMENT), 2.0)

    def _head(self, track: Rect) -> None:
        f, draw, player = self.fonts, imgui.get_window_draw_list(), self.player
        x = track.x + track.w * (player.now / player.length if player.length else 0.0)
        draw.add_line(V(x, track.y - f.px(3)), V(x, track.bottom + f.px(3)), ink(theme.GOLD_BRIGHT), 2.0)
        draw.add_triangle_filled(
            V(x - f.px(5), track.y - f.px(8)), V(x + f.px(5), track.y - f.px(8)), V(x, track.y), ink(theme.GOLD_BRIGHT)
        )

    def _mouse(self, track: Rect, band: Rect) -> None:
        """Pointed at, a moment tells itself; pressed or dragged, it is shown: of a swing the moment before it."""
        mouse = imgui.get_mouse_pos()
        self._at_first = self._at_first or (mouse.x, mouse.y)
        imgui.set_cursor_screen_pos(V(track.x, track.y - self.fonts.px(8)))
        imgui.invisible_button("track", V(track.w, track.h + self.fonts.px(12)))
        pressed = imgui.is_item_active()
        if imgui.is_item_activated():
            self._dragged = False
        self._dragged |= pressed and imgui.is_mouse_dragging(imgui.MouseButton_.left)
        held = pressed or imgui.is_item_deactivated()  # let go farther on than it was seen last, it goes there
        share = min(1.0, max(0.0, (mouse.x - track.x) / max(1.0, track.w)))
        number, swing = self.player.number_at(share), None
        if self.chances.shown and not (held and self._dragged):
            swing = self.chances.at(band, mouse)
        if swing is not None and held:
            number = swing.before
        if held:
            if number != self.player.number:
                self.commands.append(f"seek {number}")
        elif imgui.is_item_hovered() and (mouse.x, mouse.y) != self._at_first:
            words = [self._told(number)]
            if swing is not None:
                words = [self.chances.swing_words(swing), self._turn(swing.number)]
            elif self.chances.shown:
                words.append(self.chances.words(number))
            widgets.tooltip(self.fonts, joined("\n", words), mouse.x)

    def _told(self, number: int) -> str:
        """A moment in words: the line that it is part of."""
        lines = [line for line in self.player.film.lines if line.first <= number <= line.last]
        return joined("  ", (f"#{number}", lines[-1].words if lines else ""))

    def _turn(self, number: int) -> str:
        """In whose turn or what round a moment is."""
        begun = [line for line in self.player.film.lines if line.kind in ("round", "turn") and line.number <= number]
        return joined("  ", (f"#{number}", begun[-1].words if begun else ""))

    def _buttons(self, rect: Rect, address: str) -> None:
        """What moves through time, how far it is, and the address of the moment: what finds no room beside the others
        gives way, first the address, then the keys of buttons, which their tooltips tell, and the time at last."""
        f, player = self.fonts, self.player
        time = say("  {now} of {length}", now=clock(player.now), length=clock(player.length))
        copy, clocked = key_width(f, say("Copy"), "C"), imgui.calc_text_size(told(time)).x
        room = rect.w - f.px(44) - copy
        with_time = self._width(()) + clocked <= room
        keyed = keyed_first(NAMED_FIRST, self._width, room - (clocked if with_time else 0.0))
        imgui.set_cursor_screen_pos(V(rect.x + f.px(14), rect.bottom - f.px(39)))
        self._moves(keyed)
        left = imgui.get_cursor_screen_pos().x
        if with_time:
            colour(time, theme.FADED)
            left = imgui.get_item_rect_max().x
        with font(f, "text", 13):
            shown = _end_of(address, rect.right - copy - f.px(36) - left)
            if shown:
                wide = imgui.calc_text_size(shown).x
                imgui.set_cursor_screen_pos(V(rect.right - wide - copy - f.px(24), rect.bottom - f.px(35)))
                colour(shown, theme.FADED)
        imgui.set_cursor_screen_pos(V(rect.right - copy - f.px(14), rect.bottom - f.px(39)))
        hint = say("The address of this moment")
        if shown != address:
            hint = joined("\n", (hint, address))
        if key_button(f, marked(say("Copy"), "address"), "C", hint=hint, width=copy):
            self.commands.append("copy")

    def _moves(self, keyed: Collection[str]) -> None:
        """The buttons, and the pace between the two that change it."""
        f, player = self.fonts, self.player
        for label, key, command, hint in BUTTONS:
            lit = command == "play" and player.playing
            words, said, own = say("Pause") if lit else label, hint, key if command in keyed else ""
            if not own:
                said = say("{hint} ({key})", hint=hint, key=on_keyboard(f.keys.shown(key)))
            wide = self._button_width(label, own, command)
            if key_button(f, marked(words, command), own, hint=said, lit=lit, width=wide):
                self.commands.append(command)
            imgui.same_line(0, f.px(5))
            if command == "slower":
                colour(f"{player.speed:g}x", theme.PARCHMENT)
                imgui.same_line(0, f.px(5))

    def _button_width(self, label: str, key: str, command: str) -> float:
        """As wide as its words, and those that may take their place."""
        words = (label, say("Pause")) if command == "play" else (label,)
        return max(key_width(self.fonts, each, key) for each in words)

    def _width(self, keyed: Collection[str]) -> float:
        """How wide the buttons are, with the pace, where these show their keys."""
        f = self.fonts
        wide = sum(self._button_width(label, key if does in keyed else "", does) for label, key, does, _ in BUTTONS)
        return wide + imgui.calc_text_size(f"{self.player.speed:g}x").x + (len(BUTTONS) + 1) * f.px(5)


def _end_of(address: str, width: float) -> str:
    """An address as far as it finds room, without the folders first, and never without its number; empty where even the
    last letters find none."""
    if imgui.calc_text_size(address).x <= width:
        return address
    short = address.replace("\\", "/").rpartition("/")[2]
    for first in range(max(1, len(short) - LEAST + 1)):
        shown = f"…{short[first:]}"
        if imgui.calc_text_size(shown).x <= width:
            return shown
    return ""


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _curves(player: FilmPlayer, seats: Sequence[str]) -> dict[str, list[tuple[float, float]]]:
    """How much of its life each seat has left, along the timeline: (share of the time, share of the life)."""
    film = player.film
    whole = {seat: sum(mini.life for mini in film.minis if mini.seat == seat) or 1 for seat in seats}
    of = {mini.id: mini.seat for mini in film.minis}
    life = {mini.id: mini.life for mini in film.minis}
    curves = {seat: [(0.0, 1.0)] for seat in seats}
    for moment in film.moments:
        if not moment.life:
            continue
        life.update(moment.life)
        x = player.share_of(moment.number)
        for seat in {of[who] for who in moment.life if who in of} & set(seats):
            left = sum(lp for who, lp in life.items() if of.get(who) == seat) / whole[seat]
            curves[seat] += [(x, curves[seat][-1][1]), (x, min(1.0, left))]
    return {seat: [*curve, (1.0, curve[-1][1])] for seat, curve in curves.items()}
