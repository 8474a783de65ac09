"""What is drawn of an event, as a list of marks, and the board as triangles for rays: to check the one by the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.table.evidence_marks import About, mark
from sim.board.board import Board
from sim.board.files.bodies import load_body
from sim.board.model.tableau import BASE_HEIGHT, Figure, Point, Tableau, VesselAt
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import Leg, Verdict
from sim.carnevale.events import Event
from sim.carnevale.state import State
from sim.geometry.ray.ray_scene import RayScene
from tests.shapes import cylinder

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
RIM = 0.003  # inches: a base may stand on what only its rim is over
NEAR = 0.08  # inches: what lies no farther under a base carries it
PULLED = 0.002  # inches that the ends of a line are left out: they lie on what they touch


class Sketch:
    """Stands for the overlay: keeps what is drawn."""

    def __init__(self) -> None:
        self.lines: list[list[Point]] = []
        self.dotted: list[Point] = []
        self.rings: list[Point] = []
        self.ghosts: list[Point] = []
        self.labels: list[str] = []

    def line(self, points: Sequence[Point], *look: Any, **more: Any) -> None:
        if len(points) > 1:
            self.lines.append(list(points))

    def arrow(self, start: Point, end: Point, *look: Any) -> None:
        self.lines.append([start, end])

    def dots(self, points: Sequence[Point], *look: Any) -> None:
        self.dotted += list(points)

    def ring(self, at: Point, *look: Any) -> None:
        self.rings.append(at)

    def ghost(self, at: Point, *look: Any) -> None:
        self.ghosts.append(at)

    def label(self, at: Point, text: str, *look: Any) -> None:
        self.labels.append(text)


def sketched(verdict: Verdict | Leg, event: Event, before: State) -> Sketch:
    """What is drawn of one verdict of an event."""
    sketch = Sketch()
    mark(verdict, About(event, before), sketch)  # type: ignore[arg-type]
    return sketch


class Scenery:
    """A board as triangles: what stands in the way of sight, and all that is solid."""

    def __init__(self, board: Board) -> None:
        self.board = board
        hard = [part for part in board.parts if part.meaning.kind is not Kind.WATER]
        self.tall = _rays(part.triangles[~part.low_faces] for part in hard)
        self.solid = _rays(part.triangles for part in hard)
        self.all = _rays(part.triangles for part in board.parts)
        self._others: dict[tuple[str, VesselAt | Figure], RayScene] = {}

    def clear(self, lines: Sequence[Sequence[Point]], tableau: Tableau, *, low: bool, minis: Sequence[Figure]) -> bool:
        """Do these lines touch nothing? `low`: not what sight ignores either."""
        starts, ends = _segments(lines)
        if not len(starts):
            return True
        in_the_way = [self.solid if low else self.tall]
        in_the_way += [self._vessel(where, low) for where in self.board.vessels_at(tableau)]
        in_the_way += [self._body(figure) for figure in minis]
        return not any(scene.occluded(starts, ends).any() for scene in in_the_way if len(scene))

    def ground_under(self, at: Point, radius: float, tableau: Tableau, up: float = 0.03) -> float:
        """How far under a base that is next which carries it, water counted: low things may stand up beside it.

        Where few rays find nothing so near, many are cast: a corner of a crate may carry a base between them.
        """
        few = self._next_under(at, radius * np.array([0.3, 0.6, 0.8, 0.9]), radius, tableau, up, every=6)
        if few < NEAR:
            return few
        return min(few, self._next_under(at, radius * np.linspace(0.02, 1.0, 50), radius, tableau, up, every=1))

    def _next_under(
        self, at: Point, rings: NDArray[np.float64], radius: float, tableau: Tableau, up: float, *, every: int
    ) -> float:
        turns = np.linspace(0, 2 * np.pi, 360, endpoint=False)
        rim = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(360)])
        disc = [np.zeros((1, 3)), *(rim[::every] * ring for ring in rings), rim * (radius + RIM)]
        starts = np.concatenate(disc) + np.array(at) + np.array([0.0, 0.0, up])
        down = np.tile(np.array([0.0, 0.0, -1.0]), (len(starts), 1))
        found = []
        for scene in [self.all, *(self._vessel(where, True) for where in self.board.vessels_at(tableau))]:
            if len(scene):
                hit, along = scene.first_hits(starts, down)
                found += list(along[hit >= 0])
        return min(found, default=np.inf) - up

    def _vessel(self, where: VesselAt, low: bool) -> RayScene:
        key = (f"vessel {low}", where)
        if key not in self._others:
            parts = [p for p in self.board.vessel(where.piece).parts if p.meaning.kind is not Kind.WATER]
            own = [p.triangles if low else p.triangles[~p.low_faces] for p in parts]
            self._others[key] = _rays(_placed(triangles, where.at, where.turn) for triangles in own)
        return self._others[key]

    def _body(self, figure: Figure) -> RayScene:
        key = ("body", figure)
        if key not in self._others:
            base = cylinder(figure.radius - RIM, BASE_HEIGHT)
            mini = np.concatenate([load_body(figure.body).whole.rays.triangles, base])
            self._others[key] = RayScene(_placed(mini, figure.at, figure.facing))
        return self._others[key]


class Drawn(msgspec.Struct):
    """An event with the board as it was before it."""

    number: int
    event: Any
    before: State


@cache
def scenery(name: str) -> Scenery:
    return Scenery(Board.load(name))


def _placed(triangles: Floats, at: Point, turn: float) -> Floats:
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    x, y, z = (triangles[..., axis] for axis in range(3))
    return np.stack([c * x - s * y + at[0], s * x + c * y + at[1], z + at[2]], axis=-1)


def _rays(triangles: Any) -> RayScene:
    kept = [t for t in triangles if len(t)]
    return RayScene(np.concatenate(kept) if kept else np.empty((0, 3, 3)))


def _segments(lines: Sequence[Sequence[Point]]) -> tuple[Floats, Floats]:
    """The stretches of some lines, their ends pulled in a little; those that are shorter are left out."""
    starts = np.array([p for line in lines for p in line[:-1]], dtype=np.float64).reshape(-1, 3)
    ends = np.array([p for line in lines for p in line[1:]], dtype=np.float64).reshape(-1, 3)
    way = ends - starts
    length = np.linalg.norm(way, axis=1)
    long = length > 3 * PULLED
    pull = way[long] / length[long, None] * PULLED
    return starts[long] + pull, ends[long] - pull
