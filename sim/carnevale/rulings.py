"""What the rules ask the board, as board queries: the one place that knows how to put them."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist, hypot
from typing import Literal, TypeVar

from sim.board.model import part_names
from sim.board.model.queries import (
    BerthOf,
    CoverOf,
    DefendedOver,
    DistanceOf,
    DropOf,
    GroundOf,
    JumpAlong,
    Mover,
    NearestSpot,
    PathAlong,
    PathTo,
    PlaceAt,
    PushAlong,
    RowTo,
    SailTo,
    ShelterOf,
    SightOf,
    SightTo,
    UnderBlast,
    UnderTeardrop,
)
from sim.board.model.tableau import MM, VesselAt
from sim.board.model.verdicts import (
    Berth,
    Cover,
    Defended,
    Distance,
    Drop,
    Ground,
    JumpSweep,
    Path,
    PointInfo,
    Push,
    Shelter,
    Sight,
    Spot,
    Under,
    VesselMove,
)
from sim.board.sight.seen_pairs import points_over
from sim.carnevale.characters import Character, Point
from sim.carnevale.objective import RADIUS
from sim.carnevale.state import State
from sim.engine.requests import Rule, Ruling

__all__ = [
    "CLOSE",
    "WOBBLE",
    "across",
    "apart",
    "as_evidence",
    "contacts",
    "cover",
    "defended_over",
    "distance",
    "drop",
    "gaps",
    "gondola_of",
    "ground",
    "grounds_on",
    "in_contact",
    "in_water",
    "jump",
    "near",
    "off_board",
    "opponents",
    "path_along",
    "path_to",
    "piece_of",
    "place",
    "push",
    "reached",
    "row",
    "sail",
    "shelter",
    "shown_distance",
    "shown_ground_for",
    "shown_sight_to",
    "sight",
    "sight_to",
    "somebody_over",
    "spot",
    "standing_on",
    "touches",
    "under_blast",
    "under_blast_at",
    "under_teardrop",
    "vessel",
    "within",
]

V = TypeVar("V")

CLOSE = 1.1  # inches, and a hair: no bases in contact are further apart, in height (GEO-04, 05)
WOBBLE = 0.5  # inches that a wobbly model is helped (MOVE-05)


def sight(game: State, a: str, b: str) -> Rule[Sight]:
    """Do they see each other (GEO-06, 07)?"""
    verdict: Sight = yield Ruling(SightOf(a, b, minis_block=game.options.minis_block))
    return verdict


def cover(game: State, attacker: str, target: str) -> Rule[Cover]:
    """How much of the target is hidden (GEO-08)?"""
    options = game.options
    verdict: Cover = yield Ruling(
        CoverOf(attacker, target, minis_block=options.minis_block, low_terrain=options.low_terrain_gives_cover)
    )
    return verdict


def shelter(attacker: str, target: str) -> Rule[Shelter]:
    """The barricade between them that the target is in base contact with (TERR-11)."""
    return (yield Ruling(ShelterOf(attacker, target)))  # type: ignore[no-any-return]


def defended_over(who: str, to: Point, enemies: tuple[str, ...]) -> Rule[Defended]:
    """The barricade that a jump leads over, low over enemies who touch it beyond (TERR-11)."""
    return (yield Ruling(DefendedOver(who, to, enemies)))  # type: ignore[no-any-return]


def distance(a: str, b: str) -> Rule[Distance]:
    """Between two bases, contact included (GEO-02, 04, 05)."""
    verdict: Distance = yield Ruling(DistanceOf(a, b))
    return verdict


def ground(who: str, at: Point | None = None) -> Rule[Ground]:
    """What does the character stand on?"""
    verdict: Ground = yield Ruling(GroundOf(who, at))
    return verdict


def place(who: str, at: Point) -> Rule[PointInfo]:
    """What lies at a point, and how far from the character (MAGIC-10)?"""
    verdict: PointInfo = yield Ruling(PlaceAt(who, at))
    return verdict


def drop(who: str, at: Point) -> Rule[Drop]:
    """Where does the character come to rest, dropped from there?"""
    verdict: Drop = yield Ruling(DropOf(who, at))
    return verdict


def apart(game: State, a: str, b: str) -> float:
    """Two bases are at least so far apart: arithmetic, to spare rulings on those that are plainly too far."""
    p, q = game[a], game[b]
    return dist(p.here, q.here) - (p.profile.size + q.profile.size) * MM / 2


def gaps(game: State, who: str, others: Iterable[Character]) -> list[tuple[str, float]]:
    """How far others are from a character at least, as `apart` tells it of two."""
    c = game[who]
    here, own = c.here, c.profile.size
    return [(other.id, dist(here, other.here) - (own + other.profile.size) * MM / 2) for other in others]


def within(game: State, who: str, others: Iterable[Character], reach: float) -> list[str]:
    """Those who may be within reach of a character: all but whoever is plainly too far."""
    return [other for other, gap in gaps(game, who, others) if gap <= reach]


def reached(game: State, a: str, b: str, reach: float) -> Rule[Distance | None]:
    """The distance between two bases, if it is at most `reach`; else None."""
    if apart(game, a, b) > reach + 0.01:
        return None
    verdict = yield from distance(a, b)
    return verdict if verdict.distance <= reach + 1e-9 else None


def near(game: State, who: str, objective: str, reach: float) -> Rule[Distance | None]:
    """How far a character is from an objective that lies on the board, within reach of it (SCEN-03); else None."""
    c, o = game[who], game.objectives[objective]
    if o.at is None or dist(c.here, o.at) - c.profile.size * MM / 2 - RADIUS > reach + 0.01:
        return None
    verdict = yield from distance(who, objective)
    return verdict if verdict.distance <= reach + 1e-9 else None


def touches(game: State, who: str, objective: str) -> Rule[Distance | None]:
    """The base contact of a character with an objective that lies on the board (SCEN-04), or None."""
    if (yield from near(game, who, objective, 1.1)) is None:
        return None
    verdict = yield from distance(who, objective)
    return verdict if verdict.base_contact else None


def contacts(game: State, who: str) -> Rule[dict[str, Distance]]:
    """The enemies in base contact with a character, and how they touch it."""
    touching = {}
    for enemy in within(game, who, game.enemies(who), CLOSE):
        verdict = yield from distance(who, enemy)
        if verdict.base_contact:
            touching[enemy] = verdict
    return touching


def in_contact(game: State, who: str) -> Rule[list[str]]:
    """The enemies in base contact with a character."""
    return list((yield from contacts(game, who)))


def opponents(game: State, who: str) -> Rule[int]:
    """How many enemies are in base contact with a character, obstacle contact included (ABIL-Brawler, GEO-05)."""
    count = 0
    for enemy in within(game, who, game.enemies(who), CLOSE):
        verdict = yield from distance(who, enemy)
        count += verdict.base_contact or verdict.obstacle is not None
    return count


def in_water(who: str) -> Rule[bool]:
    return (yield from ground(who)).water


def under_blast(game: State, target: str) -> Rule[Under]:
    """Whom a blast marker hits (GEO-13)."""
    verdict: Under = yield Ruling(UnderBlast(target, across=game.options.blast_across))
    return verdict


def under_blast_at(game: State, at: Point) -> Rule[Under]:
    """Whom a blast marker at a place hits (GEO-13)."""
    verdict: Under = yield Ruling(UnderBlast(None, at, game.options.blast_across))
    return verdict


def under_teardrop(game: State, who: str, target: str | None, start: float, at: Point | None = None) -> Rule[Under]:
    """Whom a teardrop template hits, pointed at somebody or at a place (GEO-14)."""
    sizes = game.options.teardrop_length, game.options.teardrop_wide, game.options.teardrop_narrow
    verdict: Under = yield Ruling(UnderTeardrop(who, target, start, *sizes, at))
    return verdict


# --- what is shown ------------------------------------------------------------------------------------

# What an action was found legal by is measured as it is chosen, and not written down. These ask for it once more as it
# is carried out, for its events: None where a journal lacks it, and no rule may depend on it.


def as_evidence(asks: Rule[V]) -> Rule[V | None]:
    """A question to the board, the only one of a rule, put for its answer to be shown."""
    ruling = next(asks)
    assert isinstance(ruling, Ruling)
    verdict: V | None = yield Ruling(ruling.query, evidence=True)
    return verdict


def shown_sight_to(who: str, point: Point) -> Rule[Sight | None]:
    """The beam on which a character sees a place: as in `sight_to`."""
    ground, above = points_over(point)
    verdict: Sight | None = yield Ruling(SightTo(who, ground), evidence=True)
    if verdict is not None and not verdict.visible:
        verdict = yield Ruling(SightTo(who, above), evidence=True)
    return verdict


def shown_distance(a: str, b: str) -> Rule[Distance | None]:
    return (yield Ruling(DistanceOf(a, b), evidence=True))  # type: ignore[no-any-return]


def shown_ground_for(who: str, at: Point, size: float) -> Rule[Ground | None]:
    """What a character with a base of this many millimetres will stand on where it is set up."""
    return (yield Ruling(GroundOf(who, at, base_mm=size), evidence=True))  # type: ignore[no-any-return]


# --- moving -------------------------------------------------------------------------------------------


def sight_to(who: str, point: Point) -> Rule[Sight]:
    """Does the character see this place (JUMP-01)?"""
    ground, above = points_over(point)
    verdict: Sight = yield Ruling(SightTo(who, ground))
    if not verdict.visible:
        verdict = yield Ruling(SightTo(who, above))
    return verdict


def path_along(mover: Mover, corners: tuple[Point, ...]) -> Rule[Path]:
    """A path by its corners: legs, cost, rolls, contacts (MOVE)."""
    verdict: Path = yield Ruling(PathAlong(mover, corners))
    return verdict


def path_to(mover: Mover, to: Point) -> Rule[Path]:
    """The shortest legal path to a place."""
    verdict: Path = yield Ruling(PathTo(mover, to))
    return verdict


def jump(
    game: State, who: str, to: Point, length: float, run_on: float = 0.0, *, ethereal: bool = False
) -> Rule[JumpSweep]:
    """Where a jump of this length ends (JUMP-02 to 06), helped where it just cannot be placed (MOVE-05)."""
    foes = tuple(c.id for c in game.enemies(who))
    verdict: JumpSweep = yield Ruling(JumpAlong(who, to, length, run_on, foes, (), WOBBLE, ethereal))
    return verdict


def push(who: str, to: Point, length: float, ignore: tuple[str, ...] = ()) -> Rule[Push]:
    """Where a character ends that is moved by force (ACT-07)."""
    verdict: Push = yield Ruling(PushAlong(who, to, length, ignore))
    return verdict


def spot(
    who: str,
    near: Point,
    limit: float,
    on: Literal["ground", "water", "any"] = "any",
    off: str | None = None,
    touching: str | None = None,
    clear_of: str | None = None,
    stays: bool = False,
    ignore: tuple[str, ...] = (),
) -> Rule[Spot]:
    """The nearest place where the character can be put. `off`: not on this part or piece; `touching` this other;
    `clear_of` this marker; `stays`: where a turn may end; `ignore`: as if these minis were not there."""
    verdict: Spot = yield Ruling(NearestSpot(who, near, limit, on, touching, off, clear_of, ignore, stays))
    return verdict


def row(piece: str, to: Point, turn: float, riders: tuple[str, ...], length: float) -> Rule[VesselMove]:
    """A vessel with its riders moved straight to a pose (TERR-13)."""
    return (yield from sail(RowTo(piece, to, turn, riders, length)))


def sail(asked: RowTo | SailTo) -> Rule[VesselMove]:
    """A vessel with its riders moved by poses that are given, or by a way that is looked for (TERR-13)."""
    verdict: VesselMove = yield Ruling(asked)
    return verdict


def vessel(piece: str) -> Rule[VesselAt]:
    """Where a vessel lies."""
    verdict: Berth = yield Ruling(BerthOf(piece))
    return VesselAt(verdict.piece, verdict.at, verdict.turn)


def grounds_on(game: State, piece: str) -> Rule[dict[str, Ground]]:
    """Everybody who stands on this piece, in the order of the roster, and what of it each stands on."""
    found = {}
    for c in game.on_board():
        place = yield from ground(c.id)
        if piece_of(place) == piece:
            found[c.id] = place
    return found


def standing_on(game: State, piece: str) -> Rule[list[str]]:
    """Everybody who stands on this piece, in the order of the roster."""
    return list((yield from grounds_on(game, piece)))


def somebody_over(game: State, piece: str) -> Rule[str | None]:
    """Somebody any part of whose base is over this piece, or None."""
    for c in game.on_board():
        place: Ground = yield Ruling(GroundOf(c.id, off=piece))
        if not place.free:
            return c.id
    return None


def piece_of(place: Ground) -> str | None:
    """The piece that a place belongs to: that of its part."""
    return part_names.piece_of(place.part) if place.part else None


def gondola_of(place: Ground) -> str | None:
    """The gondola that a place is on; None: another vessel, or none."""
    return place.vessel if place.gondola else None


def across(game: State) -> float:
    """Inches: no place on the board is further from another."""
    return hypot(*(size - low for size, low in zip(game.size, game.corner, strict=True)))


def off_board(game: State, who: str, place: Point) -> bool:
    """Would the base hang over the edge of the board there?"""
    r = game[who].profile.size * MM / 2 - 0.005
    return not all(low + r <= at <= high - r for at, low, high in zip(place, game.corner, game.size, strict=False))
