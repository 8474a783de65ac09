"""Made pieces, shaped: another plan for one, a building on a drawn plot, a bridge or a row of houses between two
points."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from shapely.geometry import Polygon

from sim.board.architecture.plans import (
    KINDS,
    BridgePlan,
    Building,
    HousePlan,
    PalazzoPlan,
    PiecePlan,
    Planned,
    QuayPlan,
    Roof,
    Towards,
    WallPlan,
)
from sim.board.architecture.plots import outline_fault
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.builder.edits import Edit, PlacePieces, Point, Remove, Together, normal_turn
from sim.builder.errors import EditRefused
from sim.schemas import misfit
from sim.words import in_english, say, term

__all__ = [
    "Reshape",
    "building_on",
    "kind_of",
    "like",
    "plan_with",
    "row_of_houses",
    "stretched",
]

WIDTHS = (4.5, 5.0, 5.5, 6.0)  # inches: of houses in a row
NARROW, WIDE = 3.5, 7.5  # inches: no house of a row is narrower or wider
DEEP = 5.0
COLOURS = ("#dfa85a", "#c9876a", "#d3a08a", "#b4573f", "#d8c08a", "#c77f62")


class Reshape(Edit, frozen=True):
    """Another plan for a made piece."""

    id: str
    plan: PiecePlan

    def applied(self, made: MapFile) -> MapFile:
        old = next((p for p in made.pieces if p.id == self.id), None)
        if old is None or isinstance(old.piece, str):
            raise EditRefused(say("'{id}' is no piece that is made from parameters", id=self.id))
        pieces = tuple(msgspec.structs.replace(p, piece=self.plan) if p.id == self.id else p for p in made.pieces)
        return msgspec.structs.replace(made, pieces=pieces)

    @property
    def words(self) -> str:
        return say("Shape {what}", what=self.id)


def plan_with(plan: PiecePlan, name: str, value: object) -> PiecePlan:
    """A plan with one key changed. Raises EditRefused for a value that it cannot have."""
    plain = msgspec.to_builtins(plan, enc_hook=in_english) | {name: msgspec.to_builtins(value, enc_hook=in_english)}
    try:
        made: PiecePlan = msgspec.convert(plain, PiecePlan)
    except msgspec.ValidationError as error:
        raise EditRefused(misfit(error, plain, PiecePlan)) from error
    return made


def kind_of(plan: PiecePlan) -> str:
    return str(plan.__struct_config__.tag)


def like(name: str) -> PiecePlan:
    """The plan of a kind as it comes."""
    made: Planned = KINDS[name]()
    return made  # type: ignore[return-value]


def building_on(corners: Sequence[Point], kind: type[Building] = HousePlan, instead_of: str = "") -> Edit:
    """A house or palazzo whose ground plan was drawn, in inches of the board; `instead_of`: of a canal's outline.

    Raises EditRefused for corners that nothing can be built on.
    """
    fault = outline_fault(corners)
    if fault:
        raise EditRefused(say("the plot: {fault}", fault=fault))
    middle = Polygon(corners).centroid
    at = (round(middle.x, 1), round(middle.y, 1))
    outline = tuple((round(x - at[0], 3), round(y - at[1], 3)) for x, y in corners)
    plain = {"kind": "palazzo" if kind is PalazzoPlan else "house", "outline": outline}
    try:
        plan = msgspec.convert(plain, PiecePlan)
    except msgspec.ValidationError as error:
        fault = misfit(error, plain, PiecePlan)
        raise EditRefused(say("the plot is none: {error}", error=fault)) from error
    place = PlacePieces((PiecePlacement(plan, at),))
    return place if not instead_of else Together((Remove((instead_of,)), place), say("Build on the plot"))


def stretched(kind: str, start: Point, end: Point) -> Edit:
    """A bridge, quay or wall from one point to another. Raises EditRefused where it would be too long or too short."""
    long = math.dist(start, end)
    names: dict[str, tuple[type[Planned], str]] = {
        "bridge": (BridgePlan, "length"),
        "wall": (WallPlan, "length"),
        "quay": (QuayPlan, "width"),
    }
    cls, key = names[kind]
    plain = {"kind": kind, key: round(long, 2)}
    try:
        plan = msgspec.convert(plain, cls)
    except msgspec.ValidationError as error:
        fault = misfit(error, plain, cls)
        raise EditRefused(say('a {kind} of {long:.1f}": {error}', kind=term(kind), long=long, error=fault)) from error
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return PlacePieces((PiecePlacement(plan, middle, turn=_bearing(start, end)),))  # type: ignore[arg-type]


def row_of_houses(start: Point, end: Point, depth: float = DEEP, size: Point | None = None) -> Edit:
    """Joined houses whose fronts stand on the line between two points and look to its right, each a little different.

    A longer line from the same point begins with the same houses. Where they would lie off a board of this size, as on
    a line along its edge, their backs stand on the line.

    Raises EditRefused where the line is too short for one.
    """
    long = math.dist(start, end)
    if long < NARROW:
        raise EditRefused(
            say('{long:.1f}" is too short: a house is {narrow:g}" wide or more', long=long, narrow=NARROW)
        )
    random = np.random.default_rng(round(abs(start[0]) * 71 + abs(start[1]) * 37))
    turn = _bearing(start, end)
    along = ((end[0] - start[0]) / long, (end[1] - start[1]) / long)
    aside = depth / 2
    if size is not None and not _on_board((start, end), (-along[1] * aside, along[0] * aside), size):
        aside = -aside
    pieces: list[PiecePlacement] = []
    done = 0.0
    while done < long - 1e-6:
        width, last = _width(float(random.choice(WIDTHS)), long - done)
        plan = HousePlan(
            width=width,
            depth=depth,
            floors=int(random.integers(2, 5)),
            roof=(Roof.HIP, Roof.GABLE, Roof.FLAT, Roof.TERRACE)[int(random.integers(0, 4))],
            balconies=int(random.integers(0, 2)),
            blind=(*((Towards.WEST,) if pieces else ()), *(() if last else (Towards.EAST,))),
            colour=COLOURS[int(random.integers(0, len(COLOURS)))],
            seed=int(random.integers(1, 9999)),
        )
        far = done + width / 2
        at = (start[0] + along[0] * far - along[1] * aside, start[1] + along[1] * far + along[0] * aside)
        pieces.append(PiecePlacement(plan, at, turn=turn))
        done = long if last else done + width
    return PlacePieces(tuple(pieces))


def _on_board(line: tuple[Point, Point], by: Point, size: Point) -> bool:
    """Does the middle of a row that stands so far beside its line lie on the board?"""
    x, y = (sum(end[i] for end in line) / 2 + by[i] for i in range(2))
    return 0.0 < x < size[0] and 0.0 < y < size[1]


def _width(wanted: float, left: float) -> tuple[float, bool]:
    """Of the next house, and whether it is the last: none is left too narrow."""
    if left <= wanted + 0.5:
        return round(left, 2), True
    if left - wanted < NARROW:
        return (round(left, 2), True) if left <= WIDE else (round(left / 2, 2), False)
    return wanted, False


def _bearing(start: Point, end: Point) -> float:
    return normal_turn(round(math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])), 2))
