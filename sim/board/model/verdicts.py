"""What the board answers: verdicts with their evidence (GEO-12).

A verdict is never just a boolean: the view draws it, the journal keeps it, a test checks it.
Lengths are inches; `part` is "piece/part", or None where nothing is named.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import Point
from sim.board.model.terrain import Landing

__all__ = [
    "Beam",
    "Berth",
    "Contact",
    "Cover",
    "Defended",
    "Distance",
    "Drop",
    "Fleet",
    "Ground",
    "JumpSweep",
    "Leg",
    "LegKind",
    "Level",
    "Lines",
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
    "VesselPlace",
    "Waters",
]


class Verdict(msgspec.Struct, frozen=True, tag=True):
    """Base of all verdicts."""


class Sight(Verdict, frozen=True, tag="sight"):
    """GEO-06. `witness` is a clear beam from a point of one body to a point of the other.

    Not visible: `blocker` is a part that blocks (a figure by its id, its base as `ID/base`), `proven` says that no
    opening exists, and otherwise `gap_bound` is the widest opening that could have been missed. `grazing`: visible only
    through an opening thinner than the beam; ruled not visible.
    """

    visible: bool
    witness: tuple[Point, Point] | None = None
    blocker: str | None = None
    proven: bool = True
    grazing: bool = False
    gap_bound: float = 0.0


class Lines(Verdict, frozen=True, tag="lines"):
    """Which of some places a straight line leads to, in their order."""

    clear: tuple[bool, ...]


class Share(msgspec.Struct, frozen=True):
    """How much of a figure one part hides: a part of the board, a figure by its id, or its base as `ID/base`."""

    part: str
    hidden: float


class Cover(Verdict, frozen=True, tag="cover"):
    """GEO-08, 09: the share (0 to 1) of the target's silhouette hidden from `eye`, good to `error`."""

    hidden: float
    error: float
    in_cover: bool
    eye: Point
    by: tuple[Share, ...] = ()


class Distance(Verdict, frozen=True, tag="distance"):
    """GEO-02, 04, 05: between the closest points of two bases."""

    distance: float
    horizontal: float
    vertical: float
    base_contact: bool
    closest: tuple[Point, Point]
    obstacle: str | None = None  # the low part that both touch: obstacle contact


class Ground(Verdict, frozen=True, tag="ground"):
    """What a base at this place stands on. `whole`: the whole base is on solid ground (or in water)."""

    at: Point
    whole: bool
    landing: Landing
    part: str | None = None
    kind: str = "solid"  # terrain Kind, or "air" where nothing carries it
    water: bool = False
    access: bool = False
    ruin: bool = False
    unstable: bool = False
    obstacle: str | None = None
    vessel: str | None = None  # the vessel's piece
    gondola: bool = False  # that vessel is a gondola (TERR-12)
    free: bool = True  # no wall and no other base in the way


class Drop(Verdict, frozen=True, tag="drop"):
    """FALL-01: where a base comes to rest straight below `start`. `rest` is None off the board."""

    start: Point
    rest: Point | None
    height: float
    landing: Landing
    part: str | None
    whole: bool  # `start` itself carries the whole base
    ground: Ground | None = None
    nudged: float = 0.0  # moved sideways to a free spot (FALL-04)
    onto: tuple[str, ...] = ()  # figures that it fell on


class Contact(msgspec.Struct, frozen=True):
    """A figure that a mover came into base contact with, `after` so many inches of its path."""

    id: str
    after: float
    at: Point


LegKind = Literal[
    "run", "difficult", "climb", "ladder", "ruin", "swim", "enter_water", "leave_water", "barricade", "fly", "off_edge",
    "inside",
]  # fmt: skip
"""`inside`: an ethereal way that ends inside terrain (ABIL-Ethereal)."""


class Leg(msgspec.Struct, frozen=True):
    """A stretch of a path over one kind of ground, with its cost in inches and the roll that it takes."""

    kind: LegKind
    points: tuple[Point, ...]
    cost: float
    roll: bool = False  # a DEXTERITY roll before it (MOVE-03, TERR-02)
    part: str | None = None
    access: bool = False  # leaves the water by a water access (MOVE-09)
    defenders: tuple[str, ...] = ()  # enemies in base contact with the far side of a barricade (TERR-11)


class Path(Verdict, frozen=True, tag="path"):
    """MOVE: a way from where a mover stands. `refusal` names the rule that it breaks and why, or is None."""

    points: tuple[Point, ...]
    legs: tuple[Leg, ...]
    cost: float
    ends: Ground
    contacts: tuple[Contact, ...] = ()  # enemies met, in order; the path stops at the first
    left: tuple[Contact, ...] = ()  # enemies in base contact at its start that it leaves (MOVE-12)
    refusal: tuple[str, str] | None = None

    @property
    def rolls(self) -> int:
        return sum(leg.roll for leg in self.legs)


class Level(msgspec.Struct, frozen=True):
    """One storey of a reach: a GeoJSON MultiPolygon of where the centre of the base may be."""

    z: tuple[float, float]
    polygons: tuple[tuple[tuple[tuple[float, float], ...], ...], ...]  # polygon -> rings -> points
    needs_roll: bool
    area: float


class Reach(Verdict, frozen=True, tag="reach"):
    """The places that a move can end on, split by level and by whether a roll is needed.

    Its edges are good to 0.05"; a gap narrower than that may be left out, and an area under 0.01 square inches, and a
    tip thinner than 1/32", are. Climbs are looked for straight out from walls, in two directions askew, and on straight
    lines from the mover: behind an edge it may fall short by up to 1/4" where the way bends before the wall. Where the
    ground at a foot is entered on two levels, on to a crate or beside it, it may miss what the higher one leads to
    (0.4" was seen), and above two steps so close together that a base has to climb them, it falls short (0.65").
    """

    levels: tuple[Level, ...]
    area: float


class Prospect(Verdict, frozen=True, eq=False):
    """Places where a move could end, on a lattice of 1/8", for programs; a path to one is checked like any other.

    `at`: (n, 3). `cost`: (n,), of the move there, 1.5% too much or too little. `left`: (sets, n), about how far a walk
    from there to the nearest goal of each set is, infinite where there is no way; `now`, (sets,), the same from where
    the figure is. `wet`: (n,), which are in water. `perch`: (n,), which are on small obstacles or debris, where no turn
    ends (TERR-09, 10).
    """

    at: NDArray[np.float64]
    cost: NDArray[np.float64]
    left: NDArray[np.float64]
    now: NDArray[np.float64]
    wet: NDArray[np.bool_]
    perch: NDArray[np.bool_]


class JumpSweep(Verdict, frozen=True, tag="jump"):
    """JUMP-02 to 06: where a jump of a given length ends.

    `path` is the way of the base: the corners of its arc, then how it comes down on what it stands on, its nudge and
    what it runs on. `end` is where the jump leaves it, `rest` where it comes to stand after a fall, or is
    `helped` to by so many inches (MOVE-05); else it is `end`. `fall_height` counts from the start (JUMP-05). `length`:
    inches jumped, measured along the straight line from start to point, without nudge and run.
    """

    path: tuple[Point, ...]
    end: Point
    stopped_by: str | None
    nudged: float
    run_on: float
    falls: bool
    fall_height: float
    rest: Point
    ground: Ground
    contacts: tuple[Contact, ...] = ()
    length: float = 0.0
    helped: float = 0.0


class Push(Verdict, frozen=True, tag="push"):
    """ACT-07, Knockback: a base moved by force along a line; may end off solid ground.

    `falls`: it cannot stay at `end`, and drops from there (`DropOf`); who is pushed down a step of at most 1", into
    water too, does not fall. `ground` is what it stands on at `end`, of the kind "air" where nothing carries it.
    """

    path: tuple[Point, ...]
    end: Point
    moved: float
    falls: bool
    stopped_by: str | None = None  # a part, a figure, or "the edge of the board"
    contacts: tuple[Contact, ...] = ()
    ground: Ground | None = None

    @property
    def in_water(self) -> bool:
        """Does it end in water, without a fall?"""
        return not self.falls and self.ground is not None and self.ground.water


class Spot(Verdict, frozen=True, tag="spot"):
    """The nearest place where a figure can be put (MOVE-05, FALL-04, TERR-09, 12), or None within the limit."""

    at: Point | None
    moved: float
    ground: Ground | None = None


VesselPlace = tuple[float, float, float]
"""Where the origin of a vessel's piece is, seen from above, and its turn in degrees."""


class VesselMove(Verdict, frozen=True, tag="row"):
    """TERR-13: a vessel moved on its water, its riders with it."""

    piece: str
    at: Point
    turn: float
    riders: tuple[tuple[str, Point], ...]
    moved: float  # the most that the vessel or a rider moved
    rider_moved: float
    refusal: tuple[str, str] | None = None
    touching: tuple[tuple[str, str], ...] = ()  # a rider, and somebody not aboard in base contact with it there
    barred: bool = False  # it is refused for what is in the way, or because there is no water
    by: tuple[VesselPlace, ...] = ()  # poses that it goes by, where that is not straight
    way: tuple[VesselPlace, ...] = ()  # the same way close together, as it is shown, to where it ends


class Waters(Verdict, frozen=True, eq=False, tag="waters"):
    """TERR-13: poses that a vessel can go to, for programs that plan and to be shown; a way to one is checked like any
    other. A lattice: 0.5" and 7.5 degrees apart.

    `poses`: (n, 3), where the origin of its piece is and its turn in degrees. `cost`: (n,), inches that the rider moves
    who is moved furthest, as a rule some hundredths more than by the way that `SailTo` finds. `outline`: (n, 2), the
    corners of the hull about that origin, at a turn of 0.
    """

    poses: NDArray[np.float64]
    cost: NDArray[np.float64]
    outline: NDArray[np.float64]


class Beam(msgspec.Struct, frozen=True):
    """A clear line from where a marker or template begins to a place where it touches a figure."""

    id: str
    start: Point
    end: Point


class Under(Verdict, frozen=True, tag="under"):
    """GEO-13, 14: the figures that a marker or template touches, in the tableau's order, and its outline."""

    hit: tuple[str, ...]
    shielded: tuple[tuple[str, str], ...]  # touched, but cut off: the figure, and the part that stands between
    outline: tuple[Point, ...]
    beams: tuple[Beam, ...] = ()  # to each of those hit


class Shelter(Verdict, frozen=True, tag="shelter"):
    """TERR-11: the barricade that shelters a target from an attacker on its other side, if any."""

    part: str | None
    heavy: bool = False


class Defended(Verdict, frozen=True, tag="defended"):
    """TERR-11: a barricade that is passed over, and who touches it beyond; None: no barricade is defended so."""

    part: str | None
    by: tuple[str, ...] = ()


class Berth(Verdict, frozen=True, tag="berth"):
    """Where a vessel lies: the origin of its piece on the water line, and its turn in degrees."""

    piece: str
    at: Point
    turn: float


class Fleet(Verdict, frozen=True, tag="fleet"):
    """Where all vessels lie: those of the map in its order, then those that players brought."""

    berths: tuple[Berth, ...]


class PointInfo(Verdict, frozen=True, tag="place"):
    """What lies at a point, base or no base: the highest ground no higher than it, and the piece that this is of.

    `part` is None and `kind` "air" where there is no ground below. `long`: the piece from end to end seen from above.
    """

    at: Point
    kind: str = "air"
    part: str | None = None
    piece: str | None = None
    water: bool = False
    long: float = 0.0
    distance: float = 0.0  # from the base of the figure that was named
