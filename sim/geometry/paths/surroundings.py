"""What a search walks over and past: the ground and its lattice, the other bases, and what the mover may do. Inches,
z up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.discs import Base
from sim.geometry.ground.terrain_mesh import DIFFICULT, WATER, Floats, Scene
from sim.geometry.ground.walls import scratch
from sim.geometry.paths.heightfield import LEVELS, Heightfield, Window
from sim.geometry.paths.open_ground import open_radii

__all__ = ["MoverRules", "Surroundings", "may_enter", "search_scratch", "surroundings"]

_NEAR = 256  # nodes round one that are looked at for a better parent
_MARKS = 64  # on a short way: it is not free where it takes more


class MoverRules(NamedTuple):
    """What a mover may do: climb, make rolls; and whether it may not leave the water."""

    climb: bool
    rolls: bool
    swim: bool


@dataclass(frozen=True, eq=False)
class Scratch(KernelStruct):
    """Room to work in, for one search at a time."""

    near: NDArray[np.int64]  # nodes by which a way may lead, and how long it is at least
    bound: Floats
    marks: Floats  # of `walked`
    buf: Floats  # of `footing` and its like


def search_scratch() -> Scratch:
    """Fresh room."""
    return Scratch(np.empty(_NEAR, np.int64), np.empty(_NEAR), np.empty((_MARKS, 7)), scratch())


@dataclass(frozen=True, eq=False)
class Surroundings(KernelStruct):
    """`discs`: other bases, (n, 5). `open_radius`: how far round each place of the window a base goes freely (see
    `open_radii`); `free`: where it was found to go freely over the square to the north-east, (columns * rows, LEVELS)
    both."""

    scene: Scene
    field: Heightfield
    window: Window
    base: Base
    rules: MoverRules
    discs: Floats
    open_radius: NDArray[np.uint8]
    free: NDArray[np.uint8]
    scratch: Scratch


def surroundings(
    scene: Scene, field: Heightfield, window: Window, base: Base, rules: MoverRules, discs: Floats, scratch: Scratch
) -> Surroundings:
    """The surroundings within a window of the field, which must have been measured."""
    free = np.zeros((window.columns * window.rows, LEVELS), np.uint8)
    return Surroundings(scene, field, window, base, rules, discs, open_radii(field, window), free, scratch)


@njit_noref
def may_enter(rules: MoverRules, bits: int) -> bool:
    """May the mover be on such ground?"""
    return not (rules.swim and not bits & WATER) and not (not rules.rolls and bits & DIFFICULT)
