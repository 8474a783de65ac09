"""A search for one mover over the lattice of places: where it begins, what it may do, what is in its way."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import Mover
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.movement.askew_climbs import askew_from
from sim.board.movement.lattice import lattice_of
from sim.board.movement.nav_scene import body_height, discs_of, nav_scene_of
from sim.board.movement.paths import trace
from sim.board.movement.standing import carries, point
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.discs import DISC_RADIUS
from sim.geometry.ground.footing import clearance, footing
from sim.geometry.ground.placement import PEEK
from sim.geometry.paths.clearance import has_any
from sim.geometry.paths.climb_links import (
    COST,
    FOOT_X,
    FOOT_Y,
    NO_CLIMB_LINKS,
    OVER,
    ROLL,
    TOP_REST,
    TOP_X,
    TOP_Y,
)
from sim.geometry.paths.heightfield import SPACING, Window, window_between
from sim.geometry.paths.search_graph import NO_GOAL, SearchGraph, search_graph
from sim.geometry.paths.surroundings import MoverRules, Surroundings, surroundings
from sim.geometry.paths.theta_star import ENEMY_MARGIN, search

__all__ = ["PathSearch", "Start"]

Floats = NDArray[np.float64]

_SPOT = 0.06  # how far a way keeps from a place where it was refused
_ONE_ACTION = 10.0  # inches: nobody goes further in one
_TOPS = 8  # places on top of a wall that are tried for one who hangs on it
_ASIDE, _ASIDES = 0.05, 8  # inches of a short step that a way may begin with, and how many are tried


class Start(NamedTuple):
    """Where a search begins (x, y, ground, rest), and what leads there: the corner, the inches, whether by a roll."""

    corners: tuple[Point, ...]
    at: Floats
    cost: float
    rolls: bool


class PathSearch:
    """Searches for one mover."""

    def __init__(self, board: Board, mover: Mover, tableau: Tableau, beyond: float = 0.0) -> None:
        """`beyond`: how many inches further than the move ways are looked for."""
        self.board, self.mover, self.tableau = board, mover, tableau
        self.farthest = float(mover.move) + beyond
        self.figure: Figure = tableau.figure(mover.figure)
        self.nav = nav_scene_of(board, tableau, mover.figure)
        self.scene = self.nav.scene
        self.r, self.tall, self.buf = self.figure.radius, body_height(self.figure.base_mm), self.nav.buf
        self.discs, self.others = discs_of(tableau, (mover.figure, *mover.ignore))
        self.barred: list[Point] = []  # places that ways must keep from
        self.lattice = lattice_of(board, self.nav, self.figure.base_mm)
        self._searched: Surroundings | None = None
        self._askew: dict[bytes, Floats] = {}

    def window(self, reach: float, goal: Floats | None = None, beside: float = 0.0) -> Window:
        """The part of the field within so many inches, measured; of ways to a goal, or so near it, all that are no
        longer."""
        field = self.lattice.field
        x, y, _ = self.figure.at
        if goal is not None and len(goal):  # an ellipse, and the circle round it
            x, y, reach = (x + goal[0]) / 2, (y + goal[1]) / 2, (reach + beside) / 2
        window = window_between(
            field,
            math.floor((x - reach - field.x) / SPACING) - 2,
            math.floor((y - reach - field.y) / SPACING) - 2,
            math.ceil((x + reach - field.x) / SPACING) + 2,
            math.ceil((y + reach - field.y) / SPACING) + 2,
        )
        self.lattice.measure(window)
        return window

    def start(self) -> Floats | None:
        """Where the search begins: x, y, ground and rest; None in mid-air."""
        x, y, z = map(float, self.figure.at)
        found = footing(self.scene, x, y, z + PEEK, self.r, self.tall, self.buf)
        if not carries(found, z):
            return None
        ground, rest_z, _, _, _ = found
        return np.array([x, y, ground, rest_z])

    def starts(self) -> list[Start]:
        """Where ways along the ground begin: where it stands, or, on a wall, at the foot of it and on top."""
        begun = self.start()
        if begun is not None:
            return [Start((), begun, 0.0, rolls=False)]
        x, y, z = map(float, self.figure.at)
        if self.mover.fly or self.mover.ethereal or not self.mover.climb:
            return []
        climbs = self.lattice.climbs_near(x, y, 2 * self.r + OVER)
        near = climbs[np.argsort(np.hypot(climbs[:, FOOT_X] - x, climbs[:, FOOT_Y] - y), kind="stable")]
        tops = [point(*row[[TOP_X, TOP_Y, TOP_REST]]) for row in near if row[TOP_REST] > z]
        _, foot, which, _, _ = footing(self.scene, x, y, z, self.r, self.tall, self.buf)
        feet = [point(x, y, foot)] if which >= 0 else []
        return [*self._reached(feet), *self._reached(tops[:_TOPS])]

    def asides(self) -> list[Start]:
        """Ways along the ground that begin with a short step. Whoever stands in contact with a rounded wall does not
        get along it in a straight line, where the lattice may see one that grazes it."""
        x, y, z = map(float, self.figure.at)
        begun = []
        for turn in range(_ASIDES):
            angle = 2 * math.pi * turn / _ASIDES
            begun += self._reached([point(x + _ASIDE * math.cos(angle), y + _ASIDE * math.sin(angle), z)])
        return [start for start in begun if not start.rolls]

    def _reached(self, places: list[Point]) -> list[Start]:
        """The first of these places that it gets to straight on, or by a climb from the wall that it hangs on."""
        for place in places:
            path = trace(self.board, self.mover, (place,), self.tableau)
            end = path.points[-1]
            if path.refusal is None and path.ends.whole:
                ground = footing(self.scene, *end[:2], end[2] + 0.05, self.r, self.tall, self.buf)[0]
                return [Start((end,), np.array([end[0], end[1], ground, end[2]]), path.cost, rolls=path.rolls > 0)]
        return []

    def bases(self, met: tuple[str, ...] = ()) -> Floats:
        """Other bases as a way keeps clear of them: enemies a little further, so that it does not charge them."""
        rows = self.discs.copy()
        for k, other in enumerate(self.others):
            if other.id in self.mover.enemies and self.mover.charge and other.id not in met:
                rows[k, DISC_RADIUS] += ENEMY_MARGIN + 2 * bits.SLACK
        if self.barred:
            tall = 2.0 + bits.STEP  # they are told on the ground, and whom they bar may rest a step above it
            spots = [(x, y, z - 1.0, _SPOT - self.r, tall) for x, y, z in self.barred]
            rows = np.concatenate([rows, np.array(spots)])
        return rows

    def has(self, window: Window, bit: int) -> bool:
        """Is there such ground in the window?"""
        return bool(has_any(self.lattice.field, window, bit))

    def width(self, start: Floats) -> float:
        """The radius that has room where the mover is: a base that a wall overlaps may still walk away from it."""
        x, y, ground, _ = map(float, start)
        return min(self.r, float(clearance(self.scene, x, y, ground, self.tall, self.r, self.buf)) + 1e-4)

    def find(
        self,
        start: Start,
        goal: Floats,
        budget: float,
        rolls: bool,
        met: tuple[str, ...] = (),
        *,
        askew: bool = False,
    ) -> SearchGraph:
        """Search for ways that are no longer than `budget`, with what leads to the start.

        `askew`: with climbs askew from the start, also where this search does not roll for them: another may go on.
        """
        links = self.lattice.climbs_within(self.figure.at, budget) if self.mover.climb else NO_CLIMB_LINKS
        if askew:
            links = np.concatenate([links, self.askew_from(start)])
        land = self.land(self.window(budget, goal), rolls, self.bases(met))
        return search(search_graph(land, start.at, goal, links, budget - start.cost, self.width(start.at)))

    def find_round(self, start: Start, x: float, y: float, beside: float, budget: float, rolls: bool) -> SearchGraph:
        """Search for ways that are no longer than `budget` to everywhere that is so near to a place."""
        links = self.lattice.climbs_within(self.figure.at, budget) if self.mover.climb else NO_CLIMB_LINKS
        towards = np.array([x, y, beside])
        land = self.land(self.window(budget, towards, beside), rolls, self.bases())
        left, width = budget - start.cost, self.width(start.at)
        return search(search_graph(land, start.at, NO_GOAL, links, left, width, towards))

    def rolls_may_shorten(self, start: Start, goal: Floats, cost: float) -> bool:
        """May a way from a start be shorter than one of this cost, for who rolls? There is difficult ground or a ruin
        near, or a climb that takes a roll, and leads there and on to the goal with less."""
        window = self.window(cost, goal)
        if self.has(window, bits.DIFFICULT) or self.has(window, bits.RUIN):
            return True
        if not self.mover.climb:
            return False
        links = self.lattice.climbs_within(self.figure.at, cost)
        rolled = links[links[:, ROLL] != 0.0]
        foot, top = rolled[:, [FOOT_X, FOOT_Y]], rolled[:, [TOP_X, TOP_Y]]
        up = np.hypot(*(foot - start.at[:2]).T) + np.hypot(*(top - goal[:2]).T)
        down = np.hypot(*(top - start.at[:2]).T) + np.hypot(*(foot - goal[:2]).T)
        return bool((start.cost + rolled[:, COST] + np.minimum(up, down) < cost).any())

    def askew_from(self, start: Start) -> Floats:
        """The climbs askew from a start, within the move and one action; looked for once."""
        if not self.mover.climb:
            return NO_CLIMB_LINKS
        key = start.at.tobytes()
        if key not in self._askew:
            move = min(float(self.mover.move), _ONE_ACTION)
            links = self.lattice.climbs_within(self.figure.at, move)
            known = self.lattice.followed.of(start.at)
            self._askew[key] = askew_from(self.nav, start.at, self.figure.base_mm, links, move - start.cost, known)
        return self._askew[key]

    def land(self, window: Window, rolls: bool, discs: Floats) -> Surroundings:
        """What lies round the mover; what is known of the ground goes on from one search to the next."""
        rules = MoverRules(self.mover.climb, rolls, self.mover.water_only)
        if self._searched is not None and self._searched.window == window:
            self._searched = self._searched.but(rules=rules, discs=discs)
        else:
            self._searched = surroundings(
                self.scene, self.lattice.field, window, self.lattice.base, rules, discs, self.lattice.scratch
            )
        return self._searched
