"""Sight, cover and distance between the figures of a tableau (GEO-01 to GEO-12).

What is no higher than 1" above its ground is ignored for sight and hides for cover (GEO-03); water hides nothing.
Other figures, vessels and smoke are in the way where they stand in the tableau; the two concerned never are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.files.bodies import Body, load_body
from sim.board.files.cache import KeptSolid
from sim.board.model.queries import CoverOf, DistanceOf, SightOf, SightTo
from sim.board.model.tableau import Figure, Marker, Point, Tableau, VesselAt
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import Cover, Distance, Share, Sight
from sim.geometry.ground.distance import between, flat_distance
from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.ray.rays import bounds
from sim.geometry.sight.cover import THRESHOLD, hidden_share
from sim.geometry.sight.sight import Seen, Standing, sight, sight_to_point
from sim.geometry.tolerance import LOW, TOUCH

if TYPE_CHECKING:
    from sim.board.board import Board, Part

__all__ = ["sight_scene_of"]

Floats = NDArray[np.float64]

KEPT = 256  # figures and vessels where they stood
SHARED = LOW + 1e-9  # inches between bases that one low thing may touch
MOVABLE = 1 << 15  # triangles of minis and vessels that rays meet at first; more make more room
SIDES = 32  # of a round marker's wall of smoke


class _MovableBlockers(NamedTuple):
    """What moves and blocks sight in a tableau: vessels, figures, smoke."""

    tableau: Tableau
    things: tuple[PlacedSolid, ...]
    figures: dict[str, PlacedSolid]  # those of `things`, by id


class SightScene:
    """What rays meet on a board, made once."""

    def __init__(self, board: Board) -> None:
        self.tall, self.low = _solid(board.parts, low=False), _solid(board.parts, low=True)
        if board.source is not None and not board.passing:  # boards built in code are small, and many
            self.tall, self.low = KeptSolid(self.tall, f"sight-{board.key}"), KeptSolid(self.low, f"low-{board.key}")
        self.blockers = Blockers(self.tall, movable=MOVABLE + 2 * len(self.low))  # what is low joins for cover
        self.fixed = (PlacedSolid(self.tall, Pose()), PlacedSolid(self.low, Pose()))
        self.obstacles = tuple(
            (part.name, thing)
            for part in board.parts
            if part.meaning.kind is not Kind.WATER
            for thing in part.low_things
        )
        reaches = [np.concatenate(bounds(thing.reshape(-1, 3))) for _, thing in self.obstacles]
        self.obstacle_bounds = np.array(reaches).reshape(-1, 6)
        self._vessels: dict[str, tuple[Solid, Solid]] = {}
        self._placed: dict[Figure, PlacedSolid] = {}
        self._afloat: dict[VesselAt, tuple[PlacedSolid, PlacedSolid]] = {}
        self._crowds: dict[bool, _MovableBlockers] = {}

    def movable(self, board: Board, tableau: Tableau, minis: bool) -> _MovableBlockers:
        """All that moves and blocks sight, kept while the same tableau is asked about."""
        kept = self._crowds.get(minis)
        if kept is None or kept.tableau is not tableau:
            tall = (tall for tall, _ in self.vessels(board, tableau))
            figures = {f.id: self.figure(f) for f in tableau.figures} if minis else {}
            smoke = (_smoke(m) for m in tableau.markers if m.kind == "smoke")
            kept = self._crowds[minis] = _MovableBlockers(tableau, (*tall, *figures.values(), *smoke), figures)
        return kept

    def vessels(self, board: Board, tableau: Tableau) -> list[tuple[PlacedSolid, PlacedSolid]]:
        """Each vessel where it lies: its parts that block sight, and those that are low."""
        return [self._vessel(board, where) for where in board.vessels_at(tableau)]

    def _vessel(self, board: Board, where: VesselAt) -> tuple[PlacedSolid, PlacedSolid]:
        if where not in self._afloat:
            solids = self._vessels.get(where.piece)
            if solids is None:
                parts = board.vessel(where.piece).parts
                solids = (_solid(parts, low=False), _solid(parts, low=True))
                self._vessels[where.piece] = solids
            if len(self._afloat) > KEPT:
                self._afloat.clear()
            pose = Pose(where.at, where.turn)
            self._afloat[where] = (PlacedSolid(solids[0], pose), PlacedSolid(solids[1], pose))
        return self._afloat[where]

    def figure(self, figure: Figure) -> PlacedSolid:
        """A figure's body as something in the way."""
        if figure not in self._placed:
            if len(self._placed) > KEPT:
                self._placed.clear()
            self._placed[figure] = PlacedSolid(load_body(figure.body).whole, Pose(figure.at, figure.facing), figure.id)
        return self._placed[figure]


def _solid(parts: Sequence[Part], low: bool) -> Solid:
    """What of some parts is low, or what is not, but for water."""
    chosen = [(p.name, p.faces(low)) for p in parts if p.meaning.kind is not Kind.WATER]
    chosen = [(name, triangles) for name, triangles in chosen if len(triangles)]
    if not chosen:
        return Solid(np.empty((0, 3, 3)))
    names = tuple(name for name, _ in chosen)
    if len(chosen) == 1:
        return Solid(chosen[0][1], names=names)
    part_of = np.repeat(np.arange(len(chosen), dtype=np.int32), [len(triangles) for _, triangles in chosen])
    return Solid(np.concatenate([triangles for _, triangles in chosen]), part_of, names)


def sight_scene_of(board: Board) -> SightScene:
    return board.derived("lines", lambda: SightScene(board))


@lru_cache(maxsize=256)
def _standing(figure: Figure) -> Standing:
    return Standing(load_body(figure.body).target, Pose(figure.at, figure.facing))


def _eye(figure: Figure, body: Body) -> Floats:
    return Pose(figure.at, figure.facing).out(body.eye)


@lru_cache(maxsize=64)
def _smoke(marker: Marker) -> PlacedSolid:
    """A marker's smoke: an upright prism as high as it says."""
    turns = np.arange(SIDES) * 2 * math.pi / SIDES
    ring = np.column_stack([np.cos(turns), np.sin(turns)]) * marker.radius / math.cos(math.pi / SIDES)
    foot = np.column_stack([ring, np.zeros(SIDES)])
    top = np.column_stack([ring, np.full(SIDES, marker.height)])
    faces = []
    for i in range(SIDES):
        j = (i + 1) % SIDES
        faces += [(foot[i], foot[j], top[j]), (foot[i], top[j], top[i])]
        faces += [(top[i], top[j], top[0]), (foot[j], foot[i], foot[0])] if i not in (0, SIDES - 1) else []
    return PlacedSolid(Solid(np.array(faces)), Pose(marker.at), marker.id, is_volume=True)


def _rounded(point: Floats) -> Point:
    x, y, z = (round(float(v), 6) for v in point)
    return (x, y, z)


def _sight(seen: Seen) -> Sight:
    witness = None if seen.witness is None else (_rounded(seen.witness[0]), _rounded(seen.witness[1]))
    return Sight(seen.visible, witness, seen.blocker, seen.proven, seen.grazing, round(seen.gap_bound, 6))


def answer_sight_of(board: Board, query: SightOf, tableau: Tableau) -> Sight:
    """GEO-06, 07: any point of head or torso to any point of head or torso."""
    a, b = tableau.figure(query.a), tableau.figure(query.b)
    lines = sight_scene_of(board)
    crowd = lines.movable(board, tableau, query.minis_block)
    but = [crowd.figures[f.id] for f in (a, b) if f.id in crowd.figures]
    return _sight(sight(lines.blockers, _standing(a), _standing(b), crowd.things, but=but))


def answer_sight_to(board: Board, query: SightTo, tableau: Tableau) -> Sight:
    """Any point of head or torso to the point."""
    a = tableau.figure(query.a)
    lines = sight_scene_of(board)
    crowd = lines.movable(board, tableau, query.minis_block)
    things = [p for p in crowd.things if p is not crowd.figures.get(a.id)]
    return _sight(sight_to_point(lines.blockers, _standing(a), np.array(query.point), things))


def answer_cover_of(board: Board, query: CoverOf, tableau: Tableau) -> Cover:
    """GEO-08, 09: the hidden share of the target's silhouette, from the centre of the attacker's head."""
    attacker, target = tableau.figure(query.attacker), tableau.figure(query.target)
    lines = sight_scene_of(board)
    crowd = lines.movable(board, tableau, query.minis_block)
    concerned = (crowd.figures.get(attacker.id), crowd.figures.get(target.id))
    things = [p for p in crowd.things if p not in concerned]
    if query.low_terrain:
        things.append(lines.fixed[1])
        things.extend(low for _, low in lines.vessels(board, tableau))
    eye = _eye(attacker, load_body(attacker.body))
    found = hidden_share(eye, lines.figure(target), lines.blockers, things)
    return Cover(
        hidden=round(found.share, 6),
        error=round(found.error, 6),
        in_cover=found.share + found.error >= THRESHOLD,
        eye=_rounded(eye),
        by=tuple(Share(name, round(share, 6)) for name, share in found.by),
    )


def answer_distance_of(board: Board, query: DistanceOf, tableau: Tableau) -> Distance:
    """GEO-02, 04, 05."""
    a, b = tableau.figure(query.a), tableau.figure(query.b)
    apart = between(a.at, a.radius, b.at, b.radius)
    obstacle = None
    if apart.distance <= SHARED and not apart.touch:
        obstacle = _shared_obstacle(sight_scene_of(board), a, b)
    return Distance(*apart, obstacle)


def _shared_obstacle(lines: SightScene, a: Figure, b: Figure) -> str | None:
    """The part of the low thing that both bases touch (GEO-05), or None."""
    near = _beside(lines.obstacle_bounds, a) & _beside(lines.obstacle_bounds, b)
    for number in np.flatnonzero(near):
        name, thing = lines.obstacles[number]
        if all(flat_distance(f.at, thing) <= f.radius + TOUCH for f in (a, b)):
            return name
    return None


def _beside(bounds: Floats, figure: Figure) -> NDArray[np.bool_]:
    """Which things, by their bounds, a base may touch from the side: those that it stands beside at their height."""
    (x, y, z), reach = figure.at, figure.radius + TOUCH
    low, high = bounds[:, :3], bounds[:, 3:]
    flat = (low[:, 0] <= x + reach) & (high[:, 0] >= x - reach) & (low[:, 1] <= y + reach) & (high[:, 1] >= y - reach)
    return np.asarray(flat & (low[:, 2] - LOW <= z) & (z < high[:, 2] - TOUCH))
