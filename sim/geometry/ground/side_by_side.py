"""Kernels that measure the same scene side by side, each on a thread of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from sim.geometry.ground.near_lists import nothing_listed
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walls import scratch

__all__ = ["apart", "in_threads"]

Found = TypeVar("Found")

MOST = 4  # threads


def in_threads(
    scene: Scene, buf: Floats, count: int, worth: int, work: Callable[[Scene, Floats, int, int], Found]
) -> list[Found]:
    """What `work` finds of so many things, in their order: it is given a scene, room to reckon in, and the first and
    the end of those that it shall look at.

    `worth`: so many are worth another thread. Kernels note in a scene what is near: each other thread has lists of its
    own.
    """
    threads = max(1, min(MOST, os.cpu_count() or 1, count // worth))
    ends = [count * n // threads for n in range(threads + 1)]
    if threads == 1:
        return [work(scene, buf, 0, count)] if count else []
    with ThreadPoolExecutor(threads - 1) as pool:
        others = [pool.submit(work, apart(scene), scratch(), *ends[n : n + 2]) for n in range(1, threads)]
        return [work(scene, buf, 0, ends[1]), *(other.result() for other in others)]


def apart(scene: Scene) -> Scene:
    """A scene with lists of its own of what is near."""
    one, two = (replace(t, near=nothing_listed(t.bounds, t.x, t.y, t.slabs)) for t in scene.terrains)
    return Scene((one, two))
