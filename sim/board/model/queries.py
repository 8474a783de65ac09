"""The questions that rules put to a board, as plain values.

Each names its verdict. `Board.answer(query, tableau)` measures it; everything in a query that is a string
naming a figure is looked up in the tableau.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from sim.board.model.tableau import Point
from sim.board.model.verdicts import (
    Berth,
    Cover,
    Defended,
    Distance,
    Drop,
    Fleet,
    Ground,
    JumpSweep,
    Lines,
    Path,
    PointInfo,
    Prospect,
    Push,
    Reach,
    Shelter,
    Sight,
    Spot,
    Under,
    Verdict,
    VesselMove,
    VesselPlace,
    Waters,
)

__all__ = [
    "EVERYWHERE",
    "HIGH",
    "BerthOf",
    "CoverOf",
    "DefendedOver",
    "DistanceOf",
    "DropOf",
    "FleetOf",
    "GroundOf",
    "JumpAlong",
    "LinesTo",
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
    "SailTo",
    "ShelterOf",
    "Shunned",
    "SightOf",
    "SightTo",
    "UnderBlast",
    "UnderTeardrop",
    "WatersOf",
]


EVERYWHERE = 1000.0  # inches: no board is so large
HIGH = 3.0  # inches over the street: as high as minis are set up, and what lies higher is a roof
Shunned = Literal["water", "heights"]


class Query(msgspec.Struct, frozen=True, tag=True):
    """Base of all board queries."""

    verdict: ClassVar[type[Verdict]]


class SightOf(Query, frozen=True, tag="sight_of"):
    """Do these two figures see each other (GEO-06)? Other figures block as bodies if `minis_block` (GEO-07)."""

    verdict: ClassVar[type[Sight]] = Sight
    a: str
    b: str
    minis_block: bool = True


class SightTo(Query, frozen=True, tag="sight_to"):
    """Does the figure see this point (JUMP-01)? Any point of its head or torso, to the point itself."""

    verdict: ClassVar[type[Sight]] = Sight
    a: str
    point: Point
    minis_block: bool = False


class LinesTo(Query, frozen=True, tag="lines_to"):
    """At which of these places does a straight line lead from the attacker's eye to the target, to the height of its
    eye there or half of it? For programs that plan: what floats, minis and smoke are let be, and sight may find a way
    where no such line does."""

    verdict: ClassVar[type[Lines]] = Lines
    attacker: str
    target: str
    places: tuple[Point, ...]


class CoverOf(Query, frozen=True, tag="cover_of"):
    """How much of the target does the attacker not see (GEO-08)?"""

    verdict: ClassVar[type[Cover]] = Cover
    attacker: str
    target: str
    minis_block: bool = True
    low_terrain: bool = True  # GEO-03: parts up to 1" high hide for cover


class DistanceOf(Query, frozen=True, tag="distance_of"):
    """Between two bases (GEO-02, 04, 05)."""

    verdict: ClassVar[type[Distance]] = Distance
    a: str
    b: str


class GroundOf(Query, frozen=True, tag="ground_of"):
    """What does the figure stand on, here or at `at`?"""

    verdict: ClassVar[type[Ground]] = Ground
    figure: str
    at: Point | None = None
    ignore: tuple[str, ...] = ()
    off: str | None = None  # as if this piece were impassable: not free where any of the base is over it
    base_mm: float | None = None  # of a figure that is not on the board yet, and put at `at`


class PlaceAt(Query, frozen=True, tag="place_at"):
    """What lies at this point, and how far is it from the figure's base (MAGIC-10)?"""

    verdict: ClassVar[type[PointInfo]] = PointInfo
    figure: str
    at: Point


class DropOf(Query, frozen=True, tag="drop_of"):
    """Where does the figure come to rest, dropped from `at` (FALL-01)?

    Without `aside` only straight below: no place beside what is in the way is looked for (FALL-04).
    """

    verdict: ClassVar[type[Drop]] = Drop
    figure: str
    at: Point
    ignore: tuple[str, ...] = ()
    aside: bool = True


class Mover(msgspec.Struct, frozen=True):
    """How a figure moves, as the rules tell it to the board."""

    figure: str
    move: float  # inches that it has
    enemies: tuple[str, ...] = ()  # base contact with one of these ends a path (MOVE-10)
    ignore: tuple[str, ...] = ()  # figures that are not there for this move
    climb: bool = True
    fly: bool = False  # straight through the air, no rolls, may end in mid-air
    ethereal: bool = False  # ignores all terrain on the way, not at the end
    water_only: bool = False  # must stay in water (underwater moves)
    avoid_contact: bool = False  # may not come into contact with enemies
    charge: bool = True  # False: no contact counted
    shuns: tuple[Shunned, ...] = ()  # kept out of by prospects; what is chosen there is the rules' to refuse


class PathAlong(Query, frozen=True, tag="path_along"):
    """Check a path given by its corner points (MOVE): legs, cost, rolls, contacts, refusal.

    `corners` starts after the mover's own place. Between corners the base goes in a straight line seen from
    above and follows the ground; where the line meets a wall, a climb, straight up or down its face, is part
    of the path when the next corner lies on another level.
    """

    verdict: ClassVar[type[Path]] = Path
    mover: Mover
    corners: tuple[Point, ...]


class PathTo(Query, frozen=True, tag="path_to"):
    """The shortest legal path to a place; fewest rolls first where `avoid_rolls`. Refusal where there is none.

    `beyond`: how many inches further than the move one is looked for, to say what it would take.
    """

    verdict: ClassVar[type[Path]] = Path
    mover: Mover
    to: Point
    avoid_rolls: bool = False
    beyond: float = 3.0


class ReachOf(Query, frozen=True, tag="reach_of"):
    """Everywhere that a move can end. `spared`: the inches, if these are more, of one who begins in water and leaves it
    first by an access (MOVE-09)."""

    verdict: ClassVar[type[Reach]] = Reach
    mover: Mover
    spared: float = 0.0


class ProspectOf(Query, frozen=True, tag="prospect_of"):
    """Where could the figure go, and how far is it on from there to a goal? For programs that plan.

    `goals`: any number of sets, each of x, y, z, radius. `care`: the inches that a roll on the way on is worth
    avoiding; `crowd`: how much longer an inch over where another base stands now counts: nobody goes there (MOVE-02),
    but it may be gone by then. With `rolls`, places count that this move reaches only by a roll. Of the places, those
    are told that cost no more than `within` inches; a walk on that is longer than `told` is told as infinite.
    """

    verdict: ClassVar[type[Prospect]] = Prospect
    mover: Mover
    goals: tuple[tuple[tuple[float, float, float, float], ...], ...] = ()
    rolls: bool = True
    care: float = 2.0
    crowd: float = 0.0
    within: float = EVERYWHERE
    told: float = EVERYWHERE


class JumpAlong(Query, frozen=True, tag="jump_along"):
    """A jump of `length` from where the figure stands towards `to` (JUMP-02 to 06).

    `run_on`: inches beyond `to` that the player wants to run of what is left (JUMP-03). `wobble`: inches that a base
    is helped that comes down on something and just cannot be placed (MOVE-05). `ethereal`: no terrain stops it, unless
    it would end inside.
    """

    verdict: ClassVar[type[JumpSweep]] = JumpSweep
    figure: str
    to: Point
    length: float
    run_on: float = 0.0
    enemies: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    wobble: float = 0.0
    ethereal: bool = False


class PushAlong(Query, frozen=True, tag="push_along"):
    """A base moved by force from its place towards `to`, at most `length`, never over 1" above its start."""

    verdict: ClassVar[type[Push]] = Push
    figure: str
    to: Point
    length: float
    ignore: tuple[str, ...] = ()


class NearestSpot(Query, frozen=True, tag="nearest_spot"):
    """The least move to a place where the figure can stand."""

    verdict: ClassVar[type[Spot]] = Spot
    figure: str
    near: Point
    limit: float
    on: Literal["ground", "water", "any"] = "any"
    touching: str | None = None  # in base contact with this figure (FALL-04)
    off: str | None = None  # not on this part or piece (TERR-09, 10, 12)
    clear_of: str | None = None  # not over or under this round marker (MAGIC-10)
    ignore: tuple[str, ...] = ()
    stays: bool = False  # not on a small obstacle or debris, where no turn ends (TERR-09, 10)


class RowTo(Query, frozen=True, tag="row_to"):
    """A vessel with its riders moved to a pose (TERR-13): straight, or `by` others, each where the origin of its piece
    is, and its turn in degrees. From each of these to the next the middle of the riders goes straight.

    `short`: only as far as no rider goes further than `length`.
    """

    verdict: ClassVar[type[VesselMove]] = VesselMove
    piece: str
    to: Point
    turn: float
    riders: tuple[str, ...]
    length: float
    by: tuple[VesselPlace, ...] = ()
    short: bool = False


class SailTo(Query, frozen=True, tag="sail_to"):
    """The way by which a vessel with its riders comes to a pose (TERR-13): straight, if it may, else round bends.

    `shortest`: round bends also where straight is allowed, if that takes the riders less far.
    """

    verdict: ClassVar[type[VesselMove]] = VesselMove
    piece: str
    to: Point
    turn: float
    riders: tuple[str, ...]
    length: float
    shortest: bool = False


class WatersOf(Query, frozen=True, tag="waters_of"):
    """Everywhere that a vessel with its riders can go (TERR-13), no rider further than `length`."""

    verdict: ClassVar[type[Waters]] = Waters
    piece: str
    riders: tuple[str, ...]
    length: float


class MoorAt(Query, frozen=True, tag="moor_at"):
    """May this vessel be set up here: wholly in water, clear of terrain, figures and other vessels (SCEN-05)?

    `over` is where the origin of its piece comes, seen from above; the verdict's `at` has the water's height.
    """

    verdict: ClassVar[type[VesselMove]] = VesselMove
    piece: str
    over: tuple[float, float]
    turn: float


class UnderBlast(Query, frozen=True, tag="under_blast"):
    """Whom does a round marker hit that lies level, centred over the target or at `at` (GEO-13)?"""

    verdict: ClassVar[type[Under]] = Under
    target: str | None
    at: Point | None = None
    across: float = 3.0


class UnderTeardrop(Query, frozen=True, tag="under_teardrop"):
    """Whom does a teardrop template hit, laid on the line from attacker to target (GEO-14), or to a place?

    `start`: inches from the attacker's base to the small end, at most the weapon's range. `at`: the place, where there
    is no target.
    """

    verdict: ClassVar[type[Under]] = Under
    attacker: str
    target: str | None
    start: float = 0.0
    length: float = 8.0
    wide: float = 3.0
    narrow: float = 0.75
    at: Point | None = None


class ShelterOf(Query, frozen=True, tag="shelter_of"):
    """Is the target in base contact with a barricade that the attacker is on the other side of (TERR-11)?"""

    verdict: ClassVar[type[Shelter]] = Shelter
    attacker: str
    target: str


class DefendedOver(Query, frozen=True, tag="defended_over"):
    """Which barricade does a figure pass over on its way straight through the air to a point, low over those of these
    enemies who touch it beyond (TERR-11)?"""

    verdict: ClassVar[type[Defended]] = Defended
    figure: str
    to: Point
    enemies: tuple[str, ...]


class BerthOf(Query, frozen=True, tag="berth_of"):
    """Where does this vessel lie?"""

    verdict: ClassVar[type[Berth]] = Berth
    piece: str


class FleetOf(Query, frozen=True, tag="fleet_of"):
    """What floats, and where?"""

    verdict: ClassVar[type[Fleet]] = Fleet
