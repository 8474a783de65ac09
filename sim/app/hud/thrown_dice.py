"""Dice that roll on the board beside whoever throws them, and lie there for a while: where they are is a place on the
board, and how large they are the distance to the eye."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi, sin

from imgui_bundle import imgui

from sim.app.hud import widgets
from sim.app.hud.theme import Fonts
from sim.app.table.playback import DiceTray
from sim.board.model.tableau import MM, Point
from sim.carnevale.characters import Character
from sim.carnevale.film_making import TUMBLE
from sim.carnevale.state import State

__all__ = ["LIES", "RADIUS", "ThrownDice"]

LIES = 2.5  # seconds that they are seen once they lie still
RADIUS = 0.22  # inches of a die
LEAST = 11.0  # pixels at 1280x800: a smaller one cannot be read, so from afar they are larger
FAR, APART = 4.0, 2.7  # radii: from the base to the first ring of them, and between two dice
HAND, BOUNCES = 1.1, 3  # inches over the ground that they fall from; how often they touch it
ToScreen = Callable[[Point], tuple[float, float] | None]


class ThrownDice:
    """The dice of the roll that was made last. `left`: seconds for which they are still seen."""

    def __init__(self) -> None:
        self.left = 0.0
        self._tray: DiceTray | None = None
        self._state: tuple[object, ...] = ()

    def pass_time(self, tray: DiceTray | None, seconds: float) -> None:
        """So many seconds went by; a roll is news, and so are dice of it that are thrown again."""
        state = () if tray is None else (tray.who, tray.purpose, len(tray.faces), tray.rerolled, tray.tumbling > 0)
        if tray is not None and tray.faces and (state != self._state or tray.tumbling > 0):
            self.left = LIES
        else:
            self.left = max(0.0, self.left - seconds) if tray is not None else 0.0
        self._tray, self._state = tray, state

    def draw(self, fonts: Fonts, state: State, eye: Point, to_screen: ToScreen) -> None:
        """Over the board, under the panels; `eye`: where one looks from, which they roll towards."""
        tray = self._tray
        who = state.characters.get(tray.who) if tray is not None else None
        if self.left <= 0 or tray is None or who is None or not who.on_board:
            return
        draw, (x, y, _) = imgui.get_background_draw_list(), who.here
        toward = hypot(eye[0] - x, eye[1] - y) or 1.0
        way = ((eye[0] - x) / toward, (eye[1] - y) / toward)
        foot, edge = to_screen(who.here), to_screen((x - way[1] * RADIUS, y + way[0] * RADIUS, who.here[2]))
        if foot is None or edge is None:
            return
        radius = max(hypot(edge[0] - foot[0], edge[1] - foot[1]), fonts.px(LEAST))
        size = RADIUS * radius / max(hypot(edge[0] - foot[0], edge[1] - foot[1]), 1.0)
        for number in reversed(range(len(tray.faces))):
            loose = tray.tumbling > 0 and number in tray.loose
            rest = 1.0 if not loose else 1.0 - tray.tumbling / TUMBLE
            at, over = _place(who, number, len(tray.faces), way, rest, size)
            shown, ground = to_screen(over), to_screen(at)
            if shown is None or ground is None:
                continue
            draw.add_ellipse_filled(
                imgui.ImVec2(*ground), imgui.ImVec2(radius * 0.95, radius * 0.5), imgui.get_color_u32((0, 0, 0, 0.35))
            )
            widgets.die(
                fonts, *shown, radius, tray.seen(number), destiny=number == tray.destiny,
                ace=tray.ace(number) or not tray.needed, loose=loose, changed=number in tray.rerolled, over=draw,
            )  # fmt: skip


def _place(
    who: Character, number: int, count: int, way: tuple[float, float], rest: float, size: float = RADIUS
) -> tuple[Point, Point]:
    """Where a die of this `size` is: the ground under it, and its middle. `rest`: how far it rolled, from 0 to 1."""
    x, y, z = who.here
    first = min(count, 5)
    ring, place, own = (0, number, first) if number < first else (1, number - first, max(count - first, 1))
    far = who.profile.size * MM / 2 + (FAR + ring * APART) * size
    angle = (place - (own - 1) / 2) * APART * size / far
    gone = 1.0 - (1.0 - rest) ** 2
    far *= 0.25 + 0.75 * gone
    across = (way[0] * cos(angle) - way[1] * sin(angle), way[0] * sin(angle) + way[1] * cos(angle))
    at = (x + across[0] * far, y + across[1] * far, z)
    lift = abs(cos(rest * pi * (BOUNCES - 0.5))) * HAND * (1.0 - rest) ** 1.5
    return at, (at[0], at[1], z + size * 0.8 + lift)
