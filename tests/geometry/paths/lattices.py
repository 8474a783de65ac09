"""Small lattices for the tests of ways: a street with a thing or two on it, measured for a small base. Inches, z up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.ground.discs import Base
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.paths.climb_links import NO_CLIMB_LINKS, find_climb_links, points_on
from sim.geometry.paths.heightfield import LEVELS, Heightfield, empty_heightfield, nearest_column, whole_window
from sim.geometry.paths.measuring import measure
from sim.geometry.paths.neighbours import UNLINKED, Steps, link_neighbours
from sim.geometry.paths.search_graph import NO_GOAL, SearchGraph, search_graph
from sim.geometry.paths.surroundings import MoverRules, Surroundings, search_scratch, surroundings
from sim.geometry.paths.theta_star import search
from tests.geometry.ground.scenes import BUF, NOBODY, Thing, scene_of, street

BASE = Base(0.25, 2.0)
WALKS, ROLLS, SWIMS = MoverRules(True, False, False), MoverRules(True, True, False), MoverRules(True, False, True)


class Land(NamedTuple):
    """A scene and its lattice."""

    scene: Scene
    field: Heightfield

    def around(self, rules: MoverRules = WALKS, discs: Floats = NOBODY) -> Surroundings:
        window = whole_window(self.field)
        return surroundings(self.scene, self.field, window, BASE, rules, discs, search_scratch())

    def place(self, x: float, y: float) -> int:
        """The highest place of the column nearest to a point."""
        i, j = nearest_column(self.field, x, y)
        return (j * self.field.columns + i) * LEVELS

    def steps(self) -> Steps:
        made: Steps = np.full((len(self.field.count), LEVELS, 8), UNLINKED, np.int8)
        link_neighbours(self.scene, self.field, BASE, made, whole_window(self.field), BUF)
        return made

    def climbs(self) -> Floats:
        return find_climb_links(self.scene, points_on(self.scene.terrains[0].ledges), BASE, BUF)


def land_of(*things: Thing, size: tuple[float, float] = (2.0, 2.0)) -> Land:
    """A street so large, from 0, 0 on, with these things, all of it measured."""
    scene = scene_of(street((0.0, 0.0, -1.0), (*size, 0.0)), *things)
    return lattice_over(scene, size)


def lattice_over(scene: Scene, size: tuple[float, float]) -> Land:
    field = empty_heightfield((0.0, 0.0, *size))
    measure(scene, field, whole_window(field), BASE, BUF)
    return Land(scene, field)


def at(x: float, y: float, ground: float = 0.0) -> Floats:
    """A place as a search takes it, where the base rests on its ground."""
    return np.array([x, y, ground, ground])


def found(
    land: Land,
    start: Floats,
    goal: Floats = NO_GOAL,
    budget: float = 9.0,
    rules: MoverRules = WALKS,
    discs: Floats = NOBODY,
    links: Floats = NO_CLIMB_LINKS,
) -> SearchGraph:
    return search(search_graph(land.around(rules, discs), start, goal, links, budget, BASE.radius))
