"""The parts of a board: terrain of one meaning each, as the files of a map and its pieces have them.

They are kept laid out, with what of them is low, since finding that takes a while.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.plans import PiecePlan
from sim.board.files.cache import Stored, StoredPart, files_key, map_key, read_stored, write_stored
from sim.board.files.glb import read_nodes
from sim.board.files.low_things import Judged, KnownThings, low_things
from sim.board.files.map_sense import shapeless, stray
from sim.board.files.mapfile import GROUND, MapFile, of_pieces, refuse
from sim.board.files.pieces import PiecePart, parts_of_piece, piece_key, piece_name, read_mesh, read_piece
from sim.board.model.errors import MapError
from sim.board.model.ranges import MOST_TRIANGLES
from sim.board.model.tableau import VesselAt
from sim.board.model.terrain import Kind, Meaning
from sim.words import say

__all__ = [
    "STREETS",
    "Part",
    "build_parts",
    "judged",
    "key_of_map",
    "loaned_parts",
    "mesh_parts",
    "mirrored",
    "placed",
    "recall",
    "remember",
    "vessel_parts",
    "vessel_starts",
    "with_low",
]

STREETS = f"{GROUND}/"  # what the names of streets begin with
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


class Part(msgspec.Struct, frozen=True, eq=False):
    """A piece of terrain with one meaning, where it stands on the board.

    `triangles` is (n, 3, 3) in inches, z-up, outward by the right hand. `low`: GEO-03 ignores all of it. `things`,
    where some of it is low or it is several low things: for each triangle the number of the low thing that it is of, or
    -1 where it is not low.
    """

    name: str  # "piece/part"
    meaning: Meaning
    triangles: Floats
    low: bool = False
    mended: tuple[str, ...] = ()  # what was wrong with it in the file that it came from
    things: Ints | None = None

    @property
    def piece(self) -> str:
        """The id of the piece that it is of; of the canal, or `ground`, where it is of none."""
        return self.name.partition("/")[0]

    @property
    def is_street(self) -> bool:
        """Is it paving, or steps of it? Streets reach from edge to edge."""
        return self.name.startswith(STREETS)

    @property
    def is_built(self) -> bool:
        """Is it neither street nor water?"""
        return self.meaning.kind is not Kind.WATER and not self.is_street

    @property
    def low_faces(self) -> NDArray[np.bool_]:
        """Which of its triangles are low."""
        return np.full(len(self.triangles), self.low) if self.things is None else self.things >= 0

    def faces(self, low: bool) -> Floats:
        """Its triangles that are low, or those that are not."""
        if self.things is None:
            return self.triangles if self.low == low else self.triangles[:0]
        wanted = self.things >= 0 if low else self.things < 0
        return self.triangles.reshape(-1, 9).compress(wanted, axis=0).reshape(-1, 3, 3)  # faster than by the mask

    @property
    def low_things(self) -> list[Floats]:
        """The triangles of each low thing in it."""
        if self.things is None:
            return [self.triangles] if self.low else []
        low = np.flatnonzero(self.things >= 0)
        low = low[np.argsort(self.things[low], kind="stable")]
        ends = np.flatnonzero(np.diff(self.things[low])) + 1
        return [self.triangles[thing] for thing in np.split(low, ends) if len(thing)]


def mirrored(triangles: Floats) -> Floats:
    """Triangles with east and west swapped, and their corners taken the other way round, so that they look outward
    still."""
    return np.ascontiguousarray(triangles[:, ::-1] * np.array((-1.0, 1.0, 1.0)))


def placed(triangles: Floats, at: tuple[float, float, float], turn: float, mirror: bool = False) -> Floats:
    """Triangles turned by `turn` degrees about the z axis and moved to `at`; with `mirror`, mirrored before that."""
    if mirror:
        triangles = mirrored(triangles)
    angle = np.radians(turn)
    cos, sin = round(float(np.cos(angle)), 12), round(float(np.sin(angle)), 12)
    matrix = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(triangles @ matrix + np.asarray(at))


def build_parts(
    path: Path,
    made: MapFile,
    text: str | None = None,
    shapes_of: Callable[[str | PiecePlan, Path], tuple[PiecePart, ...]] = parts_of_piece,
    low: Callable[[Iterable[Part]], list[Part]] | None = None,
) -> list[Part]:
    """All parts of a map: the fixed ones where they stand, those of vessels about their own origin.

    `text`: the map's, where it is not what stands in its file. `shapes_of`: whoever builds many boards reads a piece
    once, and whoever only measures has it built without what is only seen (`measured_piece`).
    `low`: says what of the fixed ones is low, in place of `with_low`.
    """
    from sim.board.files.canals import ground_parts

    pieces = of_pieces(shapes_of, made, path, text)
    counts = {name: sum(len(p.triangles) for p in own) for name, own in pieces.items()}
    if sum(counts[piece_name(where.piece)] for where in made.pieces) > MOST_TRIANGLES:
        raise MapError(
            say(
                "{path}: its pieces have over {most:,} triangles: place fewer, or coarser ones",
                path=path,
                most=MOST_TRIANGLES,
            )
        )
    for wrong in shapeless(made):
        refuse(path, *wrong, text)
    fixed = [Part(g.name, g.meaning, g.triangles) for g in ground_parts(made) if not g.meaning.decor]
    afloat: list[Part] = []
    bounds = {}
    for where in made.pieces:
        shapes = pieces[piece_name(where.piece)]
        if where.mirror:
            shapes = tuple(msgspec.structs.replace(p, triangles=mirrored(p.triangles)) for p in shapes)
        own = [(p, placed(p.triangles, (*where.at, where.z), where.turn)) for p in shapes]
        bounds[where.id] = _bounds([there for _, there in own])
        if any(p.meaning.vessel for p, _ in own):
            afloat.extend(vessel_parts(where.id, shapes))
        else:
            fixed.extend(Part(f"{where.id}/{p.name}", p.meaning, there) for p, there in own)
    for wrong in stray(made, bounds):
        refuse(path, *wrong, text)
    return (low or with_low)(fixed) + afloat


def _bounds(shapes: Sequence[Floats]) -> tuple[Floats, Floats]:
    return np.min([s.min((0, 1)) for s in shapes], axis=0), np.max([s.max((0, 1)) for s in shapes], axis=0)


def with_low(parts: Iterable[Part], bare: bool = False) -> list[Part]:
    """Parts that know what of them is low (GEO-03). `bare`: they are a mesh that says nothing about its parts; so are
    those of which nothing is told."""
    return judged(list(parts), bare)[0]


def judged(
    parts: Sequence[Part], bare: bool = False, known: KnownThings | None = None, told: Sequence[Judged | None] = ()
) -> tuple[list[Part], list[Judged]]:
    """As `with_low`, and how each of them was judged. `known`, `told`: see `low_things`."""
    ground = [p.meaning.kind is Kind.WATER or p.is_street for p in parts]
    untold = [bare or p.meaning.says_nothing for p in parts]
    things, how = low_things([p.triangles for p in parts], [p.meaning for p in parts], ground, untold, known, told)
    ends = np.cumsum([len(p.triangles) for p in parts])
    own = [things[end - len(p.triangles) : end] for p, end in zip(parts, ends, strict=True)]
    return [_with_low_things(*each) for each in zip(parts, own, untold, strict=True)], how


def _with_low_things(part: Part, things: Ints, bare: bool) -> Part:
    """A part that knows what of it is low, its things numbered by themselves. A part that is low all over is one
    thing, as its maker has it."""
    low = len(things) > 0 and bool((things >= 0).all())
    if not (things >= 0).any() or (low and (not bare or things.min() == things.max())):
        return msgspec.structs.replace(part, low=low, things=None)
    first = things[things >= 0].min()
    return msgspec.structs.replace(part, low=low, things=np.where(things >= 0, things - first, -1).astype(np.int32))


def vessel_parts(id: str, parts: Iterable[PiecePart]) -> tuple[Part, ...]:
    """Of a vessel: the water line z = 0 is the ground that it stands on."""
    own = [Part(f"{id}/{p.name}", p.meaning, p.triangles) for p in parts]
    corners = np.concatenate([p.triangles for p in own])[..., :2].reshape(-1, 2)
    (a, b), (c, d) = corners.min(axis=0) - 1.0, corners.max(axis=0) + 1.0
    sheet = np.array([[[a, b, 0.0], [c, b, 0.0], [c, d, 0.0]], [[a, b, 0.0], [c, d, 0.0], [a, d, 0.0]]])
    return tuple(with_low([Part("", Meaning(kind=Kind.WATER), sheet), *own])[1:])


def mesh_parts(path: Path, scale: float = 1.0, up: str | None = None) -> list[Part]:
    """The parts of a mesh file: the fixed ones where they stand, those of vessels about the origins of their nodes.

    A vessel is a piece of a board, whose parts are named PIECE/PART; alone, it is terrain. Raises MeshError.
    """
    found = read_mesh(path, scale, up)
    names = _unique_names([p.name for p in found])
    afloat = {
        n.partition("/")[0] for n, p in zip(names, found, strict=True) if p.meaning.vessel is not None and "/" in n
    }
    starts = vessel_starts(path, scale, up) if afloat else {}
    fixed, own = [], dict[str, list[PiecePart]]()
    for name, part in zip(names, found, strict=True):
        id, _, rest = name.partition("/")
        if id not in afloat:
            fixed.append(Part(name, part.meaning, part.triangles, mended=part.mended))
            continue
        x, y, z = starts[id].at
        about = placed(part.triangles - np.array((x, y, z)), (0.0, 0.0, 0.0), -starts[id].turn)
        own.setdefault(id, []).append(msgspec.structs.replace(part, name=rest, triangles=about))
    made = with_low(fixed, bare=len(fixed) == 1) if fixed else []
    return made + [part for id, parts in own.items() for part in vessel_parts(id, parts)]


def vessel_starts(path: Path, scale: float = 1.0, up: str | None = None) -> dict[str, VesselAt]:
    """Where the vessels of a glTF file lie: where the node of each, or of its first part, has its origin."""
    found: dict[str, VesselAt] = {}
    for node in read_nodes(path):
        id = node.name.partition("/")[0]
        if id not in found:
            x, y, z = (float(v) * scale for v in node.place[:3, 3])
            at, turn = (x, y, z), float(np.degrees(np.arctan2(node.place[1, 0], node.place[0, 0])))
            found[id] = VesselAt(id, (x, z, -y), 0.0) if up == "z" else VesselAt(id, at, turn)
    return found


def loaned_parts(id: str, path: Path) -> tuple[Part, ...]:
    """Of a vessel that is made from a piece; kept by the piece's content."""
    key = files_key([path], b"vessel")
    parts = recall(key)
    if parts is None:
        parts = list(vessel_parts("", read_piece(path)))
        remember(key, parts)
    return tuple(msgspec.structs.replace(part, name=f"{id}{part.name}") for part in parts)


def key_of_map(path: Path, made: MapFile) -> str:
    """What a laid out map is kept by."""
    return map_key(path.read_bytes(), of_pieces(piece_key, made, path))


def _unique_names(names: list[str]) -> list[str]:
    times = Counter(names)
    return [n if times[n] == 1 else f"{n}-{i + 1}" for i, n in enumerate(names)]


def recall(key: str) -> list[Part] | None:
    held = read_stored(key)
    if held is None:
        return None
    parts, start = [], 0
    for stored in held.parts:
        own = slice(start, start + stored.count)
        things = held.things[own] if stored.divided else None
        parts.append(Part(stored.name, stored.meaning, held.triangles[own], stored.low, stored.mended, things))
        start += stored.count
    return parts


def remember(key: str, parts: list[Part]) -> None:
    stored = [StoredPart(p.name, p.meaning, p.low, len(p.triangles), p.mended, p.things is not None) for p in parts]
    none = [np.full(len(p.triangles), -1, np.int32) if p.things is None else p.things for p in parts]
    write_stored(key, Stored(stored, np.concatenate([p.triangles for p in parts]), np.concatenate(none)))
