"""Compiling what measures: once for an installation, before anybody waits for it in the middle of a turn.

The kernels are compiled by measuring one thing of each kind on a board of a few boxes; numba keeps them on disk.
`python -m sim.board.kernel_warmup LANE` compiles one lane, and tells on its standard output how far it is: see
`sim.board.preparation`.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Callable, Collection

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, Part
from sim.board.files.mending import mended
from sim.board.model.queries import (
    BerthOf,
    CoverOf,
    DefendedOver,
    DistanceOf,
    DropOf,
    FleetOf,
    GroundOf,
    JumpAlong,
    LinesTo,
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
    SailTo,
    ShelterOf,
    SightOf,
    SightTo,
    UnderBlast,
    UnderTeardrop,
    WatersOf,
)
from sim.board.model.tableau import Figure, Tableau, VesselAt
from sim.board.model.terrain import Kind, Meaning
from sim.geometry.ground.discs import Base
from sim.geometry.ground.terrain_bins import empty_terrain
from sim.geometry.ground.terrain_mesh import Scene
from sim.geometry.ground.walls import scratch
from sim.geometry.paths import step_values
from sim.geometry.paths.dry_areas import dry_areas
from sim.geometry.paths.heightfield import LEVELS, empty_heightfield
from sim.geometry.paths.leap_search import LeapAim, leap_search, place_near

__all__ = ["LANES", "MEASURES", "NEEDED", "compile_kernels", "needed"]

POLITE, LATER = 5, 15  # how much a process that compiles gives way ("niceness"): to the window, and to the first lane
A, B = Figure("a", (4.0, 4.0, 0.0)), Figure("b", (8.0, 4.0, 0.0))
AWAY = Figure("b", (9.0, 4.0, 0.0))  # as "b" would make no difference to "a" there
ALOFT = Figure("aloft", (6.0, 5.4, 4.0))  # on the wall
BARGE = VesselAt("gondola#warm", (18.0, 6.0, -0.75), 90.0)
MOVE = Mover("a", 6.0, ("b",))
LEAPS = (JumpAlong("a", (4.0, 8.0, 0.0), 5.0, run_on=1.0), JumpAlong("a", (4.0, 11.7, 0.0), 9.0))  # the last half off
FLIGHT, PASSAGE = Mover("a", 6.0, fly=True), Mover("a", 6.0, ethereal=True)
PLANS = "what bots plan by"
PLACES = "places"  # where a base could stand, whatever is between: what the rest of a gang is set up by
JUMPS = "jumps and pushes"
BOATS = "boats"
FLIGHTS = "flights"  # where few go, and nobody else waits for it
GOALS = (((8.0, 4.0, 0.0, 1.0),),)
BESIDE, BY_TURNS = Mover("b", 6.0, ("a",)), (*GOALS, ((4.0, 4.0, 0.0, 1.0),))  # two fields, of which the first goes on

MEASURES: tuple[tuple[str, tuple[Query, ...]], ...] = (
    (
        "ground",
        (
            GroundOf("a"),
            DropOf("a", (4.0, 4.0, 5.0)),
            NearestSpot("a", (6.0, 4.0, 0.0), 3.0),
            NearestSpot("a", (8.0, 4.0, 0.0), 3.0, touching="b"),
        ),
    ),
    ("water", (MoorAt("gondola#warm", (18.0, 6.0), 90.0),)),
    (PLACES, (ProspectOf(PASSAGE, GOALS),)),
    (PLANS, (ProspectOf(BESIDE, BY_TURNS), ProspectOf(MOVE, GOALS))),
    (
        "paths",
        (
            PathAlong(MOVE, ((4.0, 7.0, 0.0),)),
            PathAlong(MOVE, ((4.4, 4.0, 0.0), (4.4, 4.0, 2.0), (4.4, 4.5, 2.5))),  # on along the wall
            PathAlong(Mover("aloft", 6.0), ((6.0, 6.6, 2.5),)),  # from the edge on to it
            PathAlong(Mover("aloft", 6.0), ((6.0, 8.0, 4.0),)),  # over the edge
            PathTo(MOVE, (4.0, 7.0, 0.0)),
            PathTo(MOVE, (6.0, 4.0, 4.0)),
        ),
    ),
    ("reach", (ReachOf(MOVE),)),
    (BOATS, (WatersOf(BARGE.piece, (), 2.0), SailTo(BARGE.piece, (19.0, 6.0, -0.75), 180.0, (), 2.0, shortest=True))),
    (JUMPS, (*LEAPS, PushAlong("a", (4.0, 2.0, 0.0), 2.0), PushAlong("aloft", (12.0, 5.4, 4.0), 3.0))),
    (
        FLIGHTS,
        (
            ProspectOf(FLIGHT, GOALS),
            ReachOf(FLIGHT),
            ReachOf(PASSAGE),
            PathTo(FLIGHT, (6.0, 8.0, 0.0)),
            PathAlong(PASSAGE, ((6.0, 4.0, 0.0),)),  # into the wall
        ),
    ),
    ("sight", (SightOf("a", "b"), SightTo("a", (4.0, 8.0, 0.0)), LinesTo("a", "b", ((8.0, 4.0, 0.0),)))),
    ("cover", (CoverOf("a", "b"),)),
    ("meshes", ()),
)
"""What is measured of each kind: by these queries, and of meshes, whether they are sound and what of them is low."""

LANES: tuple[tuple[str, ...], ...] = (
    ("ground", "water", PLACES, PLANS, "paths", "reach", BOATS, JUMPS, FLIGHTS),
    ("sight", "cover", "meshes"),
)
"""What can be compiled side by side: who goes where, and who sees whom, which share little (`sim.geometry`).

In each lane first what a game asks first.
"""

ALIKE: dict[type[Query], str] = {
    PlaceAt: "ground",
    BerthOf: "water",
    FleetOf: "water",
    RowTo: "water",
    DistanceOf: "ground",
    ShelterOf: "ground",
    DefendedOver: "ground",
    UnderBlast: "sight",
    UnderTeardrop: "sight",
}
"""Queries that need no kernels beside those of a measure."""

NEEDED: dict[type[Query], str] = ALIKE | {
    type(query): what for what, queries in MEASURES for query in queries if what not in (PLACES, FLIGHTS)
}
"""The measure that a query waits for, of those who neither fly nor go through walls: see `needed`."""


def needed(query: Query) -> str:
    """The measure whose kernels, with those before it in its lane, answer a query."""
    match query:
        case ProspectOf(mover=Mover(ethereal=True)):
            return PLACES
        case PathTo(mover=Mover(fly=True)) | PathAlong(mover=Mover(ethereal=True)):
            return FLIGHTS
        case ProspectOf(mover=mover) | ReachOf(mover=mover) if mover.fly or mover.ethereal:
            return FLIGHTS
    return NEEDED[type(query)]


def compile_kernels(report: Callable[[str, int, int], None], only: Collection[str] | None = None) -> None:
    """Measure one thing of each kind, or of some kinds `only`. `report` gets what comes next, how many kinds are done,
    and of how many."""
    board, tableau, afloat = None, Tableau((A, B, ALOFT)), Tableau((A, B, ALOFT), (BARGE,))
    measures = [(what, queries) for what, queries in MEASURES if only is None or what in only]
    for done, (what, queries) in enumerate(measures):
        report(what, done, len(measures))
        board = board or _board()
        for query in queries:
            board.answer(query, afloat if what == BOATS else tableau)
        if what == PLANS:
            board.answer(ProspectOf(MOVE, GOALS), Tableau((A, AWAY, ALOFT)))
            step_values.compile_all()
        if what == JUMPS:
            _look_for_leap()
        if not queries:
            Board.from_parts([(part.name, part.meaning, mended(part.triangles)[0]) for part in board.parts])
    report("", len(measures), len(measures))


def _look_for_leap() -> None:
    """Look for a jump from one place of a lattice to another, as the editor of boards does."""
    scene, field = Scene((empty_terrain(), empty_terrain())), empty_heightfield((0.0, 0.0, 2.0, 2.0))
    areas = dry_areas(field, np.zeros((len(field.count), LEVELS, 8), np.int8)).label
    aim = LeapAim(np.array(A.at), np.array([4.0, 8.0, 0.0]), 0, 9, 0.5, 0.1)
    leap_search(scene, field, areas, aim, Base(0.6, 1.2), scratch())
    place_near(field, areas, *A.at, 1.0)


def _board() -> Board:
    """A street with a wall between two minis, low crates, and a canal, as a board that is kept has them."""
    crates = np.concatenate([_box((1, 9, 0), (2, 10, 0.8)), _box((2.01, 9, 0), (3, 10, 0.7))])
    parts = (
        Part("ground/street", Meaning(climbable=False), _box((0, 0, -4), (12, 12, 0))),
        Part("wall/wall", Meaning(), _box((5, 2, 0), (7, 6, 4))),
        Part("crates/boxes", Meaning(), crates, low=True, things=np.repeat(np.array([0, 1], np.int32), 12)),
        Part("canal/water", Meaning(kind=Kind.WATER), _sheet((12, 0), (24, 12), -0.75)),
    )
    return Board("warm", (24.0, 12.0), parts)


def _box(low: tuple[float, float, float], high: tuple[float, float, float]) -> NDArray[np.float64]:
    """The twelve triangles of a box, outward."""
    (a, b, c), (d, e, f) = low, high
    corners = np.array([[a, b, c], [d, b, c], [d, e, c], [a, e, c], [a, b, f], [d, b, f], [d, e, f], [a, e, f]], float)
    sides = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
    return np.array([corners[[q[0], q[i], q[i + 1]]] for q in sides for i in (1, 2)])


def _sheet(low: tuple[float, float], high: tuple[float, float], z: float) -> NDArray[np.float64]:
    """A level rectangle that faces up."""
    (a, b), (c, d) = low, high
    return np.array([[[a, b, z], [c, b, z], [c, d, z]], [[a, b, z], [c, d, z], [a, d, z]]], float)


class _Told(logging.Handler):
    """Each kernel that was compiled, by its name, on a line of its own."""

    def emit(self, record: logging.LogRecord) -> None:
        if str(record.msg).startswith("compiled"):
            print(record.getMessage(), flush=True)


def main(lane: Collection[str]) -> None:
    """Compile the measures of a lane, and tell of each and of each kernel."""
    from sim.geometry.compile.kernels import KEPT

    if hasattr(os, "nice"):
        os.nice(LATER if tuple(lane) in LANES[1:] else POLITE)
    gc.disable()  # a fifth of the time; what is left behind is collected after each measure
    if KEPT:
        from sim.geometry.compile.kept import hasten

        hasten()
    log = logging.getLogger("sim.kernels")
    log.addHandler(_Told())
    log.setLevel(logging.INFO)

    def report(what: str, _done: int, _of: int) -> None:
        gc.collect()
        print(f"measure {what}" if what else "done", flush=True)

    compile_kernels(report, lane)


if __name__ == "__main__":
    main(sys.argv[1:])
