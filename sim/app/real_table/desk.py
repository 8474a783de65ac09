"""A real table in hand: its file, who stands on it, who is chosen. What is done to it is in the file as it is done."""

from __future__ import annotations

import math
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec

from sim.api.tables import boat_called, set_up, told_of_boat, told_of_stray
from sim.board.board import Board
from sim.board.files.table_file import (
    TableFile,
    TableMarker,
    kept_as,
    read_table,
    with_boat_moved,
    with_marker_put,
    with_mini_put,
    without,
    without_mini,
)
from sim.board.model.tableau import Figure, Point, Tableau, VesselAt
from sim.board.movement.put_down import put_down
from sim.errors import BautaError
from sim.whole_files import write_whole
from sim.words import capital, reason, say

__all__ = ["HeldBoat", "TableAim", "TableDesk", "TableTool"]

MOST_UNDONE = 200
NEAR = 0.05  # inches: nobody types where a mini stands more exactly
LEAST, MOST = 1.0, 14.0  # inches of what is measured with


class TableTool(Enum):
    """What the mouse does."""

    LOOK = "look"
    PUT = "put"
    TAPE = "tape"
    JUMP = "jump"
    MARKER = "marker"
    TEARDROP = "teardrop"
    PUSH = "push"
    WAY = "way"
    SMOKE = "smoke"


LENGTHS = {
    TableTool.JUMP: "length",
    TableTool.MARKER: "across",
    TableTool.TEARDROP: "starts",
    TableTool.PUSH: "force",
    TableTool.SMOKE: "radius",
}
"""What each tool measures with; all others with a move."""


class TableAim(msgspec.Struct, frozen=True):
    """What a tool is held over: a mini, or a place."""

    mini: str
    at: Point


class HeldBoat(msgspec.Struct, frozen=True):
    """A boat in hand, with all who stand on it."""

    boat: VesselAt
    riders: tuple[Figure, ...]

    def moved(self, at: Point, turn: float) -> HeldBoat:
        """It lies there now, and its riders have gone along."""
        was, by = self.boat.at, math.radians(turn - self.boat.turn)
        cos, sin = math.cos(by), math.sin(by)

        def carried(rider: Figure) -> Figure:
            east, north, up = (a - b for a, b in zip(rider.at, was, strict=True))
            there = (at[0] + cos * east - sin * north, at[1] + sin * east + cos * north, at[2] + up)
            facing = (rider.facing + turn - self.boat.turn) % 360.0
            return msgspec.structs.replace(rider, at=there, facing=facing)

        return HeldBoat(VesselAt(self.boat.piece, at, turn % 360.0), tuple(map(carried, self.riders)))


class TableDesk:
    """`chosen`: who looks; `other`: who is looked at, where a pair is kept in view. `held`: the chosen mini where a
    hand has it. `pinned`: what a tool was clicked on. `base`, `body` and `side` are of the next mini that is put down.
    Raises BautaError: the file is wrong.
    """

    def __init__(self, board: Board, path: Path) -> None:
        self.board, self.path = board, path
        self.chosen = self.other = ""
        self.tool = TableTool.LOOK
        self.pinned: TableAim | None = None
        self.held: Figure | None = None
        self.boat = ""  # the one that is chosen, by its piece
        self.held_boat: HeldBoat | None = None
        self.base, self.body, self.side = 30.0, "human", ""
        self.move, self.length, self.across = 5.0, 4.0, 3.0  # inches: of a move, of a jump, of a round marker
        self.starts, self.force, self.radius = 0.0, 2.0, 1.5  # where a teardrop begins; of a push, and of smoke
        self.shows_reach = False
        self.notice, self.alert = "", False
        self._undone: list[str] = []
        self._done: list[str] = []
        self._text = ""
        self._read()

    # -- who is there -----------------------------------------------------------------------------------------

    @property
    def tableau(self) -> Tableau:
        """Everybody where they stand, the one in hand where the hand has it."""
        there, boat = self.top.tableau, self.held_boat
        held = {} if self.held is None else {self.held.id: self.held}
        if boat is not None:
            held |= {rider.id: rider for rider in boat.riders}
            others = (each for each in there.vessels if each.piece != boat.boat.piece)
            there = msgspec.structs.replace(there, vessels=(*others, boat.boat))
        if not held:
            return there
        return msgspec.structs.replace(there, figures=tuple(held.get(f.id, f) for f in there.figures))

    @property
    def figures(self) -> dict[str, Figure]:
        return {figure.id: figure for figure in self.tableau.figures}

    @property
    def sides(self) -> dict[str, str]:
        return {mini.id: mini.side for mini in self.file.minis}

    def seat(self, id: str) -> int:
        """The number of a mini's side, by which it has its colour."""
        known = list(dict.fromkeys(mini.side for mini in self.file.minis))
        return known.index(self.sides.get(id, "")) if self.sides.get(id, "") in known else len(known)

    def following(self, id: str, by: int = 1, but: str = "") -> str:
        """The mini after this one, or before it; `but` not that one."""
        ids = [each for each in self.figures if each != but]
        return "" if not ids else ids[(ids.index(id) + by) % len(ids)] if id in ids else ids[0 if by > 0 else -1]

    def choose(self, id: str) -> None:
        self.chosen, self.boat = id, ""
        if self.other == id:
            self.other = ""

    # -- what is measured with ---------------------------------------------------------------------------------

    def take(self, tool: TableTool) -> None:
        """Use another tool."""
        self.tool, self.pinned = tool, None

    @property
    def inches(self) -> float:
        """Of what the tool in hand measures with."""
        return float(getattr(self, LENGTHS.get(self.tool, "move")))

    def lengthen(self, by: float) -> None:
        """More of them, or less; smoke by halves."""
        step = by / 2 if self.tool is TableTool.SMOKE else by
        least = {TableTool.TEARDROP: 0.0, TableTool.SMOKE: 0.5}.get(self.tool, LEAST)
        setattr(self, LENGTHS.get(self.tool, "move"), min(max(self.inches + step, least), MOST))

    # -- what is done -----------------------------------------------------------------------------------------

    def put(self, at: Point) -> None:
        """Another mini, which is the chosen one from now on."""
        known = self.figures
        stem = Path(self.body).stem
        id = next(each for n in range(1, len(known) + 2) if (each := stem if n == 1 else f"{stem} {n}") not in known)
        figure = put_down(self.board, Figure(id, at, self.base, self.body), self.top.tableau)
        if figure is None:
            self.notify(say("no base of {mm:g} mm stands there", mm=self.base), alert=True)
            return
        given: dict[str, Any] = {"base": self.base, "body": kept_as(self.body, self.path), "side": self.side}
        if self._put(id, figure.at, {key: value for key, value in given.items() if value != ""}):
            self.chosen = id
            self.notify(say("{mini} is put down", mini=id))

    def let_go(self) -> None:
        """The mini in hand stands here from now on."""
        held, self.held = self.held, None
        if held is not None and held != self.figures.get(held.id):
            self._put(held.id, held.at, {})

    def carry(self, at: Point) -> None:
        """Put the chosen mini down at another place, as near as it can stand."""
        figure = self.figures.get(self.chosen)
        if figure is None:
            return
        moved = put_down(self.board, msgspec.structs.replace(figure, at=at), self.top.tableau)
        if moved is None:
            self.notify(say("no base of {mm:g} mm stands there", mm=figure.base_mm), alert=True)
        else:
            self._put(figure.id, moved.at, {})

    def choose_boat(self, piece: str) -> None:
        """Boats are moved and turned as minis are."""
        self.boat = piece
        self.notify(
            say("{boat} is chosen: drag it, turn it by Q and E; whoever is on it goes along", boat=boat_called(piece))
        )

    def take_boat(self) -> None:
        """Take the chosen boat in hand, with whoever stands on it."""
        boat = next(each for each in self.board.vessels_at(self.top.tableau) if each.piece == self.boat)
        riders = (f for f in self.top.tableau.figures if self.top.ground(f.id).vessel == boat.piece)
        self.held_boat = HeldBoat(boat, tuple(riders))

    def move_boat(self, east: float = 0.0, north: float = 0.0, turn: float = 0.0) -> None:
        """Put the chosen boat down so far from where it lies, and turned by so much."""
        self.take_boat()
        held = self.held_boat
        assert held is not None
        x, y, z = held.boat.at
        self.held_boat = held.moved((x + east, y + north, z), held.boat.turn + turn)
        self.let_boat_go()

    def let_boat_go(self) -> None:
        """The boat in hand lies here from now on, with its riders."""
        held, self.held_boat = self.held_boat, None
        if held is None:
            return
        faced = {figure.id: figure.facing for figure in self.top.tableau.figures}
        riders = {
            rider.id: (_rounded(rider.at), None if rider.facing == faced[rider.id] else round(rider.facing, 3))
            for rider in held.riders
        }
        at, turn, id = _rounded(held.boat.at), round(held.boat.turn, 3), boat_called(held.boat.piece)
        if self._keep(lambda: with_boat_moved(self.path, id, at, turn, riders)):
            self._tell_where_it_lies(held.boat.piece)

    def _tell_where_it_lies(self, piece: str) -> None:
        """It lies where the hand puts it; where a boat could not float there, that is said."""
        if words := told_of_boat(self.top, piece):
            self.notify(words, alert=True)

    def change(self, **given: Any) -> None:
        """Another id, place (just there), base, body, side or facing for the chosen mini."""
        figure = self.figures.get(self.chosen)
        if figure is None:
            return
        place = figure.at
        at = given.pop("at", place)
        if "body" in given:
            given["body"] = kept_as(given["body"], self.path)
        if not self._put(figure.id, at, given):
            return
        self.chosen = given.get("id", self.chosen)
        figure = self.figures[self.chosen]
        rest = put_down(self.board, figure, msgspec.structs.replace(self.top.tableau, figures=()))
        if at != place and (rest is None or math.dist(rest.at, figure.at) > NEAR):
            self.notify(told_of_stray(self.board, figure.at), alert=True)

    def remove(self) -> None:
        """Take the chosen mini off the table."""
        gone = self.chosen
        if self.boat:
            if self._keep(lambda: without(self.path, boat_called(self.boat))):
                self.boat = ""
        elif gone in self.figures:
            after = self.following(gone)
            self._keep(lambda: without_mini(self.path, gone))
            self.choose(after if after in self.figures else "")

    def smoke(self, at: Point) -> None:
        """Lay smoke down at a place; or take away what lies there."""
        there = next((m for m in self.file.markers if math.dist(m.at[:2], at[:2]) <= m.radius and _level(m, at)), None)
        if there is not None:
            if self._keep(lambda: without(self.path, there.id)):
                self.notify(say("{marker} is off the table", marker=there.id))
            return
        taken = {*self.figures, *(marker.id for marker in self.file.markers)}
        id = next(each for n in range(1, len(taken) + 2) if (each := "smoke" if n == 1 else f"smoke {n}") not in taken)
        place = _rounded(at)
        if self._keep(lambda: with_marker_put(self.path, id, place, {"radius": self.radius})):
            self.notify(say("{marker} is laid down; a click on it takes it away", marker=id))

    def undo(self, *, again: bool = False) -> None:
        """Take the last change back, or do it `again`; nothing from before somebody else has changed the file."""
        self.look()
        take, give = (self._undone, self._done) if again else (self._done, self._undone)
        if not take:
            self.notify(say("Nothing was taken back") if again else say("Nothing is left to take back"))
            return
        now, text = self._text, take.pop()
        if self._write(text):
            give.append(now)
            self.notify(say("Done again") if again else say("Taken back"))

    def notify(self, words: str, *, alert: bool = False) -> None:
        """Tell what was done or refused."""
        self.notice, self.alert = capital(words), alert

    # -- its file ---------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Read the file where somebody else has changed it."""
        try:
            if self.held is None and self.held_boat is None and self.path.read_text("utf-8") != self._text:
                self._read()
                self._done.clear()  # taken back, they would undo what was done outside as well
                self._undone.clear()
                self.notify(say("The file was changed outside, and read again"))
        except (OSError, ValueError, BautaError) as error:
            self.notify(reason(error), alert=True)

    def _put(self, id: str, at: Point, given: dict[str, Any]) -> bool:
        place = _rounded(at)
        return self._keep(lambda: with_mini_put(self.path, id, place, given))

    def _keep(self, made: Any) -> bool:
        """Write what is `made` of the file; False where it is refused, and why is told."""
        before = self._text
        try:
            text = made()
        except BautaError as error:
            self.notify(reason(error), alert=True)
            return False
        if text == before or not self._write(text):
            return False
        self._done = [*self._done, before][-MOST_UNDONE:]
        self._undone.clear()
        self.notify("")
        return True

    def _write(self, text: str) -> bool:
        before = self._text
        try:
            write_whole(self.path, text.encode())
        except OSError as error:
            words = say("{file}: cannot be written: {error}", file=self.path, error=error.strerror or error)
            self.notify(words, alert=True)
            return False
        try:
            self._read()
        except BautaError as error:  # a body that is none
            write_whole(self.path, before.encode())
            self._read()
            self.notify(reason(error), alert=True)
            return False
        return True

    def _read(self) -> None:
        file: TableFile = read_table(self.path)
        self.top = set_up(self.board, file, self.path)
        self.file, self._text = file, self.path.read_text("utf-8")
        for name in ("chosen", "other"):
            if getattr(self, name) not in self.figures:
                setattr(self, name, "")
        if not self.chosen and self.file.minis:
            self.chosen = self.file.minis[0].id
        if self.boat not in {boat.piece for boat in self.board.vessels_at(self.top.tableau)}:
            self.boat = ""


def _rounded(at: Point) -> tuple[float, ...]:
    return tuple(round(each, 3) + 0.0 for each in at)


def _level(marker: TableMarker, at: Point) -> bool:
    """Does a place lie in the smoke, or at its foot?"""
    return -NEAR <= at[2] - marker.at[2] <= marker.height + NEAR
