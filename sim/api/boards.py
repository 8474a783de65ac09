"""Boards to put minis on: maps, mesh files, and meshes that a program made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.api.tables import load_table
from sim.api.tabletop import Tabletop
from sim.board.board import Board
from sim.board.files.table_file import is_table
from sim.board.model.errors import MeshError, TableauError
from sim.board.model.given import in_a_row, inches, number, source, word
from sim.board.model.terrain import Meaning

__all__ = ["from_mesh", "from_parts", "load", "triangles_of"]

Floats = NDArray[np.float64]


def load(name_or_path: str | Path, scale: float = 1.0, up: str | None = None) -> Tabletop:
    """A map by its name (`maps/`) or file, or a mesh file (.glb, .gltf, .obj, .stl, .ply), with nobody on it yet; or a
    table's file (see `bauta table`), with its minis.

    `scale`: inches to a unit of a mesh file. `up`: its upward axis, "y" or "z"; else glTF is y-up and others z-up.

    >>> import sim
    >>> sim.load("san-canciano")
    <Tabletop San Canciano: no minis>

    Raises:
        BautaError: there is no such map or file, or what is wrong in it.
    """
    if number(scale) is None or scale <= 0:
        raise MeshError(f"scale is {scale!r}: give a number over 0")
    if up not in (None, "y", "z"):
        raise MeshError(f"up is {up!r}: give 'y' or 'z'")
    named = source("the board", name_or_path)
    if is_table(Path(named)):
        return load_table(Path(named))
    return Tabletop(Board.load(named, scale=scale, up=up))


def from_mesh(mesh: Any, meaning: Meaning | None = None, name: str = "mesh") -> Tabletop:
    """One mesh as the whole board, solid terrain if nothing else is said.

    `mesh`: triangles (n, 3, 3) in inches, z up; or vertices (v, 3) and faces (f, 3) as a pair; or anything with
    `vertices` and `faces`, as trimesh has them. Raises BautaError.

    >>> import sim
    >>> vertices, faces = [(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)], [(0, 1, 2), (0, 2, 3)]
    >>> sim.from_mesh((vertices, faces)).with_mini("a", (4, 4)).ground("a").part
    'mesh'
    """
    if meaning is not None and not isinstance(meaning, Meaning):
        raise MeshError(f"meaning is {meaning!r}: give a sim.Meaning, or nothing")
    return Tabletop(Board.from_triangles(triangles_of(mesh, word("the mesh's name", name)), meaning, name))


def from_parts(parts: Mapping[str, Any], size: tuple[float, float] | None = None, name: str = "board") -> Tabletop:
    """A board of named parts: each a mesh (see `from_mesh`), or a pair of mesh and `sim.Meaning`.

    `size` is (east, north) in inches; none: as far as the parts reach. Raises BautaError.

    >>> import sim
    >>> water = sim.box((0, 0, -3), (9, 9, -1)), sim.Meaning(kind=sim.Kind.WATER)
    >>> top = sim.from_parts({"canal": water, "bridge": sim.box((4, 0, 0), (6, 9, 0.5))})
    >>> top.with_mini("a", (5, 5)).ground("a").part, top.with_mini("a", (2, 5)).ground("a").kind
    ('bridge', 'water')
    """
    if not isinstance(parts, Mapping):
        raise MeshError(f"parts is a {type(parts).__name__}: give a dict of meshes by name")
    if not parts:
        raise MeshError("a board needs at least one part: give a name and a mesh")
    made = []
    for part, given in parts.items():
        word("a part's name", part)
        mesh, meaning = given if _has_meaning(given) else (given, Meaning())
        made.append((part, meaning, triangles_of(mesh, part)))
    if size is None:
        reach = np.max([t.max((0, 1)) for _, _, t in made], axis=0)
        size = (max(float(reach[0]), 0.0), max(float(reach[1]), 0.0))
    sides = in_a_row(size)
    if not (isinstance(sides, tuple) and len(sides) == 2):
        raise TableauError(f"size is {size!r}: give two numbers, (east, north) in inches")
    east, north = (inches("size", each) for each in sides)
    return Tabletop(Board.from_parts(made, (east, north), word("the board's name", name)))


def triangles_of(mesh: Any, name: str) -> Floats:
    """The triangles (n, 3, 3) of a mesh in any of the forms that `from_mesh` takes.

    Raises:
        MeshError: what it is instead, or that it holds none.
    """
    how = "give triangles (n, 3, 3), a pair of vertices (v, 3) and faces (f, 3), or a mesh of trimesh"
    if isinstance(mesh, str | Path):
        raise MeshError(f"part '{name}' is no mesh but a name, '{mesh}': a mesh file is opened by sim.load")
    try:
        if hasattr(mesh, "vertices") and hasattr(mesh, "faces"):
            mesh = (mesh.vertices, mesh.faces)
        if isinstance(mesh, tuple) and len(mesh) == 2:
            vertices, faces = np.asarray(mesh[0], np.float64), np.asarray(mesh[1])
            triangles = vertices[_corners(faces, len(vertices))] if faces.ndim == 2 else vertices
        else:
            triangles = np.asarray(mesh, np.float64)
    except (TypeError, ValueError, IndexError, OverflowError) as error:
        raise MeshError(f"part '{name}' is no mesh ({error}): {how}") from error
    if triangles.ndim != 3 or triangles.shape[1:] != (3, 3) or not len(triangles):
        raise MeshError(f"part '{name}' is an array {triangles.shape}: {how}")
    return triangles


def _corners(faces: NDArray[Any], count: int) -> NDArray[np.int64]:
    if not (np.isfinite(faces).all() and (faces == np.floor(faces)).all()):
        raise ValueError("a face names a corner by no whole number")
    if len(faces) and not (faces.min() >= 0 and faces.max() < count):
        raise ValueError(f"a face names a corner beyond the {count:,} there are")
    return faces.astype(np.int64)


def _has_meaning(given: Any) -> bool:
    return isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Meaning)
