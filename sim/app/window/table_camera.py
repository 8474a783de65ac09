"""The camera of a table: it glides to what acts, and round to where nothing stands before it."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, dist, radians, sin, tan
from typing import NamedTuple

from sim.app.hud.layout import Layout, Rect
from sim.app.render.board_view import BoardView
from sim.app.render.camera import FOV
from sim.app.table import preview_marks
from sim.app.table.board_camera import BoardCamera, Glide
from sim.app.table.model import TableModel
from sim.app.table.picking import Picker
from sim.board.model.tableau import Point
from sim.carnevale.zones import Zone

__all__ = ["TableCamera"]

FAR = 2.1  # of the board's size: from so far it is seen between the panels
NEAR = 30.0  # inches: from no farther away a mini is looked at
ROUND = 0.03  # of what panels leave free: from above so much of it stays free on each side of the board
ASKED = 0.17  # of the window, at its foot: the board seen from above lies over it, and stays as questions grow into it
TIGHT = 0.2  # of the window: in less the board is not shown whole
WHOLE, MIDDLE = (0.15, 0.8, 1.4), (0.8,)  # inches over the ground: where all of a mini is to be seen, or its middle
WIDE = 4.0  # of how far places lie from their middle: from so far all of them are seen between the panels
PAIR = 5.5  # the same, of two at the sides of the picture, with room for their names
SEEN = (0.26, 0.72, 0.14, 0.78)  # left, right, top, bottom: shares of the window
INNER = 0.2  # of what panels leave free, on each side: a place that is brought into sight comes to lie within that
CLEAR = 0.7  # inches: what is nearer to a mini is itself
OVERHEAD = 80.0  # inches: over all that stands on a board
TURNS = (0, 25, -25, 50, -50, 80, -80, 110, -110, 145, -145, 180)
OVER_ZONE = 55.0  # degrees: from so high one looks at one's zone
STEEPS = (24.0, 58.0, 74.0)  # degrees: from no lower, or from so high, one looks at a mini
NOBODY = ""  # sits at the table before the first question
SOME = 50.0  # degrees: turned by no more, one still knows which side is which
OFF = 5.0  # degrees: turned by more, a board is seen from elsewhere


class Bearing(NamedTuple):
    """How somebody chose to look at the board, in degrees."""

    turn: float
    steep: float


class TableCamera(BoardCamera):
    """Where one looks at the table from, between the panels.

    Whoever sits at the table keeps the bearing that it was turned to last, by hand or for that seat's zone: what is
    followed may be looked at from elsewhere for once, where it is hidden, and then the view turns back.
    """

    far = FAR

    def __init__(self, view: BoardView, picker: Picker, model: TableModel, size: tuple[int, int]) -> None:
        self.model = model
        self._free = Rect(0, 0, *size)  # what panels leave of the window
        self._asked: Glide | None = None  # what it was moved for last, unless it was moved by hand since
        self._freed: Glide | None = None  # what has come out from under a card
        self._whole: tuple[Rect, tuple[int, int]] | None = None  # in what of which window all was last shown from above
        self._left: tuple[Point, float] | None = None  # where that left the camera
        self._before: Point | None = None  # what was looked at before it
        self._seat = NOBODY  # who sits at the table: was asked last
        self._bearings: dict[str, Bearing] = {}  # of each seat
        super().__init__(view, picker, size)

    @property
    def bearing(self) -> Bearing:
        """From where whoever sits at the table looks at it, unless something is hidden from there."""
        return self._bearings[self._seat]

    def sit_down(self, seat: str, zone: Zone | None = None) -> None:
        """This seat is asked now. For its first time it looks from the edge that its zone lies at, if it has taken one,
        or as the board was shown at first."""
        self._seat = seat
        self._bearings.setdefault(seat, self._bearings[NOBODY] if zone is None else self._bearing_of(zone))

    def home(self) -> None:
        """The whole board."""
        super().home()
        self._keep_bearing()

    def drag(self, button: str, dx: float, dy: float, size: tuple[int, int]) -> None:
        super().drag(button, dx, dy, size)
        if button == "mouse3":
            self._keep_bearing()

    def turn(self, right: float, up: float, seconds: float) -> None:
        super().turn(right, up, seconds)
        self._keep_bearing()

    def _keep_bearing(self) -> None:
        """So whoever sits at the table looks at it from now on."""
        if self.orbit.mode == "orbit":
            self._bearings[self._seat] = Bearing(self.orbit.turn, self.orbit.steep)

    def run_command(self, command: str, who: str | None) -> None:
        """Top, home, centre, eye: the last two of a mini."""
        state = self.model.shown
        chosen = state.characters.get(who) if who is not None else None
        match command:
            case "top":
                self._look_from_above()
            case "home":
                self.home()
            case "centre" if chosen is not None and chosen.on_board:
                self._go_to(chosen.here)
            case "eye" if chosen is not None and chosen.on_board:
                if self.orbit.mode == "eye":
                    self.orbit.leave()
                else:
                    enemies = sorted(state.enemies(chosen.id), key=lambda c: dist(c.here, chosen.here))
                    width, depth = state.size
                    toward = preview_marks.head(state, enemies[0].id) if enemies else (width / 2, depth / 2, 1.0)
                    figure = next(f for f in state.tableau().figures if f.id == chosen.id)
                    self.orbit.eye(figure, toward)

    def keep_clear(self, where: Layout, card: Rect | None = None) -> None:
        """So the panels lie now: what was brought into sight stays there, and comes out from under a `card` once. From
        above, a board that was shown whole is shown whole between them, until somebody moves the camera; where they
        leave more again it stays as it is, lest it goes to and fro."""
        free, top = where.free, max(where.free.y, where.track.bottom)
        before, self._free = self._free, Rect(free.x, top, free.w, free.bottom - top)
        asked = self._asked if self._free != before and self.orbit.mode == "orbit" else None
        if asked is not None and (self.gliding or not self._between_panels(asked.at)):
            self.glide(asked)
        if card is not None and self._asked is not self._freed and self.orbit.mode == "orbit":
            self._freed, room = self._asked, where.beyond(-1)
            self._bring_into(Rect(room.x + card.w, room.y, room.w - card.w, room.h))  # it has room left of that
        if self.orbit.mode != "top" or self._whole is None or not self._rests_above:
            return
        shown, size = self._whole
        if size != self.view.size or not _holds(self._free, shown):
            self._show_whole_from_above()

    def _bring_into(self, part: Rect) -> None:
        """Glide on until what was brought into sight is seen in this part of the window."""
        if self._asked is not None:
            free, self._free = self._free, part
            self.glide(self._asked)
            self._free = free

    @property
    def _rests_above(self) -> bool:
        """Has nobody moved the camera since it showed the whole board from above?"""
        return self._left == (self.orbit.centre, self.orbit.zoom_top)

    def _look_from_above(self) -> None:
        """Straight down on the whole board, or back to what was looked at before, unless the view was moved there."""
        self.rest()
        if self.orbit.mode == "orbit":
            self._before = self.orbit.centre
        rests = self._rests_above
        self.orbit.top()
        if self.orbit.mode == "top":
            self._show_whole_from_above()
        else:
            self.orbit.turn, self.orbit.steep = self.bearing  # another may have sat down meanwhile
            if self._before is not None and rests:
                self.orbit.look_at(self._before)
            self.look(0.0)  # what is in sight from there is asked at once

    def _show_whole_from_above(self) -> None:
        """The whole board, straight from above, in the middle of what panels leave free."""
        orbit, free, (wide, tall) = self.orbit, self._free, self.view.size
        free = Rect(free.x, free.y, free.w, min(free.bottom, (1 - ASKED) * tall) - free.y)
        width, depth = self.model.shown.size
        across, along = (share * (1 - 2 * ROUND) for share in (max(free.w, TIGHT * wide), max(free.h, TIGHT * tall)))
        inch = max(width / across, depth / along)  # inches of a pixel
        orbit.zoom_top = 1.0
        orbit.zoom_top = (orbit.view.height or 1.0) / (inch * tall)
        middle = (free.x + free.w / 2 - wide / 2, free.y + free.h / 2 - tall / 2)
        orbit.look_at((width / 2 - middle[0] * inch, depth / 2 + middle[1] * inch, 0.5))
        self._whole, self._left = (free, self.view.size), (orbit.centre, orbit.zoom_top)

    def show_zone(self, zone: Zone) -> None:
        """A deployment zone, from the edge of the board that it lies at: so its seat looks at the board from now on."""
        super().home()
        self.orbit.distance = 0.7 * FAR * max(self.model.shown.size)
        self.orbit.turn, self.orbit.steep = self._bearing_of(zone)
        self.orbit.look_at((*_middle(zone), 0.5))
        self._keep_bearing()

    def _bearing_of(self, zone: Zone) -> Bearing:
        """From the edge of the board that a zone lies at."""
        (x, y), (width, depth) = _middle(zone), self.model.shown.size
        east, north = x / width - 0.5, y / depth - 0.5  # of the board, from its middle
        if abs(east) > abs(north):
            return Bearing(0.0 if east > 0 else 180.0, OVER_ZONE)
        return Bearing(90.0 if north > 0 else -90.0, OVER_ZONE)

    def show_place(
        self, at: Point, distance: float | None = None, heading: float | None = None, pitch: float | None = None
    ) -> None:
        """Glide to a place; what is not given stays. `heading`: degrees, 0 looks north, 90 east; `pitch`: downwards."""
        orbit = self.orbit
        if orbit.mode == "eye":
            orbit.leave()
        turn = orbit.turn if heading is None else -90.0 - heading
        steep = pitch or orbit.steep
        if heading is not None:
            self._bearings[self._seat] = Bearing(turn, steep)
        self.glide(Glide(at, turn, steep, distance or orbit.distance))

    def glide(self, to: Glide) -> None:
        """Be on the way to where its place is seen in the middle of the window, or of what panels leave of it."""
        self._asked = to
        super().glide(to._replace(at=self._centre_for(to)))

    def rest(self) -> None:
        super().rest()
        self._asked = None

    def _centre_for(self, to: Glide) -> Point:
        """What is to be looked at so that a place is seen there: the place itself, where no panel lies over the middle
        of the window."""
        free, (wide, tall) = self._free, self.view.size
        right, down = free.x + free.w / 2 - wide / 2, free.y + free.h / 2 - tall / 2  # of the window's middle
        room = 0.5 - INNER
        if abs(right) <= room * free.w and abs(down) <= room * free.h:
            return to.at
        if self.orbit.mode == "top":
            inch, turn, slant = (self.orbit.view.height or 1.0) / tall, radians(-90.0), 1.0
        else:
            inch = 2 * to.distance * tan(radians(FOV / 2)) / max(wide, tall)  # of a pixel
            turn, slant = radians(to.turn), sin(radians(to.steep))
        ahead, aside = down * inch / slant, -right * inch
        x, y, z = to.at
        return (x - ahead * cos(turn) - aside * sin(turn), y - ahead * sin(turn) + aside * cos(turn), z)

    def fly(self, keys: set[str], seconds: float, *, shift: bool) -> None:
        """Arrow keys."""
        right = ("arrow_right" in keys) - ("arrow_left" in keys)
        up = ("arrow_up" in keys) - ("arrow_down" in keys)
        if not right and not up:
            return
        if shift or self.orbit.mode == "eye":
            self.turn(right, up, seconds)
        else:
            self.steer(right, up, seconds)

    def follow(self, at: Point | None) -> bool:
        """Glide to a mini that is not well in sight, or behind a wall; from above, where it is out of sight. False: it
        is in sight."""
        if at is None or self.orbit.mode == "eye":
            return False
        if self.orbit.mode == "top":
            lost = not self._between_panels(at)
        else:
            lost = not self._between_panels(at) or not self._open(at, self.orbit.view.eye, MIDDLE)
        if lost:
            self._go_to(at)
        else:
            self._stay_by(at)
        return lost

    def keep(self, at: Point) -> None:
        """Glide to a place that is not well in sight, without a turn."""
        orbit = self.orbit
        if orbit.mode != "eye" and not self._between_panels(at):
            self.glide(Glide(at, orbit.turn, orbit.steep, orbit.distance))
        else:
            self._stay_by(at)

    def _stay_by(self, at: Point) -> None:
        """It is in sight: should a panel grow over it, it is brought there again."""
        if not self.gliding:
            self._asked = Glide(at, self.orbit.turn, self.orbit.steep, self.orbit.distance)

    def hides(self, at: Point) -> bool:
        """Does the board hide who stands there, from where one looks?"""
        eye = (*at[:2], OVERHEAD) if self.orbit.mode == "top" else self.orbit.view.eye
        return not self._open(at, eye, MIDDLE)

    def show_all(self, places: Sequence[Point]) -> None:
        """Glide to where all of these lie between the panels, if they do not."""
        if self.orbit.mode != "orbit" or not places or all(map(self._between_panels, places)):
            return
        x, y, z = (sum(side) / len(places) for side in zip(*places, strict=True))
        span = max(dist((x, y, z), place) for place in places)
        self.show_place((x, y, z), max(self.orbit.distance, WIDE * span))

    def show_one_of(self, places: Sequence[Point]) -> None:
        """Glide to where all of these lie between the panels, if none of them is seen there, or if whoever sits at the
        table looks at it from elsewhere."""
        orbit, own = self.orbit, self.bearing
        if orbit.mode != "orbit" or not places:
            return
        stays = abs((orbit.turn - own.turn + 180.0) % 360.0 - 180.0) <= OFF
        if stays and any(self._between_panels(at) and not self.hides(at) for at in places):
            return
        x, y, z = (sum(side) / len(places) for side in zip(*places, strict=True))
        far = max(orbit.distance, WIDE * max(dist((x, y, z), place) for place in places))
        found = max(
            self._from_bearing(), key=lambda way: sum(self._seen_from((x, y, z), way, far, at) for at in places)
        )
        self.glide(Glide((x, y, z), found.turn, found.steep, far))

    def show_with(self, at: Point, places: Sequence[Point], *, moved: bool) -> None:
        """Glide to where somebody is seen with the nearest of these places, unless one of them is seen. `moved`: it is
        on its way to somebody else, and what is seen now will not be."""
        if self.orbit.mode != "orbit":
            return
        nearest = min(places, key=lambda place: dist(at, place))
        goal = self._glide.distance if self._glide is not None else self.orbit.distance
        is_lost = dist(at, nearest) > goal / PAIR if moved else not any(map(self._between_panels, places))
        if is_lost:
            x, y, z = ((a + b) / 2 for a, b in zip(at, nearest, strict=True))
            self.show_place((x, y, z), max(min(self.orbit.distance, NEAR), PAIR * dist(at, nearest) / 2))

    def _between_panels(self, at: Point) -> bool:
        """Is a place seen where no panel lies?"""
        place, (wide, tall) = self.view.to_screen(at), self.view.size
        if place is None:
            return False
        if self.orbit.mode == "top":
            return self._free.x < place[0] < self._free.right and self._free.y < place[1] < self._free.bottom
        left, right, top, bottom = SEEN
        seen = left < place[0] / wide < right and top < place[1] / tall < bottom
        return seen and self._free.holds(*place)

    def _go_to(self, at: Point) -> None:
        """Glide to a place, and round to where nothing stands before it."""
        orbit = self.orbit
        near, own = min(orbit.distance, NEAR), self.bearing
        if orbit.mode != "orbit":
            self.glide(Glide(at, orbit.turn, orbit.steep, orbit.distance))
            return
        ways = self._from_bearing()
        for heights in (WHOLE, MIDDLE):
            for way in ways:
                if self._seen_from(at, way, near, at, heights):
                    self.glide(Glide(at, way.turn, way.steep, near))
                    return
        self.glide(Glide(at, own.turn, own.steep, orbit.distance))

    def _from_bearing(self, most: float = 180.0) -> list[Bearing]:
        """Ways to look at the board, from one's own bearing on: first those that turn and rise least. `most`: so many
        degrees it may turn."""
        own = self.bearing
        least = max(own.steep, STEEPS[0])
        steeps = (least, *(steep for steep in STEEPS[1:] if steep > least))
        ways = [
            (abs(turn) + steep - least, Bearing(own.turn + turn, steep))
            for steep in steeps
            for turn in TURNS
            if abs(turn) <= most
        ]
        return [way for _, way in sorted(ways, key=lambda each: each[0])]

    def _seen_from(
        self, centre: Point, way: Bearing, far: float, at: Point, heights: tuple[float, ...] = MIDDLE
    ) -> bool:
        """Is a mini seen by whoever looks so at a place, from so far?"""
        angle, lift = radians(way.turn), radians(way.steep)
        level = far * cos(lift)
        eye = (centre[0] + level * cos(angle), centre[1] + level * sin(angle), centre[2] + far * sin(lift))
        return self._open(at, eye, heights)

    def _open(self, at: Point, eye: Point, heights: tuple[float, ...]) -> bool:
        """Is a mini that stands there seen from an eye, at these heights?"""
        tableau = self.model.shown.tableau()
        for up in heights:
            x, y, z = at[0], at[1], at[2] + up
            far = dist((x, y, z), eye)
            way = ((x - eye[0]) / far, (y - eye[1]) / far, (z - eye[2]) / far)
            met = self.picker.point(eye, way, tableau)
            if met is not None and dist(met, eye) <= far - CLEAR:
                return False
        return True


def _middle(zone: Zone) -> tuple[float, float]:
    return (zone.x[0] + zone.x[1]) / 2, (zone.y[0] + zone.y[1]) / 2


def _holds(free: Rect, part: Rect) -> bool:
    """Does a rectangle lie in what is free?"""
    return free.x <= part.x and free.y <= part.y and free.right >= part.right and free.bottom >= part.bottom
