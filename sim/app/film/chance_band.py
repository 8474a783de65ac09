"""The chances of winning under a film's timeline: their shares as a band, and the largest swings, to jump to."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.film.player import FilmPlayer
from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import Points, V
from sim.carnevale.chances import ChanceSwing, swings_of
from sim.carnevale.names import seat_called
from sim.percent import percent
from sim.words import joined, say

__all__ = ["ChanceBand"]

NEAR = 8.0  # pixels from a swing's mark, at text of 100%, that still point at it


class ChanceBand:
    """Draws the band. `shown`: does the film tell chances? The first seat's share lies at the bottom."""

    def __init__(self, player: FilmPlayer, fonts: Fonts) -> None:
        self.player, self.fonts = player, fonts
        self._told = player.chances()
        self.swings = swings_of(self._told)
        self.shown = bool(self._told)
        self._seats = [seat.id for seat in player.film.seats]

    def draw(self, rect: Rect) -> None:
        f, draw, player = self.fonts, imgui.get_window_draw_list(), self.player
        draw.add_rect_filled(V(rect.x, rect.y), V(rect.right, rect.bottom), ink((0, 0, 0, 0.55)), 2.0)
        floors = [0.0] * len(self._told)  # of the share that is drawn next, at each place
        for number, seat in enumerate(self._seats):
            tops = [floor + chances[seat] for floor, (_, chances) in zip(floors, self._told, strict=True)]
            edge: Points = []
            for i, (told, _) in enumerate(self._told):
                left = rect.x + rect.w * player.share_of(told)
                right = rect.x + rect.w * player.share_of(self._told[i + 1][0]) if i + 1 < len(tops) else rect.right
                high, low = (rect.bottom - rect.h * share for share in (tops[i], floors[i]))
                paint = ink(theme.seat_colour(number), 0.5 if number % 2 == 0 else 0.28)
                draw.add_rect_filled(V(left, high), V(right, low), paint)
                edge += [V(left, high), V(right, high)]
            if number + 1 < len(self._seats):
                draw.add_polyline(edge, ink(theme.PARCHMENT), 0, 1.8)
            floors = tops
        half = rect.bottom - rect.h / 2
        for dash in range(int(rect.x), int(rect.right), 12):
            draw.add_line(V(dash, half), V(dash + 5, half), ink(theme.PARCHMENT, 0.45), 1.0)
        for swing in self.swings:
            x, y, r = rect.x + rect.w * player.share_of(swing.number), rect.bottom, f.px(5)
            at = rect.x + rect.w * player.share_of(swing.before)
            draw.add_rect_filled(V(at, rect.y), V(x, rect.bottom), ink(theme.PARCHMENT, 0.16))
            draw.add_triangle_filled(V(x - r, y + r), V(x + r, y + r), V(x, y - r), ink(theme.GOLD_BRIGHT))
            draw.add_triangle(V(x - r, y + r), V(x + r, y + r), V(x, y - r), ink((0, 0, 0, 0.9)), 1.0)
        self._now(rect)

    def _now(self, rect: Rect) -> None:
        """Each gang's shape in the middle of its share, at the moment that is shown."""
        _, chances = max((each for each in self._told if each[0] <= self.player.number), key=lambda each: each[0])
        x, floor = rect.x + rect.w * self.player.share_of(self.player.number), rect.bottom
        for number, seat in enumerate(self._seats):
            tall = rect.h * chances[seat]
            if tall > self.fonts.px(9):
                widgets.seat_mark(x, floor - tall / 2, self.fonts.px(4), number)
            floor -= tall

    def at(self, rect: Rect, mouse: imgui.ImVec2) -> ChanceSwing | None:
        """The swing whose mark is pointed at."""
        if not rect.y <= mouse.y <= rect.bottom + self.fonts.px(8):
            return None
        placed = [(abs(rect.x + rect.w * self.player.share_of(s.number) - mouse.x), s) for s in self.swings]
        near = min(placed, key=lambda each: each[0], default=None)
        return near[1] if near is not None and near[0] <= self.fonts.px(NEAR) else None

    def next(self) -> ChanceSwing | None:
        """The first swing that begins after the moment that is shown; after the last, the first of all."""
        later = [swing for swing in self.swings if swing.before > self.player.number]
        return min(later or self.swings, key=lambda swing: swing.before, default=None)

    def words(self, number: int) -> str:
        """How likely each gang is to win after so many events."""
        _, chances = max((each for each in self._told if each[0] <= number), key=lambda each: each[0])
        lines = [say("{gang}: {chance} to win", gang=self._gang(seat), chance=_told(chances[seat])) for seat in chances]
        return joined("\n", lines)

    def swing_words(self, swing: ChanceSwing) -> str:
        gang = self._gang(swing.seat)
        return say("{gang} to win: from {was} to {now}", gang=gang, was=_told(swing.was), now=_told(swing.now))

    def _gang(self, id: str) -> str:
        seat = next(seat for seat in self.player.film.seats if seat.id == id)
        return seat_called(seat.id, seat.gang)


def _told(chance: float) -> str:
    return percent(round(chance, 2))
