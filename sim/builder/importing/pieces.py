"""A foreign mesh becomes a piece: at the minis' scale, on its feet, in parts with their meaning, as a glTF file.

What is measured is the mesh itself, moved and scaled, or a thinned one where that is wished; where it is large, what is
drawn is a thinned one beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.file_names import file_stem
from sim.board.files.mending import repairs_told
from sim.board.files.pieces import beyond
from sim.board.files.thinned import MeasuredInstead
from sim.board.model.errors import MeshError
from sim.board.model.ranges import FARTHEST
from sim.board.model.terrain import Meaning
from sim.builder.errors import BuilderError
from sim.builder.importing.foreign import ColourCloud, Foreign, read_foreign
from sim.builder.importing.kinds import GuessedKind, guessed_kind, meaning_of
from sim.builder.importing.levelling import levelling, turned
from sim.builder.importing.measured import ROUGH, roughness, thinned_parts, uneven_foot
from sim.builder.importing.parting import MOST, RawPart, cut_by_heights, hanging_together
from sim.builder.importing.piece_files import ImportedPart, piece_bytes, rewritten
from sim.builder.importing.scale_guess import LARGEST, LEAST, UNITS, ScaleOption, guessed_scales
from sim.builder.importing.thinning import deviation, divided, thinned
from sim.errors import meant
from sim.words import say

__all__ = [
    "AS_IT_IS",
    "DRAWN",
    "FINEST",
    "Brushed",
    "ImportWishes",
    "ImportedPiece",
    "PieceSizeError",
    "Split",
    "imported",
    "slug",
]

Floats = NDArray[np.float64]
Split = Literal["auto", "none", "names", "pieces"]
Point = tuple[float, float, float]

DRAWN = 20_000  # triangles: a piece with more is drawn thinned
AS_IT_IS = "as it is"  # the scale of a piece whose parts say what they mean: it was made here
BY_EXTRAS = "its extras say so"
SAME = 1e-3  # inches between the middle of a face as it was brushed and as it is
FINEST = 1e-9  # inches: a size that is none


class Brushed(msgspec.Struct, frozen=True, eq=False):
    """Faces that are a part of their own, by the middles of their triangles (n, 3), in the file's units, z-up."""

    name: str
    middles: Floats


class PieceSizeError(MeshError):
    """A mesh that is read, and would be of no size that a piece has: whoever says its size can take it in."""


class ImportWishes(msgspec.Struct, frozen=True):
    """How a mesh is to be taken in; what is left out is guessed.

    `scale`: "auto", a unit of `UNITS`, or inches in a unit of the file. `size`: inches of its longest side instead;
    `points`: two of its points, in the file's units and axes as they are turned upright, and the inches between them.
    `level`: three of its points that are to lie level, the first two from west to east.
    `kinds`: words by the names of parts. `cuts`: heights in inches at which it is parted. `brushed`: faces that
    somebody marked, as parts of their own. `measured`: triangles in about which it is measured; None: all of them.
    """

    scale: str | float = "auto"
    up: str | None = None
    size: float | None = None
    points: tuple[Point, Point, float] | None = None
    split: Split = "auto"
    kinds: Mapping[str, str] = {}
    cuts: Sequence[float] = ()
    licence: str = ""
    drawn: int = DRAWN
    brushed: Sequence[Brushed] = ()
    level: tuple[Point, Point, Point] | None = None
    measured: int | None = None


class ImportedPiece(msgspec.Struct, frozen=True, eq=False):
    """What became of a file: its parts, the scales that were thought of (the first one holds), and how it is drawn.

    `look`: what is drawn in place of the parts, which is off by no more than `off` inches; None where they are drawn
    themselves. `mended`: what was wrong with it. `feet`: the point of the file, z-up and levelled, that is the piece's
    origin. `turn`: the matrix that levelled it. `rough`: see `roughness`. `instead`: of what the parts take the place.
    `sunk`: inches of a rough foot below the street.
    """

    content: bytes
    parts: tuple[ImportedPart, ...]
    inches: float
    scales: tuple[ScaleOption, ...]
    scale_said: str
    up: str
    why_up: str
    mended: tuple[str, ...]
    look: Floats | None = None
    off: float = 0.0
    feet: Point = (0.0, 0.0, 0.0)
    turn: Floats | None = None
    rough: float = 0.0
    sunk: float = 0.0
    instead: MeasuredInstead | None = None

    def of_file(self, points: Floats) -> Floats:
        """Points of the piece (n, 3) in the units and axes of the file as they are turned upright."""
        levelled = points / self.inches + np.array(self.feet)
        return levelled if self.turn is None else np.asarray(levelled @ self.turn)

    @property
    def triangles(self) -> Floats:
        return np.concatenate([part.triangles for part in self.parts])


def slug(name: str) -> str:
    """A name that a piece may have: `My House (v2).stl` is my-house-v2. Raises BuilderError where nothing is left."""
    found = file_stem(name, "piece")
    if not found:
        raise BuilderError(say("'{name}' has no letters that a piece can be named by: give --name", name=name))
    return found


def imported(path: Path, wishes: ImportWishes = ImportWishes()) -> ImportedPiece:  # noqa: B008 - a frozen value
    """Take a mesh file in.

    Raises:
        MeshError: it cannot be read, or is of no size that a piece can have.
        BuilderError: a wish that cannot be fulfilled.
    """
    foreign = read_foreign(path, wishes.up)
    turn = None if wishes.level is None else levelling(wishes.level)[0]
    if turn is not None:
        foreign = turned(foreign, turn)
        wishes = msgspec.structs.replace(wishes, brushed=[_brushed_there(own, turn) for own in wishes.brushed])
    scales = tuple(guessed_scales(foreign.triangles, path.suffix.lower()))
    inches, said = _scale(foreign, scales, wishes)
    foreign, rough, instead = _measured(foreign, inches, wishes, path)
    triangles = foreign.triangles
    sunk = uneven_foot(triangles * inches) if rough > ROUGH and said != AS_IT_IS else 0.0
    feet = np.zeros(3) if said == AS_IT_IS else _feet(triangles) + np.array([0.0, 0.0, sunk / inches])
    _check_size(triangles, inches, path)
    if said == AS_IT_IS:
        _on_table(foreign, path)
    whole = said == AS_IT_IS and not wishes.cuts and not wishes.brushed and wishes.split in ("auto", "names")
    parts = _of_nodes(foreign, wishes) if whole else _parts(foreign, feet, inches, wishes, path)
    if all(part.kind.meaning.decor for part in parts):
        raise BuilderError(
            say("{path}: nothing of it would be terrain: let a part be something else than decor", path=path)
        )
    mended = tuple(repairs_told((part.name, part.mended) for part in foreign.parts))
    x, y, z = feet.tolist()
    made = ImportedPiece(
        b"", parts, inches, scales, said, foreign.up, foreign.why_up, mended,
        feet=(x, y, z), turn=turn, rough=rough, instead=instead, sunk=sunk,
    )  # fmt: skip
    if whole:
        content = rewritten(foreign, parts, wishes.licence)
        return msgspec.structs.replace(made, content=content)
    return _drawn(made, _moved(foreign.colours, feet, inches), len(triangles), wishes)


def _measured(
    foreign: Foreign, inches: float, wishes: ImportWishes, path: Path
) -> tuple[Foreign, float, MeasuredInstead | None]:
    """The mesh as it is measured, how rough it is as it came, and of what it takes the place."""
    rough = roughness(foreign.triangles * inches)
    if wishes.measured is None:
        return foreign, rough, None
    if foreign.nodes:
        raise BuilderError(say("{path}: --measured: its parts say what they are to the rules: they stay", path=path))
    parts, instead = thinned_parts(foreign.parts, wishes.measured, inches, path)
    return msgspec.structs.replace(foreign, parts=parts), rough, instead


def _check_size(triangles: Floats, inches: float, path: Path) -> None:
    """Raises MeshError where it is of no size that a piece has."""
    longest = float(np.ptp(triangles.reshape(-1, 3), axis=0).max()) * inches
    if not LEAST <= longest <= LARGEST:
        raise PieceSizeError(
            say(
                '{path}: its longest side would be {longest:.3g}", at {inches:.3g}" to a unit: '
                "give --scale, or --size INCHES",
                path=path, longest=longest, inches=inches,
            )
        )  # fmt: skip


def _drawn(made: ImportedPiece, cloud: ColourCloud | None, count: int, wishes: ImportWishes) -> ImportedPiece:
    """The piece with how it is drawn, and its content. `count` of its triangles are measured."""
    look = None
    if count > wishes.drawn:
        seen = [part.triangles for part in made.parts if not part.kind.meaning.decor]
        measured = np.concatenate(seen)
        look = thinned(measured, wishes.drawn)
        look = look if len(look) < len(measured) else None
        if look is not None:
            made = msgspec.structs.replace(made, look=look, off=deviation(measured, look))
    elif cloud is not None and cloud.fine:
        seen = [part.triangles for part in made.parts if not part.kind.meaning.decor]
        look = divided(np.concatenate(seen), wishes.drawn)
        made = msgspec.structs.replace(made, look=look)
    content = piece_bytes(made.parts, look, cloud, wishes.licence, made.instead)
    return msgspec.structs.replace(made, content=content)


def _brushed_there(brushed: Brushed, turn: Floats) -> Brushed:
    return msgspec.structs.replace(brushed, middles=brushed.middles @ turn.T)


def _scale(foreign: Foreign, scales: Sequence[ScaleOption], wishes: ImportWishes) -> tuple[float, str]:
    """Inches in a unit of the file, and how that was found."""
    if wishes.points is not None:
        one, other, apart = wishes.points
        between = float(np.linalg.norm(np.subtract(one, other)))
        if between < FINEST:
            raise BuilderError(say("--scale-by: the two points are one: give two that are apart"))
        return apart / between, say('by two points, {apart:g}" apart', apart=apart)
    if wishes.size is not None:
        longest = float(np.ptp(foreign.triangles.reshape(-1, 3), axis=0).max())
        return wishes.size / max(longest, FINEST), say('by its longest side, {size:g}"', size=wishes.size)
    if isinstance(wishes.scale, float):
        return wishes.scale, say('{inches:g}" to a unit, as you say', inches=wishes.scale)
    if wishes.scale in UNITS:
        return UNITS[wishes.scale][0], say("a unit is {what}, as you say", what=UNITS[wishes.scale][1])
    if wishes.scale != "auto":
        raise BuilderError(
            say(
                "--scale {scale}: give a number of inches, auto, or a unit; {mend}",
                scale=wishes.scale,
                mend=meant(wishes.scale, [*UNITS]),
            )
        )
    if foreign.nodes:
        return 1.0, AS_IT_IS
    return scales[0].inches, say("a unit is {what}, by a guess", what=UNITS[scales[0].unit][1])


def _on_table(foreign: Foreign, path: Path) -> None:
    """Errors where a part of a piece that stays as it is lies beyond any table, be it decor alone."""
    for node in foreign.nodes:
        if (np.abs(node.triangles) > FARTHEST).any():
            raise MeshError(beyond(say("{path}: part '{name}'", path=path, name=node.name), node.triangles))


def _feet(triangles: Floats) -> Floats:
    """The middle of its foot: what becomes the origin."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    return np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])


def _moved(cloud: ColourCloud | None, feet: Floats, inches: float) -> ColourCloud | None:
    return None if cloud is None else msgspec.structs.replace(cloud, points=(cloud.points - feet) * inches)


def _parts(foreign: Foreign, feet: Floats, inches: float, wishes: ImportWishes, path: Path) -> tuple[ImportedPart, ...]:
    """The parts in inches, each with a name of its own and a kind."""
    raw = [RawPart(part.name, (part.triangles - feet) * inches) for part in foreign.parts]
    split = wishes.split
    if split == "none":
        raw = [RawPart(path.stem, np.concatenate([part.triangles for part in raw]))]
    elif split == "pieces" or (split == "auto" and len(raw) == 1 and not foreign.nodes):
        raw = [piece for part in raw for piece in hanging_together(part)]
    if wishes.cuts:
        raw = [piece for part in raw for piece in cut_by_heights(part, wishes.cuts)]
    for brushed in wishes.brushed:
        raw = _taken_out(raw, RawPart(brushed.name, (brushed.middles - feet) * inches))
    if len(raw) > MOST and split != "names" and not foreign.nodes:
        raw = sorted(raw, key=lambda part: -len(part.triangles))
        rest = np.concatenate([part.triangles for part in raw[MOST - 1 :]])
        raw = [*raw[: MOST - 1], RawPart("rest", rest)]
    names = _names([part.name for part in raw])
    said = {part.name: part.meaning for part in foreign.parts if foreign.nodes}
    boxes = np.array([(part.triangles.min(axis=(0, 1)), part.triangles.max(axis=(0, 1))) for part in raw])
    made = []
    for number, (name, part) in enumerate(zip(names, raw, strict=True)):
        guess = guessed_kind(part.name, boxes[number], np.delete(boxes, number, axis=0))
        meaning = said.get(part.name)
        made.append(ImportedPart(name, part.triangles, guess if meaning is None else GuessedKind(meaning, BY_EXTRAS)))
    return _as_said(made, wishes.kinds)


def _taken_out(parts: Sequence[RawPart], brushed: RawPart) -> list[RawPart]:
    """The parts, and the faces whose middles were brushed as another one; a part that loses all its faces is gone."""
    from scipy.spatial import cKDTree

    if not len(brushed.triangles):
        return list(parts)
    tree, kept, taken = cKDTree(brushed.triangles), [], []
    for part in parts:
        far, _ = tree.query(part.triangles.mean(axis=1), distance_upper_bound=SAME)
        own = np.isfinite(far)
        taken.append(part.triangles[own])
        if not own.all():
            kept.append(RawPart(part.name, part.triangles[~own]))
    faces = np.concatenate(taken)
    return [*kept, RawPart(brushed.name, faces)] if len(faces) else kept


def _of_nodes(foreign: Foreign, wishes: ImportWishes) -> tuple[ImportedPart, ...]:
    """The parts of a piece that says what it means, as they are."""
    solid = [
        (node, meaning)
        for node, meaning in zip(foreign.nodes, foreign.said, strict=True)
        if not meaning.decor and len(node.triangles)
    ]
    names = _names([node.name for node, _ in solid])
    return _as_said(
        [
            ImportedPart(name, node.triangles, GuessedKind(meaning, BY_EXTRAS))
            for name, (node, meaning) in zip(names, solid, strict=True)
        ],
        wishes.kinds,
    )


def _as_said(parts: Sequence[ImportedPart], kinds: Mapping[str, str]) -> tuple[ImportedPart, ...]:
    """The parts, with the kinds that were asked for. Raises BuilderError where there is no such part or kind."""
    names = [part.name for part in parts]
    unknown = sorted(set(kinds) - set(names))
    if unknown:
        raise BuilderError(
            say("--kind {part}=...: there is no such part; {mend}", part=unknown[0], mend=meant(unknown[0], names))
        )
    return tuple(
        msgspec.structs.replace(
            part, kind=GuessedKind(_kept_look(meaning_of(kinds[part.name]), part), say("as you say"))
        )
        if part.name in kinds
        else part
        for part in parts
    )


def _kept_look(meaning: Meaning, part: ImportedPart) -> Meaning:
    material = meaning.material or part.kind.meaning.material
    return msgspec.structs.replace(meaning, material=material)


def _names(given: Sequence[str]) -> list[str]:
    """Names of letters, digits and hyphens, each once."""
    taken: set[str] = set()
    made = []
    for name in given:
        plain = file_stem(name, "part", 60) or "part"
        called, count = plain, 2
        while called in taken:
            called, count = f"{plain}-{count}", count + 1
        taken.add(called)
        made.append(called)
    return made
