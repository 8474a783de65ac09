"""A moment of a film in motion: minis walk, leap and fall, vessels glide, riders with them.

The table plays its own game so, and so do films and videos of them.
"""

from __future__ import annotations

from cmath import exp
from collections.abc import Mapping
from math import radians

from sim.app.render.board_view import BoardView
from sim.carnevale.film import FilmMoment, FilmPose

__all__ = ["set_in_motion"]


def _sail(view: BoardView, moment: FilmMoment, before: Mapping[str, FilmPose], boat: str, seconds: float) -> None:
    """A vessel goes round bends, and turns whoever is aboard with it."""
    lay = before[boat]
    course = [(lay.at[0], lay.at[1], lay.turn), *moment.course]
    for id in moment.poses.keys() & before.keys():
        was = before[id]
        seat = complex(was.at[0] - lay.at[0], was.at[1] - lay.at[1])
        poses = []
        for x, y, turn in course:
            carried = complex(x, y) + seat * exp(1j * radians(turn - lay.turn))
            poses.append(((carried.real, carried.imag, was.at[2]), was.turn + turn - lay.turn))
        view.animate_course(id, poses, seconds)


def set_in_motion(view: BoardView, moment: FilmMoment, before: Mapping[str, FilmPose], seconds: float) -> None:
    """Begin what moves in a moment, from how all stood before it. Whoever has a path goes it, all else straight."""
    if seconds <= 0:
        return
    boat = next((id for id, pose in moment.poses.items() if pose is not None and pose.kind == "vessel"), None)
    if moment.course and boat is not None and boat in before:
        _sail(view, moment, before, boat, seconds)
        return
    for id, pose in moment.poses.items():
        was = before.get(id)
        if pose is None or was is None or was.kind == "marker":
            continue
        way = moment.path if id == moment.who else ()
        if way and moment.kind == "jumped":
            view.animate_jump(id, way, seconds)
        elif way or was.at != pose.at:
            view.animate_move(id, [was.at, *(way or [pose.at])], seconds)
