"""Where the pointer was as each button went down and up: a frame may last longer than a click and the move after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["PointerPath", "places_of"]

BEFORE_DATA = -51  # sort of a task that runs before the pointer's data are passed on, with which its path is gone

Place = tuple[float, float]
Press = tuple[bool, str]  # did it go down? and its name


class PointerPath:
    """The path of one window's pointer since it was last asked for. `window` has the input device."""

    def __init__(self, window: Any, tasks: Any) -> None:
        from panda3d.core import ClockObject

        self._clock = ClockObject.get_global_clock()
        self._device = window.get_input_device(0)
        self._device.enable_pointer_events()
        self._frame = 0.0  # when the last frame was: what happens bears the time of a frame
        self._told: list[Place] = []
        self._before: Place | None = None  # the last that was told before these
        tasks.add(self._follow, "pointer-path", sort=BEFORE_DATA)

    def _follow(self, task: Any) -> Any:
        path = self._device.get_pointer_events()
        frames, self._frame = (self._frame, self._clock.frame_time), self._clock.frame_time
        for i in range(path.get_num_events() if path is not None else 0):
            if path.get_time(i) in frames:  # else somebody asked where it is, and nothing happened
                self._told.append((float(path.get_xpos(i)), float(path.get_ypos(i))))
        return task.cont

    def places(self, presses: Sequence[Press], now: Place) -> list[Place]:
        """Where it was at each of them; the path begins anew."""
        told, self._told = self._told, []
        before, self._before = self._before, told[-1] if told else self._before
        return places_of(told, before, presses, now)


def places_of(told: Sequence[Place], before: Place | None, presses: Sequence[Press], now: Place) -> list[Place]:
    """Where the pointer was at each press, in their order; `now`, where nothing tells it.

    The system tells its place with each move, and once more with each button: so where it is told twice, there was a
    button. A button goes down and up in the first place that was told often enough for both.
    """
    stops, times = list[Place](), list[int]()
    for place in told:
        if place == before and stops and stops[-1] == place:
            times[-1] += 1
        elif place == before:
            stops.append(place)
            times.append(1)
        before = place
    found, first = list[Place](), 0
    for index, (down, name) in enumerate(presses):
        wanted = 2 if down and (False, name) in presses[index + 1 : index + 2] else 1
        left = range(first, len(stops))
        at = next((k for k in left if times[k] >= wanted), next((k for k in left if times[k]), None))
        if at is None:
            found.append(now)
        else:
            found.append(stops[at])
            times[at] -= 1
            first = at
    return found
