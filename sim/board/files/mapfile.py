"""The map format: a TOML file that places pieces on a board cut by canals.

    format = 1
    name = "San Canciano"
    size = [36, 36]

    [[canals]]
    id = "rio-di-san-canciano"
    outline = [[0, 14], [36, 15], [36, 19], [0, 18]]

    [[pieces]]
    piece = "palazzo"        # assets/pieces/palazzo.glb, or palazzo.glb beside the map
    id = "ca-rossa"          # default: the piece's name, numbered where it stands more than once
    at = [8, 24]             # where the piece's origin lies
    turn = 90                # degrees, counter-clockwise
    colour = "#b4573f"       # of its stucco

    [[pieces]]               # or a piece by its parameters, which the program makes
    piece = { kind = "house", floors = 3, width = 6.5, roof = "gable", balconies = 1, ruin = 0.2 }
    at = [20, 24]

Units are inches; x east, y north, z up; z = 0 is street level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, NoReturn, TypeVar

import msgspec
from msgspec import Meta

from sim.board.architecture.plans import Building, PiecePlan
from sim.board.files.map_marks import MARKS, MapNote, MapObjective, MapZone, misplaced_marks
from sim.board.files.pieces import hidden_piece, piece_name
from sim.board.model.errors import MapError, MeshError
from sim.board.model.hours import HourName
from sim.board.model.ranges import Colour, Coordinate, Depth, Height, Length, Name, Turn
from sim.schemas import read_toml, wrong_at, wrong_line
from sim.words import reason, say

__all__ = [
    "GROUND",
    "LARGEST",
    "SURFACE",
    "WIDE",
    "Canal",
    "MapFile",
    "PiecePlacement",
    "Street",
    "map_text",
    "numbered",
    "of_pieces",
    "parse_map",
    "read_map",
    "refuse",
]

T = TypeVar("T")

GROUND = "ground"  # the name of the street in evidence
SURFACE = -0.75  # of the water: quay walls of up to 1" are free to enter and leave (MOVE-08)
BED = -2.0
WIDE = 3.0  # of steps at one place of a bank
LEVEL = 1.0  # of a new street: as high as a base steps (MOVE-01)
LARGEST = 8_000_000  # bytes of a file: more than the most pieces take

Corner = Annotated[tuple[Coordinate, Coordinate], Meta(description="Inches east and north of the south-west corner.")]
Outline = Annotated[
    tuple[Corner, ...],
    Meta(
        min_length=3,
        max_length=1000,
        description="Its corners in order, [x, y] each, in either direction; it may reach over the edge of the board.",
        examples=[[[0, 14], [36, 15], [36, 19], [0, 18]]],
    ),
]


Line = Annotated[
    tuple[Corner, ...],
    Meta(
        min_length=2,
        max_length=1000,
        description="Points along which it runs, in place of an outline; over the board's edge where it ends there.",
        examples=[[[0, 12], [24, 12]]],
    ),
]


Tread = Annotated[float, Meta(ge=0, le=3)]


class Canal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Water cut into the ground, with slick walls all round: within an outline, or along a line with a width."""

    id: Annotated[Name, Meta(description="Names its water in evidence: ID/water.", examples=["rio-novo"])]
    outline: Outline = ()
    line: Line = ()
    width: Annotated[Length, Meta(description="Of a line, which must have one.", examples=[5])] = 0.0
    surface: Annotated[Depth, Meta(description="Height of the water: from -0.75 its walls are free to climb.")] = (
        SURFACE
    )
    bed: Annotated[Depth, Meta(description="Height of the ground under the water.")] = BED
    steps: Annotated[
        Tread, Meta(description="Inches from step to step of those that go down all along its walls; 0: none.")
    ] = 0.0
    steps_at: Annotated[
        tuple[Corner, ...],
        Meta(
            max_length=100,
            description="Where its steps go down, on the bank next to each point, in place of all along.",
            examples=[[[12, 9]]],
        ),
    ] = ()
    steps_wide: Annotated[Length, Meta(description="How wide the steps at each of those places are.")] = WIDE


class Street(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ground with a level of its own: within an outline, or along a line with a width. Canals cut into it."""

    id: Annotated[Name, Meta(description="Names its paving in evidence: ground/level-ID.", examples=["campo-alto"])]
    outline: Outline = ()
    line: Line = ()
    width: Annotated[Length, Meta(description="Of a line, which must have one.", examples=[3])] = 0.0
    level: Annotated[
        float, Meta(ge=-5, le=10, description="Inches above the other streets, or under them.", examples=[1])
    ] = LEVEL
    steps: Annotated[Tread, Meta(description="As a canal's, along whatever is not as high.", examples=[0.4])] = 0.0


class PiecePlacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece, and where it stands."""

    piece: (
        Annotated[
            Name,
            Meta(description="NAME.glb beside the map, or else in assets/pieces.", examples=["casa-rosa", "pozzo"]),
        ]
        | PiecePlan
    )
    at: Annotated[
        tuple[Coordinate, Coordinate], Meta(description="Where its origin lies: [x, y] in inches.", examples=[[8, 24]])
    ]
    id: Annotated[
        Name, Meta(description="Its name in evidence; none: the piece's own, numbered.", examples=["ca-rossa"])
    ] = ""
    z: Annotated[
        Height, Meta(description="Height of its origin; vessels lie at the surface of their water.", examples=[-0.75])
    ] = 0.0
    turn: Annotated[Turn, Meta(examples=[90])] = 0.0
    mirror: Annotated[
        bool, Meta(description="Its own east and west swapped, before it is turned.", examples=[True])
    ] = False
    colour: Annotated[Colour, Meta(description="Of its stucco, #rrggbb.", examples=["#b4573f"])] | None = None
    group: Annotated[
        Name, Meta(description="Pieces of one group are chosen, moved and copied together.", examples=["market"])
    ] = ""

    @property
    def called(self) -> str:
        """The name of its piece, or the kind of a made one."""
        return self.piece if isinstance(self.piece, str) else str(self.piece.__struct_config__.tag)


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as it stands in its file, every piece with its own id."""

    format: Annotated[Literal[1], Meta(description="Of this file.")]
    name: Annotated[str, Meta(min_length=1, max_length=100, description="As it is shown.", examples=["San Canciano"])]
    size: Annotated[
        tuple[Length, Length], Meta(description="Inches east and north: width and depth.", examples=[[36, 36]])
    ]
    canals: Annotated[tuple[Canal, ...], Meta(max_length=1000, description="Water, cut into the ground.")] = ()
    pieces: Annotated[tuple[PiecePlacement, ...], Meta(max_length=10_000, description="What stands on the board.")] = ()
    about: Annotated[str, Meta(max_length=1000, description="A line for whoever chooses a board.")] = ""
    hour: Annotated[HourName, Meta(description="At which it is shown. It changes no ruling.")] = "afternoon"
    zones: Annotated[tuple[MapZone, ...], Meta(max_length=100, description="Where gangs deploy.")] = ()
    objectives: Annotated[tuple[MapObjective, ...], Meta(max_length=100, description="Where objectives lie.")] = ()
    notes: Annotated[tuple[MapNote, ...], Meta(max_length=100, description="Remarks, each at a place.")] = ()
    streets: Annotated[
        tuple[Street, ...], Meta(max_length=200, description="Streets and squares at levels of their own.")
    ] = ()

    @property
    def areas(self) -> tuple[Canal | Street, ...]:
        """Its canals and its streets with levels of their own."""
        return (*self.canals, *self.streets)

    @property
    def ground(self) -> tuple[object, ...]:
        """All that the ground is made of."""
        return self.size, self.canals, self.streets


def read_map(path: Path) -> MapFile:
    """Read and check a map file.

    Raises:
        MapError: names the file, the line or key, and what is expected there.
    """
    return parse_map(map_text(path), str(path))


def map_text(path: Path) -> str:
    """What stands in a map file. Raises MapError where it cannot be read as text."""
    try:
        if path.stat().st_size > LARGEST:
            raise MapError(say("{file}: is larger than {most} MB: is it a map?", file=path, most=LARGEST // 1_000_000))
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        where = {"file": path, "line": wrong_line(error)}
        raise MapError(say("{file}, line {line}: is not a text file in UTF-8: is it a map?", **where)) from None
    except OSError as error:
        raise MapError(say("{file}: cannot be read: {error}", file=path, error=error.strerror or error)) from None


def parse_map(text: str, source: str = "map") -> MapFile:
    """As `read_map`, from the text itself; `source` names it in errors."""
    text = text.removeprefix("\ufeff")  # by which some editors begin
    made = read_toml(text, MapFile, source, MapError)
    for where, what in _clashes(made):
        raise MapError(wrong_at(source, where, what, text))
    return msgspec.structs.replace(made, pieces=numbered(made))


def _clashes(made: MapFile) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Ids that stand for two things, canals without a shape, beds above their water, zones off the board, ground plans
    that nobody can build on: what types cannot tell, each with where it is and what to do."""
    taken: dict[str, str] = {GROUND: say("the street")}
    for number, canal in enumerate(made.canals):
        if canal.id in taken:
            yield (
                ("canals", number, "id"),
                say("is '{id}', as is {other}: give it another", id=canal.id, other=taken[canal.id]),
            )
        taken[canal.id] = f"canals[{number}]"
        if bool(canal.outline) == bool(canal.line) or bool(canal.line) != bool(canal.width):
            yield ("canals", number), say("needs either an `outline`, or a `line` and its `width`")
        if canal.bed >= canal.surface:
            lower = say(
                "is {bed:g}, and its water is at {surface:g}: set the bed lower", bed=canal.bed, surface=canal.surface
            )
            yield ("canals", number, "bed"), lower
    for number, street in enumerate(made.streets):
        if street.id in taken:
            yield (
                ("streets", number, "id"),
                say("is '{id}', as is {other}: give it another", id=street.id, other=taken[street.id]),
            )
        taken[street.id] = f"streets[{number}]"
        if bool(street.outline) == bool(street.line) or bool(street.line) != bool(street.width):
            yield ("streets", number), say("needs either an `outline`, or a `line` and its `width`")
    for number, piece in enumerate(made.pieces):
        if piece.id and piece.id in taken:
            yield (
                ("pieces", number, "id"),
                say("is '{id}', as is {other}: give it another", id=piece.id, other=taken[piece.id]),
            )
        taken[piece.id] = f"pieces[{number}]"
    for name in MARKS:
        for number, mark in enumerate(getattr(made, name)):
            if mark.id in taken:
                yield (
                    (name, number, "id"),
                    say("is '{id}', as is {other}: give it another", id=mark.id, other=taken[mark.id]),
                )
            taken[mark.id] = f"{name}[{number}]"
    yield from misplaced_marks(made.size, made.zones, made.objectives, made.notes)
    for number, piece in enumerate(made.pieces):
        if isinstance(piece.piece, Building) and piece.piece.outline:
            from sim.board.architecture.plots import outline_fault

            fault = outline_fault(piece.piece.outline)
            if fault:
                yield ("pieces", number, "piece", "outline"), fault


def of_pieces(
    made_of: Callable[[str | PiecePlan, Path], T], made: MapFile, path: Path, text: str | None = None
) -> dict[str, T]:
    """What there is of each piece on the map of this file, by the name of its file. Raises MapError for one that is
    not there or cannot be built."""
    found: dict[str, T] = {}
    for number, where in enumerate(made.pieces):
        name = piece_name(where.piece)
        if name not in found:
            try:
                found[name] = made_of(where.piece, path.parent)
            except MeshError as error:
                hidden = hidden_piece(where.piece, path.parent)
                what = say("cannot be used: {why}", why=reason(error))
                if hidden is not None:
                    what = say(
                        "cannot be used: {why}; it is taken before {piece}: move it away if that is meant",
                        why=reason(error), piece=hidden,
                    )  # fmt: skip
                refuse(path, ("pieces", number, "piece"), what, text)
    return found


def refuse(path: Path, where: Sequence[str | int], what: str, text: str | None = None) -> NoReturn:
    """Raises MapError for what is wrong at a place of a map's file, or of the text meant for it."""
    raise MapError(wrong_at(str(path), where, what, map_text(path) if text is None else text))


def numbered(map: MapFile) -> tuple[PiecePlacement, ...]:
    """Its pieces, each that has no id with the one that it gets by its order."""
    taken = {p.id for p in map.pieces if p.id} | {mark.id for name in MARKS for mark in getattr(map, name)}
    taken |= {street.id for street in map.streets}
    last: dict[str, int] = {}
    made = []
    for placed in map.pieces:
        id = placed.id
        if not id:
            number = last.get(placed.called, 0) + 1
            while (id := f"{placed.called}-{number}" if number > 1 else placed.called) in taken:
                number += 1
            last[placed.called] = number
            taken.add(id)
        made.append(msgspec.structs.replace(placed, id=id))
    return tuple(made)
