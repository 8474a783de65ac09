"""A moment of a film in motion: minis walk, leap and fall, vessels glide, riders with them.

The table plays its own game so, and so do films and videos of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.app.render.board_view import BoardView
from sim.carnevale.film import FilmMoment, FilmPose

__all__ = ["set_in_motion"]


def set_in_motion(view: BoardView, moment: FilmMoment, before: Mapping[str, FilmPose], seconds: float) -> None:
    """Begin what moves in a moment, from how all stood before it. Whoever has a path goes it, all else straight."""
    if seconds <= 0:
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
