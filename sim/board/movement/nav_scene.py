"""A board as the movement kernels read it: its fixed terrain, and what lies on it now (vessels, ice, chasms, bases)."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, Part, placed
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.files.cache import content_key
from sim.board.model.errors import MeshError
from sim.board.model.part_names import piece_of
from sim.board.model.tableau import Figure, Marker, Tableau, VesselAt
from sim.board.model.terrain import Kind, Meaning
from sim.board.most_recent import MostRecent
from sim.board.movement import land_shape
from sim.board.movement.land_shape import (
    PERCHES,
    Box,
    Edges,
    Laid,
    Sorted,
    edges_of,
    joined,
    laid_anew,
    ledges_anew,
    shape_of,
)
from sim.geometry.compile.folders import folder
from sim.geometry.ground import cracks
from sim.geometry.ground.cracks import with_ledges
from sim.geometry.ground.ledges import followed, looking
from sim.geometry.ground.near_lists import nothing_listed
from sim.geometry.ground.terrain_bins import briefly, build_terrain, empty_terrain, without_perches
from sim.geometry.ground.terrain_mesh import Scene, Terrain
from sim.geometry.ground.walls import scratch
from sim.geometry.mesh.faces import bounds_and_slopes
from sim.geometry.ray.rays import bounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "PERCHES",
    "NavScene",
    "body_height",
    "discs_of",
    "nav_scene_of",
    "nav_scene_without",
    "piece_of",
    "take_over_land",
]

Floats = NDArray[np.float64]

_HEIGHTS_MM = (25.0, 30.0, 40.0, 50.0, 60.0, 75.0, 120.0)
_HEIGHTS = (1.1, 1.3, 1.9, 2.5, 3.2, 4.0, 6.0)
_MADE_ANEW = ("bounds", "slope", "box", "ground_box", "near")  # of a kept terrain: sooner made than read
_LOOKS = 2.5e8  # faces looked at for ledges, at most: five seconds; a board of 300,000 triangles asks for a hundredth
_VAST = 1000.0  # inches that no table has
_LAID = "laid land"
_POSES = 32  # arrangements of movable things that are kept


@cache
def body_height(base_mm: float) -> float:
    """How tall a body on such a base is, in inches: the room that it needs over its base."""
    return float(np.interp(base_mm, _HEIGHTS_MM, _HEIGHTS))


class NavScene(msgspec.Struct, frozen=True, eq=False):
    """What a figure moves over: the scene, and the name and meaning of each of its parts by number."""

    scene: Scene
    names: tuple[str, ...]
    meanings: tuple[Meaning, ...]
    buf: Floats = msgspec.field(default_factory=scratch)  # of the kernels: a board answers one question at a time

    def name(self, part: int) -> str | None:
        """`piece/part`, or None where there is no part."""
        return self.names[part] if part >= 0 else None


def nav_scene_of(board: Board, tableau: Tableau, figure: str | None = None) -> NavScene:
    """The land with vessels and markers where the tableau has them, as it is to a figure or to anybody.

    What is fixed is prepared once a board.
    """
    shut = tuple(b.piece for b in tableau.barred if figure in b.to)
    return _nav_scene(board, tableau, board.vessels_at(tableau), shut)


def nav_scene_without(board: Board, tableau: Tableau, vessel: str) -> NavScene:
    """The land with all but one vessel: what that one moves over."""
    return _nav_scene(board, tableau, tuple(v for v in board.vessels_at(tableau) if v.piece != vessel))


def _nav_scene(board: Board, tableau: Tableau, vessels: tuple[VesselAt, ...], shut: tuple[str, ...] = ()) -> NavScene:
    fixed = board.derived("land", lambda: _fixed(board))
    poses = board.derived("poses", lambda: MostRecent[object, NavScene](_POSES))
    where = (vessels, tuple(m for m in tableau.markers if m.kind in ("ice", "chasm")), shut)
    return poses.of(where, lambda: _with_movable(board, fixed, *where))


def discs_of(tableau: Tableau, leave_out: Iterable[str]) -> tuple[Floats, tuple[Figure, ...]]:
    """The bases that are in the way, as rows of the kernels, and whose they are."""
    out = frozenset(leave_out)
    figures = tuple(f for f in tableau.figures if f.id not in out)
    rows = [(*f.at, f.radius, body_height(f.base_mm)) for f in figures]
    return np.array(rows, dtype=np.float64).reshape(-1, 5), figures


def _terrain(shape: Sorted, edges: Edges, first: int = 0) -> Terrain:
    """The terrain of a shape, its parts numbered from `first`, without ledges."""
    found = shape.found
    flat = found.triangles[..., :2].reshape(-1, 2)
    box = (0.0, 0.0, 1.0, 1.0)
    if len(flat):
        low, high = bounds(flat)
        box = (float(low[0]) - 0.1, float(low[1]) - 0.1, float(high[0]) + 0.1, float(high[1]) + 0.1)
    made = build_terrain(found.triangles, shape.flags, shape.number + np.int32(first), box)
    looks, worst = looking(made, edges.ends)
    if looks > _LOOKS:
        raise _too_much(made, shape, worst)
    return made


def _too_much(made: Terrain, shape: Sorted, bin: int) -> MeshError:
    """Why the ledges of a terrain would take long to find: its size, or where most faces lie over one another."""
    faces = made.ground_item[made.ground_start[bin] : made.ground_start[bin + 1]]
    part = shape.parts[shape.number[faces[0]] if len(faces) else 0].name
    size = max(made.columns, made.rows) * made.cell
    if size > _VAST:
        return MeshError(f"part '{part}': its edges are too long to walk along, on {size:,.0f} inches: scale it down")
    x, y = made.x + (bin % made.columns + 0.5) * made.cell, made.y + (bin // made.columns + 0.5) * made.cell
    what = f"{len(faces):,} faces to stand on lie over one another near {x:.0f},{y:.0f}"
    return MeshError(f"part '{part}': {what}: leave out what nobody sees, or join what belongs together")


def _fixed(board: Board) -> NavScene:
    """Of what stands fast: as it was kept on disk, else made and kept."""
    parts = board.parts
    names, meanings = tuple(p.name for p in parts), tuple(p.meaning for p in parts)
    if not parts:
        return NavScene(Scene((empty_terrain(), empty_terrain())), names, meanings)
    # Boards built in code are small, and many: only what came from a file is kept on disk.
    key = "" if board.source is None or board.passing else f"land-{_made_by()}-{board.key}"
    kept = tuple(own.name for own in fields(Terrain) if own.name not in _MADE_ANEW)
    held = read_arrays(key, kept) if key else None
    if held is None:
        made = _laid(board)
        if key:
            write_arrays(key, {name: np.asarray(getattr(made, name)) for name in kept})
    else:
        values: dict[str, Any] = {name: array if array.ndim else array.item() for name, array in held.items()}
        bounds, slope = bounds_and_slopes(values["corners"].reshape(-1, 3, 3))
        brief = briefly(bounds)
        made = Terrain(
            **values,
            bounds=bounds,
            slope=slope,
            box=brief[values["item"]],
            ground_box=brief[values["ground_item"]],
            near=nothing_listed(bounds, values["x"], values["y"], values["slabs"]),
        )
    return NavScene(Scene((made, empty_terrain())), names, meanings)


def _laid(board: Board) -> Terrain:
    """What stands fast, made. Of a board that is one of many versions it is kept how."""
    shape = shape_of(board.parts)
    edges = edges_of(shape)
    made = _terrain(shape, edges)
    ledges, count = followed(Scene((without_perches(made), empty_terrain())), edges.ends, edges.wet)
    if board.passing:
        board.derived(_LAID, lambda: Laid(shape, edges, ledges, count))
    return with_ledges(made, ledges, np.repeat(edges.part, count))


def take_over_land(board: Board, before: Board, boxes: Sequence[Box]) -> bool:
    """Prepare the land of a board by that of an earlier version, which differs from it within boxes. False where that
    is not known: the board will make its own."""
    laid = before.known(_LAID)
    if not isinstance(laid, Laid) or not board.parts:
        return False
    shape, edges, of = laid_anew(board.parts, laid)
    made = _terrain(shape, edges)
    ledges, count = ledges_anew(Scene((without_perches(made), empty_terrain())), edges, of, laid, boxes)
    board.derived(_LAID, lambda: Laid(shape, edges, ledges, count))
    names, meanings = tuple(p.name for p in board.parts), tuple(p.meaning for p in board.parts)
    whole = with_ledges(made, ledges, np.repeat(edges.part, count))
    land = NavScene(Scene((whole, empty_terrain())), names, meanings)
    return board.derived("land", lambda: land) is land


@cache
def _made_by() -> str:
    """What the land is made by: other code makes it anew."""
    text = (Path(__file__), Path(land_shape.__file__), Path(cracks.__file__))
    return content_key(*(path.read_bytes() for path in text), folder("sim.geometry.ground.ledges").name.encode())[:8]


def _with_movable(
    board: Board, fixed: NavScene, vessels: tuple[VesselAt, ...], markers: tuple[Marker, ...], shut: tuple[str, ...]
) -> NavScene:
    shapes = [_vessel_shape(board, where) for where in vessels]
    shapes.extend(shape_of((_marker_part(m),)) for m in markers)
    if shut:
        afloat = (p for where in vessels for p in _afloat(board, where))
        barred = tuple(_shut(p) for p in (*board.parts, *afloat) if piece_of(p.name) in shut)
        shapes.extend([shape_of(barred)] if barred else [])
    if not shapes:
        return fixed
    shape = joined(shapes)
    edges = edges_of(shape)
    made = _terrain(shape, edges, len(fixed.names))
    stands = fixed.scene.terrains[0]
    firm = board.derived("ground without perches", lambda: without_perches(stands))
    ledges, count = followed(Scene((firm, without_perches(made))), edges.ends, edges.wet)
    part = np.repeat(edges.part + np.int32(len(fixed.names)), count)
    scene = Scene((stands, with_ledges(made, ledges, part)))
    names, meanings = tuple(p.name for p in shape.parts), tuple(p.meaning for p in shape.parts)
    return NavScene(scene, fixed.names + names, fixed.meanings + meanings)


def _vessel_shape(board: Board, where: VesselAt) -> Sorted:
    """A vessel where it lies: sorted once, about its own origin."""
    own = tuple(p for p in board.vessel(where.piece).parts if not p.meaning.decor)
    shape = board.derived(f"shape {where.piece}", lambda: shape_of(own))
    return shape._replace(found=shape.found._replace(triangles=placed(shape.found.triangles, where.at, where.turn)))


def _afloat(board: Board, where: VesselAt) -> list[Part]:
    """The parts of a vessel where it lies."""
    own = (p for p in board.vessel(where.piece).parts if not p.meaning.decor)
    return [msgspec.structs.replace(p, triangles=placed(p.triangles, where.at, where.turn)) for p in own]


def _shut(part: Part) -> Part:
    """A part once more, as impassable terrain that lies over it."""
    return msgspec.structs.replace(part, meaning=Meaning(kind=Kind.IMPASSABLE))


def _marker_part(marker: Marker) -> Part:
    """A lying marker as a part: ice is solid ground just over the water, a chasm is impassable."""
    angles = np.linspace(0, 2 * np.pi, 65)
    z = marker.at[2] + 0.002
    rim = np.column_stack(
        [marker.at[0] + marker.radius * np.cos(angles), marker.at[1] + marker.radius * np.sin(angles), np.full(65, z)]
    )
    middle = np.tile([marker.at[0], marker.at[1], z], (64, 1))
    meaning = Meaning(kind=Kind.SOLID if marker.kind == "ice" else Kind.IMPASSABLE)
    return Part(f"marker/{marker.id}", meaning, np.stack([middle, rim[:-1], rim[1:]], axis=1))
