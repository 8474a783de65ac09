"""Pieces and bare meshes: named parts with their meaning and triangles, in inches, z-up.

A piece is `assets/pieces/NAME.glb` (or NAME.glb beside the map): one glTF node a part, the node's `extras`
the keys of `Meaning`. Any other mesh file is solid terrain in one or more parts.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import inf
from numbers import Real
from os.path import getsize, isfile
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.identity import made_name
from sim.board.architecture.plans import PiecePlan
from sim.board.files.extras import meanings
from sim.board.files.folders import assets_dir, data_dir
from sim.board.files.glb import read_nodes
from sim.board.files.made_pieces import known_by, made_path, measured_parts
from sim.board.files.mending import NO_AREA, mended
from sim.board.files.obj import named_by, read_obj
from sim.board.files.ply import read_ply
from sim.board.files.stl import read_binary_stl
from sim.board.model.errors import BoardError, MeshError
from sim.board.model.ranges import FARTHEST, MOST_TRIANGLES
from sim.board.model.terrain import UNTOLD, Kind, Meaning
from sim.errors import meant
from sim.schemas import fitting
from sim.words import counted, reason, say

__all__ = [
    "GLTF",
    "MESHES",
    "PiecePart",
    "beyond",
    "hidden_piece",
    "library_dir",
    "measured_piece",
    "parts_of_piece",
    "piece_key",
    "piece_name",
    "piece_path",
    "read_mesh",
    "read_piece",
]

Floats = NDArray[np.float64]

GLTF = (".glb", ".gltf")
_SILENT = logging.NullHandler()
LARGEST_TEXT = 200_000_000  # bytes of a mesh that is read by a library: it takes twenty times as much
MESHES = (*GLTF, ".obj", ".stl", ".ply")


class PiecePart(msgspec.Struct, frozen=True, eq=False):
    """A part of a piece, about the piece's own origin. `triangles` is (n, 3, 3)."""

    name: str
    meaning: Meaning
    triangles: Floats
    mended: tuple[str, ...] = ()  # what was wrong with it


def piece_path(name: str | PiecePlan, beside: Path | None = None) -> Path:
    """The file of a piece: beside the map, or the program's own, or in the player's library; of a plan's, built if need
    be.

    Raises:
        MeshError: there is no such piece, and the message lists those there are; or the plan cannot be built.
    """
    if not isinstance(name, str):
        return made_path(name, beside)
    for folder in _folders(beside):
        if isfile(folder / f"{name}.glb"):
            return folder / f"{name}.glb"
    known = sorted({p.stem for folder in _folders(beside) for p in folder.glob("*.glb")})
    raise MeshError(say("no piece '{name}': {mend}", name=name, mend=meant(name, known)))


def hidden_piece(name: str | PiecePlan, beside: Path) -> Path | None:
    """The file of a piece that is not used, since another of its name lies beside the map."""
    if not isinstance(name, str) or not isfile(beside / f"{name}.glb"):
        return None
    with suppress(MeshError):
        return piece_path(name)
    return None


def _folders(beside: Path | None) -> Iterator[Path]:
    if beside is not None:
        yield beside
    yield assets_dir() / "pieces"
    with suppress(BoardError):  # a data folder that cannot be made holds no pieces
        yield library_dir()


def library_dir() -> Path:
    """Where the player's own pieces lie, for all maps. Raises BoardError where the data folder cannot be made."""
    return data_dir() / "pieces"


def piece_name(piece: str | PiecePlan) -> str:
    """What the file of a piece is called, without its ending: a plan's is named by its parameters."""
    return piece if isinstance(piece, str) else made_name(piece)


def piece_key(piece: str | PiecePlan, beside: Path | None = None) -> bytes:
    """What a board is known by of a piece: its file's content; of a plan's, what builds it.

    Raises:
        MeshError: there is no such piece.
    """
    return piece_path(piece, beside).read_bytes() if isinstance(piece, str) else known_by(piece, beside)


def read_piece(path: Path, *, apart: bool = False) -> tuple[PiecePart, ...]:
    """The parts of a piece that take part in rulings (all but `decor`). Those of which nothing is told are one, unless
    they are wanted `apart`.

    Raises:
        MeshError: the file is broken, or the `extras` of a part hold an unknown key or value.
    """
    parts = []
    for node in read_nodes(path):
        what = f"{path}: extras of part '{node.name}'"
        meaning = fitting(node.extras, Meaning, what, MeshError) if node.extras else UNTOLD
        triangles = _sound(node.triangles, path, node.name)
        if not meaning.decor and len(triangles):
            parts.append(PiecePart(node.name, meaning, triangles))
    if not parts:
        raise MeshError(say("{path}: holds no part that is terrain: it needs a mesh that is not decor", path=path))
    return _once(parts if apart else _joined(parts, path.stem))


def parts_of_piece(piece: str | PiecePlan, beside: Path | None = None) -> tuple[PiecePart, ...]:
    """The parts of a piece, read from its file, which is built if need be. Raises MeshError."""
    return read_piece(piece_path(piece, beside))


def measured_piece(piece: str | PiecePlan, beside: Path | None = None) -> tuple[PiecePart, ...]:
    """As `parts_of_piece`, for whoever will not draw it: a plan's piece is built without what is only seen, and not
    kept. Raises MeshError."""
    if isinstance(piece, str):
        return parts_of_piece(piece, beside)
    name = made_name(piece)
    shapes = [
        PiecePart(part, fitting(meaning, Meaning, f"{name}: part '{part}'", MeshError), _large(triangles))
        for part, meaning, triangles in measured_parts(piece)
    ]
    return _once([shape for shape in shapes if len(shape.triangles)])


def read_mesh(
    path: Path, scale: float = 1.0, up: str | None = None, *, apart: bool = False, far: float = FARTHEST
) -> tuple[PiecePart, ...]:
    """A mesh file of any kind that we read, scaled to inches and turned z-up.

    glTF is y-up and may carry meaning in its `extras` (see `meanings`); OBJ, STL and PLY are
    taken z-up unless `up` is "y". What says nothing of itself is one part, unless it is wanted `apart`, as the file's
    nodes or objects. `far`: how far from the corner it may reach.

    Raises:
        MeshError: no such file, not a mesh, empty, not finite, or with extras of ours that do not fit.
    """
    if not isfile(path):
        raise MeshError(say("{file}: there is no such file", file=path))
    suffix = path.suffix.lower()
    if suffix not in MESHES:
        raise MeshError(
            say("{path}: not a mesh that is read here: give one of {names}", path=path, names=" ".join(MESHES))
        )
    if not (isinstance(scale, Real) and 0 < scale < inf):
        raise MeshError(say("--scale '{scale}': give a number over 0", scale=scale))
    if up not in (None, "y", "z"):
        raise MeshError(say("--up '{up}': give y or z", up=up))
    if suffix in GLTF:
        nodes = read_nodes(path)
        said = meanings(nodes, path)
        found = [(n.name, meaning or UNTOLD, n.triangles) for n, meaning in zip(nodes, said, strict=True)]
        turn = up == "z"  # the file was not turned y-up as glTF asks: turn it back
    else:
        found = _foreign(path, apart)
        turn = False
    parts = []
    pieces = [PiecePart(name, meaning, triangles) for name, meaning, triangles in found if not meaning.decor]
    for name, meaning, triangles, told in map(msgspec.structs.astuple, pieces if apart else _joined(pieces, path.stem)):
        sound = _finite(triangles, path, name, scale, far)
        if turn:
            sound = np.stack([sound[..., 0], sound[..., 2], -sound[..., 1]], axis=-1)
        elif up == "y" and suffix not in GLTF:
            sound = np.stack([sound[..., 0], -sound[..., 2], sound[..., 1]], axis=-1)
        made, repairs = mended(sound if scale == 1 else sound * float(scale), sheet=meaning.kind is Kind.WATER)
        if len(made):
            parts.append(PiecePart(name, meaning, made, (*told, *repairs)))
    if not parts:
        raise MeshError(say("{path}: holds no triangles of any size: is it the right file?", path=path))
    return _once(parts)


def _joined(parts: Sequence[PiecePart], name: str) -> list[PiecePart]:
    """Some parts, those of which nothing is told put together as one of this name; in a mesh of pieces, PIECE/PART,
    as one of each piece. So eaves are not low by themselves only because they were modelled by themselves."""
    found: dict[str | int, list[PiecePart]] = {}
    for number, part in enumerate(parts):
        found.setdefault(part.name.rpartition("/")[0] if part.meaning.says_nothing else number, []).append(part)
    made = []
    for piece, (first, *others) in found.items():
        told = _misread([first, *others])
        if others:
            every = np.concatenate([first.triangles, *(part.triangles for part in others)])
            first = PiecePart(f"{piece}/{piece}" if piece else name, first.meaning, every)
        made.append(msgspec.structs.replace(first, mended=(*first.mended, *told)))
    return made


def _misread(parts: Sequence[PiecePart]) -> Iterator[str]:
    """What to say of parts that are called after a kind of terrain and do not say that they are of it."""
    kinds = {kind.value for kind in Kind} - {Kind.SOLID.value}
    called = [p.name for p in parts if p.meaning.says_nothing and kinds & set(re.findall("[a-z]+", p.name.lower()))]
    if called:
        yield say(
            "{names} by name alone, and solid ground here: 'bauta piece import' makes of it what it is called",
            names=", ".join(f"'{name}'" for name in dict.fromkeys(called)),
        )


def _once(parts: Sequence[PiecePart]) -> tuple[PiecePart, ...]:
    """Without parts that lie exactly on another and mean the same: nothing is measured by them, and a thousand of them
    take as long as a thousand squared."""
    found: dict[tuple[bytes, Meaning], list[PiecePart]] = {}
    for part in parts:
        found.setdefault((part.triangles.tobytes(), part.meaning), []).append(part)
    return tuple(_alone(first, len(others)) for first, *others in found.values())


def _alone(part: PiecePart, others: int) -> PiecePart:
    if not others:
        return part
    said = counted("left out {n:,} part that lay on it", "left out {n:,} parts that lay on it", others)
    return msgspec.structs.replace(part, mended=(*part.mended, said))


def _sound(triangles: Floats, path: Path, name: str) -> Floats:
    """Without triangles of no area."""
    return _large(_finite(triangles, path, name))


def _large(triangles: Floats) -> Floats:
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.ascontiguousarray(triangles[np.linalg.norm(normals, axis=1) > NO_AREA], dtype=np.float64)


def _finite(triangles: Floats, path: Path, name: str, scale: float = 1.0, far: float = FARTHEST) -> Floats:
    """Errors where points are not numbers or beyond any table."""
    if len(triangles) and not max(-triangles.min(), triangles.max()) * scale <= far:
        if not np.isfinite(triangles).all():
            raise MeshError(
                say(
                    "{path}: part '{name}' has points that are not finite numbers: export it again",
                    path=path,
                    name=name,
                )
            )
        raise MeshError(beyond(say("{path}: part '{name}'", path=path, name=name), triangles * scale, far))
    return np.ascontiguousarray(triangles, dtype=np.float64)


def beyond(what: str, triangles: Floats, far: float = FARTHEST) -> str:
    """What to say of triangles (n, 3, 3) that reach too far, and where the first of them is."""
    wrong = int(np.flatnonzero((np.abs(triangles) > far).any(axis=(1, 2)))[0])
    x, y, z = triangles[wrong][(np.abs(triangles[wrong]) > far).any(axis=1)][0]
    return say(
        "{what}: triangle {number} has a corner at {corner}, over {far:,.0f} inches away: "
        "scale it down, or leave that out",
        what=what,
        number=wrong,
        corner=f"{x:.3g},{y:.3g},{z:.3g}",
        far=far,
    )


def _foreign(path: Path, apart: bool) -> list[tuple[str, Meaning, Floats]]:
    plain = read_binary_stl(path) if path.suffix.lower() == ".stl" else None
    if plain is not None:
        return [(path.stem, UNTOLD, plain)]
    if path.suffix.lower() == ".ply":
        return [(path.stem, UNTOLD, read_ply(path).triangles)]
    if getsize(path) > LARGEST_TEXT:
        raise MeshError(
            say(
                "{path}: is larger than {most} MB: make it coarser, or export it as .glb",
                path=path,
                most=LARGEST_TEXT // 1_000_000,
            )
        )
    if path.suffix.lower() == ".obj":
        return _of_obj(path, apart)
    import trimesh

    logging.getLogger("trimesh").addHandler(_SILENT)  # it tells tracebacks of what it passes over
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            scene = trimesh.load_scene(path, process=False)
        meshes = [(name, m) for name, m in scene.geometry.items() if isinstance(m, trimesh.Trimesh)]
        if any(len(m.faces) and (m.faces.min() < 0 or m.faces.max() >= len(m.vertices)) for _, m in meshes):
            raise ValueError(say("a face names a point that is not there"))
        if sum(len(m.faces) for _, m in meshes) > MOST_TRIANGLES:
            raise ValueError(say("it has over {most:,} triangles: make it coarser", most=MOST_TRIANGLES))
        found = [(name, UNTOLD, np.array(m.triangles, dtype=np.float64).reshape(-1, 3, 3)) for name, m in meshes]
    except Exception as error:  # trimesh's readers raise whatever their parsers raise
        raise _unreadable(path, error) from error
    return [(path.stem, meaning, t) for _, meaning, t in found] if len(found) == 1 else found


def _of_obj(path: Path, apart: bool) -> list[tuple[str, Meaning, Floats]]:
    try:
        parts = named_by(read_obj(path), apart)
    except (ValueError, OSError, OverflowError) as error:
        raise _unreadable(path, error) from error
    return [(name if len(parts) > 1 and name else path.stem, UNTOLD, triangles) for name, triangles in parts]


def _unreadable(path: Path, error: Exception) -> MeshError:
    what = reason(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"
    return MeshError(say("{path}: cannot be read as a mesh: {what}: export it again", path=path, what=what))
