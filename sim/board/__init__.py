"""The board: what stands where, and every question to it. Inches, z up.

    from sim.board import Board, CoverOf, Figure, SightOf, Tableau

    board = Board.load("san-canciano")
    tableau = Tableau((Figure("a", (28, 14, 0)), Figure("b", (28, 24, 0))))
    sight = board.answer(SightOf("a", "b"), tableau)

`model` has the board's values, its questions (`queries`) and the answers to them (`verdicts`), `architecture` makes
pieces from parameters, `files` has the maps, pieces and caches, `sight` and `movement` what answers, `map_checks` what
is amiss on a map. A question's module is loaded when it is first asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.lazy import handed_on

if TYPE_CHECKING:
    from sim.board.board import Board
    from sim.board.model.errors import BoardError, MapError, MeshError
    from sim.board.model.queries import (
        BerthOf,
        CoverOf,
        DistanceOf,
        DropOf,
        GroundOf,
        JumpAlong,
        MoorAt,
        Mover,
        NearestSpot,
        PathAlong,
        PathTo,
        PlaceAt,
        ProspectOf,
        PushAlong,
        Query,
        ReachOf,
        RowTo,
        ShelterOf,
        SightOf,
        SightTo,
        UnderBlast,
        UnderTeardrop,
    )
    from sim.board.model.tableau import Figure, Marker, Tableau, VesselAt
    from sim.board.model.terrain import Kind, Landing, Meaning
    from sim.board.model.verdicts import (
        Beam,
        Berth,
        Contact,
        Cover,
        Distance,
        Drop,
        Ground,
        JumpSweep,
        Leg,
        Level,
        Path,
        PointInfo,
        Prospect,
        Push,
        Reach,
        Share,
        Shelter,
        Sight,
        Spot,
        Under,
        Verdict,
        VesselMove,
    )

__all__ = [
    "Beam",
    "Berth",
    "BerthOf",
    "Board",
    "BoardError",
    "Contact",
    "Cover",
    "CoverOf",
    "Distance",
    "DistanceOf",
    "Drop",
    "DropOf",
    "Figure",
    "Ground",
    "GroundOf",
    "JumpAlong",
    "JumpSweep",
    "Kind",
    "Landing",
    "Leg",
    "Level",
    "MapError",
    "Marker",
    "Meaning",
    "MeshError",
    "MoorAt",
    "Mover",
    "NearestSpot",
    "Path",
    "PathAlong",
    "PathTo",
    "PlaceAt",
    "PointInfo",
    "Prospect",
    "ProspectOf",
    "Push",
    "PushAlong",
    "Query",
    "Reach",
    "ReachOf",
    "RowTo",
    "Share",
    "Shelter",
    "ShelterOf",
    "Sight",
    "SightOf",
    "SightTo",
    "Spot",
    "Tableau",
    "Under",
    "UnderBlast",
    "UnderTeardrop",
    "Verdict",
    "VesselAt",
    "VesselMove",
]

__getattr__, __dir__ = handed_on(
    __name__,
    {
        "sim.board.board": ("Board",),
        "sim.board.model.errors": (
            "BoardError",
            "MapError",
            "MeshError",
        ),
        "sim.board.model.queries": (
            "BerthOf",
            "CoverOf",
            "DistanceOf",
            "DropOf",
            "GroundOf",
            "JumpAlong",
            "MoorAt",
            "Mover",
            "NearestSpot",
            "PathAlong",
            "PathTo",
            "PlaceAt",
            "ProspectOf",
            "PushAlong",
            "Query",
            "ReachOf",
            "RowTo",
            "ShelterOf",
            "SightOf",
            "SightTo",
            "UnderBlast",
            "UnderTeardrop",
        ),
        "sim.board.model.tableau": (
            "Figure",
            "Marker",
            "Tableau",
            "VesselAt",
        ),
        "sim.board.model.terrain": (
            "Kind",
            "Landing",
            "Meaning",
        ),
        "sim.board.model.verdicts": (
            "Beam",
            "Berth",
            "Contact",
            "Cover",
            "Distance",
            "Drop",
            "Ground",
            "JumpSweep",
            "Leg",
            "Level",
            "Path",
            "PointInfo",
            "Prospect",
            "Push",
            "Reach",
            "Share",
            "Shelter",
            "Sight",
            "Spot",
            "Under",
            "Verdict",
            "VesselMove",
        ),
    },
)
