"""A place of the board that keys point at: it walks over street, water and roofs, and what hides it is cut away."""

from __future__ import annotations

from collections.abc import Collection
from math import dist, hypot

from sim.app.render.cutaway import Cutaway
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import GOLD
from sim.app.table.controller import TableController
from sim.app.table.lesson_table import LessonTable
from sim.app.table.mini_answers import ON_MINIS, answering
from sim.app.table.model import TableModel
from sim.app.table.picking import Picker
from sim.app.table.previews.places import height_words
from sim.app.table.tools import Tool, picks_dice
from sim.app.window.table_camera import TableCamera
from sim.board.model.tableau import Figure, Point
from sim.board.movement.nav_scene import body_height
from sim.carnevale.scenarios.deployment import SetUpMini, zone_of
from sim.carnevale.state import State
from sim.words import say

__all__ = ["BoardPointer", "steered"]

STEP = 0.1  # inches that a press of an arrow moves it
RISE = 0.25  # inches that it is lifted through the air
DELAY = 0.3  # seconds that an arrow is held until it goes on
PACE = (2.0, 9.0)  # inches a second, when it goes on, and at last
RUSH = 1.2  # seconds until then
NEAR = 0.3  # inches: so near to a level it is on it
BASE_MM = 30.0  # of whoever would stand there, about
TALL = 1.2  # inches of its post
TAKEN_UP = (  # by Tab as well: what is asked for, or measured, is a place, and no mini of one's own is to be chosen
    Tool.TAPE, Tool.PUSH, Tool.STRIDE, Tool.MOOR, Tool.ZONE, Tool.POINT, Tool.OBJECTIVE, Tool.AGREED,
)  # fmt: skip


class BoardPointer:
    """The pointer of one game. `at`: where it is, in inches; None while it is put away."""

    def __init__(self, picker: Picker, camera: TableCamera, model: TableModel, overlay: Overlay) -> None:
        self.picker, self.camera, self.model, self.overlay = picker, camera, model, overlay
        self.at: Point | None = None
        self.drawn: object = None  # what its marks show
        self._wanted = 0.0  # the height near which it goes on: behind a house it comes down from the roof again
        self._lifted = False  # it is in the air
        self._held = 0.0  # seconds that an arrow is down
        self._about: str | None = None  # who acted when it was last brought to somebody
        self._led: object = None  # the question during which it was led last
        self._moved: object = None  # the question during which it was moved, or taken up for a tool, last
        self._shows = False  # it is to be seen
        self._rests = False  # it has been moved nowhere since it came to who acts: it points at nothing yet

    # --- where it is ----------------------------------------------------------------------------------

    def put_away(self) -> None:
        self.at = None

    def go_to(self, place: Point) -> None:
        """Be at a place, on the level that is nearest to it."""
        wide, deep = self.model.board.size
        x, y = min(max(place[0], 0.0), wide), min(max(place[1], 0.0), deep)
        self._wanted, self._lifted = place[2], False
        self._settle(x, y)

    def levels(self) -> list[float]:
        """The heights that it may be at here, the lowest first."""
        return [] if self.at is None else self._levels(*self.at[:2])

    def _levels(self, x: float, y: float) -> list[float]:
        """What lies there, and where a mini stands that has its base over it: on the edge of a crate or a roof nothing
        need lie under the middle of the base."""
        tableau = self.model.shown.tableau()
        ground = self.picker.levels(x, y, tableau)
        stood = [f.at[2] for f in tableau.figures if hypot(x - f.at[0], y - f.at[1]) <= f.radius]
        return sorted([*ground, *(z for z in stood if all(abs(z - low) > NEAR for low in ground))])

    def under(self) -> tuple[str | None, Point | None]:
        """The mini that it is at, and the point of the board; nothing while it is not to be seen, or rests."""
        if self.at is None or not self._shows or self._rests:
            return None, None
        return self._mini(), self.at

    def _mini(self) -> str | None:
        """The mini that it is at."""
        assert self.at is not None
        x, y, z = self.at
        near = [
            (hypot(x - f.at[0], y - f.at[1]), f.id)
            for f in self.model.shown.tableau().figures
            if hypot(x - f.at[0], y - f.at[1]) <= f.radius and -NEAR < z - f.at[2] < body_height(f.base_mm)
        ]
        return min(near)[1] if near else None

    def pixel(self) -> tuple[float, float] | None:
        """Where it is seen in the window."""
        return self.camera.view.to_screen(self.at) if self.at is not None and self._shows else None

    def opening(self) -> Cutaway | None:
        """What is cut away for it to be seen: all that lies higher than somebody who stands there."""
        if self.at is None or not self._shows or not self.camera.hides(self.at):
            return None
        return self.picker.above(Figure("", self.at, BASE_MM))

    def _settle(self, x: float, y: float) -> None:
        levels = self._levels(x, y)
        high = min(levels, key=lambda z: abs(z - self._wanted), default=self._wanted)
        self.at = (round(x, 3), round(y, 3), high)
        self.camera.keep(self.at)

    # --- keys -------------------------------------------------------------------------------------------

    def hear(self, key: str, table: TableController, *, shift: bool) -> bool:
        """A key went down. False: it means nothing to the pointer. While nobody is asked, as until an undo has been
        played through, arrows lead it all the same.
        """
        if table.choice is None and (self.at is None or not key.startswith("arrow_")):
            return False
        if key == "b" or (key == "tab" and self.at is None and table.tool in TAKEN_UP):
            if self.at is None:
                self.go_to(self._start(table))
            else:
                self.put_away()
            self._led = table.asked
            if key == "tab":  # a tool wants to be pointed with
                self._moved = table.asked
            self.sync(table)
            return True
        if self.at is None:
            return False
        if key.startswith("arrow_") or key in ("tab", "page_up", "page_down"):
            self._moved = table.asked
            if not key.startswith("page_"):
                self._led = table.asked
            self.sync(table)
        if key.startswith("arrow_") and not shift:
            self._held = 0.0
            self._walk(steered((key,)), STEP)
        elif key in ("page_up", "page_down") and self._shows:
            (self._lift if shift else self._change_level)(1 if key == "page_up" else -1)
        elif key == "tab" and table.tool is not Tool.DEPLOY:  # there it takes the next mini in hand
            self._go_on(table, -1 if shift else 1)
        elif key == "escape":
            if not table.cancel():
                self.put_away()
        elif key in ("enter", "return"):
            return self._click(table, corner=shift)
        else:
            return False
        return True

    def steer(self, keys: Collection[str], seconds: float) -> None:
        """Arrows that are held lead it on."""
        way = steered(keys)
        self._held = self._held + seconds if way != (0.0, 0.0) else 0.0
        if self._held > DELAY:
            slow, fast = PACE
            self._walk(way, (slow + (fast - slow) * min(1.0, (self._held - DELAY) / RUSH)) * seconds)

    def push(self, way: tuple[float, float], seconds: float) -> bool:
        """A stick leads it on. False: it rests."""
        self._walk(way, PACE[1] * seconds)
        return way != (0.0, 0.0)

    def _walk(self, way: tuple[float, float], inches: float) -> None:
        """Right and up in the picture are above 0."""
        if self.at is None or way == (0.0, 0.0):
            return
        (ax, ay, _), _ = self.camera.view.view.frame()
        x, y = self.at[0] + inches * (way[0] * ax - way[1] * ay), self.at[1] + inches * (way[0] * ay + way[1] * ax)
        wide, deep = self.model.board.size
        x, y = min(max(x, 0.0), wide), min(max(y, 0.0), deep)
        if self._lifted:
            self.at = (round(x, 3), round(y, 3), self.at[2])
            self.camera.keep(self.at)
        else:
            self._settle(x, y)

    def _change_level(self, step: int) -> None:
        """To the next level above or below; from the last one to the first."""
        assert self.at is not None
        levels, here = self.levels(), self.at[2]
        beyond = [z for z in levels if (z - here) * step > NEAR / 3]
        if levels:
            self._wanted = (min(beyond) if step > 0 else max(beyond)) if beyond else levels[0 if step > 0 else -1]
            self._lifted = False
            self._settle(*self.at[:2])

    def _lift(self, step: int) -> None:
        """Through the air, before a wall."""
        assert self.at is not None
        x, y, z = self.at
        self.at, self._lifted = (x, y, round(z + RISE * step, 3)), True
        self._wanted = self.at[2]
        self.camera.keep(self.at)

    def _click(self, table: TableController, *, corner: bool) -> bool:
        """As a click there. False: Enter means what it means without the pointer."""
        figure, point = self.under()
        choice = table.choice
        if table.pinned or choice is None or picks_dice(choice) or self._rests:
            return False
        measures = table.tool is Tool.TAPE
        if isinstance(table, LessonTable) and table.coach_asks and not measures and figure not in table.asked_minis:
            return False
        on_minis = table.tool in ON_MINIS or table.targets
        if (on_minis and figure not in self._aims(table)) or (
            table.tool is Tool.ATTACK and not table.aims_at(figure, point, choice)
        ):
            return False
        table.click(figure, point, corner=corner)
        return True

    # --- minis --------------------------------------------------------------------------------------------

    def _start(self, table: TableController) -> Point:
        """At whom it is about, in the zone where a gang is set up, else where one looks."""
        if isinstance(table.asked, SetUpMini):
            self._about = table.asked.seat
            return self._middle_of_zone(table.asked.seat)
        for who in (table.menu.who if table.menu is not None else None, table.selected):
            c = self.model.shown.characters.get(who or "")
            if c is not None and c.at is not None and c.on_board:
                self._about = who
                return c.at
        return self.camera.orbit.centre

    def _middle_of_zone(self, seat: str) -> Point:
        zone = zone_of(self.model.shown, seat)
        return ((zone.x[0] + zone.x[1]) / 2, (zone.y[0] + zone.y[1]) / 2, 0.0)

    def _aims(self, table: TableController) -> list[str]:
        """The minis that may be pointed at now."""
        if table.targets or table.tool is Tool.ATTACK or table.tool in ON_MINIS:
            return answering(table)
        state = self.model.shown
        return [c.id for c in state.on_board() if c.at is not None and (table.menu is None or c.id != table.menu.who)]

    def _go_on(self, table: TableController, step: int) -> None:
        """To the next place that a coach points out, or mini that may be pointed at; first to the nearest of those."""
        here, under = self.at, self.under()[0]
        marked = table.marked if isinstance(table, LessonTable) and table.tool not in ON_MINIS else ()
        stops = [*marked, *(self.model.shown[who].here for who in self._aims(table))]
        if here is None or not stops:
            return
        x, y, _ = self.model.shown[under].here if under is not None else here
        held = next((i for i, stop in enumerate(stops) if hypot(stop[0] - x, stop[1] - y) < NEAR), None)
        nearest = min(marked or stops, key=lambda stop: dist(stop, here))
        self.go_to(nearest if held is None else stops[(held + step) % len(stops)])

    # --- frames -------------------------------------------------------------------------------------------

    def sync(self, table: TableController) -> None:
        """Bring it to who acts or is set up now, and its marks to where it is; while buttons answer it is not shown."""
        who = table.menu.who if table.menu is not None and table.tool not in ON_MINIS else None
        if self.at is not None and who is not None and who != self._about and _stands(self.model.shown, who):
            self._about = who
            self.go_to(self.model.shown[who].here)
        elif self.at is not None and isinstance(table.asked, SetUpMini) and self._about != table.asked.seat:
            self._about = table.asked.seat
            self.go_to(self._middle_of_zone(table.asked.seat))
        on_board = table.tool not in ON_MINIS or self._led is table.asked
        self._shows = self.at is not None and table.choice is not None and on_board
        self._rests = self.at is not None and self._moved is not table.asked and who is not None and self._mini() == who
        at = self.at if self._shows else None
        if (at, self._lifted) == self.drawn:
            return
        self.drawn = (at, self._lifted)
        self.overlay.clear()
        if at is None:
            return
        x, y, z = at
        self.overlay.ring(at, 0.16, GOLD, 0.07)
        self.overlay.line([at, (x, y, z + TALL)], GOLD, 3.0)
        levels = self.levels()
        if len(levels) > 1 or self._lifted:
            rank = sum(level < z + NEAR / 3 for level in levels)
            words = (
                height_words(z)
                if self._lifted
                else say('{height:+.1f}", level {n} of {all}', height=z, n=rank, all=len(levels))
            )
            self.overlay.label((x, y, z + TALL), words, GOLD, 13)


def steered(keys: Collection[str]) -> tuple[float, float]:
    """Where held arrow keys lead: right and up are above 0."""
    across = ("arrow_right" in keys) - ("arrow_left" in keys)
    return (float(across), float(("arrow_up" in keys) - ("arrow_down" in keys)))


def _stands(state: State, who: str) -> bool:
    c = state.characters.get(who)
    return c is not None and c.on_board and c.at is not None
