"""Meshes of others as they come: their parts, which way is up in them, and the colours that they are painted in."""

from __future__ import annotations

import logging
import warnings
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.extras import meanings
from sim.board.files.glb import Node, read_nodes
from sim.board.files.obj import with_counted_corners
from sim.board.files.pieces import PiecePart, beyond, read_mesh
from sim.board.files.ply import read_ply
from sim.board.model.errors import MeshError
from sim.board.model.terrain import UNTOLD, Meaning
from sim.words import say

__all__ = ["ColourCloud", "Foreign", "guessed_up", "read_foreign"]

Floats = NDArray[np.float64]

GLTF = (".glb", ".gltf")
MOST_PARTS = 2000  # of a file
MOST_UNITS = 1e9  # of the file, from its corner: it is scaled to inches afterwards
MOST_COLOURS = 1_000_000  # points whose colours are kept
ACROSS = 160  # points of a picture along the longest side of what it lies on
NO_COLOUR = 0.4  # of each of red, green and blue, in a mesh that has none


class ColourCloud(msgspec.Struct, frozen=True, eq=False):
    """Points (n, 3) of a surface, and their colours (n, 3), sRGB from 0 to 1. `fine`: those of a picture on it, which
    lie closer than its corners."""

    points: Floats
    colours: Floats
    fine: bool = False


class Foreign(msgspec.Struct, frozen=True, eq=False):
    """A mesh in its own units, z-up. `nodes`: of a glTF file whose parts say what they mean, as it has
    them, and in `said` what each of them says."""

    parts: tuple[PiecePart, ...]
    up: str
    why_up: str
    colours: ColourCloud | None = None
    nodes: tuple[Node, ...] = ()
    said: tuple[Meaning, ...] = ()

    @property
    def triangles(self) -> Floats:
        return np.concatenate([part.triangles for part in self.parts])


def read_foreign(path: Path, up: str | None = None) -> Foreign:
    """A mesh file of any kind that is read here; `up`: its upward axis, guessed where it is not given.

    Raises MeshError: as `read_mesh`, or where it has more parts than a piece may.
    """
    suffix = path.suffix.lower()
    parts = read_mesh(path, 1.0, up, apart=True, far=MOST_UNITS)
    if len(parts) > MOST_PARTS:
        raise MeshError(
            say(
                "{path}: has {count:,} parts, {most:,} are the most: join some of them",
                path=path,
                count=len(parts),
                most=MOST_PARTS,
            )
        )
    if suffix in GLTF:
        nodes = read_nodes(path)
        for node in nodes:  # what is only decor was not looked at, and is written with the rest
            if (np.abs(node.triangles) > MOST_UNITS).any():
                what = say("{path}: part '{name}'", path=path, name=node.name)
                raise MeshError(beyond(what, node.triangles, MOST_UNITS))
        said = meanings(nodes, path)
        told = up is None and any(said)
        made = Foreign(parts, "y" if up is None else up, "as glTF is", _colours(path, up or "y"))
        return msgspec.structs.replace(made, nodes=nodes, said=tuple(map(_as_told, said))) if told else made
    why = "as you say"
    if up is None and suffix == ".stl":
        up, why = "z", "as STL files are"
    elif up is None:
        up, why = guessed_up(np.concatenate([part.triangles for part in parts]))
    if up == "y":
        parts = read_mesh(path, 1.0, "y", apart=True, far=MOST_UNITS)
    return Foreign(parts, up, why, None if suffix == ".stl" else _colours(path, up))


def _as_told(meaning: Meaning | None) -> Meaning:
    """What a node means, which is `joined` only where nothing else is told of it."""
    return UNTOLD if meaning is None else msgspec.structs.replace(meaning, joined=meaning.says_nothing)


def guessed_up(triangles: Floats) -> tuple[str, str]:
    """Which axis, "y" or "z", points up in a mesh that is given as z-up, and why: a thing stands on a broad foot."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    feet = {}
    for name, axis in (("y", 1), ("z", 2)):
        heights = triangles[..., axis]
        low, high = float(heights.min()), float(heights.max())
        near = heights.max(axis=1) < low + 0.03 * (high - low)
        far = heights.min(axis=1) > high - 0.03 * (high - low)
        level = np.abs(normals[:, axis]) > 0.9 * np.maximum(areas, 1e-30)
        foot, top = float(areas[near & level].sum()), float(areas[far & level].sum())
        feet[name] = foot - 0.5 * top
    if feet["z"] > 1.05 * max(feet["y"], 0.0) and feet["z"] > 0:
        return "z", "its foot is broadest so"
    if feet["y"] > 0:
        return "y", "its foot is broadest so"
    return "y", "as most models for games are"


def _colours(path: Path, up: str) -> ColourCloud | None:
    """The colours that a file is painted in, by its vertices or its texture; None where it has none that can be had."""
    fine = False
    if path.suffix.lower() == ".ply" and (read := read_ply(path)).colours is not None:
        clouds = [(read.points, read.colours)]
    else:
        clouds, fine = _clouds(path)
    if not clouds or _is_plain(np.concatenate([colours for _, colours in clouds])):
        return None
    points = np.concatenate([points for points, _ in clouds])
    colours = np.concatenate([colours for _, colours in clouds])
    step = -(-len(points) // MOST_COLOURS)
    points, colours = points[::step], colours[::step]
    if up == "y":
        points = np.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1)
    whole = np.isfinite(points).all(axis=1)
    return ColourCloud(points[whole], colours[whole], fine) if whole.any() else None


def _is_plain(colours: Floats) -> bool:
    """Is it all of the grey that stands for no colour?"""
    return bool(np.ptp(colours, axis=0).max() == 0 and np.abs(colours[0] - NO_COLOUR).max() < 0.01)


def _clouds(path: Path) -> tuple[list[tuple[Floats, Floats]], bool]:
    """The colours of each mesh of a file, and whether any is of a picture."""
    import trimesh

    try:
        logging.getLogger("trimesh").addHandler(logging.NullHandler())
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            counted = with_counted_corners(path) if path.suffix.lower() == ".obj" else None
            beside = trimesh.resolvers.FilePathResolver(str(path))
            scene = (
                trimesh.load_scene(path, process=False)
                if counted is None
                else trimesh.load_scene(StringIO(counted), "obj", resolver=beside, process=False)
            )
            meshes = [mesh for mesh in scene.dump() if isinstance(mesh, trimesh.Trimesh)]
            pictures = [_of_picture(mesh) for mesh in meshes]
            found = [seen or _painted(mesh) for mesh, seen in zip(meshes, pictures, strict=True)]
    except Exception:  # whatever pictures and their readers raise: a mesh without colours is as good to measure
        return [], False
    return [cloud for cloud in found if cloud is not None], any(pictures)


def _of_picture(mesh: Any) -> tuple[Floats, Floats] | None:
    """The colours of a picture laid on a mesh, at points all over its faces; None where it has none."""
    from trimesh.visual.color import uv_to_interpolated_color

    uv = getattr(mesh.visual, "uv", None)
    material = getattr(mesh.visual, "material", None)
    image = getattr(material, "baseColorTexture", None) or getattr(material, "image", None)
    if uv is None or image is None or len(uv) != len(mesh.vertices) or not len(mesh.faces):
        return None
    corners = np.concatenate([np.asarray(mesh.vertices, np.float64), np.asarray(uv, np.float64)], axis=1)[mesh.faces]
    ends = corners[..., :3]
    longest = np.linalg.norm(ends - np.roll(ends, 1, axis=1), axis=2).max(axis=1)
    step = float(np.ptp(ends.reshape(-1, 3), axis=0).max()) / ACROSS
    cuts = np.clip(np.ceil(longest / max(step, 1e-30)), 1, ACROSS).astype(np.int64)
    if int((cuts**2).sum()) > MOST_COLOURS:
        cuts = np.ones_like(cuts)
    spread = []
    for n in np.unique(cuts):
        a, b = (k.reshape(-1) for k in np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij"))
        a, b = a[a + b <= n] / n, b[a + b <= n] / n
        spread.append(np.einsum("pk,tkc->tpc", np.stack([1 - a - b, a, b], axis=1), corners[cuts == n]).reshape(-1, 5))
    points = np.concatenate(spread)
    colours = np.asarray(uv_to_interpolated_color(points[:, 3:], image), np.float64)[:, :3] / 255
    return points[:, :3], colours


def _painted(mesh: Any) -> tuple[Floats, Floats] | None:
    """The colours of a mesh at its corners: their own, or that of its material."""
    visual = mesh.visual
    if not visual.defined:
        return None
    points = np.asarray(mesh.vertices, dtype=np.float64)
    if visual.kind == "texture":
        colours = np.tile(np.asarray(visual.material.main_color, np.float64)[:3] / 255, (len(points), 1))
    elif visual.kind in ("vertex", "face"):
        colours = np.asarray(visual.vertex_colors, dtype=np.float64)[:, :3] / 255
    else:
        return None
    return (points, colours) if len(points) == len(colours) and len(points) else None
