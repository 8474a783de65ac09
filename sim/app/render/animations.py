"""What moves over time: figures and vessels on their ways."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from sim.board.model.tableau import Point

__all__ = ["Animations", "Pose"]

TURNED = 20.0  # degrees of a turn that take as long as an inch
Pose = tuple[Point, float]
"""A place and a turn in degrees."""


class _Animation(msgspec.Struct, frozen=True):
    began: float
    """Seconds of the clock of all movements."""
    lasts: float
    at: Callable[[float], Pose]
    """The pose at a share of the way, from 0 to 1."""


class Animations:
    """The movements under way, each by the id of what moves; time passes in `step`."""

    def __init__(self) -> None:
        self._under_way: dict[str, _Animation] = {}
        self._clock = 0.0

    def __bool__(self) -> bool:
        return bool(self._under_way)

    def __contains__(self, id: str) -> bool:
        return id in self._under_way

    def walk(self, id: str, points: Sequence[Point], turn: float, seconds: float) -> None:
        """Along these points in so many seconds, facing where it goes; `turn` is how it faces before."""
        ways = np.asarray(points, dtype=np.float64)
        lengths = np.linalg.norm(np.diff(ways, axis=0), axis=1)
        along = np.concatenate([[0.0], np.cumsum(lengths)])
        if len(ways) < 2 or along[-1] < 1e-6:
            return
        last = [turn]

        def at(share: float) -> Pose:
            far = along[-1] * share
            leg = min(int(np.searchsorted(along, far, side="right")) - 1, len(lengths) - 1)
            part = (far - along[leg]) / max(float(lengths[leg]), 1e-9)
            x, y, z = ways[leg] + (ways[leg + 1] - ways[leg]) * part
            dx, dy = ways[leg + 1][:2] - ways[leg][:2]
            if math.hypot(dx, dy) > 1e-3:
                last[0] = math.degrees(math.atan2(dy, dx))
            return (float(x), float(y), float(z)), last[0]

        self._under_way[id] = _Animation(self._clock, max(seconds, 1e-3), at)

    def sail(self, id: str, poses: Sequence[Pose], seconds: float) -> None:
        """From pose to pose in so many seconds, turning evenly the shorter way round."""
        places = np.array([at for at, _ in poses])
        turns = np.unwrap([turn for _, turn in poses], period=360.0)
        steps = np.linalg.norm(np.diff(places, axis=0), axis=1) + np.abs(np.diff(turns)) / TURNED
        along = np.concatenate([[0.0], np.cumsum(steps)])

        def at(share: float) -> Pose:
            x, y, z, turn = (float(np.interp(along[-1] * share, along, row)) for row in (*places.T, turns))
            return (x, y, z), turn

        self._under_way[id] = _Animation(self._clock, max(seconds, 1e-3), at)

    def forget(self, id: str) -> None:
        """Whoever moves is no longer there."""
        self._under_way.pop(id, None)

    def end_all(self) -> list[str]:
        """Forget all movements; gives whose they were."""
        ended = list(self._under_way)
        self._under_way.clear()
        return ended

    def step(self, seconds: float) -> dict[str, Pose | None]:
        """Let time pass: where each is now, eased in and out; None where it has arrived."""
        self._clock += seconds
        poses: dict[str, Pose | None] = {}
        for id, movement in list(self._under_way.items()):
            share = (self._clock - movement.began) / movement.lasts
            if share >= 1.0:
                del self._under_way[id]
                poses[id] = None
            else:
                poses[id] = movement.at(share * share * (3 - 2 * share))
        return poses
