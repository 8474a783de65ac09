"""Kernels that measure the same scene side by side, each on a thread of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from itertools import count
from typing import TypeVar

from sim.geometry.ground.near_lists import nothing_listed
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walls import scratch

__all__ = ["apart", "in_threads"]

Found = TypeVar("Found")

MOST = 4  # threads
SHARES = 6  # for each of them: who has a processor to itself does more of the work


def in_threads(
    scene: Scene, buf: Floats, number: int, worth: int, work: Callable[[Scene, Floats, int, int], Found]
) -> list[Found]:
    """What `work` finds of so many things, in their order, in shares that threads take as they come to them: it is
    given a scene, room to reckon in, and the first and the end of those that it shall look at.

    `worth`: so many are worth another thread. Kernels note in a scene what is near: each other thread has lists of its
    own.
    """
    threads = max(1, min(MOST, os.cpu_count() or 1, number // worth))
    if threads == 1:
        return [work(scene, buf, 0, number)] if number else []
    shares = min(number, threads * SHARES)
    ends = [number * n // shares for n in range(shares + 1)]
    found: dict[int, Found] = {}
    coming = count()

    def take(n: int, own: Scene, room: Floats) -> None:
        while n < shares:
            found[n] = work(own, room, ends[n], ends[n + 1])
            n = next(coming)

    def beside() -> None:
        if (n := next(coming)) < shares:
            take(n, apart(scene), scratch())

    others = [_others().submit(beside) for _ in range(1, threads)]
    try:
        take(next(coming), scene, buf)
    except BaseException:
        shares = 0  # whoever is called away lets nobody begin anything more
        raise
    finally:
        wait(others)
    for other in others:
        other.result()
    return [found[n] for n in range(len(ends) - 1)]


@cache
def _others() -> ThreadPoolExecutor:
    """The threads beside those that ask: to begin one takes as long as many a share."""
    return ThreadPoolExecutor(MOST - 1, "side by side")


def apart(scene: Scene) -> Scene:
    """A scene with lists of its own of what is near."""
    one, two = (t.but(near=nothing_listed(t.bounds, t.x, t.y, t.slabs)) for t in scene.terrains)
    return Scene((one, two))
