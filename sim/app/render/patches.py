"""What a board looks like: its pieces with their decor, its ground with stone edges, as patches of material."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from sim.app.render.materials import Colour, guess, hex_colour
from sim.app.render.surface import Patch, face_normals
from sim.board.architecture.plans import PiecePlan
from sim.board.board import Board, Part, Vessel, placed
from sim.board.files.canals import flat, ground_parts, polygons, slab, street_places, tops
from sim.board.files.glb import Node, Skin, read_nodes
from sim.board.files.mapfile import GROUND, MapFile
from sim.board.files.pieces import piece_path
from sim.board.model.errors import MeshError
from sim.board.model.plans import union
from sim.board.model.terrain import Kind

__all__ = [
    "board_patches",
    "ground_patches",
    "grouped",
    "nodes_of",
    "patches_of",
    "piece_patches",
    "skin_patch",
    "vessel_patches",
]

Floats = NDArray[np.float64]

KEPT = 500  # files of pieces and figures that are held
CAP = 0.30  # width of the stone edge of quays, inches
OWN_COLOUR = ("glass", "brick", "stripes", "awning")  # painted by their texture, whatever the file says
DYES = {"awning": (1.0, 0.08, 0.06), "awning_green": (0.3, 1.0, 0.7), "awning_ochre": (1.0, 0.56, 0.06)}  # linear
GREY = 0.02  # what is less colourful has none of its own
DETAIL = 2.0  # inches: a piece that is wider or higher is no small thing, whatever its faces
BEFORE = 0.02  # inches before a wall
PROUD = 0.012  # how far it stands over the paving; far under what a rule could notice


def nodes_of(path: Path) -> tuple[Node, ...]:
    """The nodes of a file, which is read again once it was written anew."""
    return _nodes_of(path, path.stat().st_mtime_ns)


@lru_cache(KEPT)
def _nodes_of(path: Path, _written: int) -> tuple[Node, ...]:
    return read_nodes(path)


def board_patches(board: Board, built: Callable[[float], None] | None = None) -> list[Patch]:
    """Everything on a board that does not move. `built` is told what share of its pieces is there."""
    if board.map is None:
        return [patch for part in board.parts for patch in part_patches(part)]
    ground = [patch for part in board.parts if part.name.startswith("ground/") for patch in part_patches(part)]
    made = _with_dry_walls(ground, board.map) + _quay_edges(board.map)
    afloat = {vessel.id for vessel in board.vessels}
    beside = board.source.parent if board.source else None
    for done, where in enumerate(board.map.pieces):
        if built is not None:
            built(done / len(board.map.pieces))
        if where.id in afloat:
            continue
        colour = hex_colour(where.colour) if where.colour else None
        for patch in piece_patches(piece_path(where.piece, beside), colour, where.mirror):
            at = (*where.at, where.z)
            made.append(_moved(patch, at, where.turn))
    return made


def _moved(patch: Patch, at: tuple[float, float, float], turn: float) -> Patch:
    normals = None if patch.normals is None else placed(patch.normals, (0.0, 0.0, 0.0), turn)
    return msgspec.structs.replace(patch, triangles=placed(patch.triangles, at, turn), normals=normals)


def piece_patches(path: Path, colour: Colour | None = None, mirror: bool = False) -> list[Patch]:
    """A piece about its own origin, or its mirror image. `colour` takes the place of its stucco's."""
    return patches_of(nodes_of(path), colour, mirror)


def patches_of(nodes: Sequence[Node], colour: Colour | None = None, mirror: bool = False) -> list[Patch]:
    """As `piece_patches`, of the nodes of a file."""
    made = []
    for node in nodes:
        named = str(node.extras.get("material", ""))
        if named == "none":  # ruled by, but not drawn: a decor node shows it
            continue
        for skin in node.skins:
            if node.extras.get("kind") != "water":
                patch = skin_patch(skin.mirrored if mirror else skin, named, colour)
                fine = bool(node.extras.get("decor")) and _is_fine(patch.triangles)
                made.append(msgspec.structs.replace(patch, fine=fine))
    if made and all(patch.fine for patch in made) and _spread(made) > DETAIL:  # a scan is no detail of anything
        made = [msgspec.structs.replace(patch, fine=False) for patch in made]
    return made


def _spread(patches: Sequence[Patch]) -> float:
    """Inches of the longest side of the box round them."""
    return float(np.ptp(np.concatenate([patch.triangles.reshape(-1, 3) for patch in patches]), axis=0).max())


def _is_fine(triangles: Floats) -> bool:
    """Is this detail that nobody misses from afar: are most of its faces under a tenth of a square inch?"""
    area = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1) / 2
    return len(area) > 60 and float(np.median(area)) < 0.02 and float(np.percentile(area, 90)) < 0.2


def skin_patch(skin: Skin, named: str, colour: Colour | None = None) -> Patch:
    """One primitive: its material by its own name, or else by its part's."""
    word = skin.material or named
    if word.partition(":")[0] in OWN_COLOUR:
        word = _dyed(skin) if word == "awning" else word
        return Patch(skin.triangles, word, None, _normals(skin), _uv(skin))
    tint: Colour | None = None
    shades: Floats | None = None
    if skin.base[:3] != (1.0, 1.0, 1.0):
        tint = _srgb(skin.base[:3])
    if skin.colours is not None:
        shades = np.clip(skin.colours[:, :3] * np.array(skin.base[:3]), 0.0, 1.0)[skin.faces] ** (1 / 2.2)
    if ":" in word:
        tint, shades = None, None
    if colour is not None and word.partition(":")[0] == "stucco":
        tint = colour
    return Patch(skin.triangles, word, tint, _normals(skin), _uv(skin), shades)


def _dyed(skin: Skin) -> str:
    """The awning whose stripes are the most like the colour that its file gives it; red where it gives none."""
    colour = np.array(skin.base[:3]) * (1.0 if skin.colours is None else skin.colours[:, :3].mean(axis=0))
    if float(np.ptp(colour)) < GREY:
        return "awning"
    return min(DYES, key=lambda name: float(np.linalg.norm(colour / colour.max() - np.array(DYES[name]))))


def _normals(skin: Skin) -> Floats | None:
    return None if skin.normals is None else np.asarray(skin.normals[skin.faces])


def _uv(skin: Skin) -> Floats | None:
    return None if skin.uv is None else np.asarray(skin.uv[skin.faces])


def _srgb(linear: tuple[float, ...]) -> Colour:
    r, g, b, *_ = (max(v, 0.0) ** (1 / 2.2) for v in linear)
    return (r, g, b)


def vessel_patches(board: Board, vessel: Vessel) -> list[Patch]:
    """A vessel about its own origin, with its decor where it is a piece of the program's."""
    piece: str | PiecePlan = vessel.id.partition("#")[0]
    mirror = False
    if board.map is not None:
        for where in board.map.pieces:
            if where.id == vessel.id:
                piece, mirror = where.piece, where.mirror
    beside = board.source.parent if board.source else None
    try:
        return piece_patches(piece_path(piece, beside), mirror=mirror)
    except MeshError:
        return [patch for part in vessel.parts for patch in part_patches(part)]


def part_patches(part: Part) -> Iterable[Patch]:
    """A part without a look of its own: paved above, plain walls below; water is drawn by the renderer."""
    word = part.meaning.material or guess(part.meaning)
    if part.meaning.kind is Kind.WATER or word in ("water", "bed"):
        return
    if word not in ("", "paving") and not part.name.startswith("ground/steps-"):
        yield Patch(part.triangles, word)
        return
    up = face_normals(part.triangles)[:, 2] > 0.7
    sunken = _is_sunken(part)
    paved = sunken or (word != "stone" and (word == "paving" or _is_ground(part)))
    yield Patch(part.triangles[up], "paving" if paved else "stone")
    side = "paving" if sunken else "ashlar" if _is_ground(part) else "stucco"
    yield Patch(part.triangles[~up], side)


def _is_sunken(part: Part) -> bool:
    """Steps down to a street: no weed grows on them, as on those down to water, however low they are."""
    return part.name.startswith("ground/steps-") and not part.meaning.access and bool(part.triangles[..., 2].min() < 0)


def _is_ground(part: Part) -> bool:
    return part.piece == GROUND or bool(part.triangles[..., 2].max() < 0.1)


def ground_patches(made: MapFile) -> list[Patch]:
    """The streets of a map and their stone edges, without what stands on them."""
    ground = [part for part in ground_parts(made) if not part.meaning.decor]
    patches = [patch for part in ground for patch in part_patches(Part(part.name, part.meaning, part.triangles))]
    return _with_dry_walls(patches, made) + _quay_edges(made)


def _with_dry_walls(patches: list[Patch], made_of: MapFile) -> list[Patch]:
    """The ground, whose walls down to a sunken street bear no weed, as those down to water do."""
    sunken = [place for street, place in street_places(made_of) if street.level < 0]
    if not sunken:
        return patches
    places, made = union(sunken), list[Patch]()
    for patch in patches:
        if patch.material != "ashlar":
            made.append(patch)
            continue
        before = patch.triangles.mean(axis=1) + BEFORE * face_normals(patch.triangles)
        dry = shapely.contains_xy(places, before[:, 0], before[:, 1])
        for mask, material in ((~dry, "ashlar"), (dry, "paving")):
            if mask.any():
                made.append(Patch(patch.triangles[mask], material))
    return made


def _quay_edges(made_of: MapFile) -> list[Patch]:
    """White stone along every edge of the streets."""
    made = []
    for land, z in tops(made_of):
        for strip in polygons(land.buffer(0.04, join_style="mitre").difference(land.buffer(-CAP, join_style="mitre"))):
            top = flat(strip, z + PROUD)
            sides = slab(strip, z - 0.14, z + PROUD)[2 * len(top) :]
            made.append(Patch(np.concatenate([top, sides]), "stone" if z >= 0 else "paving"))  # weed grows on stone
    return made


THIN = (*DYES, "cloth", "foliage", "flower", "rope", "straw")  # seen from both sides


def grouped(patches: list[Patch]) -> dict[str, list[Patch]]:
    """The patches of each of the renderer's groups."""
    groups: dict[str, list[Patch]] = {"stucco": [], "other": [], "detail": []}
    for patch in patches:
        word = patch.material.partition(":")[0]
        groups["detail" if patch.fine or word in THIN else "stucco" if word == "stucco" else "other"].append(patch)
    return groups
