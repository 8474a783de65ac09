"""Bauta: a 3D tabletop simulator for the skirmish game of rooftops, canals and gondolas.

For notebooks and other programs:

    import sim

    top = sim.load("san-canciano").with_mini("a", (28, 14)).with_mini("b", (28, 24))
    sight = top.sight("a", "b")
    print(sight.visible, top.cover("a", "b").hidden, top.distance("a", "b").distance)
    top.plot(sight, to="sight.png")
    sim.play_game(north="greedy", south="random", seed=7)

Lengths are inches, points tuples (x east, y north, z up). What was given wrongly raises `BautaError`, in one line
that says what is wrong and what would mend it. Importing this package alone loads nothing else; each name of
`__all__` is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.lazy import handed_on
from sim.version import __version__

if TYPE_CHECKING:
    from sim.api.boards import from_mesh, from_parts, load
    from sim.api.games import play_game
    from sim.api.shapes import box, cylinder
    from sim.api.tabletop import Tabletop
    from sim.board.board import Board
    from sim.board.model.journeys import Journey
    from sim.board.model.tableau import Figure, Marker, Tableau, VesselAt
    from sim.board.model.terrain import Kind, Landing, Meaning
    from sim.board.model.verdicts import (
        Cover,
        Distance,
        Drop,
        Ground,
        JumpSweep,
        Path,
        Push,
        Reach,
        Sight,
        Under,
        Verdict,
    )
    from sim.bots.base import bot
    from sim.bots.duel import Record
    from sim.errors import BautaError

__all__ = [
    "BautaError",
    "Board",
    "Cover",
    "Distance",
    "Drop",
    "Figure",
    "Ground",
    "Journey",
    "JumpSweep",
    "Kind",
    "Landing",
    "Marker",
    "Meaning",
    "Path",
    "Push",
    "Reach",
    "Record",
    "Sight",
    "Tableau",
    "Tabletop",
    "Under",
    "Verdict",
    "VesselAt",
    "__version__",
    "bot",
    "box",
    "cylinder",
    "from_mesh",
    "from_parts",
    "load",
    "play_game",
]

__getattr__, __dir__ = handed_on(
    __name__,
    {
        "sim.api.games": ("play_game",),
        "sim.api.shapes": ("box", "cylinder"),
        "sim.api.boards": ("from_mesh", "from_parts", "load"),
        "sim.api.tabletop": ("Tabletop",),
        "sim.board.board": ("Board",),
        "sim.board.model.journeys": ("Journey",),
        "sim.board.model.tableau": ("Figure", "Marker", "Tableau", "VesselAt"),
        "sim.board.model.terrain": ("Kind", "Landing", "Meaning"),
        "sim.board.model.verdicts": (
            "Cover",
            "Distance",
            "Drop",
            "Ground",
            "JumpSweep",
            "Path",
            "Push",
            "Reach",
            "Sight",
            "Under",
            "Verdict",
        ),
        "sim.bots.base": ("bot",),
        "sim.bots.duel": ("Record",),
        "sim.errors": ("BautaError",),
    },
)
