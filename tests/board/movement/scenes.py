"""Small boards built from boxes, and a mini on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import (
    DropOf,
    GroundOf,
    JumpAlong,
    Mover,
    NearestSpot,
    PathAlong,
    PathTo,
    PushAlong,
    ReachOf,
)
from sim.board.model.tableau import Figure, Point, Tableau, VesselAt
from sim.board.model.terrain import Kind, Meaning, Obstacle, VesselKind
from sim.board.model.verdicts import Drop, Ground, JumpSweep, Path, Push, Reach, Spot, Verdict

R = 15 / 25.4  # of a 30 mm base
STREET = Meaning(climbable=False)
HOUSE = Meaning()
WATER = Meaning(kind=Kind.WATER, climbable=False)
ROUGH = Meaning(kind=Kind.DIFFICULT)
LADDER = Meaning(kind=Kind.LADDER)
BARRED = Meaning(kind=Kind.IMPASSABLE)
GONDOLA = Meaning(vessel=VesselKind.GONDOLA, unstable=True, obstacle=Obstacle.LARGE)

Part = tuple[str, Meaning, NDArray[np.float64]]


def block(x: float, y: float, z: float, to_x: float, to_y: float, to_z: float) -> NDArray[np.float64]:
    """A closed box between two corners."""
    c = np.array([(u, v, w) for w in (z, to_z) for v in (y, to_y) for u in (x, to_x)])
    faces = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4)]
    faces += [(1, 3, 7), (1, 7, 5), (3, 2, 6), (3, 6, 7), (2, 0, 4), (2, 4, 6)]
    return np.asarray(c[np.array(faces)])


def wedge(x: float, y: float, to_x: float, to_y: float, rise: float) -> NDArray[np.float64]:
    """A closed ramp from z = 0 in the west up to `rise` in the east."""
    a, b, c, d = (x, y, 0.0), (to_x, y, 0.0), (to_x, to_y, 0.0), (x, to_y, 0.0)
    e, f = (to_x, y, rise), (to_x, to_y, rise)
    faces = [(a, c, b), (a, d, c), (a, e, f), (a, f, d), (a, b, e), (b, c, f), (b, f, e), (c, d, f)]
    return np.array(faces)


def street(size: float = 20.0) -> Part:
    return ("ground/street", STREET, block(0, 0, -2, size, size, 0))


def board(*parts: Part, size: float = 20.0) -> Board:
    return Board.from_parts(parts, size=(size, size))


def town() -> Board:
    """A street with a house, a crate, steps, a ramp; a canal beyond it with a quay, and the other bank."""
    return board(
        street(),
        ("house/walls", HOUSE, block(6, 6, 0, 10, 10, 3)),
        ("house/ladder", LADDER, block(8.8, 5.9, 0, 9.2, 6, 3)),
        ("crate/box", HOUSE, block(3, 12, 0, 4, 13, 0.9)),
        ("rubble/stones", ROUGH, block(12, 2, 0, 15, 5, 0.1)),
        ("steps/low", HOUSE, block(12, 12, 0, 17, 17, 0.8)),
        ("steps/high", HOUSE, block(13.5, 12, 0.8, 17, 17, 1.6)),
        ("canal/water", WATER, block(20, 0, -2, 25, 20, -0.75)),
        ("ground/bank", STREET, block(25, 0, -2, 30, 20, 0)),
    )


class Scene:
    """A board with one mini "a" and others, and its questions in short."""

    def __init__(self, board: Board, at: Point, *others: Figure, base_mm: float = 30.0, **more: object) -> None:
        self.board = board
        self.tableau = Tableau((Figure("a", at, base_mm), *others), **more)  # type: ignore[arg-type]

    def ask(self, query: object) -> Verdict:
        return self.board.answer(query, self.tableau)  # type: ignore[arg-type]

    def ground(self, at: Point | None = None) -> Ground:
        found = self.ask(GroundOf("a", at))
        assert isinstance(found, Ground)
        return found

    def drop(self, at: Point) -> Drop:
        found = self.ask(DropOf("a", at))
        assert isinstance(found, Drop)
        return found

    def along(self, *corners: Point, move: float = 30.0, **how: object) -> Path:
        found = self.ask(PathAlong(Mover("a", move, **how), corners))  # type: ignore[arg-type]
        assert isinstance(found, Path)
        return found

    def path(self, to: Point, move: float = 30.0, avoid_rolls: bool = False, **how: object) -> Path:
        found = self.ask(PathTo(Mover("a", move, **how), to, avoid_rolls))  # type: ignore[arg-type]
        assert isinstance(found, Path)
        return found

    def reach(self, move: float, **how: object) -> Reach:
        found = self.ask(ReachOf(Mover("a", move, **how)))  # type: ignore[arg-type]
        assert isinstance(found, Reach)
        return found

    def jump(
        self, to: Point, length: float, run_on: float = 0.0, enemies: tuple[str, ...] = (), wobble: float = 0.0
    ) -> JumpSweep:
        found = self.ask(JumpAlong("a", to, length, run_on, enemies, wobble=wobble))
        assert isinstance(found, JumpSweep)
        return found

    def push(self, to: Point, length: float) -> Push:
        found = self.ask(PushAlong("a", to, length))
        assert isinstance(found, Push)
        return found

    def spot(self, near: Point, limit: float, **how: object) -> Spot:
        found = self.ask(NearestSpot("a", near, limit, **how))  # type: ignore[arg-type]
        assert isinstance(found, Spot)
        return found


def afloat(at: Point = (22.5, 10, -0.75), turn: float = 90.0) -> tuple[Board, VesselAt]:
    """The town with a gondola on its canal."""
    hull = ("gondola/hull", GONDOLA, block(-3.5, -0.65, -0.2, 3.5, 0.65, 0.4))
    parts = [(p.name, p.meaning, p.triangles) for p in town().parts]
    return board(*parts, hull), VesselAt("gondola", at, turn)
